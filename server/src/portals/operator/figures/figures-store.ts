/** The usage of dealers, now and day by day. */
import { sql } from 'kysely'
import { removeSome } from '#kernel/db/pieces.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Day } from '#kernel/time/day.ts'
import type { DealerUse, Size, Use, UseOfDay } from './figures.ts'

const use = (now: Date) => sql`
  select dealers.id as dealer_id,
    (select count(*)::integer from accounts where accounts.dealer_id = dealers.id) as accounts,
    count(units.id)::integer as units,
    count(*) filter (where telemetry.last_active > ${now}::timestamptz - interval '1 day')::integer as active_units,
    coalesce(sum(stored_count), 0)::bigint as messages, coalesce(sum(stored_bytes), 0)::bigint as bytes
  from dealers left join units on units.dealer_id = dealers.id left join telemetry on unit_id = units.id
  group by dealers.id`

/** Reads every unit, so it must run at most every few minutes. */
export const readDealerUse = (db: Db, now: Date) => rowsOf<DealerUse>(db)`
    select dealer_id::text as dealer, accounts, units, active_units, messages, bytes
    from (${use(now)}) as used order by dealer_id`

/** The last count of a day stays. */
export async function keepDay(db: Db, day: Day, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into dealer_days (day, dealer_id, accounts, units, active_units, messages, bytes)
    select ${day}::date, dealer_id, accounts, units, active_units, messages, bytes from (${use(now)}) as used
    on conflict (dealer_id, day) do update set accounts = excluded.accounts, units = excluded.units,
      active_units = excluded.active_units, messages = excluded.messages, bytes = excluded.bytes`.execute(db)
  return Number(numAffectedRows)
}

export const removeDaysBefore = (db: Db, day: Day, most: number): Promise<number> =>
  removeSome(db, 'dealerDays', sql`day < ${day}::date`, most)

/** Oldest first. */
export const listDays = (db: Db, from: Day) => rowsOf<UseOfDay>(db)`
    select day::text, sum(accounts)::integer as accounts, sum(units)::integer as units,
      sum(active_units)::integer as active_units, sum(messages)::bigint as messages, sum(bytes)::bigint as bytes
    from dealer_days where day >= ${from}::date group by day order by day`

export interface LargeDealer extends Use {
  readonly id: number
  readonly name: string
  readonly sizes: readonly Size[]
  /** The number of dealers. */
  readonly total: number
}

/** As last counted, largest first, each with its sizes since a day. */
export const listLargest = (db: Db, from: Day, most: number) => rowsOf<LargeDealer>(db)`
    with largest as (
      select dealers.id, name, accounts, units, active_units, messages, bytes, count(*) over ()::integer as total
      from dealer_days join dealers on dealers.id = dealer_id
      where day = (select max(day) from dealer_days) and (units > 0 or accounts > 0)
      order by bytes desc, dealers.id limit ${most})
    select largest.*, (
      select coalesce(json_agg(json_build_object('day', day, 'bytes', own.bytes) order by day), '[]')
      from dealer_days own where dealer_id = largest.id and day >= ${from}::date) as sizes
    from largest order by bytes desc, id`
