import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { migrationLock } from '#kernel/db/migrations/migrate.ts'
import type { Check } from '../check.ts'
import { Balancer } from '../machinery/balancer.ts'
import { Cluster } from '../machinery/cluster.ts'
import { type Fleet, startFleet } from '../machinery/ledger.ts'
import { registerOf } from '../machinery/registration.ts'
import { type ApiLoad, startApiLoad } from '../machinery/requests.ts'
import { aSite, type Site } from '../machinery/site.ts'
import { teltonikaOffset } from '../machinery/tracker.ts'
import { commitBeforeNewestMigration, thisVersionWith, type Version, versionAt } from '../machinery/versions.ts'

const patienceMs = 60_000
const readerMs = 4_000
const hotTables = ['message_chunks', 'frame_chunks', 'telemetry', 'units', 'nodes', 'unit_owners', 'message_changes']

/** In addition to the newer version's own changes: a change of every hot table, and an index on the largest. */
const furtherMigrations = Object.fromEntries([
  ...hotTables.map((table, at) => [
    `${9000 + at}-trial-${table.replaceAll('_', '-')}.sql`,
    `alter table ${table} add column trial text;\n`,
  ]),
  [
    '9100-trial-index.sql',
    'create index concurrently if not exists message_chunks_trial on message_chunks (unit_id, t0);\n',
  ],
])

export const upgrade: Check = {
  name: 'upgrade',
  about:
    'Runs nodes of an older version behind a load balancer, on one external PostgreSQL. Under load, nodes of this version ' +
    'migrate the database and replace them one by one, then each other. Every acknowledged record and change must be ' +
    'stored, no record twice, and no request may fail but with a 503, after which it is repeated.',
  numbers: { nodes: 3, trackers: 30, seconds: 6, drain: 5 },
  texts: { from: 'the older version, as a commit; by default the one before the newest migration' },
  async run({ number, text }, say) {
    const from = text('from') ?? commitBeforeNewestMigration()
    const [older, newer] = [versionAt(from), thisVersionWith(furtherMigrations)]
    say(`From ${older.commit} to ${newer.commit} with ${newer.migrations.length - older.migrations.length} migrations`)
    const folder = mkdtempSync(join(tmpdir(), 'waymark-upgrade-'))
    // As root, PostgreSQL runs as another user, who must be able to enter.
    chmodSync(folder, 0o755)
    const cluster = await Cluster.create(folder)
    await cluster.start()
    await cluster.sql('create database waymark')
    const balancer = new Balancer()
    const sites: Site[] = []
    try {
      const run = { older, newer, cluster, balancer, sites, say, drainSeconds: number('drain') }
      const nodes = number('nodes')
      for (let node = 0; node < nodes; node++) await startNode(run, older)
      const load = await startLoad(run, number('trackers'))
      const pauses = await replaceAll(run, load, nodes, number('seconds') * 1000)
      const stuck = (await load.fleet.goesOn(patienceMs)) ? 0 : 1
      say('Letting the trackers finish …')
      await load.fleet.finish()
      const changes = await load.api.finish()
      load.pauses.stop()
      // Latest values may be gathered for a second.
      await wait(3_000)
      const { acknowledged, doubled, lost, behind } = await load.fleet.compare()
      const crashed = sites.reduce((sum, site) => sum + site.crashes(), 0)
      const failed = load.api.failures()
      const bad = doubled + lost.length + behind + stuck + crashed + changes.lost + Object.keys(failed).length
      return {
        pass: acknowledged > 0 && changes.answered > 0 && bad === 0,
        ...{ from: older.commit, nodes, migrations: newer.migrations.length - older.migrations.length },
        ...{ acknowledged, lost: lost.length, doubled, behind, stuck, crashed },
        ...{ requests: changes.answered, refused_requests: load.api.refused(), failed_requests: failed },
        lost_changes: changes.lost,
        longest_pause_ms: pauses,
      }
    } finally {
      balancer.close()
      for (const site of sites) {
        await site.killWaymark()
        site.remove()
      }
      await cluster.end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
      older.remove()
      newer.remove()
    }
  },
}

interface Run {
  readonly older: Version
  readonly newer: Version
  readonly cluster: Cluster
  readonly balancer: Balancer
  readonly sites: Site[]
  readonly drainSeconds: number
  readonly say: (sentence: string) => void
}

/** Returns the longest pause of a tracker in each phase, in milliseconds. */
async function replaceAll(run: Run, load: Load, nodes: number, restMs: number): Promise<Record<string, number>> {
  const { older, newer, cluster, balancer, sites, say } = run
  const longest: Record<string, number> = {}
  const measured = async (phase: string, work: () => Promise<unknown>) => {
    load.pauses.forget()
    await work()
    longest[phase] = load.pauses.longestMs()
    const { fleet, api } = load
    const soFar = `${fleet.acknowledged()} records, ${api.answered()} requests`
    say(`${phase}: longest pause ${longest[phase]} ms; so far ${soFar}`)
  }
  await measured('older', () => wait(restMs))
  await measured('migrating', () => Promise.all([readFor(cluster, readerMs), startNode(run, newer)]))
  // Earlier versions refuse any newer database.
  if (existsSync(join(older.root, 'server/src/kernel/db/migrations/migrations.ts'))) {
    await measured('older restarted', async () => {
      balancer.takeOut(sites[0]!)
      await wait(1_000)
      await sites[0]!.killWaymark()
      await sites[0]!.start()
      await balancer.add(sites[0]!)
      await wait(restMs)
    })
  }
  await measured('replacing', async () => {
    for (const [node, site] of sites.slice(0, nodes).entries()) {
      await stopNode(run, site)
      if (node < nodes - 1) await startNode(run, newer)
      await wait(restMs)
    }
  })
  await measured('newer restarted', async () => {
    for (const site of sites.slice(nodes)) {
      await site.stop()
      await site.start()
      await wait(restMs)
    }
  })
  return longest
}

async function startNode({ newer, cluster, balancer, sites, drainSeconds }: Run, version: Version): Promise<void> {
  const settings = {
    WAYMARK_DATABASE_URL: cluster.url('waymark'),
    ...(version === newer && { WAYMARK_DRAIN_SECONDS: String(drainSeconds) }),
  }
  const site = await aSite({ settings, root: version.root })
  const [first] = sites
  // All nodes of an installation have one key.
  if (first) cpSync(join(first.dataFolder, 'keys'), join(site.dataFolder, 'keys'), { recursive: true })
  sites.push(site)
  await site.start()
  await balancer.add(site)
}

/** A version without the setting cannot hand over: an operator takes it out of the load balancer first. */
async function stopNode({ balancer }: Run, site: Site): Promise<void> {
  if (site.environment.WAYMARK_DRAIN_SECONDS === undefined) {
    balancer.takeOut(site)
    await wait(1_000)
  }
  await site.stop()
}

interface Load {
  readonly fleet: Fleet
  readonly api: ApiLoad
  readonly pauses: ReturnType<typeof watchPauses>
}

/** Trackers that move between packets and repeat themselves, and programs that use the API. */
async function startLoad({ older, cluster, balancer, sites }: Run, count: number): Promise<Load> {
  const [port, httpPort] = [await balancer.openTcp(teltonikaOffset), await balancer.openHttp()]
  const fleet = await startFleet(sites[0]!, count, { ports: [port, port] }, await registerOf(older))
  const [dealer] = await cluster.sql("select id from dealers where name = 'Chaos'", 'waymark')
  const words = ['token', 'create', '--dealer', String(dealer!.id), '--dialect', 'provider', '--json']
  const made = execFileSync(process.execPath, ['server/src/entry/cli/main.ts', ...words], {
    cwd: older.root,
    env: { ...process.env, ...sites[0]!.environment },
    encoding: 'utf8',
  })
  const api = startApiLoad(
    httpPort,
    JSON.parse(made).access_token,
    fleet.units.slice(0, 8).map(({ id }) => id),
  )
  return { fleet, api, pauses: watchPauses(fleet) }
}

/** The longest time in which a tracker that keeps trying got no acknowledgement. */
function watchPauses({ trackers }: Fleet) {
  const seen = trackers.map(() => ({ count: 0, at: performance.now() }))
  let longest = 0
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [index, { acknowledged }] of trackers.entries()) {
      const last = seen[index]!
      longest = Math.max(longest, now - last.at)
      if (acknowledged.size !== last.count) seen[index] = { count: acknowledged.size, at: now }
    }
  }, 20)
  return {
    forget() {
      longest = 0
    },
    longestMs: () => Math.round(longest),
    stop: () => clearInterval(timer),
  }
}

/** Locks the migrations out of their tables for this long. */
async function readFor(cluster: Cluster, milliseconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url('waymark') })
  client.on('error', () => {})
  await client.connect()
  await client.query(`begin; ${hotTables.map((table) => `select from ${table} limit 1`).join('; ')}`)
  const isMigrating = `select from pg_locks where locktype = 'advisory' and objid = ${migrationLock} and granted`
  for (const end = Date.now() + patienceMs; Date.now() < end; await wait(50)) {
    if ((await cluster.sql(isMigrating, 'waymark')).length > 0) break
  }
  await wait(milliseconds)
  await client.query('commit')
  await client.end()
}
