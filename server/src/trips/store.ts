import { sql } from 'kysely'
import type { Db } from '../context.ts'
import type { Trip } from './trip.ts'

export interface Dirty {
  readonly unitId: number
  readonly state: string | null
  readonly revision: number
  readonly dirtyFrom: number
  readonly dirtyTo: number
}

/** A unit that is removed in this moment is waited for, and then left out. */
export async function mark(
  db: Db,
  changes: readonly { readonly unitId: number; readonly t0: number; readonly t1: number }[],
): Promise<void> {
  await sql`
    with known as (
      select id from units where id = any(${changes.map((one) => one.unitId)}::bigint[]) order by id for key share)
    insert into trip_units as known_unit (unit_id, dirty_from, dirty_to)
    select change.unit_id, change.t0, change.t1
    from unnest(${changes.map((one) => one.unitId)}::bigint[], ${changes.map((one) => one.t0)}::float8[],
      ${changes.map((one) => one.t1)}::float8[]) as change (unit_id, t0, t1)
    join known on known.id = change.unit_id order by change.unit_id
    on conflict (unit_id) do update set
      dirty_from = least(known_unit.dirty_from, excluded.dirty_from),
      dirty_to = greatest(known_unit.dirty_to, excluded.dirty_to)`.execute(db)
}

export const listDirty = (db: Db, after: number, most: number): Promise<Dirty[]> =>
  db
    .selectFrom('tripUnits')
    .select(['unitId', 'state', 'revision', 'dirtyFrom', 'dirtyTo'])
    .where('dirtyFrom', 'is not', null)
    .where('unitId', '>', after)
    .orderBy('unitId')
    .limit(most)
    .execute() as Promise<Dirty[]>

export interface Checkpoint {
  readonly t: number
  readonly state: string
}

/** The latest at or before a time. */
export const findCheckpoint = (db: Db, unitId: number, t: number): Promise<Checkpoint | undefined> =>
  db
    .selectFrom('tripCheckpoints')
    .select(['t', 'state'])
    .where('unitId', '=', unitId)
    .where('t', '<=', Math.floor(t))
    .orderBy('t', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function listCheckpoints(db: Db, unitId: number, from: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('tripCheckpoints')
    .select(['t', 'state'])
    .where('unitId', '=', unitId)
    .where('t', '>=', Math.floor(from))
    .execute()
  return new Map(rows.map(({ t, state }) => [t, state]))
}

/** Closed at or after a time, for each of several units, and those that go on; in the order of time. */
export async function listSettledFrom(
  db: Db,
  units: readonly { readonly unitId: number; readonly from: number }[],
): Promise<Trip[]> {
  const { rows } = await sql<Trip>`
    select trips.* from unnest(${units.map((one) => one.unitId)}::bigint[], ${units.map((one) => one.from)}::float8[])
      as unit (id, since)
    join trips on trips.unit_id = unit.id and (trips.settled >= unit.since or trips.ended_rule is null)
      and trips.t0 >= coalesce((
        select t0 from trips earlier where earlier.unit_id = unit.id and earlier.settled < unit.since
        order by earlier.t0 desc limit 1), '-infinity')
    order by trips.unit_id, trips.t0`.execute(db)
  return rows
}

export interface Result {
  readonly unitId: number
  readonly revision: number
  readonly state: string
  /** Checkpoints from here on, and before `to`, are replaced. */
  readonly from: number
  readonly to: number
  readonly checkpoints: readonly Checkpoint[]
  readonly removed: readonly string[]
  readonly written: readonly Trip[]
}

/** Of those whose unit is still there and which nobody else has computed meanwhile. */
export async function claim(db: Db, results: readonly Result[], dirty: readonly Dirty[]): Promise<Set<number>> {
  const rows = JSON.stringify(
    results.map(({ unitId, revision, state }) => {
      const { dirtyFrom, dirtyTo } = dirty.find((one) => one.unitId === unitId)!
      return { unit_id: unitId, revision, state, dirty_from: dirtyFrom, dirty_to: dirtyTo }
    }),
  )
  // A mark that was widened while it was worked on stays; what was done is only done again.
  const { rows: claimed } = await sql<{ unitId: number }>`
    update trip_units set state = done.state, revision = done.revision + 1,
      dirty_from = case when trip_units.dirty_from = done.dirty_from and trip_units.dirty_to = done.dirty_to
        then null else trip_units.dirty_from end,
      dirty_to = case when trip_units.dirty_from = done.dirty_from and trip_units.dirty_to = done.dirty_to
        then null else trip_units.dirty_to end
    from jsonb_to_recordset(${rows}::jsonb)
      as done (unit_id bigint, revision integer, state text, dirty_from float8, dirty_to float8)
    where trip_units.unit_id = done.unit_id and trip_units.revision = done.revision
    returning trip_units.unit_id`.execute(db)
  return new Set(claimed.map(({ unitId }) => unitId))
}

export async function save(db: Db, results: readonly Result[]): Promise<void> {
  const removed = results.flatMap((one) => one.removed)
  if (removed.length > 0) await sql`delete from trips where id = any(${removed}::uuid[])`.execute(db)
  const written = results.flatMap((one) => one.written)
  if (written.length > 0) {
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
  for (const { unitId, from, to, checkpoints } of results) {
    if (to > from) {
      await sql`
        delete from trip_checkpoints where unit_id = ${unitId} and t >= ${Math.ceil(from)}
          and t < ${Number.isFinite(to) ? to : sql`9223372036854775807`}`.execute(db)
    }
    if (checkpoints.length > 0) {
      const rows = checkpoints.map(({ t, state }) => ({ unitId, t, state }))
      await db.insertInto('tripCheckpoints').values(rows).execute()
    }
  }
}

/** All but what makes it the same one. */
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

const inSnakeCase = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`), value]),
  )

/** For whoever listens on the channel `trips` (db/notifications.ts). */
export async function announce(db: Db, units: readonly { unitId: number; from: number }[]): Promise<void> {
  await sql`
    select pg_notify('trips', json_build_array(units.account_id, units.app_id, units.id, changed.since)::text)
    from unnest(${units.map((one) => one.unitId)}::bigint[], ${units.map((one) => one.from)}::float8[]) as changed (id, since)
    join units on units.id = changed.id`.execute(db)
}

/** Of several units, what overlaps a stretch of time: what began before it and reaches into it is found by its neighbour. */
export async function listBetween(
  db: Db,
  unitIds: readonly number[],
  from: number,
  to: number,
  kinds: readonly string[],
): Promise<Trip[]> {
  const { rows } = await sql<Trip>`
    select trips.* from unnest(${[...unitIds]}::bigint[]) as unit (id)
    join trips on trips.unit_id = unit.id and trips.t0 < ${to} and trips.t1 > ${from}
      and trips.t0 >= coalesce((
        select t0 from trips before where before.unit_id = unit.id and before.t0 <= ${from} order by t0 desc limit 1), ${from})
    where trips.kind = any(${[...kinds]}::text[]) order by trips.unit_id, trips.t0`.execute(db)
  return rows
}

export async function find(db: Db, accountId: number, apps: readonly string[], id: string): Promise<Trip | undefined> {
  const { rows } = await sql<Trip>`
    select trips.* from trips join units on units.id = trips.unit_id
    where trips.id = ${id} and units.account_id = ${accountId} and units.app_id = any(${[...apps]}::uuid[])`.execute(db)
  return rows[0]
}

export async function sliceOfUnits(db: Db, after: number, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('tripUnits')
    .select('unitId')
    .where('unitId', '>', after)
    .orderBy('unitId')
    .limit(most)
    .execute()
  return rows.map((row) => row.unitId)
}

/** What ended before the oldest message that is kept goes, and all of a unit that keeps none. */
export async function removeForgotten(db: Db, unitIds: readonly number[]): Promise<number> {
  const oldest = sql`
    select id, coalesce((
      select t0 from message_chunks where message_chunks.unit_id = id order by t1 limit 1), 'infinity') as t
    from unnest(${[...unitIds]}::bigint[]) as id`
  await sql`
    with oldest as (${oldest})
    delete from trip_checkpoints using oldest where unit_id = oldest.id and trip_checkpoints.t < oldest.t`.execute(db)
  const { numAffectedRows = 0n } = await sql`
    with oldest as (${oldest})
    delete from trips using oldest where unit_id = oldest.id and t1 < oldest.t`.execute(db)
  return Number(numAffectedRows)
}
