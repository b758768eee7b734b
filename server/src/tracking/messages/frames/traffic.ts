/** The newest frames of a unit, with an explanation of their bytes. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ExplainedRange, explainFrame, explainingDecodesMax, type SettingValues } from '@waymark/devices'
import type { Context } from '#kernel/context.ts'
import { notFound } from '#kernel/errors.ts'
import { hiddenFrom, type Viewing } from '#kernel/private-time.ts'
import { framesOf, serverTimeOf, textsOf, timestampOf } from '../chunk.ts'
import { type KeptFrame, keyOf, type Replayed, replay } from '../live/replay.ts'
import * as store from '../store.ts'
import * as redecodeStore from './redecode-store.ts'

export interface ExplainedFrame extends Replayed {
  /** Undefined if it cannot be read, or if explaining the whole answer would take too long. */
  readonly ranges: readonly ExplainedRange[] | undefined
}

const day = 86_400
/** A conversation is kept from its beginning for a day at most; see decision 0020. */
const reach = 26 * 3600
/** Earlier frames that are replayed because they changed the conversation, in addition to all openers. */
const leadIn = 500
const chunksPerRead = 64
const chunksMax = 1024
/** How often frames are decoded for one answer. */
const decodesMax = 8 * explainingDecodesMax

/**
 * Newest first. What a connection sent before a frame and is kept with it has the same time, and is included even if
 * the result exceeds `count`.
 */
export async function readExplainedTraffic(
  ctx: Pick<Context, 'db'> & Viewing,
  unitId: number,
  count: number,
  before: number,
): Promise<ExplainedFrame[]> {
  const { replayWith, unit } = await recentFrames(ctx, unitId, count, before)
  return explained(replayWith(unit.settings).reverse())
}

/** The newest frames, to be decoded with any settings. */
export async function recentFrames(ctx: Pick<Context, 'db'> & Viewing, unitId: number, count: number, before: number) {
  const unit = (await redecodeStore.findUnit(ctx.db, unitId)) ?? notFound('unit')
  const near = await framesBetween(ctx, unitId, before - reach, before)
  const kept = near.length >= count ? near : await framesBetween(ctx, unitId, 0, before)
  if (kept.length === 0) return { unit, replayWith: (): Replayed[] => [] }
  const first = firstOf(kept, count)
  const played = kept.filter((frame, index) => index >= first - leadIn || isOpener(frame, kept[index + 1]))
  const storedBy = await storedOf(ctx, unitId, played)
  const from = played.indexOf(kept[first]!)
  const isHidden = await hiddenFrom(ctx.db, ctx, [unitId])
  // A frame of a private trip contains its positions, whether it arrived then or later.
  const isShown = ({ serverTime, stored, messages }: Replayed) =>
    ![serverTime, ...stored.map(timestampOf), ...messages.map(({ timestamp }) => Number(timestamp ?? serverTime))].some(
      (t) => isHidden(unitId, t),
    )
  const replayWith = (settings: SettingValues | undefined) =>
    replay(played, storedBy, { hwId: unit.hwId, settings }).slice(from).filter(isShown)
  return { unit, replayWith }
}

export const isOpener = ({ serverTime }: KeptFrame, next: KeptFrame | undefined): boolean =>
  next !== undefined && keyOf(next.serverTime) === keyOf(serverTime)

function firstOf(kept: readonly KeptFrame[], count: number): number {
  let first = Math.max(0, kept.length - count)
  while (first > 0 && isOpener(kept[first - 1]!, kept[first])) first--
  return first
}

export async function framesBetween(
  ctx: Pick<Context, 'db'>,
  unitId: number,
  from: number,
  to: number,
): Promise<KeptFrame[]> {
  const found = (await redecodeStore.readFramesBetween(ctx.db, unitId, from, to)).flatMap(framesOf)
  return found.filter(({ serverTime }) => serverTime >= from && keyOf(serverTime) < keyOf(to))
}

/** Texts of the messages of these frames, if the trackers' clocks were right to a day. */
async function storedOf(ctx: Pick<Context, 'db'>, unitId: number, frames: readonly KeptFrame[]) {
  const wanted = new Map(frames.map(({ serverTime }) => [keyOf(serverTime), [] as string[]]))
  const range = { from: frames[0]!.serverTime - day, to: frames.at(-1)!.serverTime + day }
  let below: store.StoredChunk | undefined
  for (let read = 0; read < chunksMax; ) {
    const page = await store.readChunks(ctx.db, unitId, chunksPerRead, below, range)
    for (const text of page.flatMap(textsOf)) wanted.get(keyOf(serverTimeOf(text)))?.push(text)
    if (page.length < chunksPerRead) break
    below = page.at(-1)
    read += page.length
  }
  return wanted
}

async function explained(frames: readonly Replayed[]): Promise<ExplainedFrame[]> {
  const all: ExplainedFrame[] = []
  let left = decodesMax
  for (const frame of frames) {
    const allowed = Math.min(left, explainingDecodesMax)
    const ranges = frame.reading && explainFrame(frame.reading.decoder, frame.bytes, frame.reading, allowed)
    if (ranges) left -= Math.min(allowed, frame.bytes.length * 8)
    all.push({ ...frame, ranges })
    // A frame takes milliseconds, and other requests wait.
    await nextTurn()
  }
  return all
}
