import { sql } from 'kysely'
import { type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import type { Scope } from '#kernel/context.ts'
import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { DayReader } from '#kernel/mail/texts.ts'
import { type Day, dayAfter } from '#kernel/time/day.ts'
import type { PaymentLink } from './checkouts/checkouts-store.ts'
import { type ClientInvoice, type InvoiceState, type Line, type OverdueAge, overdueAges } from './client-invoice.ts'

export interface BilledAccount {
  readonly id: number
  readonly dealerId: number
  readonly title: string
  readonly ack: Date | null
}

/** Locked against deletion meanwhile. */
export const findAccount = (db: Db, { dealer, apps }: Scope, id: number): Promise<BilledAccount | undefined> =>
  db
    .selectFrom('accounts')
    .select(['id', 'dealerId', 'title', 'ack'])
    .where('id', '=', id)
    .where('dealerId', '=', dealer)
    .where(sql<boolean>`reg_apps && ${[...apps]}::uuid[]`)
    .forShare()
    .executeTakeFirst()

export const holdAccounts = (db: Db, ids: readonly number[]): Promise<BilledAccount[]> =>
  db
    .selectFrom('accounts')
    .select(['id', 'dealerId', 'title', 'ack'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()

/** Returns the last of the taken numbers. The row stays locked, so numbers follow the order of commits. */
export async function takeNumbers(db: Db, dealer: number, year: number, count: number): Promise<number> {
  const row = await firstRow<{ last: number }>(db)`
    insert into client_invoice_numbers as numbers (dealer_id, year, last) values (${dealer}, ${year}, ${count})
    on conflict (dealer_id, year) do update set last = numbers.last + ${count} returning last`
  return row!.last
}

export const insert = (db: Db, invoice: ClientInvoice): Promise<void> => insertAll(db, [invoice])

export async function insertAll(db: Db, invoices: readonly ClientInvoice[]): Promise<void> {
  await db
    .insertInto('clientInvoices')
    .values(invoices.map(({ lines: _, ...invoice }) => rowOf(invoice)))
    .execute()
  await insertLines(db, invoices)
}

const rowOf = ({ seller, buyer, ...rest }: Omit<ClientInvoice, 'lines'>) => ({
  ...rest,
  seller: seller && JSON.stringify(seller),
  buyer: buyer && JSON.stringify(buyer),
})

/** PostgreSQL takes 65,535 values in a statement. */
const linesAtOnce = 1000

async function insertLines(db: Db, invoices: readonly Pick<ClientInvoice, 'id' | 'lines'>[]): Promise<void> {
  const rows = invoices.flatMap(({ id: invoiceId, lines }) =>
    lines.map((line, position) => ({ ...line, invoiceId, position })),
  )
  for (let at = 0; at < rows.length; at += linesAtOnce)
    await db
      .insertInto('clientInvoiceLines')
      .values(rows.slice(at, at + linesAtOnce))
      .execute()
}

/** Including the lines: only for a draft. */
export async function saveDraft(db: Db, { lines, ...invoice }: ClientInvoice): Promise<void> {
  await db.updateTable('clientInvoices').set(rowOf(invoice)).where('id', '=', invoice.id).execute()
  await db.deleteFrom('clientInvoiceLines').where('invoiceId', '=', invoice.id).execute()
  await insertLines(db, [{ id: invoice.id, lines }])
}

/** The fields that may change once it is open. */
export async function saveBalance(db: Db, invoice: ClientInvoice): Promise<void> {
  const { status, creditedTotal, paidTotal, paidAt } = invoice
  await db
    .updateTable('clientInvoices')
    .set({ status, creditedTotal, paidTotal, paidAt })
    .where('id', '=', invoice.id)
    .execute()
}

export const remove = (db: Db, id: string) => db.deleteFrom('clientInvoices').where('id', '=', id).execute()

const lineColumns = [
  'description',
  'starts',
  'ends',
  'unitAmount',
  'quantity',
  'months',
  'days',
  'discountRate',
  'taxRate',
  'subtotal',
  'discount',
  'net',
  'tax',
  'total',
  'credits',
] as const

async function withLines(db: Db, invoices: readonly Omit<ClientInvoice, 'lines'>[]): Promise<ClientInvoice[]> {
  if (invoices.length === 0) return []
  const lines = await db
    .selectFrom('clientInvoiceLines')
    .select(['invoiceId', ...lineColumns])
    .where(
      'invoiceId',
      'in',
      invoices.map(({ id }) => id),
    )
    .orderBy('position')
    .execute()
  const byInvoice = Map.groupBy(lines, ({ invoiceId }) => invoiceId)
  return invoices.map((invoice) => ({
    ...invoice,
    lines: (byInvoice.get(invoice.id) ?? []).map(({ invoiceId: _, ...line }) => line as Line),
  }))
}

/** Invoices of accounts that this caller sees, and of deleted accounts. */
const visible = (db: Db, { dealer, apps }: Scope) =>
  db
    .selectFrom('clientInvoices')
    .where('clientInvoices.dealerId', '=', dealer)
    .where(
      sql<boolean>`not exists (select from accounts where accounts.id = client_invoices.account_id
        and not reg_apps && ${[...apps]}::uuid[])`,
    )

export async function find(db: Db, scope: Scope, id: string): Promise<ClientInvoice | undefined> {
  const row = await visible(db, scope).selectAll('clientInvoices').where('id', '=', id).executeTakeFirst()
  return row && (await withLines(db, [row as unknown as ClientInvoice]))[0]
}

export async function findForUpdate(db: Db, scope: Scope, id: string): Promise<ClientInvoice | undefined> {
  const query = visible(db, scope).selectAll('clientInvoices').where('id', '=', id)
  const row = await query.forNoKeyUpdate('clientInvoices').executeTakeFirst()
  return row && (await withLines(db, [row as unknown as ClientInvoice]))[0]
}

/** In the order of their ids, so that callers that lock several do not deadlock. */
export async function lockMany(db: Db, ids: readonly string[]): Promise<ClientInvoice[]> {
  if (ids.length === 0) return []
  const query = db.selectFrom('clientInvoices').selectAll().where('id', 'in', ids).orderBy('id')
  return withLines(db, (await query.forNoKeyUpdate().execute()) as unknown as ClientInvoice[])
}

type LinkTarget = Pick<PaymentLink, 'dealerId' | 'accountId' | 'invoiceId'>

/** What can be paid with a link. */
const ofLink = (db: Db, { dealerId, accountId, invoiceId }: LinkTarget) => {
  const query = db
    .selectFrom('clientInvoices')
    .selectAll()
    .where('dealerId', '=', dealerId)
    .where('accountId', '=', accountId)
    .where('status', '<>', 'draft')
  return invoiceId === null ? query.where('kind', '<>', 'credit') : query.where('id', '=', invoiceId)
}

const linkedMax = 100

/** Open ones first, oldest first. Without a day only open ones, and the invoice of the link. */
export async function listOfLink(db: Db, target: LinkTarget, settledSince: Day | null): Promise<ClientInvoice[]> {
  const isShown =
    target.invoiceId === null ? sql<boolean>`(status = 'open' or paid_at >= ${settledSince}::date)` : sql<boolean>`true`
  const rows = await ofLink(db, target)
    .where(isShown)
    .orderBy(sql`status <> 'open'`)
    .orderBy('dueOn')
    .orderBy('sequence')
    .limit(linkedMax)
    .execute()
  return withLines(db, rows as unknown as ClientInvoice[])
}

export const lockOfLink = async (db: Db, target: LinkTarget, ids: readonly string[]): Promise<ClientInvoice[]> => {
  const query = ofLink(db, target).where('id', 'in', ids).orderBy('id').forNoKeyUpdate()
  return withLines(db, (await query.execute()) as unknown as ClientInvoice[])
}

export interface Reader extends DayReader {
  readonly email: string | null
}

/**
 * Whom to email about invoices: the contact in the client profile, else the person who sees its bills and has an
 * address. No one if the account has left the dealer.
 */
export async function findReader(db: Db, dealer: number, accountId: number): Promise<Reader> {
  const row = await firstRow<Reader>(db)`
    select coalesce(profile.email, person.email) as email, coalesce(profile.lang, person.lang) as lang, date_order
    from (select (select id from accounts where id = ${accountId} and dealer_id = ${dealer}) as id) account
    left join client_profiles profile on profile.account_id = account.id
    left join lateral (
      select email, lang, date_order from users where users.account_id = account.id and role in ('owner', 'accountant')
      order by email is null, not is_first, created_at limit 1) person on true`
  return row!
}

export interface InvoiceFilter {
  readonly ids?: readonly string[] | undefined
  readonly accounts?: readonly number[] | undefined
  readonly state?: InvoiceState | undefined
  readonly from?: Day | undefined
  readonly to?: Day | undefined
  readonly age?: OverdueAge | undefined
  readonly q?: string | undefined
}

const isLate = (today: Day) => sql<boolean>`(status = 'open' and due_on < ${today}::date)`

function filtered(db: Db, scope: Scope, filter: InvoiceFilter, today: Day) {
  const { ids, accounts, state, from, to, age, q } = filter
  let query = visible(db, scope)
  if (ids) query = query.where('id', 'in', ids)
  if (accounts) query = query.where('accountId', 'in', accounts)
  if (from !== undefined) query = query.where(sql<boolean>`coalesce(issued_on, created_at::date) >= ${from}::date`)
  if (to !== undefined) query = query.where(sql<boolean>`coalesce(issued_on, created_at::date) <= ${to}::date`)
  const days = overdueAges.find(({ name }) => name === age)
  if (days) {
    query = query.where(sql<boolean>`${isLate(today)} and due_on <= ${dayAfter(today, -days.from)}::date`)
    if (days.to !== null) query = query.where(sql<boolean>`due_on >= ${dayAfter(today, -days.to)}::date`)
  }
  if (state === 'overdue') query = query.where(isLate(today))
  else if (state === 'open')
    query = query.where(sql<boolean>`status = 'open' and paid_total = 0 and not ${isLate(today)}`)
  else if (state === 'part_paid')
    query = query.where(sql<boolean>`status = 'open' and paid_total > 0 and not ${isLate(today)}`)
  else if (state !== undefined) query = query.where('status', '=', state)
  if (q !== undefined) {
    const words = `%${q.replace(/[%_\\]/g, '\\$&')}%`
    query = query.where(sql<boolean>`(number ilike ${words} or buyer ->> 'name' ilike ${words}
      or account_id::text like ${words}
      or exists (select from accounts where accounts.id = account_id
        and accounts.dealer_id = client_invoices.dealer_id and title ilike ${words}))`)
  }
  return query
}

const id = sql.ref('client_invoices.id')
type Row = Omit<ClientInvoice, 'lines'>
export const sorts: Sorts = {
  id: { column: id, type: 'string', of: (invoice: Row) => invoice.id },
  total: { column: sql.ref('client_invoices.total'), type: 'number', of: (invoice: Row) => invoice.total },
  due_on: {
    column: sql`coalesce(client_invoices.due_on::text, '')`,
    type: 'string',
    of: (invoice: Row) => invoice.dueOn ?? '',
  },
  number: {
    column: sql`coalesce(client_invoices.number, '')`,
    type: 'string',
    of: (invoice: Row) => invoice.number ?? '',
  },
}

export type ListedInvoice = Row & { readonly accountTitle: string | null }

export function list(db: Db, scope: Scope, filter: InvoiceFilter, page: Page, today: Day): Promise<ListedInvoice[]> {
  const { where, order, limit } = pageClauses(page, id)
  return filtered(db, scope, filter, today)
    .selectAll('clientInvoices')
    .select(
      sql<string | null>`(select title from accounts
        where accounts.id = account_id and accounts.dealer_id = client_invoices.dealer_id)`.as('accountTitle'),
    )
    .where(where)
    .orderBy(order)
    .limit(limit)
    .execute() as unknown as Promise<ListedInvoice[]>
}

export interface Totals {
  readonly currency: string
  readonly count: number
  readonly total: number
  readonly paid: number
  readonly open: number
  readonly overdue: number
}

/** Only issued invoices: drafts are not debts. Credit notes lower the total. */
export async function totals(db: Db, scope: Scope, filter: InvoiceFilter, today: Day): Promise<Totals[]> {
  const left = sql`case when kind <> 'credit' and status = 'open' then total - credited_total - paid_total else 0 end`
  return filtered(db, scope, filter, today)
    .select([
      'currency',
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`sum(total)::bigint`.as('total'),
      sql<number>`sum(paid_total)::bigint`.as('paid'),
      sql<number>`sum(${left})::bigint`.as('open'),
      sql<number>`coalesce(sum(${left}) filter (where ${isLate(today)}), 0)::bigint`.as('overdue'),
    ])
    .where('status', '<>', 'draft')
    .groupBy('currency')
    .orderBy('currency')
    .execute()
}

/** What a client sees: everything that was ever open, newest first. */
export async function listOfAccount(db: Db, accountId: number, most: number): Promise<ClientInvoice[]> {
  const rows = await db
    .selectFrom('clientInvoices')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('status', '<>', 'draft')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return withLines(db, rows as unknown as ClientInvoice[])
}

export async function findOfAccount(db: Db, accountId: number, id: string): Promise<ClientInvoice | undefined> {
  const row = await db
    .selectFrom('clientInvoices')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('status', '<>', 'draft')
    .executeTakeFirst()
  return row && (await withLines(db, [row as unknown as ClientInvoice]))[0]
}

export interface Issued {
  readonly number: string
  readonly issuedOn: Day
}

export const findIssued = (db: Db, id: string): Promise<Issued | undefined> =>
  db
    .selectFrom('clientInvoices')
    .select(['number', 'issuedOn'])
    .where('id', '=', id)
    .where('status', '<>', 'draft')
    .executeTakeFirst() as Promise<Issued | undefined>

/** All credit notes on an invoice, with their lines. */
export async function listCredits(db: Db, invoiceId: string): Promise<ClientInvoice[]> {
  const rows = await db
    .selectFrom('clientInvoices')
    .selectAll()
    .where('credits', '=', invoiceId)
    .orderBy('id')
    .execute()
  return withLines(db, rows as unknown as ClientInvoice[])
}

/**
 * The invoice that represents a period once nothing of it is open: its first one, whichever was paid last, so that it
 * counts once. The period is locked, because two invoices paid at the same time would each find the other open; locking
 * the other invoice instead would deadlock. Also undefined for an account that has left this dealer.
 */
export async function findSettledPeriod(
  db: Db,
  { dealerId, accountId, starts }: Pick<ClientInvoice, 'dealerId' | 'accountId' | 'starts'>,
): Promise<string | undefined> {
  await sql`select from client_periods where account_id = ${accountId} and starts = ${starts}::date for no key update`.execute(
    db,
  )
  const invoices = await db
    .selectFrom('clientInvoices')
    .innerJoin('accounts', 'accounts.id', 'clientInvoices.accountId')
    .select(['clientInvoices.id', 'clientInvoices.status'])
    .where('clientInvoices.accountId', '=', accountId)
    .where('clientInvoices.starts', '=', starts as never)
    .where('accounts.dealerId', '=', dealerId)
    .orderBy('clientInvoices.id')
    .execute()
  return invoices.some(({ status }) => status === 'open') ? undefined : invoices[0]?.id
}

export async function pseudonymise(db: Db, accountId: number): Promise<number> {
  const rows = await db
    .updateTable('clientInvoices')
    .set({ accountId: 0, buyer: null, note: null })
    .where('accountId', '=', accountId)
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await db.updateTable('clientInvoiceLines').set({ description: '' }).where('invoiceId', 'in', ids).execute()
  await db.updateTable('clientInvoicePayments').set({ comment: null }).where('invoiceId', 'in', ids).execute()
  return ids.length
}
