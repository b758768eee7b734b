/** Prints a report as Markdown, and writes it into docs/proofs.md, where each bench owns a marked section. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Bench, Report, Table } from './bench.ts'

const proofsFile = join(import.meta.dirname, '../../docs/proofs.md')

export interface Circumstances {
  readonly command: string
  readonly machine: string
  readonly load: string
  readonly date: Date
}

export function reportText(report: Report, { command, machine, load, date }: Circumstances): string {
  return [
    `Machine: ${machine}; ${load}. Date: ${date.toISOString().slice(0, 10)}. Command: \`${command}\`.`,
    ...report.notes,
    ...report.tables.map(tableText),
    `**Verdict:** ${report.verdict}`,
  ].join('\n\n')
}

function tableText({ title, head, rows }: Table): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), 3))
  // The first column holds words, the others figures.
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [`### ${title}`, '', line(head), line(rule), ...rows.map(line)].join('\n')
}

/** Replaces the bench's section, or adds it at the end. Returns the file's name for the user. */
export function writeProof(bench: Bench, text: string): string {
  const [open, close] = [`<!-- bench:${bench.name} -->`, `<!-- /bench:${bench.name} -->`]
  const section = `${open}\n## ${bench.name}\n\n${bench.summary}\n\n${text}\n${close}`
  const before = readFileSync(proofsFile, 'utf8')
  const [from, to] = [before.indexOf(open), before.indexOf(close)]
  const after =
    from >= 0 && to > from
      ? before.slice(0, from) + section + before.slice(to + close.length)
      : `${before.trimEnd()}\n\n${section}\n`
  writeFileSync(proofsFile, after)
  return relative(process.cwd(), proofsFile)
}
