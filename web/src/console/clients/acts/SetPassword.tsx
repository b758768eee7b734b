import { useChange } from '../../../api/queries.ts'
import { passwordFault } from '../../../shared/fields.tsx'
import { Form, PasswordTextField, useForm } from '../../../shared/form.tsx'
import { words } from '../../../shared/texts/console.ts'
import { toast } from '../../blocks/toasts.tsx'
import classes from './acts.module.css'
import type { ActProps } from './ClientActs.tsx'

const { acts } = words.clients

export function SetPassword({ users, close }: ActProps) {
  const change = useChange('putUsersByIdPassword')
  const form = useForm({
    start: { new_password: '' },
    judge: ({ new_password }) => ({ new_password: passwordFault(new_password) }),
    send: async ({ new_password }) => {
      await change.mutateAsync({ params: { id: users[0]!.id }, body: { new_password, repeat_password: new_password } })
      close()
      toast(acts.passwordSet)
    },
  })
  return (
    <Form form={form} act={acts.password} cancel={close}>
      <p className={classes.line}>{acts.passwordExplain}</p>
      <PasswordTextField form={form} name="new_password" label={acts.newPassword} isNew isFirst />
    </Form>
  )
}
