/** A month of a fleet: trips by SQL, and messages as chunks, as months of traffic and merging would leave them. */
import { toChunk } from '#tracking/messages/chunk.ts'
import { newerValues, storer } from '#tracking/messages/message.ts'
import type { Site } from '../site.ts'
import { decodedPackets, intakeOf } from '../trackers/messages.ts'
import { secondsPerRecord } from '../trackers/packets.ts'
import { type BenchUnit, withClient } from '../trackers/units.ts'

export const days = 31
export const daySeconds = 86_400
export const tripsPerDay = 8

export const monthFrom = (): number => Math.floor(Date.now() / 1000 / daySeconds) * daySeconds - days * daySeconds

export async function addTrips({ databaseUrl }: Site, units: readonly BenchUnit[], from: number): Promise<void> {
  const ids = units.map(({ id }) => id)
  const slot = daySeconds / tripsPerDay
  await withClient(databaseUrl, async (client) => {
    // A third of each slot is a trip, the rest the stop after it.
    await client.query(
      `insert into trips (id, unit_id, kind, t0, t1, lat0, lon0, lat1, lon1, metres, moving_seconds, idle_seconds, silent_seconds,
         engine_seconds, top_kmh, points, dropped, began_rule, began_seen, ended_rule, ended_seen, settled, created_at)
       select gen_random_uuid(), unit, kind, t + case kind when 'trip' then 0 else $3::float8 / 3 end,
         t + case kind when 'trip' then $3::float8 / 3 else $3::float8 end, 47 + unit % 1000 * 0.001, 9 + at % 100 * 0.001,
         47 + unit % 1000 * 0.001, 9 + (at + 1) % 100 * 0.001, case kind when 'trip' then 5000 + unit % 977 * 13.7 else 0 end,
         case kind when 'trip' then 2900 else 0 end, 120, 0, 3000, 55 + unit % 60, 360, 0, 'left', t, 'standing', t, t, now()
       from unnest($1::bigint[]) as unit, generate_series(0, $4::integer - 1) as at,
         lateral (select $2::float8 + at * $3::float8 as t) as begin, (values ('trip'), ('stop')) as kinds (kind)`,
      [ids, from, slot, days * tripsPerDay],
    )
    await client.query('vacuum analyze trips')
  })
}

const perChunk = 200

/** All units drive the same route, with a message every this many seconds. */
export async function addMessages(
  { databaseUrl }: Site,
  units: readonly BenchUnit[],
  from: number,
  everySeconds: number,
): Promise<number> {
  const step = everySeconds / secondsPerRecord
  const packets = decodedPackets(from, 1, (days * daySeconds) / secondsPerRecord)
  const messages = packets.filter((_, at) => at % step === 0).flatMap((packet) => packet.messages)
  await withClient(databaseUrl, async (client) => {
    for (const unit of units) {
      const store = storer({
        ...intakeOf(unit),
        unitId: unit.id,
        unitName: unit.name,
        peer: '127.0.0.1:50000',
        // At the end of the month: device times ahead of the arrival would not be accepted.
        serverTime: from + days * daySeconds,
      })
      const stored = messages.map(store)
      await client.query('begin')
      for (let at = 0; at < stored.length; at += perChunk) {
        const { t0, t1, count, bytes, isPacked, data } = toChunk(stored.slice(at, at + perChunk))
        await client.query({
          name: 'chunk',
          text: `insert into message_chunks (unit_id, t0, t1, count, bytes, is_packed, data) values ($1, $2, $3, $4, $5, $6, $7)`,
          values: [unit.id, t0, t1, count, bytes, isPacked, data],
        })
      }
      await client.query(
        `insert into telemetry (unit_id, parameters, t_max, last_active, stored_count, stored_bytes, small_chunks)
         select unit_id, $2, max(t1), to_timestamp(max(t1)), sum(count), sum(bytes), 0 from message_chunks
         where unit_id = $1 group by unit_id`,
        [unit.id, JSON.stringify(newerValues({}, stored.slice(-1), from))],
      )
      await client.query('commit')
    }
    await client.query('vacuum (analyze) message_chunks, telemetry')
  })
  return messages.length * units.length
}
