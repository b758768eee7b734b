/**
 * Announces stored positions: within this process at once, to other nodes by notification, a few times a second at most and
 * only while somebody there listens. A missed announcement loses nothing: readers find the positions by polling (feed.ts).
 */
import type { Message } from '@waymark/devices'
import type { PubSub } from '#kernel/db/pubsub.ts'
import type { FrameMessages } from './columnar.ts'
import type { StoredMessage, Telemetry } from './message.ts'
import { derivedUpdateOf, type PositionUpdate, payloadsOf, positionUpdateOf } from './position-updates.ts'

/** What one flush of a partition has stored. */
export interface Stored {
  readonly partition: number
  readonly sequence: number
  readonly units: readonly StoredOfUnit[]
}

export interface StoredOfUnit {
  readonly unitId: number
  /** The messages of frames, or those left after removing repeats. */
  readonly messages: readonly (FrameMessages | StoredMessage)[]
  readonly serverTime: number
  readonly latest: Telemetry | undefined
}

/** The positions of those units that somebody wants. */
export function storedItems({ units }: Pick<Stored, 'units'>, wants: (unitId: number) => boolean): PositionUpdate[] {
  const items: PositionUpdate[] = []
  for (const { unitId, messages, serverTime, latest } of units) {
    if (!wants(unitId)) continue
    const add = (values: Message, at: number) => {
      const update = positionUpdateOf(unitId, values, at)
      if (update) items.push(update)
    }
    for (const one of messages) {
      if ('values' in one) add(one.values, serverTime)
      else for (const values of one.messages) add(values, one.serverTime)
    }
    const derived = latest && derivedUpdateOf(unitId, latest)
    if (derived) items.push(derived)
  }
  return items
}

export interface Announcer {
  announce(stored: Stored): void
  close(): Promise<void>
}

const everyMs = 200
/** Readers find the rest by polling. */
const payloadsMax = 100
const listenersMs = 15_000

/** `publish` never rejects. Without notifications the listeners are unknown, so everything is published. */
export function announcer(
  publish: (payloads: readonly string[]) => Promise<void>,
  notifications: PubSub | undefined,
): Announcer {
  let waiting: Stored[] = []
  let timer: NodeJS.Timeout | undefined
  let lastAtMs = Number.NEGATIVE_INFINITY
  let sending: Promise<void> = Promise.resolve()
  let listenersUntilMs = notifications ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  notifications?.on('listeners', (id) => {
    // The connection was interrupted: somebody may have begun to listen meanwhile.
    if (id !== notifications.id) listenersUntilMs = performance.now() + listenersMs
  })

  function send(): void {
    timer = undefined
    if (waiting.length === 0) return
    lastAtMs = performance.now()
    const payloads: string[] = []
    for (const stored of waiting) {
      const own = payloadsOf({
        partition: stored.partition,
        sequence: stored.sequence,
        items: storedItems(stored, () => true),
      })
      if (payloads.length + own.length > payloadsMax) break
      payloads.push(...own)
    }
    waiting = []
    // One after the other, so that they arrive in order.
    sending = sending.then(() => publish(payloads))
  }

  return {
    announce(stored) {
      notifications?.publishLocal('stored', stored)
      if (performance.now() > listenersUntilMs) return
      waiting.push(stored)
      timer ??= setTimeout(send, Math.max(0, lastAtMs + everyMs - performance.now()))
    },
    async close() {
      clearTimeout(timer)
      await sending
      send()
      await sending
    },
  }
}
