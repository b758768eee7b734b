/**
 * What is stored, as it is stored, for those who show it live. Within this process it is handed over; from other nodes it
 * comes in notifications; and once a second a look at the lanes' heads finds what nobody told of. Flushes of a lane are passed
 * on in their order, each once.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub.ts'
import { type Stored, storedItems } from './announcer.ts'
import { serverTimeOf, textsOf, timestampOf } from './chunk.ts'
import * as store from './flushes-store.ts'
import { type Batch, type Cursor, type Fresh, freshOf, partOf } from './fresh.ts'
import { fromText } from './message.ts'

export interface Heads {
  /** The database's time, in seconds. */
  readonly at: number
  readonly lanes: ReadonlyMap<number, number>
  /** Up to here all is in the latest values too. */
  readonly settled: ReadonlyMap<number, number>
}

export interface Feed {
  /** From now on what is new is passed on. Until somebody wants something, nothing is. */
  follow(): Promise<void>
  rest(): void
  /** How far everything was passed on. */
  cursor(): Cursor
  heads(): Promise<Heads>
  /** What was stored of these units from one point to another; undefined: more than is told again. */
  between(unitIds: readonly number[], after: Cursor['lanes'], to: Cursor['lanes']): Promise<Batch[] | undefined>
  /** Once a second while it is followed. */
  look(): Promise<void>
}

/** Far beyond a cut of some seconds: most of a minute of a thousand units that report every second. */
const replayedMax = 50_000
/**
 * A flush with one message of a wrong year reaches over all that its unit ever sent, and that is taken apart in the process
 * that hears the trackers: what is more is not even begun.
 */
const readMax = 2 * replayedMax
/** After so long others have their turn. */
const turnMs = 10
/** Whoever was away for longer is told to ask anew. Flushes are remembered a little longer than that. */
export const replaySeconds = 600
export const rememberedSeconds = 900
const parkedMax = 10_000
const idleMs = 60_000
/** Others tell by notifications only while somebody says that he listens. */
const sayEveryMs = 5_000

interface Lane {
  n: number
  movedAtMs: number
}

export function openFeed(
  ctx: Pick<Context, 'db'>,
  notifications: PubSub,
  wanted: () => Iterable<number>,
  wants: (unitId: number) => boolean,
  take: (batch: Batch) => void,
  /** Too much to be read has come of these units and will not be passed on: asked for before anything after it is. */
  lose: (unitIds: Iterable<number>) => void,
): Feed {
  const seen = new Map<number, Lane>()
  /** Came before its turn, or in parts. */
  const parked = new Map<string, { items: Fresh[]; missing: number }>()
  let before: ReadonlyMap<number, number> = new Map()
  let at = 0
  let following: Promise<void> | undefined
  let saidAtMs = Number.NEGATIVE_INFINITY

  const keyOf = (lane: number, n: number) => `${lane}.${n}`

  function pass(batch: Batch): void {
    seen.set(batch.lane, { n: batch.n, movedAtMs: performance.now() })
    if (following !== undefined) take(batch)
    for (let n = batch.n + 1; ; n++) {
      const next = parked.get(keyOf(batch.lane, n))
      if (next?.missing !== 0) return
      parked.delete(keyOf(batch.lane, n))
      seen.set(batch.lane, { n, movedAtMs: performance.now() })
      take({ lane: batch.lane, n, items: next.items })
    }
  }

  notifications.subscribeLocal('stored', (stored: Stored) => {
    const known = seen.get(stored.lane)?.n ?? stored.n - 1
    if (stored.n <= known) return
    const items = following !== undefined ? storedItems(stored, wants) : []
    if (stored.n === known + 1) return pass({ lane: stored.lane, n: stored.n, items })
    // A flush whose answer was lost may be stored nonetheless; the next look finds it.
    parked.set(keyOf(stored.lane, stored.n), { items, missing: 0 })
  })

  notifications.on('positions', (payload) => {
    if (payload === '' || following === undefined) return
    const { lane, n, parts, items } = partOf(payload)
    if (n <= (seen.get(lane)?.n ?? 0)) return
    if (parked.size >= parkedMax) parked.clear()
    const known = parked.get(keyOf(lane, n)) ?? { items: [], missing: parts }
    known.items.push(...items.filter(({ unitId }) => wants(unitId)))
    known.missing -= 1
    parked.set(keyOf(lane, n), known)
    if (known.missing > 0 || n !== (seen.get(lane)?.n ?? 0) + 1) return
    parked.delete(keyOf(lane, n))
    pass({ lane, n, items: known.items })
  })

  const heads = async (): Promise<Heads> => {
    const found = await store.readHeads(ctx.db)
    return {
      at: found.at,
      lanes: new Map(found.heads.map(({ lane, n }) => [lane, n])),
      settled: new Map(found.heads.map(({ lane, settled }) => [lane, settled])),
    }
  }

  async function begin(): Promise<void> {
    const now = await heads()
    for (const [lane, n] of now.lanes) {
      if (n > (seen.get(lane)?.n ?? 0)) seen.set(lane, { n, movedAtMs: performance.now() })
    }
    before = now.lanes
    at = now.at
  }

  async function look(): Promise<void> {
    if (following === undefined) return
    await following
    if (performance.now() - saidAtMs >= sayEveryMs) {
      saidAtMs = performance.now()
      await store.notify(ctx.db, 'listeners', [notifications.id])
    }
    const now = await heads()
    // What is a second old by now and was not told of.
    const missed = new Map([...before].filter(([lane, n]) => n > (seen.get(lane)?.n ?? 0)))
    if (missed.size > 0) {
      const after = new Map([...missed.keys()].map((lane) => [lane, seen.get(lane)?.n ?? 0]))
      const stretches = await stretchesBetween([...wanted()], after, missed)
      const batches = await read(stretches)
      if (!batches) lose(stretches.length > replayedMax ? wanted() : stretches.map(({ unitId }) => unitId))
      for (const batch of batches ?? []) if (batch.n > (seen.get(batch.lane)?.n ?? 0)) pass(batch)
      // The last ones may have had nothing that anybody wants.
      for (const [lane, n] of missed) if (n > (seen.get(lane)?.n ?? 0)) pass({ lane, n, items: [] })
    }
    for (const [lane, { movedAtMs }] of seen) {
      if (!now.lanes.has(lane) && performance.now() - movedAtMs > idleMs) seen.delete(lane)
    }
    before = now.lanes
    at = now.at
  }

  /** One more than is told again stands for all the others. */
  async function stretchesBetween(
    unitIds: readonly number[],
    after: Cursor['lanes'],
    to: Cursor['lanes'],
  ): Promise<store.Stretch[]> {
    const lanes = [...to].map(([lane, last]) => ({ lane, after: after.get(lane) ?? 0, to: last }))
    const ranges = lanes.filter((one) => one.after < one.to)
    if (ranges.length === 0 || unitIds.length === 0) return []
    return store.readStretches(ctx.db, ranges, unitIds, replayedMax + 1)
  }

  async function read(stretches: readonly store.Stretch[]): Promise<Batch[] | undefined> {
    const items = stretches.length > replayedMax ? undefined : await itemsOf(ctx, stretches)
    return items === undefined || items.length > replayedMax ? undefined : batchesOf(stretches, items)
  }

  return {
    follow: () => {
      following ??= begin().catch((error) => {
        following = undefined
        throw error
      })
      return following
    },
    rest() {
      following = undefined
      parked.clear()
    },
    cursor: () => ({ at, lanes: new Map([...seen].map(([lane, { n }]) => [lane, n])) }),
    heads,
    between: async (unitIds, after, to) => read(await stretchesBetween(unitIds, after, to)),
    look,
  }
}

type Found = Fresh & Pick<store.Stretch, 'lane' | 'n'>

async function itemsOf(ctx: Pick<Context, 'db'>, stretches: readonly store.Stretch[]): Promise<Found[] | undefined> {
  const byUnit = Map.groupBy(stretches, ({ unitId }) => unitId)
  for (const own of byUnit.values()) own.sort((a, b) => a.s0 - b.s0)
  const found: Found[] = []
  const ranges = [...byUnit.values()].flatMap(rangesOf)
  if (ranges.length === 0) return found
  if ((await store.countIn(ctx.db, ranges)) > readMax) return undefined
  let sinceMs = performance.now()
  for (const chunk of await store.readChunksOf(ctx.db, ranges)) {
    if (performance.now() - sinceMs > turnMs) {
      await nextTurn()
      sinceMs = performance.now()
    }
    const own = byUnit.get(chunk.unitId)!
    for (const text of textsOf(chunk)) {
      const stretch = stretchOf(own, serverTimeOf(text), timestampOf(text))
      if (!stretch) continue
      const { values, serverTime } = fromText(text)
      const fresh = freshOf(chunk.unitId, values, serverTime)
      if (fresh) found.push({ ...fresh, lane: stretch.lane, n: stretch.n })
    }
  }
  return found
}

/** Stretches that lie close together are read as one: their chunks are neighbours, or the same. */
const closeSeconds = 60

function rangesOf(stretches: readonly store.Stretch[]): store.UnitRange[] {
  const ranges: { unitId: number; t0: number; t1: number }[] = []
  for (const { unitId, t0, t1 } of stretches.toSorted((a, b) => a.t0 - b.t0)) {
    const last = ranges.at(-1)
    if (last && t0 <= last.t1 + closeSeconds) last.t1 = Math.max(last.t1, t1)
    else ranges.push({ unitId, t0, t1 })
  }
  return ranges
}

/** The flush that stored a message of these times. A unit's messages arrive one frame after the other, so one at most has it. */
function stretchOf(sorted: readonly store.Stretch[], serverTime: number, timestamp: number): store.Stretch | undefined {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]!.s0 <= serverTime) low = middle + 1
    else high = middle
  }
  const fits = ({ s0, s1, t0, t1 }: store.Stretch) =>
    s0 <= serverTime && serverTime <= s1 && t0 <= timestamp && timestamp <= t1
  for (let index = low - 1; index >= 0 && sorted[index]!.s1 >= serverTime; index--) {
    if (fits(sorted[index]!)) return sorted[index]
  }
  return undefined
}

/** In the order of each lane, and within a flush in the order of time. */
function batchesOf(stretches: readonly store.Stretch[], found: readonly Found[]): Batch[] {
  const byFlush = Map.groupBy(found, ({ lane, n }) => `${lane}.${n}`)
  const flushes = new Map(stretches.map(({ lane, n }) => [`${lane}.${n}`, { lane, n }]))
  return [...flushes].map(([key, { lane, n }]) => ({
    lane,
    n,
    items: (byFlush.get(key) ?? [])
      .sort((a, b) => a.timestamp - b.timestamp)
      .map(({ lane: _lane, n: _n, ...fresh }) => fresh),
  }))
}
