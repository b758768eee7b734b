/** Text that every spreadsheet reads as a table. Pure. */

/** A spreadsheet would run a cell that begins like a formula. */
function cellOf(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const lineOf = (row: readonly unknown[]): string => row.map(cellOf).join(',')

/** Lines are separated, not ended, by line breaks. */
export const csvText = (head: readonly unknown[], rows: readonly (readonly unknown[])[]): string =>
  [head, ...rows].map(lineOf).join('\r\n')
