/** For projections: which messages are new, and reading them in order of time. */
import { sql } from 'kysely'
import { beginRow, beginRows, bytes, endRows, putBigint, putDouble, written } from '#kernel/db/binary.ts'
import type { PipelineStep } from '#kernel/db/pipeline.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type Range, toMultirange } from '#kernel/slices/slice.ts'
import type { Packed } from './chunk.ts'

export interface Change {
  readonly unitId: number
  /** Device times of the first and the last message, in seconds. */
  readonly t0: number
  readonly t1: number
}

/** A row of COPY without its data is shorter than this, and so is the text around the rows. */
const rowBytes = 80

/** For a flush. */
export function changeSteps(changes: readonly Change[]): PipelineStep[] {
  if (changes.length === 0) return []
  const rows = bytes((changes.length + 1) * rowBytes)
  beginRows(rows)
  for (const { unitId, t0, t1 } of changes) {
    beginRow(rows, 3)
    putBigint(rows, unitId)
    putDouble(rows, t0)
    putDouble(rows, t1)
  }
  endRows(rows)
  return [{ copy: 'copy message_changes (unit_id, t0, t1) from stdin (format binary)', rows: [written(rows)] }]
}

/** For all other writers. */
export async function noteChange(db: Db, unitId: number, t0: number, t1: number): Promise<void> {
  await sql`insert into message_changes (unit_id, t0, t1) values (${unitId}, ${t0}, ${t1})`.execute(db)
}

/** How many times as many rows are searched for more of the same units: after an outage there may be millions. */
const notesMax = 20

/**
 * Some units, and everything else noted about each. Rows are not stored in the order in which they were written, and
 * what is taken after something newer of the same unit would count as late.
 */
export const take = (db: Db, ranges: readonly Range[], most: number) => rowsOf<Change>(db)`
    with picked as materialized (
      select unit_id from message_changes where unit_id <@ ${toMultirange(ranges)}::int8multirange
      limit ${most} for update skip locked),
    seen as materialized (
      select ctid as place, unit_id from message_changes where unit_id <@ ${toMultirange(ranges)}::int8multirange
      limit ${most * notesMax})
    delete from message_changes where ctid = any(array(
      select ctid from message_changes
      where ctid = any(array(select place from seen where unit_id in (select unit_id from picked)))
      for update skip locked))
    returning unit_id, t0, t1`

const columns = sql`chunk.is_packed, chunk.data, chunk.bytes, chunk.count`

/** Units that a second table of a question names too, so that Citus asks only their workers. */
export const among = (unitIds: readonly number[], isWorker: boolean) =>
  isWorker ? sql`and message_chunks.unit_id = any(${[...unitIds]}::bigint[])` : sql``

/** Only what a unit has after its time. */
const isAfter = (unitIds: readonly number[], afterOf: ReadonlyMap<number, number>) => {
  const after = JSON.stringify(Object.fromEntries(unitIds.map((unitId) => [unitId, String(afterOf.get(unitId)!)])))
  return sql`and t1 > (${after}::jsonb ->> telemetry.unit_id::text)::float8`
}

export async function readAfter(
  db: Db,
  unitIds: readonly number[],
  afterOf: ReadonlyMap<number, number>,
  most: number,
  isWorker: boolean,
): Promise<(Packed & { readonly unitId: number })[]> {
  const { rows } = await sql<Packed & { unitId: number }>`
    select telemetry.unit_id, ${columns} from telemetry
    cross join lateral (
      select * from message_chunks where message_chunks.unit_id = telemetry.unit_id ${among(unitIds, isWorker)}
        ${isAfter(unitIds, afterOf)} order by t1, seq limit ${most}) as chunk
    where telemetry.unit_id = any(${[...unitIds]}::bigint[])`.execute(db)
  return rows
}

export interface ChunkRef {
  readonly t0: number
  readonly t1: number
  readonly seq: number
}

export const readChunkRefs = (db: Db, unitId: number, after: number) => rowsOf<ChunkRef>(db)`
    select t0, t1, seq from message_chunks where unit_id = ${unitId} and t1 > ${after}`

export const readThese = (db: Db, unitId: number, refs: readonly ChunkRef[]) => rowsOf<Packed>(db)`
    select ${columns}
    from unnest(${refs.map((one) => one.t1)}::float8[], ${refs.map((one) => one.seq)}::bigint[]) as head (t1, seq)
    join message_chunks chunk on chunk.unit_id = ${unitId} and chunk.t1 = head.t1 and chunk.seq = head.seq`

export const readBetween = (db: Db, unitId: number, from: number, to: number) => rowsOf<Packed>(db)`
    select ${columns} from message_chunks chunk
    where unit_id = ${unitId} and t1 >= ${from} and t0 < ${to} order by t1, seq`

export interface FirstTime {
  readonly unitId: number
  readonly t: number | null
}

/**
 * Among the first chunks by `t1`, which an index knows: one that holds late data, or what a tracker collected before its
 * first report, may begin before the first. A hundred are days of messages.
 */
export async function firstTimes(
  db: Db,
  unitIds: readonly number[],
  isWorker: boolean,
  afterOf?: ReadonlyMap<number, number>,
): Promise<FirstTime[]> {
  const { rows } = await sql<FirstTime>`
    select unit_id, (
      select min(t0) from (
        select t0 from message_chunks where message_chunks.unit_id = telemetry.unit_id ${among(unitIds, isWorker)}
          ${afterOf ? isAfter(unitIds, afterOf) : sql``} order by t1 limit 100) as early) as t
    from telemetry where unit_id = any(${[...unitIds]}::bigint[])`.execute(db)
  return rows
}

/** Exactly, but reads all chunks of these units. */
export async function oldestTimes(db: Db, unitIds: readonly number[]): Promise<{ unitId: number; t: number }[]> {
  const { rows } = await sql<{ unitId: number; t: number }>`
    select unit_id, min(t0) as t from message_chunks where unit_id = any(${[...unitIds]}::bigint[]) group by unit_id`.execute(
    db,
  )
  return rows
}
