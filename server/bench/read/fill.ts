/** The same messages twice: as our writer and merging leave them, and as plain rows. */
import { operator } from '#kernel/audit/actions.ts'
import { readMessages } from '#tracking/messages/actions.ts'
import { separator } from '#tracking/messages/message.ts'
import { mergeChunks } from '#tracking/messages/upkeep/upkeep.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import type { Say } from '../bench.ts'
import type { Site } from '../site.ts'
import { decodedPackets, intakeOf } from '../trackers/messages.ts'
import { type BenchUnit, withClient } from '../trackers/units.ts'

export const messagesPerUnit = 10_000
const recordsPerPacket = 5
/** A unit is merged when it has this many small chunks. */
const stepsPerMerge = 64
const rowsPerInsert = 1_000
const daySeconds = 86_400

/** Packet by packet for all units in turn, through the real writer, merged as often as the server would. */
export async function fillChunks(site: Site, units: readonly BenchUnit[], say: Say): Promise<void> {
  const firstTime = Math.floor(Date.now() / 1000) - 100 * daySeconds
  const packets = decodedPackets(firstTime, recordsPerPacket, messagesPerUnit / recordsPerPacket)
  const writer = startWriter(site.ctx)
  const intakes = units.map(intakeOf)
  await withClient(site.databaseUrl, async (client) => {
    for (const [index, { frame, messages }] of packets.entries()) {
      await Promise.all(
        intakes.map((unit) =>
          writer.append({ unit, messages, frame, peer: `127.0.0.1:${40_000 + (unit.id % 20_000)}` }),
        ),
      )
      if ((index + 1) % stepsPerMerge > 0) continue
      await mergeAll(site)
      // As autovacuum does, but at known moments.
      await client.query('vacuum message_chunks')
      if ((index + 1) % (stepsPerMerge * 8) === 0)
        say(`  ${format((index + 1) * recordsPerPacket * units.length)} messages`)
    }
    await writer.close()
    await mergeAll(site)
    await client.query('vacuum (analyze) message_chunks, telemetry')
  })
}

async function mergeAll({ ctx }: Site): Promise<void> {
  while ((await mergeChunks({ ...ctx, actor: operator('bench') })) > 0);
}

/** Rows of JSON with an index by unit and time, written in order of time, so that the units are interleaved. */
export async function fillRows(site: Site, units: readonly BenchUnit[], say: Say): Promise<void> {
  await withClient(site.databaseUrl, async (client) => {
    await client.query('create unlogged table staged_rows (unit_id bigint, ts double precision, body json)')
    for (const [index, unit] of units.entries()) {
      const texts = textsIn(await readMessages(site.ctx, unit.id, messagesPerUnit, false))
      if (texts.length !== messagesPerUnit) throw new Error(`A unit has ${texts.length} messages.`)
      for (let at = 0; at < texts.length; at += rowsPerInsert) {
        await client.query(
          `insert into staged_rows select $1, (body::json ->> 'timestamp')::float8, body::json from unnest($2::text[]) as body`,
          [unit.id, texts.slice(at, at + rowsPerInsert)],
        )
      }
      if ((index + 1) % 50 === 0) say(`  ${format((index + 1) * messagesPerUnit)} rows`)
    }
    await client.query(
      'create table plain_rows (unit_id bigint not null, ts double precision not null, body json not null)',
    )
    await client.query('create index on plain_rows (unit_id, ts)')
    await client.query('insert into plain_rows select * from staged_rows order by ts, unit_id')
    await client.query('drop table staged_rows')
    await client.query('vacuum (analyze) plain_rows')
  })
}

/** The texts of a JSON array, or of an object that contains one, as readMessages and the API return it. */
export const textsIn = (answer: Buffer): string[] => {
  const text = answer.toString()
  return text.slice(text.indexOf('[') + 1, text.lastIndexOf(']')).split(separator)
}

export interface Sizes {
  /** Total bytes: table, index and out-of-line storage. */
  readonly chunks: number
  readonly chunksCompacted: number
  readonly rows: number
  readonly frames: number
}

export const sizesOf = (site: Site): Promise<Sizes> =>
  withClient(site.databaseUrl, async (client) => {
    const size = async (table: string): Promise<number> =>
      (await client.query('select pg_total_relation_size($1)::float8 as bytes', [table])).rows[0].bytes
    const [chunks, rows, frames] = [await size('message_chunks'), await size('plain_rows'), await size('frame_chunks')]
    // A copy, because the original is read later, unchanged.
    await client.query('create table compacted (like message_chunks including all)')
    await client.query(
      'insert into compacted overriding system value select * from message_chunks order by unit_id, t1',
    )
    const chunksCompacted = await size('compacted')
    await client.query('drop table compacted')
    return { chunks, chunksCompacted, rows, frames }
  })

const format = (count: number) => count.toLocaleString('en-US')
