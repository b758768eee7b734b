/** What a connected, identified and silent tracker costs, and whether it can still send. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench, Options, Report, Say, Table } from '../bench.ts'
import { format } from '../compare.ts'
import { residentMegabytes } from '../machine.ts'
import { type Keep, withResources } from '../resources.ts'
import { openSite, type Site } from '../site.ts'
import { type Acknowledged, openTrackers, type Trackers } from '../trackers/trackers.ts'
import { addUnits, storedMessages } from '../trackers/units.ts'

export const connectionsBench: Bench = {
  name: 'connections',
  summary: 'Memory per idle tracker connection, and how fast all of them are answered.',
  run: (options, say) => withResources((keep) => run(keep, options, say)),
}

const aimKibibytes = 12
/** Files, database sockets and HTTP connections that a server needs in addition to its trackers. */
const otherFiles = 500
/** The gateway checks every connection every five seconds; memory is read after that. */
const idleMs = 6_000
const collectMs = 2_000
const spreadSeconds = 10

const notes = [
  'Teltonika trackers connect over TCP on loopback. Each is a registered unit that logs in and then stays silent. ' +
    "Memory is the resident memory of the server process, before and after they connect; the kernel's memory for " +
    'their sockets is not included. “Collected” is the same after a full garbage collection, which the bench ' +
    'triggers by a signal: the difference is left over from the logins and not held by a connection. All gateway ' +
    'limits have their defaults. The trackers are separate processes, 5,000 in each, each process with its own ' +
    'source address. At the end every tracker sends one record, and the stored messages are counted.',
]

interface Server {
  readonly site: Site
  readonly trackers: Trackers
  readonly idleMegabytes: number
}

async function run(keep: Keep, { connections, profileFolder }: Options, say: Say): Promise<Report> {
  const most = openFilesMax() - otherFiles
  const servers = Math.ceil(connections / most)
  if (servers > 1) say(`A process may open ${format(most)} connections here, so ${servers} servers are started.`)
  const openServers: Server[] = []
  for (let index = 0; index < servers; index++) {
    const count = Math.floor(connections / servers) + (index < connections % servers ? 1 : 0)
    openServers.push(await openServer(keep, count, say, profileFolder))
  }
  say(`${format(connections)} trackers are connected and silent …`)
  await wait(idleMs)
  const idle = openServers.reduce((sum, server) => sum + server.idleMegabytes, 0)
  const held = residentOf(openServers)
  const collected = await collectedOf(openServers)
  say(`Each sends one record, within ${spreadSeconds} seconds and then all at once …`)
  const spread = await askAll(openServers, spreadSeconds)
  const burst = await askAll(openServers, 0)
  const stored = (await Promise.all(openServers.map(({ site }) => storedMessages(site)))).reduce(
    (sum, one) => sum + one,
    0,
  )
  const isHeard = stored === 2 * connections
  const perConnection = kibibytes(held - idle, connections)
  const isMet = perConnection < aimKibibytes
  return {
    notes,
    tables: [
      memoryTable(connections, servers, { idle, held, collected, after: residentOf(openServers) }),
      answerTable(spread, burst, stored),
    ],
    verdict:
      `${isMet ? 'met:' : 'MISSED:'} ${perConnection.toFixed(1)} KiB per idle connection (aim under ${aimKibibytes}); ` +
      `${isHeard ? 'met: every' : 'MISSED: NOT EVERY'} tracker was answered and its record stored`,
  }
}

async function openServer(keep: Keep, count: number, say: Say, profileFolder: string | undefined): Promise<Server> {
  const hook = join(import.meta.dirname, 'collect.mjs')
  const nodeArguments = ['--expose-gc', '--import', hook]
  const site = keep(await openSite(say, profileFolder, { nodeArguments }))
  const { units } = await addUnits(site, count + 1)
  const [first, ...others] = units.map(({ ident }) => ident)
  // One tracker connects and leaves first, so that what the first login loads is not counted as a connection's cost.
  await (await openTrackers(site.trackerPort, [first!])).stop()
  process.kill(site.pid, 'SIGUSR2')
  await wait(collectMs)
  const idleMegabytes = residentMegabytes(site.pid)
  say(`Connecting ${format(count)} trackers …`)
  return { site, idleMegabytes, trackers: keep(await openTrackers(site.trackerPort, others)) }
}

/** For one process: the kernel's limit, to which Node raises its own. */
function openFilesMax(): number {
  const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return hard === 'unlimited' ? 1_000_000 : Number(hard)
}

const residentOf = (openServers: readonly Server[]) =>
  openServers.reduce((sum, { site }) => sum + residentMegabytes(site.pid), 0)

async function collectedOf(openServers: readonly Server[]): Promise<number> {
  for (const { site } of openServers) process.kill(site.pid, 'SIGUSR2')
  await wait(collectMs)
  return residentOf(openServers)
}

/** Several servers are asked one after the other: what counts is how each answers. */
async function askAll(openServers: readonly Server[], overSeconds: number): Promise<Acknowledged[]> {
  const answers: Acknowledged[] = []
  for (const { trackers } of openServers) answers.push(await trackers.once(overSeconds))
  return answers
}

const kibibytes = (megabytes: number, connections: number) => (megabytes * 1024) / connections

const memoryTable = (
  connections: number,
  servers: number,
  { idle, held, collected, after }: Record<'idle' | 'held' | 'collected' | 'after', number>,
): Table => {
  const row = (name: string, megabytes: number, aim: string) => [
    name,
    `${format(megabytes)} MB`,
    `${kibibytes(megabytes - idle, connections).toFixed(1)} KiB`,
    aim,
  ]
  return {
    title: `${connections.toLocaleString('en-US')} idle trackers on ${servers} server ${servers === 1 ? 'process' : 'processes'}`,
    head: ['moment', 'resident memory', 'per connection', 'aim'],
    rows: [
      ['before they came', `${format(idle)} MB`, '–', '–'],
      row('connected and silent', held, `< ${aimKibibytes} KiB`),
      row('connected and silent, collected', collected, '–'),
      row('after each has sent two records', after, '–'),
    ],
  }
}

const answerTable = (spread: readonly Acknowledged[], burst: readonly Acknowledged[], stored: number): Table => {
  const row = (name: string, answers: readonly Acknowledged[]) => [
    name,
    answers.reduce((sum, { messages }) => sum + messages, 0).toLocaleString('en-US'),
    `${format(Math.max(...answers.map(({ p50Ms }) => p50Ms)))} ms`,
    `${format(Math.max(...answers.map(({ p99Ms }) => p99Ms)))} ms`,
  ]
  return {
    title: `One record each, stored and acknowledged (${stored.toLocaleString('en-US')} stored)`,
    head: ['when', 'records', 'p50', 'p99'],
    rows: [row(`within ${spreadSeconds} seconds`, spread), row('all at once', burst)],
  }
}
