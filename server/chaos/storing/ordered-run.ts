/** Compares what nodes have computed from messages with one run over all of them in order. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openForCommand } from '#entry/installation.ts'
import { computeVisits } from '#insights/geofences/compute.ts'
import { computeTrips } from '#insights/trips/compute.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import type { Cluster } from '../machinery/cluster.ts'
import { configOf, type Site } from '../machinery/site.ts'

const computeMs = 120_000

/** A circle that every tracker of a fleet enters and leaves in its first minutes. */
export async function addGeofence(cluster: Cluster, firstTime: number): Promise<void> {
  const center = JSON.stringify({ lat: ((firstTime + 100) % 80_000) / 1000, lon: 25.2 })
  await cluster.sql(
    `insert into geofences (id, account_id, name, colour, shape, min_seconds, since, is_for_all, created_at, updated_at)
     select gen_random_uuid(), id, 'Circle', '#006699',
       '{"type": "circle", "center": ${center}, "radius": 3000}', 0, 0, true, now(), now() from accounts`,
    'waymark',
  )
}

/** False: the nodes did not finish all messages. */
export async function isComputed(cluster: Cluster): Promise<boolean> {
  const deadline = Date.now() + computeMs
  for (; Date.now() < deadline; await wait(500)) {
    const [left] = await cluster.sql(
      `select exists (select from message_changes) or exists (select from followed_units where dirty_from is not null)
       as is_left`,
      'waymark',
    )
    if (!left!.is_left) return true
  }
  return false
}

const columns = {
  trips: sql`unit_id, kind, t0, t1, metres, ended_rule, settled`,
  unit_spans: sql`unit_id, geofence_id, alarm, t0, t1, before0, after0, before1, after1, count, settled`,
}

async function resultsOf({ db }: ActorContext): Promise<string[]> {
  const all: string[] = []
  for (const [table, listed] of Object.entries(columns)) {
    const { rows } = await sql<object>`select ${listed} from ${sql.table(table)} order by unit_id, t0`.execute(db)
    all.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`))
  }
  return all
}

/** After the nodes have stopped: computes everything again, in this process. */
export async function compareWithOrderedRun(site: Site): Promise<{ results: number; different: number }> {
  const visit = await openForCommand(configOf(site))
  const acting = { ...visit.ctx, actor: operator('chaos') }
  try {
    const found = await resultsOf(acting)
    for (const table of ['trips', 'unit_spans', 'followed_checkpoints', 'followed_units']) {
      await sql`delete from ${sql.table(table)}`.execute(acting.db)
    }
    await sql`insert into message_changes (unit_id, t0, t1) select unit_id, 0, t_max from telemetry`.execute(acting.db)
    for (const compute of [computeTrips, computeVisits]) while ((await compute(acting)) > 0);
    const expected = await resultsOf(acting)
    const without = (some: readonly string[], others: readonly string[]) => {
      const known = new Set(others)
      return some.filter((result) => !known.has(result)).length
    }
    const doubled = found.length - new Set(found).size
    return { results: expected.length, different: doubled + without(found, expected) + without(expected, found) }
  } finally {
    await visit.close()
  }
}
