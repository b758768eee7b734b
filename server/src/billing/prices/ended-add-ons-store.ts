import { sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { agreedOn } from './booked.ts'
import type { AddOn } from './price.ts'

/** Called after an agreement, with the account locked; before its first agreement it had no add-ons. */
export const wake = (db: Db, accountId: number, now: Date) =>
  sql`
    insert into booked_add_ons (account_id, add_ons, check_at) values (${accountId}, '[]', ${now})
    on conflict (account_id) do update set check_at = excluded.check_at`.execute(db)

export const forget = (db: Db, accountId: number) =>
  db.deleteFrom('bookedAddOns').where('accountId', '=', accountId).execute()

export const nextCheck = sql`select min(check_at) from booked_add_ons where check_at is not null`

export interface Checked {
  readonly accountId: number
  readonly dealerId: number
  readonly before: readonly AddOn[]
  readonly after: readonly AddOn[]
  readonly checkAt: Date | null
}

/** Locked until the transaction ends. Skips what another worker has locked. */
export const takeDue = (db: Db, now: Date, most: number) => rowsOf<Checked>(db)`
    select booked_add_ons.account_id, accounts.dealer_id, booked_add_ons.add_ons as before,
      coalesce(${agreedOn(now)}, '[]') as after,
      (select min(valid_from)::timestamp at time zone payment_infos.time_zone from client_prices
       where client_prices.account_id = accounts.id
         and valid_from > (${now}::timestamptz at time zone payment_infos.time_zone)::date) as check_at
    from booked_add_ons join accounts on accounts.id = booked_add_ons.account_id
    join payment_infos on payment_infos.dealer_id = accounts.dealer_id
    where check_at <= ${now} order by check_at, booked_add_ons.account_id limit ${most}
    for no key update of booked_add_ons skip locked`

export const save = (db: Db, checked: readonly Checked[]) =>
  sql`
    update booked_add_ons set add_ons = now_booked.add_ons, check_at = now_booked.check_at
    from unnest(
      ${checked.map(({ accountId }) => accountId)}::bigint[],
      ${checked.map(({ after }) => JSON.stringify(after))}::jsonb[],
      ${checked.map(({ checkAt }) => checkAt)}::timestamptz[]) as now_booked (account_id, add_ons, check_at)
    where booked_add_ons.account_id = now_booked.account_id`.execute(db)
