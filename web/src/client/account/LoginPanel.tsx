/** How the client logs in: address, password, second factor. Each change asks for the password again. */
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { change } from '../../api/queries.ts'
import { EmailField, emailFault, PasswordField, passwordFault, repeatFault } from '../../shared/fields.tsx'
import { Form, useForm } from '../../shared/form.tsx'
import { Notice } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { type FactorActs, SecondFactor } from '../../shared/SecondFactor.tsx'
import { Setting } from '../../shared/Setting.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Me } from '../types.ts'
import classes from './AccountView.module.css'

const words = texts.account.security
const { faults } = texts.client
const refusals = { password: faults.wrongPassword }

const factorActs: FactorActs = {
  begin: () => call('postClientMeTotp', undefined),
  confirm: (code) => call('putClientMeTotp', undefined, { code }),
  remove: (password) => call('deleteClientMeTotp', undefined, { password }),
}

export const LoginPanel = ({ me }: { me: Me }) => (
  <Panel title={words.title}>
    <ul className={classes.rows}>
      <EmailRow email={me.user.email} />
      <PasswordRow />
      <SecondFactor isOn={me.two_factor} acts={factorActs} />
    </ul>
  </Panel>
)

interface RowFormProps {
  done(sentence: string): void
  cancel(): void
}

function EmailRow({ email }: { email: string | null }) {
  const { result, isOpen, open, ...row } = useRow()
  return (
    <Setting title={words.email} state={email ?? ''} button={words.changeEmail} isOpen={isOpen} open={open}>
      {result}
      {isOpen && <EmailForm {...row} />}
    </Setting>
  )
}

function PasswordRow() {
  const { result, isOpen, open, ...row } = useRow()
  return (
    <Setting title={words.password} state="" button={words.changePassword} isOpen={isOpen} open={open}>
      {result}
      {isOpen && <PasswordForm {...row} />}
    </Setting>
  )
}

/** A row is closed, open as a form, or closed with a sentence about what the form did. */
function useRow() {
  const [state, setState] = useState<'closed' | 'open' | { readonly sentence: string }>('closed')
  return {
    isOpen: state === 'open',
    result: typeof state === 'object' && <Notice tone="good">{state.sentence}</Notice>,
    open: () => setState('open'),
    cancel: () => setState('closed'),
    done: (sentence: string) => setState({ sentence }),
  }
}

function EmailForm({ done, cancel }: RowFormProps) {
  const form = useForm({
    start: { email: '', password: '' },
    judge: ({ email, password }) => ({
      email: emailFault(email),
      password: password ? undefined : faults.missing,
    }),
    refusals,
    send: async ({ email, password }) => {
      await change('putClientMeEmail', undefined, { email: email.trim(), password })
      done(words.emailSent(email.trim()))
    },
  })
  return (
    <Form form={form} className={classes.form} act={words.sendLink} cancel={cancel}>
      <EmailField label={words.newEmail} {...form.field('email')} />
      <PasswordField label={words.yourPassword} {...form.field('password')} />
    </Form>
  )
}

function PasswordForm({ done, cancel }: RowFormProps) {
  const form = useForm({
    start: { password: '', new_password: '', repeat_password: '' },
    judge: ({ password, new_password, repeat_password }) => ({
      password: password ? undefined : faults.missing,
      new_password: passwordFault(new_password),
      repeat_password: repeatFault(new_password, repeat_password),
    }),
    refusals,
    send: async (passwords) => {
      await change('putClientMePassword', undefined, passwords)
      done(words.passwordSaved)
    },
  })
  return (
    <Form form={form} className={classes.form} act={words.savePassword} cancel={cancel}>
      <PasswordField label={words.currentPassword} {...form.field('password')} />
      <PasswordField kind="new" {...form.field('new_password')} />
      <PasswordField kind="repeat" {...form.field('repeat_password')} />
    </Form>
  )
}
