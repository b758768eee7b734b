/** For projections of messages: what is new, and reading in the order of time. */
import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'
import { type Range, toMultirange } from '#kernel/slices/slice.ts'
import type { Packed } from './chunk.ts'

export interface Change {
  readonly unitId: number
  /** Device times of the first and the last message, in seconds. */
  readonly t0: number
  readonly t1: number
}

/** For writers other than a flush, which records its changes itself (store.ts). */
export async function noteChange(db: Db, unitId: number, t0: number, t1: number): Promise<void> {
  await sql`insert into message_changes (unit_id, t0, t1) values (${unitId}, ${t0}, ${t1})`.execute(db)
}

export async function take(db: Db, ranges: readonly Range[], most: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    delete from message_changes where ctid = any(array(
      select ctid from message_changes where unit_id <@ ${toMultirange(ranges)}::int8multirange
      limit ${most} for update skip locked))
    returning unit_id, t0, t1`.execute(db)
  return rows
}

const columns = sql`chunk.is_packed, chunk.data, chunk.bytes, chunk.count`

export async function readAfter(
  db: Db,
  units: readonly { readonly unitId: number; readonly after: number }[],
  most: number,
): Promise<(Packed & { readonly unitId: number })[]> {
  const { rows } = await sql<Packed & { unitId: number }>`
    select unit.id as unit_id, ${columns}
    from unnest(${units.map((one) => one.unitId)}::bigint[], ${units.map((one) => one.after)}::float8[]) as unit (id, after)
    cross join lateral (
      select * from message_chunks where unit_id = unit.id and t1 > unit.after order by t1, seq limit ${most}) as chunk`.execute(
    db,
  )
  return rows
}

export interface ChunkRef {
  readonly t0: number
  readonly t1: number
  readonly seq: number
}

export async function readChunkRefs(db: Db, unitId: number, after: number): Promise<ChunkRef[]> {
  const { rows } = await sql<ChunkRef>`
    select t0, t1, seq from message_chunks where unit_id = ${unitId} and t1 > ${after}`.execute(db)
  return rows
}

export async function readThese(db: Db, unitId: number, refs: readonly ChunkRef[]): Promise<Packed[]> {
  const { rows } = await sql<Packed>`
    select ${columns}
    from unnest(${refs.map((one) => one.t1)}::float8[], ${refs.map((one) => one.seq)}::bigint[]) as head (t1, seq)
    join message_chunks chunk on chunk.unit_id = ${unitId} and chunk.t1 = head.t1 and chunk.seq = head.seq`.execute(db)
  return rows
}

export async function readBetween(db: Db, unitId: number, from: number, to: number): Promise<Packed[]> {
  const { rows } = await sql<Packed>`
    select ${columns} from message_chunks chunk
    where unit_id = ${unitId} and t1 >= ${from} and t0 < ${to} order by t1, seq`.execute(db)
  return rows
}
