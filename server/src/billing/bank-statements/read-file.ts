/** Detects the format of a file by its content: file names say little. */
import { type ReadFile, unreadable } from './bank-line.ts'
import { readCamt } from './camt.ts'
import { type Columns, completed, guessColumns, readTable, type SaidColumns, type Table, tableOf } from './csv.ts'
import { isMt940, readMt940 } from './mt940.ts'

export interface ReadStatement extends ReadFile {
  /** For a CSV file: its content, and the meaning of each column. */
  readonly table: Table | null
  readonly columns: Columns | null
}

/** Guesses columns that are not given; `remembered` are those of the last file with the same names. */
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
