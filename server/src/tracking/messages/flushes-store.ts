/** What flushes have stored, for some minutes: how somebody who was cut off finds what came meanwhile. */

import { sql } from 'kysely'
import { removeSome } from '#kernel/db/pieces.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Packed } from './chunk.ts'

export async function nextLane(db: Db): Promise<number> {
  const { rows } = await sql<{ lane: number }>`select nextval('message_lanes')::integer as lane`.execute(db)
  return rows[0]!.lane
}

export interface LaneHead {
  readonly lane: number
  /** The number of its last flush, and of the last one that is in the latest values too. */
  readonly n: number
  readonly settled: number
}

/** A unit's latest values are written with its messages, or a second later; under load it takes a little longer. */
export const settledSeconds = 5

/** The index is asked for the next lane and its end only, however many flushes there are. */
export async function readHeads(db: Db): Promise<{ at: number; heads: LaneHead[] }> {
  const { rows } = await sql<{ at: number; lane: number | null; n: number; settled: number }>`
    with recursive lanes (lane) as (
      select min(lane) from message_flushes
      union all
      select (select min(flush.lane) from message_flushes flush where flush.lane > lanes.lane) from lanes where lane is not null)
    select extract(epoch from now())::float8 as at, lane,
      coalesce((select n from message_flushes flush where flush.lane = lanes.lane order by n desc limit 1), 0) as n,
      coalesce((select n from message_flushes flush where flush.lane = lanes.lane
        and stored_at < now() - make_interval(secs => ${settledSeconds}) order by n desc limit 1), 0) as settled
    from lanes`.execute(db)
  const heads = rows.flatMap(({ lane, n, settled }) => (lane === null ? [] : [{ lane, n, settled }]))
  return { at: rows[0]!.at, heads }
}

/** Of a flush, what it has stored of a unit. */
export interface Stretch {
  readonly lane: number
  readonly n: number
  readonly unitId: number
  /** Device times. */
  readonly t0: number
  readonly t1: number
  /** Times of arrival. */
  readonly s0: number
  readonly s1: number
}

export interface LaneRange {
  readonly lane: number
  /** The flush before the first, and the last. */
  readonly after: number
  readonly to: number
}

export async function readStretches(
  db: Db,
  lanes: readonly LaneRange[],
  unitIds: readonly number[],
  most: number,
): Promise<Stretch[]> {
  const { rows } = await sql<Stretch>`
    select flush.lane, flush.n, one.unit_id, one.t0, one.t1, one.s0, one.s1
    from unnest(${lanes.map(({ lane }) => lane)}::integer[], ${lanes.map(({ after }) => after)}::integer[],
        ${lanes.map(({ to }) => to)}::integer[]) as range (lane, after, last)
      join message_flushes flush on flush.lane = range.lane and flush.n > range.after and flush.n <= range.last
      cross join lateral unnest(flush.units, flush.t0, flush.t1, flush.s0, flush.s1) as one (unit_id, t0, t1, s0, s1)
    where one.unit_id = any(${[...unitIds]}::bigint[])
    order by flush.lane, flush.n limit ${most}`.execute(db)
  return rows
}

/** Of a unit, between two device times. */
export interface UnitRange {
  readonly unitId: number
  readonly t0: number
  readonly t1: number
}

/** Each once, though it be in several of the ranges. */
const areIn = (ranges: readonly UnitRange[]) => sql`(unit_id, t1, seq) in (
  select chunk.unit_id, chunk.t1, chunk.seq
  from unnest(${ranges.map((one) => one.unitId)}::bigint[], ${ranges.map((one) => one.t0)}::float8[],
    ${ranges.map((one) => one.t1)}::float8[]) as range (unit_id, t0, t1)
  join message_chunks chunk on chunk.unit_id = range.unit_id and chunk.t1 >= range.t0 and chunk.t0 <= range.t1)`

/** How many messages are in all chunks that reach into the ranges. */
export async function countIn(db: Db, ranges: readonly UnitRange[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::float8 as count from message_chunks where ${areIn(ranges)}`.execute(db)
  return rows[0]!.count
}

export async function readChunksOf(
  db: Db,
  ranges: readonly UnitRange[],
): Promise<(Packed & { readonly unitId: number })[]> {
  const { rows } = await sql<Packed & { unitId: number }>`
    select unit_id, is_packed, data, bytes, count from message_chunks where ${areIn(ranges)}`.execute(db)
  return rows
}

export const removeOlder = (db: Db, seconds: number, most: number): Promise<number> =>
  removeSome(db, 'messageFlushes', sql`stored_at < now() - make_interval(secs => ${seconds})`, most)

/** For whoever listens on these channels (db/pubsub.ts). */
export async function notify(
  db: Db,
  channel: 'positions' | 'listeners' | 'units',
  payloads: readonly string[],
): Promise<void> {
  await sql`select pg_notify(${channel}, payload) from unnest(${[...payloads]}::text[]) as payload`.execute(db)
}
