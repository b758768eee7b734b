import { useChange } from '../../../api/queries.ts'
import { Form, TextField, useForm } from '../../../shared/forms/form.tsx'
import { words } from '../../../shared/texts/console.ts'
import { AreaField } from '../../blocks/fields.tsx'
import { toast } from '../../blocks/toasts.tsx'
import type { ActProps } from '../client.ts'
import { nameFault } from '../name.ts'

const { actions } = words.clients

export function EditClient({ account, close }: ActProps) {
  const change = useChange('patchAccountsById')
  const set = (body: { title: string; description: string }) => change.mutateAsync({ params: { id: account.id }, body })
  const form = useForm({
    start: { title: account.title, description: account.description },
    judge: ({ title }) => ({ title: nameFault(title) }),
    send: async (values) => {
      await set(values)
      close()
      toast(actions.saved, { undo: () => set({ title: account.title, description: account.description }) })
    },
  })
  return (
    <Form form={form} cancel={close}>
      <TextField form={form} name="title" label={actions.editTitle} isFirst maxLength={50} />
      <AreaField form={form} name="description" label={actions.editDescription} maxLength={1000} />
    </Form>
  )
}
