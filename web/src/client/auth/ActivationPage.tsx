/** The page of the activation link: the client chooses how to sign in, and confirms the address by email. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { AuthForm } from '../../shared/auth/AuthForm.tsx'
import { AuthLayout } from '../../shared/auth/AuthLayout.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { EmailField, emailFault, PasswordField, passwordFault } from '../../shared/forms/fields.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { language, texts } from '../../shared/texts/texts.ts'
import { SentPage } from './SentPage.tsx'

const words = texts.client.activation

export interface ActivationLink {
  readonly clientId: string
  readonly login: string
  readonly loginKey: string
  /** Where the link was sent, if it was. */
  readonly email: string
}

export function ActivationPage({ link: { clientId, login, loginKey, email: mailedTo } }: { link: ActivationLink }) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    start: { email: mailedTo, password: '' },
    judge: ({ email, password }) => ({ email: emailFault(email), password: passwordFault(password) }),
    send: async ({ email, password }) => {
      const link = { client_id: clientId, login, login_key: loginKey }
      await call('postClientRegistration', undefined, { ...link, email: email.trim(), password, lang: language })
      setSentTo(email.trim())
    },
  })
  if (!clientId || !login || !loginKey) {
    return (
      <AuthLayout title={words.title}>
        <Notice tone="bad">{words.broken}</Notice>
      </AuthLayout>
    )
  }
  if (sentTo) return <SentPage to={sentTo} again={() => setSentTo(undefined)} />
  return (
    <AuthLayout title={words.title} explain={words.explain}>
      <Text size="sm">{words.for(login)}</Text>
      <AuthForm form={form} act={words.button}>
        <EmailField {...form.field('email')} />
        <PasswordField kind="new" label={texts.client.password} {...form.field('password')} />
      </AuthForm>
    </AuthLayout>
  )
}
