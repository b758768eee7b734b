import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { AuthForm } from '../../shared/auth/AuthForm.tsx'
import { AuthLayout } from '../../shared/auth/AuthLayout.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { EmailField, emailFault } from '../../shared/forms/fields.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import { NewPassword } from './NewPassword.tsx'
import { ToSignIn } from './ToSignIn.tsx'

const { entrance } = words

export const ResetPage = ({ token }: { token: string }) => (token ? <Choose token={token} /> : <AskForLink />)

function AskForLink() {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    start: { email: '' },
    judge: ({ email }) => ({ email: emailFault(email) }),
    send: async ({ email }) => {
      await call('postConsoleReset', undefined, { email: email.trim() })
      setSentTo(email.trim())
    },
  })
  if (sentTo) {
    return (
      <AuthLayout title={entrance.resetSentTitle} explain={entrance.resetSent(sentTo)}>
        <ToSignIn />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={entrance.resetTitle} explain={entrance.resetAsk}>
      <AuthForm form={form} act={entrance.resetButton} waysOut={<ToSignIn />}>
        <EmailField {...form.field('email')} />
      </AuthForm>
    </AuthLayout>
  )
}

function Choose({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false)
  if (isDone) {
    return (
      <AuthLayout title={entrance.title}>
        <Notice tone="good">{entrance.why.password}</Notice>
        <Button component="a" href="/console" size="md">
          {entrance.button}
        </Button>
      </AuthLayout>
    )
  }
  return (
    <NewPassword
      title={entrance.resetTitle}
      explain={entrance.resetChoose}
      act={entrance.resetSave}
      stale={entrance.resetStale}
      send={async (password) => {
        await call('postConsoleResetConfirm', undefined, { token, password })
        setIsDone(true)
      }}
    />
  )
}
