/** What flushes have stored in the last minutes, so that a live reader that was cut off finds what it missed. */

import { sql } from 'kysely'
import { removeSome } from '#kernel/db/pieces.ts'
import type { News } from '#kernel/db/pubsub/pubsub.ts'
import { countOf, firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Packed } from '../chunk.ts'

export const nextPartition = async (db: Db): Promise<number> =>
  (await firstRow<{ partition: number }>(db)`select nextval('message_lanes')::integer as partition`)!.partition

export interface PartitionOffset {
  readonly partition: number
  /** The last flush, and the last one that is in the latest values too. */
  readonly sequence: number
  readonly settled: number
}

/** A unit's latest values are written with its messages or a second later; under load a little later still. */
export const settledSeconds = 5

/** Reads only the end of each partition in the index, however many flushes there are. */
export async function readOffsets(db: Db): Promise<{ at: number; offsets: PartitionOffset[] }> {
  const { rows } = await sql<{ at: number; partition: number | null; sequence: number; settled: number }>`
    with recursive lanes (lane) as (
      select min(lane) from message_flushes
      union all
      select (select min(flush.lane) from message_flushes flush where flush.lane > lanes.lane) from lanes where lane is not null)
    select extract(epoch from now())::float8 as at, lane as partition,
      coalesce((select n from message_flushes flush where flush.lane = lanes.lane order by n desc limit 1), 0) as sequence,
      coalesce((select n from message_flushes flush where flush.lane = lanes.lane
        and stored_at < now() - make_interval(secs => ${settledSeconds}) order by n desc limit 1), 0) as settled
    from lanes`.execute(db)
  const offsets = rows.flatMap(({ partition, sequence, settled }) =>
    partition === null ? [] : [{ partition, sequence, settled }],
  )
  return { at: rows[0]!.at, offsets }
}

/** What a flush has stored of one unit. */
export interface FlushedRange {
  readonly partition: number
  readonly sequence: number
  readonly unitId: number
  /** Device times. */
  readonly t0: number
  readonly t1: number
  /** Times of arrival. */
  readonly s0: number
  readonly s1: number
}

export interface PartitionRange {
  readonly partition: number
  /** The flush before the first, and the last. */
  readonly after: number
  readonly to: number
}

export const readFlushedRanges = (
  db: Db,
  partitions: readonly PartitionRange[],
  unitIds: readonly number[],
  most: number,
) => rowsOf<FlushedRange>(db)`
    select flush.lane as partition, flush.n as sequence, one.unit_id, one.t0, one.t1, one.s0, one.s1
    from unnest(${partitions.map(({ partition }) => partition)}::integer[],
        ${partitions.map(({ after }) => after)}::integer[], ${partitions.map(({ to }) => to)}::integer[]) as range (lane, after, last)
      join message_flushes flush on flush.lane = range.lane and flush.n > range.after and flush.n <= range.last
      cross join lateral unnest(flush.units, flush.t0, flush.t1, flush.s0, flush.s1) as one (unit_id, t0, t1, s0, s1)
    where one.unit_id = any(${[...unitIds]}::bigint[])
    order by flush.lane, flush.n limit ${most}`

export interface UnitRange {
  readonly unitId: number
  /** Device times. */
  readonly t0: number
  readonly t1: number
}

/** Each chunk once, even if it overlaps several ranges. */
const areIn = (ranges: readonly UnitRange[]) => sql`(unit_id, t1, seq) in (
  select chunk.unit_id, chunk.t1, chunk.seq
  from unnest(${ranges.map((one) => one.unitId)}::bigint[], ${ranges.map((one) => one.t0)}::float8[],
    ${ranges.map((one) => one.t1)}::float8[]) as range (unit_id, t0, t1)
  join message_chunks chunk on chunk.unit_id = range.unit_id and chunk.t1 >= range.t0 and chunk.t0 <= range.t1)`

/** The number of messages in all chunks that overlap the ranges. */
export const countIn = (db: Db, ranges: readonly UnitRange[]) =>
  countOf(db)`
    select coalesce(sum(count), 0)::float8 as count from message_chunks where ${areIn(ranges)}`

export const readChunksOf = (
  db: Db,
  ranges: readonly UnitRange[],
): Promise<(Packed & { readonly unitId: number })[]> => rowsOf<Packed & { unitId: number }>(db)`
    select unit_id, is_packed, data, bytes, count from message_chunks where ${areIn(ranges)}`

export const removeOlder = (db: Db, seconds: number, most: number): Promise<number> =>
  removeSome(db, 'messageFlushes', sql`stored_at < now() - make_interval(secs => ${seconds})`, most)

/** Notifies the listeners of a channel (db/pubsub/pubsub.ts). */
export const notify = (db: Db, channel: 'listeners' | 'units', payloads: readonly string[]): Promise<void> =>
  notifyAll(
    db,
    payloads.map((payload) => ({ channel, payload })),
  )

export async function notifyAll(db: Db, news: readonly News[]): Promise<void> {
  await sql`select pg_notify(channel, payload) from unnest(${news.map(({ channel }) => channel)}::text[],
    ${news.map(({ payload }) => payload)}::text[]) as news (channel, payload)`.execute(db)
}
