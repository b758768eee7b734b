import { Button } from '@mantine/core'
import { useChange } from '../../../api/queries.ts'
import { Form, useForm } from '../../../shared/forms/form.tsx'
import { words } from '../../../shared/texts/console.ts'
import { TimeField } from '../../blocks/fields.tsx'
import { TimeLine } from '../../blocks/TimeLine.tsx'
import { momentsOf } from '../../blocks/timeline.ts'
import { toast } from '../../blocks/toasts.tsx'
import { extendedDue } from '../activation.ts'
import type { ActProps } from '../client.ts'
import { datesOf } from '../client.ts'
import classes from './actions.module.css'

const { actions } = words.clients

/** Sets the due date by hand, and previews the consequences before it is saved. */
export function Extend({ account, plan, close }: ActProps) {
  const change = useChange('patchAccountsByIdSetPaymentLifecycle')
  const now = Math.floor(Date.now() / 1000)
  const dates = datesOf(account, plan)
  const period = plan?.client_payment_lifecycle?.payment_period ?? 1
  const set = (payment_expected_at: number | null) =>
    change.mutateAsync({ params: { id: account.id }, body: { payment_expected_at } })
  const form = useForm<{ payment_expected_at: number | null }>({
    start: { payment_expected_at: extendedDue(dates.dueAt, period, now) },
    judge: ({ payment_expected_at: at }) => ({ payment_expected_at: at === null ? words.form.missing : undefined }),
    send: async ({ payment_expected_at }) => {
      await set(payment_expected_at)
      close()
      // A date in the past cannot be set again.
      const canGoBack = dates.dueAt === null || dates.dueAt > now
      toast(actions.extended, canGoBack ? { undo: () => set(dates.dueAt) } : {})
    },
  })
  return (
    <Form form={form} act={actions.extend} cancel={close}>
      <div className={classes.choices}>
        {[1, 2, 3].map((count) => (
          <Button
            key={count}
            variant="default"
            size="xs"
            onClick={() => form.set('payment_expected_at', extendedDue(dates.dueAt, period * count, now))}
          >
            {actions.extendMonths(period * count)}
          </Button>
        ))}
      </div>
      <TimeField
        form={form}
        name="payment_expected_at"
        label={actions.extendAt}
        hint={actions.extendExplain}
        min={now}
      />
      <TimeLine moments={momentsOf({ ...dates, dueAt: form.values.payment_expected_at })} now={now} />
    </Form>
  )
}
