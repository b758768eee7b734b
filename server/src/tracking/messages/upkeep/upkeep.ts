/** Keeps the store small: merges the small chunks of live traffic, and deletes what a unit may no longer keep. */
import type { ActorContext } from '#kernel/context.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import { removeInPieces, rowsPerPiece } from '#kernel/db/pieces.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { logRepeated } from '#kernel/runtime/log.ts'
import { listThrough } from '#kernel/slices/slice.ts'
import { type Chunk, joinChunks, serverTimeOf, textsOf, timestampOf, toChunk } from '../chunk.ts'
import { readUnits, unitsThere } from '../cluster/places.ts'
import { flushesKeptSeconds } from '../live/feed.ts'
import { removeOlder as removeFlushes } from '../live/flushes-store.ts'
import { removeOfUnits } from '../store.ts'
import * as store from './upkeep-store.ts'

const mergedMessages = 200
const unitsPerRun = 50
const unitsPerPart = 1000
const frameDays = 7
const chunksPerPiece = 500
/** These are read, not only deleted. */
const agedPerPiece = 50
/** Then others have their turn. */
const trimMs = 2_000
const storageKept = 0.97
/** A unit is merged when it has this many small chunks, or this many when there is little time. */
const smallChunksCalm = 64
const smallChunksBusy = 1024
/** Above this share of its time the process is busy with more urgent work. */
const busyShare = 0.6

/**
 * Returns how many units were merged. Writers only add rows, so they never wait for this. But it takes time from the
 * process that serves the trackers, so while that is busy, only what would make reading slow is merged.
 */
export async function mergeChunks(acting: ActorContext, isBusy = false): Promise<number> {
  const smallChunks = isBusy ? smallChunksBusy : smallChunksCalm
  // They are found again each time, and must not take the places of others.
  const damaged = new Set<number>()
  for (let done = 0; ; ) {
    const { ranges } = await acting.slices.share()
    const found = await store.unitsToMerge(acting, ranges, smallChunks, unitsPerRun + damaged.size)
    const units = found.filter((unitId) => !damaged.has(unitId))
    for (const unitId of units) {
      if (await unlessDamaged(acting, unitId, mergeUnit(acting, unitId))) done += 1
      else damaged.add(unitId)
    }
    if (units.length < unitsPerRun) return done
  }
}

/** Whether the process was busy since the last call. */
export function busyMeter(): () => boolean {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization > busyShare
  }
}

const mergeUnit = (acting: ActorContext, unitId: number): Promise<boolean> =>
  inTransaction(acting, async ({ db }) => {
    const small = await store.takeSmallChunks(db, unitId)
    for (const chunk of await merged(small)) await store.insertChunk(db, unitId, chunk)
    if (small.length < store.takenMax) await store.setMerged(db, unitId)
    return true
  })

/** Undefined: it failed. One unit with a damaged chunk must not hold up the others. */
async function unlessDamaged<T>({ log }: ActorContext, unitId: number, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (isUnavailable(error)) throw error
    logRepeated(log, error, 'Stored messages of a unit can be neither merged nor deleted.', { unit_id: unitId })
    return undefined
  }
}

/** Chunks in order of time are joined as they are; overlapping ones are unpacked and sorted. */
async function merged(small: readonly Chunk[]): Promise<Chunk[]> {
  const sorted = small.toSorted((a, b) => a.t1 - b.t1)
  const isInOrder = sorted.every((chunk, index) => index === 0 || sorted[index - 1]!.t1 <= chunk.t0)
  if (isInOrder) return Promise.all(groups(sorted, ({ count }) => count).map(joinChunks))
  const messages = sorted.flatMap(textsOf).map((text) => ({ text, timestamp: timestampOf(text) }))
  messages.sort((a, b) => a.timestamp - b.timestamp)
  return groups(messages, () => 1).map(toChunk)
}

/** Chunks of two to four hundred messages each, in order: no small rest is left over for ever. */
function groups<T>(items: readonly T[], countOf: (item: T) => number): T[][] {
  const total = items.reduce((sum, item) => sum + countOf(item), 0)
  const size = total / Math.max(1, Math.floor(total / mergedMessages))
  const all: T[][] = []
  let count = 0
  for (const item of items) {
    if (count >= size * all.length) all.push([])
    all.at(-1)!.push(item)
    count += countOf(item)
  }
  return all
}

/**
 * Units with messages that were too old when they came, and when to look at those again: they are kept as long as all
 * others, counted from their arrival. Only what is stored tells when that was, so it is not read every minute.
 */
export type LateUnits = Map<number, LateUnit>

interface LateUnit {
  readonly messagesTtl: number
  /** In seconds; 0: the look is not over. */
  readonly nextLook: number
  /** Where it continues, and whether something before this stays. */
  readonly after: store.ChunkKey
  readonly isSomeLeft: boolean
}

/** A message that came late may outlive its time by this part of it. */
const lookShare = 0.01

/**
 * Deletes the oldest first, to the message: a unit that may keep five keeps five. Handles a portion of this node's
 * units, starting after `after`, so that checking a million of them never holds up other work; `next` is where to
 * continue, 0 at the end.
 */
export async function trimUnits(
  acting: ActorContext,
  after = 0,
  late: LateUnits = new Map(),
): Promise<{ trimmed: number; next: number }> {
  const now = acting.clock.now()
  const at = now.getTime() / 1000
  if (after === 0) for (const [unitId, { nextLook }] of late) if (nextLook <= at) late.delete(unitId)
  const part = await someUnits(acting, after, store.listUnits)
  const { rows: kept } = await readUnits(acting, part.items, store.readSizes)
  const units = await store.unitsToTrim(acting.db, kept, now)
  const began = performance.now()
  const isTimeUp = () => performance.now() - began > trimMs
  let trimmed = 0
  for (const unit of units) {
    let removed = 0
    for (const drop of [() => dropAged(acting, unit, at, late), () => dropExcess(acting, unit)]) {
      for (;;) {
        const piece = await unlessDamaged(acting, unit.unitId, drop())
        if (!piece) break
        removed += piece.removed
        if (piece.isLast) break
        if (isTimeUp()) return { trimmed, next: unit.unitId - 1 }
      }
    }
    if (removed > 0) trimmed += 1
    if (isTimeUp()) return { trimmed, next: unit.unitId }
  }
  return { trimmed, next: part.next }
}

interface Piece {
  /** Chunks. */
  readonly removed: number
  readonly isLast: boolean
}

const start: store.ChunkKey = { t1: Number.NEGATIVE_INFINITY, seq: 0 }

/**
 * A piece of what is older than the unit keeps, by its own time and by that of its arrival: what a tracker sends late is
 * stored for as long as the rest.
 */
async function dropAged(acting: ActorContext, unit: store.OverfullUnit, at: number, late: LateUnits): Promise<Piece> {
  const { unitId, messagesTtl } = unit
  const known = late.get(unitId)
  // A change of how long the unit keeps messages counts at once.
  const { nextLook, after, isSomeLeft } =
    known?.messagesTtl === messagesTtl ? known : { nextLook: 0, after: start, isSomeLeft: false }
  if (at < nextLook) return { removed: 0, isLast: true }
  const oldest = at - messagesTtl
  const { chunks, aged, removed } = await inTransaction(acting, async ({ db }) => {
    const chunks = await store.readBefore(db, unitId, after, oldest, agedPerPiece)
    const aged = chunks.filter((chunk) => lastArrival(chunk) < oldest)
    const removed = await store.removeChunks(db, unitId, aged)
    if (removed > 0) await store.setSize(db, unitId)
    return { chunks, aged, removed }
  })
  const isLast = chunks.length < agedPerPiece
  const isLeft = isSomeLeft || aged.length < chunks.length
  if (!isLast) late.set(unitId, { messagesTtl, nextLook: 0, after: chunks.at(-1)!, isSomeLeft: isLeft })
  else if (!isLeft) late.delete(unitId)
  else late.set(unitId, { messagesTtl, nextLook: at + messagesTtl * lookShare, after: start, isSomeLeft: false })
  return { removed, isLast }
}

const lastArrival = (chunk: Chunk): number =>
  textsOf(chunk).reduce((last, text) => Math.max(last, serverTimeOf(text)), Number.NEGATIVE_INFINITY)

/** A piece of what exceeds the unit's storage. */
async function dropExcess(acting: ActorContext, unit: store.OverfullUnit): Promise<Piece> {
  const { unitId, messagesRotate, storedCount, storageBytes, storedBytes } = unit
  const isOver = storedBytes > storageBytes || (messagesRotate > 0 && storedCount > messagesRotate)
  if (!isOver) return { removed: 0, isLast: true }
  return inTransaction(acting, async ({ db }) => {
    const removed = await dropOldest(db, unit, await store.sizeOf(db, unitId))
    await store.setSize(db, unitId)
    return { removed, isLast: removed < chunksPerPiece }
  })
}

/** As many chunks as a piece has; returns how many. */
async function dropOldest(
  db: ActorContext['db'],
  unit: store.OverfullUnit,
  left: { count: number; bytes: number },
): Promise<number> {
  let { count, bytes } = left
  // A little more than needed, so that a full unit is not cut again at its next message.
  const bytesKept = unit.storageBytes * storageKept
  const isOver = () =>
    (unit.messagesRotate > 0 && count > unit.messagesRotate) || (left.bytes > unit.storageBytes && bytes > bytesKept)
  let chunks = 0
  for (; chunks < chunksPerPiece && count > 0 && isOver(); chunks++) {
    const chunk = await store.takeOldestChunk(db, unit.unitId)
    if (!chunk) return chunks
    const texts = textsOf(chunk)
    let dropped = 0
    for (; dropped < texts.length && isOver(); dropped++) {
      count -= 1
      bytes -= Buffer.byteLength(texts[dropped]!)
    }
    const kept = texts.slice(dropped).map((text) => ({ text, timestamp: timestampOf(text) }))
    if (kept.length > 0) await store.insertChunk(db, unit.unitId, toChunk(kept))
  }
  return chunks
}

/** Of this node's slices, after one of them. */
async function someUnits(acting: ActorContext, after: number, list: typeof store.listFramed) {
  const { ranges } = await acting.slices.share()
  const listIn = (from: number, to: number, most: number) => list(acting, from, to, most)
  return listThrough(ranges, after, unitsPerPart, listIn, (unitId) => unitId)
}

/**
 * Frames are for diagnosing the last days, not a second archive. Handles a portion of this node's units, starting after
 * `after`; `next` is where to continue, 0 at the end.
 */
export async function dropFrames(
  acting: ActorContext,
  after = 0,
): Promise<{ removed: number; next: number; isDone: boolean }> {
  const { items: units, next } = await someUnits(acting, after, store.listFramed)
  const before = daysAgo(acting, frameDays)
  const { removed, isDone } = await removeInPieces((most) => store.removeFramesBefore(acting.db, units, before, most))
  return { removed, next: isDone ? next : after, isDone: isDone && next === 0 }
}

/** What was stored in the last minutes, for streams that were cut off. */
export const dropFlushes = (acting: ActorContext, most = rowsPerPiece): Promise<number> =>
  removeFlushes(acting.db, flushesKeptSeconds, most)

const daysAgo = ({ clock }: ActorContext, days: number) => new Date(clock.now().getTime() - days * 86_400_000)

/**
 * Removes what a frame left behind that was being stored while its unit was deleted, or the time of its last message,
 * written after that. Handles a portion of this node's units, starting after `after`; `next` is where to continue, 0 at
 * the end.
 */
export async function sweepOrphans(acting: ActorContext, after = 0): Promise<{ removed: number; next: number }> {
  const { items: units, next } = await someUnits(acting, after, store.listStored)
  const orphans = await unitsThere(acting, await store.orphansAmong(acting.db, units))
  if (orphans.length === 0) return { removed: 0, next }
  for (const table of ['messageChunks', 'frameChunks'] as const) {
    const { isDone } = await removeInPieces((most) => store.removeStored(acting.db, table, orphans, most))
    if (!isDone) return { removed: 0, next: after }
  }
  await removeOfUnits(acting.db, orphans)
  return { removed: orphans.length, next }
}
