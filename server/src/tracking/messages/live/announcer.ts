/**
 * Announces stored positions: at once within this process, and by notification to other nodes, a few times a second at
 * most and only for buckets that someone there listens to. A missed announcement loses nothing: readers find the
 * positions by polling (feed.ts).
 */
import type { Message } from '@waymark/devices'
import type { Context } from '#kernel/context.ts'
import type { News, PubSub } from '#kernel/db/pubsub/pubsub.ts'
import { logRepeated } from '#kernel/runtime/log.ts'
import type { FrameMessages } from '../columnar.ts'
import type { StoredMessage, Telemetry } from '../message.ts'
import {
  addBucket,
  allBuckets,
  type Buckets,
  bucketOf,
  channelOf,
  hasBucket,
  noBuckets,
  readListener,
} from './buckets.ts'
import { notifyAll } from './flushes-store.ts'
import {
  type Batch,
  bucketPayloadsOf,
  derivedUpdateOf,
  type PositionUpdate,
  payloadsOf,
  positionUpdateOf,
  stretchesChannel,
  stretchPayload,
} from './position-updates.ts'

/** What one flush of a partition has stored. */
export interface Stored {
  readonly partition: number
  readonly sequence: number
  readonly units: readonly StoredOfUnit[]
}

export interface StoredOfUnit {
  readonly unitId: number
  /** Undefined: the writer does not know it, so readers on other nodes find the positions by polling. */
  readonly accountId: number | undefined
  /** The messages of frames, or those left after removing repeats. */
  readonly messages: readonly (FrameMessages | StoredMessage)[]
  readonly serverTime: number
  readonly latest: Telemetry | undefined
}

/** Positions of the units that someone wants. */
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
const bytesMax = 700_000
const listenersMs = 15_000

/** `publish` never rejects. Without notifications the listeners are unknown, so everything is published. */
export function announcer(
  publish: (news: readonly News[]) => Promise<void>,
  notifications: PubSub | undefined,
): Announcer {
  let waiting: Stored[] = []
  let timer: NodeJS.Timeout | undefined
  let lastAtMs = Number.NEGATIVE_INFINITY
  let sending: Promise<void> = Promise.resolve()
  const listeners = listenersOf(notifications)

  function send(): void {
    timer = undefined
    if (waiting.length === 0) return
    lastAtMs = performance.now()
    const news: News[] = []
    let bytes = 0
    for (const own of newsOf(waiting, listeners.isWholeWanted(), listeners.wanted())) {
      bytes += own.reduce((sum, { payload }) => sum + payload.length, 0)
      if (bytes > bytesMax) break
      news.push(...own)
    }
    waiting = []
    // One after the other, so that they arrive in order.
    sending = sending.then(() => publish(news))
  }

  return {
    announce(stored) {
      notifications?.publishLocal('stored', stored)
      if (!listeners.isAnybodyThere()) return
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

/** The other nodes that listen, and their buckets. This only saves work: readers find the rest by polling. */
function listenersOf(notifications: PubSub | undefined) {
  const nodes = new Map<string, { readonly untilMs: number; readonly buckets: Buckets }>()
  let wholeUntilMs = notifications ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  let untilMs = wholeUntilMs
  notifications?.on('listeners', (payload) => {
    const { id, buckets } = readListener(payload)
    if (id === notifications.id) return
    untilMs = performance.now() + listenersMs
    // The connection was interrupted: someone may have begun to listen meanwhile.
    if (payload === '') nodes.set('', { untilMs, buckets: allBuckets() })
    else if (buckets) nodes.set(id, { untilMs, buckets })
    else wholeUntilMs = untilMs
  })
  return {
    isAnybodyThere: () => performance.now() <= untilMs,
    /** By nodes of the previous version, which receive everything in one channel. */
    isWholeWanted: () => performance.now() <= wholeUntilMs,
    /** Undefined: none. */
    wanted(): Buckets | undefined {
      for (const [id, node] of nodes) if (performance.now() > node.untilMs) nodes.delete(id)
      if (nodes.size === 0) return undefined
      const all = noBuckets()
      for (const { buckets } of nodes.values()) for (const [at, bits] of buckets.entries()) all[at]! |= bits
      return all
    },
  }
}

/** Each is sent as a whole or not at all. */
function* newsOf(waiting: readonly Stored[], isWhole: boolean, wanted: Buckets | undefined): Generator<News[]> {
  for (const stored of isWhole ? waiting : []) {
    const payloads = payloadsOf({ ...stored, items: storedItems(stored, () => true) })
    yield payloads.map((payload) => ({ channel: 'positions', payload }))
  }
  if (wanted) for (const flushes of stretchesOf(waiting)) yield newsOfStretch(flushes, wanted)
}

/** Flushes of one partition without a gap. */
function stretchesOf(waiting: readonly Stored[]): Stored[][] {
  const found: Stored[][] = []
  const open = new Map<number, Stored[]>()
  for (const stored of waiting) {
    const before = open.get(stored.partition)
    if (before?.at(-1)?.sequence === stored.sequence - 1) before.push(stored)
    else {
      const flushes = [stored]
      open.set(stored.partition, flushes)
      found.push(flushes)
    }
  }
  return found
}

/** Positions of the wanted buckets, and then the list of all buckets in the stretch: others may be wanted by now. */
function newsOfStretch(flushes: readonly Stored[], wanted: Buckets): News[] {
  const [{ partition, sequence: first }, last] = [flushes[0]!, flushes.at(-1)!.sequence]
  const stretch = { partition, first, last }
  let touched = noBuckets()
  const byBucket = new Map<number, Batch[]>()
  for (const { sequence, units } of flushes) {
    for (const unit of units) {
      const bucket = unit.accountId === undefined ? undefined : bucketOf(unit.accountId)
      if (bucket === undefined) touched = allBuckets()
      else if (!hasBucket(wanted, bucket)) addBucket(touched, bucket)
      else {
        const items = storedItems({ units: [unit] }, () => true)
        if (items.length === 0) continue
        const known = byBucket.get(bucket)
        if (known) known.push({ partition, sequence, items })
        else byBucket.set(bucket, [{ partition, sequence, items }])
      }
    }
  }
  const news: News[] = []
  for (const [bucket, batches] of byBucket) {
    addBucket(touched, bucket)
    const channel = channelOf(bucket)
    for (const payload of bucketPayloadsOf(stretch, bucket, batches)) news.push({ channel, payload })
  }
  return [...news, { channel: stretchesChannel, payload: stretchPayload(stretch, touched) }]
}

/** Through NATS or the database. Readers find by polling what is lost on the way. */
export const publisher =
  ({ db, log }: Pick<Context, 'db' | 'log'>, notifications: PubSub | undefined) =>
  async (news: readonly News[]): Promise<void> => {
    if (news.length === 0 || notifications?.publishRemote(news)) return
    await notifyAll(db, news).catch((error) => logRepeated(log, error, 'Failed to announce new positions.'))
  }
