/** How the client signs in: address, password, two-factor authentication. Each change needs the password. */
import { call } from '../../api/call.ts'
import { change } from '../../api/queries.ts'
import { PasswordSetting } from '../../shared/auth/PasswordSetting.tsx'
import { type FactorActions, SecondFactor } from '../../shared/auth/SecondFactor.tsx'
import { EmailField, emailFault, PasswordField } from '../../shared/forms/fields.tsx'
import { Form, useForm } from '../../shared/forms/form.tsx'
import classes from '../../shared/forms/Setting.module.css'
import { Setting, useSetting } from '../../shared/forms/Setting.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Me } from '../types.ts'

const words = texts.account.security
const { faults } = texts.client

const factorActions: FactorActions = {
  begin: () => call('postClientMeTotp', undefined),
  confirm: (code) => call('putClientMeTotp', undefined, { code }),
  remove: (password) => call('deleteClientMeTotp', undefined, { password }),
}

export const LoginPanel = ({ me }: { me: Me }) => (
  <Panel title={words.title}>
    <ul className={classes.rows}>
      <EmailRow email={me.user.email} />
      <PasswordSetting
        serverNames={{ now: 'password', next: 'new_password' }}
        save={({ now, next, again }) =>
          change('putClientMePassword', undefined, { password: now, new_password: next, repeat_password: again })
        }
      />
      <SecondFactor isOn={me.two_factor} actions={factorActions} />
    </ul>
  </Panel>
)

function EmailRow({ email }: { email: string | null }) {
  const { result, isOpen, open, ...row } = useSetting()
  return (
    <Setting title={words.email} state={email ?? ''} button={words.changeEmail} isOpen={isOpen} open={open}>
      {result}
      {isOpen && <EmailForm {...row} />}
    </Setting>
  )
}

function EmailForm({ done, cancel }: { done: (sentence: string) => void; cancel: () => void }) {
  const form = useForm({
    start: { email: '', password: '' },
    judge: ({ email, password }) => ({
      email: emailFault(email),
      password: password ? undefined : faults.missing,
    }),
    refusals: { password: faults.wrongPassword },
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
