import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Refused } from '../../shared/api.ts'
import { AuthForm } from '../../shared/auth/AuthForm.tsx'
import { AuthLayout, ToLogin } from '../../shared/auth/AuthLayout.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { EmailField, emailFault, PasswordField, passwordFault, repeatFault } from '../../shared/forms/fields.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { goToLogin } from '../session.ts'

const words = texts.client.reset

export const ResetPage = ({ token }: { token: string | null }) => (token ? <Choose token={token} /> : <Ask />)

function Ask() {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    start: { email: '' },
    judge: ({ email }) => ({ email: emailFault(email) }),
    send: async ({ email }) => {
      await call('postClientPasswordResets', undefined, { email: email.trim() })
      setSentTo(email.trim())
    },
  })
  if (sentTo) {
    return (
      <AuthLayout title={words.sentTitle} explain={words.sent(sentTo)}>
        <ToLogin />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={words.title} explain={words.ask}>
      <AuthForm form={form} act={words.button} waysOut={<ToLogin />}>
        <EmailField {...form.field('email')} />
      </AuthForm>
    </AuthLayout>
  )
}

function Choose({ token }: { token: string }) {
  const form = useForm({
    start: { new_password: '', repeat_password: '' },
    judge: ({ new_password, repeat_password }) => ({
      new_password: passwordFault(new_password),
      repeat_password: repeatFault(new_password, repeat_password),
    }),
    send: async (passwords) => {
      await call('postClientPasswordResetsConfirm', undefined, { token, ...passwords })
      goToLogin('password')
    },
  })
  const isStale = form.error instanceof Refused && form.error.status === 400
  return (
    <AuthLayout title={words.title} explain={words.choose}>
      <AuthForm
        form={form}
        act={words.save}
        refusal={isStale ? <Notice tone="warning">{words.stale}</Notice> : undefined}
        waysOut={<ToLogin />}
      >
        <PasswordField kind="new" {...form.field('new_password')} />
        <PasswordField kind="repeat" {...form.field('repeat_password')} />
      </AuthForm>
    </AuthLayout>
  )
}
