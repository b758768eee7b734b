/**
 * Tells of what was stored: within this process at once and as it is, other nodes by notifications, a few times a second at
 * most and only while somebody there listens. Nothing is lost by what is not told: whoever listens finds it (feed.ts).
 */
import type { Message } from '@waymark/devices'
import type { PubSub } from '#kernel/db/pubsub.ts'
import { type Fresh, freshOf, payloadsOf, placedOf } from './fresh.ts'
import type { StoredMessage, Telemetry } from './message.ts'
import type { FrameMessages } from './sheet.ts'

/** What one flush of a lane has stored. */
export interface Stored {
  readonly lane: number
  readonly n: number
  readonly units: readonly StoredOfUnit[]
}

export interface StoredOfUnit {
  readonly unitId: number
  /** Those of frames, or those that are left of them when others were repeats. */
  readonly messages: readonly (FrameMessages | StoredMessage)[]
  readonly serverTime: number
  readonly latest: Telemetry | undefined
}

/** The positions in it, of those units that somebody wants. */
export function storedItems({ units }: Pick<Stored, 'units'>, wants: (unitId: number) => boolean): Fresh[] {
  const items: Fresh[] = []
  for (const { unitId, messages, serverTime, latest } of units) {
    if (!wants(unitId)) continue
    const add = (values: Message, at: number) => {
      const fresh = freshOf(unitId, values, at)
      if (fresh) items.push(fresh)
    }
    for (const one of messages) {
      if ('values' in one) add(one.values, serverTime)
      else for (const values of one.messages) add(values, one.serverTime)
    }
    const placed = latest && placedOf(unitId, latest)
    if (placed) items.push(placed)
  }
  return items
}

export interface Announcer {
  announce(stored: Stored): void
  close(): Promise<void>
}

const everyMs = 200
/** More at once is left to be found. */
const payloadsMax = 100
const listenersMs = 15_000

/** `tell` never rejects. Without notifications nobody knows who listens, so all is told. */
export function announcer(
  tell: (payloads: readonly string[]) => Promise<void>,
  notifications: PubSub | undefined,
): Announcer {
  let waiting: Stored[] = []
  let timer: NodeJS.Timeout | undefined
  let lastAtMs = Number.NEGATIVE_INFINITY
  let sending: Promise<void> = Promise.resolve()
  let listenersUntilMs = notifications ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  notifications?.on('listeners', (id) => {
    // The line was cut: somebody may have begun to listen meanwhile.
    if (id !== notifications.id) listenersUntilMs = performance.now() + listenersMs
  })

  function send(): void {
    timer = undefined
    if (waiting.length === 0) return
    lastAtMs = performance.now()
    const payloads: string[] = []
    for (const stored of waiting) {
      const own = payloadsOf({ lane: stored.lane, n: stored.n, items: storedItems(stored, () => true) })
      if (payloads.length + own.length > payloadsMax) break
      payloads.push(...own)
    }
    waiting = []
    // One after the other, so that they come in their order.
    sending = sending.then(() => tell(payloads))
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
