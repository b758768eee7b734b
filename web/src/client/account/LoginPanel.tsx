/** How the client logs in: address, password, second factor. Each change asks for the password again. */
import { type FormEvent, useState } from 'react'
import { Refused, useDoing } from '../../shared/api.ts'
import { EmailField, emailFault, PasswordField, passwordFault } from '../../shared/fields.tsx'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { type FactorActs, SecondFactor } from '../../shared/SecondFactor.tsx'
import { FormButtons, Setting, wrongPassword } from '../../shared/Setting.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { change, type Me } from '../client-api.ts'
import classes from './AccountView.module.css'

const words = texts.account.security

const factorActs: FactorActs = {
  begin: () => change('POST', '/me/totp'),
  confirm: (code) => change('PUT', '/me/totp', { code }),
  remove: (password) => change('DELETE', '/me/totp', { password }),
}

export function LoginPanel({ me, reload }: { me: Me; reload: () => Promise<void> }) {
  return (
    <Panel title={words.title}>
      <ul className={classes.rows}>
        <EmailRow email={me.user.email} />
        <PasswordRow />
        <SecondFactor isOn={me.two_factor} acts={factorActs} reload={reload} />
      </ul>
    </Panel>
  )
}

function EmailRow({ email }: { email: string | null }) {
  const [isOpen, setIsOpen] = useState(false)
  const [wanted, setWanted] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const asking = useDoing()
  const close = () => {
    setIsOpen(false)
    setPassword('')
    setIsTried(false)
    asking.forget()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (emailFault(wanted) || !password) return
    void asking.run(async () => {
      await change('PUT', '/me/email', { email: wanted.trim(), password })
      setSentTo(wanted.trim())
      close()
    })
  }
  return (
    <Setting
      title={words.email}
      state={email ?? ''}
      button={words.changeEmail}
      isOpen={isOpen}
      open={() => {
        setSentTo(undefined)
        setIsOpen(true)
      }}
    >
      {sentTo && <Notice tone="good">{words.emailSent(sentTo)}</Notice>}
      {isOpen && (
        <form className={classes.form} onSubmit={submit} noValidate>
          <EmailField
            label={words.newEmail}
            value={wanted}
            onChange={setWanted}
            error={isTried ? emailFault(wanted) : undefined}
          />
          <PasswordField
            label={words.yourPassword}
            value={password}
            onChange={setPassword}
            error={wrongPassword(asking.error) ?? (isTried && !password ? texts.client.faults.missing : undefined)}
          />
          {asking.error !== undefined && !wrongPassword(asking.error) && <Failure error={asking.error} />}
          <FormButtons label={words.sendLink} isBusy={asking.isBusy} cancel={close} />
        </form>
      )}
    </Setting>
  )
}

const noPasswords = { now: '', next: '', again: '' }

function PasswordRow() {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState(noPasswords)
  const [isTried, setIsTried] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const saving = useDoing()
  const close = () => {
    setIsOpen(false)
    setTyped(noPasswords)
    setIsTried(false)
    saving.forget()
  }
  const differ = typed.next === typed.again ? undefined : texts.client.faults.repeat
  const told = saving.error instanceof Refused ? saving.error.about('new_password') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!typed.now || passwordFault(typed.next) || differ) return
    void saving.run(async () => {
      const body = { password: typed.now, new_password: typed.next, repeat_password: typed.again }
      await change('PUT', '/me/password', body)
      setIsSaved(true)
      close()
    })
  }
  const set = (name: keyof typeof noPasswords) => (text: string) => setTyped((before) => ({ ...before, [name]: text }))
  return (
    <Setting
      title={words.password}
      state=""
      button={words.changePassword}
      isOpen={isOpen}
      open={() => {
        setIsSaved(false)
        setIsOpen(true)
      }}
    >
      {isSaved && <Notice tone="good">{words.passwordSaved}</Notice>}
      {isOpen && (
        <form className={classes.form} onSubmit={submit} noValidate>
          <PasswordField
            label={words.currentPassword}
            value={typed.now}
            onChange={set('now')}
            error={wrongPassword(saving.error) ?? (isTried && !typed.now ? texts.client.faults.missing : undefined)}
          />
          <PasswordField
            kind="new"
            value={typed.next}
            onChange={set('next')}
            error={told ?? (isTried ? passwordFault(typed.next) : undefined)}
          />
          <PasswordField
            kind="repeat"
            value={typed.again}
            onChange={set('again')}
            error={isTried ? differ : undefined}
          />
          {saving.error !== undefined && !told && !wrongPassword(saving.error) && <Failure error={saving.error} />}
          <FormButtons label={words.savePassword} isBusy={saving.isBusy} cancel={close} />
        </form>
      )}
    </Setting>
  )
}
