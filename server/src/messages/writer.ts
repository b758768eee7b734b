/**
 * Writes what trackers send. Messages of many connections share a commit: while one flush is on its way the next is
 * gathered, so the busier it is the less a message costs. A promise is kept only after the commit.
 */
import type { Message } from '@waymark/devices'
import type { Context } from '../context.ts'
import { isUnavailable } from '../db/connect.ts'
import { recoverUnit } from './actions.ts'
import { isSmall, textsOf, toFrameData, toLiveChunk } from './chunk.ts'
import { type Latest, newerValues, type StoredMessage, saidPart, storer } from './message.ts'
import * as store from './store.ts'

export interface IntakeUnit {
  readonly id: number
  readonly ident: string
  readonly name: string
  readonly deviceTypeId: number
  readonly protocolId: number
}

export interface Delivery {
  readonly unit: IntakeUnit
  readonly messages: readonly Message[]
  readonly frame: Uint8Array
  readonly peer: string
  /** What was said before and must be known to decode the frame again. Kept with it, under its time. */
  readonly openers?: readonly Uint8Array[]
}

export interface Writer {
  /** Resolves when the messages are committed (or were there already); rejects when they could not be stored. */
  append(delivery: Delivery): Promise<void>
  /** Messages that wait; beyond the limit the gateway stops reading. */
  readonly isFull: () => boolean
  /** The tracker has gone: what is kept of it in memory may be dropped. */
  release(unitId: number): void
  close(): Promise<void>
}

export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

interface Waiting extends Delivery {
  readonly serverTime: number
  readonly stored: readonly StoredMessage[]
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** What is remembered of a unit between flushes. */
interface Known {
  tMax: number | undefined
  readonly parameters: Record<string, Latest>
  /** Stored messages whose values are not yet among the latest ones in the database. */
  pending: { messages: StoredMessage[]; bytes: number; smallChunks: number; lastActive: number } | undefined
  writtenAt: number
}

const waitingMessagesMax = 50_000
const flushMessagesMax = 20_000
const lanes = 2
/** Flushes with more units than this keep the latest values of busy units in memory for a second. */
const calmUnits = 200
const stateEveryMs = 1_000
const knownMax = 200_000

export function startWriter(ctx: Pick<Context, 'db' | 'clock' | 'log'>): Writer {
  const known = new Map<number, Known>()
  const lastTimes = new Map<number, number>()
  const queues: Waiting[][] = Array.from({ length: lanes }, () => [])
  const running: (Promise<void> | undefined)[] = []
  let waitingMessages = 0
  let isClosed = false

  const append = (delivery: Delivery): Promise<void> => {
    if (isClosed) return Promise.reject(new StoreUnavailable('The gateway is closing.'))
    return new Promise((done, failed) => {
      const lane = delivery.unit.id % lanes
      const serverTime = nextTime(lastTimes.get(delivery.unit.id), ctx.clock.now())
      lastTimes.set(delivery.unit.id, serverTime)
      const origin = {
        ident: delivery.unit.ident,
        unitId: delivery.unit.id,
        unitName: delivery.unit.name,
        deviceTypeId: delivery.unit.deviceTypeId,
        protocolId: delivery.unit.protocolId,
        peer: delivery.peer,
        serverTime,
      }
      const stored = delivery.messages.map(storer(origin))
      waitingMessages += stored.length
      queues[lane]!.push({ ...delivery, serverTime, stored, done, failed })
      running[lane] ??= drain(lane)
    })
  }

  /** One flush after the other until the lane is empty; a unit always goes by the same lane, so never twice at once. */
  async function drain(lane: number): Promise<void> {
    // Let the other connections of this turn add theirs.
    await new Promise(setImmediate)
    const queue = queues[lane]!
    while (queue.length > 0) {
      let messages = 0
      let size = 0
      while (size < queue.length && messages < flushMessagesMax) messages += queue[size++]!.stored.length
      await flush(queue.splice(0, size))
      waitingMessages -= messages
    }
    running[lane] = undefined
  }

  async function flush(batch: readonly Waiting[]): Promise<void> {
    try {
      await store.write(ctx.db, await prepare(batch))
      settle(batch)
    } catch (error) {
      forget(batch)
      // Only what PostgreSQL itself refuses can be poison; anything else is the store's trouble or our own bug.
      if (isUnavailable(error) || !isRefusedByDatabase(error)) return refuse(batch, error)
      if (batch.length === 1) return isolate(batch[0]!, error)
      // One of them is poison. Halving finds it, and its neighbours are stored.
      const half = batch.length >> 1
      await flush(batch.slice(0, half))
      await flush(batch.slice(half))
    }
  }

  async function isolate(one: Waiting, error: unknown): Promise<void> {
    try {
      await store.quarantine(ctx.db, one.unit.id, ctx.clock.now(), (error as Error).message, one.frame)
      ctx.log.error({ err: error, unit_id: one.unit.id }, 'A frame could not be stored and is in quarantine.')
      one.done()
    } catch (again) {
      refuse([one], again)
    }
  }

  function refuse(batch: readonly Waiting[], error: unknown): void {
    ctx.log.warn({ err: error, frames: batch.length }, 'The database did not take a flush.')
    for (const one of batch) one.failed(new StoreUnavailable((error as Error).message, { cause: error }))
  }

  async function prepare(batch: readonly Waiting[]): Promise<store.UnitWrite[]> {
    const byUnit = Map.groupBy(batch, (one) => one.unit.id)
    await learn([...byUnit.keys()].filter((id) => !known.has(id)))
    // Held for the whole flush: a tracker that leaves meanwhile must not take what is known of it away.
    const units = new Map([...byUnit.keys()].map((id) => [id, known.get(id)!]))
    const fresh = await withoutRepeats(byUnit, units)
    const isCalm = byUnit.size <= calmUnits
    const now = performance.now()
    return [...byUnit].map(([unitId, waiting]) =>
      unitWrite(unitId, units.get(unitId)!, waiting, fresh.get(unitId) ?? [], isCalm, now),
    )
  }

  function unitWrite(
    unitId: number,
    unit: Known,
    waiting: readonly Waiting[],
    messages: readonly StoredMessage[],
    isCalm: boolean,
    now: number,
  ): store.UnitWrite {
    const last = waiting.at(-1)!.serverTime
    const chunk = messages.length > 0 ? toLiveChunk(messages) : undefined
    unit.pending ??= { messages: [], bytes: 0, smallChunks: 0, lastActive: last }
    unit.pending.messages.push(...messages)
    unit.pending.bytes += chunk?.bytes ?? 0
    unit.pending.smallChunks += chunk && isSmall(chunk) ? 1 : 0
    unit.pending.lastActive = last
    unit.tMax = Math.max(unit.tMax ?? -Infinity, chunk?.t1 ?? -Infinity)
    const isDue = isCalm || now - unit.writtenAt >= stateEveryMs
    const frames = waiting.flatMap(({ serverTime, frame, openers = [] }) =>
      [...openers, frame].map((bytes) => ({ serverTime, bytes })),
    )
    return {
      unitId,
      chunk,
      frames: { received0: dateOf(waiting[0]!.serverTime), received1: dateOf(last), data: toFrameData(frames) },
      state: isDue ? takeState(unit, now) : undefined,
    }
  }

  async function learn(unitIds: readonly number[]): Promise<void> {
    if (unitIds.length === 0) return
    if (known.size > knownMax) for (const [id, unit] of known) if (!unit.pending) known.delete(id)
    for (const { unitId, tMax, isStale, parameters } of await store.readHeads(ctx.db, unitIds)) {
      const current = isStale ? await recoverUnit(ctx, unitId) : parameters
      known.set(unitId, { tMax, parameters: { ...current }, pending: undefined, writtenAt: 0 })
    }
  }

  /** Only a message that is not newer than everything stored can be a repeat, so normally nothing is read. */
  async function withoutRepeats(
    byUnit: ReadonlyMap<number, readonly Waiting[]>,
    units: ReadonlyMap<number, Known>,
  ): Promise<Map<number, StoredMessage[]>> {
    const fresh = new Map<number, StoredMessage[]>()
    const ranges: { unitId: number; t0: number; t1: number }[] = []
    for (const [unitId, waiting] of byUnit) {
      const tMax = units.get(unitId)!.tMax ?? Number.NEGATIVE_INFINITY
      const messages = waiting.flatMap(({ stored }) => stored)
      fresh.set(unitId, messages)
      if (isAscending(messages, tMax)) continue
      const once = [...new Map(messages.map((one) => [saidPart(one.text), one])).values()]
      fresh.set(unitId, once)
      const old = once.map(({ timestamp }) => timestamp).filter((timestamp) => timestamp <= tMax)
      if (old.length > 0) ranges.push({ unitId, t0: Math.min(...old), t1: Math.max(...old) })
    }
    if (ranges.length === 0) return fresh
    const said = new Map<number, Set<string>>()
    for (const chunk of await store.readOverlapping(ctx.db, ranges)) {
      const seen = said.get(chunk.unitId) ?? new Set()
      for (const text of textsOf(chunk)) seen.add(saidPart(text))
      said.set(chunk.unitId, seen)
    }
    for (const [unitId, seen] of said) {
      fresh.set(
        unitId,
        fresh.get(unitId)!.filter(({ text }) => !seen.has(saidPart(text))),
      )
    }
    return fresh
  }

  /** Writes what busy units have gathered. */
  async function writeStates(): Promise<void> {
    const due = [...known].filter(([, unit]) => unit.pending)
    for (let at = 0; at < due.length; at += flushMessagesMax) {
      const part = due.slice(at, at + flushMessagesMax)
      const now = performance.now()
      const writes = part.map(([unitId, unit]) => ({
        unitId,
        chunk: undefined,
        frames: undefined,
        state: takeState(unit, now),
      }))
      await store.write(ctx.db, writes).catch((error) => {
        ctx.log.warn({ err: error }, 'The latest values were not written.')
        for (const [unitId] of part) known.delete(unitId)
      })
    }
  }

  const timer = setInterval(() => {
    if (running.every((lane) => lane === undefined)) void writeStates()
  }, stateEveryMs).unref()

  /** After a failure nothing in memory is sure: it is read again. */
  const forget = (batch: readonly Waiting[]) => {
    for (const { unit } of batch) known.delete(unit.id)
  }

  return {
    append,
    isFull: () => waitingMessages >= waitingMessagesMax,
    release: (unitId) => {
      if (known.get(unitId)?.pending) return
      known.delete(unitId)
      lastTimes.delete(unitId)
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await Promise.all(running)
      await writeStates()
    },
  }
}

function settle(batch: readonly Waiting[]): void {
  for (const one of batch) one.done()
}

function takeState(unit: Known, now: number): store.StateWrite | undefined {
  const { pending } = unit
  if (!pending) return undefined
  const values = newerValues(unit.parameters, pending.messages, pending.lastActive)
  Object.assign(unit.parameters, values)
  unit.pending = undefined
  unit.writtenAt = now
  return {
    parameters: values,
    tMax: unit.tMax ?? 0,
    lastActive: dateOf(pending.lastActive),
    count: pending.messages.length,
    bytes: pending.bytes,
    smallChunks: pending.smallChunks,
  }
}

/** Each newer than the one before and than everything stored: none of them can be a repeat. */
function isAscending(messages: readonly StoredMessage[], after: number): boolean {
  let last = after
  for (const { timestamp } of messages) {
    if (timestamp <= last) return false
    last = timestamp
  }
  return true
}

/** An SQLSTATE: the database has read the statement and says no. */
const isRefusedByDatabase = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')

const dateOf = (seconds: number) => new Date(seconds * 1000)

/** Strictly later than the unit's frame before, by a microsecond if need be. */
function nextTime(before: number | undefined, now: Date): number {
  const at = now.getTime() / 1000
  return before !== undefined && before >= at ? Math.round(before * 1e6 + 1) / 1e6 : at
}
