/**
 * Writes what trackers send. Messages of many connections share a commit: while one flush runs the next is gathered, so
 * the cost per message falls with the load. A delivery is acknowledged only after the commit.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#kernel/context.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import type { PubSub } from '#kernel/db/pubsub/pubsub.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { logRepeated } from '#kernel/runtime/log.ts'
import type { Span } from '#kernel/runtime/traces.ts'
import { type Carrier, startCarrier } from '../cluster/notes.ts'
import type { FrameMessages } from '../columnar.ts'
import { type FrameKeeper, keepFrames } from '../frames/frames.ts'
import { putIntoQuarantine } from '../frames/quarantine.ts'
import { type Announcer, announcer, publisher } from '../live/announcer.ts'
import { dated, isDated } from '../message.ts'
import { readUnitStates } from '../states-store.ts'
import { readOverlapping, recoverIfPossible } from '../upkeep/recovery.ts'
import { deduplicate, isAscending, type PossibleRepeats } from './deduplicate.ts'
import { type Appended, type Delivery, StoreUnavailable, type Writer } from './delivery.ts'
import { isOfPlace, isOfValues, isStoredAfterAll } from './fault.ts'
import { type Write, writeFlush } from './flush.ts'
import { Ownership } from './ownership.ts'
import { isFenced, isMoved, lostMeanwhile } from './ownership-store.ts'
import { takesMessages } from './probe.ts'
import {
  countAdded,
  frameOf,
  framesOf,
  hasMany,
  mayWriteEarly,
  nextTime,
  type Queue,
  type Queues,
  queuesFor,
  stateEveryMs,
  type Waiting,
} from './queue.ts'
import { addAscending, addTexts, type CachedUnit, cacheUnit, pendingOf, takeState } from './unit-cache.ts'

const waitingMessagesMax = 50_000
const busyMessages = 5_000
const manyWaiting = 250
const flushMessagesMax = 20_000
/** From the beginning of one flush to that of the next. A flush with few messages costs more than its messages do. */
const flushEveryMs = 20
const smallFlushEveryMs = 50
const cachedMax = 200_000
/** Nodes that take units from each other at every flush: the trackers must wait and send again. */
const fencedMost = 20

/** The deliveries of one unit in a flush. */
interface UnitBatch {
  readonly unitId: number
  readonly unit: CachedUnit
  readonly waiting: readonly Waiting[]
  readonly frames: readonly FrameMessages[]
}

type WriterContext = Pick<Context, 'db' | 'clock' | 'log'> & Partial<Pick<Context, 'meters' | 'pressure' | 'traces'>>

/** `ownership`: shared with everything that must know which units belong to this node; by default the writer's own. */
export function startWriter(ctx: WriterContext, notifications?: PubSub, ownership?: Ownership): Writer {
  const writer = new MessageWriter(ctx, notifications, ownership)
  return {
    append: (delivery) => writer.append(delivery),
    waiting: () => writer.waitingMessages,
    isFull: () => writer.waitingMessages >= waitingMessagesMax,
    isBusy: () => writer.waitingMessages >= busyMessages,
    release: (unitId) => writer.release(unitId),
    close: () => writer.close(),
  }
}

class MessageWriter {
  readonly #ctx: WriterContext
  readonly #ownership: Ownership
  readonly #units = new Map<number, CachedUnit>()
  readonly #lastTimes = new Map<number, number>()
  readonly #announcer: Announcer
  readonly #frames: FrameKeeper
  readonly #carrier: Carrier
  /** Known from the first delivery on. */
  #queues: Queues | undefined
  #opening: Promise<Queues> | undefined
  readonly #timer: NodeJS.Timeout
  #isClosed = false
  waitingMessages = 0

  constructor(ctx: WriterContext, notifications: PubSub | undefined, ownership = new Ownership(ctx, notifications)) {
    this.#ctx = ctx
    this.#ownership = ownership
    ownership.onLost((units) => this.#forgetLost(units))
    this.#announcer = announcer(publisher(ctx, notifications), notifications)
    this.#frames = keepFrames(ctx)
    this.#carrier = startCarrier(ctx)
    // Another process may have stored something for the unit: a replay of its quarantine.
    notifications?.on('units', (unitId) => this.#invalidate(Number(unitId)))
    this.#timer = setInterval(() => this.#drainGathered(), stateEveryMs).unref()
  }

  append(delivery: Delivery): Promise<Appended> {
    return this.#queues ? this.#append(delivery, this.#queues) : this.#appendFirst(delivery)
  }

  async #appendFirst(delivery: Delivery): Promise<Appended> {
    this.#opening ??= this.#ownership.places().then(queuesFor)
    try {
      this.#queues ??= await this.#opening
    } catch (error) {
      this.#opening = undefined
      throw new StoreUnavailable((error as Error).message, { cause: error })
    }
    return this.#append(delivery, this.#queues)
  }

  #append(delivery: Delivery, queues: Queues): Promise<Appended> {
    return new Promise((done, failed) => {
      if (this.#isClosed) return failed(new StoreUnavailable('The gateway is closing.'))
      const { id } = delivery.unit
      const queue = queues.of(id)
      const serverTime = nextTime(this.#lastTimes.get(id), this.#ctx.clock.now())
      this.#lastTimes.set(id, serverTime)
      const isUndated = !delivery.messages.every((message) => isDated(message, serverTime))
      const messages = isUndated ? delivery.messages.map((one) => dated(one, serverTime)) : delivery.messages
      this.waitingMessages += messages.length
      queue.waiting.push({ delivery, serverTime, messages, isUndated, added: 0, done, failed })
      queue.running ??= this.#drain(queue)
    })
  }

  release(unitId: number): void {
    const unit = this.#units.get(unitId)
    if (unit?.pending) unit.isReleased = true
    else this.#drop(unitId)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    const queues = this.#queues?.all ?? []
    await Promise.all(queues.map(({ running }) => running))
    for (const queue of queues) await this.#flush(queue, [])
    await this.#frames.close()
    await this.#carrier.close()
    await this.#announcer.close()
    await this.#ownership.close()
  }

  #invalidate(unitId: number): void {
    const unit = this.#units.get(unitId)
    if (unit?.pending) unit.isOutdated = true
    else this.#units.delete(unitId)
  }

  #drainGathered(): void {
    for (const queue of this.#queues?.all ?? []) if (queue.gathering.size > 0) queue.running ??= this.#drain(queue)
  }

  /** Flushes batch by batch until the queue is empty. A unit always uses the same queue, so never two at once. */
  async #drain(queue: Queue): Promise<void> {
    // Let the other connections of this turn add theirs.
    await new Promise(setImmediate)
    do {
      await this.#pace(queue)
      let messages = 0
      let size = 0
      while (size < queue.waiting.length && messages < flushMessagesMax)
        messages += queue.waiting[size++]!.messages.length
      await this.#flush(queue, queue.waiting.splice(0, size))
      this.waitingMessages -= messages
      this.#feelPressure(queue)
    } while (queue.waiting.length > 0)
    queue.running = undefined
  }

  /** The first after a pause does not wait. */
  async #pace(queue: Queue): Promise<void> {
    for (const everyMs of [flushEveryMs, smallFlushEveryMs]) {
      const waitMs = queue.flushedAtMs + everyMs - performance.now()
      if (waitMs > 0 && !this.#isClosed && queue.waiting.length < flushMessagesMax) await wait(waitMs)
      if (hasMany(queue.waiting)) break
    }
    queue.flushedAtMs = performance.now()
  }

  /** A flush that was late, with many messages waiting. On a slow disk few wait, and no other work has to give way. */
  #feelPressure({ flushedAtMs }: Queue): void {
    const isLate = performance.now() - flushedAtMs > flushEveryMs
    if (isLate && this.waitingMessages >= manyWaiting) this.#ctx.pressure?.felt()
  }

  async #flush(queue: Queue, batch: readonly Waiting[], isSecondTry = false, timesFenced = 0): Promise<void> {
    let writes: Write[] = []
    let announce: () => void
    const beganMs = performance.now()
    const span = this.#ctx.traces?.start()
    try {
      const fence = await this.#ownership.mark()
      const db = await queue.place.reach()
      writes = await this.#prepare(queue, batch, db)
      announce = await writeFlush(this.#ctx, queue, writes, db, fence, {
        announcer: this.#announcer,
        carrier: this.#carrier,
        isCluster: this.#queues!.isCluster,
      })
    } catch (error) {
      span?.end('flush', 'internal', { 'waymark.units': writes.length }, true)
      if (isOfPlace(error)) queue.place.avoid(error)
      if (queue.next) queue.next.isInDoubt = true
      // After a failure the cached state is uncertain: it is read again.
      for (const { delivery } of batch) this.#forget(queue, delivery.unit.id)
      for (const { unitId } of writes) this.#forget(queue, unitId)
      if (isFenced(error) && timesFenced < fencedMost) return this.#afterFence(queue, batch, timesFenced + 1)
      if (isStoredAfterAll(error)) {
        queue.next = undefined
        return this.#flush(queue, batch, isSecondTry, timesFenced)
      }
      return this.#afterFailure(queue, batch, writes, error, isSecondTry)
    }
    for (const { done, added } of batch) done(added)
    this.#measure(writes, beganMs, span)
    const frames = writes.flatMap(({ unitId, state }) => (state?.frames ? [{ unitId, ...state.frames }] : []))
    this.#frames.keep(frames, queue.place)
    this.#dropUnused(writes)
    announce()
  }

  #dropUnused(writes: readonly Write[]): void {
    for (const { unitId } of writes) {
      const unit = this.#units.get(unitId)
      if (!unit || unit.pending) continue
      if (unit.isReleased) this.#drop(unitId)
      else if (unit.isOutdated) this.#units.delete(unitId)
    }
  }

  /**
   * A store that accepts nothing refuses the whole batch. If it accepts other messages, halving the batch finds the one
   * that it does not accept, and the others are stored. That one is refused too, unless its values are the cause: it
   * failed, the same delivery with harmless values did not, and it failed again.
   */
  async #afterFailure(
    queue: Queue,
    batch: readonly Waiting[],
    writes: readonly Write[],
    error: unknown,
    isSecondTry: boolean,
  ): Promise<void> {
    const { db } = this.#ctx
    const [part] = queue.place.parts
    if (isUnavailable(error) || isMoved(error) || !(await takesMessages(db, part))) return this.#refuse(batch, error)
    if (batch.length > 1) {
      const half = batch.length >> 1
      await this.#flush(queue, batch.slice(0, half))
      return this.#flush(queue, batch.slice(half))
    }
    const [one] = batch
    const own = writes.find(({ unitId }) => unitId === one?.delivery.unit.id)
    if (!one || !own || !isOfValues(error) || !(await takesMessages(db, part, own))) return this.#refuse(batch, error)
    return isSecondTry ? this.#isolate(one, error) : this.#flush(queue, batch, true)
  }

  /** Nothing was stored: another node has some of the units. They last reported here, so they are claimed back. */
  async #afterFence(queue: Queue, batch: readonly Waiting[], timesFenced: number): Promise<void> {
    try {
      await this.#ownership.refresh(batch.length > 0 ? batch.map(({ delivery }) => delivery.unit.id) : undefined)
    } catch (error) {
      return this.#refuse(batch, error)
    }
    if (batch.length > 0) await this.#flush(queue, batch, false, timesFenced)
  }

  /** What was gathered of them is in their messages, where their new owner has found it. */
  #forgetLost(unitIds: readonly number[] = [...this.#units.keys()]): void {
    for (const unitId of unitIds) if (this.#queues) this.#forget(this.#queues.of(unitId), unitId)
  }

  #measure(writes: readonly Write[], beganMs: number, span: Span | undefined): void {
    if (writes.length === 0) return
    const { meters } = this.#ctx
    meters?.flushSeconds.observe((performance.now() - beganMs) / 1000)
    const messages = writes.reduce((sum, { chunk }) => sum + (chunk?.count ?? 0), 0)
    meters?.flushMessages.observe(messages)
    span?.end('flush', 'internal', { 'waymark.messages': messages, 'waymark.units': writes.length })
  }

  #drop(unitId: number): void {
    this.#units.delete(unitId)
    this.#lastTimes.delete(unitId)
  }

  #forget(queue: Queue, unitId: number): void {
    this.#units.delete(unitId)
    queue.gathering.delete(unitId)
  }

  async #isolate(one: Waiting, error: unknown): Promise<void> {
    try {
      await putIntoQuarantine(this.#ctx, one, error)
      one.done('quarantined')
    } catch (again) {
      this.#refuse([one], again)
    }
  }

  #refuse(batch: readonly Waiting[], error: unknown): void {
    const sentence = 'The database did not accept some frames; their trackers will send them again.'
    if (batch.length > 0) logRepeated(this.#ctx.log, error, sentence, {}, batch.length)
    for (const one of batch) one.failed(new StoreUnavailable((error as Error).message, { cause: error }))
  }

  async #prepare(queue: Queue, batch: readonly Waiting[], db: Db): Promise<Write[]> {
    const byUnit = Map.groupBy(batch, ({ delivery }) => delivery.unit.id)
    const now = performance.now()
    await this.#hold([...byUnit.keys()], now, db)
    const suspects: PossibleRepeats[] = []
    const parts = [...byUnit].map(([unitId, waiting]): UnitBatch => {
      const unit = this.#units.get(unitId) ?? lostMeanwhile()
      const frames = waiting.map((one) => frameOf(unit, one))
      const isSure = !waiting.some((one) => one.isUndated) && isAscending(frames, unit.tMax)
      if (!isSure) suspects.push({ unitId, unit, frames })
      return { unitId, unit, waiting, frames }
    })
    const unique =
      suspects.length > 0
        ? await deduplicate(suspects, (ranges) => readOverlapping({ ...this.#ctx, db }, ranges))
        : undefined
    const writes = parts.map((part) => this.#writeOf(queue, part, unique?.get(part.unitId), now))
    return [...writes, ...this.#overdue(queue, now)]
  }

  /** `unique`: the messages without repeats, if there could be any. */
  #writeOf(
    queue: Queue,
    { unitId, unit, waiting, frames }: UnitBatch,
    unique: Parameters<typeof addTexts>[2] | undefined,
    now: number,
  ): Write {
    const pending = pendingOf(unit, now)
    for (const one of waiting) pending.frames.push(...framesOf(one))
    countAdded(waiting, unique)
    pending.lastActive = waiting.at(-1)!.serverTime
    const { tMax } = unit
    const chunk = unique ? addTexts(unit, pending, unique) : addAscending(unit, pending, frames)
    // Late data is recorded as a change in the commit that stores it: after a crash nothing else would find it, while newer
    // data is found by its time.
    const isLate = chunk !== undefined && chunk.t0 <= tMax
    // Derived values go into the same commit as their messages: recovery after a crash could not derive them again.
    const isDerived = waiting.some(({ delivery }) => delivery.latest !== undefined)
    const latest = isDerived ? Object.assign({}, ...waiting.map(({ delivery }) => delivery.latest)) : undefined
    if (isDerived) pending.latest = latest
    const isDue =
      this.#isClosed || isLate || isDerived || now - unit.writtenAtMs >= stateEveryMs || mayWriteEarly(queue, now)
    if (isDue) queue.gathering.delete(unitId)
    else if (!queue.gathering.has(unitId)) queue.gathering.set(unitId, unit)
    const received = { s0: waiting[0]!.serverTime, s1: waiting.at(-1)!.serverTime }
    const accountId = waiting.at(-1)!.delivery.unit.owner?.account
    const stored = { unitId, accountId, messages: unique ?? frames, serverTime: received.s1, latest }
    return { unitId, chunk, state: isDue ? takeState(unit, now) : undefined, received, stored }
  }

  /** The pending state of units that sent much and then stopped. */
  #overdue(queue: Queue, now: number): Write[] {
    const writes: Write[] = []
    for (const [unitId, unit] of queue.gathering) {
      if (!this.#isClosed && now - unit.pending!.sinceMs < stateEveryMs) break
      queue.gathering.delete(unitId)
      writes.push({ unitId, chunk: undefined, state: takeState(unit, now), stored: undefined })
    }
    return writes
  }

  /** Keeps units cached for the whole flush: a tracker that disconnects meanwhile must not drop its pending state. */
  async #hold(unitIds: readonly number[], now: number, db: Db): Promise<void> {
    const keep = (unit: CachedUnit) => {
      unit.isReleased = false
      pendingOf(unit, now)
    }
    const unknown: number[] = []
    for (const unitId of unitIds) {
      const unit = this.#units.get(unitId)
      if (unit) keep(unit)
      else unknown.push(unitId)
    }
    if (unknown.length === 0) return
    await this.#ownership.claim(unknown)
    if (this.#units.size > cachedMax) for (const [id, unit] of this.#units) if (!unit.pending) this.#units.delete(id)
    const states = await readUnitStates(db, unknown, this.#queues?.isCluster)
    for (const { unitId, tMax, isStale, parameters } of states) {
      const unit = cacheUnit(tMax, (isStale && (await recoverIfPossible(this.#ctx, unitId))) || parameters)
      this.#units.set(unitId, unit)
      keep(unit)
    }
  }
}
