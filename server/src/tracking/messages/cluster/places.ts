/**
 * The servers that messages are written to. A single PostgreSQL is one place. On a cluster each worker is one, and a
 * node connects to it directly, which takes load off the coordinator (docs/decisions/0138). Every statement also works
 * on the coordinator, or on a worker that does not have the unit: then Citus forwards it.
 */
import type { Context } from '#kernel/context.ts'
import { connectToSibling, type Database, isUnavailable } from '#kernel/db/connect.ts'
import { type Db, outsideOf } from '#kernel/db/transaction.ts'
import { logRepeated } from '#kernel/runtime/log.ts'
import { isOfOthers, isOfPlace } from '../writing/fault.ts'
import { listWorkers, type Worker } from './cluster-store.ts'
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
/** How long nothing is asked of a worker that could not be read through the coordinator either. */
const awayMs = 15_000
/** How long an old address may be used. */
export const lookMs = 20_000
/** A worker numbers its rows from its own number times 2^48. Beyond this they are no longer exact in JavaScript. */
const groupMax = 30

export async function openPlaces(ctx: Part, connections = connectionsPerWorker): Promise<ReadingPlaces> {
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

/** The stored data of a unit is on a worker that is away. */
export class WorkerAway extends Error {
  override readonly name = 'WorkerAway'
  /** The database is away, as far as the unit is concerned. */
  readonly code = '08006'

  constructor(cause?: unknown) {
    super('A worker of the cluster is away.', { cause })
  }
}

/** For jobs, which continue with the units of other workers when one is away. */
interface ReadingPlace extends Place {
  /** Undefined: everything is here. */
  readonly group: number | undefined
  isAway(): boolean
  /** What was read with `db` failed. True: the worker is away. */
  leave(error: unknown, db: Db): boolean
}

interface ReadingPlaces extends Places {
  readonly all: readonly ReadingPlace[]
}

interface Reading {
  readonly opening: Promise<ReadingPlaces>
  lookedAtMs: number
}
const readers = new WeakMap<Db, Reading>()

async function readingPlaces(ctx: Part): Promise<ReadingPlaces> {
  const db = outsideOf(ctx.db)
  const now = performance.now()
  const reading = readers.get(db) ?? { opening: openPlaces({ ...ctx, db }, connectionsPerReader), lookedAtMs: now }
  readers.set(db, reading)
  const places = await reading.opening.catch((error) => {
    readers.delete(db)
    throw error
  })
  // A single PostgreSQL stays one: after `cluster init` nodes are restarted.
  if (places.parts.length > 0 && now - reading.lookedAtMs >= lookMs) {
    reading.lookedAtMs = now
    await places.look()
    if (JSON.stringify(await readShards(db)) !== JSON.stringify(places.shards)) {
      // Shards have moved, perhaps to a worker that is new.
      readers.delete(db)
      // Not awaited: the caller may be in the middle of reading there.
      void places.close().catch(() => {})
      return readingPlaces(ctx)
    }
  }
  // Within the caller's transaction, if there is one.
  return places.parts.length === 0 ? { ...places, all: [only(ctx)] } : places
}

/** Where to read what is stored of units, each with the units that are there. Jobs read much, and not through the coordinator. */
async function placesOf(ctx: Part, unitIds: readonly number[]): Promise<Map<ReadingPlace, readonly number[]>> {
  const { shards, parts, all } = await readingPlaces(ctx)
  if (parts.length === 0) return new Map([[all[0]!, unitIds]])
  const workers = workersOf(shards)
  return Map.groupBy(unitIds, (unitId) => all[workers.indexOf(workerOf(shards, unitId)!)]!)
}

/** If it fails, the next attempt is made through the coordinator, and after that none for a while. */
async function readAt<T>(place: ReadingPlace, read: (db: Db) => Promise<T>): Promise<T> {
  if (place.isAway()) throw new WorkerAway()
  const db = await place.reach()
  try {
    return await read(db)
  } catch (error) {
    if (place.leave(error, db)) throw new WorkerAway(error)
    throw error
  }
}

/** Undefined: the worker is away. */
const unlessAway = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error) => {
    if (error instanceof WorkerAway) return undefined
    throw error
  })

/** Fails if the worker of the unit is away. */
export async function readUnit<T>(ctx: Part, unitId: number, read: (db: Db) => Promise<T>): Promise<T> {
  const [place] = (await placesOf(ctx, [unitId])).keys()
  return readAt(place!, read)
}

/** PostgreSQL before version 17 looks for every unit that `among` names again for each row. */
const unitsPerQuestion = 50

/** Reads of some units. `isWorker`: every table must name the units, or Citus asks all workers (docs/decisions/0157). */
export type ReadUnits<T> = (db: Db, unitIds: readonly number[], isWorker: boolean) => Promise<readonly T[]>

/** Units of workers that are away are not `there`, and nothing of them is in `rows`. */
export async function readUnits<T>(
  ctx: Part,
  unitIds: readonly number[],
  read: ReadUnits<T>,
): Promise<{ rows: T[]; there: Set<number> }> {
  const rows: T[] = []
  const there = new Set<number>()
  if (unitIds.length === 0) return { rows, there }
  for (const [place, own] of await placesOf(ctx, unitIds)) {
    const isWorker = place.group !== undefined
    const step = isWorker ? unitsPerQuestion : own.length
    for (let at = 0; at < own.length; at += step) {
      const some = own.slice(at, at + step)
      const found = await unlessAway(readAt(place, (db) => read(db, some, isWorker)))
      if (!found) break
      for (const row of found) rows.push(row)
      for (const unitId of some) there.add(unitId)
    }
  }
  return { rows, there }
}

/** Those of the units whose worker is not known to be away. */
export async function unitsThere(ctx: Part, unitIds: readonly number[]): Promise<number[]> {
  const away = new Set([...(await placesOf(ctx, unitIds))].flatMap(([place, own]) => (place.isAway() ? own : [])))
  return unitIds.filter((unitId) => !away.has(unitId))
}

/** What the coordinator learns from each worker; those that it cannot ask are left out. Undefined: from all of them. */
export async function askEach<T>(ctx: Part, ask: (group: number | undefined) => Promise<readonly T[]>): Promise<T[]> {
  const found: T[] = []
  for (const place of (await readingPlaces(ctx)).all) {
    if (place.isAway()) continue
    try {
      found.push(...(await ask(place.group)))
    } catch (error) {
      if (place.group === undefined || !isUnavailable(error)) throw error
    }
  }
  return found
}

const workersOrOne = (shards: Shards): number[] => (shards.length > 0 ? workersOf(shards) : [0])

const mayReach = ({ group, isActive, hasMetadata }: Worker): boolean =>
  group > 0 && group <= groupMax && isActive && hasMetadata

const only = ({ db }: Part): ReadingPlace => ({
  group: undefined,
  parts: [],
  reach: async () => db,
  avoid: () => {},
  isAway: () => false,
  leave: () => false,
})

class WorkerPlace implements ReadingPlace {
  readonly group: number
  readonly parts: readonly number[]
  readonly #ctx: Part
  readonly #connections: number
  readonly #look: () => Promise<void>
  #address = ''
  #database: Database | undefined
  #avoidedUntilMs: number | undefined
  #awayUntilMs = 0

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
    this.#awayUntilMs = 0
    this.#database = address ? connectToSibling(this.#ctx.db, worker!.host, worker!.port, this.#connections) : undefined
  }

  avoid(error: unknown): void {
    if (!this.#database) return
    this.#avoidedUntilMs = performance.now() + retryMs
    const sentence = 'A worker of the cluster cannot be used directly. The coordinator is used instead.'
    logRepeated(this.#ctx.log, error, sentence, { worker: this.#address })
  }

  isAway(): boolean {
    return performance.now() < this.#awayUntilMs
  }

  leave(error: unknown, db: Db): boolean {
    if (db !== this.#ctx.db) {
      if (!isOfPlace(error)) return false
      this.avoid(error)
      return isUnavailable(error)
    }
    if (!isUnavailable(error) || isOfOthers(error)) return false
    this.#awayUntilMs = performance.now() + awayMs
    const sentence =
      'A worker of the cluster cannot be reached. Trips, notifications and other results of its units wait until it is back.'
    logRepeated(this.#ctx.log, error, sentence, { worker: this.#address })
    return true
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
