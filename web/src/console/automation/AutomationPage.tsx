/** The coming months of billing automation, and a simulation with other settings. */
import { Anchor, Button, NativeSelect, VisuallyHidden } from '@mantine/core'
import type { LifecycleSimulation } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { CalendarIcon } from '../../shared/content/Icons.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { weekdays } from '../../shared/format/habits.ts'
import { formatMonth } from '../../shared/format/times.ts'
import { FieldRow, Form, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to, useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { locale } from '../../shared/texts/texts.ts'
import { NumberField } from '../blocks/fields.tsx'
import { Empty, PageBody, PageHead } from '../blocks/layout.tsx'
import { usePlans } from '../clients/use-plans.ts'
import classes from './AutomationPage.module.css'
import { type Month, monthsOf, stepKinds, stepsIn, stepsOf } from './calendar.ts'
import { Outcome } from './Outcome.tsx'
import { TermsForecast } from './TermsForecast.tsx'
import { type Question, type Settings, useSimulation } from './use-simulation.ts'

const texts = words.automation
const lengths = [1, 3, 6, 12, 24]
const usualMonths = 3
const clientsShownMax = 50

export function AutomationPage() {
  const [query, change] = useQueryValues()
  const months = lengths.find((length) => String(length) === query.get('months')) ?? usualMonths
  const payments = query.get('payments') === 'on_time' ? ('on_time' as const) : ('none' as const)
  const plan = query.get('plan') ?? undefined
  const settings = settingsIn(query)
  const { plans } = usePlans()
  const question: Question = {
    months,
    payments,
    ...(plan && { tariff_plan_id: plan }),
    ...(plan && settings && { settings }),
  }
  const simulation = useSimulation(question)
  const choice = (label: string, name: string, value: string, data: readonly { value: string; label: string }[]) => (
    <NativeSelect
      label={label}
      value={value}
      data={[...data]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value, day: undefined })}
    />
  )
  return (
    <PageBody>
      <PageHead title={texts.title} detail={texts.explain} />
      <div className={classes.choices}>
        {choice(
          texts.months,
          'months',
          String(months),
          lengths.map((length) => ({ value: String(length), label: texts.monthsOption(length) })),
        )}
        {choice(
          texts.payments,
          'payments',
          payments,
          Object.entries(texts.paymentsOptions).map(([value, label]) => ({ value, label })),
        )}
        {choice(texts.plan, 'plan', plan ?? '', [
          { value: '', label: texts.anyPlan },
          ...plans.map(({ id, name }) => ({ value: id, label: name })),
        ])}
      </div>
      {plan && <WhatIf key={plan} plan={plan} settings={settings} />}
      <Loaded query={simulation} height={420}>
        {(result) => (result.accounts === 0 ? <Nothing /> : <Calendar result={result} />)}
      </Loaded>
      <TermsForecast months={months} payments={payments} />
    </PageBody>
  )
}

const Nothing = () => (
  <Panel>
    <Empty
      icon={<CalendarIcon />}
      title={texts.nothing}
      action={
        <Button component="a" href={to('/plans')} variant="default">
          {texts.toPlans}
        </Button>
      }
    >
      {texts.nothingHint}
    </Empty>
  </Panel>
)

/** In the address too, so that a simulation can be shared. */
function settingsIn(query: URLSearchParams): Settings | undefined {
  const number = (name: string) => (/^\d{1,3}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : undefined)
  const [period, notify, block] = [number('period'), number('notify'), number('block')]
  if (notify === undefined || block === undefined) return undefined
  return { payment_period: period ?? null, payment_notify_offset: notify, block_offset: block }
}

function WhatIf({ plan, settings }: { plan: string; settings: Settings | undefined }) {
  const [, change] = useQueryValues()
  const { byId } = usePlans()
  const now = settings ?? byId.get(plan)?.client_payment_lifecycle
  const form = useForm({
    start: {
      period: now?.payment_period ?? ('' as number | ''),
      notify: now?.payment_notify_offset ?? (3 as number | ''),
      block: now?.block_offset ?? (3 as number | ''),
    },
    send: async ({ period, notify, block }) => change({ period, notify: Number(notify), block: Number(block) }),
  })
  const reset = () => change({ period: undefined, notify: undefined, block: undefined })
  return (
    <Panel title={texts.whatIf}>
      <p className={classes.hint}>{texts.whatIfHint}</p>
      <Form form={form} act={texts.try} {...(settings && { cancel: reset })}>
        <FieldRow>
          <NumberField form={form} name="period" label={texts.period} min={1} max={120} />
          <NumberField form={form} name="notify" label={texts.notify} min={0} max={10} />
          <NumberField form={form} name="block" label={texts.block} min={0} max={10} />
        </FieldRow>
      </Form>
    </Panel>
  )
}

function Calendar({ result }: { result: LifecycleSimulation }) {
  const [query, change] = useQueryValues()
  const chosen = query.get('day') ?? undefined
  return (
    <>
      <Panel>
        <Outcome result={result} />
      </Panel>
      {chosen && <ChosenDay date={chosen} result={result} />}
      <div className={classes.months}>
        {monthsOf(result).map((month) => (
          <MonthGrid key={month.name} month={month} chosen={chosen} choose={(day) => change({ day })} />
        ))}
      </div>
    </>
  )
}

interface MonthGridProps {
  readonly month: Month
  readonly chosen: string | undefined
  choose(date: string): void
}

const MonthGrid = ({ month, chosen, choose }: MonthGridProps) => (
  <Panel title={formatMonth(month.firstSeconds)}>
    <div className={classes.grid}>
      {weekdays().map((day) => (
        <span key={day} className={classes.weekday}>
          {texts.weekdays[day - 1]}
        </span>
      ))}
      {month.cells.map(({ date, day }, index) =>
        day ? (
          <button
            key={date}
            type="button"
            className={classes.day}
            aria-pressed={date === chosen}
            onClick={() => choose(date!)}
          >
            <span>{Number(date!.slice(8))}</span>
            <VisuallyHidden>{texts.day(date!, stepsIn(day))}</VisuallyHidden>
            <span className={classes.marks} aria-hidden="true">
              {stepKinds
                .filter((kind) => day[kind] > 0)
                .map((kind) => (
                  <span key={kind} data-kind={kind} title={texts.kinds[kind]}>
                    {texts.kinds[kind]![0]}
                    {day[kind].toLocaleString(locale)}
                  </span>
                ))}
            </span>
          </button>
        ) : (
          <span key={date ?? `blank-${index}`} className={classes.empty}>
            {date && Number(date.slice(8))}
          </span>
        ),
      )}
    </div>
  </Panel>
)

function ChosenDay({ date, result }: { date: string; result: LifecycleSimulation }) {
  const steps = stepsOf(result.steps, date)
  const ids = [...new Set([...steps.values()].flatMap((accounts) => accounts.slice(0, clientsShownMax)))]
  const clients = useOperation('getAccounts', { ids: ids.join(','), fields: 'id,title' }, { isEnabled: ids.length > 0 })
  const titles = new Map((clients.data ?? []).map(({ id, title }) => [id, title]))
  return (
    <Panel title={texts.dayTitle(date)}>
      {[...steps].map(([what, accounts]) => (
        <div key={what} className={classes.chosen}>
          <strong>
            {texts.kinds[what] ?? what} · {accounts.length.toLocaleString(locale)}
          </strong>
          <span className={classes.clients}>
            {accounts.slice(0, clientsShownMax).map((id) => (
              <Anchor key={id} href={to('/clients/:id', { id })}>
                {titles.get(id) ?? id}
              </Anchor>
            ))}
            {accounts.length > clientsShownMax && <span>{texts.more(accounts.length - clientsShownMax)}</span>}
          </span>
        </div>
      ))}
    </Panel>
  )
}
