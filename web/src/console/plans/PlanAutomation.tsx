/** When a plan's clients pay: settings, who gets which due date, and a preview before anything is saved. */
import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import type { BodyOf } from '../../api/call.ts'
import type { ClientPlan, DueDates } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { FieldRow, Form, type FormState, useForm } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import { Outcome } from '../automation/Outcome.tsx'
import { type Question, type Settings, useSimulation } from '../automation/use-simulation.ts'
import { NumberField } from '../blocks/fields.tsx'
import { toast } from '../blocks/toasts.tsx'
import { Time } from '../blocks/values.tsx'
import classes from './PlanAutomation.module.css'

const texts = words.plans.one
const previewMonths = 12
const shownMax = 5

type Start = NonNullable<BodyOf<'patchClientPlansByIdPaymentLifecycle'>['due_dates']>
const starts: readonly Start[] = ['from_today', 'from_activation', 'leave']

interface Values {
  readonly payment_period: number | ''
  readonly payment_notify_offset: number | ''
  readonly block_offset: number | ''
  /** Empty until an option is chosen. */
  readonly due_dates: Start | ''
}

export function PlanAutomation({ plan }: { plan: ClientPlan }) {
  const { payment_period, payment_notify_offset, block_offset } = plan.client_payment_lifecycle ?? {}
  const [asked, setAsked] = useState<Question>()
  const save = useChange('patchClientPlansByIdPaymentLifecycle')
  // Any period affects the same clients.
  const waiting = useDueDates(plan.id, 1, 'from_today').data?.clients ?? 0
  const form: FormState<Values> = useForm<Values>({
    start: {
      payment_period: payment_period ?? '',
      payment_notify_offset: payment_notify_offset ?? 3,
      block_offset: block_offset ?? 3,
      due_dates: '',
    },
    judge: (values) => ({
      payment_notify_offset: values.payment_notify_offset === '' ? words.form.missing : undefined,
      block_offset: values.block_offset === '' ? words.form.missing : undefined,
      due_dates:
        waiting > 0 && periodOf(values) !== undefined && values.due_dates === '' ? texts.dueMissing : undefined,
    }),
    send: async (values) => {
      const due_dates = values.due_dates || 'leave'
      await save.mutateAsync({ params: { id: plan.id }, body: { ...settingsOf(values), ...begin(values, due_dates) } })
      form.set('due_dates', '')
      toast(texts.saved)
    },
  })
  const months = periodOf(form.values)
  const simulation = useSimulation(asked)
  const look = () =>
    setAsked({
      ...{ tariff_plan_id: plan.id, months: previewMonths, settings: settingsOf(form.values) },
      ...begin(form.values, form.values.due_dates || 'leave'),
    })
  return (
    <>
      <Form form={form} act={texts.save}>
        <FieldRow>
          <NumberField form={form} name="payment_period" label={texts.period} min={1} max={120} />
          <NumberField form={form} name="payment_notify_offset" label={texts.notify} min={0} max={10} />
          <NumberField form={form} name="block_offset" label={texts.block} min={0} max={10} />
        </FieldRow>
        {waiting > 0 && months !== undefined && (
          <DueQuestion form={form} planId={plan.id} months={months} count={waiting} />
        )}
        <Button variant="default" style={{ justifySelf: 'start' }} loading={simulation.isFetching} onClick={look}>
          {texts.preview}
        </Button>
      </Form>
      {asked && (
        <Loaded query={simulation}>
          {(result) => (
            <>
              <p>{texts.previewText(previewMonths)}</p>
              <Outcome result={result} />
            </>
          )}
        </Loaded>
      )}
    </>
  )
}

/** Without a period, none can begin. */
const begin = (values: Values, due_dates: Start) => (periodOf(values) === undefined ? {} : { due_dates })

const useDueDates = (id: string, payment_period: number, due_dates: Start) =>
  useOperation('getConsoleClientPlansByIdDueDates', { id, payment_period, due_dates })

interface QuestionProps {
  readonly form: FormState<Values>
  readonly planId: string
  readonly months: number
  readonly count: number
}

function DueQuestion({ form, planId, months, count }: QuestionProps) {
  const chosen = form.values.due_dates
  const dates = useDueDates(planId, months, chosen || 'leave')
  return (
    <Radio.Group
      label={texts.dueQuestion(count)}
      description={texts.dueText}
      error={form.faultOf('due_dates')}
      value={chosen}
      onChange={(value) => form.set('due_dates', value as Start)}
    >
      <div className={classes.answers}>
        {starts.map((start) => (
          <Radio key={start} value={start} label={texts.due[start]} description={texts.dueHints[start]} />
        ))}
      </div>
      {chosen && chosen !== 'leave' && dates.data && <FirstDates dates={dates.data} />}
    </Radio.Group>
  )
}

const FirstDates = ({ dates }: { dates: DueDates }) => (
  <div className={classes.first}>
    <strong>{texts.dueFirst}</strong>
    <ul aria-label={texts.dueFirst}>
      {dates.first.slice(0, shownMax).map(({ account_id, title, due_at }) => (
        <li key={account_id}>
          {title}: <Time at={due_at} as="day" />
        </li>
      ))}
      {dates.clients > shownMax && <li>{texts.dueMore(dates.clients - shownMax)}</li>}
    </ul>
  </div>
)

const periodOf = ({ payment_period: months }: Values): number | undefined =>
  typeof months === 'number' && Number.isInteger(months) && months >= 1 && months <= 120 ? months : undefined

const settingsOf = (values: Values): Settings => ({
  payment_period: values.payment_period === '' ? null : values.payment_period,
  payment_notify_offset: Number(values.payment_notify_offset),
  block_offset: Number(values.block_offset),
})
