import { useChange } from '../../../api/queries.ts'
import { Form, useForm } from '../../../shared/forms/form.tsx'
import { words } from '../../../shared/texts/console.ts'
import { TimeField } from '../../blocks/fields.tsx'
import { toast } from '../../blocks/toasts.tsx'
import type { ActProps } from '../client.ts'

const { actions } = words.clients
const day = 86_400

export function ScheduleBlock({ account, close }: ActProps) {
  const change = useChange('patchAccountsByIdSetBlockedAt')
  const now = Math.floor(Date.now() / 1000)
  const before = account.blocked_at ?? null
  const set = (blocked_at: number | null) => change.mutateAsync({ params: { id: account.id }, body: { blocked_at } })
  const form = useForm<{ blocked_at: number | null }>({
    start: { blocked_at: before ?? now + 7 * day },
    judge: ({ blocked_at }) => ({ blocked_at: blocked_at === null ? words.form.missing : undefined }),
    send: async ({ blocked_at }) => {
      await set(blocked_at)
      close()
      toast(actions.scheduled, { undo: () => set(before) })
    },
  })
  return (
    <Form form={form} act={actions.schedule} cancel={close}>
      <TimeField
        form={form}
        name="blocked_at"
        label={actions.scheduleAt}
        hint={actions.scheduleExplain}
        min={now}
        isFirst
      />
    </Form>
  )
}
