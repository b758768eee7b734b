import { Anchor, Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ask, Refused, useDoing } from '../../shared/api.ts'
import classes from '../../shared/Door.module.css'
import { Door } from '../../shared/Door.tsx'
import { PasswordField } from '../../shared/fields.tsx'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Blocked } from '../client-api.ts'
import { BlockedPage } from './BlockedPage.tsx'

const { login: words, faults } = texts.client

type Step = { readonly kind: 'password' | 'code' } | { readonly kind: 'blocked'; readonly blocked: Blocked }

export function LoginPage({ why }: { why: string | null }) {
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isTried, setIsTried] = useState(false)
  const entering = useDoing()

  const enter = () =>
    entering.run(async () => {
      try {
        await ask('POST', '/client/sessions', { login: login.trim(), password, ...(code && { code: code.trim() }) })
        window.location.assign(`/client${window.location.hash}`)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        if (error.code === 'SECOND_FACTOR_REQUIRED' && step.kind !== 'code') return setStep({ kind: 'code' })
        const { blocked } = (error.body ?? {}) as { blocked?: Blocked }
        if (error.code === 'BLOCKED' && blocked) return setStep({ kind: 'blocked', blocked })
        throw error
      }
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (login.trim() && password && (step.kind !== 'code' || code.trim())) void enter()
  }
  const startOver = () => {
    setStep({ kind: 'password' })
    setPassword('')
    setCode('')
    setIsTried(false)
    entering.forget()
  }

  if (step.kind === 'blocked') {
    return <BlockedPage blocked={step.blocked} again={enter} isAsking={entering.isBusy} leave={startOver} />
  }
  const missing = (text: string) => (isTried && text.trim() === '' ? faults.missing : undefined)
  const known: Readonly<Record<string, string>> = words.why
  return (
    <Door title={step.kind === 'code' ? words.codeTitle : words.title}>
      {why && known[why] && !isTried && <Notice tone="quiet">{known[why]}</Notice>}
      <form className={classes.form} onSubmit={submit} noValidate>
        {step.kind === 'code' ? (
          <TextInput
            key="code"
            label={words.code}
            description={words.codeExplain}
            name="code"
            size="md"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            // The question comes as an answer to the button just pressed: the next thing to do is to type.
            data-autofocus
            autoFocus
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
        ) : (
          <>
            <TextInput
              key="login"
              label={words.login}
              name="login"
              size="md"
              required
              withAsterisk={false}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              value={login}
              error={missing(login)}
              onChange={({ currentTarget }) => setLogin(currentTarget.value)}
            />
            <PasswordField value={password} onChange={setPassword} error={missing(password)} />
          </>
        )}
        {entering.error !== undefined && <Refusal error={entering.error} isCode={step.kind === 'code'} />}
        <Button type="submit" size="md" loading={entering.isBusy}>
          {step.kind === 'code' ? words.codeButton : words.button}
        </Button>
        {step.kind === 'code' ? (
          <Anchor component="button" type="button" size="sm" onClick={startOver}>
            {words.other}
          </Anchor>
        ) : (
          <Anchor href="/reset" size="sm">
            {words.forgotten}
          </Anchor>
        )}
      </form>
    </Door>
  )
}

function Refusal({ error, isCode }: { error: unknown; isCode: boolean }) {
  const code = error instanceof Refused ? error.code : undefined
  const isWrongCode = isCode && (code === 'INVALID_CREDENTIALS' || code === 'SECOND_FACTOR_REQUIRED')
  if (isWrongCode) return <Notice tone="bad">{words.codeWrong}</Notice>
  return <Failure error={error} />
}
