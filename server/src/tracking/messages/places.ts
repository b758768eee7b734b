/**
 * The servers that messages are written to. One PostgreSQL is one place. On a cluster each worker is one, and a node
 * connects to it directly, so that the coordinator has nothing to do with it (docs/decisions/0138). Every statement may just
 * as well be sent to the coordinator, or to a worker that does not have the unit: then Citus passes it on.
 */
import type { Context } from '#kernel/context.ts'
import { connectBeside, type Database } from '#kernel/db/connect.ts'
import { type Db, outsideOf } from '#kernel/db/transaction.ts'
import { logRepeated } from '#kernel/log.ts'
import { listWorkers, type Worker } from './cluster-store.ts'
import { isOfPlace } from './fault.ts'
import { type Parts, readParts, readShards, type Shards, workerOf, workersOf } from './shards.ts'

export interface Place {
  /** Keys of the parts that it has; none: owners of units are not in parts. */
  readonly parts: readonly number[]
  /** A connection to it, or to the coordinator while it cannot be reached. */
  reach(): Promise<Db>
  /** What was sent to it failed for a reason of its own: for a while the coordinator is used. */
  avoid(error: unknown): void
}

export interface Places {
  readonly shards: Shards
  readonly parts: Parts
  /** One for each of `workersOf(shards)`, in that order; without shards there is one. */
  readonly all: readonly Place[]
  close(): Promise<void>
}

type Part = Pick<Context, 'db' | 'log'>

/** A flush at a time, its frames, and claims of units that connect. */
const connectionsPerWorker = 4
const connectionsPerReader = 2
const retryMs = 30_000
/**
 * A worker numbers its rows from its own number times 2^48 on. Beyond this one the numbers would no longer be exact in
 * JavaScript.
 */
const groupMax = 30

export async function openPlaces(ctx: Part, connections = connectionsPerWorker): Promise<Places> {
  const shards = await readShards(ctx.db)
  const parts = shards.length > 0 ? await readParts(ctx.db) : []
  if (parts.length === 0)
    return { shards, parts, all: workersOrOne(shards).map(() => only(ctx)), close: async () => {} }
  const workers = new Map((await listWorkers(ctx.db)).map((worker) => [worker.group, worker]))
  const opened: Database[] = []
  const all = workersOf(shards).map((group) => {
    const own = parts.filter(({ key }) => workerOf(shards, key) === group).map(({ key }) => key)
    const worker = workers.get(group)
    const database =
      worker && mayReach(worker) ? connectBeside(ctx.db, worker.host, worker.port, connections) : undefined
    if (database) opened.push(database)
    return database ? placeAt(ctx, database, own, `${worker!.host}:${worker!.port}`) : { ...only(ctx), parts: own }
  })
  return {
    shards,
    parts,
    all,
    close: async () => void (await Promise.all(opened.map((database) => database.close()))),
  }
}

const readers = new WeakMap<Db, Promise<Places>>()

/** Where to read what is stored of units, each with the units that are there. Jobs read much, and not through the coordinator. */
export async function placesOf(ctx: Part, unitIds: readonly number[]): Promise<Map<Place, readonly number[]>> {
  const db = outsideOf(ctx.db)
  const opening = readers.get(db) ?? openPlaces({ ...ctx, db }, connectionsPerReader)
  readers.set(db, opening)
  const { shards, parts, all } = await opening.catch((error) => {
    readers.delete(db)
    throw error
  })
  if (parts.length === 0) return new Map([[only(ctx), unitIds]])
  const workers = workersOf(shards)
  return Map.groupBy(unitIds, (unitId) => all[workers.indexOf(workerOf(shards, unitId)!)]!)
}

/** If it fails, the next attempt is made through the coordinator. */
export async function readAt<T>(place: Place, read: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await read(await place.reach())
  } catch (error) {
    if (isOfPlace(error)) place.avoid(error)
    throw error
  }
}

const workersOrOne = (shards: Shards): number[] => (shards.length > 0 ? workersOf(shards) : [0])

const mayReach = ({ group, isActive, hasMetadata }: Worker): boolean =>
  group > 0 && group <= groupMax && isActive && hasMetadata

const only = ({ db }: Part): Place => ({ parts: [], reach: async () => db, avoid: () => {} })

function placeAt({ db, log }: Part, database: Database, parts: readonly number[], address: string): Place {
  let avoidedUntilMs = Number.NEGATIVE_INFINITY
  const avoid = (error: unknown) => {
    avoidedUntilMs = performance.now() + retryMs
    logRepeated(log, error, 'A worker of the cluster cannot be used directly. The coordinator is used instead.', {
      worker: address,
    })
  }
  return {
    parts,
    avoid,
    async reach() {
      if (performance.now() < avoidedUntilMs) return db
      try {
        const client = await database.pool.connect()
        client.release()
        return database.db
      } catch (error) {
        avoid(error)
        return db
      }
    },
  }
}
