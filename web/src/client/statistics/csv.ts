/** Statistics as a spreadsheet: one line for each unit and period. Pure. */
import { csvText } from '../../shared/files/csv.ts'
import { texts } from '../../shared/texts/texts.ts'
import type { Figures, Statistics } from './period.ts'

const { columns } = texts.statistics

const fields = [
  'distance',
  'trips',
  'moving_seconds',
  'idle_seconds',
  'stop_seconds',
  'max_speed',
  'average_speed',
] as const
const figuresOf = (figures: Figures) => fields.map((field) => figures[field])

/**
 * Field names of the API, which include the unit of measure; the first line names the time zone in which days begin.
 */
export function csvOf({ tz, periods, units }: Statistics, nameOf: (unit: number) => string): string {
  const head = [
    `${columns.period} (${tz})`,
    columns.unit,
    'distance_metres',
    ...fields.slice(1, 5),
    'max_speed_kmh',
    'average_speed_kmh',
  ]
  const rows = units.flatMap((unit) =>
    periods.map(({ date }, index) => [date, nameOf(unit.unit_id), ...figuresOf(unit.periods[index]!)]),
  )
  return csvText(head, rows)
}
