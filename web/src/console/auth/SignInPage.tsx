import { Anchor, Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { Refused, useDoing } from '../../shared/api.ts'
import classes from '../../shared/Door.module.css'
import { Door } from '../../shared/Door.tsx'
import { EmailField, PasswordField } from '../../shared/fields.tsx'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { words } from '../../shared/texts/console.ts'
import { texts } from '../../shared/texts/texts.ts'
import { ResetPage } from './ResetPage.tsx'

export type WhySignIn = keyof typeof words.entrance.why

const { login, faults } = texts.client

/** Shown wherever somebody without a session stands; after it they are where they wanted to be. */
export function SignInPage({ why, enter }: { why: WhySignIn | undefined; enter: () => Promise<void> }) {
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isForgotten, setIsForgotten] = useState(false)
  const entering = useDoing()
  if (isForgotten) return <ResetPage token="" />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!email.trim() || !password || (isCodeAsked && !code.trim())) return
    void entering.run(async () => {
      try {
        await call('postConsoleSessions', undefined, {
          login: email.trim(),
          password,
          ...(code && { code: code.trim() }),
        })
      } catch (error) {
        const isAsked = error instanceof Refused && error.code === 'SECOND_FACTOR_REQUIRED'
        if (!isAsked || isCodeAsked) throw error
        return setIsCodeAsked(true)
      }
      await enter()
    })
  }
  const startOver = () => {
    setIsCodeAsked(false)
    setPassword('')
    setCode('')
    setIsTried(false)
    entering.forget()
  }
  const missing = (text: string) => (isTried && text.trim() === '' ? faults.missing : undefined)
  return (
    <Door
      title={isCodeAsked ? login.codeTitle : words.entrance.title}
      explain={isCodeAsked ? undefined : words.entrance.explain}
    >
      {why && !isTried && <Notice tone="quiet">{words.entrance.why[why]}</Notice>}
      <form className={classes.form} onSubmit={submit} noValidate>
        {isCodeAsked ? (
          <TextInput
            key="code"
            label={login.code}
            description={login.codeExplain}
            name="code"
            size="md"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            // The question comes as an answer to the button just pressed: the next thing to do is to type.
            autoFocus
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
        ) : (
          <>
            <EmailField value={email} onChange={setEmail} error={missing(email)} />
            <PasswordField value={password} onChange={setPassword} error={missing(password)} />
          </>
        )}
        {entering.error !== undefined && <Refusal error={entering.error} isCode={isCodeAsked} />}
        <Button type="submit" size="md" loading={entering.isBusy}>
          {isCodeAsked ? login.codeButton : words.entrance.button}
        </Button>
        {isCodeAsked ? (
          <Anchor component="button" type="button" size="sm" onClick={startOver}>
            {login.other}
          </Anchor>
        ) : (
          <>
            <Anchor component="button" type="button" size="sm" onClick={() => setIsForgotten(true)}>
              {words.entrance.forgotten}
            </Anchor>
            <Anchor href="/login" size="sm" c="dimmed">
              {words.entrance.client}
            </Anchor>
          </>
        )}
      </form>
    </Door>
  )
}

function Refusal({ error, isCode }: { error: unknown; isCode: boolean }) {
  const code = error instanceof Refused ? error.code : undefined
  const isWrong = code === 'INVALID_CREDENTIALS' || code === 'SECOND_FACTOR_REQUIRED'
  if (isWrong) return <Notice tone="bad">{isCode ? login.codeWrong : words.entrance.wrong}</Notice>
  return <Failure error={error} />
}
