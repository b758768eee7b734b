/** What one message, one connection and one reader cost, and whether a capacity plan based on these costs holds. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { costsFile } from '#entry/capacity/costs.ts'
import { capacityTable, marks } from '#entry/capacity/page.ts'
import { type Costs, planFor } from '#entry/capacity/plan.ts'
import { operator } from '#kernel/audit/actions.ts'
import { type Reader, readLive } from '#testing/people/reader.ts'
import { payloadsOf, positionUpdateOf } from '#tracking/messages/live/position-updates.ts'
import { mergeChunks } from '#tracking/messages/upkeep/upkeep.ts'
import { clientOf } from '../app/client.ts'
import type { Bench, Options, Report, Say } from '../bench.ts'
import { format } from '../compare.ts'
import { untilComputed } from '../computed.ts'
import { cpuSeconds, cpuSecondsOfFamily, parentOf, residentMegabytes } from '../machine.ts'
import { type Keep, withResources } from '../resources.ts'
import { openSite, type Site } from '../site.ts'
import { openTrackers, type Trackers } from '../trackers/trackers.ts'
import { addUnits, noThrottle, withClient } from '../trackers/units.ts'

export const capacityBench: Bench = {
  name: 'capacity',
  summary:
    'What a message, a connection and a reader cost, for docs/capacity.md; and whether a plan made of them holds.',
  run: (options, say) => withResources((keep) => run(keep, options, say)),
}

const trackerCount = 4_000
const readerCount = 10
const unitsPerReader = 1_000
/** Records a second at which the costs are measured, and one in between, at which they are checked. */
const [slowRate, fastRate, checkedRate] = [500, 2_000, 1_000]
const idleSeconds = 10
/** The plan and the measurement may differ by this much. */
const aimRatio = 1.25

const notes = [
  `${format(trackerCount)} Teltonika trackers send single records through one node with its durable PostgreSQL, ` +
    `${slowRate} and ${format(fastRate)} a second. Processor time counts until trips, geofences, notifications and ` +
    'addresses are computed, without what the same processes use while nothing happens; PostgreSQL is its whole process ' +
    'tree. What does not grow with the rate is the fixed part. Bytes on disk are those of merged chunks.',
]

async function run(keep: Keep, { profileFolder }: Options, say: Say): Promise<Report> {
  const site = keep(await openSite(say, profileFolder, { settings: noThrottle }))
  const { units, dealer } = await addUnits(site, trackerCount + 1)
  const [first, ...others] = units.map(({ ident }) => ident)
  await (await openTrackers(site.trackerPort, [first!])).stop()
  const nodeMegabytes = residentMegabytes(site.pid)
  say(`Connecting ${format(trackerCount)} trackers …`)
  const trackers = keep(await openTrackers(site.trackerPort, others))
  await wait(5_000)
  const connectionKibibytes = ((residentMegabytes(site.pid) - nodeMegabytes) * 1024) / trackerCount
  const watch = await watchOf(site, say)
  await watch.send(trackers, fastRate, 'warm-up')
  const slow = await watch.send(trackers, slowRate)
  const fast = await watch.send(trackers, fastRate)
  const token = await clientOf(site, dealer.accounts[0]!, units.slice(1, unitsPerReader + 1))
  const readers = Array.from({ length: readerCount }, () => readLive(site.port, token))
  while (readers.some(({ counts }) => counts.begun === 0)) await wait(50)
  const read = await watch.send(trackers, fastRate, `${readerCount} readers`)
  await Promise.all(readers.map((reader: Reader) => reader.stop()))
  const node = lineThrough(slow.node, fast.node)
  const database = lineThrough(slow.database, fast.database)
  const checked = await watch.send(trackers, checkedRate, 'the plan')
  const disk = await bytesOf(site, trackers, say)
  const costs: Costs = {
    nodeFixedCores: node.fixed,
    databaseFixedCores: database.fixed,
    nodeMicroseconds: node.perMessage,
    databaseMicroseconds: database.perMessage,
    readerMicroseconds: Math.max(0, ((read.node - fast.node) * trackerCount) / (readerCount * unitsPerReader)),
    walBytes: fast.wal,
    ...disk,
    newsBytes: newsBytes(),
    nodeMegabytes,
    connectionKibibytes,
  }
  return reportOf(costs, checked)
}

interface Spent {
  /** Microseconds a message, above what an idle installation uses. */
  readonly node: number
  readonly database: number
  readonly wal: number
}

async function watchOf(site: Site, say: Say) {
  const postmaster = await postmasterOf(site)
  const look = async () => ({
    at: performance.now(),
    node: cpuSeconds(site.pid),
    database: cpuSecondsOfFamily(postmaster),
    wal: await walOf(site),
  })
  type Look = Awaited<ReturnType<typeof look>>
  const between = (a: Look, b: Look) => ({
    seconds: (b.at - a.at) / 1000,
    node: b.node - a.node,
    database: b.database - a.database,
    wal: b.wal - a.wal,
  })
  await untilComputed(site)
  const before = await look()
  await wait(idleSeconds * 1000)
  const idle = between(before, await look())
  const above = (used: typeof idle, name: 'node' | 'database' | 'wal') =>
    (used[name] - (idle[name] / idle.seconds) * used.seconds) / trackerCount
  return {
    async send(trackers: Trackers, rate: number, name = `${rate} a second`): Promise<Spent> {
      const began = await look()
      await trackers.once(trackerCount / rate)
      await untilComputed(site)
      const used = between(began, await look())
      const spent = {
        node: above(used, 'node') * 1e6,
        database: above(used, 'database') * 1e6,
        wal: above(used, 'wal'),
      }
      say(`  ${name}: ${format(spent.node)} µs in the node, ${format(spent.database)} µs in PostgreSQL for a message`)
      return spent
    },
  }
}

/** Splits microseconds per message at two rates into a part that grows with the rate and a constant one, in cores. */
function lineThrough(slow: number, fast: number): { readonly perMessage: number; readonly fixed: number } {
  const fixed = Math.max(0, (slow - fast) / (1 / slowRate - 1 / fastRate))
  return { perMessage: fast - fixed / fastRate, fixed: fixed / 1e6 }
}

/** The parent of a process that serves one of its connections. */
const postmasterOf = ({ databaseUrl }: Site): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    return parentOf(rows[0].pid)
  })

const walOf = ({ databaseUrl }: Site): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes")
    return rows[0].bytes as number
  })

/** Of merged messages, such as yesterday's. */
async function bytesOf(site: Site, trackers: Trackers, say: Say): Promise<Pick<Costs, 'messageBytes' | 'frameBytes'>> {
  say('Sending more, and merging it …')
  await trackers.run(10, 10)
  const acting = { ...site.ctx, actor: operator('bench') }
  while ((await mergeChunks(acting)) > 0);
  return withClient(site.databaseUrl, async (client) => {
    const { rows } = await client.query(`
      with stored as (select sum(count) as messages, sum(pg_column_size(chunk.*)) as bytes from message_chunks as chunk),
        kept as (select sum(pg_column_size(chunk.*)) as bytes from frame_chunks as chunk)
      select stored.bytes / messages::float8 as message, kept.bytes / messages::float8 as frame from stored, kept`)
    return { messageBytes: rows[0].message as number, frameBytes: rows[0].frame as number }
  })
}

const samplePositions = 100

/** As nodes report it to each other. */
function newsBytes(): number {
  const values = {
    timestamp: 1_790_000_000,
    'position.latitude': 54.687157,
    'position.longitude': 25.279652,
    'position.altitude': 112,
    'position.speed': 47,
    'position.direction': 90,
    'position.satellites': 11,
  }
  const item = positionUpdateOf(123_456_789_012, values, 1_790_000_000)!
  const parts = payloadsOf({ partition: 1, sequence: 1, items: Array.from({ length: samplePositions }, () => item) })
  return parts.join('').length / samplePositions
}

function reportOf(costs: Costs, checked: Spent): Report {
  const load = { trackers: checkedRate * 30, intervalSeconds: 30, readers: 0, unitsPerReader: 0, days: 1 }
  const planned = {
    node: costs.nodeMicroseconds + (costs.nodeFixedCores * 1e6) / checkedRate,
    database: costs.databaseMicroseconds + (costs.databaseFixedCores * 1e6) / checkedRate,
    wal: (planFor(load, costs).wal_gb_per_day * 1e9) / 86_400 / checkedRate,
  }
  const names = ['node', 'database', 'wal'] as const
  const ratios = names.map((name) => checked[name] / planned[name])
  const isMet = ratios.every((ratio) => ratio <= aimRatio && ratio >= 1 / aimRatio)
  return {
    notes,
    tables: [
      {
        title: 'Costs',
        head: ['what', 'cost'],
        rows: Object.entries(costs).map(([name, cost]) => [inWords(name), format(cost)]),
      },
      {
        title: `The plan for ${format(load.trackers)} trackers, checked at ${format(checkedRate)} records a second`,
        head: ['for one message', 'planned', 'measured', 'ratio'],
        rows: names.map((name, at) => [
          { node: 'node, µs', database: 'PostgreSQL, µs', wal: 'WAL, bytes' }[name],
          format(planned[name]),
          format(checked[name]),
          ratios[at]!.toFixed(2),
        ]),
      },
    ],
    verdict: `${isMet ? 'met:' : 'MISSED:'} what was measured is ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')} of the plan (aim within ${aimRatio} either way)`,
    write: () => writeCosts(costs),
  }
}

const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const page = join(import.meta.dirname, '../../../docs/capacity.md')

function writeCosts(costs: Costs): void {
  const short = Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, Number(cost.toPrecision(3))]))
  writeFileSync(costsFile, `${JSON.stringify(short, null, 2)}\n`)
  const [open, close] = marks
  const text = readFileSync(page, 'utf8')
  const table = capacityTable(short as unknown as Costs)
  writeFileSync(page, `${text.slice(0, text.indexOf(open))}${open}\n${table}\n${text.slice(text.indexOf(close))}`)
}
