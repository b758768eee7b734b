/** What waits to be stored. A unit always uses the same queue, so it never has two flushes at once. */
import type { Framed } from '../chunk.ts'
import type { Place, Places } from '../cluster/places.ts'
import { workerOf, workersOf } from '../cluster/shards.ts'
import { type FrameMessages, type Heading, headingOf } from '../columnar.ts'
import type { StoredMessage } from '../message.ts'
import type { Appended, Delivery, Received } from './delivery.ts'
import type { CachedUnit } from './unit-cache.ts'

export interface Waiting extends Received {
  /** Some had no plausible time of their own. */
  readonly isUndated: boolean
  /** How many of its messages the current flush writes. */
  added: number
  readonly done: (appended: Appended) => void
  readonly failed: (error: unknown) => void
}

/**
 * A unit's frames and latest values are written with its messages, but under load at most once a second: beyond this
 * number of early writes per second and queue, those of busy units are gathered in memory.
 */
export const stateEveryMs = 1_000
const earlyStatesMax = 200

interface Next {
  readonly partition: number
  sequence: number
  notes: number
  /** A flush with this position failed. */
  isInDoubt: boolean
}

export interface Queue {
  /** Where it is written to. */
  readonly place: Place
  readonly waiting: Waiting[]
  /** Units with pending state, the longest waiting first. */
  readonly gathering: Map<number, CachedUnit>
  running: Promise<void> | undefined
  /**
   * The position of its next flush. One that failed may still be on its way and be stored later: the next one takes the
   * same position, so that PostgreSQL stores only one of the two. If it was the other, the queue continues in a new
   * partition, with what is stored read again.
   */
  next: Next | undefined
  /** When its last flush began. */
  flushedAtMs: number
  /** State writes that came earlier than they had to, in the second that began then. */
  earlyStates: number
  earlySinceMs: number
}

const usualQueues = 2

export interface Queues {
  readonly all: readonly Queue[]
  of(unitId: number): Queue
  readonly isCluster: boolean
}

/** One for each worker of a cluster, as they were at the start: a shard that moves later keeps its queue. */
export function queuesFor({ shards, all: places }: Pick<Places, 'shards' | 'all'>): Queues {
  const workers = workersOf(shards)
  const count = Math.max(workers.length, usualQueues)
  const all = Array.from({ length: count }, (_, at) => newQueue(places[at] ?? places[0]!))
  const byWorker = new Map(workers.map((worker, at) => [worker, all[at]!]))
  return {
    all,
    of: (unitId) => (workers.length > 1 && byWorker.get(workerOf(shards, unitId)!)) || all[unitId % usualQueues]!,
    isCluster: workers.length > 0,
  }
}

const newQueue = (place: Place): Queue => ({
  place,
  waiting: [],
  gathering: new Map(),
  running: undefined,
  next: undefined,
  flushedAtMs: Number.NEGATIVE_INFINITY,
  earlyStates: 0,
  earlySinceMs: Number.NEGATIVE_INFINITY,
})

export function mayWriteEarly(queue: Queue, nowMs: number): boolean {
  if (nowMs - queue.earlySinceMs >= stateEveryMs) {
    queue.earlySinceMs = nowMs
    queue.earlyStates = 0
  }
  return queue.earlyStates++ < earlyStatesMax
}

const manyMessages = 20

/** One packet of old records is enough: its tracker sends the next one only when this one is acknowledged. */
export function hasMany(waiting: readonly Waiting[]): boolean {
  let messages = 0
  for (const one of waiting) {
    messages += one.messages.length
    if (messages >= manyMessages) return true
  }
  return false
}

export function countAdded(waiting: readonly Waiting[], unique: readonly StoredMessage[] | undefined): void {
  const fresh = unique && new Set(unique.map(({ values }) => values))
  for (const one of waiting)
    one.added = fresh ? one.messages.filter((message) => fresh.delete(message)).length : one.messages.length
}

export const framesOf = ({ delivery: { openers = [], frame }, serverTime }: Waiting): Framed[] =>
  frame === undefined ? [] : [...openers, frame].map((bytes) => ({ serverTime, bytes }))

export function frameOf(unit: CachedUnit, { delivery, serverTime, messages }: Waiting): FrameMessages {
  return { heading: unitHeading(unit, delivery), serverTime, messages }
}

/** Created once per connection, which passes the same unit object every time. */
function unitHeading(unit: CachedUnit, { unit: reporting, peer }: Delivery): Heading {
  if (!unit.heading || unit.headingOf !== reporting || unit.headingPeer !== peer) {
    const { id, ident, name, deviceTypeId, protocolId } = reporting
    unit.heading = headingOf({ ident, unitId: id, unitName: name, deviceTypeId, protocolId, peer })
    unit.headingOf = reporting
    unit.headingPeer = peer
  }
  return unit.heading
}

/** Strictly later than the unit's previous frame, by a microsecond if necessary. */
export function nextTime(before: number | undefined, now: Date): number {
  const at = now.getTime() / 1000
  return before !== undefined && before >= at ? Math.round(before * 1e6 + 1) / 1e6 : at
}
