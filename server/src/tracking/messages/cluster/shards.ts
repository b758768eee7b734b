/**
 * Where the messages of a unit are if they are distributed over several machines (docs/decisions/0121). A flush has
 * only units of one worker, so that an unavailable worker affects only its own units.
 */
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'

/** A shard holds the units whose hash is at least `from`, up to the next shard. */
export interface Shard {
  readonly from: number
  readonly worker: number
}

/** In ascending order of `from`; none: everything is in this one PostgreSQL. */
export type Shards = readonly Shard[]

/** On a cluster a table has replaced a view (migration 0094). */
export const isDistributed = async (db: Db): Promise<boolean> =>
  (
    await firstRow<{ kind: string }>(db)`
    select relkind::text as kind from pg_class where oid = 'unit_heard'::regclass`
  )?.kind === 'r'

export async function readShards(db: Db): Promise<Shards> {
  if (!(await isDistributed(db))) return []
  return rowsOf<Shard>(db)`
    select shardminvalue::integer as from, min(groupid) as worker
    from pg_dist_shard join pg_dist_placement using (shardid)
    where logicalrelid = 'message_chunks'::regclass group by shardminvalue order by 1`
}

/** A part of the units that never changes, unlike a shard: units whose hash is at least `from`, up to the next part. */
export interface Part {
  readonly from: number
  /** An id whose hash is in the part: rows with it are stored with the part's units. */
  readonly key: number
}

/** In ascending order of `from`; none: owners of units are not recorded in parts. */
export type Parts = readonly Part[]

export const readParts = (db: Db): Promise<Parts> => rowsOf<Part>(db)`
    select hash_from as from, key from message_parts order by hash_from`

/** One for each shard. */
export function partsFor(shards: Shards): Part[] {
  const keys = new Map<Shard, number>()
  for (let key = 1; keys.size < shards.length; key++) {
    const own = holderOf(shards, key)!
    if (!keys.has(own)) keys.set(own, key)
  }
  return shards.map((shard) => ({ from: shard.from, key: keys.get(shard)! }))
}

/** The workers that have shards, each once. */
export const workersOf = (shards: Shards): number[] => [...new Set(shards.map(({ worker }) => worker))]

export const workerOf = (shards: Shards, unitId: number): number | undefined => holderOf(shards, unitId)?.worker

/** The key of a unit's part. */
export const partOf = (parts: Parts, unitId: number): number => holderOf(parts, unitId)!.key

function holderOf<T extends { readonly from: number }>(sorted: readonly T[], unitId: number): T | undefined {
  const hash = hashOf(unitId)
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (sorted[middle]!.from <= hash) low = middle
    else high = middle - 1
  }
  return sorted[low]
}

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by))

/** The result of PostgreSQL's `hashint8`, by which Citus chooses the shard. A test compares the two. */
export function hashOf(unitId: number): number {
  const start = (0x9e3779b9 + 4 + 3923095) | 0
  let [a, b, c] = [(start + (((unitId % 2 ** 32) | 0) ^ Math.floor(unitId / 2 ** 32))) | 0, start, start]
  c = ((c ^ b) - rotated(b, 14)) | 0
  a = ((a ^ c) - rotated(c, 11)) | 0
  b = ((b ^ a) - rotated(a, 25)) | 0
  c = ((c ^ b) - rotated(b, 16)) | 0
  a = ((a ^ c) - rotated(c, 4)) | 0
  b = ((b ^ a) - rotated(a, 14)) | 0
  return ((c ^ b) - rotated(b, 24)) | 0
}
