/** The form behind a link out of a mail: one password, typed twice. */
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Refused, useDoing } from '../../shared/api.ts'
import classes from '../../shared/Door.module.css'
import { Door } from '../../shared/Door.tsx'
import { PasswordField, passwordFault } from '../../shared/fields.tsx'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { ToSignIn } from './ToSignIn.tsx'

interface NewPasswordProps {
  readonly title: string
  readonly explain: string
  readonly act: string
  /** Where the link does not work any more. */
  readonly stale: string
  send(password: string): Promise<unknown>
}

export function NewPassword({ title, explain, act, stale, send }: NewPasswordProps) {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isTried, setIsTried] = useState(false)
  const saving = useDoing()
  const repeatFault = password === repeated ? undefined : texts.client.faults.repeat
  const told = saving.error instanceof Refused ? saving.error.about('password') : undefined
  const isStale = saving.error instanceof Refused && saving.error.status === 400 && !told
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!passwordFault(password) && !repeatFault) void saving.run(() => send(password))
  }
  return (
    <Door title={title} explain={explain}>
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
        {isStale && <Notice tone="warning">{stale}</Notice>}
        {!isStale && !told && saving.error !== undefined && <Failure error={saving.error} />}
        <Button type="submit" size="md" loading={saving.isBusy}>
          {act}
        </Button>
        <ToSignIn />
      </form>
    </Door>
  )
}
