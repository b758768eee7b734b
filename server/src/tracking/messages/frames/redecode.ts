/** A unit's stored frames: shown, and decoded again after a decoder was fixed. */
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { notFound } from '#kernel/errors.ts'
import { noteChange } from '../changes-store.ts'
import { framesOf, serverTimeOf, textsOf, timestampOf, toChunk } from '../chunk.ts'
import { compare, type Difference, keyOf, type Replayed, replay, type Surroundings } from '../live/replay.ts'
import { fromText, type Latest, newerValues, type StoredMessage } from '../message.ts'
import * as store from '../store.ts'
import { insertChunk, setSize } from '../upkeep/upkeep-store.ts'
import { type DifferenceReport, reportOf } from './differences.ts'
import * as redecodeStore from './redecode-store.ts'

const chunksPerRead = 64
const mergedMessages = 200

/** What a unit's tracker has sent since, oldest first, and what it decodes to today. */
export async function readTraffic(ctx: Pick<Context, 'db'>, unitId: number, since: Date): Promise<Replayed[]> {
  const { frames } = await replayUnit(ctx, unitId)
  return frames.filter(({ serverTime }) => serverTime * 1000 >= since.getTime())
}

export interface Redecoding extends DifferenceReport {
  readonly frames: number
  /** Repeats, frames whose messages are no longer kept, and frames that cannot be distinguished. */
  readonly framesPassedOver: number
  /** Frames that today's decoder cannot read; their messages stay. */
  readonly framesUnreadable: number
  /** Messages of the frames that were compared. */
  readonly messages: number
  readonly isWritten: boolean
}

/** Without `isWriting` nothing is changed; with it the messages that differ are replaced, in one transaction. */
export const redecode = (acting: ActorContext, unitId: number, since: Date, isWriting: boolean): Promise<Redecoding> =>
  inTransaction(acting, async (ctx) => {
    await store.freeze(ctx.db)
    const { unit, frames, surroundings } = await replayUnit(ctx, unitId)
    const looked = frames.filter(({ serverTime, isOpener }) => !isOpener && serverTime * 1000 >= since.getTime())
    const differences = looked.flatMap((frame) => compare(frame, surroundings))
    const report = reportOf(differences)
    const isWritten = isWriting && differences.length > 0
    if (isWritten) {
      await rewrite(ctx, unitId, differences)
      const { added, removed, changed } = report
      const after = { since: since.toISOString(), added, removed, changed }
      await recordChange(ctx, { dealer: unit.dealerId, action: 'messages.redecode', subject: unitId, after })
    }
    return {
      frames: looked.length,
      framesPassedOver: looked.filter(({ stored, isDoubtful }) => stored.length === 0 || isDoubtful).length,
      framesUnreadable: looked.filter(({ stored, decoded }) => stored.length > 0 && decoded === undefined).length,
      messages: looked.reduce((sum, { stored }) => sum + stored.length, 0),
      ...report,
      isWritten,
    }
  })

/** All kept frames, so that the beginning of each connection is known wherever the comparison starts. */
async function replayUnit(ctx: Pick<Context, 'db'>, unitId: number) {
  const unit = (await redecodeStore.findUnit(ctx.db, unitId)) ?? notFound('unit')
  const kept = (await redecodeStore.readFrames(ctx.db, unitId)).flatMap(framesOf)
  const isKept = new Set(kept.map(({ serverTime }) => keyOf(serverTime)))
  const storedBy = new Map<number, string[]>()
  /** The frame of each device time, or `several`. */
  const frameOf = new Map<number, number>()
  let oldest = Number.POSITIVE_INFINITY
  for await (const { texts } of chunksOf(ctx, unitId)) {
    for (const text of texts) {
      const [timestamp, key] = [timestampOf(text), keyOf(serverTimeOf(text))]
      oldest = Math.min(oldest, timestamp)
      frameOf.set(timestamp, frameOf.has(timestamp) && frameOf.get(timestamp) !== key ? several : key)
      if (!isKept.has(key)) continue
      const own = storedBy.get(key)
      if (own) own.push(text)
      else storedBy.set(key, [text])
    }
  }
  const surroundings: Surroundings = {
    oldest,
    isOfOther: (timestamp, key) => (frameOf.get(timestamp) ?? key) !== key,
  }
  return { unit, frames: replay(kept, storedBy, unit), surroundings }
}

const several = -1

export async function* chunksOf(ctx: Pick<Context, 'db'>, unitId: number, range?: { from: number; to: number }) {
  let below: store.StoredChunk | undefined
  for (;;) {
    const page = await store.readChunks(ctx.db, unitId, chunksPerRead, below, range)
    for (const chunk of page) yield { chunk, texts: textsOf(chunk) }
    below = page.at(-1)
    if (page.length < chunksPerRead) return
  }
}

const dated = (text: string) => ({ text, timestamp: timestampOf(text) })

async function rewrite(ctx: ActorContext, unitId: number, differences: readonly Difference[]): Promise<void> {
  const { t0, t1 } = await replaceMessages(ctx, unitId, differences)
  await noteChange(ctx.db, unitId, t0, t1)
  await recomputeTelemetry(ctx, unitId, differences)
}

/** `range`: device times, if everything that is replaced is in it. Returns the time range that has changed. */
export async function replaceMessages(
  ctx: ActorContext,
  unitId: number,
  differences: readonly Difference[],
  ranges: readonly { from: number; to: number }[] = [everything],
): Promise<{ t0: number; t1: number }> {
  const { db } = ctx
  /** Texts are unique in a unit: they contain their frame's time, and a frame never contains the same message twice. */
  const becomes = new Map<string, string | undefined>()
  for (const one of differences)
    if (one.kind !== 'added') becomes.set(one.before, one.kind === 'changed' ? one.after.text : undefined)
  const written: string[] = []
  for (const range of ranges) {
    for await (const { chunk, texts } of chunksOf(ctx, unitId, range)) {
      if (!texts.some((text) => becomes.has(text))) continue
      await redecodeStore.removeChunk(db, unitId, chunk)
      const kept = texts.flatMap((text) => (becomes.has(text) ? (becomes.get(text) ?? []) : text))
      written.push(...kept)
    }
  }
  // Only after all were read: a chunk that moves to a later time would be read again.
  written.sort((a, b) => timestampOf(a) - timestampOf(b))
  for (let at = 0; at < written.length; at += mergedMessages)
    await insertChunk(db, unitId, toChunk(written.slice(at, at + mergedMessages).map(dated)))
  const added = differences.flatMap((one) => (one.kind === 'added' ? [one.after] : []))
  for (let at = 0; at < added.length; at += mergedMessages)
    await insertChunk(db, unitId, toChunk(added.slice(at, at + mergedMessages)))
  await setSize(db, unitId)
  const times = differences.flatMap((one) => [
    ...(one.kind === 'added' ? [] : [timestampOf(one.before)]),
    ...(one.kind === 'removed' ? [] : [one.after.timestamp]),
  ])
  return {
    t0: times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY),
    t1: times.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY),
  }
}

const everything = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/**
 * Recomputes the latest values from what is stored. A value of a message that is no longer kept stays, unless that
 * message was replaced just now, which shows in its time.
 */
export async function recomputeTelemetry(
  ctx: ActorContext,
  unitId: number,
  differences: readonly Difference[],
  range?: { from: number; to: number },
): Promise<void> {
  const replaced = differences.flatMap((one) => (one.kind === 'added' ? [] : fromText(one.before)))
  const times = new Set(replaced.map(rulingTime))
  const known = await store.readTelemetry(ctx.db, unitId)
  const parameters: Record<string, Latest> = Object.fromEntries(
    Object.entries(known).filter(([, { ts }]) => !times.has(ts)),
  )
  let tMax = Number.NEGATIVE_INFINITY
  for await (const { chunk, texts } of chunksOf(ctx, unitId, range)) {
    tMax = Math.max(tMax, chunk.t1)
    for (const message of texts.map(fromText))
      Object.assign(parameters, newerValues(parameters, [message], message.serverTime))
  }
  if (Number.isFinite(tMax)) await redecodeStore.saveTelemetry(ctx.db, unitId, parameters, tMax)
}

/** As in `newerValues`: a clock that runs ahead does not rule until the day it claims. */
export const rulingTime = ({ timestamp, serverTime }: StoredMessage & { serverTime: number }) =>
  Math.min(timestamp, serverTime + 300)
