/** Cells of a report for people: with the same digits as in its files. */
import type { ClientReportColumn, ClientReportLine } from '../../api/generated.ts'
import { dayFormat, timeFormatIn } from '../../shared/format/write-time.ts'
import { locale } from '../../shared/texts/texts.ts'
import { nameOfPeriod } from '../statistics/period.ts'

export type Column = ClientReportColumn
export type Line = ClientReportLine
type Cell = Line['cells'][number]

const two = (value: number): string => String(value).padStart(2, '0')

const durationText = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`

const numbers = [0, 1, 2].map(
  (digits) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
)
const digitsOf: Partial<Readonly<Record<Column['type'], number>>> = { distance: 2, number: 2, speed: 1 }

const day = dayFormat({ day: '2-digit', month: '2-digit', year: 'numeric' })
const momentIn = timeFormatIn({ dateStyle: 'short', timeStyle: 'medium' })

export function cellText({ type }: Column, cell: Cell | undefined, zone: string): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return type === 'date' ? day(cell) : cell
  if (type === 'time') return momentIn(zone)(cell)
  return type === 'duration' ? durationText(cell) : numbers[digitsOf[type] ?? 0]!.format(cell)
}

export const isFigure = ({ type }: Column): boolean =>
  ['duration', 'distance', 'speed', 'count', 'number'].includes(type)

/** A bar needs a number that groups have. */
export const chartable = (columns: readonly Column[]): readonly Column[] =>
  columns.filter((column) => column.total !== 'none')

export const nameOfGroup = ({ label, group }: Line, by: string): string =>
  by === 'day' || by === 'week' ? nameOfPeriod(group ?? '', by) : label
