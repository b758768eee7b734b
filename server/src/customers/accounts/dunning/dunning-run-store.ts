/** SQL of billing automation: many accounts in one statement. */
import { sql } from 'kysely'
import type { Lifecycle, Payer } from '#billing/dunning/dunning.ts'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { DayReader } from '#kernel/mail/texts.ts'

/** Everything that a step needs to know about an account and whom to notify. */
export interface LockedPayer extends Payer, DayReader {
  readonly id: number
  readonly dealerId: number
  readonly title: string
  readonly lifecycle: Lifecycle | null
  readonly email: string | null
  readonly dealerName: string
  readonly colour: string | null
}

const columns = sql`
  accounts.id, accounts.dealer_id, accounts.title, ack, payment_expected_at, payment_notify_offset, block_offset,
  use_fleet_lifecycle, blocked, blocked_by, blocked_at, client_plans.lifecycle, companies.name as dealer_name, brands.colour,
  contact.email, contact.lang, contact.date_order`

const tables = sql`
  accounts
  join companies on companies.dealer_id = accounts.dealer_id
  left join brands on brands.dealer_id = accounts.dealer_id
  left join client_plans on client_plans.id = accounts.client_plan_id
  left join lateral (
    -- The fence keeps the planner from walking through all users in the order of their ids.
    select email, lang, date_order from (
      select id, email, lang, date_order, is_first from users
      where account_id = accounts.id and email is not null and role in ('owner', 'accountant') offset 0) own
    order by not is_first, id limit 1) contact on true`

/** A payer that is due. `asked` is how many checks were requested until now. */
export type DuePayer = LockedPayer & { readonly asked: number }

/**
 * Locks due accounts that no one else has locked, so that several workers take different ones. The key is not locked: a
 * reference to the account may be inserted meanwhile. Their data is read afterwards, when no one can change it.
 */
export async function lockDue(db: Db, now: Date, most: number): Promise<readonly DuePayer[]> {
  const due = await rowsOf<{ accountId: number }>(db)`
    select looks.account_id from looks join accounts on accounts.id = looks.account_id
    where looks.at <= ${now} order by looks.at limit ${most} for no key update of accounts skip locked`
  if (due.length === 0) return []
  return rowsOf<DuePayer>(db)`
    select ${columns}, looks.asked from ${tables} join looks on looks.account_id = accounts.id
    where accounts.id = any(${due.map(({ accountId }) => accountId)}::bigint[])`
}

export async function blockByAutomation(db: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update accounts set blocked = true, blocked_by = 'automation', blocked_since = ${now}, updated_at = ${now}
    where id = any(${ids}::bigint[])`.execute(db)
}

/** One account that is already locked, with whom to notify. */
export const findPayerForUpdate = (db: Db, dealer: number, id: number) => firstRow<LockedPayer>(db)`
    select ${columns} from ${tables} where accounts.id = ${id} and accounts.dealer_id = ${dealer}
    for no key update of accounts`

export async function saveAfterPayments(db: Db, payers: readonly LockedPayer[], now: Date): Promise<void> {
  const column = <K extends keyof LockedPayer>(key: K) => payers.map((payer) => payer[key])
  await sql`
    update accounts set payment_expected_at = paid.expected_at, blocked = paid.blocked, blocked_by = paid.blocked_by,
      blocked_at = paid.blocked_at, blocked_since = case when paid.blocked then blocked_since end, updated_at = ${now}
    from unnest(${column('id')}::bigint[], ${column('paymentExpectedAt')}::timestamptz[], ${column('blocked')}::boolean[],
      ${column('blockedBy')}::text[], ${column('blockedAt')}::timestamptz[])
      as paid (id, expected_at, blocked, blocked_by, blocked_at)
    where accounts.id = paid.id`.execute(db)
}
