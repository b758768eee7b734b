/** The dealer's settings of a unit: billing, whether its set-up is right, and how long its messages are kept. */
import { change } from '../../../api/queries.ts'
import { Form, SelectField, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { isCount, isDays, retentionFields, retentionOf } from '../../../shared/units/retention.ts'
import { toast } from '../../blocks/toasts.tsx'
import type { UnitProps } from '../unit.ts'

const { keeping, settings } = words.units
type BillingType = keyof typeof keeping.types

export function KeepingPanel({ unit }: UnitProps) {
  const form = useForm({
    start: {
      b_type: unit.b_type ?? '',
      completed: unit.completed === null ? '' : String(unit.completed),
      ...retentionFields(unit),
    },
    judge: ({ messages_ttl, messages_rotate }) => ({
      messages_ttl: isDays(messages_ttl) ? undefined : keeping.daysWrong,
      messages_rotate: isCount(messages_rotate) ? undefined : keeping.countWrong,
    }),
    send: async ({ b_type, completed, ...kept }) => {
      await change(
        'patchConsoleUnitsById',
        { id: unit.id },
        {
          b_type: b_type === '' ? null : (b_type as BillingType),
          completed: completed === '' ? null : completed === 'true',
          ...retentionOf(kept),
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
