/** How one client is reminded: like everyone, with its own steps, or not at all; and a pause until a day. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ReminderSettings, ClientReminders as Terms } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { SidePanel } from '../blocks/Dialog.tsx'
import { toast } from '../blocks/toasts.tsx'
import { today } from '../prices/price.ts'
import { useMay } from '../session.ts'
import { SentReminders } from './SentReminders.tsx'
import { StepFields } from './StepFields.tsx'
import { faultIn, stepOf, type TypedStep, typedSteps } from './step.ts'

const { client: texts, steps: stepTexts } = words.reminders

export function ClientReminders({ accountId }: { accountId: number }) {
  const may = useMay()
  const [isEditing, setIsEditing] = useState(false)
  const terms = useOperation('getConsoleAccountsByIdReminders', { id: accountId })
  const settings = useOperation('getConsoleReminders', undefined)
  const close = () => setIsEditing(false)
  return (
    <Panel
      title={texts.title}
      aside={
        may('bills') &&
        terms.data &&
        settings.data && (
          <Button variant="default" size="xs" onClick={() => setIsEditing(true)}>
            {texts.change}
          </Button>
        )
      }
    >
      <Loaded query={terms} height={60}>
        {({ kind, paused_until, sent }) => (
          <>
            <p style={{ marginTop: 0 }}>
              {settings.data?.is_active === false ? texts.off : texts.kindsSaid[kind]}
              {paused_until && paused_until > today() && <> {texts.paused(formatCalendarDay(paused_until))}</>}
            </p>
            <SentReminders sent={sent} hasInvoice />
          </>
        )}
      </Loaded>
      <SidePanel title={texts.title} isOpen={isEditing} close={close} isWide>
        {terms.data && settings.data && (
          <TermsForm accountId={accountId} terms={terms.data} settings={settings.data} close={close} />
        )}
      </SidePanel>
    </Panel>
  )
}

interface TermsFormProps {
  readonly accountId: number
  readonly terms: Terms
  readonly settings: ReminderSettings
  close(): void
}

function TermsForm({ accountId, terms, settings, close }: TermsFormProps) {
  const save = useChange('putConsoleAccountsByIdReminders')
  const currency = settings.currency ?? 'eur'
  const form = useForm({
    start: () => ({
      kind: terms.kind as string,
      paused_until: terms.paused_until ?? '',
      steps: typedSteps(terms.steps ?? settings.steps, currency) as readonly TypedStep[],
    }),
    judge: ({ kind, steps }) => {
      const fault = kind === 'own' ? faultIn(steps, currency) : undefined
      return { steps: fault && stepTexts.faults[fault] }
    },
    send: async ({ kind, paused_until, steps }) => {
      const own = steps.map((step) => stepOf(step, currency, settings.standard_texts))
      const body = { kind: kind as Terms['kind'], paused_until: paused_until || null }
      await save.mutateAsync({ params: { id: accountId }, body: { ...body, steps: kind === 'own' ? own : null } })
      close()
      toast(texts.saved)
    },
  })
  return (
    <Form form={form} cancel={close}>
      <SelectField
        form={form}
        name="kind"
        label={texts.kind}
        options={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
      />
      <TextField form={form} name="paused_until" type="date" label={texts.pause} hint={texts.pauseHint} />
      {form.values.kind === 'own' && (
        <StepFields
          steps={form.values.steps}
          currency={currency}
          standard={settings.standard_texts}
          error={form.faultOf('steps')}
          onChange={(steps) => form.set('steps', steps)}
        />
      )}
    </Form>
  )
}
