import { sql } from 'kysely'
import type { Db } from '../context.ts'
import type { Chunk } from './chunk.ts'
import type { Latest, Telemetry } from './message.ts'

/** All that one flush writes for one unit. */
export interface UnitWrite {
  readonly unitId: number
  readonly chunk: Chunk | undefined
  readonly frames: { readonly received0: Date; readonly received1: Date; readonly data: Buffer } | undefined
  /** Absent while a busy unit's latest values are gathered in memory. */
  readonly state: StateWrite | undefined
}

export interface StateWrite {
  readonly parameters: Readonly<Record<string, Latest>>
  readonly tMax: number
  readonly lastActive: Date
  readonly count: number
  readonly bytes: number
  readonly smallChunks: number
}

/**
 * One statement, so one commit for the messages of many connections. Chunks travel in one binary value that the
 * database cuts apart: arrays of bytes would go as hexadecimal text, twice as long and slower to write and to read.
 */
export async function write(db: Db, writes: readonly UnitWrite[]): Promise<void> {
  const chunks = writes
    .filter((one) => one.chunk !== undefined)
    .map((one) => ({ unitId: one.unitId, ...(one.chunk as Chunk) }))
  const frames = writes.flatMap(({ unitId, frames: own }) => (own ? [{ unitId, ...own }] : []))
  const states = writes.flatMap(({ unitId, state }) => (state ? [{ unitId, ...state }] : []))
  const data = offsetsOf(chunks.map((chunk) => chunk.data))
  const raw = offsetsOf(frames.map((frame) => frame.data))
  await sql`
    with chunk as (
      insert into message_chunks (unit_id, t0, t1, count, bytes, is_packed, data)
      select unit_id, t0, t1, count, bytes, is_packed, substring(${Buffer.concat(chunks.map((chunk) => chunk.data))}::bytea from at for length)
      from unnest(${chunks.map((one) => one.unitId)}::bigint[], ${chunks.map((one) => one.t0)}::float8[],
        ${chunks.map((one) => one.t1)}::float8[], ${chunks.map((one) => one.count)}::integer[],
        ${chunks.map((one) => one.bytes)}::integer[], ${chunks.map((one) => one.isPacked)}::boolean[],
        ${data.map((part) => part.at)}::integer[], ${data.map((part) => part.length)}::integer[])
        as new (unit_id, t0, t1, count, bytes, is_packed, at, length)),
    frame as (
      insert into frame_chunks (unit_id, received0, received1, data)
      select unit_id, received0, received1, substring(${Buffer.concat(frames.map((frame) => frame.data))}::bytea from at for length)
      from unnest(${frames.map((one) => one.unitId)}::bigint[], ${frames.map((one) => one.received0)}::timestamptz[],
        ${frames.map((one) => one.received1)}::timestamptz[], ${raw.map((part) => part.at)}::integer[],
        ${raw.map((part) => part.length)}::integer[]) as new (unit_id, received0, received1, at, length))
    insert into telemetry as known (unit_id, parameters, t_max, last_active, stored_count, stored_bytes, small_chunks)
    select * from unnest(${states.map((one) => one.unitId)}::bigint[],
      ${states.map((one) => JSON.stringify(one.parameters))}::jsonb[], ${states.map((one) => one.tMax)}::float8[],
      ${states.map((one) => one.lastActive)}::timestamptz[], ${states.map((one) => one.count)}::bigint[],
      ${states.map((one) => one.bytes)}::bigint[], ${states.map((one) => one.smallChunks)}::integer[])
    on conflict (unit_id) do update set
      parameters = known.parameters || excluded.parameters,
      t_max = greatest(known.t_max, excluded.t_max),
      last_active = greatest(known.last_active, excluded.last_active),
      stored_count = known.stored_count + excluded.stored_count,
      stored_bytes = known.stored_bytes + excluded.stored_bytes,
      small_chunks = known.small_chunks + excluded.small_chunks`.execute(db)
}

function offsetsOf(parts: readonly Buffer[]): { at: number; length: number }[] {
  let at = 1
  return parts.map(({ length }) => {
    const part = { at, length }
    at += length
    return part
  })
}

export interface Head {
  readonly unitId: number
  /** Newest device time that is stored; undefined: nothing is. */
  readonly tMax: number | undefined
  /** Chunks were written just before a crash and are not in the parameters. */
  readonly isStale: boolean
  readonly parameters: Telemetry
}

/** What the writer must know of units it has not written to lately. */
export async function readHeads(db: Db, unitIds: readonly number[]): Promise<Head[]> {
  const { rows } = await sql<{
    unitId: number
    tMax: number | null
    tKnown: number | null
    parameters: Telemetry | null
  }>`
    select id as unit_id, parameters, telemetry.t_max as t_known, (
      select t1 from message_chunks where message_chunks.unit_id = id order by t1 desc limit 1) as t_max
    from unnest(${[...unitIds]}::bigint[]) as id left join telemetry on telemetry.unit_id = id`.execute(db)
  return rows.map(({ unitId, tMax, tKnown, parameters }) => ({
    unitId,
    tMax: tMax ?? undefined,
    isStale: tMax !== null && tKnown !== null && tMax > tKnown,
    parameters: parameters ?? {},
  }))
}

/** The chunks that may hold a message of the given times, for each of several units. */
export async function readOverlapping(
  db: Db,
  ranges: readonly { unitId: number; t0: number; t1: number }[],
): Promise<{ unitId: number; isPacked: boolean; data: Buffer }[]> {
  const { rows } = await sql<{ unitId: number; isPacked: boolean; data: Buffer }>`
    select chunk.unit_id, chunk.is_packed, chunk.data
    from unnest(${ranges.map((one) => one.unitId)}::bigint[], ${ranges.map((one) => one.t0)}::float8[],
      ${ranges.map((one) => one.t1)}::float8[]) as range (unit_id, t0, t1)
    join message_chunks chunk on chunk.unit_id = range.unit_id and chunk.t1 >= range.t0 and chunk.t0 <= range.t1`.execute(
    db,
  )
  return rows
}

export interface StoredChunk extends Chunk {
  readonly seq: number
}

/** From the newest on; `below` goes on after a page. */
export async function readChunks(
  db: Db,
  unitId: number,
  most: number,
  below?: { t1: number; seq: number },
): Promise<StoredChunk[]> {
  const { rows } = await sql<StoredChunk>`
    select t0, t1, seq, count, bytes, is_packed, data from message_chunks
    where unit_id = ${unitId} and ${below ? sql`(t1, seq) < (${below.t1}, ${below.seq})` : sql`true`}
    order by t1 desc, seq desc limit ${most}`.execute(db)
  return rows
}

export async function readTelemetry(db: Db, unitId: number): Promise<Telemetry> {
  const row = await db.selectFrom('telemetry').select('parameters').where('unitId', '=', unitId).executeTakeFirst()
  return (row?.parameters ?? {}) as unknown as Telemetry
}

export async function removeOfUnits(db: Db, unitIds: readonly number[]): Promise<void> {
  for (const table of ['messageChunks', 'frameChunks', 'telemetry', 'quarantine'] as const) {
    await db
      .deleteFrom(table)
      .where('unitId', '=', sql<number>`any(${[...unitIds]}::bigint[])`)
      .execute()
  }
}

export const unitsOfAccount = async (db: Db, accountId: number): Promise<number[]> =>
  (await db.selectFrom('units').select('id').where('accountId', '=', accountId).execute()).map((row) => row.id)

export async function quarantine(db: Db, unitId: number, at: Date, reason: string, frame: Uint8Array): Promise<void> {
  await db
    .insertInto('quarantine')
    .values({ unitId, at, reason, frame: Buffer.from(frame) })
    .execute()
}

/** Units whose newest chunks are not in their latest values: written in the last moment before a crash. */
export async function staleUnits(db: Db): Promise<number[]> {
  const { rows } = await sql<{ unitId: number }>`
    select unit_id from telemetry where exists (
      select from message_chunks where message_chunks.unit_id = telemetry.unit_id and t1 > telemetry.t_max)`.execute(db)
  return rows.map((row) => row.unitId)
}
