/** The same months for units with terms of their own. */
import { Anchor } from '@mantine/core'
import { useOperation } from '../../api/queries.ts'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { locale } from '../../shared/texts/texts.ts'
import { SmallTable } from '../blocks/layout.tsx'
import { Money } from '../blocks/values.tsx'
import classes from './AutomationPage.module.css'
import outcome from './Outcome.module.css'
import { Figure } from './Outcome.tsx'

const { forecast: texts } = words.units.terms
const shownMax = 8

/** Hidden for dealers who sell no terms. */
export function TermsForecast({ months, payments }: { months: number; payments: 'none' | 'on_time' }) {
  const { data } = useOperation('getConsoleUnitTermsForecast', { months, payments })
  if (!data || data.units === 0) return null
  const count = (value: number) => value.toLocaleString(locale)
  return (
    <Panel title={texts.title}>
      <p className={classes.hint}>{texts.text}</p>
      <div className={outcome.outcome}>
        <Figure name={texts.units} value={count(data.units)} />
        <Figure name={texts.due} value={count(data.totals.due)} kind="notice" />
        <Figure name={texts.expired} value={count(data.totals.expired)} kind="block" />
        <Figure name={texts.renewed} value={count(data.totals.renewed)} kind="due" />
        <div className={outcome.figure}>
          <span className={outcome.name}>{texts.expected}</span>
          <span className={outcome.value}>
            {data.expected.length === 0 && words.times.none}
            {data.expected.map(({ amount, currency }) => (
              <Money key={currency} amount={amount} currency={currency} />
            ))}
          </span>
          {data.without_price > 0 && <span className={outcome.hint}>{texts.without(data.without_price)}</span>}
        </div>
      </div>
      {data.steps.length > 0 && (
        <SmallTable label={texts.next} head={texts.head}>
          {data.steps.slice(0, shownMax).map(({ unit_id, name, on, what }) => (
            <tr key={`${unit_id} ${what}`}>
              <td>{formatCalendarDay(on)}</td>
              <td>
                <Anchor href={to('/units/:id/:tab', { id: unit_id, tab: 'term' })}>{name}</Anchor>
              </td>
              <td>{texts.what[what]}</td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Panel>
  )
}
