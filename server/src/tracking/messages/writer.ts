/**
 * Writes what trackers send. Messages of many connections share a commit: while one flush is on its way the next is
 * gathered, so the busier it is the less a message costs. A promise is kept only after the commit.
 */
import type { Message } from '@waymark/devices'
import type { Context } from '#kernel/context.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import type { PubSub } from '#kernel/db/pubsub.ts'
import { logRepeated } from '#kernel/log.ts'
import { announcer, type StoredOfUnit } from './announcer.ts'
import type { Framed } from './chunk.ts'
import { isOfValues } from './fault.ts'
import { nextLane, notify } from './flushes-store.ts'
import { keepFrames } from './frames.ts'
import { dated, isDated, type Telemetry } from './message.ts'
import { takesMessages } from './probe.ts'
import { putIntoQuarantine } from './quarantine.ts'
import { readOverlapping, recoverIfPossible } from './recovery.ts'
import { addAscending, addTexts, pendingOf, type Remembered, remember, takeState } from './remembered.ts'
import { isAscending, type Suspects, withoutRepeats } from './repeats.ts'
import { type FrameMessages, type Heading, headingOf } from './sheet.ts'
import * as store from './store.ts'

export interface IntakeUnit {
  readonly id: number
  readonly ident: string
  readonly name: string
  readonly deviceTypeId: number
  readonly protocolId: number
  /** The account whose tags it hears (tags/writer.ts). Absent: it is no gateway for tags. */
  readonly hearsFor?: { readonly dealer: number; readonly account: number } | undefined
}

export interface Delivery {
  readonly unit: IntakeUnit
  readonly messages: readonly Message[]
  /** Absent: what is stored was concluded from another unit's frame. */
  readonly frame?: Uint8Array
  /** Values that hold from now on, whatever the messages say and however old they are. */
  readonly latest?: Telemetry
  readonly peer: string
  /** What was said before and must be known to decode the frame again. Kept with it, under its time. */
  readonly openers?: readonly Uint8Array[]
}

export interface Writer {
  /** Resolves when the messages are committed (or were there already); rejects when they could not be stored. */
  append(delivery: Delivery): Promise<void>
  /** Messages that wait; beyond the limit the gateway stops reading. */
  readonly waiting: () => number
  readonly isFull: () => boolean
  /** So many wait that each unit gets its share only. */
  readonly isBusy: () => boolean
  /** The tracker has gone: what is kept of it in memory may be dropped. */
  release(unitId: number): void
  close(): Promise<void>
}

export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** A delivery with the time of its arrival, and its messages dated. */
export interface Received {
  readonly delivery: Delivery
  readonly serverTime: number
  readonly messages: readonly Message[]
}

interface Waiting extends Received {
  /** Some had no plausible time of their own. */
  readonly isUndated: boolean
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

const waitingMessagesMax = 50_000
const busyMessages = 5_000
const flushMessagesMax = 20_000
const lanes = 2
/**
 * A unit's frames and latest values are written with its messages, but not more than once a second when there is much to
 * do: beyond so many writes a second and lane, those of busy units are gathered in memory.
 */
const stateEveryMs = 1_000
const soonerStatesMax = 200
const rememberedMax = 200_000

interface Lane {
  readonly queue: Waiting[]
  /** Units with something pending, the longest waiting first. */
  readonly gathering: Map<number, Remembered>
  running: Promise<void> | undefined
  /** Of its next flush. A lane of which it is not sure what was stored is left for a new one. */
  number: { readonly lane: number; n: number } | undefined
  /** Writes that came sooner than they had to, in the second that began then. */
  soonerStates: number
  soonerSinceMs: number
}

const newLane = (): Lane => ({
  queue: [],
  gathering: new Map(),
  running: undefined,
  number: undefined,
  soonerStates: 0,
  soonerSinceMs: Number.NEGATIVE_INFINITY,
})

interface Write extends store.UnitWrite {
  readonly stored: StoredOfUnit | undefined
}

export function startWriter(
  ctx: Pick<Context, 'db' | 'clock' | 'log'> & Partial<Pick<Context, 'meters'>>,
  notifications?: PubSub,
): Writer {
  const units = new Map<number, Remembered>()
  const lastTimes = new Map<number, number>()
  const tell = async (payloads: readonly string[]) => {
    if (notifications?.publishRemote('positions', payloads)) return
    // Nothing is lost but a moment of liveliness.
    await notify(ctx.db, 'positions', payloads).catch((error) =>
      logRepeated(ctx.log, error, 'News were not announced.'),
    )
  }
  const news = announcer(tell, notifications)
  const frames = keepFrames(ctx)
  const allLanes = Array.from({ length: lanes }, newLane)
  let waitingMessages = 0
  let isClosed = false

  const append = (delivery: Delivery): Promise<void> =>
    new Promise((done, failed) => {
      if (isClosed) return failed(new StoreUnavailable('The gateway is closing.'))
      const { id } = delivery.unit
      const lane = allLanes[id % lanes]!
      const serverTime = nextTime(lastTimes.get(id), ctx.clock.now())
      lastTimes.set(id, serverTime)
      const isUndated = !delivery.messages.every((message) => isDated(message, serverTime))
      const messages = isUndated ? delivery.messages.map((one) => dated(one, serverTime)) : delivery.messages
      waitingMessages += messages.length
      lane.queue.push({ delivery, serverTime, messages, isUndated, done, failed })
      lane.running ??= drain(lane)
    })

  /** One flush after the other until the lane is empty; a unit always goes by the same lane, so never twice at once. */
  async function drain(lane: Lane): Promise<void> {
    // Let the other connections of this turn add theirs.
    await new Promise(setImmediate)
    do {
      let messages = 0
      let size = 0
      while (size < lane.queue.length && messages < flushMessagesMax) messages += lane.queue[size++]!.messages.length
      await flush(lane, lane.queue.splice(0, size))
      waitingMessages -= messages
    } while (lane.queue.length > 0)
    lane.running = undefined
  }

  async function flush(lane: Lane, batch: readonly Waiting[], isSecondTry = false): Promise<void> {
    let writes: Write[] = []
    const beganMs = performance.now()
    try {
      writes = await prepare(lane, batch)
      if (writes.some(({ chunk }) => chunk)) lane.number ??= { lane: await nextLane(ctx.db), n: 1 }
      await store.write(ctx.db, writes, lane.number)
    } catch (error) {
      lane.number = undefined
      // After a failure nothing in memory is sure: it is read again.
      for (const { delivery } of batch) forget(lane, delivery.unit.id)
      for (const { unitId } of writes) forget(lane, unitId)
      return afterFailure(lane, batch, writes, error, isSecondTry)
    }
    for (const { done } of batch) done()
    measure(writes, beganMs)
    frames.keep(writes.flatMap(({ unitId, state }) => (state?.frames ? [{ unitId, ...state.frames }] : [])))
    for (const { unitId } of writes) {
      const unit = units.get(unitId)
      if (!unit || unit.pending) continue
      if (unit.isReleased) drop(unitId)
      else if (unit.isOutdated) units.delete(unitId)
    }
    const stored = writes.flatMap(({ chunk, stored }) => (chunk && stored ? [stored] : []))
    if (stored.length > 0 && lane.number) news.announce({ lane: lane.number.lane, n: lane.number.n++, units: stored })
  }

  /**
   * A store that takes nothing refuses the whole batch. Where it would take others, halving finds the one it does not take, and
   * its neighbours are stored. That one is refused too, unless its own values are to blame: it failed, the same without its
   * values did not, and it failed once more.
   */
  async function afterFailure(
    lane: Lane,
    batch: readonly Waiting[],
    writes: readonly Write[],
    error: unknown,
    isSecondTry: boolean,
  ): Promise<void> {
    if (isUnavailable(error) || !(await takesMessages(ctx.db))) return refuse(batch, error)
    if (batch.length > 1) {
      const half = batch.length >> 1
      await flush(lane, batch.slice(0, half))
      return flush(lane, batch.slice(half))
    }
    const [one] = batch
    const own = writes.find(({ unitId }) => unitId === one?.delivery.unit.id)
    if (!one || !own || !isOfValues(error) || !(await takesMessages(ctx.db, own))) return refuse(batch, error)
    return isSecondTry ? isolate(one, error) : flush(lane, batch, true)
  }

  function measure(writes: readonly Write[], beganMs: number): void {
    if (writes.length === 0) return
    ctx.meters?.flushSeconds.observe((performance.now() - beganMs) / 1000)
    ctx.meters?.stored.inc(writes.reduce((sum, { chunk }) => sum + (chunk?.count ?? 0), 0))
  }

  function drop(unitId: number): void {
    units.delete(unitId)
    lastTimes.delete(unitId)
  }

  function forget(lane: Lane, unitId: number): void {
    units.delete(unitId)
    lane.gathering.delete(unitId)
  }

  async function isolate(one: Waiting, error: unknown): Promise<void> {
    try {
      await putIntoQuarantine(ctx, one, error)
      one.done()
    } catch (again) {
      refuse([one], again)
    }
  }

  function refuse(batch: readonly Waiting[], error: unknown): void {
    if (batch.length > 0)
      logRepeated(ctx.log, error, 'The database did not take frames; their trackers send them again.', {}, batch.length)
    for (const one of batch) one.failed(new StoreUnavailable((error as Error).message, { cause: error }))
  }

  async function prepare(lane: Lane, batch: readonly Waiting[]): Promise<Write[]> {
    const byUnit = new Map<number, Waiting[]>()
    for (const one of batch) {
      const own = byUnit.get(one.delivery.unit.id)
      if (own) own.push(one)
      else byUnit.set(one.delivery.unit.id, [one])
    }
    const now = performance.now()
    await hold([...byUnit.keys()], now)
    const suspects: Suspects[] = []
    const parts = [...byUnit].map(([unitId, waiting]) => {
      const unit = units.get(unitId)!
      const frames = waiting.map((one) => frameOf(unit, one))
      const isSure = !waiting.some((one) => one.isUndated) && isAscending(frames, unit.tMax)
      if (!isSure) suspects.push({ unitId, unit, frames })
      return { unitId, unit, waiting, frames }
    })
    const fresh =
      suspects.length > 0 ? await withoutRepeats(suspects, (ranges) => readOverlapping(ctx, ranges)) : undefined
    const writes = parts.map(({ unitId, unit, waiting, frames }): Write => {
      const pending = pendingOf(unit, now)
      for (const one of waiting) pending.frames.push(...framesOf(one))
      pending.lastActive = waiting.at(-1)!.serverTime
      const own = fresh?.get(unitId)
      const { tMax } = unit
      const chunk = own ? addTexts(unit, pending, own) : addAscending(unit, pending, frames)
      // Late data is told in the commit that stores it: after a crash nothing else would tell of it, while what is newer
      // than the latest values is found by its time.
      const isLate = chunk !== undefined && chunk.t0 <= tMax
      // In one commit with its messages too: recovering after a crash could not conclude it again.
      const isConcluded = waiting.some(({ delivery }) => delivery.latest !== undefined)
      const latest = isConcluded ? Object.assign({}, ...waiting.map(({ delivery }) => delivery.latest)) : undefined
      if (isConcluded) pending.latest = latest
      const isDue =
        isClosed || isLate || isConcluded || now - unit.writtenAtMs >= stateEveryMs || mayComeSooner(lane, now)
      if (isDue) lane.gathering.delete(unitId)
      else if (!lane.gathering.has(unitId)) lane.gathering.set(unitId, unit)
      const received = { s0: waiting[0]!.serverTime, s1: waiting.at(-1)!.serverTime }
      const stored = { unitId, messages: own ?? frames, serverTime: received.s1, latest }
      return { unitId, chunk, state: isDue ? takeState(unit, now) : undefined, received, stored }
    })
    return [...writes, ...overdue(lane, now)]
  }

  /** Units that sent much and then nothing more. */
  function overdue(lane: Lane, now: number): Write[] {
    const writes: Write[] = []
    for (const [unitId, unit] of lane.gathering) {
      if (!isClosed && now - unit.pending!.sinceMs < stateEveryMs) break
      lane.gathering.delete(unitId)
      writes.push({ unitId, chunk: undefined, state: takeState(unit, now), stored: undefined })
    }
    return writes
  }

  /** For the whole flush: a tracker that leaves meanwhile must not take away what is known of it, or will be pending. */
  async function hold(unitIds: readonly number[], now: number): Promise<void> {
    const keep = (unit: Remembered) => {
      unit.isReleased = false
      pendingOf(unit, now)
    }
    const unknown: number[] = []
    for (const unitId of unitIds) {
      const unit = units.get(unitId)
      if (unit) keep(unit)
      else unknown.push(unitId)
    }
    if (unknown.length === 0) return
    if (units.size > rememberedMax) for (const [id, unit] of units) if (!unit.pending) units.delete(id)
    for (const { unitId, tMax, isStale, parameters } of await store.readHeads(ctx.db, unknown)) {
      const unit = remember(tMax, (isStale && (await recoverIfPossible(ctx, unitId))) || parameters)
      units.set(unitId, unit)
      keep(unit)
    }
  }

  // Something of it may have been stored past us: a replay of what was in quarantine.
  notifications?.on('units', (unitId) => {
    const unit = units.get(Number(unitId))
    if (unit?.pending) unit.isOutdated = true
    else units.delete(Number(unitId))
  })

  const timer = setInterval(() => {
    for (const lane of allLanes) if (lane.gathering.size > 0) lane.running ??= drain(lane)
  }, stateEveryMs).unref()

  return {
    append,
    waiting: () => waitingMessages,
    isFull: () => waitingMessages >= waitingMessagesMax,
    isBusy: () => waitingMessages >= busyMessages,
    release: (unitId) => {
      const unit = units.get(unitId)
      if (unit?.pending) unit.isReleased = true
      else drop(unitId)
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await Promise.all(allLanes.map(({ running }) => running))
      for (const lane of allLanes) await flush(lane, [])
      await frames.close()
      await news.close()
    },
  }
}

function mayComeSooner(lane: Lane, nowMs: number): boolean {
  if (nowMs - lane.soonerSinceMs >= stateEveryMs) {
    lane.soonerSinceMs = nowMs
    lane.soonerStates = 0
  }
  return lane.soonerStates++ < soonerStatesMax
}

function frameOf(unit: Remembered, { delivery, serverTime, messages }: Waiting): FrameMessages {
  return { heading: unitHeading(unit, delivery), serverTime, messages }
}

/** Made once per connection: until then the unit is the same object. */
function unitHeading(unit: Remembered, { unit: intake, peer }: Delivery): Heading {
  if (!unit.heading || unit.headingOf !== intake || unit.headingPeer !== peer) {
    const { id, ident, name, deviceTypeId, protocolId } = intake
    unit.heading = headingOf({ ident, unitId: id, unitName: name, deviceTypeId, protocolId, peer })
    unit.headingOf = intake
    unit.headingPeer = peer
  }
  return unit.heading
}

const framesOf = ({ delivery: { openers = [], frame }, serverTime }: Waiting): Framed[] =>
  frame === undefined ? [] : [...openers, frame].map((bytes) => ({ serverTime, bytes }))

/** Strictly later than the unit's frame before, by a microsecond if need be. */
function nextTime(before: number | undefined, now: Date): number {
  const at = now.getTime() / 1000
  return before !== undefined && before >= at ? Math.round(before * 1e6 + 1) / 1e6 : at
}
