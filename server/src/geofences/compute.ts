/**
 * Keeps the stored visits and alarms what the fold makes of the stored messages, as trips/compute.ts does with trips: new
 * messages go on from the state that was kept, late ones and changed geofences go back to the checkpoint before them.
 */
import { type Acting, type Context, inTransaction } from '../context.ts'
import { isUnavailable } from '../db/connect.ts'
import { uuidv7 } from '../ids.ts'
import { type DatedText, readAfter, readForward, takeChanges } from '../messages/actions.ts'
import { checkpointOf, openSpans, type State, startState, step, type Watched } from './crossing.ts'
import { inOrder, pointOf } from './point.ts'
import { type Content, reconcile, type Span, tellingsOf } from './span.ts'
import * as spans from './spans-store.ts'
import * as store from './store.ts'

const changesPerTake = 5_000
const takesPerTurn = 50
const unitsPerBatch = 100
/** Then others have their turn; the rest waits for the next one. */
const turnMs = 2_000
const unitsPerSlice = 500

/** All that is new, as long as a turn lasts; says how many units were looked at. */
export const computeVisits = async (acting: Acting): Promise<number> => (await computeSome(acting, 0)).units

/** From the unit after `after` on. `next` is where to go on, 0 at the end. */
export async function computeSome(acting: Acting, after: number): Promise<{ units: number; next: number }> {
  for (let takes = 0; takes < takesPerTurn && (await takeMarks(acting)) > 0; ) takes += 1
  await noteRegrouped(acting)
  const began = performance.now()
  let units = 0
  let next = after
  for (;;) {
    const dirty = await spans.listDirty(acting.db, next, unitsPerBatch)
    if (dirty.length > 0) await computeBatch(acting, dirty)
    units += dirty.length
    next = dirty.length < unitsPerBatch ? 0 : dirty.at(-1)!.unitId
    if (next === 0 || performance.now() - began > turnMs) return { units, next }
  }
}

const takeMarks = (acting: Acting): Promise<number> =>
  inTransaction(acting, async (ctx) => {
    const changes = await takeChanges(ctx, 'geofences', changesPerTake)
    if (changes.length > 0) await spans.mark(ctx.db, changes)
    return changes.length
  })

/** Whoever has joined or left a group is watched anew. */
const noteRegrouped = (acting: Acting): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    for (const { accountId, since } of await store.takeRegrouped(ctx.db)) {
      await spans.markAccount(ctx.db, accountId, since)
    }
  })

/** Units that only go on are read and written together; each other one alone. */
async function computeBatch(acting: Acting, dirty: readonly spans.Dirty[]): Promise<void> {
  const watched = await store.watchedBy(
    acting.db,
    dirty.map(({ unitId }) => unitId),
  )
  const onward = dirty.filter((unit) => isOnward(unit))
  const found = await readAfter(
    acting,
    onward.map((unit) => ({ unitId: unit.unitId, after: stateOf(unit.state).at })),
  )
  const walks: Walk[] = []
  for (const unit of onward) {
    const texts = found.get(unit.unitId)
    if (!texts) continue
    await succeeds(acting, unit.unitId, async () => {
      const walk = walkFrom(unit, unit.state, watched.get(unit.unitId) ?? [], Number.POSITIVE_INFINITY)
      walkOn(walk, texts)
      walks.push(walk)
    })
  }
  const isDone = walks.length > 0 && (await succeeds(acting, 'together', () => save(acting, walks)))
  const done = new Set(isDone ? walks.map(({ unit }) => unit.unitId) : [])
  for (const unit of dirty) {
    if (done.has(unit.unitId)) continue
    await succeeds(acting, unit.unitId, () => computeAlone(acting, unit, watched.get(unit.unitId) ?? []))
  }
}

const isOnward = ({ state, dirtyFrom }: spans.Dirty): boolean => {
  const { at } = stateOf(state)
  return at > 0 && at < dirtyFrom
}

/** One unit that cannot be computed must not keep the others from it; it stays marked, and is tried again. */
async function succeeds(acting: Acting, unit: number | 'together', work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isUnavailable(error)) throw error
    acting.log.error({ err: error, unit_id: unit }, 'Visits could not be computed.')
    return false
  }
}

async function computeAlone(acting: Acting, unit: spans.Dirty, watched: readonly Watched[]): Promise<void> {
  const { unitId, dirtyFrom, dirtyTo } = unit
  const goesOn = isOnward(unit)
  const checkpoint = goesOn ? undefined : await spans.findCheckpoint(acting.db, unitId, dirtyFrom)
  const from = goesOn ? Number.POSITIVE_INFINITY : (checkpoint?.t ?? 0)
  const walk = walkFrom(unit, goesOn ? unit.state : (checkpoint?.state ?? null), watched, from)
  const before = goesOn ? new Map() : await spans.listCheckpoints(acting.db, unitId, from)
  // From a checkpoint behind all that is new on at which the state is what it was, all is what it was.
  const isAsBefore = (t: number, state: string) => t > dirtyTo && before.get(t) === state
  await readForward(acting, unitId, walk.state.at, (texts) => walkOn(walk, texts, isAsBefore))
  await save(acting, [walk])
}

interface Walk {
  readonly unit: spans.Dirty
  readonly state: State
  readonly watched: readonly Watched[]
  /** What was over from here on is computed anew; infinite: nothing. */
  readonly from: number
  readonly fresh: Content[]
  readonly checkpoints: spans.Checkpoint[]
  /** The checkpoint at which nothing differed any more. */
  metAt: number | undefined
}

const stateOf = (text: string | null): State => (text === null ? startState() : (JSON.parse(text) as State))

/** Geofences that are no more are forgotten on the way. */
function walkFrom(unit: spans.Dirty, text: string | null, watched: readonly Watched[], from: number): Walk {
  const state = stateOf(text)
  for (const id of Object.keys(state.standings)) {
    if (!watched.some((one) => one.id === id)) delete state.standings[id]
  }
  return { unit, state, watched, from, fresh: [], checkpoints: [], metAt: undefined }
}

/** Says whether to go on. */
function walkOn(
  walk: Walk,
  texts: readonly DatedText[],
  isAsBefore: (t: number, state: string) => boolean = () => false,
): boolean {
  const { state, watched, fresh, checkpoints } = walk
  for (const point of inOrder(texts.map(({ text }) => pointOf(JSON.parse(text))))) {
    const t = checkpointOf(point.t)
    if (state.at > 0 && t > checkpointOf(state.at)) {
      const text = JSON.stringify(state)
      if (isAsBefore(t, text)) {
        walk.metAt = t
        return false
      }
      checkpoints.push({ t, state: text })
    }
    step(state, point, watched, (span) => fresh.push(span))
  }
  return true
}

/** In one transaction. What has changed of a unit meanwhile makes what is here of it worthless: it is dropped. */
const save = (acting: Acting, walks: readonly Walk[]): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    const now = ctx.clock.now()
    const claimable = walks.map((walk) => ({ dirty: walk.unit, state: finalState(walk) }))
    const claimed = await spans.claim(ctx.db, claimable)
    const own = walks.filter(({ unit }) => claimed.has(unit.unitId))
    if (own.length === 0) return
    const known = Map.groupBy(
      await spans.listSettledFrom(
        ctx.db,
        own.map(({ unit, from }) => ({ unitId: unit.unitId, from })),
      ),
      ({ unitId }) => unitId,
    )
    const results = own.map((walk) => resultOf(walk, known.get(walk.unit.unitId) ?? [], now))
    await spans.save(ctx.db, results, () => uuidv7(now), now)
    const news = results.flatMap(({ dirty, news: from }) =>
      from === undefined ? [] : [{ unitId: dirty.unitId, from }],
    )
    if (news.length > 0) await spans.announce(ctx.db, news)
  })

const finalState = ({ unit, state, metAt }: Walk): string => (metAt === undefined ? JSON.stringify(state) : unit.state!)

interface WalkResult extends spans.Result {
  /** From when on an event is new or has changed. */
  readonly news: number | undefined
}

function resultOf(walk: Walk, all: readonly Span[], now: Date): WalkResult {
  const { unit, state, from, checkpoints, metAt } = walk
  const fresh = metAt === undefined ? [...walk.fresh, ...openSpans(state)] : walk.fresh
  const known = metAt === undefined ? all : all.filter(({ settled }) => settled !== null && settled < metAt)
  const { written, removed } = reconcile(known, fresh)
  const rows = written.map(({ content, known: before }) => ({
    ...content,
    id: before?.id ?? uuidv7(now),
    unitId: unit.unitId,
    createdAt: before?.createdAt ?? now,
    // What is over was believed to be final.
    revisedAt: before && before.settled !== null ? now : (before?.revisedAt ?? null),
  }))
  const told = (span: Content | undefined) => JSON.stringify(span ? tellingsOf(span) : [])
  const changed = written.filter(({ content, known: before }) => told(content) !== told(before))
  const times = [...changed.map(({ content }) => content.t0), ...removed.map(({ t0 }) => t0)]
  return {
    dirty: unit,
    state: finalState(walk),
    from,
    to: Number.isFinite(from) ? (metAt ?? Number.POSITIVE_INFINITY) : from,
    checkpoints,
    removed: removed.map(({ id }) => id),
    written: rows,
    news: times.length > 0 ? Math.min(...times) : undefined,
  }
}

/** Visits and alarms live as long as the messages they were made of. One slice of the units at a time. */
export async function forgetVisits(
  ctx: Pick<Context, 'db'>,
  after: number,
): Promise<{ removed: number; next: number }> {
  const slice = await spans.sliceOfUnits(ctx.db, after, unitsPerSlice)
  const removed = slice.length > 0 ? await spans.removeForgotten(ctx.db, slice) : 0
  return { removed, next: slice.length < unitsPerSlice ? 0 : slice.at(-1)! }
}
