/** The page of a link in an email. It needs a click, because mail programs open links automatically to check them. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Refused } from '../../shared/api.ts'
import { AuthLayout, ToLogin } from '../../shared/auth/AuthLayout.tsx'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'

interface ConfirmPageProps {
  readonly words: typeof texts.client.confirm
  readonly operation: 'postClientRegistrationConfirm' | 'postClientEmailConfirm'
  readonly token: string
}

export function ConfirmPage({ words, operation, token }: ConfirmPageProps) {
  const confirming = useMutation({ mutationFn: () => call(operation, undefined, { token }) })
  if (confirming.isSuccess) {
    return (
      <AuthLayout title={words.doneTitle} explain={words.done}>
        <Button component="a" href="/login" size="md">
          {texts.client.login.button}
        </Button>
      </AuthLayout>
    )
  }
  const isStale = token === '' || (confirming.error instanceof Refused && confirming.error.status === 400)
  return (
    <AuthLayout title={words.title} explain={isStale ? undefined : words.explain}>
      {isStale && <Notice tone="warning">{words.stale}</Notice>}
      {!isStale && <Failure error={confirming.error} />}
      {isStale ? (
        <ToLogin />
      ) : (
        <Button size="md" loading={confirming.isPending} onClick={() => confirming.mutate()}>
          {words.button}
        </Button>
      )}
    </AuthLayout>
  )
}
