/**
 * Fills the message store with finished chunks, as months of traffic and merging would leave them: in order of time,
 * the chunks of a unit scattered among those of the others.
 */
import type pg from 'pg'
import { type Chunk, toChunk } from '#tracking/messages/chunk.ts'
import { newerValues, type StoredMessage } from '#tracking/messages/message.ts'
import type { Say } from '../bench.ts'
import type { Site } from '../site.ts'
import { messagesOf } from '../trackers/messages.ts'
import { secondsPerRecord } from '../trackers/packets.ts'
import { type BenchUnit, withClient } from '../trackers/units.ts'

export interface FillPlan {
  readonly messages: number
  /** All units, those that are read, and empty ones for trackers to fill. */
  readonly units: number
  readonly measured: number
  readonly tracked: number
}

const perChunk = 200
const perMeasured = 10_000
const chunksPerMeasured = perMeasured / perChunk
/** The other units' chunks are copies of these: only their size counts, nobody reads them. */
const poolSize = 200
const chunksPerStep = 5_000
const chunkSeconds = perChunk * secondsPerRecord
const historySeconds = 300 * 86_400

/** The units that are read are the same in number and content, whatever the size. */
export function planFor(messages: number, smallest: number, trackers: number): FillPlan {
  const measured = Math.min(50, Math.floor(smallest / (2 * perMeasured)))
  return { messages, measured, tracked: trackers, units: measured + trackers + Math.ceil(messages / 5_000) }
}

export async function fill(
  site: Site,
  units: readonly BenchUnit[],
  plan: FillPlan,
  say: Say,
): Promise<{ measured: readonly BenchUnit[]; tracked: readonly BenchUnit[] }> {
  const measured = units.slice(0, plan.measured)
  // Copied chunks have other times than their messages, so nothing can be computed from them: trackers stay away.
  const tracked = units.slice(plan.measured, plan.measured + plan.tracked)
  const others = units.slice(plan.measured + plan.tracked)
  const firstTime = Math.floor(Date.now() / 1000 / secondsPerRecord) * secondsPerRecord - historySeconds
  await withClient(site.databaseUrl, async (client) => {
    await addReady(client, measured, others[0]!, firstTime)
    await addSlots(client, measured, others, plan)
    await copyChunks(client, plan, firstTime, say)
    await addTelemetry(client, measured[0]!, firstTime)
    await client.query('vacuum (analyze) message_chunks, telemetry, units')
  })
  return { measured, tracked }
}

/** The chunks to be copied: unit 0 is the pool for all others, 1 and on are the units that are read. */
async function addReady(
  client: pg.Client,
  measured: readonly BenchUnit[],
  other: BenchUnit,
  firstTime: number,
): Promise<void> {
  await client.query(
    `create temporary table ready (
       unit integer, number integer, count integer, bytes integer, is_packed boolean, data bytea, primary key (unit, number))`,
  )
  await client.query('alter table ready alter column data set storage external')
  const add = async (unit: number, chunks: readonly Chunk[]) => {
    for (const [number, { count, bytes, isPacked, data }] of chunks.entries()) {
      const values = [unit, number, count, bytes, isPacked, data]
      await client.query({ name: 'ready', text: 'insert into ready values ($1, $2, $3, $4, $5, $6)', values })
    }
  }
  await add(0, chunksOf(messagesOf(other, firstTime, poolSize * perChunk)))
  for (const [index, unit] of measured.entries()) {
    await add(index + 1, chunksOf(messagesOf(unit, firstTime, perMeasured)))
  }
  await client.query('analyze ready')
}

function chunksOf(messages: readonly StoredMessage[]): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 0; at < messages.length; at += perChunk) chunks.push(toChunk(messages.slice(at, at + perChunk)))
  return chunks
}

/** Which chunk of which unit comes when. Squaring the random number gives a few units much and many little. */
async function addSlots(
  client: pg.Client,
  measured: readonly BenchUnit[],
  others: readonly BenchUnit[],
  plan: FillPlan,
): Promise<void> {
  const chunks = plan.messages / perChunk
  const every = Math.floor(chunks / (measured.length * chunksPerMeasured))
  const turn = `slot / ${every} - 1`
  const chance = 'power((hashint4(slot)::bigint + 2147483648) / 4294967296.0, 2)'
  await client.query(
    `create temporary table slots as
     select slot, ready_unit, unit_id, (row_number() over (partition by unit_id order by slot) - 1)::integer as rank
     from (
       select slot, 0 as ready_unit, ($1::bigint[])[1 + floor(${chance} * ${others.length})::integer] as unit_id
       from generate_series(1, ${chunks}) as slot
       where slot % ${every} > 0 or slot / ${every} > ${measured.length * chunksPerMeasured}
       union all
       select slot, 1 + (${turn}) % ${measured.length}, ($2::bigint[])[1 + (${turn}) % ${measured.length}]
       from generate_series(${every}, ${every * measured.length * chunksPerMeasured}, ${every}) as slot) as places`,
    [others.map(({ id }) => id), measured.map(({ id }) => id)],
  )
  await client.query('create index on slots (slot)')
  await client.query('analyze slots')
}

async function copyChunks(client: pg.Client, plan: FillPlan, firstTime: number, say: Say): Promise<void> {
  const chunks = plan.messages / perChunk
  const t0 = `${firstTime} + rank * ${chunkSeconds}::float8`
  for (let from = 0; from < chunks; from += chunksPerStep) {
    await client.query(
      `insert into message_chunks (unit_id, t0, t1, count, bytes, is_packed, data)
       select unit_id, ${t0}, ${t0} + ${chunkSeconds - secondsPerRecord}, count, bytes, is_packed, data
       from slots join ready on unit = ready_unit and number = case ready_unit when 0 then slot % ${poolSize} else rank end
       where slot > $1 and slot <= $2 order by slot`,
      [from, Math.min(chunks, from + chunksPerStep)],
    )
    const done = Math.min(chunks, from + chunksPerStep)
    if (done % (chunksPerStep * 10) === 0) say(`  ${(done * perChunk).toLocaleString('en-US')} messages`)
  }
}

async function addTelemetry(client: pg.Client, unit: BenchUnit, firstTime: number): Promise<void> {
  const values = newerValues({}, messagesOf(unit, firstTime, 1), firstTime)
  await client.query(
    `insert into telemetry (unit_id, parameters, t_max, last_active, stored_count, stored_bytes, small_chunks)
     select unit_id, $1, max(t1), to_timestamp(max(t1)), sum(count), sum(bytes), 0 from message_chunks group by unit_id`,
    [JSON.stringify(values)],
  )
}
