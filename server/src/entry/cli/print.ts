/** The one place where answers become text. */
import type { Answer, Command } from './command.ts'

export function render(command: Command, answer: Answer, isJson: boolean): string {
  if (isJson) return `${JSON.stringify(answer, null, 2)}\n`
  if (command.show) return `${command.show(answer)}\n`
  if (Array.isArray(answer)) return table(answer as readonly object[])
  const rows = Object.entries(answer).map(([name, value]) => [heading(name), cell(name, value)])
  const width = Math.max(...rows.map(([name]) => (name as string).length))
  return rows.map(([name, value]) => `${(name as string).padEnd(width)}  ${value}\n`).join('')
}

export function table(rows: readonly object[]): string {
  const [first] = rows
  if (!first) return 'None.\n'
  const names = Object.keys(first)
  const lines = [
    names.map(heading),
    ...rows.map((row) => names.map((name) => short(cell(name, row[name as keyof object])))),
  ]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => (line[column] as string).length)))
  return lines
    .map(
      (line) =>
        `${line
          .map((text, column) => text.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

const heading = (name: string) => name.replaceAll('_', ' ').toUpperCase()

const isTime = (name: string) => /(^|_)(at|now|until)$/.test(name)
const lengthMax = 80

/** Text from users must not control the operator's terminal. */
export const harmless = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')

function cell(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return isTime(name) ? moment(value) : String(value)
  return harmless(typeof value === 'string' ? value : JSON.stringify(value))
}

/** In a column. A value with a line of its own may be a link, which is useless when it is cut. */
const short = (text: string): string => (text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text)

/** Unix seconds as people read them. */
export const moment = (seconds: number): string =>
  new Date(seconds * 1000)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')

export const size = (bytes: number): string => {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`
  return bytes < 1e10 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
