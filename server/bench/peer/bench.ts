/** Measures any server that accepts Teltonika over TCP from outside, so that two products can be compared. */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench, Options, Peer, Report, Say, Table } from '../bench.ts'
import { format, type Measured, medians } from '../compare.ts'
import { cpuSeconds, residentMegabytes } from '../machine.ts'
import { type Keep, withResources } from '../resources.ts'
import { openTrackers, type Trackers } from '../trackers/trackers.ts'

export const peerBench: Bench = {
  name: 'peer',
  summary: 'The load of ingest on a running server, ours or another, that speaks Teltonika over TCP.',
  run: (options, say) => withResources((keep) => run(keep, options, say)),
}

const packetSizes = [1, 10, 25]
const trackerCount = 1_000
const warmUpSeconds = 2
/** What a server does after many logins is not part of handling messages. */
const settleMs = 5_000

const notes = [
  'The server runs already and knows the idents. Each tracker connects over TCP, logs in, sends a packet of codec 8, ' +
    'waits for its acknowledgement and sends the next. What an acknowledgement promises is for the server to say: this ' +
    'bench counts them, not what is stored. “cpu µs” and memory are sums over the processes named with `--pid`, so name ' +
    'those of the database too.',
]

async function run(keep: Keep, { peer, rounds, roundSeconds }: Options, say: Say): Promise<Report> {
  if (!peer) throw new Error('Which server? Give its port with --port, and its --host unless it is on this machine.')
  const idents = identsOf(peer)
  const before = memoryOf(peer)
  say(`Connecting ${format(idents.length)} trackers to ${peer.host}:${peer.port} …`)
  const began = performance.now()
  const trackers = keep(await openTrackers(peer.port, idents, peer.host))
  const loginsPerSecond = idents.length / ((performance.now() - began) / 1000)
  await wait(settleMs)
  const held = memoryOf(peer)
  const results = new Map<number, Measured>()
  for (const records of packetSizes) {
    await trackers.run(records, warmUpSeconds)
    const measured: Measured[] = []
    for (let round = 1; round <= rounds; round++) {
      measured.push(await measure(peer, trackers, records, roundSeconds))
      say(`  packets of ${records}, round ${round} of ${rounds}: ${format(measured.at(-1)!.perSecond)}/s`)
    }
    results.set(records, medians(measured))
  }
  const rates = [...results].map(([records, { perSecond }]) => `${format(perSecond)} in packets of ${records}`)
  return {
    notes,
    tables: [messagesTable(peer, results), connectionsTable(peer, idents.length, loginsPerSecond, held - before)],
    verdict: `acknowledged messages a second: ${rates.join(', ')}`,
  }
}

function identsOf({ identsFile }: Peer): readonly string[] {
  if (identsFile === undefined) {
    return Array.from({ length: trackerCount }, (_, at) => `35${String(at + 1).padStart(13, '0')}`)
  }
  const idents = readFileSync(identsFile, 'utf8').split(/\s+/).filter(Boolean)
  if (idents.length === 0) throw new Error(`${identsFile} has no idents.`)
  return idents
}

const sumOf = ({ pids }: Peer, read: (pid: number) => number) => pids.reduce((sum, pid) => sum + read(pid), 0)
const memoryOf = (peer: Peer) => sumOf(peer, residentMegabytes)

async function measure(peer: Peer, trackers: Trackers, records: number, roundSeconds: number): Promise<Measured> {
  const before = sumOf(peer, cpuSeconds)
  const { messages, seconds, p50Ms, p99Ms } = await trackers.run(records, roundSeconds)
  const cpuMicroseconds = ((sumOf(peer, cpuSeconds) - before) * 1e6) / messages
  return { perSecond: messages / seconds, p50Ms, p99Ms, cpuMicroseconds }
}

const ifSeen = ({ pids }: Peer, text: string) => (pids.length > 0 ? text : '–')

const messagesTable = (peer: Peer, results: ReadonlyMap<number, Measured>): Table => ({
  title: 'Acknowledged messages',
  head: ['records in a packet', 'messages/s', 'p50 ms', 'p99 ms', 'cpu µs a message'],
  rows: [...results].map(([records, { perSecond, p50Ms, p99Ms, cpuMicroseconds }]) => [
    String(records),
    format(perSecond),
    format(p50Ms),
    format(p99Ms),
    ifSeen(peer, format(cpuMicroseconds)),
  ]),
})

const connectionsTable = (peer: Peer, count: number, loginsPerSecond: number, megabytes: number): Table => ({
  title: 'Connections',
  head: ['trackers', 'logins/s', 'memory of one'],
  rows: [[format(count), format(loginsPerSecond), ifSeen(peer, `${format((megabytes * 1024) / count)} KiB`)]],
})
