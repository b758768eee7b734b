/** Groups of a report beside each other: a bar and its number for each, so that no colour has to be told from another. */
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { ClientReportPage } from '../../api/generated.ts'
import { texts } from '../../shared/texts/texts.ts'
import { nameOfPeriod } from '../statistics/period.ts'
import { cellText, chartable } from './cells.ts'
import classes from './ReportsView.module.css'

const words = texts.reports
/** More do not fit; the table has them all. */
const barsMax = 62
/** The height of the highest bar. */
const barRem = 8

export function ReportChart({ page }: { page: ClientReportPage }) {
  const { columns, subtotals, by, tz } = page
  const choices = chartable(columns)
  const [key, setKey] = useState('distance')
  const column = choices.find((one) => one.key === key) ?? choices[0]
  if (!column || subtotals.length < 2) return null
  const at = columns.indexOf(column)
  const bars = subtotals.slice(0, barsMax).map((line) => ({
    key: String(line.group),
    name: by === 'unit' ? line.label : nameOfPeriod(line.group ?? '', by),
    value: Number(line.cells[at] ?? 0),
    text: cellText(column, line.cells[at], tz),
  }))
  const most = Math.max(...bars.map(({ value }) => value), 1e-9)
  return (
    <section className={classes.chart} aria-label={words.chart(column.name)}>
      <NativeSelect
        size="xs"
        label={words.chartOf}
        data={choices.map((one) => ({ value: one.key, label: one.name }))}
        value={column.key}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard. */}
      <ol className={classes.bars} tabIndex={0} aria-label={words.chart(column.name)}>
        {bars.map(({ key: name, ...bar }) => (
          <li key={name}>
            <span className={classes.value}>{bar.text}</span>
            <span className={classes.bar} style={{ height: `${(bar.value / most) * barRem}rem` }} aria-hidden="true" />
            <span className={classes.name} title={bar.name}>
              {bar.name}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
