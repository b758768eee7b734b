/** Rows as a file that every spreadsheet opens. */

/** A cell that begins like a formula would be run by the spreadsheet of whoever opens the file. */
function cellOf(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvText = (head: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [head, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')

export function saveFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  // The mark at the beginning tells Excel that the letters are Unicode.
  const url = URL.createObjectURL(new Blob([type.startsWith('text/csv') ? `\ufeff${text}` : text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
