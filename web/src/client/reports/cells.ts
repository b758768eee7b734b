/** Cells of a report as a person reads them: with the same digits as in its files. */
import type { ClientReportColumn, ClientReportLine } from '../../api/generated.ts'
import { locale } from '../../shared/texts/texts.ts'

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

const day = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
const moments = new Map<string, Intl.DateTimeFormat>()

function momentIn(zone: string): Intl.DateTimeFormat {
  const known = moments.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
  moments.set(zone, made)
  return made
}

export function cellText({ type }: Column, cell: Cell | undefined, zone: string): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return type === 'date' ? day.format(new Date(`${cell}T00:00:00Z`)) : cell
  if (type === 'time') return momentIn(zone).format(cell * 1000)
  return type === 'duration' ? durationText(cell) : numbers[digitsOf[type] ?? 0]!.format(cell)
}

export const isFigure = ({ type }: Column): boolean =>
  ['duration', 'distance', 'speed', 'count', 'number'].includes(type)

/** A bar needs a number that groups have. */
export const chartable = (columns: readonly Column[]): readonly Column[] =>
  columns.filter((column) => column.total !== 'none')
