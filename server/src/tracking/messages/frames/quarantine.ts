/** Frames that the database refused because of their values, kept whole, as bytes, until they can be stored. */
import { modelById, protocolByName } from '@waymark/devices'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import { type Db, inTransaction } from '#kernel/db/transaction.ts'
import { notFound } from '#kernel/errors.ts'
import { logRepeated } from '#kernel/runtime/log.ts'
import { versionOfCode } from '#kernel/runtime/version.ts'
import { toFrameData } from '../chunk.ts'
import { unitsThere, WorkerAway } from '../cluster/places.ts'
import { headingOf } from '../columnar.ts'
import { notify } from '../live/flushes-store.ts'
import { replay } from '../live/replay.ts'
import { dated, type Latest } from '../message.ts'
import { readUnitStates } from '../states-store.ts'
import * as messageStore from '../store.ts'
import { readOverlapping, recoverUnit } from '../upkeep/recovery.ts'
import { deduplicate } from '../writing/deduplicate.ts'
import type { Received } from '../writing/delivery.ts'
import { isOfValues } from '../writing/fault.ts'
import { addTexts, cacheUnit, pendingOf, takeState } from '../writing/unit-cache.ts'
import * as store from './quarantine-store.ts'
import { findUnit, type TrackedUnit } from './redecode-store.ts'

type Part = Pick<Context, 'db' | 'log'>

export async function putIntoQuarantine(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  received: Received,
  error: unknown,
): Promise<void> {
  const { unit, frame = new Uint8Array() } = received.delivery
  const { code = null, message: reason } = error as { code?: string; message: string }
  await store.insert(db, {
    unitId: unit.id,
    at: clock.now(),
    code,
    reason,
    frame: Buffer.from(frame),
    delivery: toBytes(received),
    triedBy: versionOfCode(),
  })
  log.error(
    { err: error, unit_id: unit.id },
    'The database rejected the values of a frame. It is in quarantine. See it with: npx waymark quarantine list',
  )
}

/** Everything except the frame. Escaped, because a text in PostgreSQL cannot hold every character. */
function toBytes({ delivery, serverTime, messages }: Received): Buffer {
  const { unit, latest, peer, openers = [] } = delivery
  const encoded = openers.map((bytes) => Buffer.from(bytes).toString('base64'))
  return Buffer.from(JSON.stringify({ unit, latest, peer, serverTime, messages, openers: encoded }))
}

/** Undefined when nothing can be read from it. */
function receivedOf(held: store.Held, { id, ident, name, hwId, settings }: TrackedUnit): Received | undefined {
  const { frame } = held
  if (held.delivery) {
    const { serverTime, messages, openers, ...rest } = JSON.parse(held.delivery.toString())
    const bytes = openers.map((text: string) => Buffer.from(text, 'base64'))
    return { delivery: { ...rest, messages, frame, openers: bytes }, serverTime, messages }
  }
  const model = modelById(hwId)
  const serverTime = held.at.getTime() / 1000
  const said = replay([{ serverTime, bytes: frame }], new Map(), { hwId, settings })[0]?.messages ?? []
  if (!model || said.length === 0) return undefined
  const unit = { id, ident, name, deviceTypeId: model.deviceTypeId, protocolId: protocolByName(model.protocol).id }
  const messages = said.map((one) => dated(one, serverTime))
  return { delivery: { unit, messages, frame, peer: '' }, serverTime, messages }
}

/** The outcome of trying to store one row. `gone`: someone else has stored or discarded it, or is about to. */
export type Outcome = 'stored' | 'refused' | 'unreadable' | 'gone'

/**
 * Stored and removed from quarantine in one transaction, so exactly once, even with concurrent attempts. What the
 * tracker has sent again meanwhile is found as any repeat is.
 */
export async function replayOne(ctx: Part, id: number): Promise<Outcome> {
  const version = versionOfCode()
  let received: Received | undefined
  try {
    const outcome = await inTransaction(ctx, async ({ db }): Promise<Outcome> => {
      const held = await store.take(db, id)
      if (!held) return 'gone'
      if ((await unitsThere({ ...ctx, db }, [held.unitId])).length === 0) throw new WorkerAway()
      const unit = await findUnit(db, held.unitId)
      received = unit && receivedOf(held, unit)
      if (unit && !received) {
        await store.markTried(db, id, version)
        return 'unreadable'
      }
      // Frames of a deleted unit are deleted with it.
      if (received) await append({ ...ctx, db }, received)
      await store.remove(db, id)
      return received ? 'stored' : 'gone'
    })
    if (received) await keepFrame(ctx.db, received)
    return outcome
  } catch (error) {
    if (!isOfValues(error)) throw error
    await store.markTried(ctx.db, id, version)
    return 'refused'
  }
}

async function keepFrame(db: Db, { delivery, serverTime }: Received): Promise<void> {
  const { unit, frame, openers = [] } = delivery
  if (!frame) return
  const data = toFrameData([...openers, frame].map((bytes) => ({ serverTime, bytes })))
  const row = { unitId: unit.id, received0: serverTime, received1: serverTime, data }
  // The frame is for diagnosis: the messages are stored without it too.
  await messageStore.writeFrames(db, [row]).catch(() => {})
}

async function append(ctx: Part, { delivery, serverTime, messages }: Received): Promise<void> {
  const { db } = ctx
  const { unit: reporting, latest = {}, peer } = delivery
  const { id: unitId, name: unitName, ...rest } = reporting
  // The writer may be storing something newer, which must not be replaced by what is known now.
  await messageStore.lockState(db, unitId)
  const [known] = await readUnitStates(db, [unitId])
  const unit = cacheUnit(known!.tMax, known!.isStale ? await recoverUnit(ctx, unitId) : known!.parameters)
  const frames = [{ heading: headingOf({ ...rest, unitId, unitName, peer }), serverTime, messages }]
  const found = await deduplicate([{ unitId, unit, frames }], (ranges) => readOverlapping(ctx, ranges))
  const unique = found.get(unitId) ?? []
  const pending = pendingOf(unit, 0)
  pending.lastActive = serverTime
  // It was valid then, but what came later is valid now.
  const isNewest = ([name, { ts }]: [string, Latest]) => !((unit.parameters[name]?.ts ?? ts) > ts)
  pending.latest = Object.fromEntries(Object.entries(latest).filter(isNewest))
  const chunk = addTexts(unit, pending, unique)
  const state = takeState(unit, 0)
  await messageStore.write(db, [{ unitId, chunk, state }])
  // The writer that has this unit reads its stored state again.
  await notify(db, 'units', [String(unitId)])
}

export interface Replay {
  readonly stored: number
  /** The database still does not take their values. */
  readonly refused: number
  /** Rows of an earlier version whose frame cannot be decoded without its connection. */
  readonly unreadable: number
  /** The store did not work; the next replay tries them again. */
  readonly failed: number
}

const rowsPerStep = 100

/** Tries all rows; `isOnce`: only those that this version has not tried yet. */
export async function replayAll(ctx: Part, isOnce = false): Promise<Replay> {
  const sum = { stored: 0, refused: 0, unreadable: 0, gone: 0, failed: 0 }
  for (let after = 0; ; ) {
    const ids = isOnce
      ? await store.untried(ctx.db, versionOfCode(), after, rowsPerStep)
      : (await store.list(ctx.db, after, rowsPerStep)).map(({ id }) => id)
    for (const id of ids) sum[await replayOne(ctx, id).catch((error) => failed(ctx, error))] += 1
    if (ids.length < rowsPerStep) return sum
    after = ids.at(-1)!
  }
}

/** One unit with a damaged page must not hold up the others. */
function failed({ log }: Pick<Context, 'log'>, error: unknown): 'failed' {
  if (isUnavailable(error) && !(error instanceof WorkerAway)) throw error
  logRepeated(log, error, 'A frame in quarantine could not be replayed.')
  return 'failed'
}

export const countQuarantined = (ctx: Pick<Context, 'db'>): Promise<store.Count> => store.count(ctx.db)

export const listQuarantined = (ctx: Pick<Context, 'db'>, most: number): Promise<store.Listed[]> =>
  store.list(ctx.db, 0, most)

/** A person decides that it may be lost. */
export const discardQuarantined = (acting: ActorContext, id: number): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    const held = (await store.remove(ctx.db, id)) ?? notFound('frame')
    const dealer = (await findUnit(ctx.db, held.unitId))?.dealerId ?? null
    const before = { id: held.id, reason: held.reason }
    await recordChange(ctx, { dealer, action: 'messages.discard', subject: held.unitId, before })
  })
