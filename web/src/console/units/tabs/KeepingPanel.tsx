/** What the dealer settles about a unit: how it is billed, whether its set-up is right, and how long its messages stay. */
import { change } from '../../../api/queries.ts'
import { Form, SelectField, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { toast } from '../../blocks/toasts.tsx'
import type { UnitProps } from '../UnitPage.tsx'

const { keeping, settings } = words.units
type BillingType = keyof typeof keeping.types

const daySeconds = 86_400
const daysMax = 3650
const isWhole = (text: string, min: number, max: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max

export function KeepingPanel({ unit }: UnitProps) {
  const form = useForm({
    start: {
      b_type: unit.b_type ?? '',
      completed: unit.completed === null ? '' : String(unit.completed),
      messages_ttl: String(Math.round(unit.messages_ttl / daySeconds)),
      messages_rotate: String(unit.messages_rotate),
    },
    judge: ({ messages_ttl, messages_rotate }) => ({
      messages_ttl: isWhole(messages_ttl, 1, daysMax) ? undefined : keeping.daysWrong,
      messages_rotate: isWhole(messages_rotate, 0, 100_000_000) ? undefined : keeping.countWrong,
    }),
    send: async ({ b_type, completed, messages_ttl, messages_rotate }) => {
      await change(
        'patchConsoleUnitsById',
        { id: unit.id },
        {
          b_type: b_type === '' ? null : (b_type as BillingType),
          completed: completed === '' ? null : completed === 'true',
          messages_ttl: Number(messages_ttl) * daySeconds,
          messages_rotate: Number(messages_rotate),
        },
      )
      toast(settings.saved)
    },
  })
  return (
    <Panel title={keeping.title}>
      <Form form={form}>
        <SelectField
          form={form}
          name="b_type"
          label={keeping.billing}
          none={keeping.notSet}
          options={Object.entries(keeping.types).map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          form={form}
          name="completed"
          label={keeping.setup}
          none={keeping.unchecked}
          options={Object.entries(keeping.states).map(([value, label]) => ({ value, label }))}
        />
        <TextField form={form} name="messages_ttl" label={keeping.days} hint={keeping.daysHint} isRequired />
        <TextField form={form} name="messages_rotate" label={keeping.count} hint={keeping.countHint} isRequired />
      </Form>
    </Panel>
  )
}
