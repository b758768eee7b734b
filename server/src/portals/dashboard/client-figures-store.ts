import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Day } from '#kernel/time/day.ts'
import type { Moves } from './figures.ts'
import type { Calendar } from './figures-store.ts'

export interface Usage {
  readonly units: number
  readonly geofences: number
  readonly users: number
  readonly rules: number
}

export async function readUsage(db: Db, account: number): Promise<Usage> {
  const row = await firstRow<Usage>(db)`
    select (select count(*)::integer from units where account_id = ${account}) as units,
      (select count(*)::integer from geofences where account_id = ${account}) as geofences,
      (select count(*)::integer from users where account_id = ${account}) as users,
      (select count(*)::integer from notification_rules where account_id = ${account}) as rules`
  return row!
}

export interface MoneyRow {
  readonly month: string
  readonly currency: string
  readonly invoiced: number
  readonly paid: number
}

/** Invoices and credit notes by the day of issue; payments, credit and bills by the day they came in. */
export const sumMoney = (db: Db, dealer: number, account: number, zone: string, from: Day) => rowsOf<MoneyRow>(db)`
    with invoices as (
      select * from client_invoices where dealer_id = ${dealer} and account_id = ${account} and status <> 'draft')
    select to_char(day, 'YYYY-MM') as month, currency, sum(invoiced)::bigint as invoiced, sum(paid)::bigint as paid from (
      select issued_on as day, currency, total as invoiced, 0 as paid from invoices
      union all
      select paid_on, currency, 0, amount from client_invoice_payments join invoices on invoices.id = invoice_id
      where removed_at is null and way <> 'credit'
      union all
      select booked_on, currency, 0, amount from client_credit_entries
      where dealer_id = ${dealer} and account_id = ${account} and removed_at is null and kind <> 'used'
      union all
      select (paid_at at time zone ${zone})::date, currency, amount_total, amount_total from bills
      where dealer_id = ${dealer} and account_id = ${account} and status = 'complete'
    ) as money where day >= ${from}::date group by 1, 2 order by 1, 2`

/** From current and former units: with a plan, removed units are kept for its invoices. */
export async function countUnits(
  db: Db,
  account: number,
  { zone }: Calendar,
  from: Day,
): Promise<{ now: number; moves: Moves[] }> {
  const rows = await rowsOf<Moves>(db)`
    select to_char(at at time zone ${zone}, 'YYYY-MM') as month, sum(joined)::integer as joined, sum("left")::integer as left
    from (
      select coalesce(joined_at, created_at) as at, 1 as joined, 0 as "left" from units where account_id = ${account}
      union all
      select created_at, 1, 0 from former_units where account_id = ${account}
      union all
      select removed_at, 0, 1 from former_units where account_id = ${account}
      union all
      select joined_at, 1, 0 from former_stays where account_id = ${account}
      union all
      select removed_at, 0, 1 from former_stays where account_id = ${account}
    ) as moves where at >= (${from}::date::timestamp at time zone ${zone}) group by 1`
  const row = await firstRow<{ now: number }>(db)`
    select count(*)::integer as now from units where account_id = ${account}`
  return { now: row?.now ?? 0, moves: rows }
}
