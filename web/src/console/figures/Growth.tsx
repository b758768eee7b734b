/** How many there were at the end of each month, how many joined and how many left. */
import type { Figures } from '../../api/generated.ts'
import { BarChart } from '../../shared/charts/BarChart.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { figures } from '../../shared/texts/console-figures.ts'
import { locale } from '../../shared/texts/texts.ts'
import { SmallTable } from '../blocks/layout.tsx'
import classes from './figures.module.css'
import { churnOf, longMonth, shortMonth } from './month.ts'

type Months = Figures['clients']
const texts = figures.growth
const number = (value: number) => value.toLocaleString(locale)

interface GrowthProps {
  readonly kind: 'clients' | 'units'
  readonly months: Months
  /** For all dealers: there is no list, and moving between dealers is not leaving. */
  readonly isOfPlatform?: boolean
}

export function GrowthChart({ kind, months, isOfPlatform = false }: GrowthProps) {
  const last = months.length - 1
  return (
    <BarChart
      isNewestLast
      label={kind === 'clients' ? texts.clientsChart : texts.unitsChart}
      bars={months.map(({ month, count }, place) => ({
        key: month,
        name: shortMonth(month),
        value: count,
        text: number(count),
        ...(place === last && !isOfPlatform && { address: to(`/${kind}`) }),
      }))}
    />
  )
}

export function GrowthPanel({ kind, months, isOfPlatform = false }: GrowthProps) {
  const hasChurn = kind === 'clients' && !isOfPlatform
  const now = months.at(-1)
  return (
    <Panel title={texts[kind]}>
      <GrowthChart kind={kind} months={months} isOfPlatform={isOfPlatform} />
      {hasChurn && now && (
        <p className={classes.hint}>
          {texts.churn(churnOf(now) ?? words.times.none, now.left)}. {texts.hint}
        </p>
      )}
      <details className={classes.table}>
        <summary>{texts.table}</summary>
        <SmallTable label={texts[kind]} head={hasChurn ? texts.head : texts.unitHead}>
          {months.toReversed().map(({ month, ...one }) => (
            <tr key={month}>
              <td>{longMonth(month)}</td>
              <td>{number(one.joined)}</td>
              <td>{number(one.left)}</td>
              <td>{number(one.count)}</td>
              {hasChurn && <td>{churnOf(one) ?? words.times.none}</td>}
            </tr>
          ))}
        </SmallTable>
      </details>
    </Panel>
  )
}
