/** The figures of the business, each with its trend and the list behind it. */
import { Anchor } from '@mantine/core'
import type { Figures as FiguresAnswer } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { BarChart } from '../../shared/charts/BarChart.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatMoney } from '../../shared/format/money.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { figures } from '../../shared/texts/console-figures.ts'
import { Columns, PageBody, PageHead } from '../blocks/layout.tsx'
import { Figure, Figures } from '../blocks/standing.tsx'
import classes from './figures.module.css'
import { GrowthPanel } from './Growth.tsx'
import { Amounts, IncomeFigures } from './Income.tsx'
import { Margins } from './Margins.tsx'
import { shortMonth } from './month.ts'

export function FiguresPage() {
  const query = useOperation('getConsoleFigures', undefined)
  return (
    <PageBody>
      <PageHead title={figures.title} detail={query.data && figures.zone(query.data.time_zone)} />
      <Loaded query={query} height={480}>
        {(data) => (
          <>
            <IncomePanel income={data.income} />
            <Columns>
              <RecurringPanel recurring={data.recurring} />
              <OverduePanel overdue={data.overdue} />
            </Columns>
            <Panel title={figures.margins.title}>
              <Margins plans={data.recurring.plans} />
            </Panel>
            <Columns>
              <GrowthPanel kind="clients" months={data.clients} />
              <GrowthPanel kind="units" months={data.units} />
            </Columns>
            <SilentPanel count={data.paid_silent_units} />
          </>
        )}
      </Loaded>
    </PageBody>
  )
}

const IncomePanel = ({ income }: { income: FiguresAnswer['income'] }) => (
  <Panel title={figures.income.title}>
    {income.length === 0 && <p className={classes.hint}>{figures.income.none}</p>}
    {income.map((own) => (
      <div key={own.currency} className={classes.currency}>
        <IncomeFigures income={own} />
        <BarChart
          isNewestLast
          label={figures.income.chart(own.currency.toUpperCase())}
          bars={own.months.map(({ month, amount }) => ({
            key: month,
            name: shortMonth(month),
            value: amount,
            text: formatMoney(amount, own.currency),
            address: to('/figures/:list', { list: 'payments' }, { month }),
          }))}
        />
      </div>
    ))}
    <p className={classes.hint}>{figures.income.hint}</p>
  </Panel>
)

function RecurringPanel({ recurring }: { recurring: FiguresAnswer['recurring'] }) {
  const { amounts, clients, not_charged, free_clients } = recurring
  const texts = figures.recurring
  return (
    <Panel title={texts.title}>
      {amounts.length === 0 && not_charged.clients === 0 ? (
        <p className={classes.hint}>{texts.none}</p>
      ) : (
        <Figures>
          <Figure
            name={texts.monthly}
            value={<Amounts amounts={amounts} />}
            detail={figures.clients(clients)}
            address={to('/figures/:list', { list: 'recurring' })}
          />
          {not_charged.clients > 0 && (
            <Figure
              name={texts.notCharged}
              value={<Amounts amounts={not_charged.amounts} />}
              detail={`${figures.clients(not_charged.clients)}. ${texts.notChargedHint}`}
              address={to('/figures/:list', { list: 'not-charged' })}
            />
          )}
          {free_clients > 0 && <Figure name={texts.free} value={figures.clients(free_clients)} />}
        </Figures>
      )}
      <p className={classes.hint}>{texts.hint}</p>
    </Panel>
  )
}

const OverduePanel = ({ overdue }: { overdue: FiguresAnswer['overdue'] }) => (
  <Panel title={figures.overdue.title}>
    {overdue.length === 0 && <p className={classes.hint}>{figures.overdue.none}</p>}
    {overdue.map(({ currency, amount, invoices, ages }) => (
      <div key={currency} className={classes.currency}>
        <Anchor inherit href={to('/invoices', {}, { state: 'overdue' })}>
          {figures.overdue.total(formatMoney(amount, currency), invoices)}
        </Anchor>
        <BarChart
          label={figures.overdue.chart(currency.toUpperCase())}
          bars={ages.map(({ age, amount: own }) => ({
            key: age,
            name: words.invoices.ages[age],
            value: own,
            text: formatMoney(own, currency),
            address: to('/invoices', {}, { overdue: age }),
          }))}
        />
      </div>
    ))}
  </Panel>
)

const SilentPanel = ({ count }: { count: number }) => (
  <Panel title={figures.silent.title}>
    {count === 0 ? (
      <p className={classes.hint}>{figures.silent.none}</p>
    ) : (
      <Anchor inherit href={to('/figures/:list', { list: 'silent' })}>
        {figures.silent.text(count)}
      </Anchor>
    )}
  </Panel>
)
