/** Keeps stored results equal to the result of the fold over the stored messages. */

import type { ActorContext, Context } from '#kernel/context.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import { removeInPieces } from '#kernel/db/pieces.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { turns } from '#kernel/runtime/turns.ts'
import { type Share, SliceLost } from '#kernel/slices/leases.ts'
import { listThrough, type Range } from '#kernel/slices/slice.ts'
import {
  type Change,
  firstTimes,
  readAfter,
  readForward,
  type TakenChange,
  takeChanges,
  unitsThere,
  WorkerAway,
} from '#tracking/messages/actions.ts'
import type { DatedText } from '#tracking/messages/message.ts'
import * as neighbours from './neighbours-store.ts'
import { advance, type Fold, type ProjectionName, type Run } from './projection.ts'
import * as store from './store.ts'

export { type Noted, namesOther } from './neighbours-store.ts'
export type { Oldest } from './store.ts'

/** Projections with units that have waited longer than this, and the longest wait. */
export const listLagging = (ctx: Pick<Context, 'db'>, seconds: number): Promise<store.Lag[]> =>
  store.listLagging(ctx.db, seconds)

export interface Projection<State extends { at: number }, Point extends { readonly t: number }, Content, Rules>
  extends Fold<State, Point, Content, Rules> {
  readonly name: ProjectionName
  /** Before each run: what else has to be marked. */
  before?(acting: ActorContext): Promise<void>
  /** For several units. An action that changes rules marks the units of the account. */
  rulesOf(acting: ActorContext, unitIds: readonly number[]): Promise<(unitId: number) => Rules>
  /** Adds to the points what their messages do not contain, such as the road; deterministic for the same points. */
  enrich?(acting: ActorContext, points: readonly Point[], rules: Rules): Promise<readonly Point[]>
  /** Writes the results of the runs, in the transaction that stores their states. */
  save(acting: ActorContext, runs: readonly Run<State, Content>[]): Promise<void>
  /** Removes at most `most` results older than the unit's oldest stored message; returns how many. */
  forget(db: Context['db'], oldest: readonly store.Oldest[], most: number): Promise<number>
}

// biome-ignore lint/suspicious/noExplicitAny: each has states, points and contents of its own.
export type AnyProjection = Projection<any, any, any, any>

const changesPerTake = 5_000
const takesPerTurn = 50
const unitsPerBatch = 100
/** After this the rest waits for the next run. */
const turnMs = 2_000
const unitsPerPart = 500

/** Computes new messages for the length of a run; returns the number of units. */
export async function compute(acting: ActorContext, projection: AnyProjection): Promise<number> {
  await markChanged(acting)
  return (await computeSome(acting, projection, 0)).units
}

/** The work of a job: each run continues where the last one ended. */
export function schedule(
  projection: AnyProjection,
): Record<'compute' | 'forget', (acting: ActorContext) => Promise<number>> {
  const next = { compute: 0, forget: 0 }
  return {
    async compute(acting) {
      const turn = await computeSome(acting, projection, next.compute)
      next.compute = turn.next
      return turn.units
    },
    async forget(acting) {
      const turn = await forgetSome(acting, projection, next.forget)
      next.forget = turn.next
      return turn.removed
    },
  }
}

/**
 * Starts at the unit after `after`. `next` is where to continue, 0 at the end. If each run started over, units that
 * send without pause would starve those behind them.
 */
async function computeSome(acting: ActorContext, projection: AnyProjection, after: number) {
  await projection.before?.(acting)
  const began = performance.now()
  let units = 0
  let next = after
  for (;;) {
    const share = await acting.slices.share()
    const list = (from: number, to: number, most: number) => store.listDirty(acting.db, projection.name, from, to, most)
    const dirty = await listThrough(share.ranges, next, unitsPerBatch, list, ({ unitId }) => unitId)
    if (!(await isStillOurs(() => computeAll(acting, projection, dirty.items, share)))) return { units, next }
    units += dirty.items.length
    next = dirty.next
    if (next === 0 || performance.now() - began > turnMs) return { units, next }
  }
}

/** False: another node took over some of the units and computes them itself. */
async function isStillOurs(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof SliceLost) return false
    throw error
  }
}

/** Marks units with new messages for all projections; returns how many. */
export async function markChanged(acting: ActorContext): Promise<number> {
  let marked = 0
  // Bounded: if messages arrive faster than this, there is always one more.
  for (let takes = 0; takes < takesPerTurn; takes++) {
    const { ranges } = await acting.slices.share()
    const units = await inTransaction(acting, async (ctx) => {
      const changes = await takeChanges(ctx, ranges, changesPerTake)
      if (changes.length > 0) {
        await mark(ctx, await store.listFollowed(ctx.db, unitsOf(changes)), changes)
        await noteNeighbours(ctx, changes)
      }
      return changes.length
    })
    if (units === 0) break
    marked += units
  }
  return marked
}

export const unitsOf = (of: readonly { readonly unitId: number }[]): number[] => of.map(({ unitId }) => unitId)

function mark(
  { db }: Pick<Context, 'db'>,
  followed: readonly store.Followed[],
  changes: readonly Change[],
): Promise<void> {
  const byUnit = new Map(changes.map((change) => [change.unitId, change]))
  return store.mark(
    db,
    followed.map(({ follower, unitId }) => {
      const { t0, t1 } = byUnit.get(unitId)!
      return { follower, unitId, t0, t1 }
    }),
  )
}

/** In the transaction that takes the notes of new messages: results of other units may depend on it. */
export const noteNeighbours = ({ db, clock }: ActorContext, changes: readonly TakenChange[]): Promise<void> =>
  neighbours.note(
    db,
    changes.flatMap(({ unitId, stretches }) => stretches.map((one) => ({ unitId, ...one }))),
    clock.now(),
  )

export const listNeighbours = (
  { db }: Pick<Context, 'db'>,
  ranges: readonly Range[],
  until: Date,
): Promise<neighbours.Noted[]> => neighbours.list(db, ranges, until, changesPerTake)

export const removeNeighbours = ({ db }: Pick<Context, 'db'>, notes: readonly neighbours.Noted[]): Promise<void> =>
  neighbours.remove(db, notes)

/**
 * Something other than their own messages that results depend on has changed, for each unit once. The units exist: they
 * are locked.
 */
export const markChanges = (
  { db }: Pick<Context, 'db'>,
  follower: ProjectionName,
  changes: readonly Change[],
): Promise<void> =>
  store.mark(
    db,
    changes.map((change) => ({ ...change, follower })),
  )

/** The rules for a client's units changed, from a time on. */
export const markAccount = (
  ctx: Pick<Context, 'db'>,
  projection: ProjectionName,
  accountId: number,
  from: number,
): Promise<void> => store.markAccount(ctx.db, projection, accountId, from)

/** The same for some units. */
export const markUnits = (
  ctx: Pick<Context, 'db'>,
  projection: ProjectionName,
  unitIds: readonly number[],
  from: number,
): Promise<void> => store.markUnits(ctx.db, projection, unitIds, from)

// biome-ignore lint/suspicious/noExplicitAny: see above.
export type AnyRun = Run<any, any> & { readonly dirty: store.Dirty }

const runFrom = (dirty: store.Dirty, state: unknown, from: number): AnyRun => ({
  dirty,
  unitId: dirty.unitId,
  state,
  from,
  contents: [],
  checkpoints: [],
  metAt: undefined,
})

/** The first range of each unit, and then its second. */
async function computeAll(
  acting: ActorContext,
  projection: AnyProjection,
  dirty: readonly store.Dirty[],
  share: Share,
): Promise<void> {
  await computeBatch(acting, projection, dirty, share)
  const more = unitsOf(dirty.filter(({ hasNext }) => hasNext))
  if (more.length === 0) return
  const next = await store.listDirtyAmong(acting.db, projection.name, more)
  // A unit that still has a second range: its first was not computed.
  const ready = next.filter(({ hasNext }) => !hasNext)
  await computeBatch(acting, projection, ready, share)
}

/** Units with nothing late are read and written together, the others one by one. */
async function computeBatch(
  acting: ActorContext,
  projection: AnyProjection,
  all: readonly store.Dirty[],
  share: Share,
): Promise<void> {
  const there = new Set(await unitsThere(acting, unitsOf(all)))
  const dirty = all.filter(({ unitId }) => there.has(unitId))
  if (dirty.length === 0) return
  const rulesOf = await projection.rulesOf(acting, unitsOf(dirty))
  const onward = dirty.flatMap((unit) => onwardRun(projection, unit) ?? [])
  const found = await readAfter(
    acting,
    onward.map((run) => ({ unitId: run.unitId, after: readAfterOf(run) })),
  )
  const runs: AnyRun[] = []
  const giveTurn = turns()
  for (const run of onward) {
    await giveTurn()
    const { unitId, dirty: unit } = run
    const read = found.get(unitId)
    if (!read) continue
    const texts = () => read().filter(({ timestamp }) => timestamp <= unit.dirtyTo)
    if (await advanceRun(acting, projection, run, rulesOf(unitId), texts)) runs.push(run)
  }
  const isDone =
    runs.length > 0 && (await succeeds(acting, projection, 'together', () => save(acting, projection, runs, share)))
  const done = new Set(isDone ? runs.map(({ unitId }) => unitId) : [])
  for (const unit of dirty) {
    if (done.has(unit.unitId)) continue
    const rules = rulesOf(unit.unitId)
    await succeeds(acting, projection, unit.unitId, () => computeOne(acting, projection, unit, rules, share))
  }
}

const stateOf = (projection: AnyProjection, kept: string | null) =>
  kept === null ? projection.startState() : JSON.parse(kept)

/** Messages from before a unit moved to its account do not concern that account. */
export const readAfterOf = ({ state, dirty }: AnyRun): number => Math.max(state.at, dirty.since)

/** False: it failed. `read` unpacks the messages, and fails if a chunk of this unit is damaged. */
export const advanceRun = (
  acting: ActorContext,
  projection: AnyProjection,
  run: AnyRun,
  rules: unknown,
  read: () => readonly DatedText[],
): Promise<boolean> =>
  succeeds(acting, projection, run.unitId, async () => {
    const texts = read()
    projection.adapt?.(run.state, rules)
    advance(projection, run, rules, await pointsOf(acting, projection, rules, texts))
  })

async function pointsOf(
  acting: ActorContext,
  projection: AnyProjection,
  rules: unknown,
  texts: readonly DatedText[],
): Promise<readonly { readonly t: number }[]> {
  const points = projection.pointsIn(texts)
  return projection.enrich ? projection.enrich(acting, points, rules) : points
}

/** Undefined: something is late, so the run has to go back to a checkpoint. */
export function onwardRun(projection: AnyProjection, unit: store.Dirty): AnyRun | undefined {
  const state = stateOf(projection, unit.state)
  if (state.at === 0) return runFrom(unit, projection.startState(), 0)
  return state.at < unit.dirtyFrom ? runFrom(unit, state, Number.POSITIVE_INFINITY) : undefined
}

/** One unit that fails must not stop the others; it stays marked and is retried. */
async function succeeds(
  acting: ActorContext,
  projection: AnyProjection,
  unit: number | 'together',
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof WorkerAway) return false
    if (isUnavailable(error) || error instanceof SliceLost) throw error
    acting.log.error({ err: error, unit_id: unit, projection: projection.name }, 'Failed to compute from messages.')
    return false
  }
}

/** From the checkpoint before what is late. */
async function runBack({ db }: ActorContext, projection: AnyProjection, unit: store.Dirty): Promise<AnyRun> {
  const checkpoint = await store.findCheckpoint(db, projection.name, unit.unitId, unit.dirtyFrom)
  return runFrom(unit, stateOf(projection, checkpoint?.state ?? null), checkpoint?.t ?? 0)
}

async function computeOne(
  acting: ActorContext,
  projection: AnyProjection,
  unit: store.Dirty,
  rules: unknown,
  share: Share,
): Promise<void> {
  const { unitId, dirtyTo } = unit
  const { name } = projection
  const onward = onwardRun(projection, unit)
  const run = onward ?? (await runBack(acting, projection, unit))
  // Messages past the end have their own mark; reading them here would process them twice.
  const end = Math.max(stateOf(projection, unit.state).at, dirtyTo)
  projection.adapt?.(run.state, rules)
  const before = onward ? new Map() : await store.listCheckpoints(acting.db, name, unitId, run.from)
  // If a checkpoint past everything new has the same state as before, the rest is unchanged.
  const isUnchanged = (t: number, state: string) => t > dirtyTo && before.get(t) === state
  await readForward(acting, unitId, readAfterOf(run), async (texts) => {
    const wanted = texts.at(-1)!.timestamp <= end ? texts : texts.filter(({ timestamp }) => timestamp <= end)
    const points = await pointsOf(acting, projection, rules, wanted)
    return advance(projection, run, rules, points, isUnchanged) && wanted === texts
  })
  await save(acting, projection, [run], share)
}

/** In one transaction. If another node took over a unit meanwhile, nothing is written. */
const save = (acting: ActorContext, projection: AnyProjection, runs: readonly AnyRun[], share: Share): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    await share.require(ctx.db, unitsOf(runs))
    await saveRuns(ctx, projection, runs)
  })

/** Returns the units that were saved: if another process computed one, its result stands and ours is dropped. */
export async function saveRuns(
  ctx: ActorContext,
  projection: AnyProjection,
  runs: readonly AnyRun[],
): Promise<ReadonlySet<number>> {
  const results = runs.map(({ dirty, state, from, metAt, checkpoints }) => ({
    dirty,
    state: metAt === undefined ? JSON.stringify(state) : dirty.state!,
    from,
    to: Number.isFinite(from) ? (metAt ?? Number.POSITIVE_INFINITY) : from,
    checkpoints,
  }))
  const claimed = await store.claim(ctx.db, projection.name, results)
  if (claimed.size === 0) return claimed
  await projection.save(
    ctx,
    runs.filter(({ unitId }) => claimed.has(unitId)),
  )
  await store.saveCheckpoints(
    ctx.db,
    projection.name,
    results.filter(({ dirty }) => claimed.has(dirty.unitId)),
  )
  return claimed
}

/** Results live as long as the messages they were computed from. Some units at a time. */
export async function forgetSome(
  ctx: Pick<Context, 'db' | 'log' | 'slices'>,
  projection: AnyProjection,
  after: number,
): Promise<{ removed: number; next: number }> {
  const { ranges } = await ctx.slices.share()
  const list = (from: number, to: number, most: number) => store.listKnown(ctx.db, projection.name, from, to, most)
  const { items: units, next } = await listThrough(ranges, after, unitsPerPart, list, (unitId) => unitId)
  const oldest = Array.from(await firstTimes(ctx, units), ([unitId, t]) => ({ unitId, t }))
  if (oldest.length === 0) return { removed: 0, next }
  const checkpoints = await removeInPieces((most) => store.removeCheckpoints(ctx.db, projection.name, oldest, most))
  const { removed, isDone } = await removeInPieces((most) => projection.forget(ctx.db, oldest, most))
  return { removed, next: checkpoints.isDone && isDone ? next : after }
}
