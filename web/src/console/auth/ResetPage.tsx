import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { useDoing } from '../../shared/api.ts'
import classes from '../../shared/Door.module.css'
import { Door } from '../../shared/Door.tsx'
import { EmailField, emailFault } from '../../shared/fields.tsx'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { words } from '../../shared/texts/console.ts'
import { NewPassword } from './NewPassword.tsx'
import { ToSignIn } from './ToSignIn.tsx'

const { entrance } = words

export const ResetPage = ({ token }: { token: string }) => (token ? <Choose token={token} /> : <AskForLink />)

function AskForLink() {
  const [email, setEmail] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const sending = useDoing()
  if (sentTo) {
    return (
      <Door title={entrance.resetSentTitle} explain={entrance.resetSent(sentTo)}>
        <ToSignIn />
      </Door>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (emailFault(email)) return
    void sending.run(async () => {
      await call('postConsoleReset', undefined, { email: email.trim() })
      setSentTo(email.trim())
    })
  }
  return (
    <Door title={entrance.resetTitle} explain={entrance.resetAsk}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <EmailField value={email} onChange={setEmail} error={isTried ? emailFault(email) : undefined} />
        {sending.error !== undefined && <Failure error={sending.error} />}
        <Button type="submit" size="md" loading={sending.isBusy}>
          {entrance.resetButton}
        </Button>
        <ToSignIn />
      </form>
    </Door>
  )
}

function Choose({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false)
  if (isDone) {
    return (
      <Door title={entrance.title}>
        <Notice tone="good">{entrance.why.password}</Notice>
        <Button component="a" href="/console" size="md">
          {entrance.button}
        </Button>
      </Door>
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
