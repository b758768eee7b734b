/**
 * Keeps the stored trips what the segmentation makes of the stored messages. New messages go on from the state that was
 * kept; late ones go back to the checkpoint before them, and no further than until nothing differs any more.
 */
import { type Acting, type Context, inTransaction } from '../context.ts'
import { isUnavailable } from '../db/connect.ts'
import { uuidv7 } from '../ids.ts'
import { type DatedText, readAfter, readForward, takeChanges } from '../messages/actions.ts'
import { inOrder, type Point, pointOf } from './point.ts'
import { checkpointOf, openSegment, type State, startState, step } from './segmentation.ts'
import * as store from './store.ts'
import { type Content, contentOf, isOpen, reconcile, type Trip } from './trip.ts'

const changesPerTake = 5_000
const takesPerTurn = 50
const unitsPerBatch = 100
/** Then others have their turn; the rest waits for the next one. */
const turnMs = 2_000
const unitsPerSlice = 500

/** All that is new, as long as a turn lasts; says how many units were looked at. */
export const computeTrips = async (acting: Acting): Promise<number> => (await computeSome(acting, 0)).units

/**
 * From the unit after `after` on. `next` is where to go on, 0 at the end: beginning anew each time, units that send without
 * end would leave those behind them no turn.
 */
export async function computeSome(acting: Acting, after: number): Promise<{ units: number; next: number }> {
  // Not for ever: where messages come faster than this, there is always one more.
  for (let takes = 0; takes < takesPerTurn && (await takeMarks(acting)) > 0; ) takes += 1
  const began = performance.now()
  let units = 0
  let next = after
  for (;;) {
    const dirty = await store.listDirty(acting.db, next, unitsPerBatch)
    if (dirty.length > 0) await computeBatch(acting, dirty)
    units += dirty.length
    next = dirty.length < unitsPerBatch ? 0 : dirty.at(-1)!.unitId
    if (next === 0 || performance.now() - began > turnMs) return { units, next }
  }
}

const takeMarks = (acting: Acting): Promise<number> =>
  inTransaction(acting, async (ctx) => {
    const changes = await takeChanges(ctx, 'trips', changesPerTake)
    if (changes.length > 0) await store.mark(ctx.db, changes)
    return changes.length
  })

/** Units that only go on are read and written together; each other one alone. */
async function computeBatch(acting: Acting, dirty: readonly store.Dirty[]): Promise<void> {
  const onward = dirty.flatMap((unit) => {
    const state = stateOf(unit.state)
    return state.at > 0 && state.at < unit.dirtyFrom ? [{ unit, state }] : []
  })
  const found = await readAfter(
    acting,
    onward.map(({ unit, state }) => ({ unitId: unit.unitId, after: state.at })),
  )
  const walks: Walk[] = []
  for (const { unit, state } of onward) {
    const texts = found.get(unit.unitId)
    const walk = walkFrom(unit, state, Number.POSITIVE_INFINITY)
    if (texts && (await succeeds(acting, unit.unitId, () => walkOn(walk, texts)))) walks.push(walk)
  }
  const isDone = walks.length > 0 && (await succeeds(acting, 'together', () => save(acting, walks)))
  const done = new Set(isDone ? walks.map(({ unit }) => unit.unitId) : [])
  for (const unit of dirty) {
    if (!done.has(unit.unitId)) await succeeds(acting, unit.unitId, () => computeAlone(acting, unit))
  }
}

/** One unit that cannot be computed must not keep the others from it; it stays marked, and is tried again. */
async function succeeds(
  acting: Acting,
  unit: number | 'together',
  work: () => Promise<void> | boolean,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isUnavailable(error)) throw error
    acting.log.error({ err: error, unit_id: unit }, 'Trips could not be computed.')
    return false
  }
}

async function computeAlone(acting: Acting, unit: store.Dirty): Promise<void> {
  const { unitId, dirtyFrom, dirtyTo } = unit
  const known = stateOf(unit.state)
  // Nothing lies behind what is known, so it can go on from there however long the way is.
  const isOnward = known.at > 0 && known.at < dirtyFrom
  const checkpoint = isOnward ? undefined : await store.findCheckpoint(acting.db, unitId, dirtyFrom)
  const from = isOnward ? Number.POSITIVE_INFINITY : (checkpoint?.t ?? 0)
  const walk = walkFrom(unit, isOnward ? known : stateOf(checkpoint?.state ?? null), from)
  const before = isOnward ? new Map() : await store.listCheckpoints(acting.db, unitId, from)
  // From a checkpoint behind all that is new on at which the state is what it was, all is what it was.
  const isAsBefore = (t: number, state: string) => t > dirtyTo && before.get(t) === state
  await readForward(acting, unitId, walk.state.at, (texts) => walkOn(walk, texts, isAsBefore))
  await save(acting, [walk])
}

interface Walk {
  readonly unit: store.Dirty
  readonly state: State
  /** Segments that were closed from here on are computed anew; infinite: none. */
  readonly from: number
  readonly segments: Content[]
  readonly checkpoints: store.Checkpoint[]
  /** The checkpoint at which nothing differed any more. */
  metAt: number | undefined
}

const stateOf = (text: string | null): State => (text === null ? startState() : (JSON.parse(text) as State))

const walkFrom = (unit: store.Dirty, state: State, from: number): Walk => ({
  unit,
  state,
  from,
  segments: [],
  checkpoints: [],
  metAt: undefined,
})

/** Says whether to go on. */
function walkOn(
  walk: Walk,
  texts: readonly DatedText[],
  isAsBefore: (t: number, state: string) => boolean = () => false,
): boolean {
  const { state, segments, checkpoints } = walk
  for (const point of inOrder(texts.flatMap(({ text }): Point[] => pointsIn(text)))) {
    const t = checkpointOf(point.t)
    if (state.at > 0 && t > checkpointOf(state.at)) {
      const text = JSON.stringify(state)
      if (isAsBefore(t, text)) {
        walk.metAt = t
        return false
      }
      checkpoints.push({ t, state: text })
    }
    step(state, point, (segment) => segments.push(contentOf(segment)))
  }
  return true
}

function pointsIn(text: string): Point[] {
  const point = pointOf(JSON.parse(text))
  return point ? [point] : []
}

/** In one transaction. Another process that has computed a unit meanwhile was right: what is here of it is dropped. */
const save = (acting: Acting, walks: readonly Walk[]): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    const known = Map.groupBy(
      await store.listSettledFrom(
        ctx.db,
        walks.map(({ unit, from }) => ({ unitId: unit.unitId, from })),
      ),
      ({ unitId }) => unitId,
    )
    const results = walks.map((walk) => resultOf(walk, known.get(walk.unit.unitId) ?? [], ctx.clock.now()))
    const claimed = await store.claim(
      ctx.db,
      results,
      walks.map(({ unit }) => unit),
    )
    const own = results.filter(({ unitId }) => claimed.has(unitId))
    await store.save(ctx.db, own)
    const news = own.filter((one) => one.news !== undefined).map(({ unitId, news }) => ({ unitId, from: news! }))
    if (news.length > 0) await store.announce(ctx.db, news)
  })

interface WalkResult extends store.Result {
  /** From when on something other than the end of the last one is new. */
  readonly news: number | undefined
}

function resultOf(
  { unit, state, from, segments, checkpoints, metAt }: Walk,
  all: readonly Trip[],
  now: Date,
): WalkResult {
  const { unitId, revision } = unit
  const open = metAt === undefined ? openSegment(state) : undefined
  const fresh = open ? [...segments, contentOf(open)] : segments
  const known = metAt === undefined ? all : all.filter((one) => one.settled < metAt && !isOpen(one))
  const { written, removed } = reconcile(known, fresh)
  const rows = written.map(({ content, known: before }) => ({
    ...content,
    id: before?.id ?? uuidv7(now),
    unitId,
    createdAt: before?.createdAt ?? now,
    revisedAt: before && !isOpen(before) ? now : (before?.revisedAt ?? null),
  }))
  const isNews = (row: Trip) => !isOpen(row) || !written.some(({ known: before }) => before?.id === row.id)
  const times = [...rows.filter(isNews), ...removed].map(({ t0 }) => t0)
  return {
    unitId,
    revision,
    state: metAt === undefined ? JSON.stringify(state) : unit.state!,
    from,
    to: Number.isFinite(from) ? (metAt ?? Number.POSITIVE_INFINITY) : from,
    checkpoints,
    removed: removed.map(({ id }) => id),
    written: rows,
    news: times.length > 0 ? Math.min(...times) : undefined,
  }
}

/** Trips live as long as the messages they were made of. One slice of the units at a time, as `messages.trim` goes. */
export async function forgetTrips(ctx: Pick<Context, 'db'>, after: number): Promise<{ removed: number; next: number }> {
  const slice = await store.sliceOfUnits(ctx.db, after, unitsPerSlice)
  const removed = slice.length > 0 ? await store.removeForgotten(ctx.db, slice) : 0
  return { removed, next: slice.length < unitsPerSlice ? 0 : slice.at(-1)! }
}
