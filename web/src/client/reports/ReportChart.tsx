/** The groups of a report next to each other, by one of its columns. */
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { ClientReportPage } from '../../api/generated.ts'
import { BarChart, barsMax } from '../../shared/charts/BarChart.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { type Column, cellText, chartable, type Line, nameOfGroup } from './cells.ts'
import classes from './ReportsView.module.css'

const words = texts.reports
/** The bars show numbers without a unit. */
const titleOf = ({ name, measure, type }: Column) => (measure && type !== 'duration' ? `${name} (${measure})` : name)

/** The groups. Without groups the rows, if there is one for each unit. */
function comparedIn({ by, lines, subtotals, total }: ClientReportPage): readonly Line[] {
  if (by !== 'none') return subtotals
  const rows = lines.filter(({ level }) => level === 'row')
  const isOneEach = rows.length === total.rows && new Set(rows.map(({ cells }) => cells[0])).size === rows.length
  return isOneEach ? rows : []
}

export function ReportChart({ page }: { page: ClientReportPage }) {
  const { columns, by, tz } = page
  const choices = chartable(columns)
  const [key, setKey] = useState('distance')
  const column = choices.find((one) => one.key === key) ?? choices[0]
  const compared = comparedIn(page)
  if (!column || compared.length < 2) return null
  const at = columns.indexOf(column)
  const bars = compared.slice(0, barsMax).map((line, place) => ({
    key: line.group ?? String(place),
    name: line.level === 'row' ? String(line.cells[0]) : nameOfGroup(line, by),
    value: Number(line.cells[at] ?? 0),
    text: cellText(column, line.cells[at], tz),
  }))
  return (
    <section className={classes.chart} aria-label={words.chart(column.name)}>
      <NativeSelect
        size="xs"
        label={words.chartOf}
        data={choices.map((one) => ({ value: one.key, label: titleOf(one) }))}
        value={column.key}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
      />
      <BarChart label={words.chart(column.name)} bars={bars} isNewestLast={by === 'day' || by === 'week'} />
    </section>
  )
}
