import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ask, Refused, useDoing } from '../../shared/api.ts'
import classes from '../../shared/Door.module.css'
import { Door, ToLogin } from '../../shared/Door.tsx'
import { EmailField, emailFault, PasswordField, passwordFault } from '../../shared/fields.tsx'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { goToLogin } from '../client-api.ts'

const words = texts.client.reset

export const ResetPage = ({ token }: { token: string | null }) => (token ? <Choose token={token} /> : <Ask />)

function Ask() {
  const [email, setEmail] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const sending = useDoing()
  if (sentTo) {
    return (
      <Door title={words.sentTitle} explain={words.sent(sentTo)}>
        <ToLogin />
      </Door>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (emailFault(email)) return
    void sending.run(async () => {
      await ask('POST', '/client/password-resets', { email: email.trim() })
      setSentTo(email.trim())
    })
  }
  return (
    <Door title={words.title} explain={words.ask}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <EmailField value={email} onChange={setEmail} error={isTried ? emailFault(email) : undefined} />
        {sending.error !== undefined && <Failure error={sending.error} />}
        <Button type="submit" size="md" loading={sending.isBusy}>
          {words.button}
        </Button>
        <ToLogin />
      </form>
    </Door>
  )
}

function Choose({ token }: { token: string }) {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isTried, setIsTried] = useState(false)
  const saving = useDoing()
  const repeatFault = password === repeated ? undefined : texts.client.faults.repeat
  const told = saving.error instanceof Refused ? saving.error.about('new_password') : undefined
  const isStale = saving.error instanceof Refused && saving.error.status === 400 && !told
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (passwordFault(password) || repeatFault) return
    void saving.run(async () => {
      const body = { token, new_password: password, repeat_password: repeated }
      await ask('POST', '/client/password-resets/confirm', body)
      goToLogin('password')
    })
  }
  return (
    <Door title={words.title} explain={words.choose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <PasswordField
          kind="new"
          value={password}
          onChange={setPassword}
          error={told ?? (isTried ? passwordFault(password) : undefined)}
        />
        <PasswordField
          kind="repeat"
          value={repeated}
          onChange={setRepeated}
          error={isTried ? repeatFault : undefined}
        />
        {isStale && <Notice tone="warning">{words.stale}</Notice>}
        {!isStale && !told && saving.error !== undefined && <Failure error={saving.error} />}
        <Button type="submit" size="md" loading={saving.isBusy}>
          {words.save}
        </Button>
        <ToLogin />
      </form>
    </Door>
  )
}
