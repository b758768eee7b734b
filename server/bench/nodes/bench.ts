/** What computing from messages costs on one, two and three nodes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { day } from '#testing/routes.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import type { Bench, Options, Report, Say } from '../bench.ts'
import { format } from '../compare.ts'
import { cpuSeconds } from '../machine.ts'
import { type Keep, withResources } from '../resources.ts'
import { openSite, type Site, stopChild } from '../site.ts'
import { intakeOf } from '../trackers/messages.ts'
import { addUnits, type BenchUnit, withClient } from '../trackers/units.ts'

export const nodesBench: Bench = {
  name: 'nodes',
  summary:
    'Computing trips, visits and conditions from messages on one, two and three nodes: work per result, lock waits.',
  run: (options, say) => withResources((keep) => run(keep, options, say)),
}

const nodeCounts = [1, 2, 3]
const unitCount = 500
const parts = 8
const sampleMs = 20
/** More nodes may cost this much more per result. */
const costAim = 1.1
/** Waiting for locks may take this share of the processor time. */
const waitsAim = 0.01

const notes = [
  `${unitCount} units send a day of messages in ${parts} parts, each when the one before is computed. Nodes are processes ` +
    'that only compute, each with its own connections to one durable PostgreSQL. The processor time of a run is that of ' +
    `the nodes and of their backends; lock waits are sampled every ${sampleMs} ms. Before it is measured, every run ` +
    'computes the same day once (first day), because each process first compiles its code, which more nodes do more ' +
    'often. The jobs run as often as in an installation: what is new is computed every second. A result ' +
    'is one projection of one unit for one part. The numbers of nodes take turns; each figure is the median of the ' +
    'rounds. Every run must end with the same trips.',
]

interface Turn {
  /** Of the day before, with compiling. */
  readonly firstSeconds: number
  readonly nodeSeconds: number
  readonly databaseSeconds: number
  readonly waitSeconds: number
}

async function run(keep: Keep, options: Options, say: Say): Promise<Report> {
  const site = keep(await openSite(say))
  const { units } = await addUnits(site, unitCount)
  await site.stopServer()
  const turns = new Map(nodeCounts.map((count) => [count, [] as Turn[]]))
  const trips = new Set<string>()
  for (let round = 0; round < options.rounds; round++) {
    for (const count of nodeCounts) {
      const turn = await measure(site, count, units, options.profileFolder)
      turns.get(count)!.push(turn)
      trips.add(await withClient(site.databaseUrl, digestOfTrips))
      say(`${count} nodes: ${cpuOf(turn).toFixed(1)} s of processor time, ${turn.waitSeconds.toFixed(2)} s of waiting`)
    }
  }
  if (trips.size !== 1) throw new Error('The runs ended with different trips.')
  return reportOf(turns)
}

const cpuOf = ({ nodeSeconds, databaseSeconds }: Pick<Turn, 'nodeSeconds' | 'databaseSeconds'>) =>
  nodeSeconds + databaseSeconds
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

function reportOf(turns: ReadonlyMap<number, readonly Turn[]>): Report {
  // Trips, visits and conditions.
  const results = unitCount * parts * 3
  const costs = new Map([...turns].map(([count, all]) => [count, median(all.map(cpuOf))]))
  const dearest = Math.max(...costs.values()) / costs.get(1)!
  const waits = Math.max(...[...turns.values()].flat().map((turn) => turn.waitSeconds / cpuOf(turn)))
  return {
    notes,
    tables: [
      {
        title: `${format(results)} results`,
        head: [
          ...['nodes', 'processor s', 'nodes s', 'PostgreSQL s', 'µs a result', 'of one node', 'lock waits s'],
          'first day s',
        ],
        rows: [...turns].map(([count, all]) => {
          const cost = costs.get(count)!
          return [
            String(count),
            cost.toFixed(1),
            median(all.map(({ nodeSeconds }) => nodeSeconds)).toFixed(1),
            median(all.map(({ databaseSeconds }) => databaseSeconds)).toFixed(1),
            format((cost / results) * 1e6),
            `**${(cost / costs.get(1)!).toFixed(2)}**`,
            median(all.map(({ waitSeconds }) => waitSeconds)).toFixed(2),
            median(all.map(({ firstSeconds }) => firstSeconds)).toFixed(1),
          ]
        }),
      },
    ],
    verdict:
      `${mark(dearest <= costAim)} a result costs ${dearest.toFixed(2)} of one node's at most (aim ${costAim}); ` +
      `${mark(waits <= waitsAim)} lock waits are ${(waits * 100).toFixed(1)} % of the processor time (aim ${waitsAim * 100} %)`,
  }
}

const mark = (isMet: boolean) => (isMet ? 'met:' : 'MISSED:')

const written =
  'message_chunks, frame_chunks, telemetry, message_changes, trips, unit_events, unit_spans, followed_units, followed_checkpoints'

async function send({ ctx }: Site, units: readonly BenchUnit[], part: number): Promise<void> {
  const messages = day()
  const placeOf = (nth: number) => Math.floor((messages.length * nth) / parts)
  const some = messages.slice(placeOf(part), placeOf(part + 1))
  const writer = startWriter(ctx)
  const frame = Buffer.from('bench')
  await Promise.all(
    units.map((unit) => writer.append({ unit: intakeOf(unit), messages: some, frame, peer: '127.0.0.1:1' })),
  )
  await writer.close()
}

async function measure(
  site: Site,
  count: number,
  units: readonly BenchUnit[],
  profileFolder: string | undefined,
): Promise<Turn> {
  const nodes = await Promise.all(Array.from({ length: count }, () => startNode(site, profileFolder)))
  try {
    return await withClient(site.databaseUrl, async (client) => {
      for (const { stdin } of nodes) stdin!.write('go\n')
      const firstSeconds = cpuOf(await computeDay(site, client, nodes, units))
      return { firstSeconds, ...(await computeDay(site, client, nodes, units)) }
    })
  } finally {
    await Promise.all(nodes.map(stopChild))
  }
}

async function computeDay(
  site: Site,
  client: pg.Client,
  nodes: readonly ChildProcess[],
  units: readonly BenchUnit[],
): Promise<Omit<Turn, 'firstSeconds'>> {
  await client.query(`truncate ${written}`)
  const before = nodes.reduce((sum, { pid }) => sum + cpuSeconds(pid!), 0)
  const backends = new Map<number, number>()
  const known = new Map((await readBackends(client)).map(({ pid, cpu }) => [pid, cpu]))
  let waits = 0
  for (let part = 0; part < parts; part++) {
    await send(site, units, part)
    do {
      for (const { pid, cpu, isWaiting } of await readBackends(client)) {
        backends.set(pid, cpu - (known.get(pid) ?? 0))
        if (isWaiting) waits += 1
      }
      await wait(sampleMs)
    } while (await isLeft(client))
  }
  const nodeSeconds = nodes.reduce((sum, { pid }) => sum + cpuSeconds(pid!), -before)
  const databaseSeconds = [...backends.values()].reduce((sum, cpu) => sum + cpu, 0)
  return { nodeSeconds, databaseSeconds, waitSeconds: (waits * sampleMs) / 1000 }
}

async function startNode({ settings }: Site, profileFolder: string | undefined): Promise<ChildProcess> {
  const profiling = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []
  const node = spawn(process.execPath, [...profiling, join(import.meta.dirname, 'process.ts')], {
    env: { ...process.env, ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  process.once('exit', () => node.kill('SIGKILL'))
  await once(node.stdout!, 'data')
  return node
}

async function readBackends(client: pg.Client): Promise<{ pid: number; cpu: number; isWaiting: boolean }[]> {
  const { rows } = await client.query<{ pid: number; is_waiting: boolean }>(
    `select pid, wait_event_type is not distinct from 'Lock' as is_waiting from pg_stat_activity
     where application_name = 'waymark-node'`,
  )
  return rows.flatMap(({ pid, is_waiting }) => {
    try {
      return [{ pid, cpu: cpuSeconds(pid), isWaiting: is_waiting }]
    } catch {
      // It has ended meanwhile; its time was read a moment ago.
      return []
    }
  })
}

async function isLeft(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (select from message_changes) or exists (select from followed_units where dirty_from is not null)
     as is_left`,
  )
  return rows[0].is_left
}

async function digestOfTrips(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select count(*) || ' ' || md5(string_agg(concat_ws(' ', unit_id, kind, t0, t1, metres), ',' order by unit_id, t0)) as digest
     from trips`,
  )
  return rows[0].digest
}
