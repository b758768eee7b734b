/** The user's own password as one line, which opens into a form: the current password, and the new one twice. */
import { PasswordField, passwordFault, repeatFault } from '../forms/fields.tsx'
import { Form, useForm } from '../forms/form.tsx'
import classes from '../forms/Setting.module.css'
import { Setting, useSetting } from '../forms/Setting.tsx'
import { texts } from '../texts/texts.ts'

const words = texts.account.security
const { faults } = texts.client

interface PasswordSettingProps {
  readonly serverNames: { readonly now: string; readonly next: string }
  save(passwords: { readonly now: string; readonly next: string; readonly again: string }): Promise<unknown>
}

export function PasswordSetting(props: PasswordSettingProps) {
  const { result, isOpen, open, ...row } = useSetting()
  return (
    <Setting title={words.password} state="" button={words.changePassword} isOpen={isOpen} open={open}>
      {result}
      {isOpen && <PasswordForm {...props} {...row} />}
    </Setting>
  )
}

interface PasswordFormProps extends PasswordSettingProps {
  done(sentence: string): void
  cancel(): void
}

function PasswordForm({ serverNames, save, done, cancel }: PasswordFormProps) {
  const form = useForm({
    start: { now: '', next: '', again: '' },
    judge: ({ now, next, again }) => ({
      now: now ? undefined : faults.missing,
      next: passwordFault(next),
      again: repeatFault(next, again),
    }),
    serverNames,
    refusals: { now: faults.wrongPassword },
    send: async (passwords) => {
      await save(passwords)
      done(words.passwordSaved)
    },
  })
  return (
    <Form form={form} className={classes.form} act={words.savePassword} cancel={cancel}>
      <PasswordField label={words.currentPassword} {...form.field('now')} />
      <PasswordField kind="new" {...form.field('next')} />
      <PasswordField kind="repeat" {...form.field('again')} />
    </Form>
  )
}
