import { sql } from 'kysely'
import { rowsOf } from '../db/rows.ts'
import type { Db } from '../db/transaction.ts'

/** Waits for a unit that is being removed, and then leaves it out. */
export const insert = (db: Db, unitIds: readonly number[]) =>
  sql`
    insert into unit_watch (unit_id) select id from units where id = any(${unitIds}::bigint[]) for key share
    on conflict do nothing`.execute(db)

export interface WatchedUnit {
  readonly unitId: number
  readonly dealerId: number
  readonly accountId: number
  readonly lastActive: Date
}

const found = sql`units.id as unit_id, units.dealer_id, units.account_id, unit_heard.last_active`

/** Units that have sent their first message. */
export const takeHeard = (db: Db, most: number) => rowsOf<WatchedUnit>(db)`
    select ${found} from unit_watch
    join unit_heard on unit_heard.unit_id = unit_watch.unit_id join units on units.id = unit_watch.unit_id
    where unit_watch.heard_at is null limit ${most} for update of unit_watch skip locked`

export interface DueUnit extends WatchedUnit {
  readonly silentSince: Date | null
}

export const takeDue = (db: Db, now: Date, most: number) => rowsOf<DueUnit>(db)`
    select ${found}, unit_watch.silent_since from unit_watch
    join unit_heard on unit_heard.unit_id = unit_watch.unit_id join units on units.id = unit_watch.unit_id
    where unit_watch.check_at <= ${now} order by unit_watch.check_at limit ${most}
    for update of unit_watch skip locked`

export interface Watch {
  readonly unitId: number
  readonly checkAt: Date
  readonly silentSince: Date | null
}

export const save = (db: Db, watches: readonly Watch[], now: Date) =>
  sql`
    update unit_watch set heard_at = coalesce(heard_at, ${now}), check_at = seen.check_at, silent_since = seen.silent_since
    from unnest(${watches.map((one) => one.unitId)}::bigint[], ${watches.map((one) => one.checkAt)}::timestamptz[],
      ${watches.map((one) => one.silentSince)}::timestamptz[]) as seen (unit_id, check_at, silent_since)
    where unit_watch.unit_id = seen.unit_id`.execute(db)

/** Silent units need no precise time: nothing new happens to them. */
export async function nextDue(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('unitWatch')
    .select('checkAt')
    .where('checkAt', 'is not', null)
    .where('silentSince', 'is', null)
    .orderBy('checkAt')
    .limit(1)
    .executeTakeFirst()
  return row?.checkAt ?? undefined
}
