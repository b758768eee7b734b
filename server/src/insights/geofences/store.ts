import { sql } from 'kysely'
import { lockAccount } from '#kernel/db/locks.ts'
import { countOf, firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { knowsUnit, type Seen, seesGeofence } from '#kernel/sight.ts'
import type { Watched } from './crossing.ts'
import { borderOf, type Geofence, type Shape } from './geofence.ts'

/** Only units that the caller can see. */
const geofences = (accountId: number, seen: Seen) => sql<Geofence>`
  select geofences.*, (
    select coalesce(json_agg(unit_id order by unit_id), '[]') from geofence_units join units on units.id = unit_id
    where geofence_id = geofences.id and ${knowsUnit(seen)}) as unit_ids, (
    select coalesce(json_agg(group_id order by group_id), '[]') from geofence_groups
    where geofence_id = geofences.id) as group_ids
  from geofences where account_id = ${accountId} and ${seesGeofence(seen, sql.ref('geofences.id'))}`

export const list = (db: Db, accountId: number, seen: Seen) =>
  rowsOf<Geofence>(db)`${geofences(accountId, seen)} order by lower(name), id`

export const find = (db: Db, accountId: number, seen: Seen, id: string) =>
  firstRow<Geofence>(db)`${geofences(accountId, seen)} and id = ${id}`

export const count = (db: Db, accountId: number) =>
  countOf(db)`select count(*) from geofences where account_id = ${accountId}`

/** Serialised: the count decides whether one more is allowed. */
export async function countLocked(db: Db, accountId: number): Promise<number> {
  await lockAccount(db, accountId)
  return count(db, accountId)
}

export const insert = (db: Db, { unitIds: _, groupIds: __, shape, ...row }: Geofence) =>
  db
    .insertInto('geofences')
    .values({ ...row, shape: JSON.stringify(shape) })
    .execute()

export async function save(db: Db, geofence: Geofence): Promise<void> {
  const { id, name, colour, shape, minSeconds, since, isForAll, updatedAt } = geofence
  await db
    .updateTable('geofences')
    .set({ name, colour, shape: JSON.stringify(shape), minSeconds, since, isForAll, updatedAt })
    .where('id', '=', id)
    .execute()
}

/** Exactly these of the units that the caller can see, and exactly these groups. */
export async function setScope(
  db: Db,
  { id, unitIds, groupIds }: Pick<Geofence, 'id' | 'unitIds' | 'groupIds'>,
  seen: Seen,
): Promise<void> {
  await sql`
    delete from geofence_units using units where units.id = unit_id and geofence_id = ${id}
      and ${knowsUnit(seen)} and unit_id <> all(${[...unitIds]}::bigint[])`.execute(db)
  await sql`
    insert into geofence_units (geofence_id, unit_id) select ${id}, unit_id from unnest(${[...unitIds]}::bigint[]) as unit_id
    on conflict do nothing`.execute(db)
  await sql`
    delete from geofence_groups where geofence_id = ${id} and group_id <> all(${[...groupIds]}::uuid[])`.execute(db)
  await sql`
    insert into geofence_groups (geofence_id, group_id)
    select ${id}, group_id from unnest(${[...groupIds]}::uuid[]) as group_id on conflict do nothing`.execute(db)
}

export const remove = (db: Db, id: string) => db.deleteFrom('geofences').where('id', '=', id).execute()

/**
 * Geofences whose groups have other units than at the last check, which is updated. This is a change of the geofence: a
 * visit that no longer counts was one when it was reported.
 */
export const takeRegrouped = (db: Db, now: Date) => rowsOf<{ accountId: number; since: number }>(db)`
    with now_in as (
      select geofences.id, coalesce((
        select md5(string_agg(unit_id::text, ',' order by unit_id)) from (
          select distinct unit_id from geofence_groups join group_units using (group_id)
          where geofence_id = geofences.id) as members), '') as members
      from geofences where not is_for_all)
    update geofences set groups_seen = now_in.members, updated_at = ${now} from now_in
    where geofences.id = now_in.id and geofences.groups_seen <> now_in.members
    returning geofences.account_id, geofences.since`

/** The geofences that watch each of several units. */
export async function watchedBy(db: Db, unitIds: readonly number[]): Promise<Map<number, Watched[]>> {
  const { rows: pairs } = await sql<{ unitId: number; geofenceId: string }>`
    select units.id as unit_id, geofences.id as geofence_id
    from units join geofences on geofences.account_id = units.account_id
    where units.id = any(${[...unitIds]}::bigint[]) and (is_for_all
      or exists (select from geofence_units where geofence_id = geofences.id and unit_id = units.id)
      or exists (
        select from geofence_groups join group_units using (group_id)
        where geofence_id = geofences.id and unit_id = units.id))
    order by units.id, geofences.id`.execute(db)
  if (pairs.length === 0) return new Map()
  const ids = [...new Set(pairs.map(({ geofenceId }) => geofenceId))]
  const { rows } = await sql<{ id: string; shape: Shape; minSeconds: number; since: number }>`
    select id, shape, min_seconds, since from geofences where id = any(${ids}::uuid[])`.execute(db)
  const known = new Map<string, Watched>(
    rows.map(({ id, shape, minSeconds, since }) => [id, { id, border: borderOf(shape), minSeconds, since }]),
  )
  const watched = new Map<number, Watched[]>()
  for (const { unitId, geofenceId } of pairs) {
    const one = known.get(geofenceId)
    if (one) watched.set(unitId, [...(watched.get(unitId) ?? []), one])
  }
  return watched
}
