/**
 * Stored counts of accounts (0110-account-standings.sql): how an account is counted, and how counts follow changes.
 * Nothing else writes the tables of counts.
 */
import { type RawBuilder, sql } from 'kysely'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'

const hour = sql`interval '1 hour'`
export const hourOf = (at: RawBuilder<unknown>) => sql`date_bin(${hour}, ${at}, timestamptz '2000-01-01 00:00+00')`

/** The current standings of some or all of a dealer's accounts. */
export const current = (dealer: number, ids?: RawBuilder<unknown>) => sql`
  select facts.*, ${hourOf(sql`at`)} as hour from (
    select accounts.dealer_id, accounts.id as account_id, reg_apps, client_plan_id, use_fleet_lifecycle as has_own_offsets,
      case when use_fleet_lifecycle then payment_notify_offset end as notify_offset,
      case when use_fleet_lifecycle then block_offset end as block_offset,
      case when ack is null then 'waiting' when blocked then 'blocked' when exists (
        select from milestones where account_id = accounts.id and due_at = payment_expected_at and kind = 'block')
        then 'reached' else 'open' end as state,
      case when ack is null then accounts.created_at else payment_expected_at end as at,
      case when ack is not null and not blocked then blocked_at end as block_at,
      last.currency, last.amount_total as amount
    from accounts left join lateral (
      select currency, amount_total from bills
      where account_id = accounts.id and status = 'complete' and ack is not null and payment_expected_at is not null
      order by bills.created_at desc, bills.id desc limit 1) as last on true
    where accounts.dealer_id = ${dealer} and ${ids === undefined ? sql`true` : sql`accounts.id in (${ids})`}) as facts`

const columns =
  sql.raw(`dealer_id, account_id, reg_apps, client_plan_id, has_own_offsets, notify_offset, block_offset, state,
  at, block_at, currency, amount, hour`)
const grouped = sql.raw('reg_apps, client_plan_id, has_own_offsets, notify_offset, block_offset, state, hour, currency')

/** Adds standings to the counts, or subtracts them. Scheduled blocks are few, each at its own time: not counted. */
const count = (dealer: number, rows: RawBuilder<unknown>, sign: 1 | -1) => sql`
  insert into account_counts as known (dealer_id, key, ${grouped}, accounts, amount)
  select ${dealer}, md5(row(${grouped})::text)::uuid, ${grouped},
    ${sql.lit(sign)} * count(*), ${sql.lit(sign)} * coalesce(sum(amount), 0)
  from (${rows}) as standings where block_at is null group by ${grouped}
  on conflict (dealer_id, key) do update
  set accounts = known.accounts + excluded.accounts, amount = known.amount + excluded.amount`

/** Locks the row of a dealer until the transaction ends, so that later queries see everything that others counted. */
export async function lock(db: Db, dealer: number): Promise<{ isCounted: boolean } | undefined> {
  await sql`
    insert into dealers_counted (dealer_id) select id from dealers where id = ${dealer} on conflict do nothing`.execute(
    db,
  )
  return firstRow<{ isCounted: boolean }>(db)`
    select at is not null as is_counted from dealers_counted where dealer_id = ${dealer} for update`
}

/** With more rows than this, PostgreSQL plans badly until they are analysed. */
const many = 1000

/** Counts everything of a dealer. Changes made meanwhile insert their own rows. */
export async function countAll(db: Db, dealer: number, now: Date): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(db)
  // One text of the time zone for every key.
  await sql`set local timezone = 'UTC'`.execute(db)
  await sql`delete from account_count_changes where dealer_id = ${dealer}`.execute(db)
  await sql`delete from account_standings where dealer_id = ${dealer}`.execute(db)
  await sql`delete from account_counts where dealer_id = ${dealer}`.execute(db)
  const { numAffectedRows = 0n } = await sql`
    insert into account_standings (${columns}) select ${columns} from (${current(dealer)}) as found`.execute(db)
  const all = sql`select * from account_standings where dealer_id = ${dealer}`
  await count(dealer, all, 1).execute(db)
  await sql`update dealers_counted set at = ${now} where dealer_id = ${dealer}`.execute(db)
  if (numAffectedRows > many) await sql`analyze account_standings, account_counts`.execute(db)
}

/** Returns how many rows it processed. */
export async function follow(db: Db, dealer: number, most: number): Promise<number> {
  await sql`set local timezone = 'UTC'`.execute(db)
  const rows = await rowsOf<{ accountId: number }>(db)`
    delete from account_count_changes
    where ctid = any(array(select ctid from account_count_changes where dealer_id = ${dealer} limit ${most}))
    returning account_id`
  if (rows.length === 0) return 0
  const ids = sql`select unnest(${[...new Set(rows.map(({ accountId }) => accountId))]}::bigint[])`
  // From here on a removed row means that its change is committed and visible to the next statements.
  await sql`
    with gone as (delete from account_standings where dealer_id = ${dealer} and account_id in (${ids}) returning *)
    ${count(dealer, sql`select * from gone`, -1)}`.execute(db)
  await sql`
    with added as (
      insert into account_standings (${columns}) select ${columns} from (${current(dealer, ids)}) as found returning *)
    ${count(dealer, sql`select * from added`, 1)}`.execute(db)
  await sql`delete from account_counts where dealer_id = ${dealer} and accounts = 0 and amount = 0`.execute(db)
  // If the account moved during a payment, the bill's row may name the previous dealer.
  await sql`
    insert into account_count_changes (dealer_id, account_id)
    select dealer_id, id from accounts where id in (${ids}) and dealer_id <> ${dealer}`.execute(db)
  return rows.length
}

/** Dealers with changes, and those that are not counted yet. */
export const listWaiting = async (db: Db): Promise<number[]> =>
  (
    await rowsOf<{ id: number }>(db)`
    select id from dealers where exists (select from account_count_changes where dealer_id = dealers.id)
      or exists (select from bill_count_changes where dealer_id = dealers.id)
      or not exists (select from dealers_counted where dealer_id = dealers.id and at is not null)
    order by id`
  ).map(({ id }) => id)

/** Rows of deleted dealers. */
export async function forget(db: Db): Promise<void> {
  for (const table of ['account_count_changes', 'bill_count_changes']) {
    await sql`
      delete from ${sql.table(table)} where not exists (select from dealers where id = ${sql.ref(`${table}.dealer_id`)})`.execute(
      db,
    )
  }
}

export async function isCounted(db: Db, dealer: number): Promise<boolean> {
  return (
    (await firstRow<object>(db)`
    select from dealers_counted where dealer_id = ${dealer} and at is not null`) !== undefined
  )
}
