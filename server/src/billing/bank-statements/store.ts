import { sql } from 'kysely'
import { type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import type { Scope } from '#kernel/context.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { BankLine, LineState, StatementFormat } from './bank-line.ts'
import type { Columns } from './csv.ts'
import type { KnownPayer } from './proposal.ts'

export interface Statement {
  readonly id: string
  readonly dealerId: number
  readonly name: string
  readonly format: StatementFormat
  readonly head: readonly string[] | null
  readonly columns: Columns | null
  readonly lineCount: number
  readonly newCount: number
  readonly leftOut: number
  readonly createdAt: Date
}

export const insertStatement = (db: Db, { columns, head, ...statement }: Statement) =>
  db
    .insertInto('bankStatements')
    .values({ ...statement, head: head && [...head], columns: columns && JSON.stringify(columns) })
    .execute()

export const saveCount = (db: Db, id: string, newCount: number) =>
  db.updateTable('bankStatements').set({ newCount }).where('id', '=', id).execute()

const digestOf = (head: readonly string[]) => sql<string>`md5(array_to_json(${[...head]}::text[])::text)`

/** From the last file with the same column names, even if that statement was deleted. */
export async function findColumns(db: Db, dealer: number, head: readonly string[]): Promise<Columns | null> {
  const row = await db
    .selectFrom('bankColumns')
    .select('columns')
    .where('dealerId', '=', dealer)
    .where('headDigest', '=', digestOf(head))
    .executeTakeFirst()
  return (row?.columns as unknown as Columns | undefined) ?? null
}

export async function rememberColumns(
  db: Db,
  dealerId: number,
  head: readonly string[],
  columns: Columns,
): Promise<void> {
  const values = { columns: JSON.stringify(columns) }
  await db
    .insertInto('bankColumns')
    .values({ dealerId, headDigest: digestOf(head), ...values })
    .onConflict((oc) => oc.columns(['dealerId', 'headDigest']).doUpdateSet(values))
    .execute()
}

export type NewLine = BankLine & { readonly dealerId: number; readonly fingerprint: string }

const insertedAtOnce = 1000

/** Inserts only lines that no earlier file had; in the order of the file. */
export async function insertLines(db: Db, lines: readonly NewLine[]): Promise<Set<string>> {
  const inserted = new Set<string>()
  for (let at = 0; at < lines.length; at += insertedAtOnce) {
    const rows = await db
      .insertInto('bankLines')
      .values(lines.slice(at, at + insertedAtOnce))
      .onConflict((oc) => oc.constraint('bank_lines_fingerprint').doNothing())
      .returning('id')
      .execute()
    for (const { id } of rows) inserted.add(id)
  }
  return inserted
}

export async function countKnown(db: Db, dealer: number, fingerprints: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('bankLines')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('dealerId', '=', dealer)
    .where(sql<boolean>`fingerprint = any(${[...fingerprints]}::text[])`)
    .executeTakeFirstOrThrow()
  return row.count
}

const columns = [
  ...(['id', 'statementId', 'bookedOn', 'amount', 'currency', 'payer', 'iban', 'text', 'bankReference'] as const),
  ...(['state', 'accountId', 'isAutomatic', 'matchedAt'] as const),
] as const

export const findLineForUpdate = (db: Db, dealer: number, id: string): Promise<BankLine | undefined> =>
  db
    .selectFrom('bankLines')
    .select(columns)
    .where('dealerId', '=', dealer)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as unknown as Promise<BankLine | undefined>

export async function saveLine(db: Db, line: BankLine): Promise<void> {
  const { id, state, accountId, isAutomatic, matchedAt } = line
  await db.updateTable('bankLines').set({ state, accountId, isAutomatic, matchedAt }).where('id', '=', id).execute()
}

export interface LineFilter {
  readonly ids?: readonly string[] | undefined
  readonly statements?: readonly string[] | undefined
  readonly state?: LineState | undefined
  readonly q?: string | undefined
}

const lineId = sql.ref('bank_lines.id')
export const lineSorts: Sorts = {
  id: { column: lineId, type: 'string', of: (line: BankLine) => line.id },
  booked_on: { column: sql`bank_lines.booked_on::text`, type: 'string', of: (line: BankLine) => line.bookedOn },
  amount: { column: sql.ref('bank_lines.amount'), type: 'number', of: (line: BankLine) => line.amount },
}

export function listLines(db: Db, dealer: number, filter: LineFilter, page: Page): Promise<BankLine[]> {
  const { where, order, limit } = pageClauses(page, lineId)
  const { ids, statements, state, q } = filter
  let query = db.selectFrom('bankLines').select(columns).where('dealerId', '=', dealer)
  if (ids) query = query.where('id', 'in', ids)
  if (statements) query = query.where('statementId', 'in', statements)
  if (state) query = query.where('state', '=', state)
  if (q !== undefined) {
    const words = `%${q.replace(/[%_\\]/g, '\\$&')}%`
    query = query.where(sql<boolean>`(text ilike ${words} or payer ilike ${words} or iban ilike ${words})`)
  }
  return query.where(where).orderBy(order).limit(limit).execute() as unknown as Promise<BankLine[]>
}

export interface Matched {
  readonly lineId: string
  readonly invoiceId: string | null
  readonly number: string | null
  readonly amount: number
}

/** What lines have paid: invoices, or else the credit of a client. */
export async function listMatched(db: Db, ids: readonly string[]): Promise<Matched[]> {
  if (ids.length === 0) return []
  return rowsOf<Matched>(db)`
    select bank_line_id as "lineId", invoice_id as "invoiceId", number, amount
    from client_invoice_payments join client_invoices on client_invoices.id = invoice_id
    where bank_line_id = any(${[...ids]}::uuid[]) and removed_at is null
    union all
    select bank_line_id, null, null, amount from client_credit_entries
    where bank_line_id = any(${[...ids]}::uuid[]) and removed_at is null`
}

const statementId = sql.ref('bank_statements.id')
export type ListedStatement = Statement & { readonly openCount: number; readonly matchedCount: number }
export const statementSorts: Sorts = {
  id: { column: statementId, type: 'string', of: (statement: Statement) => statement.id },
}

export function listStatements(
  db: Db,
  dealer: number,
  ids: readonly string[] | undefined,
  page: Page,
): Promise<ListedStatement[]> {
  const { where, order, limit } = pageClauses(page, statementId)
  const count = (state: LineState) =>
    sql<number>`(select count(*)::integer from bank_lines
      where statement_id = bank_statements.id and state = ${state})`
  let query = db.selectFrom('bankStatements').selectAll().where('dealerId', '=', dealer)
  if (ids) query = query.where('id', 'in', ids)
  return query
    .select([count('open').as('openCount'), count('matched').as('matchedCount')])
    .where(where)
    .orderBy(order)
    .limit(limit)
    .execute() as unknown as Promise<ListedStatement[]>
}

export const findStatement = (db: Db, dealer: number, id: string): Promise<Statement | undefined> =>
  db
    .selectFrom('bankStatements')
    .selectAll()
    .where('dealerId', '=', dealer)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as unknown as Promise<Statement | undefined>

/** Waits for anyone who is matching one of them, and keeps others from starting until this ends. */
export const hasMatched = async (db: Db, statement: string): Promise<boolean> =>
  (await db.selectFrom('bankLines').select('state').where('statementId', '=', statement).forUpdate().execute()).some(
    ({ state }) => state === 'matched',
  )

export const removeStatement = (db: Db, id: string) => db.deleteFrom('bankStatements').where('id', '=', id).execute()

/** Clients with invoices, by all their known names. */
export async function listNames(db: Db, { dealer, apps }: Scope) {
  return rowsOf<{ id: number; title: string; company: string | null; contact: string | null }>(db)`
    select id, title, company, contact from accounts left join client_profiles on account_id = id
    where dealer_id = ${dealer} and reg_apps && ${[...apps]}::uuid[]
      and id in (select account_id from client_invoices where dealer_id = ${dealer})`
}

export const listPayers = (db: Db, dealer: number): Promise<KnownPayer[]> =>
  db
    .selectFrom('bankLines')
    .select(['iban', 'accountId'])
    .distinct()
    .where('dealerId', '=', dealer)
    .where('state', '=', 'matched')
    .where('accountId', 'is not', null)
    .where('iban', 'is not', null)
    .execute() as unknown as Promise<KnownPayer[]>

/** Includes lines that it shares with other clients, which belong to no single account. */
export async function pseudonymise(db: Db, accountId: number): Promise<void> {
  await db
    .updateTable('bankLines')
    .set({ accountId: null, payer: null, iban: null, text: '', bankReference: null })
    .where(
      sql<boolean>`(account_id = ${accountId} or id in (
        select bank_line_id from client_invoice_payments join client_invoices on client_invoices.id = invoice_id
        where account_id = ${accountId}
        union all select bank_line_id from client_credit_entries where account_id = ${accountId}))`,
    )
    .execute()
}
