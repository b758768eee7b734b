import { sql } from 'kysely'
import {
  arrayOf,
  beginRow,
  beginRows,
  bytes,
  endRows,
  putArray,
  putBigint,
  putBoolean,
  putBytes,
  putDouble,
  putInteger,
  putJsonb,
  putTime,
  written,
} from '#kernel/db/binary.ts'
import { type PipelineStep, runPipelined } from '#kernel/db/pipeline.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type Change, changeSteps } from './changes-store.ts'
import type { Chunk } from './chunk.ts'
import { isEmpty, type Note, noteStep } from './cluster/notes-store.ts'
import { isDistributed, partOf, readParts } from './cluster/shards.ts'
import type { Telemetry } from './message.ts'
import type { Range } from './writing/deduplicate.ts'
import { heardStep, refreshHeard } from './writing/heard-store.ts'
import type { Fence } from './writing/ownership.ts'
import type { UnitWrite } from './writing/unit-cache.ts'

/** The position of a flush in its partition; the columns are named lane and n. */
interface FlushPosition {
  readonly partition: number
  readonly sequence: number
}

interface WriteOptions {
  readonly flush?: FlushPosition | undefined
  readonly fence?: Fence
  /** Read if absent. */
  readonly isCluster?: boolean
}

/** One transaction and one round trip for the messages of many connections. */
export async function write(
  db: Db,
  writes: readonly UnitWrite[],
  { flush, fence, isCluster }: WriteOptions = {},
): Promise<void> {
  const steps = [...chunkRows(writes), ...stateRows(writes), ...changeSteps(changesOf(writes))]
  if (isCluster ?? (await isDistributed(db))) steps.push(...heardRows(writes))
  if (flush) steps.push(...flushRow(flush, writes))
  // Also when nothing is new: that was decided from the cache, which the next flush would trust.
  if (fence && writes.length > 0) steps.unshift(...fence(writes.map(({ unitId }) => unitId)))
  if (steps.length > 0) await runPipelined(db, steps)
}

const changesOf = (writes: readonly UnitWrite[]): Change[] =>
  writes.flatMap(({ unitId, state }) => state?.changed.map(({ t0, t1 }) => ({ unitId, t0, t1 })) ?? [])

/**
 * The same on a worker of a cluster, which has only the messages: the note has the rest for the coordinator. The fence
 * comes last (migration 0113).
 */
export async function writeAt(db: Db, writes: readonly UnitWrite[], note: Note, fence: Fence): Promise<void> {
  if (writes.length === 0) return
  const units = writes.map(({ unitId }) => unitId)
  const notes = isEmpty(note) ? [] : [noteStep(note)]
  await runPipelined(db, [...notes, ...chunkRows(writes), ...stateRows(writes), ...fence(units)])
}

/** A row of COPY without its data is shorter than this, and so is the text around the rows. */
const rowBytes = 80

function chunkRows(writes: readonly UnitWrite[]): PipelineStep[] {
  const rows = bytes(writes.reduce((size, { chunk }) => size + (chunk ? chunk.data.length + rowBytes : 0), rowBytes))
  beginRows(rows)
  const begun = rows.at
  for (const { unitId, chunk } of writes) {
    if (!chunk) continue
    beginRow(rows, 7)
    putBigint(rows, unitId)
    putDouble(rows, chunk.t0)
    putDouble(rows, chunk.t1)
    putInteger(rows, chunk.count)
    putInteger(rows, chunk.bytes)
    putBoolean(rows, chunk.isPacked)
    putBytes(rows, chunk.data)
  }
  if (rows.at === begun) return []
  endRows(rows)
  const copy = 'copy message_chunks (unit_id, t0, t1, count, bytes, is_packed, data) from stdin (format binary)'
  return [{ copy, rows: [written(rows)] }]
}

/** Frames of one unit, in order of arrival. */
export interface FrameRow {
  readonly unitId: number
  /** In seconds. */
  readonly received0: number
  readonly received1: number
  readonly data: Buffer
}

/** A crash may lose the last ones, so nobody waits for the disk. */
export async function writeFrames(db: Db, frames: readonly FrameRow[]): Promise<void> {
  const rows = bytes(frames.reduce((size, { data }) => size + data.length + rowBytes, rowBytes))
  beginRows(rows)
  for (const { unitId, received0, received1, data } of frames) {
    beginRow(rows, 4)
    putBigint(rows, unitId)
    putTime(rows, received0)
    putTime(rows, received1)
    putBytes(rows, data)
  }
  endRows(rows)
  const copy = 'copy frame_chunks (unit_id, received0, received1, data) from stdin (format binary)'
  await runPipelined(db, [
    { text: "select set_config('synchronous_commit', 'off', true)", values: [] },
    { copy, rows: [written(rows)] },
  ])
}

function stateRows(writes: readonly UnitWrite[]): PipelineStep[] {
  const states = writes.flatMap(({ unitId, state }) => (state ? [{ unitId, ...state }] : []))
  if (states.length === 0) return []
  const column = <T>(of: (one: (typeof states)[number]) => T): T[] => states.map(of)
  // An older state is one that the database received late: it must not replace newer values.
  const text = `
    insert into telemetry as known (unit_id, parameters, t_max, last_active, stored_count, stored_bytes, small_chunks)
    select * from unnest($1::bigint[], $2::jsonb[], $3::float8[], $4::timestamptz[], $5::bigint[], $6::bigint[], $7::integer[])
    on conflict (unit_id) do update set
      parameters = case when excluded.t_max < known.t_max
        then excluded.parameters || known.parameters else known.parameters || excluded.parameters end,
      t_max = greatest(known.t_max, excluded.t_max),
      last_active = greatest(known.last_active, excluded.last_active),
      stored_count = known.stored_count + excluded.stored_count,
      stored_bytes = known.stored_bytes + excluded.stored_bytes,
      small_chunks = known.small_chunks + excluded.small_chunks`
  const values = [
    arrayOf(
      'bigint',
      column(({ unitId }) => unitId),
      putBigint,
    ),
    arrayOf(
      'jsonb',
      column(({ parameters }) => JSON.stringify(parameters)),
      putJsonb,
    ),
    arrayOf(
      'double',
      column(({ tMax }) => tMax),
      putDouble,
    ),
    arrayOf(
      'timestamptz',
      column(({ lastActive }) => lastActive),
      putTime,
    ),
    arrayOf(
      'bigint',
      column(({ count }) => count),
      putBigint,
    ),
    arrayOf(
      'bigint',
      column((state) => state.bytes),
      putBigint,
    ),
    arrayOf(
      'integer',
      column(({ smallChunks }) => smallChunks),
      putInteger,
    ),
  ]
  return [{ text, values }]
}

function heardRows(writes: readonly UnitWrite[]): PipelineStep[] {
  const heard = writes.flatMap(({ unitId, state }) => (state ? [{ unitId, lastActive: state.lastActive }] : []))
  return heard.length > 0 ? [heardStep(heard)] : []
}

function flushRow({ partition, sequence }: FlushPosition, writes: readonly UnitWrite[]): PipelineStep[] {
  const stored = writes.filter((write) => write.chunk && write.received)
  if (stored.length === 0) return []
  const rows = bytes((stored.length + 1) * rowBytes)
  beginRows(rows)
  beginRow(rows, 7)
  putInteger(rows, partition)
  putInteger(rows, sequence)
  putArray(rows, 'bigint', stored, (into, { unitId }) => putBigint(into, unitId))
  putArray(rows, 'double', stored, (into, { chunk }) => putDouble(into, chunk!.t0))
  putArray(rows, 'double', stored, (into, { chunk }) => putDouble(into, chunk!.t1))
  putArray(rows, 'double', stored, (into, { received }) => putDouble(into, received!.s0))
  putArray(rows, 'double', stored, (into, { received }) => putDouble(into, received!.s1))
  endRows(rows)
  const copy = 'copy message_flushes (lane, n, units, t0, t1, s0, s1) from stdin (format binary)'
  return [{ copy, rows: [written(rows)] }]
}

interface OverlappingChunk {
  readonly unitId: number
  readonly isPacked: boolean
  readonly data: Buffer
}

/** The chunks that may hold a message of the given times, for each of several units; joined as in states-store.ts. */
export async function readOverlapping(db: Db, ranges: readonly Range[]): Promise<OverlappingChunk[]> {
  const { rows } = await sql<OverlappingChunk | { unitId: number; data: null }>`
    select telemetry.unit_id, chunk.is_packed, chunk.data
    from telemetry join unnest(${ranges.map((one) => one.unitId)}::bigint[], ${ranges.map((one) => one.t0)}::float8[],
      ${ranges.map((one) => one.t1)}::float8[]) as range (unit_id, t0, t1) on range.unit_id = telemetry.unit_id
    left join message_chunks chunk
      on chunk.unit_id = telemetry.unit_id and chunk.t1 >= range.t0 and chunk.t0 <= range.t1
    where telemetry.unit_id = any(${ranges.map((one) => one.unitId)}::bigint[])`.execute(db)
  const found = new Set(rows.map(({ unitId }) => unitId))
  const chunks = rows.flatMap((row) => (row.data === null ? [] : [row]))
  for (const range of ranges) if (!found.has(range.unitId)) chunks.push(...(await readOverlappingOf(db, range)))
  return chunks
}

/** Of a unit without latest values. */
const readOverlappingOf = (db: Db, { unitId, t0, t1 }: Range) => rowsOf<OverlappingChunk>(db)`
    select unit_id, is_packed, data from message_chunks
    where unit_id = ${unitId} and t1 >= ${t0} and t0 <= ${t1}`

/**
 * All queries of the transaction see one state. If another transaction changes the same rows meanwhile, this one fails and
 * starts again.
 */
export const freeze = (db: Db) => sql`set transaction isolation level repeatable read`.execute(db)

export interface StoredChunk extends Chunk {
  readonly seq: number
}

/** Newest first; `below` continues after a page. */
export const readChunks = (
  db: Db,
  unitId: number,
  most: number,
  below?: { t1: number; seq: number },
  range?: { from: number; to: number },
) => rowsOf<StoredChunk>(db)`
    select t0, t1, seq, count, bytes, is_packed, data from message_chunks
    where unit_id = ${unitId} and ${below ? sql`(t1, seq) < (${below.t1}, ${below.seq})` : sql`true`}
      and ${range ? sql`t1 >= ${range.from} and t0 <= ${range.to}` : sql`true`}
    order by t1 desc, seq desc limit ${most}`

export async function readTelemetry(db: Db, unitId: number): Promise<Telemetry> {
  const row = await db.selectFrom('telemetry').select('parameters').where('unitId', '=', unitId).executeTakeFirst()
  return (row?.parameters ?? {}) as unknown as Telemetry
}

/** The latest values and their newest device time, locked until the transaction ends. */
export async function lockState(db: Db, unitId: number): Promise<{ parameters: Telemetry; tMax: number }> {
  const row = await db
    .selectFrom('telemetry')
    .select(['parameters', 'tMax'])
    .where('unitId', '=', unitId)
    .forUpdate()
    .executeTakeFirst()
  const parameters = (row?.parameters ?? {}) as unknown as Telemetry
  return { parameters, tMax: row?.tMax ?? Number.NEGATIVE_INFINITY }
}

export interface Position {
  readonly unitId: number
  readonly position: object
  /** The tracker's own time, in seconds. */
  readonly timestamp: number
}

export const readPositions = (db: Db, unitIds: readonly number[]) => rowsOf<Position>(db)`
    select unit_id, parameters -> 'position' -> 'value' as position, (parameters -> 'position' ->> 'ts')::float8 as timestamp
    from telemetry where unit_id = any(${[...unitIds]}::bigint[]) and parameters ? 'position'`

export async function removeOfUnits(db: Db, unitIds: readonly number[]): Promise<void> {
  for (const table of [
    'messageChunks',
    'frameChunks',
    'telemetry',
    'quarantine',
    'unitOwners',
    'unitLosses',
  ] as const) {
    await db
      .deleteFrom(table)
      .where('unitId', '=', sql<number>`any(${[...unitIds]}::bigint[])`)
      .execute()
  }
  await refreshHeard(db, unitIds)
  const parts = await readParts(db)
  if (parts.length === 0) return
  await sql`
    delete from part_owners where part = any(${unitIds.map((unitId) => partOf(parts, unitId))}::bigint[])
      and unit_id = any(${[...unitIds]}::bigint[])`.execute(db)
}

export async function copyTelemetry(db: Db, from: number, to: number): Promise<void> {
  await sql`
    insert into telemetry as known (unit_id, parameters, t_max, last_active, stored_count, stored_bytes, small_chunks)
    select ${to}::bigint, parameters, 0, last_active, 0, 0, 0 from telemetry where unit_id = ${from}
    on conflict (unit_id) do update set
      parameters = known.parameters || excluded.parameters,
      last_active = greatest(known.last_active, excluded.last_active)`.execute(db)
  await refreshHeard(db, [to])
}

export async function removeGateway(db: Db, accountId: number, gatewayId: number): Promise<void> {
  await sql`
    update telemetry set parameters = parameters - 'gateway.id' - 'ble.rssi'
    where unit_id in (select id from units where account_id = ${accountId} and type in ('sensor', 'asset'))
      and parameters -> 'gateway.id' -> 'value' = to_jsonb(${gatewayId}::bigint)`.execute(db)
}

/** Includes deleted units that can be restored. */
export const unitsOfAccount = async (db: Db, accountId: number): Promise<number[]> =>
  (
    await rowsOf<{ id: number }>(db)`
    select id from units where account_id = ${accountId}
    union all select unit_id from binned_units where account_id = ${accountId}`
  ).map((row) => row.id)
