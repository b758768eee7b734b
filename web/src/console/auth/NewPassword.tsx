/** The form of a link in an email: one password, typed twice. */

import { Refused } from '../../shared/api.ts'
import { AuthForm } from '../../shared/auth/AuthForm.tsx'
import { AuthLayout } from '../../shared/auth/AuthLayout.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { PasswordField, passwordFault, repeatFault } from '../../shared/forms/fields.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { ToSignIn } from './ToSignIn.tsx'

interface NewPasswordProps {
  readonly title: string
  readonly explain: string
  readonly act: string
  /** Shown if the link no longer works. */
  readonly stale: string
  send(password: string): Promise<unknown>
}

export function NewPassword({ title, explain, act, stale, send }: NewPasswordProps) {
  const form = useForm({
    start: { password: '', repeated: '' },
    judge: ({ password, repeated }) => ({
      password: passwordFault(password),
      repeated: repeatFault(password, repeated),
    }),
    send: ({ password }) => send(password),
  })
  const isStale = form.error instanceof Refused && form.error.status === 400
  return (
    <AuthLayout title={title} explain={explain}>
      <AuthForm
        form={form}
        act={act}
        refusal={isStale ? <Notice tone="warning">{stale}</Notice> : undefined}
        waysOut={<ToSignIn />}
      >
        <PasswordField kind="new" {...form.field('password')} />
        <PasswordField kind="repeat" {...form.field('repeated')} />
      </AuthForm>
    </AuthLayout>
  )
}
