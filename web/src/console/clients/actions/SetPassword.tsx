import { useChange } from '../../../api/queries.ts'
import { passwordFault } from '../../../shared/forms/fields.tsx'
import { Form, useForm } from '../../../shared/forms/form.tsx'
import { words } from '../../../shared/texts/console.ts'
import { PasswordTextField } from '../../blocks/fields.tsx'
import { toast } from '../../blocks/toasts.tsx'
import type { ActProps } from '../client.ts'
import classes from './actions.module.css'

const { actions } = words.clients

export function SetPassword({ users, close }: ActProps) {
  const change = useChange('putUsersByIdPassword')
  const form = useForm({
    start: { new_password: '' },
    judge: ({ new_password }) => ({ new_password: passwordFault(new_password) }),
    send: async ({ new_password }) => {
      await change.mutateAsync({ params: { id: users[0]!.id }, body: { new_password, repeat_password: new_password } })
      close()
      toast(actions.passwordSet)
    },
  })
  return (
    <Form form={form} act={actions.password} cancel={close}>
      <p className={classes.line}>{actions.passwordExplain}</p>
      <PasswordTextField form={form} name="new_password" label={actions.newPassword} isNew isFirst />
    </Form>
  )
}
