import { sql } from 'kysely'
import { columnsOf } from '#kernel/db/belongings.ts'
import type { Db } from '#kernel/db/transaction.ts'

/** What it has now. Links to other units were removed on both sides. */
const fresh = ['id', 'dealer_id', 'account_id', 'app_id', 'joined_at', 'updated_at', 'device_link', 'linked_devices']

/** The rest is as it was when it was put away (tracking/bin). */
export async function revive(db: Db, unitId: number, now: Date): Promise<void> {
  const kept = sql`select body from binned_rows where unit_id = ${unitId} and place = 0`
  const columns = (await columnsOf(db, 'units', kept)).filter((column) => !fresh.includes(column))
  const names = sql.raw(columns.map((column) => `"${column}"`).join(', '))
  await sql`
    update units set (${names}, joined_at, updated_at) = (
      select ${names}, ${now}::timestamptz, ${now}::timestamptz
      from (${kept}) as given cross join lateral json_populate_record(null::units, given.body) as kept)
    where id = ${unitId}`.execute(db)
}
