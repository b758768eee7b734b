import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { countsSince } from '#kernel/sight.ts'
import type { Change } from '#tracking/messages/actions.ts'
import { apartSeconds } from '#tracking/messages/writing/stretches.ts'
import { unitsOwn } from '#tracking/units/moving/moving.ts'
import { type Checkpoint, forever, type ProjectionName, projectionNames } from './projection.ts'

/** A unit with new messages, and its stored state. */
export interface Dirty {
  readonly unitId: number
  readonly state: string | null
  readonly revision: number
  readonly marks: number
  readonly dirtyFrom: number
  readonly dirtyTo: number
  /** Something far from this waits to be computed after it. */
  readonly hasNext: boolean
  /** Messages up to this time are from before the unit came to its account; 0: all count. */
  readonly since: number
}

/** From when on messages of `units` count for the projection. */
const sinceOf = (follower: string) => (unitsOwn.some((name) => name === follower) ? sql`0` : countsSince)

const since = sql`case when known.dirty_from is null then excluded.dirty_since else known.dirty_since end`
const isClose = sql`(known.dirty_from is null or (excluded.dirty_from - known.dirty_to <= ${sql.lit(apartSeconds)}
  and known.dirty_from - excluded.dirty_to <= ${sql.lit(apartSeconds)}))`

/**
 * Marks new messages of units for projections. Messages far from those that already wait become a second range. The
 * units exist: they are locked. A first mark counts too: whoever computes the unit meanwhile has read a count of 0.
 */
export async function mark(db: Db, marks: readonly (Change & { readonly follower: string })[]): Promise<void> {
  if (marks.length === 0) return
  const rows = JSON.stringify(marks.map(({ unitId, ...one }) => ({ ...one, unit_id: unitId })))
  await sql`
    insert into followed_units as known (follower, unit_id, marks, dirty_from, dirty_to, dirty_since)
    select follower, unit_id, 1, t0, t1, now()
    from jsonb_to_recordset(${rows}::jsonb) as one (follower text, unit_id bigint, t0 float8, t1 float8)
    order by 1, 2
    on conflict (follower, unit_id) do update set dirty_since = ${since},
      marks = known.marks + case when ${isClose} then 1 else 0 end,
      dirty_from = case when ${isClose} then least(known.dirty_from, excluded.dirty_from) else known.dirty_from end,
      dirty_to = case when ${isClose} then greatest(known.dirty_to, excluded.dirty_to) else known.dirty_to end,
      next_from = case when ${isClose} then known.next_from else least(known.next_from, excluded.dirty_from) end,
      next_to = case when ${isClose} then known.next_to else greatest(known.next_to, excluded.dirty_to) end`.execute(db)
}

/** A projection of a unit, whether or not it has begun. */
export interface Followed extends Pick<Dirty, 'unitId' | 'state' | 'revision' | 'marks' | 'since'> {
  readonly follower: string
  readonly isKnown: boolean
  readonly isDirty: boolean
}

/**
 * Every projection of units, in the order in which marks are locked: units of tags have stays, all others trips, and
 * those with their own sensors were marked when they got the first. Driving is for accounts with drivers. Waits for a
 * unit that is being removed, and then leaves it out.
 */
export const listFollowed = (db: Db, unitIds: readonly number[]) => rowsOf<Followed>(db)`
    with there as (
      select id, type, account_id, ${countsSince} as since from units
      where id = any(${[...unitIds]}::bigint[]) order by id for key share)
    select wanted.follower, there.id as unit_id, known.state, coalesce(known.revision, 0) as revision,
      coalesce(known.marks, 0) as marks, known.unit_id is not null as is_known,
      case when wanted.follower = any(${[...unitsOwn]}::text[]) then 0 else there.since end as since,
      known.dirty_from is not null as is_dirty
    from there cross join unnest(${[...projectionNames]}::text[]) as wanted (follower)
    left join followed_units as known on (known.follower, known.unit_id) = (wanted.follower, there.id)
    where case wanted.follower
      when 'sensors' then known.unit_id is not null
      when 'stays' then there.type is not distinct from 'sensor'
      when 'trips' then there.type is distinct from 'sensor'
      when 'driving' then there.type is distinct from 'sensor'
        and exists (select from drivers where drivers.account_id = there.account_id)
      else true end
    order by 1, 2`

/** For projections that have no row yet, so that they can be claimed. */
export async function begin(db: Db, followed: readonly Followed[]): Promise<void> {
  const rows = followed.filter(({ isKnown }) => !isKnown)
  if (rows.length === 0) return
  await sql`
    insert into followed_units (follower, unit_id)
    select * from unnest(${rows.map(({ follower }) => follower)}::text[], ${rows.map(({ unitId }) => unitId)}::bigint[])
    order by 1, 2 on conflict do nothing`.execute(db)
}

/** Marks all of a client's units from a time on: the rules changed, so results in progress are invalid. */
export const markAccount = (db: Db, follower: ProjectionName, accountId: number, from: number): Promise<void> =>
  markThose(db, follower, sql`account_id = ${accountId}`, from)

/** The same for some units. */
export const markUnits = (db: Db, follower: ProjectionName, unitIds: readonly number[], from: number): Promise<void> =>
  markThose(db, follower, sql`id = any(${[...unitIds]}::bigint[])`, from)

async function markThose(db: Db, follower: ProjectionName, which: RawBuilder<unknown>, from: number): Promise<void> {
  await sql`
    with there as (select id from units where ${which} order by id for key share)
    insert into followed_units as known (follower, unit_id, marks, revision, dirty_from, dirty_to, dirty_since)
    select ${follower}, id, 1, 1, ${from}::float8, ${forever}::float8, now() from there order by id
    on conflict (follower, unit_id) do update set dirty_since = ${since},
      marks = known.marks + 1, revision = known.revision + 1,
      dirty_from = least(known.dirty_from, excluded.dirty_from),
      dirty_to = greatest(known.dirty_to, excluded.dirty_to)`.execute(db)
}

export const listDirty = (db: Db, follower: ProjectionName, after: number, to: number, most: number) =>
  rowsOf<Dirty>(db)`
    ${dirtyOf(follower)} and unit_id > ${after} and unit_id < ${to} order by unit_id limit ${most}`

/** Those of the units with something to compute. */
export const listDirtyAmong = (db: Db, follower: ProjectionName, unitIds: readonly number[]) =>
  rowsOf<Dirty>(db)`${dirtyOf(follower)} and unit_id = any(${[...unitIds]}::bigint[])`

const dirtyOf = (follower: ProjectionName) => sql`
  select unit_id, state, revision, marks, dirty_from, dirty_to, next_from is not null as has_next,
    coalesce((select ${sinceOf(follower)} from units where units.id = unit_id), 0) as since
  from followed_units where follower = ${follower} and dirty_from is not null`

export interface Lag {
  readonly follower: string
  readonly units: number
  readonly seconds: number
}

export const listLagging = (db: Db, seconds: number) => rowsOf<Lag>(db)`
    select follower, count(*) as units, extract(epoch from now() - min(dirty_since))::float8 as seconds
    from followed_units where dirty_from is not null and dirty_since < now() - make_interval(secs => ${seconds})
    group by follower order by follower`

/** The latest at or before a time. */
export const findCheckpoint = (
  db: Db,
  follower: ProjectionName,
  unitId: number,
  t: number,
): Promise<Checkpoint | undefined> =>
  db
    .selectFrom('followedCheckpoints')
    .select(['t', 'state'])
    .where('follower', '=', follower)
    .where('unitId', '=', unitId)
    .where('t', '<=', Math.floor(t))
    .orderBy('t', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function listCheckpoints(
  db: Db,
  follower: ProjectionName,
  unitId: number,
  from: number,
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('followedCheckpoints')
    .select(['t', 'state'])
    .where('follower', '=', follower)
    .where('unitId', '=', unitId)
    .where('t', '>=', Math.floor(from))
    .execute()
  return new Map(rows.map(({ t, state }) => [t, state]))
}

export interface Result {
  readonly dirty: Dirty
  readonly state: string
  /** Checkpoints between `from` and `to` are replaced. */
  readonly from: number
  readonly to: number
  readonly checkpoints: readonly Checkpoint[]
}

/**
 * Stores the states of units that still exist, that no other process computed meanwhile, that have not moved to another
 * account, and whose rules are unchanged. Messages marked meanwhile stay marked. A trigger of the table makes the second range the next one. Rows are locked in
 * the same order as in each statement of marking.
 */
export async function claim(db: Db, follower: ProjectionName, results: readonly Result[]): Promise<Set<number>> {
  const ids = results.map(({ dirty }) => dirty.unitId)
  await sql`select from units where id = any(${ids}::bigint[]) order by id for key share`.execute(db)
  await sql`
    select from followed_units where follower = ${follower} and unit_id = any(${ids}::bigint[])
    order by unit_id for no key update`.execute(db)
  const rows = JSON.stringify(
    results.map(({ dirty, state }) => ({
      unit_id: dirty.unitId,
      revision: dirty.revision,
      marks: dirty.marks,
      since: dirty.since,
      state,
    })),
  )
  const { rows: claimed } = await sql<{ unitId: number }>`
    update followed_units as known set state = done.state, revision = done.revision + 1,
      dirty_from = case when known.marks <> done.marks then known.dirty_from end,
      dirty_to = case when known.marks <> done.marks then known.dirty_to end, dirty_since = now()
    from jsonb_to_recordset(${rows}::jsonb)
      as done (unit_id bigint, revision integer, marks integer, since float8, state text)
    join units on units.id = done.unit_id
    where known.follower = ${follower} and known.unit_id = done.unit_id and known.revision = done.revision
      and done.since = ${sinceOf(follower)}
    returning known.unit_id`.execute(db)
  return new Set(claimed.map(({ unitId }) => unitId))
}

export async function saveCheckpoints(db: Db, follower: ProjectionName, results: readonly Result[]): Promise<void> {
  const replaced = results.filter(({ from, to }) => to > from)
  if (replaced.length > 0) {
    await sql`
      delete from followed_checkpoints as known
      using unnest(${replaced.map(({ dirty }) => dirty.unitId)}::bigint[], ${replaced.map(({ from }) => from)}::float8[],
        ${replaced.map(({ to }) => to)}::float8[]) as one (unit_id, t0, t1)
      where known.follower = ${follower} and known.unit_id = one.unit_id and known.t >= one.t0 and known.t < one.t1`.execute(
      db,
    )
  }
  const rows = results.flatMap(({ dirty, checkpoints }) =>
    checkpoints.map(({ t, state }) => ({ unit_id: dirty.unitId, t, state })),
  )
  if (rows.length > 0) {
    await sql`
      insert into followed_checkpoints (follower, unit_id, t, state)
      select ${follower}, * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as one (unit_id bigint, t bigint, state text)`.execute(db)
  }
}

export interface Oldest {
  readonly unitId: number
  /** Time of the oldest message that is kept; infinite: none is. */
  readonly t: number
}

/** Units after one and before another, by id. */
export async function listKnown(
  db: Db,
  follower: ProjectionName,
  after: number,
  to: number,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ unitId: number }>`
    select unit_id from followed_units where follower = ${follower} and unit_id > ${after} and unit_id < ${to}
    order by unit_id limit ${most}`.execute(db)
  return rows.map(({ unitId }) => unitId)
}

export async function removeCheckpoints(
  db: Db,
  follower: ProjectionName,
  oldest: readonly Oldest[],
  most: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from followed_checkpoints where ctid = any(array(
      select known.ctid from followed_checkpoints as known
      join unnest(${oldest.map(({ unitId }) => unitId)}::bigint[], ${oldest.map(({ t }) => t)}::float8[]) as one (unit_id, t)
        on known.follower = ${follower} and known.unit_id = one.unit_id and known.t < one.t limit ${most}))`.execute(db)
  return Number(numAffectedRows)
}
