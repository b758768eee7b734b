import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Refused } from '../../shared/api.ts'
import { AuthForm } from '../../shared/auth/AuthForm.tsx'
import { AuthLayout } from '../../shared/auth/AuthLayout.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { PasswordField } from '../../shared/forms/fields.tsx'
import { TextField, useForm } from '../../shared/forms/form.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Blocked } from '../types.ts'
import { BlockedPage } from './BlockedPage.tsx'

const { login: words, faults } = texts.client
const reasons: Readonly<Record<string, string>> = words.why

type Step = { readonly kind: 'password' | 'code' } | { readonly kind: 'blocked'; readonly blocked: Blocked }

/** Back to the payment page, for a person who came from there to save a card. */
const afterSignIn = (hash: string) => {
  const payment = /^#(\/pay\/[\w-]{43})$/.exec(hash)?.[1]
  return payment ? `${payment}#keep` : `/client${hash}`
}

const missing = (text: string) => (text.trim() === '' ? faults.missing : undefined)

export function LoginPage({ why }: { why: string | null }) {
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const isCode = step.kind === 'code'
  const form = useForm({
    start: { login: '', password: '', code: '' },
    judge: ({ login, password, code }) => ({
      login: missing(login),
      password: missing(password),
      code: isCode ? missing(code) : undefined,
    }),
    send: async ({ login, password, code }) => {
      try {
        const second = code && { code: code.trim() }
        await call('postClientSessions', undefined, { login: login.trim(), password, ...second })
        window.location.assign(afterSignIn(window.location.hash))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        if (error.code === 'SECOND_FACTOR_REQUIRED' && !isCode) return setStep({ kind: 'code' })
        const { blocked } = (error.body ?? {}) as { blocked?: Blocked }
        if (error.code === 'BLOCKED' && blocked) return setStep({ kind: 'blocked', blocked })
        throw error
      }
    },
  })
  const startOver = () => {
    setStep({ kind: 'password' })
    form.reset({ login: form.values.login })
  }
  if (step.kind === 'blocked') {
    return <BlockedPage blocked={step.blocked} again={() => form.submit()} isAsking={form.isBusy} leave={startOver} />
  }
  if (isCode) {
    return (
      <AuthLayout title={words.codeTitle}>
        <AuthForm
          form={form}
          act={words.codeButton}
          refusal={isWrongCode(form.error) ? <Notice tone="bad">{words.codeWrong}</Notice> : undefined}
          waysOut={
            <Anchor component="button" type="button" size="sm" onClick={startOver}>
              {words.other}
            </Anchor>
          }
        >
          <TextField
            form={form}
            name="code"
            label={words.code}
            hint={words.codeExplain}
            size="md"
            autoComplete="one-time-code"
            autoCapitalize="none"
            maxLength={40}
            // The field appears after a click on the button, so the person is about to type.
            isFirst
            autoFocus
          />
        </AuthForm>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={words.title}>
      {why && reasons[why] && !form.isTried && <Notice tone="quiet">{reasons[why]}</Notice>}
      <AuthForm
        form={form}
        act={words.button}
        waysOut={
          <Anchor href="/reset" size="sm">
            {words.forgotten}
          </Anchor>
        }
      >
        <TextField
          form={form}
          name="login"
          label={words.login}
          size="md"
          isRequired
          withAsterisk={false}
          autoComplete="username"
          autoCapitalize="none"
          maxLength={200}
        />
        <PasswordField {...form.field('password')} />
      </AuthForm>
    </AuthLayout>
  )
}

const isWrongCode = (error: unknown): boolean =>
  error instanceof Refused && (error.code === 'INVALID_CREDENTIALS' || error.code === 'SECOND_FACTOR_REQUIRED')
