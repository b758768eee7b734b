/** Trips of a month, and one day of one unit, as a client's page requests them, and what computing them costs. */
import type { Message } from '@waymark/devices'
import { computeTrips } from '#insights/trips/compute.ts'
import { operator } from '#kernel/audit/actions.ts'
import { mergeChunks } from '#tracking/messages/upkeep/upkeep.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import type { Options, Report, Say } from '../bench.ts'
import { format, type Measured } from '../compare.ts'
import { untilComputed } from '../computed.ts'
import { cpuSeconds } from '../machine.ts'
import type { Keep } from '../resources.ts'
import { openSite, type Site } from '../site.ts'
import { intakeOf } from '../trackers/messages.ts'
import { addUnits, type BenchUnit, storedMessages, withClient } from '../trackers/units.ts'
import { clientOf } from './client.ts'

const measuredUnits = 100
const days = 30
const daySeconds = 86_400
const aimMsPerUnit = 5
/** One day with ten or a hundred times the messages may take this much longer. */
const aimRatio = 1.25
const messagesPerChunk = 100
const warmUps = 3
const timesMin = 5

const notes = [
  `${measuredUnits} units drove twice a day for ${days} days. Their messages went through the real writer and were ` +
    'merged; the job computed their trips all at once. Then other units were filled with copies of the same chunks. ' +
    `Requests are \`GET /client/trips\` for a month and a day, and \`GET /client/units/{id}/timeline\` ` +
    'for one day of one unit, over HTTP on loopback with a client’s session, one at a time, after three that do not count.',
]

export async function measureTrips(keep: Keep, options: Options, say: Say): Promise<Report> {
  const copies = options.isLarge ? 99 : 9
  const site = keep(await openSite(say, options.profileFolder))
  const { units, dealer } = await addUnits(site, measuredUnits * (copies + 1))
  const measured = units.slice(0, measuredUnits)
  const token = await clientOf(site, dealer.accounts[0]!, measured)
  const from = Math.floor(Date.now() / 1000 / daySeconds) * daySeconds - days * daySeconds
  const perDay = Math.floor(options.messages / measuredUnits / days)
  say(`Writing ${format(perDay * days * measuredUnits)} messages of ${measuredUnits} units …`)
  await fill(site, measured, from, perDay)
  const messages = await storedMessages(site)
  say('Computing their trips …')
  const began = performance.now()
  while ((await computeTrips({ ...site.ctx, actor: operator('bench') })) > 0);
  const computed = performance.now() - began
  await untilComputed(site)
  const month = await ask(site, token, options, `/client/trips?from=${from}&to=${from + days * daySeconds}`)
  const day = from + (days / 2) * daySeconds
  const tripsOfDay = (units = '') => `/client/trips?from=${day}&to=${day + daySeconds}${units}`
  const dayOfAll = await ask(site, token, options, tripsOfDay())
  const dayOfOne = await ask(site, token, options, tripsOfDay(`&unit_ids=${measured[50]!.id}`))
  const dayOf = (unit: BenchUnit) => `/client/units/${unit.id}/timeline?from=${day}&to=${day + daySeconds}`
  const small = await ask(site, token, options, dayOf(measured[50]!))
  say(`Filling ${format(units.length - measuredUnits)} units around them …`)
  await copyAround(site, measured, units.slice(measuredUnits))
  const all = await storedMessages(site)
  const large = await ask(site, token, options, dayOf(measured[50]!))
  const perUnit = month.p50Ms / measuredUnits
  const ratio = large.p50Ms / small.p50Ms
  return {
    notes,
    tables: [
      {
        title: 'Requests of a client',
        head: ['request', 'stored messages', 'p50 ms', 'p99 ms', 'server cpu ms'],
        rows: [
          row(`trips of ${days} days, ${measuredUnits} units`, messages, month),
          row(`trips of one day, ${measuredUnits} units`, messages, dayOfAll),
          row('trips of one day, one unit', messages, dayOfOne),
          row('one day of one unit', messages, small),
          row('one day of one unit', all, large),
        ],
      },
      {
        title: 'Computing the trips for the first time',
        head: ['messages', 'seconds', 'messages a second'],
        rows: [[format(messages), format(computed / 1000), format(messages / (computed / 1000))]],
      },
    ],
    verdict:
      `${mark(perUnit <= aimMsPerUnit)} ${perUnit.toFixed(2)} ms a unit for a month of trips (aim ${aimMsPerUnit}); ` +
      `${mark(ratio <= aimRatio)} one day takes ${ratio.toFixed(2)} of the time at ${format(all / messages)} times the ` +
      `messages (aim ${aimRatio})`,
  }
}

const mark = (isMet: boolean) => (isMet ? 'met:' : 'MISSED:')

const row = (name: string, messages: number, { p50Ms, p99Ms, cpuMicroseconds }: Measured) => [
  name,
  format(messages),
  format(p50Ms),
  format(p99Ms),
  format(cpuMicroseconds / 1000),
]

/** Read to its end, one after the other. The first warm up what has lain idle while the messages were written. */
async function ask(site: Site, token: string, { roundSeconds }: Options, path: string): Promise<Measured> {
  const askOnce = async () => {
    const at = performance.now()
    const answer = await fetch(`http://127.0.0.1:${site.port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const bytes = await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${Buffer.from(bytes).toString().slice(0, 300)}`)
    return performance.now() - at
  }
  for (let count = 0; count < warmUps; count++) await askOnce()
  const times: number[] = []
  const cpuBefore = cpuSeconds(site.pid)
  const until = performance.now() + roundSeconds * 1000
  while (performance.now() < until || times.length < timesMin) times.push(await askOnce())
  const sorted = times.toSorted((a, b) => a - b)
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
  const cpuMicroseconds = ((cpuSeconds(site.pid) - cpuBefore) * 1e6) / times.length
  return { perSecond: times.length / roundSeconds, p50Ms: share(0.5), p99Ms: share(0.99), cpuMicroseconds }
}

async function fill(site: Site, units: readonly BenchUnit[], from: number, perDay: number): Promise<void> {
  const writer = startWriter(site.ctx)
  const intakes = units.map(intakeOf)
  const acting = { ...site.ctx, actor: operator('bench') }
  for (let day = 0; day < days; day++) {
    const messages = dayOf(from + day * daySeconds, perDay)
    for (let at = 0; at < messages.length; at += messagesPerChunk) {
      const part = messages.slice(at, at + messagesPerChunk)
      await Promise.all(
        intakes.map((unit) =>
          writer.append({ unit, messages: part, frame: Buffer.from('bench'), peer: '127.0.0.1:1' }),
        ),
      )
    }
    while ((await mergeChunks(acting)) > 0);
  }
  await writer.close()
  await withClient(site.databaseUrl, (client) => client.query('vacuum (analyze) message_chunks, telemetry'))
}

const drivingKmh = 50
const drivingSeconds = 2_400

/** Two drives, with three quarters of the messages; parked between them. */
function dayOf(start: number, count: number): Message[] {
  const driving = Math.floor((count * 3) / 8)
  const parked = Math.floor((count - 2 * driving) / 3)
  const messages: Message[] = []
  let east = 0
  const add = (from: number, seconds: number, most: number, kmh: number) => {
    for (let index = 0; index < most; index++) {
      const t = from + (seconds * index) / most
      if (kmh > 0) east += (kmh / 3.6) * (seconds / most) * 1.4e-5
      messages.push({
        timestamp: Math.round(t),
        'position.latitude': 54.6872,
        'position.longitude': Number((25.2797 + (east % 5)).toFixed(7)),
        'position.altitude': 112,
        'position.speed': kmh,
        'position.direction': 90,
        'position.satellites': 11,
        'engine.ignition.status': kmh > 0,
        'external.powersource.voltage': 13.9,
      })
    }
  }
  const [morning, evening] = [start + 7 * 3600, start + 17 * 3600]
  add(start, 7 * 3600, parked, 0)
  add(morning, drivingSeconds, driving, drivingKmh)
  add(morning + drivingSeconds, 10 * 3600 - drivingSeconds, parked, 0)
  add(evening, drivingSeconds, driving, drivingKmh)
  add(evening + drivingSeconds, 7 * 3600 - drivingSeconds, parked, 0)
  return messages
}

/** Each of the others gets the chunks of a measured unit; their trips do not matter. */
async function copyAround(
  { databaseUrl }: Site,
  measured: readonly BenchUnit[],
  others: readonly BenchUnit[],
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (let at = 0; at < others.length; at += measured.length) {
      await client.query(
        `insert into message_chunks (unit_id, t0, t1, count, bytes, is_packed, data)
         select pair.other, t0, t1, count, bytes, is_packed, data
         from unnest($1::bigint[], $2::bigint[]) as pair (own, other) join message_chunks on unit_id = pair.own`,
        [measured.map(({ id }) => id), others.slice(at, at + measured.length).map(({ id }) => id)],
      )
    }
    await client.query('vacuum (analyze) message_chunks')
  })
}
