/** Reminders of open invoices: whether, when, and with which text. */
import type { ReminderSettings } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { currencies } from '../../shared/format/money.ts'
import { FieldRow, Form, SelectField, SwitchField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { PageBody, PageHead } from '../blocks/layout.tsx'
import { toast } from '../blocks/toasts.tsx'
import { useMay } from '../session.ts'
import { StepFields } from './StepFields.tsx'
import { faultIn, stepOf, type TypedStep, typedSteps } from './step.ts'

const texts = words.reminders
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }))

export function RemindersPage() {
  const settings = useOperation('getConsoleReminders', undefined)
  return (
    <PageBody>
      <PageHead title={texts.title} detail={texts.explain} />
      <Panel>
        <Loaded query={settings} height={320}>
          {(found) => <Settings settings={found} />}
        </Loaded>
      </Panel>
    </PageBody>
  )
}

function Settings({ settings }: { settings: ReminderSettings }) {
  const may = useMay()
  const save = useChange('putConsoleReminders')
  const standard = settings.standard_texts
  const form = useForm({
    start: () => ({
      ...{ is_active: settings.is_active, quiet_on_weekends: settings.quiet_on_weekends },
      ...{ hour: String(settings.hour), currency: settings.currency ?? 'eur' },
      steps: typedSteps(settings.steps, settings.currency ?? 'eur') as readonly TypedStep[],
    }),
    judge: ({ steps, currency }) => {
      const fault = faultIn(steps, currency)
      return { steps: fault && texts.steps.faults[fault] }
    },
    send: async ({ hour, currency, steps, ...rest }) => {
      const body = {
        ...rest,
        hour: Number(hour),
        currency,
        steps: steps.map((step) => stepOf(step, currency, standard)),
      }
      await save.mutateAsync({ params: undefined, body })
      toast(texts.saved)
    },
  })
  if (!may('manage')) return <p>{settings.is_active ? texts.readOnlyOn : texts.readOnlyOff}</p>
  return (
    <Form form={form} act={texts.act}>
      <SwitchField form={form} name="is_active" label={texts.active} hint={texts.activeHint} />
      <FieldRow>
        <SelectField form={form} name="hour" label={texts.hour} hint={texts.hourHint} options={hours} />
        <SelectField
          form={form}
          name="currency"
          label={texts.currency}
          hint={texts.currencyHint}
          options={[...new Set([form.values.currency, ...currencies])].map((value) => ({
            value,
            label: value.toUpperCase(),
          }))}
        />
      </FieldRow>
      <SwitchField form={form} name="quiet_on_weekends" label={texts.weekends} hint={texts.weekendsHint} />
      <StepFields
        steps={form.values.steps}
        currency={form.values.currency}
        standard={standard}
        error={form.faultOf('steps')}
        onChange={(steps) => form.set('steps', steps)}
      />
    </Form>
  )
}
