/**
 * Decodes a unit's kept frames again because its settings have changed (docs/decisions/0120). A piece is the frames of
 * some hours: their messages are replaced and the progress is recorded in one transaction, so every frame is done once.
 * Projections learn of it at the end, as they do of late data.
 */
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { logRepeated } from '#kernel/runtime/log.ts'
import { noteChange } from '../changes-store.ts'
import { serverTimeOf, timestampOf } from '../chunk.ts'
import { unitsThere } from '../cluster/places.ts'
import { compare, type Difference, type KeptFrame, keyOf, type Replayed, replay } from '../live/replay.ts'
import { fromText } from '../message.ts'
import { freeze, readTelemetry } from '../store.ts'
import * as store from './decode-again-store.ts'
import { chunksOf, recomputeTelemetry, replaceMessages, rulingTime } from './redecode.ts'
import * as redecodeStore from './redecode-store.ts'
import { framesBetween, isOpener } from './traffic.ts'

export type { DecodingAgain } from './decode-again-store.ts'

const hour = 3600
const pieceSeconds = 3 * hour
/** A conversation is kept from its beginning for a day at most (decision 0020). */
const reach = 26 * hour
const leadIn = 500
/** The time of a message before and after redecoding differs by at most twice the widest time zone. */
const apart = 28 * hour
/** Frames are written a moment after their messages. */
const settleMs = 2_000
/** Frames of the same moment are included: what came with the new settings stays the same. */
const settledSeconds = 1
const turnMs = 1_000
const telemetrySeconds = 8 * 24 * hour

export const readDecodingAgain = async (ctx: Pick<Context, 'db'>, unitId: number) => store.find(ctx.db, unitId)

/** Runs in the transaction of the caller, who has checked access. */
export async function askToDecodeAgain(call: Call, unitId: number): Promise<store.DecodingAgain> {
  const isNew = await store.ask(call.db, unitId, call.clock.now())
  if (!isNew) conflict('The history of this unit is already being decoded again. Wait until it has finished.')
  await recordChange(call, { dealer: call.dealer, action: 'messages.decode-again', subject: unitId })
  return (await store.find(call.db, unitId)) ?? notFound('unit')
}

/** Works for a moment and returns how many pieces were done. */
export async function decodeSomeAgain(acting: ActorContext): Promise<number> {
  const end = performance.now() + turnMs
  const away: number[] = []
  let pieces = 0
  while (performance.now() < end) {
    const done = await decodePiece(acting, away)
    if (done === 'nothing') break
    if (done === 'piece') pieces++
  }
  return pieces
}

/** A unit whose worker is away waits, and is noted in `away`. */
async function decodePiece(acting: ActorContext, away: number[]): Promise<'piece' | 'nothing' | 'away'> {
  let current: store.DecodingAgain | undefined
  try {
    return await inTransaction(acting, async (ctx) => {
      await freeze(ctx.db)
      current = await store.lockNext(ctx.db, new Date(ctx.clock.now().getTime() - settleMs), away)
      if (!current) return 'nothing'
      if ((await unitsThere(ctx, [current.unitId])).length === 0) {
        away.push(current.unitId)
        return 'away'
      }
      await store.save(ctx.db, await advanced(ctx, current))
      return 'piece'
    })
  } catch (error) {
    if (isUnavailable(error) || !current) throw error
    logRepeated(acting.log, error, 'Failed to decode the history of a unit again.')
    const failed = current
    await inTransaction(acting, async (ctx) => store.save(ctx.db, await finished(ctx, failed, 'failed')))
    return 'piece'
  }
}

async function advanced(ctx: ActorContext, row: store.DecodingAgain): Promise<store.DecodingAgain> {
  const until = row.askedAt.getTime() / 1000 + settledSeconds
  if (row.doneUntil >= until) return finished(ctx, row, 'done')
  const next = await store.findNextFrame(ctx.db, row.unitId, row.doneUntil)
  if (next === undefined || next > until) return finished(ctx, row, 'done')
  const to = Math.min(until, next + pieceSeconds)
  const { looked, differences, ranges } = await readPiece(ctx, row.unitId, Math.max(row.doneUntil, next - 1), to)
  const count = (kind: Difference['kind']) => differences.filter((one) => one.kind === kind).length
  const stretch = differences.length > 0 ? await replaceMessages(ctx, row.unitId, differences, ranges) : undefined
  if (stretch) await renewTelemetry(ctx, row.unitId, differences, stretch.t0)
  return {
    ...row,
    state: 'running',
    doneUntil: to,
    frames: row.frames + looked.length,
    unreadable: row.unreadable + looked.filter((one) => one.stored.length > 0 && one.decoded === undefined).length,
    changed: row.changed + count('changed'),
    added: row.added + count('added'),
    removed: row.removed + count('removed'),
    t0: stretch ? Math.min(row.t0 ?? stretch.t0, stretch.t0) : row.t0,
    t1: stretch ? Math.max(row.t1 ?? stretch.t1, stretch.t1) : row.t1,
  }
}

async function finished(
  ctx: ActorContext,
  row: store.DecodingAgain,
  state: 'done' | 'failed',
): Promise<store.DecodingAgain> {
  if (row.t0 !== null && row.t1 !== null) await noteChange(ctx.db, row.unitId, row.t0, row.t1)
  return { ...row, state, finishedAt: ctx.clock.now() }
}

interface Range {
  readonly from: number
  readonly to: number
}

/** The frames that arrived between two moments, and what becomes of their messages. */
async function readPiece(ctx: ActorContext, unitId: number, after: number, to: number) {
  const unit = (await redecodeStore.findUnit(ctx.db, unitId)) ?? notFound('unit')
  const kept = await framesBetween(ctx, unitId, after - reach, to + 1e-6)
  const first = kept.findIndex(({ serverTime }) => keyOf(serverTime) > keyOf(after))
  const played = kept.filter((frame, index) => index >= first - leadIn || isOpener(frame, kept[index + 1]))
  const isLookedAt = ({ serverTime, isOpener }: Replayed) => !isOpener && keyOf(serverTime) > keyOf(after)
  const ranges: Range[] = [{ from: (played[0]?.serverTime ?? to) - apart, to: to + apart }]
  let found = await storedOf(ctx, unitId, played, ranges)
  let replayed = replay(played, found.storedBy, unit)
  // When a tracker empties its memory, messages are far from the time at which they arrived.
  const far = farTimes(replayed.filter(isLookedAt), ranges[0]!)
  if (far.length > 0) {
    ranges.push(...far)
    found = await storedOf(ctx, unitId, played, ranges)
    replayed = replay(played, found.storedBy, unit)
  }
  const oldest = await store.findOldest(ctx.db, unitId)
  const isOfOther = (timestamp: number, key: number) => (found.frameOf.get(timestamp) ?? key) !== key
  const looked = replayed.filter(isLookedAt)
  return { looked, ranges, differences: looked.flatMap((frame) => compare(frame, { oldest, isOfOther })) }
}

/**
 * Time ranges outside the given one that frames without stored messages refer to. They touch neither it nor each other.
 */
function farTimes(frames: readonly Replayed[], near: Range): Range[] {
  const times = frames
    .filter(({ stored }) => stored.length === 0)
    .flatMap(({ messages }) => messages.map(({ timestamp }) => timestamp))
    .filter((time): time is number => typeof time === 'number' && (time < near.from + apart || time > near.to - apart))
    .sort((a, b) => a - b)
  const ranges: Range[] = []
  for (const time of times) {
    const last = ranges.at(-1)
    const from = Math.max(time - apart, time >= near.from ? near.to : Number.NEGATIVE_INFINITY)
    const to = Math.min(time + apart, time < near.from ? near.from : Number.POSITIVE_INFINITY)
    if (from >= to) continue
    if (last && from <= last.to) ranges[ranges.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else ranges.push({ from, to })
  }
  return ranges
}

const several = -1

async function storedOf(ctx: ActorContext, unitId: number, frames: readonly KeptFrame[], ranges: readonly Range[]) {
  const storedBy = new Map(frames.map(({ serverTime }) => [keyOf(serverTime), [] as string[]]))
  /** The frame of each device time, or `several`. */
  const frameOf = new Map<number, number>()
  const seen = new Set<string>()
  for (const range of ranges) {
    for await (const { chunk, texts } of chunksOf(ctx, unitId, range)) {
      // A chunk that reaches into two of the ranges is read twice.
      const name = `${chunk.t1} ${chunk.seq}`
      if (seen.has(name)) continue
      seen.add(name)
      for (const text of texts) {
        const [timestamp, key] = [timestampOf(text), keyOf(serverTimeOf(text))]
        frameOf.set(timestamp, frameOf.has(timestamp) && frameOf.get(timestamp) !== key ? several : key)
        storedBy.get(key)?.push(text)
      }
    }
  }
  return { storedBy, frameOf }
}

/** Only if a latest value comes from a replaced message, or a replacement is newer. */
async function renewTelemetry(
  ctx: ActorContext,
  unitId: number,
  differences: readonly Difference[],
  t0: number,
): Promise<void> {
  const known = Object.values(await readTelemetry(ctx.db, unitId)).map(({ ts }) => ts)
  const replaced = new Set(differences.flatMap((one) => (one.kind === 'added' ? [] : rulingTime(fromText(one.before)))))
  const oldestKnown = known.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const isNewer = differences.some((one) => one.kind !== 'removed' && one.after.timestamp > oldestKnown)
  if (!isNewer && !known.some((ts) => replaced.has(ts))) return
  await recomputeTelemetry(ctx, unitId, differences, { from: t0 - telemetrySeconds, to: Number.POSITIVE_INFINITY })
}
