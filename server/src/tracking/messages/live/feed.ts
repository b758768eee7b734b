/**
 * New positions for live views, as they are stored. Flushes of this process arrive directly. Those of other nodes
 * arrive by notification, for the buckets of followed accounts; once a second a poll of the partitions' offsets finds
 * what was not announced. The flushes of a partition are delivered in order, each once.
 */
import type { Context } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub/pubsub.ts'
import { turns } from '#kernel/runtime/turns.ts'
import { serverTimeOf, textsOf, timestampOf } from '../chunk.ts'
import { fromText } from '../message.ts'
import { Arrivals } from '../writing/arrivals.ts'
import { type Stored, storedItems } from './announcer.ts'
import { addBucket, bucketOf, channelOf, noBuckets, writeListener } from './buckets.ts'
import * as store from './flushes-store.ts'
import { type Batch, type Cursor, type PositionUpdate, positionUpdateOf, stretchesChannel } from './position-updates.ts'

interface Offsets {
  /** The database's time, in seconds. */
  readonly at: number
  readonly partitions: ReadonlyMap<number, number>
  /** Everything up to here is in the latest values too. */
  readonly settled: ReadonlyMap<number, number>
}

export interface Feed {
  /**
   * From now on delivers new positions of this account too. Offsets that are read afterwards include everything before.
   */
  follow(accountId: number): Promise<void>
  /** Nobody reads this account any more. After the last account nothing is delivered. */
  leave(accountId: number): void
  /** How many buckets are followed. */
  buckets(): number
  /** How far everything has been delivered. */
  cursor(): Cursor
  offsets(): Promise<Offsets>
  /** What was stored of these units between two points; undefined: too much to replay. */
  between(
    unitIds: readonly number[],
    after: Cursor['partitions'],
    to: Cursor['partitions'],
  ): Promise<Batch[] | undefined>
  /** Called once a second while the feed runs. */
  poll(): Promise<void>
}

/** Far more than an interruption of some seconds: nearly a minute of a thousand units that report every second. */
const replayedMax = 50_000
/**
 * A flush with one message of a wrong year spans everything that its unit ever sent. Reading it would block the process
 * that serves the trackers, so a larger range is not read at all.
 */
const readMax = 2 * replayedMax
/** A reader that was away for longer starts over. Flushes are kept a little longer than that. */
export const replaySeconds = 600
export const flushesKeptSeconds = 900
const idleMs = 60_000
/** Other nodes send notifications only while a listener announces itself and its buckets. */
const announceEveryMs = 5_000
/** Readers that come within this time are announced together. */
const announceSoonMs = 50

interface Partition {
  sequence: number
  movedAtMs: number
}

export function openFeed(
  ctx: Pick<Context, 'db'>,
  notifications: PubSub,
  wanted: () => Iterable<number>,
  wants: (unitId: number) => boolean,
  deliver: (batch: Batch) => void,
  /**
   * Too much was stored of these units to be read, so it is not delivered. Called before anything later is delivered.
   */
  skip: (unitIds: Iterable<number>) => void,
): Feed {
  const seen = new Map<number, Partition>()
  const followed = new Map<number, { readonly accounts: Set<number>; readonly end: () => void }>()
  const arrivals = new Arrivals(wants, (bucket) => followed.has(bucket))
  let before: ReadonlyMap<number, number> = new Map()
  let at = 0
  let running: Promise<void> | undefined
  let announcedAtMs = Number.NEGATIVE_INFINITY
  let announcing: NodeJS.Timeout | undefined

  const sequenceOf = (partition: number) => seen.get(partition)?.sequence ?? 0

  function advance(batch: Batch): void {
    seen.set(batch.partition, { sequence: batch.sequence, movedAtMs: performance.now() })
    if (running !== undefined) deliver(batch)
    takeArrived(batch.partition)
  }

  function takeArrived(partition: number): void {
    for (;;) {
      const next = arrivals.next(partition, sequenceOf(partition))
      if (!next) return
      seen.set(partition, { sequence: next.last, movedAtMs: performance.now() })
      for (const batch of next.batches) deliver(batch)
    }
  }

  notifications.subscribeLocal('stored', (stored: Stored) => {
    const known = seen.get(stored.partition)?.sequence ?? stored.sequence - 1
    if (stored.sequence <= known) return
    const items = running !== undefined ? storedItems(stored, wants) : []
    const batch = { partition: stored.partition, sequence: stored.sequence, items }
    if (stored.sequence === known + 1) return advance(batch)
    // A flush whose commit was uncertain may be stored after all; the next poll finds it.
    arrivals.addOwn(batch)
  })

  /** What was announced while nobody reads is found when someone begins. */
  const hear = (add: (payload: string) => number) => (payload: string) => {
    if (payload !== '' && running !== undefined) takeArrived(add(payload))
  }
  notifications.on(
    'positions',
    hear((payload) => arrivals.addWhole(payload)),
  )
  notifications.on(
    stretchesChannel,
    hear((payload) => arrivals.addStretch(payload)),
  )
  const hearBucket = hear((payload) => arrivals.addBucket(payload))

  async function announce(): Promise<void> {
    announcedAtMs = performance.now()
    const wanted = noBuckets()
    for (const bucket of followed.keys()) addBucket(wanted, bucket)
    await store.notify(ctx.db, 'listeners', [writeListener(notifications.id, wanted)])
  }

  /** Before any offset is read: later announcements are received, and earlier ones are in the log. */
  function followBucket(accountId: number): void {
    const bucket = bucketOf(accountId)
    const known = followed.get(bucket)
    if (known) return void known.accounts.add(accountId)
    const end = notifications.follow(channelOf(bucket), hearBucket)
    followed.set(bucket, { accounts: new Set([accountId]), end })
    // If that fails, the next poll repeats it.
    announcing ??= setTimeout(() => {
      announcing = undefined
      announce().catch(() => {})
    }, announceSoonMs).unref()
  }

  function stop(): void {
    running = undefined
    clearTimeout(announcing)
    announcing = undefined
    arrivals.clear()
  }

  const offsets = async (): Promise<Offsets> => {
    const found = await store.readOffsets(ctx.db)
    return {
      at: found.at,
      partitions: new Map(found.offsets.map(({ partition, sequence }) => [partition, sequence])),
      settled: new Map(found.offsets.map(({ partition, settled }) => [partition, settled])),
    }
  }

  async function begin(): Promise<void> {
    const now = await offsets()
    for (const [partition, sequence] of now.partitions) {
      if (sequence > sequenceOf(partition)) seen.set(partition, { sequence, movedAtMs: performance.now() })
    }
    before = now.partitions
    at = now.at
  }

  async function poll(): Promise<void> {
    if (running === undefined) return
    await running
    if (performance.now() - announcedAtMs >= announceEveryMs) await announce()
    const now = await offsets()
    // Flushes that are a second old and were not announced.
    const missed = new Map([...before].filter(([partition, sequence]) => sequence > sequenceOf(partition)))
    if (missed.size > 0) {
      const after = new Map([...missed.keys()].map((partition) => [partition, sequenceOf(partition)]))
      const flushed = await flushedBetween([...wanted()], after, missed)
      const batches = await read(flushed)
      if (!batches) skip(flushed.length > replayedMax ? wanted() : flushed.map(({ unitId }) => unitId))
      for (const batch of batches ?? []) if (batch.sequence > sequenceOf(batch.partition)) advance(batch)
      // The last flushes may have had no wanted units.
      for (const [partition, sequence] of missed)
        if (sequence > sequenceOf(partition)) advance({ partition, sequence, items: [] })
      for (const partition of missed.keys()) arrivals.forget(partition, sequenceOf(partition))
    }
    for (const [partition, { movedAtMs }] of seen) {
      if (!now.partitions.has(partition) && performance.now() - movedAtMs > idleMs) seen.delete(partition)
    }
    before = now.partitions
    at = now.at
  }

  /** One more than the replay limit stands for all the others. */
  async function flushedBetween(
    unitIds: readonly number[],
    after: Cursor['partitions'],
    to: Cursor['partitions'],
  ): Promise<store.FlushedRange[]> {
    const partitions = [...to].map(([partition, last]) => ({ partition, after: after.get(partition) ?? 0, to: last }))
    const ranges = partitions.filter((one) => one.after < one.to)
    if (ranges.length === 0 || unitIds.length === 0) return []
    return store.readFlushedRanges(ctx.db, ranges, unitIds, replayedMax + 1)
  }

  async function read(flushed: readonly store.FlushedRange[]): Promise<Batch[] | undefined> {
    const items = flushed.length > replayedMax ? undefined : await itemsOf(ctx, flushed)
    return items === undefined || items.length > replayedMax ? undefined : batchesOf(flushed, items)
  }

  return {
    follow: (accountId) => {
      followBucket(accountId)
      running ??= begin().catch((error) => {
        running = undefined
        throw error
      })
      return running
    },
    leave(accountId) {
      const bucket = bucketOf(accountId)
      const { accounts, end } = followed.get(bucket) ?? {}
      accounts?.delete(accountId)
      if (accounts?.size !== 0) return
      followed.delete(bucket)
      end?.()
      if (followed.size === 0) stop()
    },
    buckets: () => followed.size,
    cursor: () => ({ at, partitions: new Map([...seen].map(([partition, { sequence }]) => [partition, sequence])) }),
    offsets,
    between: async (unitIds, after, to) => read(await flushedBetween(unitIds, after, to)),
    poll,
  }
}

type Found = PositionUpdate & Pick<store.FlushedRange, 'partition' | 'sequence'>

async function itemsOf(ctx: Pick<Context, 'db'>, flushed: readonly store.FlushedRange[]): Promise<Found[] | undefined> {
  const byUnit = Map.groupBy(flushed, ({ unitId }) => unitId)
  const reachingOf = new Map([...byUnit].map(([unitId, own]) => [unitId, reaching(own)]))
  const found: Found[] = []
  const ranges = [...byUnit.values()].flatMap(rangesOf)
  if (ranges.length === 0) return found
  if ((await store.countIn(ctx.db, ranges)) > readMax) return undefined
  const giveTurn = turns()
  for (const chunk of await store.readChunksOf(ctx.db, ranges)) {
    await giveTurn()
    const own = reachingOf.get(chunk.unitId)!
    for (const text of textsOf(chunk)) {
      const flush = flushOf(own, serverTimeOf(text), timestampOf(text))
      if (!flush) continue
      const { values, serverTime } = fromText(text)
      const update = positionUpdateOf(chunk.unitId, values, serverTime)
      if (update) found.push({ ...update, partition: flush.partition, sequence: flush.sequence })
    }
  }
  return found
}

/** Ranges close together are read as one: their chunks are neighbours, or the same. */
const closeSeconds = 60

function rangesOf(flushed: readonly store.FlushedRange[]): store.UnitRange[] {
  const ranges: { unitId: number; t0: number; t1: number }[] = []
  for (const { unitId, t0, t1 } of flushed.toSorted((a, b) => a.t0 - b.t0)) {
    const last = ranges.at(-1)
    if (last && t0 <= last.t1 + closeSeconds) last.t1 = Math.max(last.t1, t1)
    else ranges.push({ unitId, t0, t1 })
  }
  return ranges
}

/** A flush, and the latest message time of all flushes that did not begin after it. */
interface Reaching extends store.FlushedRange {
  readonly reach: number
}

function reaching(flushed: readonly store.FlushedRange[]): Reaching[] {
  let reach = 0
  return flushed
    .toSorted((a, b) => a.s0 - b.s0)
    .map((one) => {
      reach = Math.max(reach, one.s1)
      return { ...one, reach }
    })
}

/** The flush that stored a message of these times. A unit's frames arrive one by one, so at most one flush fits. */
function flushOf(sorted: readonly Reaching[], serverTime: number, timestamp: number): store.FlushedRange | undefined {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]!.s0 <= serverTime) low = middle + 1
    else high = middle
  }
  const fits = ({ s0, s1, t0, t1 }: store.FlushedRange) =>
    s0 <= serverTime && serverTime <= s1 && t0 <= timestamp && timestamp <= t1
  for (let index = low - 1; index >= 0 && sorted[index]!.reach >= serverTime; index--) {
    if (fits(sorted[index]!)) return sorted[index]
  }
  return undefined
}

/** In the order of each partition, and within a flush in order of time. */
function batchesOf(flushed: readonly store.FlushedRange[], found: readonly Found[]): Batch[] {
  const byFlush = Map.groupBy(found, ({ partition, sequence }) => `${partition}.${sequence}`)
  const flushes = new Map(
    flushed.map(({ partition, sequence }) => [`${partition}.${sequence}`, { partition, sequence }]),
  )
  return [...flushes].map(([key, { partition, sequence }]) => ({
    partition,
    sequence,
    items: (byFlush.get(key) ?? [])
      .sort((a, b) => a.timestamp - b.timestamp)
      .map(({ partition: _partition, sequence: _sequence, ...update }) => update),
  }))
}
