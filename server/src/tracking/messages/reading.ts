/**
 * What projections and other jobs read: what is new, and messages in the order of time. On a cluster it is read at the workers,
 * and one that is away stops only its own units.
 */
import type { Context } from '#kernel/context.ts'
import { type Db, inTransaction } from '#kernel/db/transaction.ts'
import { hiddenFrom, type Viewing } from '#kernel/private-time.ts'
import type { Range } from '#kernel/slices/slice.ts'
import * as changes from './changes-store.ts'
import { type Packed, textsOf, timestampOf } from './chunk.ts'
import { readUnit, readUnits } from './cluster/places.ts'
import type { DatedText } from './message.ts'
import { freeze } from './store.ts'
import { type ChangedStretch, joined, stretchOf } from './writing/stretches.ts'

type Part = Pick<Context, 'db' | 'log'>

const chunksPerRead = 64
/** Unpacking more than this at once would hold up the process. */
const chunksPerStep = 16

/** Device times in seconds. */
interface Stretch {
  readonly from: number
  readonly to: number
}

export const datedTexts = (chunk: Packed): DatedText[] =>
  textsOf(chunk).map((text) => ({ text, timestamp: timestampOf(text), parsed: undefined }))

export interface TakenChange extends changes.Change {
  /** How many there were of this unit. */
  readonly notes: number
  /** Its parts in the order of time: messages from far apart may arrive together. */
  readonly stretches: readonly ChangedStretch[]
}

/**
 * Takes the notes of new messages of units in these ranges, all of a unit together. Call it in the transaction that
 * stores what they become: messages stored with a note can be read by then, and later ones bring their own note.
 */
export async function takeChanges(
  ctx: Pick<Context, 'db'>,
  ranges: readonly Range[],
  most: number,
): Promise<TakenChange[]> {
  const taken = Map.groupBy(await changes.take(ctx.db, ranges, most), ({ unitId }) => unitId)
  return [...taken].map(([unitId, own]) => ({
    ...{ unitId, ...stretchOf(own), notes: own.length },
    stretches: joined(own).map(({ t0, t1 }) => ({ t0, t1 })),
  }))
}

/**
 * What each of several units has after a time, in one query. Units with very many messages are left out, and
 * those of workers that are away. Unpacked when asked for: of hundreds of units it would fill the memory.
 */
export async function readAfter(
  ctx: Part,
  units: readonly { readonly unitId: number; readonly after: number }[],
): Promise<Map<number, () => DatedText[]>> {
  const afterOf = new Map(units.map(({ unitId, after }) => [unitId, after]))
  const { rows, there } = await readUnits(ctx, [...afterOf.keys()], (db, own, isWorker) =>
    changes.readAfter(db, own, afterOf, chunksPerRead + 1, isWorker),
  )
  const found = Map.groupBy(rows, ({ unitId }) => unitId)
  const texts = new Map<number, () => DatedText[]>()
  for (const { unitId, after } of units) {
    const chunks = found.get(unitId) ?? []
    if (chunks.length > chunksPerRead || !there.has(unitId)) continue
    texts.set(unitId, () => chunks.flatMap(datedTexts).filter(({ timestamp }) => timestamp > after))
  }
  return texts
}

/**
 * All that a unit has after a time, in the order of time, some at a time: `take` says whether it wants more. Messages of
 * one moment come together.
 */
export async function readForward(
  ctx: Part,
  unitId: number,
  after: number,
  take: (texts: readonly DatedText[]) => boolean | Promise<boolean>,
): Promise<void> {
  // An error of the caller's `take` is not an error of the server.
  const failures: unknown[] = []
  const taking = async (texts: readonly DatedText[]) => {
    try {
      return await take(texts)
    } catch (error) {
      failures.push(error)
      return false
    }
  }
  await readUnit(ctx, unitId, (db) => inTransaction({ db }, (reading) => forwardIn(reading.db, unitId, after, taking)))
  if (failures.length > 0) throw failures[0]
}

async function forwardIn(
  db: Db,
  unitId: number,
  after: number,
  take: (texts: readonly DatedText[]) => boolean | Promise<boolean>,
): Promise<void> {
  await freeze(db)
  const refs = (await changes.readChunkRefs(db, unitId, after)).sort((a, b) => a.t0 - b.t0)
  let waiting: DatedText[] = []
  for (let at = 0; at < refs.length; at += chunksPerStep) {
    const chunks = await changes.readThese(db, unitId, refs.slice(at, at + chunksPerStep))
    waiting.push(...chunks.flatMap(datedTexts).filter(({ timestamp }) => timestamp > after))
    // What begins later cannot come before this.
    const until = refs[at + chunksPerStep]?.t0 ?? Number.POSITIVE_INFINITY
    const texts = waiting.filter(({ timestamp }) => timestamp < until)
    waiting = waiting.filter(({ timestamp }) => timestamp >= until)
    if (texts.length > 0 && !(await take(texts.sort((a, b) => a.timestamp - b.timestamp)))) return
  }
}

/**
 * About the time of the oldest kept message of each unit; infinite: none is kept. With `afterOf` the oldest after
 * a time, or somewhat before it if stored together. Units of workers that are away are not in it.
 */
export async function firstTimes(
  ctx: Part,
  unitIds: readonly number[],
  afterOf?: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  const { rows, there } = await readUnits(ctx, unitIds, (db, own, isWorker) =>
    changes.firstTimes(db, own, isWorker, afterOf),
  )
  const times = new Map([...there].map((unitId) => [unitId, Number.POSITIVE_INFINITY]))
  for (const { unitId, t } of rows) if (t !== null) times.set(unitId, t)
  return times
}

/** The same for one unit; fails if its worker is away. */
export async function firstTime(ctx: Part, unitId: number): Promise<number> {
  const [first] = await readUnit(ctx, unitId, (db) => changes.firstTimes(db, [unitId], true))
  return first?.t ?? Number.POSITIVE_INFINITY
}

/** Moments of which messages are still kept, or older ones. Units of workers that are away have none. */
export async function keptMoments<T extends { readonly unitId: number; readonly t: number }>(
  ctx: Part,
  moments: readonly T[],
): Promise<T[]> {
  const isBefore = (times: ReadonlyMap<number, number>) => (one: T) =>
    (times.get(one.unitId) ?? Number.POSITIVE_INFINITY) > one.t
  const first = await firstTimes(
    ctx,
    moments.map(({ unitId }) => unitId),
  )
  const there = moments.filter(({ unitId }) => first.has(unitId))
  const unsure = there.filter(isBefore(first))
  if (unsure.length === 0) return there
  const { rows } = await readUnits(
    ctx,
    unsure.map(({ unitId }) => unitId),
    changes.oldestTimes,
  )
  const gone = new Set(unsure.filter(isBefore(new Map(rows.map(({ unitId, t }) => [unitId, t])))))
  return there.filter((one) => !gone.has(one))
}

/** All messages of a stretch of time, its end excluded, in the order of time. */
export const readStretch = async (
  ctx: Pick<Context, 'db'> & Viewing,
  unitId: number,
  stretch: Stretch,
): Promise<DatedText[]> =>
  shownOf(ctx, unitId, stretch, await changes.readBetween(ctx.db, unitId, stretch.from, stretch.to))

/** The same for a job, which continues with other units if the worker of this one is away. */
export const readStretchAside = async (ctx: Part & Viewing, unitId: number, stretch: Stretch): Promise<DatedText[]> => {
  const { from, to } = stretch
  const chunks = await readUnit(ctx, unitId, (db) => changes.readBetween(db, unitId, from, to))
  return shownOf(ctx, unitId, stretch, chunks)
}

async function shownOf(
  ctx: Pick<Context, 'db'> & Viewing,
  unitId: number,
  { from, to }: Stretch,
  chunks: readonly Packed[],
): Promise<DatedText[]> {
  const isHidden = await hiddenFrom(ctx.db, ctx, [unitId], from, to)
  return chunks
    .flatMap(datedTexts)
    .filter(({ timestamp: t }) => t >= from && t < to && !isHidden(unitId, t))
    .sort((a, b) => a.timestamp - b.timestamp)
}
