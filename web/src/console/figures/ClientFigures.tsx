/** One client in figures: open and received payments, and its units over time. */
import { useOperation } from '../../api/queries.ts'
import { BarChart } from '../../shared/charts/BarChart.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatMoney } from '../../shared/format/money.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { figures } from '../../shared/texts/console-figures.ts'
import { SmallTable } from '../blocks/layout.tsx'
import { Figure, Figures } from '../blocks/standing.tsx'
import { Money } from '../blocks/values.tsx'
import classes from './figures.module.css'
import { GrowthPanel } from './Growth.tsx'
import { Amounts } from './Income.tsx'
import { longMonth, shortMonth } from './month.ts'

const texts = figures.client

/** At the top of the client's page. */
export function ClientMoney({ id }: { id: number }) {
  const query = useOperation('getConsoleAccountsByIdFigures', { id })
  const sumOf = (of: (one: { open: number; overdue: number; months: readonly { paid: number }[] }) => number) => (
    <Amounts amounts={(query.data?.amounts ?? []).map((one) => ({ currency: one.currency, amount: of(one) }))} />
  )
  const inTab = (tab: string) => to('/clients/:id/:tab', { id, tab })
  return (
    <Panel title={texts.money}>
      <Loaded query={query}>
        {() => (
          <Figures>
            <Figure name={texts.open} value={sumOf(({ open }) => open)} address={inTab('invoices')} />
            <Figure name={texts.overdue} value={sumOf(({ overdue }) => overdue)} address={inTab('invoices')} />
            <Figure
              name={texts.year}
              value={sumOf(({ months }) => months.reduce((sum, { paid }) => sum + paid, 0))}
              address={inTab('statement')}
            />
          </Figures>
        )}
      </Loaded>
    </Panel>
  )
}

export function ClientAmountsChart({ id }: { id: number }) {
  const query = useOperation('getConsoleAccountsByIdFigures', { id })
  return (query.data?.amounts ?? []).map(({ currency, months }) => (
    <Panel key={currency} title={texts.paid(currency.toUpperCase())}>
      <BarChart
        isNewestLast
        label={texts.paid(currency.toUpperCase())}
        bars={months.map(({ month, paid }) => ({
          key: month,
          name: shortMonth(month),
          value: paid,
          text: formatMoney(paid, currency),
        }))}
      />
      <details className={classes.table}>
        <summary>{figures.growth.table}</summary>
        <SmallTable label={texts.paid(currency.toUpperCase())} head={texts.head}>
          {months.toReversed().map(({ month, invoiced, paid }) => (
            <tr key={month}>
              <td>{longMonth(month)}</td>
              <td>
                <Money amount={invoiced} currency={currency} />
              </td>
              <td>
                <Money amount={paid} currency={currency} />
              </td>
            </tr>
          ))}
        </SmallTable>
      </details>
    </Panel>
  ))
}

export function ClientUnitsChart({ id }: { id: number }) {
  const query = useOperation('getConsoleAccountsByIdFigures', { id })
  return query.data && <GrowthPanel kind="units" months={query.data.units} />
}
