import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Refused } from '../../shared/api.ts'
import { AuthForm } from '../../shared/auth/AuthForm.tsx'
import { AuthLayout } from '../../shared/auth/AuthLayout.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { EmailField, PasswordField } from '../../shared/forms/fields.tsx'
import { TextField, useForm } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import { texts } from '../../shared/texts/texts.ts'
import { usePageSettings } from '../page-settings.ts'
import { ResetPage } from './ResetPage.tsx'

export type WhySignIn = keyof typeof words.entrance.why

const { login, faults } = texts.client
const missing = (text: string) => (text.trim() === '' ? faults.missing : undefined)

/** Shown at any address without a session; after signing in, the person sees the page of that address. */
export function SignInPage({ why, enter }: { why: WhySignIn | undefined; enter: () => Promise<void> }) {
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  const [isForgotten, setIsForgotten] = useState(false)
  const form = useForm({
    start: { email: '', password: '', code: '' },
    judge: ({ email, password, code }) => ({
      email: missing(email),
      password: missing(password),
      code: isCodeAsked ? missing(code) : undefined,
    }),
    send: async ({ email, password, code }) => {
      try {
        const second = code && { code: code.trim() }
        await call('postConsoleSessions', undefined, { login: email.trim(), password, ...second })
      } catch (error) {
        const isAsked = error instanceof Refused && error.code === 'SECOND_FACTOR_REQUIRED'
        if (!isAsked || isCodeAsked) throw error
        return setIsCodeAsked(true)
      }
      await enter()
    },
  })
  const settings = usePageSettings()
  if (isForgotten) return <ResetPage token="" />
  const startOver = () => {
    setIsCodeAsked(false)
    form.reset({ email: form.values.email })
  }
  const refusal = isWrong(form.error) && (
    <Notice tone="bad">{isCodeAsked ? login.codeWrong : words.entrance.wrong}</Notice>
  )
  if (isCodeAsked) {
    return (
      <AuthLayout title={login.codeTitle}>
        <AuthForm
          form={form}
          act={login.codeButton}
          refusal={refusal || undefined}
          waysOut={
            <Anchor component="button" type="button" size="sm" onClick={startOver}>
              {login.other}
            </Anchor>
          }
        >
          <TextField
            form={form}
            name="code"
            label={login.code}
            hint={login.codeExplain}
            size="md"
            autoComplete="one-time-code"
            autoCapitalize="none"
            maxLength={40}
            // The field appears after a click on the button, so the person is about to type.
            autoFocus
          />
        </AuthForm>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={words.entrance.title} explain={words.entrance.explain}>
      {settings?.has_operator === false && (
        <Notice tone="warning" title={words.entrance.setUp.neededTitle}>
          {words.entrance.setUp.needed}
        </Notice>
      )}
      {why && !form.isTried && <Notice tone="quiet">{words.entrance.why[why]}</Notice>}
      <AuthForm
        form={form}
        act={words.entrance.button}
        refusal={refusal || undefined}
        waysOut={
          <>
            <Anchor component="button" type="button" size="sm" onClick={() => setIsForgotten(true)}>
              {words.entrance.forgotten}
            </Anchor>
            <Anchor href="/login" size="sm" c="dimmed">
              {words.entrance.client}
            </Anchor>
          </>
        }
      >
        <EmailField {...form.field('email')} />
        <PasswordField {...form.field('password')} />
      </AuthForm>
    </AuthLayout>
  )
}

const isWrong = (error: unknown): boolean =>
  error instanceof Refused && (error.code === 'INVALID_CREDENTIALS' || error.code === 'SECOND_FACTOR_REQUIRED')
