/** Reads what trackers sent. Callers pass the id of a unit whose owner they have already checked. */
import type { Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { hiddenBetween, hiddenFrom, type IsHidden, type Viewing } from '#kernel/private-time.ts'
import { giveBack } from '#kernel/runtime/scratch.ts'
import { seconds } from '#kernel/time/clock.ts'
import * as changes from './changes-store.ts'
import { textsOf, timestampOf, unpack } from './chunk.ts'
import { removeOfUnits as removeQuarantined } from './frames/quarantine-store.ts'
import { separator, type Telemetry } from './message.ts'
import { datedTexts } from './reading.ts'
import * as store from './store.ts'
import { countUnmerged as countUnmergedIn } from './upkeep/upkeep-store.ts'

export type { Change } from './changes-store.ts'
export { unitsThere, WorkerAway } from './cluster/places.ts'
export { askToDecodeAgain, type DecodingAgain, readDecodingAgain } from './frames/decode-again.ts'
export { countQuarantined, discardQuarantined, listQuarantined, replayAll, replayOne } from './frames/quarantine.ts'
export { type ExplainedFrame, readExplainedTraffic, recentFrames } from './frames/traffic.ts'
export { type Feed, openFeed, replaySeconds } from './live/feed.ts'
export { settledSeconds } from './live/flushes-store.ts'
export type { Replayed } from './live/replay.ts'
export {
  firstTime,
  firstTimes,
  keptMoments,
  readAfter,
  readForward,
  readStretch,
  readStretchAside,
  type TakenChange,
  takeChanges,
} from './reading.ts'
export { around } from './writing/stretches.ts'

/** Messages that are private to others are not read. `viewer` is the login of the reader. */
type Reader = Pick<Context, 'db'> & Viewing

const chunksPerRead = 64
const chunksPerPage = 512

/**
 * The newest messages as the text of a JSON array, in parts that are unpacked on demand and given back once sent, so
 * that megabytes need not be in memory at once. Chunks already hold texts in the form of an answer. Single messages are
 * looked at only where chunks overlap in time (late data) and at the cut.
 */
export async function readMessageParts(
  ctx: Reader,
  unitId: number,
  count: number,
  isNewestFirst: boolean,
): Promise<Iterable<Buffer>> {
  const chunks = await newestChunks(ctx, unitId, count)
  if (await hiddenIn(ctx, unitId, chunks)) {
    return [await readMessagesBetween(ctx, unitId, always, count, isNewestFirst)]
  }
  const total = chunks.reduce((sum, chunk) => sum + chunk.count, 0)
  const ascending = chunks.toReversed()
  const isInOrder = ascending.every((chunk, index) => index === 0 || ascending[index - 1]!.t1 <= chunk.t0)
  if (isInOrder && !isNewestFirst) {
    let left = total - count
    while (left > 0 && left >= ascending[0]!.count) left -= ascending.shift()!.count
    return unpacked(ascending, left)
  }
  let texts = ascending.flatMap(textsOf)
  if (!isInOrder) texts = inOrder(texts)
  texts = texts.slice(Math.max(0, texts.length - count))
  if (isNewestFirst) texts.reverse()
  return [Buffer.from(`[${texts.join(separator)}]`)]
}

/** Checked after reading, so that what became private meanwhile is hidden too. */
function hiddenIn(ctx: Reader, unitId: number, chunks: readonly store.StoredChunk[]): Promise<IsHidden | undefined> {
  const from = chunks.reduce((first, { t0 }) => Math.min(first, t0), Number.POSITIVE_INFINITY)
  const to = chunks.reduce((last, { t1 }) => Math.max(last, t1), Number.NEGATIVE_INFINITY)
  return hiddenBetween(ctx.db, ctx, chunks.length === 0 ? [] : [unitId], from, to)
}

/** The first chunk without its oldest `left` messages. */
function* unpacked(chunks: readonly store.StoredChunk[], left: number): Generator<Buffer> {
  yield opening
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0) yield between
    yield index === 0 ? newestOf(chunk, left) : unpack(chunk)
  }
  yield closing
}

const [opening, between, closing] = ['[', separator, ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer]

/** Without its oldest messages. */
function newestOf(chunk: store.StoredChunk, left: number): Buffer {
  if (left <= 0) return unpack(chunk)
  return Buffer.from(textsOf(chunk).slice(left).join(separator))
}

/** The same in one piece. */
export async function readMessages(
  ctx: Reader,
  unitId: number,
  count: number,
  isNewestFirst: boolean,
): Promise<Buffer> {
  const parts = [...(await readMessageParts(ctx, unitId, count, isNewestFirst))]
  const whole = Buffer.concat(parts)
  for (const part of parts) giveBack(part)
  return whole
}

export interface TimeRange {
  /** Device times in seconds, both included. */
  readonly from: number
  readonly to: number
}

const always: TimeRange = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** The newest messages of a time range, as the text of a JSON array. */
export async function readMessagesBetween(
  ctx: Reader,
  unitId: number,
  range: TimeRange,
  count: number,
  isNewestFirst: boolean,
): Promise<Buffer> {
  let found: { text: string; timestamp: number }[] = []
  let below: store.StoredChunk | undefined
  for (;;) {
    const page = await store.readChunks(ctx.db, unitId, chunksPerRead, below, range)
    const isHidden = await hiddenIn(ctx, unitId, page)
    below = page.at(-1)
    // Each page is older than the previous one, so its messages go first. Sorting is stable.
    found = [
      ...page
        .toReversed()
        .flatMap(textsOf)
        .map((text) => ({ text, timestamp: timestampOf(text) }))
        .filter(({ timestamp: t }) => t >= range.from && t <= range.to && !isHidden?.(unitId, t)),
      ...found,
    ]
      .sort((a, b) => a.timestamp - b.timestamp)
      .slice(-count)
    // There are enough, and everything that follows ends before the oldest of them.
    const isEnough = found.length === count && below !== undefined && below.t1 < found[0]!.timestamp
    if (page.length < chunksPerRead || isEnough) break
  }
  const texts = found.map(({ text }) => text)
  return Buffer.from(`[${(isNewestFirst ? texts.reverse() : texts).join(separator)}]`)
}

/** All messages of a unit, newest first, as pieces of JSON text to be joined with commas. */
export async function* allMessages(ctx: Reader, unitId: number): AsyncGenerator<string> {
  let below: store.StoredChunk | undefined
  for (;;) {
    const page = await store.readChunks(ctx.db, unitId, chunksPerRead, below)
    const isHidden = await hiddenIn(ctx, unitId, page)
    for (const chunk of page) {
      const all = textsOf(chunk)
      const texts = isHidden ? all.filter((text) => !isHidden(unitId, timestampOf(text))) : all
      if (texts.length > 0) yield texts.reverse().join(separator)
    }
    below = page.at(-1)
    if (page.length < chunksPerRead) return
  }
}

/** The last known positions of units, as a map shows them. */
export async function readPositions(ctx: Reader, unitIds: readonly number[]): Promise<store.Position[]> {
  const known = await store.readPositions(ctx.db, unitIds)
  const isHidden = await hiddenBetween(ctx.db, ctx, unitIds)
  return isHidden ? known.filter(({ unitId, timestamp }) => !isHidden(unitId, timestamp)) : known
}

/** Stable: messages with the same time stay in the order in which they were stored. */
const inOrder = (texts: readonly string[]): string[] =>
  texts
    .map((text) => ({ text, timestamp: timestampOf(text) }))
    .sort((a, b) => a.timestamp - b.timestamp)
    .map(({ text }) => text)

/**
 * Reads chunks, newest first, until they hold the newest `count` messages wherever late data has put them. One query is
 * mostly enough, and one query sees one state. Several run in one snapshot: otherwise chunks that are merged between
 * two of them would be read twice or never.
 */
async function newestChunks(ctx: Pick<Context, 'db'>, unitId: number, count: number): Promise<store.StoredChunk[]> {
  const first = await store.readChunks(ctx.db, unitId, chunksPerRead)
  const enough = enoughOf(first, count)
  if (enough || first.length < chunksPerRead) return enough ?? first
  return inTransaction(ctx, async ({ db }) => {
    await store.freeze(db)
    const chunks: store.StoredChunk[] = []
    for (;;) {
      const page = await store.readChunks(db, unitId, chunksPerPage, chunks.at(-1))
      chunks.push(...page)
      const found = enoughOf(chunks, count)
      if (found || page.length < chunksPerPage) return found ?? chunks
    }
  })
}

/** The first ones, if they are already known to be enough. */
function enoughOf(chunks: readonly store.StoredChunk[], count: number): store.StoredChunk[] | undefined {
  let collected = 0
  let oldest = Number.POSITIVE_INFINITY
  let cutoff: number | undefined
  for (const [index, chunk] of chunks.entries()) {
    if (cutoff !== undefined && chunk.t1 < cutoff) return chunks.slice(0, index)
    collected += chunk.count
    oldest = Math.min(oldest, chunk.t0)
    // Once there are enough, only chunks that reach above the oldest of them matter.
    if (collected >= count) cutoff ??= oldest
  }
  return undefined
}

/** Units with many small chunks of live traffic, and the largest number that one unit has. */
export const countUnmerged = (ctx: Pick<Context, 'db'>): Promise<{ units: number; chunks: number }> =>
  countUnmergedIn(ctx.db)

/** The latest value of each parameter. */
export async function readTelemetry(ctx: Reader, unitId: number): Promise<Telemetry> {
  const known = await store.readTelemetry(ctx.db, unitId)
  const isHidden = await hiddenBetween(ctx.db, ctx, [unitId])
  return isHidden ? Object.fromEntries(Object.entries(known).filter(([, { ts }]) => !isHidden(unitId, ts))) : known
}

/** Removes frames that could not be stored: once a unit cannot be restored, nobody replays them. */
export const forgetQuarantined = (ctx: Pick<Context, 'db'>, unitIds: readonly number[]): Promise<void> =>
  removeQuarantined(ctx.db, unitIds)

/** Projections compute everything that is stored of the unit again, by today's rules. */
export const noteWhole = (ctx: Pick<Context, 'db' | 'clock'>, unitId: number): Promise<void> =>
  changes.noteChange(ctx.db, unitId, 0, seconds(ctx.clock.now()))

export const forgetUnit = (ctx: Pick<Context, 'db'>, unitId: number): Promise<void> =>
  store.removeOfUnits(ctx.db, [unitId])

/** From now on the unit has the latest values of another, because it is where the other is. */
export const copyPlace = (ctx: Pick<Context, 'db'>, from: number, to: number): Promise<void> =>
  store.copyTelemetry(ctx.db, from, to)

/** A gateway is deleted: its tags keep their last position, but no longer belong to it. */
export const forgetGateway = (ctx: Pick<Context, 'db'>, accountId: number, gatewayId: number): Promise<void> =>
  store.removeGateway(ctx.db, accountId, gatewayId)

export async function forgetAccount(ctx: Pick<Context, 'db'>, accountId: number): Promise<void> {
  await store.removeOfUnits(ctx.db, await store.unitsOfAccount(ctx.db, accountId))
}

/**
 * All messages of a time range, end excluded, for readers who look for few values among many: whole chunks in the form
 * of an answer, in no order, and gone when `take` returns. Messages whose times are not listed are outside the range or
 * private to others.
 */
export async function scanStretch(
  ctx: Reader,
  unitId: number,
  { from, to }: TimeRange,
  take: (texts: Buffer, isShown: (timestamp: number) => boolean) => void,
): Promise<void> {
  const chunks = await changes.readBetween(ctx.db, unitId, from, to)
  const isHidden = await hiddenFrom(ctx.db, ctx, [unitId], from, to)
  for (const chunk of chunks) {
    const texts = unpack(chunk)
    take(texts, (t) => t >= from && t < to && !isHidden(unitId, t))
    giveBack(texts)
  }
}

/** The origins of all messages of a time range, end included. */
export async function peersBetween({ db }: Pick<Context, 'db'>, unitId: number, { from, to }: TimeRange) {
  const texts = (await changes.readBetween(db, unitId, from, to + 1)).flatMap(datedTexts)
  const within = texts.filter(({ timestamp }) => timestamp >= from && timestamp <= to)
  return [...new Set(within.map(({ text }) => (JSON.parse(text) as { peer: string }).peer))]
}
