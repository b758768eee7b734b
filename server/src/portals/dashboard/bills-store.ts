/** Stored counts of bills (0110-account-standings.sql). Triggers insert rows; here they are summed up and read. */
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#kernel/context.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { isCounted } from './standings-store.ts'
import type { Amount } from './today.ts'

const columns = sql.raw('dealer_id, status, day, app_id, currency, bills, amount')
const keys = sql.raw('dealer_id, status, day, app_id, currency')

const counted = (dealer: number) => sql`
  select dealer_id, status, coalesce((paid_at at time zone 'UTC')::date, '-infinity') as day, app_id, currency, 1 as bills,
    amount_total as amount
  from bills where dealer_id = ${dealer} and status in ('open', 'complete')`

const add = (lines: RawBuilder<unknown>) => sql`
  insert into bill_counts as known (${columns})
  select ${keys}, sum(bills), sum(amount) from (${lines}) as lines group by ${keys}
  on conflict (${keys}) do update set bills = known.bills + excluded.bills, amount = known.amount + excluded.amount`

/** The current state less the existing rows: with the rows of any later moment it gives the count of that moment. */
export async function countAll(db: Db, dealer: number): Promise<void> {
  await sql`delete from bill_counts where dealer_id = ${dealer}`.execute(db)
  await add(sql`
    ${counted(dealer)}
    union all
    select ${keys}, -bills, -amount from bill_count_changes where dealer_id = ${dealer}`).execute(db)
}

export const addUp = (db: Db, dealer: number) =>
  sql`
    with taken as (delete from bill_count_changes where dealer_id = ${dealer} returning *)
    ${add(sql`select * from taken`)}`.execute(db)

/** Bills paid since the beginning of the month, and open ones. */
export async function sumBills(
  db: Db,
  { dealer, apps }: Scope,
  monthBegan: Date,
  way: 'kept' | 'counted' = 'kept',
): Promise<Record<'paidThisMonth' | 'open', { bills: number; amounts: Amount[] }>> {
  const isKept = way === 'kept' && (await isCounted(db, dealer))
  const kept = (table: 'bill_counts' | 'bill_count_changes') => sql`
    select ${keys}, bills, amount from ${sql.table(table)} where dealer_id = ${dealer}`
  const wanted = (from: RawBuilder<unknown>) => sql`
    select * from (${from}) as found
    where app_id = any(${[...apps]}::uuid[])
      and (status = 'open' or (status = 'complete' and day >= (${monthBegan}::timestamptz at time zone 'UTC')::date))`
  const found = isKept
    ? sql`${wanted(kept('bill_counts'))} union all ${wanted(kept('bill_count_changes'))}`
    : wanted(counted(dealer))
  const rows = await rowsOf<{ status: string; currency: string; bills: number; amount: number }>(db)`
    select status, currency, sum(bills)::integer as bills, sum(amount)::bigint as amount from (${found}) as parts
    group by status, currency having sum(bills) <> 0 order by 1, 2`
  const of = (status: string) => {
    const own = rows.filter((row) => row.status === status)
    return {
      bills: own.reduce((sum, { bills }) => sum + bills, 0),
      amounts: own.map(({ currency, amount }) => ({ currency, amount })),
    }
  }
  return { paidThisMonth: of('complete'), open: of('open') }
}
