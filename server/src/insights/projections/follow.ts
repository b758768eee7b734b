/**
 * The usual case: messages come in order, a moment ago. They are read once for all projections, and results are saved in
 * the transaction that takes the notes of what is new, so nothing has to be marked first. What is late or fails is marked
 * for its projection, which computes it at its own pace.
 */
import type { ActorContext } from '#kernel/context.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { type Share, SliceLost } from '#kernel/slices/leases.ts'
import { around, readAfter, type TakenChange, takeChanges } from '#tracking/messages/actions.ts'
import type { DatedText } from '#tracking/messages/message.ts'
import {
  type AnyProjection,
  type AnyRun,
  advanceRun,
  markChanged,
  noteNeighbours,
  onwardRun,
  readAfterOf,
  saveRuns,
  unitsOf,
} from './actions.ts'
import * as store from './store.ts'

const changesPerTake = 1_000
/** After this the rest waits for the next turn. */
const turnMs = 2_000

/**
 * Computes what is new for as long as a turn lasts; returns the number of units. What comes meanwhile waits for the next turn, a
 * second later: each take asks every projection a few questions, however few units it has, so taking a handful at a time
 * would cost most when there is least to do.
 */
export async function follow(acting: ActorContext, projections: readonly AnyProjection[]): Promise<number> {
  const began = performance.now()
  let units = 0
  while (performance.now() - began < turnMs && !acting.pressure.isHigh()) {
    const followed = await followSome(acting, projections, await acting.slices.share())
    units += followed.units
    if (followed.isAll) break
  }
  return units
}

interface FollowedSome {
  readonly units: number
  /** No more notes were there. */
  readonly isAll: boolean
}

async function followSome(
  acting: ActorContext,
  projections: readonly AnyProjection[],
  share: Share,
): Promise<FollowedSome> {
  try {
    return await inTransaction(acting, async (ctx) => {
      const changes = await takeChanges(ctx, share.ranges, changesPerTake)
      if (changes.length > 0) await followChanges(ctx, projections, share, changes)
      const notes = changes.reduce((sum, change) => sum + change.notes, 0)
      return { units: changes.length, isAll: notes < changesPerTake }
    })
  } catch (error) {
    if (error instanceof SliceLost) return { units: 0, isAll: true }
    if (isUnavailable(error)) throw error
    acting.log.error({ err: error }, 'Failed to compute from new messages together. Each projection computes its own.')
    const units = await markChanged(acting)
    return { units, isAll: units === 0 }
  }
}

/** A projection of a unit that goes on from where it was. */
interface Onward {
  readonly projection: AnyProjection
  readonly change: TakenChange
  readonly run: AnyRun
  /** What came with it and is older: that is computed from a checkpoint, and not all that lies between. */
  readonly late: Stretches
}

async function followChanges(
  ctx: ActorContext,
  projections: readonly AnyProjection[],
  share: Share,
  changes: readonly TakenChange[],
): Promise<void> {
  const unitIds = unitsOf(changes)
  await share.require(ctx.db, unitIds)
  const followed = await store.listFollowed(ctx.db, unitIds)
  const byUnit = new Map(changes.map((change) => [change.unitId, change]))
  const onward = followed.flatMap((one) => onwardOf(projections, one, byUnit.get(one.unitId)!))
  const isAdvanced = await advanceAll(ctx, onward, await textsFor(ctx, onward))
  await store.begin(ctx.db, followed)
  const done = await save(ctx, onward.filter(isAdvanced))
  await noteNeighbours(ctx, changes)
  const late = new Map(
    onward.map(({ projection, run, late }) => [keyOf({ follower: projection.name, unitId: run.unitId }), late]),
  )
  const marksOf = (leftOf: (stretches: Stretches, isDone: boolean) => Stretches) =>
    followed.flatMap(({ follower, unitId }) => {
      const key = keyOf({ follower, unitId })
      const isDone = done.has(key)
      const left = leftOf(isDone ? late.get(key)! : byUnit.get(unitId)!.stretches, isDone)
      return left.length === 0 ? [] : [{ follower, unitId, ...left.reduce(around) }]
    })
  await store.mark(
    ctx.db,
    marksOf((left, isDone) => (isDone ? left : left.slice(0, -1))),
  )
  // What is current waits apart from what is old.
  await store.mark(
    ctx.db,
    marksOf((left, isDone) => (isDone ? [] : left.slice(-1))),
  )
}

type Stretches = TakenChange['stretches']

const keyOf = ({ follower, unitId }: { readonly follower: string; readonly unitId: number }) => `${follower} ${unitId}`

function onwardOf(projections: readonly AnyProjection[], one: store.Followed, change: TakenChange): readonly Onward[] {
  const projection = projections.find(({ name }) => name === one.follower)
  if (!projection || one.isDirty) return []
  const run = onwardRun(projection, {
    ...one,
    dirtyFrom: change.stretches.at(-1)!.t0,
    dirtyTo: change.t1,
    hasNext: false,
  })
  if (!run) return []
  const { at } = run.state
  return [{ projection, change, run, late: at === 0 ? [] : change.stretches.filter(({ t0 }) => t0 <= at) }]
}

/** One question for all projections: each unit from where the first of them is. */
function textsFor(ctx: ActorContext, onward: readonly Onward[]): Promise<Map<number, DatedText[]>> {
  const after = new Map<number, number>()
  for (const { run } of onward) {
    const at = readAfterOf(run)
    after.set(run.unitId, Math.min(after.get(run.unitId) ?? at, at))
  }
  return readAfter(
    ctx,
    Array.from(after, ([unitId, at]) => ({ unitId, after: at })),
  )
}

/** Says which could be advanced. */
async function advanceAll(
  ctx: ActorContext,
  onward: readonly Onward[],
  texts: ReadonlyMap<number, readonly DatedText[]>,
): Promise<(one: Onward) => boolean> {
  const advanced = new Set<Onward>()
  for (const [projection, all] of Map.groupBy(onward, (one) => one.projection)) {
    const rulesOf = await projection.rulesOf(ctx, unitsOf(all.map(({ run }) => run)))
    for (const one of all) {
      const { run, change } = one
      const at = readAfterOf(run)
      const own = texts.get(run.unitId)?.filter(({ timestamp }) => timestamp > at && timestamp <= change.t1)
      if (own && (await advanceRun(ctx, projection, run, rulesOf(run.unitId), own))) advanced.add(one)
    }
  }
  return (one) => advanced.has(one)
}

/** Returns the keys of those that are saved. Others were computed by somebody else meanwhile, or their rules changed. */
async function save(ctx: ActorContext, onward: readonly Onward[]): Promise<ReadonlySet<string>> {
  const done = new Set<string>()
  for (const [projection, all] of Map.groupBy(onward, (one) => one.projection)) {
    const runs = all.map(({ run }) => run)
    for (const unitId of await saveRuns(ctx, projection, runs)) done.add(keyOf({ follower: projection.name, unitId }))
  }
  return done
}
