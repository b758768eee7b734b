/** Which kind of file it is, by its content: names of files say little. */
import { type ReadFile, unreadable } from './bank-line.ts'
import { readCamt } from './camt.ts'
import { type Columns, completed, guessColumns, readTable, type SaidColumns, type Table, tableOf } from './csv.ts'
import { isMt940, readMt940 } from './mt940.ts'

export interface ReadStatement extends ReadFile {
  /** Of a CSV file: what is in it, and which column was taken for what. */
  readonly table: Table | null
  readonly columns: Columns | null
}

/** Without columns they are guessed; `remembered` are those of the last file with the same names. */
export function readStatement(
  content: string,
  currency: string,
  columns: SaidColumns | null,
  remembered: (head: readonly string[]) => Columns | null = () => null,
): ReadStatement {
  if (content.trim() === '') unreadable('The file is empty.')
  if (/^\s*</.test(content)) return { ...readCamt(content), table: null, columns: null }
  if (isMt940(content)) return { ...readMt940(content), table: null, columns: null }
  const table = tableOf(content)
  const used = columns ? completed(columns, table.rows) : (remembered(table.head) ?? guessColumns(table, currency))
  if (used.date === null || used.amount === null) return { format: 'csv', lines: [], leftOut: 0, table, columns: used }
  return { ...readTable(table, used), table, columns: used }
}
