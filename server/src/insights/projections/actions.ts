/** Keeps what was computed from messages what the fold makes of the stored ones. */

import type { ActorContext, Context } from '#kernel/context.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import { removeInPieces } from '#kernel/db/pieces.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { readAfter, readForward, takeChanges } from '#tracking/messages/actions.ts'
import {
  type Change,
  type Fold,
  type FollowerName,
  type Kept,
  type Likeness,
  reconcile,
  type Walk,
  walkOn,
} from './follower.ts'
import * as store from './store.ts'

export type { Oldest } from './store.ts'

/** Followers with units that wait for longer than this, and how long the first of them waits. */
export const listLagging = (ctx: Pick<Context, 'db'>, seconds: number): Promise<store.Lag[]> =>
  store.listLagging(ctx.db, seconds)

export interface Follower<State extends { at: number }, Point extends { readonly t: number }, Content, Rules>
  extends Fold<State, Point, Content, Rules> {
  readonly name: FollowerName
  /** Before each turn: what else has to be marked. */
  before?(acting: ActorContext): Promise<void>
  /** Of several units; whoever changes rules marks the units of the account. */
  rulesOf(acting: ActorContext, unitIds: readonly number[]): Promise<(unitId: number) => Rules>
  /** Writes what came out of the walks, in the transaction that keeps their states. */
  save(acting: ActorContext, walks: readonly Walk<State, Content>[]): Promise<void>
  /** Removes so much at most of what was over before the oldest message that a unit keeps; says how much. */
  forget(db: Context['db'], oldest: readonly store.Oldest[], most: number): Promise<number>
}

// biome-ignore lint/suspicious/noExplicitAny: each has states, points and contents of its own.
type AnyFollower = Follower<any, any, any, any>

const changesPerTake = 5_000
const takesPerTurn = 50
const unitsPerBatch = 100
/** Then others have their turn; the rest waits for the next one. */
const turnMs = 2_000
const unitsPerSlice = 500

/** All that is new, as long as a turn lasts; says how many units were looked at. */
export const compute = async (acting: ActorContext, follower: AnyFollower): Promise<number> =>
  (await computeSome(acting, follower, 0)).units

/** What a job runs at every turn: each turn goes on where the last one ended. */
export function turnsOf(
  follower: AnyFollower,
): Record<'compute' | 'forget', (acting: ActorContext) => Promise<number>> {
  const next = { compute: 0, forget: 0 }
  return {
    async compute(acting) {
      const turn = await computeSome(acting, follower, next.compute)
      next.compute = turn.next
      return turn.units
    },
    async forget(acting) {
      const turn = await forgetSome(acting, follower, next.forget)
      next.forget = turn.next
      return turn.removed
    },
  }
}

/**
 * From the unit after `after` on. `next` is where to go on, 0 at the end: beginning anew each time, units that send without
 * end would leave those behind them no turn.
 */
async function computeSome(acting: ActorContext, follower: AnyFollower, after: number) {
  // Not for ever: where messages come faster than this, there is always one more.
  for (let takes = 0; takes < takesPerTurn && (await takeMarks(acting)) > 0; ) takes += 1
  await follower.before?.(acting)
  const began = performance.now()
  let units = 0
  let next = after
  for (;;) {
    const dirty = await store.listDirty(acting.db, follower.name, next, unitsPerBatch)
    if (dirty.length > 0) await computeBatch(acting, follower, dirty)
    units += dirty.length
    next = dirty.length < unitsPerBatch ? 0 : dirty.at(-1)!.unitId
    if (next === 0 || performance.now() - began > turnMs) return { units, next }
  }
}

/** Whoever comes first takes a note away, and marks the unit for all. */
const takeMarks = (acting: ActorContext): Promise<number> =>
  inTransaction(acting, async (ctx) => {
    const changes = await takeChanges(ctx, changesPerTake)
    if (changes.length > 0) await store.mark(ctx.db, changes)
    return changes.length
  })

/** What is looked for in the messages of a client's units has changed, from a time on. */
export const markAccount = (
  ctx: Pick<Context, 'db'>,
  follower: FollowerName,
  accountId: number,
  from: number,
): Promise<void> => store.markAccount(ctx.db, follower, accountId, from)

// biome-ignore lint/suspicious/noExplicitAny: see above.
type AnyWalk = Walk<any, any> & { readonly dirty: store.Dirty }

const walkFrom = (dirty: store.Dirty, state: unknown, from: number): AnyWalk => ({
  dirty,
  unitId: dirty.unitId,
  state,
  from,
  contents: [],
  checkpoints: [],
  metAt: undefined,
})

/** Units that only go on are read and written together; each other one alone. */
async function computeBatch(acting: ActorContext, follower: AnyFollower, dirty: readonly store.Dirty[]): Promise<void> {
  const rulesOf = await follower.rulesOf(
    acting,
    dirty.map(({ unitId }) => unitId),
  )
  const onward = dirty.flatMap((unit) => {
    const state = stateOf(follower, unit.state)
    return isOnward(state, unit) ? [walkFrom(unit, state, Number.POSITIVE_INFINITY)] : []
  })
  const found = await readAfter(
    acting,
    onward.map(({ unitId, state }) => ({ unitId, after: state.at })),
  )
  const walks: AnyWalk[] = []
  for (const walk of onward) {
    const { unitId, dirty: unit } = walk
    const texts = found.get(unitId)?.filter(({ timestamp }) => timestamp <= unit.dirtyTo)
    if (!texts) continue
    const isGone = await succeeds(acting, follower, unitId, async () => {
      follower.adapt?.(walk.state, rulesOf(unitId))
      walkOn(follower, walk, rulesOf(unitId), texts)
    })
    if (isGone) walks.push(walk)
  }
  const isDone = walks.length > 0 && (await succeeds(acting, follower, 'together', () => save(acting, follower, walks)))
  const done = new Set(isDone ? walks.map(({ unitId }) => unitId) : [])
  for (const unit of dirty) {
    if (done.has(unit.unitId)) continue
    await succeeds(acting, follower, unit.unitId, () => computeAlone(acting, follower, unit, rulesOf(unit.unitId)))
  }
}

const stateOf = (follower: AnyFollower, kept: string | null) =>
  kept === null ? follower.startState() : JSON.parse(kept)

/** Nothing lies before what is known, so it can go on from there however long the way is. */
const isOnward = ({ at }: { at: number }, { dirtyFrom }: store.Dirty): boolean => at > 0 && at < dirtyFrom

/** One unit that cannot be computed must not keep the others from it; it stays marked, and is tried again. */
async function succeeds(
  acting: ActorContext,
  follower: AnyFollower,
  unit: number | 'together',
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isUnavailable(error)) throw error
    acting.log.error({ err: error, unit_id: unit, follower: follower.name }, 'Messages could not be followed.')
    return false
  }
}

async function computeAlone(
  acting: ActorContext,
  follower: AnyFollower,
  unit: store.Dirty,
  rules: unknown,
): Promise<void> {
  const { unitId, dirtyFrom, dirtyTo } = unit
  const { name } = follower
  const known = stateOf(follower, unit.state)
  const goesOn = isOnward(known, unit)
  const checkpoint = goesOn ? undefined : await store.findCheckpoint(acting.db, name, unitId, dirtyFrom)
  const from = goesOn ? Number.POSITIVE_INFINITY : (checkpoint?.t ?? 0)
  // What came behind the end has a mark of its own, and would be gone over twice.
  const end = Math.max(known.at, dirtyTo)
  const walk = walkFrom(unit, goesOn ? known : stateOf(follower, checkpoint?.state ?? null), from)
  follower.adapt?.(walk.state, rules)
  const before = goesOn ? new Map() : await store.listCheckpoints(acting.db, name, unitId, from)
  // From a checkpoint behind all that is new on at which the state is what it was, all is what it was.
  const isAsBefore = (t: number, state: string) => t > dirtyTo && before.get(t) === state
  await readForward(acting, unitId, walk.state.at, (texts) => {
    const wanted = texts.at(-1)!.timestamp <= end ? texts : texts.filter(({ timestamp }) => timestamp <= end)
    return walkOn(follower, walk, rules, wanted, isAsBefore) && wanted === texts
  })
  await save(acting, follower, [walk])
}

/** In one transaction. Another process that has computed a unit meanwhile was right: what is here of it is dropped. */
const save = (acting: ActorContext, follower: AnyFollower, walks: readonly AnyWalk[]): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    const results = walks.map(({ dirty, state, from, metAt, checkpoints }) => ({
      dirty,
      state: metAt === undefined ? JSON.stringify(state) : dirty.state!,
      from,
      to: Number.isFinite(from) ? (metAt ?? Number.POSITIVE_INFINITY) : from,
      checkpoints,
    }))
    const claimed = await store.claim(ctx.db, follower.name, results)
    if (claimed.size === 0) return
    await follower.save(
      ctx,
      walks.filter(({ unitId }) => claimed.has(unitId)),
    )
    await store.saveCheckpoints(
      ctx.db,
      follower.name,
      results.filter(({ dirty }) => claimed.has(dirty.unitId)),
    )
  })

/** What is computed lives as long as the messages it was made of. One slice of the units at a time. */
export async function forgetSome(
  ctx: Pick<Context, 'db'>,
  follower: AnyFollower,
  after: number,
): Promise<{ removed: number; next: number }> {
  const oldest = await store.listOldest(ctx.db, follower.name, after, unitsPerSlice)
  const next = oldest.length < unitsPerSlice ? 0 : oldest.at(-1)!.unitId
  if (oldest.length === 0) return { removed: 0, next }
  const checkpoints = await removeInPieces((most) => store.removeCheckpoints(ctx.db, follower.name, oldest, most))
  const { removed, isDone } = await removeInPieces((most) => follower.forget(ctx.db, oldest, most))
  return { removed, next: checkpoints.isDone && isDone ? next : after }
}

/** What of one unit is to be written: each with an id, its old one where it is recognised. */
export interface Renewed<Content, Row extends Content & Kept> {
  readonly unitId: number
  readonly rows: readonly (Content & Kept)[]
  readonly changed: readonly Change<Content, Row>[]
  readonly removed: readonly Row[]
}

/** `isOver` tells of what is known whether it was believed to be final. */
export function renew<Content extends object, Row extends Content & Kept>(
  likeness: Likeness<Content> & { isOver(known: Row): boolean },
  unitId: number,
  known: readonly Row[],
  fresh: readonly Content[],
  now: Date,
): Renewed<Content, Row> {
  const { changed, removed } = reconcile(likeness, known, fresh)
  const rows = changed.map(({ content, known: before }) => ({
    ...content,
    id: before?.id ?? uuidv7(now),
    unitId,
    createdAt: before?.createdAt ?? now,
    revisedAt: before && likeness.isOver(before) ? now : (before?.revisedAt ?? null),
  }))
  return { unitId, rows, changed, removed }
}
