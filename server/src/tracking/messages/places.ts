/**
 * The servers that messages are written to. A single PostgreSQL is one place. On a cluster each worker is one, and a
 * node connects to it directly, which takes load off the coordinator (docs/decisions/0138). Every statement also works
 * on the coordinator, or on a worker that does not have the unit: then Citus forwards it.
 */
import type { Context } from '#kernel/context.ts'
import { connectToSibling, type Database } from '#kernel/db/connect.ts'
import { type Db, outsideOf } from '#kernel/db/transaction.ts'
import { logRepeated } from '#kernel/log.ts'
import { listWorkers, type Worker } from './cluster-store.ts'
import { isOfPlace } from './fault.ts'
import { type Parts, readParts, readShards, type Shards, workerOf, workersOf } from './shards.ts'

export interface Place {
  /** Keys of its parts; none: owners of units are not recorded in parts. */
  readonly parts: readonly number[]
  /** A connection to it, or to the coordinator while it cannot be reached. */
  reach(): Promise<Db>
  /** Something failed at this server for a reason of its own: for a while the coordinator is used. */
  avoid(error: unknown): void
}

export interface Places {
  readonly shards: Shards
  readonly parts: Parts
  /** One for each of `workersOf(shards)`, in that order; without shards there is one. */
  readonly all: readonly Place[]
  /** Reads the workers' addresses again: after a failover one has a new address. */
  look(): Promise<void>
  close(): Promise<void>
}

type Part = Pick<Context, 'db' | 'log'>

/** One flush at a time, its frames, and claims of units that connect. */
const connectionsPerWorker = 4
const connectionsPerReader = 2
const retryMs = 30_000
/** How long an old address may still be used. */
export const lookMs = 20_000
/** A worker numbers its rows from its own number times 2^48. Beyond this they are no longer exact in JavaScript. */
const groupMax = 30

export async function openPlaces(ctx: Part, connections = connectionsPerWorker): Promise<Places> {
  const shards = await readShards(ctx.db)
  const parts = shards.length > 0 ? await readParts(ctx.db) : []
  if (parts.length === 0)
    return {
      shards,
      parts,
      all: workersOrOne(shards).map(() => only(ctx)),
      look: async () => {},
      close: async () => {},
    }
  const opened = workersOf(shards).map((group) => {
    const own = parts.filter(({ key }) => workerOf(shards, key) === group).map(({ key }) => key)
    return new WorkerPlace(ctx, group, own, connections, look)
  })
  async function look(): Promise<void> {
    const workers = await listWorkers(ctx.db)
    for (const place of opened) place.moveTo(workers.find(({ group }) => group === place.group))
  }
  await look()
  return {
    shards,
    parts,
    all: opened,
    look,
    close: async () => void (await Promise.all(opened.map((one) => one.close()))),
  }
}

interface Reading {
  readonly opening: Promise<Places>
  lookedAtMs: number
}
const readers = new WeakMap<Db, Reading>()

/**
 * Where to read what is stored of units, each server with its units. Jobs read much, and not through the coordinator.
 */
export async function placesOf(ctx: Part, unitIds: readonly number[]): Promise<Map<Place, readonly number[]>> {
  const db = outsideOf(ctx.db)
  const now = performance.now()
  const reading = readers.get(db) ?? { opening: openPlaces({ ...ctx, db }, connectionsPerReader), lookedAtMs: now }
  readers.set(db, reading)
  const { shards, parts, all, look } = await reading.opening.catch((error) => {
    readers.delete(db)
    throw error
  })
  if (now - reading.lookedAtMs >= lookMs) {
    await look()
    reading.lookedAtMs = now
  }
  if (parts.length === 0) return new Map([[only(ctx), unitIds]])
  const workers = workersOf(shards)
  return Map.groupBy(unitIds, (unitId) => all[workers.indexOf(workerOf(shards, unitId)!)]!)
}

/** If it fails, the next attempt goes through the coordinator. */
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

class WorkerPlace implements Place {
  readonly group: number
  readonly parts: readonly number[]
  readonly #ctx: Part
  readonly #connections: number
  readonly #look: () => Promise<void>
  #address = ''
  #database: Database | undefined
  #avoidedUntilMs: number | undefined

  constructor(ctx: Part, group: number, parts: readonly number[], connections: number, look: () => Promise<void>) {
    this.#ctx = ctx
    this.group = group
    this.parts = parts
    this.#connections = connections
    this.#look = look
  }

  moveTo(worker: Worker | undefined): void {
    const address = worker && mayReach(worker) ? `${worker.host}:${worker.port}` : ''
    if (address === this.#address) return
    void this.close().catch(() => {})
    this.#address = address
    this.#avoidedUntilMs = undefined
    this.#database = address ? connectToSibling(this.#ctx.db, worker!.host, worker!.port, this.#connections) : undefined
  }

  avoid(error: unknown): void {
    if (!this.#database) return
    this.#avoidedUntilMs = performance.now() + retryMs
    const sentence = 'A worker of the cluster cannot be used directly. The coordinator is used instead.'
    logRepeated(this.#ctx.log, error, sentence, { worker: this.#address })
  }

  async reach(): Promise<Db> {
    if (this.#avoidedUntilMs !== undefined) {
      if (performance.now() < this.#avoidedUntilMs) return this.#ctx.db
      // Another server may have replaced it without it knowing.
      if (!(await this.#hasLooked())) return this.#ctx.db
      this.#avoidedUntilMs = undefined
    }
    const database = this.#database
    try {
      ;(await database?.pool.connect())?.release()
      return database?.db ?? this.#ctx.db
    } catch (error) {
      if (database === this.#database) this.avoid(error)
      return this.#ctx.db
    }
  }

  async close(): Promise<void> {
    await this.#database?.close()
  }

  #hasLooked = (): Promise<boolean> =>
    this.#look().then(
      () => true,
      () => false,
    )
}
