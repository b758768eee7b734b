/** Keeps stored results equal to what the fold makes of the stored messages. */

import type { ActorContext, Context } from '#kernel/context.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import { removeInPieces } from '#kernel/db/pieces.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { readAfter, readForward, takeChanges } from '#tracking/messages/actions.ts'
import {
  advance,
  type Change,
  type Fold,
  type Kept,
  type Matcher,
  type ProjectionName,
  type Run,
  reconcile,
} from './projection.ts'
import * as store from './store.ts'

export type { Oldest } from './store.ts'

/** Projections with units that have waited longer than this, and the longest wait. */
export const listLagging = (ctx: Pick<Context, 'db'>, seconds: number): Promise<store.Lag[]> =>
  store.listLagging(ctx.db, seconds)

export interface Projection<State extends { at: number }, Point extends { readonly t: number }, Content, Rules>
  extends Fold<State, Point, Content, Rules> {
  readonly name: ProjectionName
  /** Before each turn: what else has to be marked. */
  before?(acting: ActorContext): Promise<void>
  /** For several units. An action that changes rules marks the units of the account. */
  rulesOf(acting: ActorContext, unitIds: readonly number[]): Promise<(unitId: number) => Rules>
  /** Writes the results of the runs, in the transaction that stores their states. */
  save(acting: ActorContext, runs: readonly Run<State, Content>[]): Promise<void>
  /** Removes at most `most` results older than the unit's oldest stored message; returns how many. */
  forget(db: Context['db'], oldest: readonly store.Oldest[], most: number): Promise<number>
}

// biome-ignore lint/suspicious/noExplicitAny: each has states, points and contents of its own.
type AnyProjection = Projection<any, any, any, any>

const changesPerTake = 5_000
const takesPerTurn = 50
const unitsPerBatch = 100
/** After this the rest waits for the next turn. */
const turnMs = 2_000
const unitsPerSlice = 500

/** Computes new messages for as long as a turn lasts; returns the number of units. */
export const compute = async (acting: ActorContext, projection: AnyProjection): Promise<number> =>
  (await computeSome(acting, projection, 0)).units

/** The work of a job: each turn continues where the last one ended. */
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
 * Starts at the unit after `after`. `next` is where to continue, 0 at the end. Starting over each time, units that send without
 * pause would starve those behind them.
 */
async function computeSome(acting: ActorContext, projection: AnyProjection, after: number) {
  // Bounded: when messages come faster than this, there is always one more.
  for (let takes = 0; takes < takesPerTurn && (await takeMarks(acting)) > 0; ) takes += 1
  await projection.before?.(acting)
  const began = performance.now()
  let units = 0
  let next = after
  for (;;) {
    const dirty = await store.listDirty(acting.db, projection.name, next, unitsPerBatch)
    if (dirty.length > 0) await computeBatch(acting, projection, dirty)
    units += dirty.length
    next = dirty.length < unitsPerBatch ? 0 : dirty.at(-1)!.unitId
    if (next === 0 || performance.now() - began > turnMs) return { units, next }
  }
}

/** The first to take a change marks the unit for all projections. */
const takeMarks = (acting: ActorContext): Promise<number> =>
  inTransaction(acting, async (ctx) => {
    const changes = await takeChanges(ctx, changesPerTake)
    if (changes.length > 0) await store.mark(ctx.db, changes)
    return changes.length
  })

/** The rules for a client's units changed, from a time on. */
export const markAccount = (
  ctx: Pick<Context, 'db'>,
  projection: ProjectionName,
  accountId: number,
  from: number,
): Promise<void> => store.markAccount(ctx.db, projection, accountId, from)

// biome-ignore lint/suspicious/noExplicitAny: see above.
type AnyRun = Run<any, any> & { readonly dirty: store.Dirty }

const runFrom = (dirty: store.Dirty, state: unknown, from: number): AnyRun => ({
  dirty,
  unitId: dirty.unitId,
  state,
  from,
  contents: [],
  checkpoints: [],
  metAt: undefined,
})

/** Units with nothing late are read and written together, the others one by one. */
async function computeBatch(
  acting: ActorContext,
  projection: AnyProjection,
  dirty: readonly store.Dirty[],
): Promise<void> {
  const rulesOf = await projection.rulesOf(
    acting,
    dirty.map(({ unitId }) => unitId),
  )
  const onward = dirty.flatMap((unit) => {
    const state = stateOf(projection, unit.state)
    return isOnward(state, unit) ? [runFrom(unit, state, Number.POSITIVE_INFINITY)] : []
  })
  const found = await readAfter(
    acting,
    onward.map(({ unitId, state }) => ({ unitId, after: state.at })),
  )
  const runs: AnyRun[] = []
  for (const run of onward) {
    const { unitId, dirty: unit } = run
    const texts = found.get(unitId)?.filter(({ timestamp }) => timestamp <= unit.dirtyTo)
    if (!texts) continue
    const isGone = await succeeds(acting, projection, unitId, async () => {
      projection.adapt?.(run.state, rulesOf(unitId))
      advance(projection, run, rulesOf(unitId), texts)
    })
    if (isGone) runs.push(run)
  }
  const isDone =
    runs.length > 0 && (await succeeds(acting, projection, 'together', () => save(acting, projection, runs)))
  const done = new Set(isDone ? runs.map(({ unitId }) => unitId) : [])
  for (const unit of dirty) {
    if (done.has(unit.unitId)) continue
    await succeeds(acting, projection, unit.unitId, () => computeOne(acting, projection, unit, rulesOf(unit.unitId)))
  }
}

const stateOf = (projection: AnyProjection, kept: string | null) =>
  kept === null ? projection.startState() : JSON.parse(kept)

/** Nothing is late, so the run can continue from the stored state. */
const isOnward = ({ at }: { at: number }, { dirtyFrom }: store.Dirty): boolean => at > 0 && at < dirtyFrom

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
    if (isUnavailable(error)) throw error
    acting.log.error({ err: error, unit_id: unit, projection: projection.name }, 'Failed to compute from messages.')
    return false
  }
}

async function computeOne(
  acting: ActorContext,
  projection: AnyProjection,
  unit: store.Dirty,
  rules: unknown,
): Promise<void> {
  const { unitId, dirtyFrom, dirtyTo } = unit
  const { name } = projection
  const known = stateOf(projection, unit.state)
  const continues = isOnward(known, unit)
  const checkpoint = continues ? undefined : await store.findCheckpoint(acting.db, name, unitId, dirtyFrom)
  const from = continues ? Number.POSITIVE_INFINITY : (checkpoint?.t ?? 0)
  // Messages past the end have their own mark; reading them here would process them twice.
  const end = Math.max(known.at, dirtyTo)
  const run = runFrom(unit, continues ? known : stateOf(projection, checkpoint?.state ?? null), from)
  projection.adapt?.(run.state, rules)
  const before = continues ? new Map() : await store.listCheckpoints(acting.db, name, unitId, from)
  // If a checkpoint past everything new has the same state as before, the rest is unchanged.
  const isUnchanged = (t: number, state: string) => t > dirtyTo && before.get(t) === state
  await readForward(acting, unitId, run.state.at, (texts) => {
    const wanted = texts.at(-1)!.timestamp <= end ? texts : texts.filter(({ timestamp }) => timestamp <= end)
    return advance(projection, run, rules, wanted, isUnchanged) && wanted === texts
  })
  await save(acting, projection, [run])
}

/** In one transaction. If another process computed a unit meanwhile, its result stands and ours is dropped. */
const save = (acting: ActorContext, projection: AnyProjection, runs: readonly AnyRun[]): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    const results = runs.map(({ dirty, state, from, metAt, checkpoints }) => ({
      dirty,
      state: metAt === undefined ? JSON.stringify(state) : dirty.state!,
      from,
      to: Number.isFinite(from) ? (metAt ?? Number.POSITIVE_INFINITY) : from,
      checkpoints,
    }))
    const claimed = await store.claim(ctx.db, projection.name, results)
    if (claimed.size === 0) return
    await projection.save(
      ctx,
      runs.filter(({ unitId }) => claimed.has(unitId)),
    )
    await store.saveCheckpoints(
      ctx.db,
      projection.name,
      results.filter(({ dirty }) => claimed.has(dirty.unitId)),
    )
  })

/** Results live as long as the messages they were made of. One slice of units at a time. */
export async function forgetSome(
  ctx: Pick<Context, 'db'>,
  projection: AnyProjection,
  after: number,
): Promise<{ removed: number; next: number }> {
  const oldest = await store.listOldest(ctx.db, projection.name, after, unitsPerSlice)
  const next = oldest.length < unitsPerSlice ? 0 : oldest.at(-1)!.unitId
  if (oldest.length === 0) return { removed: 0, next }
  const checkpoints = await removeInPieces((most) => store.removeCheckpoints(ctx.db, projection.name, oldest, most))
  const { removed, isDone } = await removeInPieces((most) => projection.forget(ctx.db, oldest, most))
  return { removed, next: checkpoints.isDone && isDone ? next : after }
}

/** Rows to write for one unit, each with its previous id where it is recognised. */
export interface Recomputed<Content, Row extends Content & Kept> {
  readonly unitId: number
  readonly rows: readonly (Content & Kept)[]
  readonly changed: readonly Change<Content, Row>[]
  readonly removed: readonly Row[]
}

/** `isOver` says whether a known row was considered final. */
export function recompute<Content extends object, Row extends Content & Kept>(
  matcher: Matcher<Content> & { isOver(known: Row): boolean },
  unitId: number,
  known: readonly Row[],
  fresh: readonly Content[],
  now: Date,
): Recomputed<Content, Row> {
  const { changed, removed } = reconcile(matcher, known, fresh)
  const rows = changed.map(({ content, known: before }) => ({
    ...content,
    id: before?.id ?? uuidv7(now),
    unitId,
    createdAt: before?.createdAt ?? now,
    revisedAt: before && matcher.isOver(before) ? now : (before?.revisedAt ?? null),
  }))
  return { unitId, rows, changed, removed }
}
