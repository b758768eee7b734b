/** A report as CSV: one table, with the level of each line in its first column, so that totals can be left out. */
import { localTime } from '#kernel/time/zone.ts'
import { cell } from '../../trips/formats.ts'
import type { Cell, Column, Line } from '../report.ts'
import { durationText, headOf } from './cells.ts'
import type { Report } from './lines.ts'
import { wordsIn } from './words.ts'

/** Excel reads Unicode only after a byte order mark. */
const mark = '\ufeff'

export async function* csvPieces(report: Report, lines: AsyncIterable<readonly Line[]>): AsyncGenerator<string> {
  const { columns, question } = report
  const { lang, grouping, zone } = question
  const words = wordsIn(lang)
  const isByDate = grouping === 'day' || grouping === 'week'
  const head = [
    words.line,
    ...(isByDate ? [words.groupings[grouping]] : []),
    ...columns.map((one) => headOf(one, question)),
  ]
  yield `${mark}${head.map(cell).join(',')}\r\n`
  for await (const page of lines) {
    yield page
      .map((line) => {
        const before = [line.level, ...(isByDate ? [line.group ?? ''] : [])]
        const cells = columns.map((column, index) => written(column, cellIn(line, column, index, report), zone))
        return `${[...before, ...cells].map(cell).join(',')}\r\n`
      })
      .join('')
  }
}

/** The subtotal of a unit names it. */
export const cellIn = (line: Line, { key }: Column, index: number, { question }: Report): Cell =>
  line.level === 'subtotal' && key === question.grouping ? line.label : (line.cells[index] ?? null)

/** A local time with its offset: no reader has to guess the zone. */
function written({ type }: Column, value: Cell, zone: string): Cell {
  if (typeof value !== 'number') return value
  if (type === 'time') return localTime(zone, value)
  return type === 'duration' ? durationText(value) : value
}
