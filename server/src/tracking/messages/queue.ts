/** What waits to be stored. A unit always uses the same queue, so never two flushes at once. */
import type { Appended, Received } from './delivery.ts'
import type { CachedUnit } from './unit-cache.ts'

export interface Waiting extends Received {
  /** Some had no plausible time of their own. */
  readonly isUndated: boolean
  /** How many of its messages the flush under way writes. */
  added: number
  readonly done: (appended: Appended) => void
  readonly failed: (error: unknown) => void
}

/**
 * A unit's frames and latest values are written with its messages, but under load not more than once a second: beyond this
 * number of early writes per second and queue, those of busy units are gathered in memory.
 */
export const stateEveryMs = 1_000
const earlyStatesMax = 200

export interface Queue {
  readonly waiting: Waiting[]
  /** Units with pending state, the longest waiting first. */
  readonly gathering: Map<number, CachedUnit>
  running: Promise<void> | undefined
  /** The position of its next flush. After an uncertain commit the queue continues in a new partition. */
  next: { readonly partition: number; sequence: number } | undefined
  /** When its last flush began. */
  flushedAtMs: number
  /** State writes that came earlier than they had to, in the second that began then. */
  earlyStates: number
  earlySinceMs: number
}

export const newQueue = (): Queue => ({
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
