/** Compares the books after years with the model, and with themselves. */
import { sql } from 'kysely'
import { readJournal } from '#billing/e-invoices/journal-actions.ts'
import type { Call } from '#kernel/context.ts'
import type { Db } from '#kernel/db/transaction.ts'
import {
  dayOf,
  daysBefore,
  daysFrom,
  expected,
  type Memory,
  type PeriodRow,
  type Remembered,
  walk,
} from './money-model.ts'

type Judged = Remembered & { readonly call: Call }
type ChargedPeriod = PeriodRow & { readonly accountId: number; readonly chargedAt: Date | null }

export async function judge({ ctx: { db } }: { readonly ctx: { readonly db: Db } }, worlds: readonly Judged[]) {
  const sums = { periods: 0, invoices: 0, creditNotes: 0, payments: 0 }
  const violations: string[] = []
  for (const world of worlds) {
    const found = await judgeDealer(db, world)
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += found[key]
    violations.push(...found.violations)
  }
  return { ...sums, violations: violations.slice(0, 20) }
}

async function judgeDealer(db: Db, world: Judged) {
  const violations: string[] = []
  const { dealer } = world.call
  const invoices = await db
    .selectFrom('clientInvoices')
    .select(['accountId', 'starts', 'currency', 'total', 'year', 'sequence', 'kind'])
    .where('dealerId', '=', dealer)
    .execute()
  const periods = await db
    .selectFrom('clientPeriods')
    .innerJoin('accounts', 'accounts.id', 'clientPeriods.accountId')
    .select(['accountId', 'starts', 'ends', 'months', 'days', 'dueAt', 'chargedAt'])
    .where('dealerId', '=', dealer)
    .orderBy('accountId')
    .orderBy('starts')
    .execute()
  const byAccount = Map.groupBy(periods as unknown as ChargedPeriod[], ({ accountId }) => accountId)
  const invoicesOf = Map.groupBy(invoices, ({ accountId }) => accountId)
  for (const account of world.accounts)
    violations.push(...judgeAccount(world, account, byAccount.get(account.id) ?? [], invoicesOf.get(account.id) ?? []))
  const known = new Set(world.accounts.map(({ id }) => id))
  if (invoices.some(({ accountId }) => !known.has(accountId))) violations.push(`${dealer}: an invoice of nobody`)
  for (const [year, own] of Map.groupBy(invoices, ({ year }) => year)) {
    const numbers = own.map(({ sequence }) => sequence as number).toSorted((one, other) => one - other)
    if (numbers.some((number, index) => number !== index + 1))
      violations.push(`${dealer}: the numbers of ${year} have a gap.`)
  }
  const { rows } = await sumsThatDiffer(db, dealer)
  violations.push(...rows.map(({ id, what }) => `${id}: ${what}`))
  const books = await booksOf(world.call)
  violations.push(...(await booksThatDiffer(db, dealer, books)))
  return {
    periods: periods.length,
    invoices: invoices.length,
    creditNotes: invoices.filter(({ kind }) => kind === 'credit').length,
    payments: books.payments,
    violations,
  }
}

interface Charged {
  readonly starts: unknown
  readonly currency: string
  readonly total: number
}

function judgeAccount(
  world: Judged,
  account: Memory,
  rows: readonly ChargedPeriod[],
  invoices: readonly Charged[],
): string[] {
  const violations: string[] = []
  const days = account.activated === undefined ? [] : walk(world, account, rows.at(-1)?.ends ?? account.activated)
  const ofPeriods = Map.groupBy(invoices, ({ starts }) => String(starts))
  let begins = account.activated
  let due = account.activatedAt
  for (const row of rows) {
    if (row.starts !== begins) violations.push(`${account.id}: ${row.starts} does not follow ${begins}`)
    if (row.chargedAt === null) violations.push(`${account.id}: ${row.starts} was never charged`)
    begins = row.ends
    const length = daysBefore(row.dueAt.getTime(), due, row.months)
    if (row.days !== length) violations.push(`${account.id}: ${row.starts} is of ${row.days} days instead of ${length}`)
    due = row.dueAt.getTime()
    const own = ofPeriods.get(row.starts) ?? []
    ofPeriods.delete(row.starts)
    const totals = [...expected(days, account, row)].filter(
      ([currency, total]) => total > 0 || own.some((one) => one.currency === currency),
    )
    const said = own.map(({ currency, total }) => `${total} ${currency}`).toSorted()
    const wanted = totals.map(([currency, total]) => `${total} ${currency}`).toSorted()
    if (String(said) !== String(wanted)) violations.push(`${account.id} ${row.starts}: ${said} instead of ${wanted}`)
  }
  // Credit notes belong to no period.
  ofPeriods.delete('null')
  if (ofPeriods.size > 0) violations.push(`${account.id}: invoices for no period of it: ${[...ofPeriods.keys()]}`)
  return violations
}

/** Compares an invoice with its lines, payments and credit notes. */
const sumsThatDiffer = (db: Db, dealer: number) =>
  sql<{ id: string; what: string }>`
    select id, what from client_invoices
    left join lateral (select sum(net) as net, sum(tax) as tax from client_invoice_lines where invoice_id = client_invoices.id) lines on true
    left join lateral (
      select coalesce(sum(amount), 0) as paid from client_invoice_payments where invoice_id = client_invoices.id) payments on true
    left join lateral (
      select coalesce(-sum(notes.total), 0) as credited from client_invoices notes where notes.credits = client_invoices.id
    ) credit on true
    cross join lateral (values
      ('its lines', lines.net is distinct from net_total or lines.tax is distinct from tax_total),
      ('its payments', payments.paid <> paid_total),
      ('its credit notes', credit.credited <> credited_total),
      ('its state', kind <> 'credit' and (status = 'open') <> (total - paid_total - credited_total > 0))
    ) as checks (what, is_wrong)
    where dealer_id = ${dealer} and is_wrong`.execute(db)

interface Books {
  /** Invoiced less credited, and received, by currency, as written in the file. */
  readonly sold: Map<string, bigint>
  readonly received: Map<string, bigint>
  readonly payments: number
}

/** Reads the journal as an accountant does: a file per month, its columns added up. */
async function booksOf(call: Call): Promise<Books> {
  const [sold, received] = [new Map<string, bigint>(), new Map<string, bigint>()]
  let payments = 0
  const last = dayOf(call.clock.now().getTime())
  for (let from = '2026-01-01'; from <= last; ) {
    const next = `${daysFrom(from, 31).slice(0, 7)}-01`
    const options = { chart: 'skr03', consultant: 1001, client: 1 } as const
    const { file } = await readJournal(call, from, daysFrom(next, -1), 'csv', options)
    for (const row of String(file).split('\r\n').slice(1, -1)) {
      const [type, , , , , currency = '', , , , total = ''] = row.split(',')
      const sums = type === 'payment' ? received : sold
      if (type === 'payment') payments += 1
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(total.replace('.', '')))
    }
    from = next
  }
  return { sold, received, payments }
}

/** The journal must equal the invoices, and both must equal what was paid and what is open. */
async function booksThatDiffer(db: Db, dealer: number, { sold, received }: Books): Promise<string[]> {
  const { rows } = await sql<Record<'currency' | 'invoiced' | 'paid' | 'open' | 'over', string>>`
    select upper(currency) as currency, sum(total)::text as invoiced, sum(paid_total)::text as paid,
      coalesce(sum(left_over) filter (where status = 'open'), 0)::text as open,
      coalesce(-sum(left_over) filter (where left_over < 0), 0)::text as over
    from client_invoices
    cross join lateral (select case when kind = 'credit' then 0 else total - paid_total - credited_total end) as rest (left_over)
    where dealer_id = ${dealer} group by currency`.execute(db)
  return rows.flatMap(({ currency, invoiced, paid, open, over }) => {
    const [inJournal, came] = [sold.get(currency) ?? 0n, received.get(currency) ?? 0n]
    return [
      ...(inJournal === BigInt(invoiced)
        ? []
        : [`The journal says ${inJournal} ${currency}, the invoices ${invoiced}.`]),
      ...(came === BigInt(paid) ? [] : [`The journal received ${came} ${currency}, the invoices ${paid}.`]),
      // A client that had paid part of what was then credited in full has paid too much.
      ...(BigInt(invoiced) === BigInt(paid) + BigInt(open) - BigInt(over)
        ? []
        : [`${invoiced} ${currency} is not ${paid} paid and ${open} open, less ${over} too much.`]),
    ]
  })
}
