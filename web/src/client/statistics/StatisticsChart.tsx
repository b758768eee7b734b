/** One figure by period, by unit or by group, as bars with numbers. The tables below have all figures. */
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { type Bar, BarChart, barsMax } from '../../shared/charts/BarChart.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { formatKm, formatKmh, formatTotal } from '../measures.ts'
import type { NamedFigures } from './groups.ts'
import { type Figures, hasData, nameOfPeriod, type Statistics } from './period.ts'
import classes from './StatisticsView.module.css'

const words = texts.statistics
const { columns } = words

const measures = {
  distance: { name: columns.distance, of: ({ distance }: Figures) => distance, text: formatKm },
  trips: { name: columns.trips, of: ({ trips }: Figures) => trips, text: String },
  moving: { name: columns.moving, of: (figures: Figures) => figures.moving_seconds, text: formatTotal },
  idle: { name: columns.idle, of: (figures: Figures) => figures.idle_seconds, text: formatTotal },
  stop: { name: columns.stop, of: (figures: Figures) => figures.stop_seconds, text: formatTotal },
  topSpeed: { name: columns.topSpeed, of: (figures: Figures) => figures.max_speed, text: formatKmh },
} as const
type Measure = keyof typeof measures
type Kind = 'period' | 'unit' | 'group'

interface StatisticsChartProps {
  readonly statistics: Statistics
  readonly groups: readonly NamedFigures[]
  nameOf(unit: number): string
}

export function StatisticsChart({ statistics, groups, nameOf }: StatisticsChartProps) {
  const [measure, setMeasure] = useState<Measure>('distance')
  const [kind, setKind] = useState<Kind>('period')
  const { units, by } = statistics
  // Days before the first tracker have nothing to compare.
  const periods = statistics.periods.slice(Math.max(0, statistics.periods.findIndex(hasData)))
  const { of, text, name } = measures[measure]
  const bar = (key: string, called: string, value: number): Bar => ({ key, name: called, value, text: text(value) })
  const byUnit = () => units.map((unit) => bar(String(unit.unit_id), nameOf(unit.unit_id), of(unit.total)))
  const byGroup = () => groups.map(({ key, name: called, figures }) => bar(key, called, of(figures)))
  const bars =
    kind === 'period'
      ? periods.slice(-barsMax).map((period) => bar(period.date, nameOfPeriod(period.date, by), of(period)))
      : (kind === 'unit' ? byUnit() : byGroup()).toSorted((one, other) => other.value - one.value)
  const kinds: readonly Kind[] = [
    'period',
    ...(units.length > 1 ? ['unit' as const] : []),
    ...(groups.length > 0 ? ['group' as const] : []),
  ]
  const names = { period: words.byPeriod, unit: words.byUnit, group: words.byGroup }
  return (
    <section className={classes.chart} aria-label={words.chartOf(name, names[kind])}>
      <div className={classes.choice}>
        <NativeSelect
          size="xs"
          label={words.chart}
          data={Object.entries(measures).map(([value, { name: label }]) => ({ value, label }))}
          value={measure}
          onChange={({ currentTarget }) => setMeasure(currentTarget.value as Measure)}
        />
        <NativeSelect
          size="xs"
          label={words.chartBy}
          data={kinds.map((value) => ({ value, label: names[value] }))}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
        />
      </div>
      <BarChart label={words.chartOf(name, names[kind])} bars={bars} isNewestLast={kind === 'period'} />
    </section>
  )
}
