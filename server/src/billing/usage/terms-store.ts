import { sql } from 'kysely'
import type { Scope } from '#kernel/context.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { DayReader } from '#kernel/mail/texts.ts'
import { knowsUnit, type Seen } from '#kernel/sight.ts'
import type { Day } from '#kernel/time/day.ts'
import type { Term, TermState } from './unit-term.ts'

/** Units that connect have a term; tags that gateways detect and their assets do not. */
const isCounted = sql<boolean>`(units.type is null or units.type = 'gateway')`

export interface TermUnit {
  readonly id: number
  readonly accountId: number
  readonly dealerId: number
  readonly name: string
  /** 10: a managed account. */
  readonly accountType: 10 | null
}

/** Locks the account before its units, as deleting does, which serialises renewals. Omits units of other dealers. */
export async function holdUnits(db: Db, scope: Scope, unitIds: readonly number[]): Promise<TermUnit[]> {
  const ids = sql`any(${[...unitIds]}::bigint[])`
  await sql`
    select from accounts where id in (
      select account_id from units where id = ${ids} and dealer_id = ${scope.dealer}) order by id for share`.execute(db)
  return rowsOf<TermUnit>(db)`
    select units.id, units.account_id, units.dealer_id, units.name, accounts.type as account_type
    from units join accounts on accounts.id = units.account_id
    where units.id = ${ids} and units.dealer_id = ${scope.dealer} and ${knowsUnit(scope)} and ${isCounted}
    order by units.id for no key update of units`
}

/** The same, for the units that an invoice renews. */
export const holdRenewed = (db: Db, invoiceId: string) => rowsOf<TermUnit>(db)`
    select units.id, units.account_id, units.dealer_id, units.name, 10 as account_type from units
    where id in (select unit_id from unit_renewals where invoice_id = ${invoiceId} and applied_at is null)
    order by units.id for no key update`

const columns = sql`unit_id, account_id, dealer_id, paid_until, anchor, due_at, expires_at, state, check_at`

/** Locked: a job may be about to change them. */
export async function holdTerms(db: Db, unitIds: readonly number[]): Promise<Map<number, Term>> {
  const rows = await rowsOf<Term>(db)`
    select ${columns} from unit_terms where unit_id = any(${[...unitIds]}::bigint[]) order by unit_id for update`
  return new Map(rows.map((term) => [term.unitId, term]))
}

export async function save(db: Db, terms: readonly Term[], now: Date): Promise<void> {
  if (terms.length === 0) return
  const column = <K extends keyof Term>(key: K) => terms.map((term) => term[key])
  await sql`
    insert into unit_terms (${columns}, updated_at)
    select *, ${now}::timestamptz from unnest(
      ${column('unitId')}::bigint[], ${column('accountId')}::bigint[], ${column('dealerId')}::bigint[],
      ${column('paidUntil')}::date[], ${column('anchor')}::integer[], ${column('dueAt')}::timestamptz[],
      ${column('expiresAt')}::timestamptz[], ${column('state')}::text[], ${column('checkAt')}::timestamptz[])
    on conflict (unit_id) do update set account_id = excluded.account_id, paid_until = excluded.paid_until, anchor = excluded.anchor,
      due_at = excluded.due_at, expires_at = excluded.expires_at, state = excluded.state, check_at = excluded.check_at,
      updated_at = excluded.updated_at`.execute(db)
}

export async function remove(db: Db, unitIds: readonly number[]): Promise<void> {
  if (unitIds.length === 0) return
  await db.deleteFrom('unitTerms').where('unitId', 'in', unitIds).execute()
}

export async function removeOfAccount(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('unitTerms').where('accountId', '=', accountId).execute()
  await sql`
    delete from unit_renewals using units
    where units.id = unit_id and units.account_id = ${accountId} and applied_at is null`.execute(db)
}

export interface Renewal {
  readonly id: string
  readonly unitId: number
  readonly invoiceId: string | null
  readonly months: number | null
  readonly until: Day | null
  readonly dueDays: number
  readonly extendsOn: 'payment' | 'issue'
  readonly createdAt: Date
  readonly appliedAt: Date | null
  readonly paidFrom: Day | null
  readonly paidUntil: Day | null
}

export async function insertWaiting(db: Db, renewals: readonly Renewal[]): Promise<void> {
  if (renewals.length > 0)
    await db
      .insertInto('unitRenewals')
      .values([...renewals])
      .execute()
}

export const listWaiting = (db: Db, invoiceId: string): Promise<Renewal[]> =>
  db
    .selectFrom('unitRenewals')
    .selectAll()
    .where('invoiceId', '=', invoiceId)
    .where('appliedAt', 'is', null)
    .orderBy('unitId')
    .forUpdate()
    .execute() as unknown as Promise<Renewal[]>

export async function hasRenewals(db: Db, invoiceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('unitRenewals')
    .select('id')
    .where('invoiceId', '=', invoiceId)
    .where('appliedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the resulting days. */
export async function markApplied(db: Db, applied: readonly Renewal[], now: Date): Promise<void> {
  if (applied.length === 0) return
  const column = <K extends keyof Renewal>(key: K) => applied.map((one) => one[key])
  await sql`
    update unit_renewals set applied_at = ${now}, paid_from = done.paid_from, paid_until = done.paid_until
    from unnest(${column('id')}::uuid[], ${column('paidFrom')}::date[], ${column('paidUntil')}::date[])
      as done (id, paid_from, paid_until)
    where unit_renewals.id = done.id and applied_at is null`.execute(db)
}

export async function removeWaiting(db: Db, invoiceId: string): Promise<void> {
  await db.deleteFrom('unitRenewals').where('invoiceId', '=', invoiceId).where('appliedAt', 'is', null).execute()
}

/** Which of these units wait for which invoice. */
interface Waiting {
  readonly unitId: number
  readonly invoiceId: string
  readonly number: string | null
  readonly dealerId: number
  readonly status: 'draft' | 'open' | 'paid' | 'void'
}

export async function waitingFor(db: Db, unitIds: readonly number[]) {
  return rowsOf<Waiting>(db)`
    select unit_id, invoice_id, client_invoices.number, client_invoices.dealer_id, client_invoices.status
    from unit_renewals join client_invoices on client_invoices.id = invoice_id
    where unit_id = any(${[...unitIds]}::bigint[]) and applied_at is null`
}

export interface ListedTerm extends Omit<Term, 'anchor' | 'dealerId' | 'checkAt'> {
  readonly name: string
  readonly lastActive: Date | null
  /** The invoice that its renewal waits for. */
  readonly invoiceId: string | null
  readonly invoiceNumber: string | null
}

const listed = sql`
  select unit_terms.unit_id, unit_terms.account_id, unit_terms.paid_until, due_at, expires_at, state, units.name,
    unit_heard.last_active, waiting.invoice_id, client_invoices.number as invoice_number
  from unit_terms join units on units.id = unit_terms.unit_id
    left join unit_heard on unit_heard.unit_id = units.id
    left join unit_renewals waiting on waiting.unit_id = units.id and waiting.applied_at is null
    left join client_invoices on client_invoices.id = waiting.invoice_id`

export interface TermFilter {
  readonly unitIds?: readonly number[] | undefined
  readonly accountIds?: readonly number[] | undefined
  readonly state?: TermState | undefined
}

/** The earliest end first. */
export async function list(db: Db, scope: Scope, filter: TermFilter, most: number): Promise<ListedTerm[]> {
  const { unitIds, accountIds, state } = filter
  return rowsOf<ListedTerm>(db)`
    ${listed} where unit_terms.dealer_id = ${scope.dealer} and ${knowsUnit(scope)}
      ${unitIds ? sql`and unit_terms.unit_id = any(${[...unitIds]}::bigint[])` : sql``}
      ${accountIds ? sql`and unit_terms.account_id = any(${[...accountIds]}::bigint[])` : sql``}
      ${state === undefined ? sql`` : sql`and state = ${state}`}
    order by expires_at, unit_terms.unit_id limit ${most}`
}

export const listOfAccount = (db: Db, accountId: number, seen: Seen) => rowsOf<ListedTerm>(db)`
    ${listed} where unit_terms.account_id = ${accountId} and ${knowsUnit(seen)}
    order by expires_at, unit_terms.unit_id`

export const listRenewals = (db: Db, unitId: number, most: number): Promise<Renewal[]> =>
  db
    .selectFrom('unitRenewals')
    .selectAll()
    .where('unitId', '=', unitId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute() as unknown as Promise<Renewal[]>

export const nextCheck = sql`
    select check_at from unit_terms where check_at is not null order by check_at limit 1`

/** A due term, with whom to email about it. */
export interface DueTerm extends Term, DayReader {
  readonly name: string
  readonly title: string
  readonly dealerName: string
  readonly email: string | null
}

/**
 * Takes due terms of accounts that no one else works for, so that an account gets one email about all of its units. What
 * the emails need is read afterwards.
 */
export async function takeDue(db: Db, now: Date, most: number): Promise<DueTerm[]> {
  const held = await rowsOf<Term>(db)`
    with due as (
      select account_id from unit_terms where check_at <= ${now} order by check_at, account_id limit ${10 * most}),
    mine as (
      select id from accounts where id in (select account_id from due) order by id
      -- As many as have about what is wanted: the next ones are for another worker.
      limit (select greatest(1, ${most} * count(distinct account_id) / greatest(1, count(*))) from due)
      for no key update skip locked)
    select ${columns} from unit_terms where check_at <= ${now} and account_id = any(array(select id from mine))
    order by account_id limit ${most} for update skip locked`
  if (held.length === 0) return []
  const facts = await rowsOf<Omit<DueTerm, keyof Term> & { unitId: number }>(db)`
    select units.id as unit_id, units.name, accounts.title, companies.name as dealer_name,
      case when ack is not null then coalesce(client_profiles.email, contact.email) end as email,
      coalesce(client_profiles.lang, contact.lang) as lang, date_order
    from units join accounts on accounts.id = units.account_id
      join companies on companies.dealer_id = accounts.dealer_id
      left join client_profiles on client_profiles.account_id = accounts.id
      left join lateral (
        select email, lang, date_order from (
          select id, email, lang, date_order, is_first from users
          where account_id = accounts.id and email is not null and role in ('owner', 'accountant') offset 0) own
        order by not is_first, id limit 1) contact on true
    where units.id = any(${held.map(({ unitId }) => unitId)}::bigint[])`
  const byUnit = new Map(facts.map((one) => [one.unitId, one]))
  return held.flatMap((term) => {
    const fact = byUnit.get(term.unitId)
    return fact ? [{ ...term, ...fact }] : []
  })
}

export async function saveStates(db: Db, terms: readonly Pick<Term, 'unitId' | 'state' | 'checkAt'>[], now: Date) {
  const column = <K extends 'unitId' | 'state' | 'checkAt'>(key: K) => terms.map((term) => term[key])
  await sql`
    update unit_terms set state = next.state, check_at = next.check_at, updated_at = ${now}
    from unnest(${column('unitId')}::bigint[], ${column('state')}::text[], ${column('checkAt')}::timestamptz[])
      as next (unit_id, state, check_at)
    where unit_terms.unit_id = next.unit_id`.execute(db)
}

/** Makes open streams of these accounts check again what they may show. */
export const announce = (db: Db, accountIds: readonly number[]) =>
  sql`select pg_notify('sessions', id::text) from unnest(${[...accountIds]}::bigint[]) as id`.execute(db)
