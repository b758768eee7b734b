/** Messages on several machines: PostgreSQL with the extension Citus (docs/decisions/0121). */
import type { Context } from '#kernel/context.ts'
import { type Db, inTransaction } from '#kernel/db/transaction.ts'
import { conflict } from '#kernel/errors.ts'
import * as store from './cluster-store.ts'
import { carryLeft } from './notes.ts'
import { isDistributed, partsFor, readParts, readShards } from './shards.ts'

type Part = Pick<Context, 'db' | 'log'>

/** The oldest major version of Citus whose commands are used here. */
const oldestCitus = 12

interface ClusterWorker {
  readonly host: string
  readonly port: number
  readonly isActive: boolean
  /** Undefined: it does not answer. */
  readonly citus: string | undefined
  readonly shards: number
  /** Size of its whole database. */
  readonly bytes: number
}

export interface Cluster {
  readonly citus: string
  readonly workers: readonly ClusterWorker[]
  readonly distributed: readonly string[]
  /** Everything that `init` does is done. */
  readonly isComplete: boolean
  readonly rebalance: store.Rebalance | undefined
}

/** Undefined: a plain PostgreSQL, which needs none of this. */
export async function readCluster({ db }: Part): Promise<Cluster | undefined> {
  const citus = await store.readVersion(db)
  if (citus === undefined) return undefined
  const [workers, placements] = [await store.listWorkers(db), await store.listPlacements(db)]
  const answers = await store.askWorkers(
    db,
    `select (select extversion from pg_extension where extname = 'citus') || ' ' || pg_database_size(current_database())`,
  )
  const { tables, isTogether } = await store.readDistributed(db)
  return {
    citus,
    workers: workers.map(({ group, host, port, isActive }) => {
      const answer = answers.find((one) => one.host === host && one.port === port)
      const own = placements.find((one) => one.group === group)
      // Does not ask the coordinator.
      const [version, bytes = '0'] = answer === undefined ? [citus] : answer.isThere ? answer.result.split(' ') : []
      return { host, port, isActive, citus: version, shards: own?.shards ?? 0, bytes: Number(bytes) }
    }),
    distributed: tables,
    isComplete:
      tables.length === store.distributedTables.length &&
      isTogether &&
      (await isDistributed(db)) &&
      (await hasParts(db)),
    rebalance: await store.readRebalance(db),
  }
}

const nameOf = ({ host, port }: { readonly host: string; readonly port: number }) => `${host}:${port}`

async function requireCluster(ctx: Part): Promise<void> {
  const version = await store.readVersion(ctx.db)
  if (version === undefined) {
    return conflict(
      'This is a plain PostgreSQL without the extension Citus. Set Citus up on all servers, add the workers, and run the command again.',
    )
  }
  if (Number.parseInt(version, 10) < oldestCitus) {
    conflict(`Citus ${version} is too old. Use version ${oldestCitus} or newer on all servers.`)
  }
  if (!(await store.isCoordinator(ctx.db))) {
    conflict('This database is a worker of the cluster. Set WAYMARK_DATABASE_URL to the coordinator.')
  }
  const { workers } = (await readCluster(ctx))!
  if (workers.length === 0) conflict('The cluster has no workers. Use citus_add_node to add them.')
  const away = workers.filter(({ citus, isActive }) => citus === undefined || !isActive).map(nameOf)
  if (away.length > 0)
    conflict(`These workers do not answer: ${away.join(', ')}. Start them, and run the command again.`)
  const other = workers.filter(({ citus }) => citus !== version).map(nameOf)
  if (other.length > 0) {
    conflict(`${other.join(', ')} and the coordinator have different versions of Citus. Use the same everywhere.`)
  }
}

/**
 * Can be repeated: it does what is missing. `open` gives a connection without deadlines; no node starts until it ends.
 */
export async function distributeMessages(
  ctx: Part,
  open: () => Promise<store.Connection>,
  shards: number,
  report: (sentence: string) => void,
): Promise<readonly string[]> {
  await requireCluster(ctx)
  const { tables } = await store.readDistributed(ctx.db)
  const missing = store.distributedTables.filter((table) => !tables.includes(table))
  if (missing.length === 0 && (await isDistributed(ctx.db)) && (await hasParts(ctx.db))) return []
  const client = await open()
  // Notes that came with a restored backup.
  await carryLeft(ctx, 0)
  try {
    await store.distribute(client, missing, shards, report)
    const parts = partsFor(await readShards(ctx.db))
    await inTransaction(ctx, ({ db }) => store.writeParts(db, parts))
  } finally {
    await client.end()
  }
  return missing
}

const hasParts = async (db: Db): Promise<boolean> => (await readParts(db)).length > 0

/** Moves shards to new workers. False: nothing to move. */
export async function rebalanceMessages(ctx: Part, mode: 'auto' | 'block_writes'): Promise<boolean> {
  await requireCluster(ctx)
  return store.startRebalance(ctx.db, mode)
}
