/** The journal of a dealer's invoices, for its bookkeeping. */
import type { KeptFile } from '#kernel/api/route.ts'
import type { Call } from '#kernel/context.ts'
import { refuse } from '#kernel/errors.ts'
import type { Day } from '#kernel/time/day.ts'
import { csvOf } from './csv.ts'
import { type BatchOptions, batchOf, batchProblems } from './datev.ts'
import type { Journal } from './journal.ts'
import * as store from './journal-store.ts'

export const journalFormats = ['csv', 'datev'] as const
export type JournalFormat = (typeof journalFormats)[number]

/** Invoices issued and payments made on these days, inclusive. */
export async function readJournal(
  call: Call,
  from: Day,
  to: Day,
  format: JournalFormat,
  options: BatchOptions,
): Promise<KeptFile> {
  const journal: Journal = {
    ...{ from, to },
    sales: await store.listSales(call.db, call, from, to),
    receipts: format === 'csv' ? await store.listReceipts(call.db, call, from, to) : [],
  }
  const contentType = 'text/csv; charset=utf-8'
  if (format === 'csv') return { file: csvOf(journal), contentType, fileName: `journal-${from}-${to}.csv` }
  const [problem] = batchProblems(journal)
  if (problem) refuse('INVALID_QUERY', problem.message, problem.field)
  const file = batchOf(journal, options, call.clock.now())
  return { file, contentType, fileName: `EXTF_Buchungsstapel-${from}-${to}.csv` }
}
