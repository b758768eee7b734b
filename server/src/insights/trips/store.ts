import { sql } from 'kysely'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import { inSnakeCase } from '#kernel/db/snake-case.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type Seen, seesUnit } from '#kernel/sight.ts'
import type { Oldest } from '../projections/actions.ts'
import type { Trip } from './trip.ts'

/** Trips closed at or after a time, and open ones, for several units, in chronological order. */
export const listSettledFrom = (
  db: Db,
  units: readonly { readonly unitId: number; readonly from: number }[],
) => rowsOf<Trip>(db)`
    select trips.* from unnest(${units.map((one) => one.unitId)}::bigint[], ${units.map((one) => one.from)}::float8[])
      as unit (id, since)
    join trips on trips.unit_id = unit.id and (trips.settled >= unit.since or trips.ended_rule is null)
      and trips.t0 >= coalesce((
        select t0 from trips earlier where earlier.unit_id = unit.id and earlier.settled < unit.since
        order by earlier.t0 desc limit 1), '-infinity')
    order by trips.unit_id, trips.t0`

export async function save(db: Db, written: readonly Trip[], removed: readonly string[]): Promise<void> {
  if (removed.length > 0) await sql`delete from trips where id = any(${[...removed]}::uuid[])`.execute(db)
  if (written.length === 0) return
  await sql`
    insert into trips (id, unit_id, kind, t0, t1, lat0, lon0, lat1, lon1, metres, moving_seconds, idle_seconds,
      silent_seconds, engine_seconds, top_kmh, points, dropped, began_rule, began_seen, ended_rule, ended_seen, settled,
      created_at, revised_at)
    select * from jsonb_to_recordset(${JSON.stringify(written.map(inSnakeCase))}::jsonb) as one (id uuid, unit_id bigint,
      kind text, t0 float8, t1 float8, lat0 float8, lon0 float8, lat1 float8, lon1 float8, metres float8,
      moving_seconds float8, idle_seconds float8, silent_seconds float8, engine_seconds float8, top_kmh float8,
      points integer, dropped integer, began_rule text, began_seen float8, ended_rule text, ended_seen float8,
      settled float8, created_at timestamptz, revised_at timestamptz)
    on conflict (id) do update set ${sql.raw(changing.map((name) => `${name} = excluded.${name}`).join(', '))}`.execute(
    db,
  )
}

/** Everything except what identifies it. */
const changing = [
  't0',
  't1',
  'lat0',
  'lon0',
  'lat1',
  'lon1',
  'metres',
  'moving_seconds',
  'idle_seconds',
  'silent_seconds',
  'engine_seconds',
  'top_kmh',
  'points',
  'dropped',
  'began_rule',
  'began_seen',
  'ended_rule',
  'ended_seen',
  'settled',
  'revised_at',
]

/** Publishes on the channel `trips`. */
export async function announce(db: Db, units: readonly { unitId: number; from: number }[]): Promise<void> {
  await sql`
    select pg_notify('trips', json_build_array(units.account_id, units.app_id, units.id, changed.since)::text)
    from unnest(${units.map((one) => one.unitId)}::bigint[], ${units.map((one) => one.from)}::float8[]) as changed (id, since)
    join units on units.id = changed.id`.execute(db)
}

/** Trips of several units that overlap a period. One that started earlier is found by its neighbour. */
export const listBetween = (
  db: Db,
  unitIds: readonly number[],
  from: number,
  to: number,
  kinds: readonly string[],
) => rowsOf<Trip>(db)`
    select trips.* from unnest(${[...unitIds]}::bigint[]) as unit (id)
    join trips on trips.unit_id = unit.id and trips.t0 < ${to} and trips.t1 > ${from}
      and trips.t0 >= coalesce((
        select t0 from trips before where before.unit_id = unit.id and before.t0 <= ${from} order by t0 desc limit 1), ${from})
    where trips.kind = any(${[...kinds]}::text[]) order by trips.unit_id, trips.t0`

export interface Standing {
  readonly unitId: number
  readonly since: number
}

/** Units whose last segment is an open stop. */
export const listStanding = (db: Db, accountId: number, seen: Seen) => rowsOf<Standing>(db)`
    select units.id as unit_id, latest.t0 as since from units
    cross join lateral (select * from trips where trips.unit_id = units.id order by t0 desc limit 1) as latest
    where units.account_id = ${accountId} and ${seesUnit(seen)}
      and latest.kind = 'stop' and latest.ended_rule is null
    order by units.id`

export const find = (db: Db, accountId: number, seen: Seen, id: string) => firstRow<Trip>(db)`
    select trips.* from trips join units on units.id = trips.unit_id
    where trips.id = ${id} and units.account_id = ${accountId} and ${seesUnit(seen)}`

/** Deletes trips that ended before the oldest stored message. */
export async function removeForgotten(db: Db, oldest: readonly Oldest[], most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from trips where ctid = any(array(
      select known.ctid from trips as known
      join unnest(${oldest.map(({ unitId }) => unitId)}::bigint[], ${oldest.map(({ t }) => t)}::float8[]) as one (unit_id, t)
        on known.unit_id = one.unit_id and known.t1 < one.t limit ${most}))`.execute(db)
  return Number(numAffectedRows)
}
