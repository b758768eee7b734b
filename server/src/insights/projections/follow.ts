/**
 * The usual case: messages arrive in order, a moment ago. They are read once for all projections, and results are saved
 * in the transaction that takes the notes of new messages, so nothing has to be marked first. What is late or fails is
 * marked for its projection, which computes it at its own pace.
 */
import type { ActorContext } from '#kernel/context.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { turns } from '#kernel/runtime/turns.ts'
import { type Share, SliceLost } from '#kernel/slices/leases.ts'
import { around, readAfter, type TakenChange, takeChanges } from '#tracking/messages/actions.ts'
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
/** After this the rest waits for the next run. */
const turnMs = 2_000

/**
 * Computes new messages for the length of a run; returns the number of units. What arrives meanwhile waits for the next
 * run, a second later: each take needs a few queries per projection, however few units it has, so taking a handful at a
 * time would cost most when there is least to do.
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
  /** There were no more notes. */
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

/** A projection of a unit that continues from its state. */
interface Onward {
  readonly projection: AnyProjection
  readonly change: TakenChange
  readonly run: AnyRun
  /** What arrived with it and is older: computed from a checkpoint, without everything in between. */
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
  // Current messages wait separately from old ones.
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

type Texts = Awaited<ReturnType<typeof readAfter>>

/** One query for all projections: each unit from the earliest of their states. */
function textsFor(ctx: ActorContext, onward: readonly Onward[]): Promise<Texts> {
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

/** Returns which could be advanced. */
async function advanceAll(
  ctx: ActorContext,
  onward: readonly Onward[],
  found: Texts,
): Promise<(one: Onward) => boolean> {
  const advanced = new Set<Onward>()
  const rules = new Map<AnyProjection, (unitId: number) => unknown>()
  for (const [projection, all] of Map.groupBy(onward, (one) => one.projection)) {
    rules.set(projection, await projection.rulesOf(ctx, unitsOf(all.map(({ run }) => run))))
  }
  const giveTurn = turns()
  // All projections of a unit together: its messages are unpacked and parsed once, and soon forgotten.
  for (const [unitId, all] of Map.groupBy(onward, ({ run }) => run.unitId)) {
    await giveTurn()
    const read = found.get(unitId)
    if (!read) continue
    let texts: ReturnType<typeof read> | undefined
    for (const one of all) {
      const { projection, run, change } = one
      const at = readAfterOf(run)
      const own = () => {
        texts ??= read()
        return texts.filter(({ timestamp }) => timestamp > at && timestamp <= change.t1)
      }
      if (await advanceRun(ctx, projection, run, rules.get(projection)!(unitId), own)) advanced.add(one)
    }
  }
  return (one) => advanced.has(one)
}

/** Returns the keys of those that are saved. Others were computed by another node meanwhile, or their rules changed. */
async function save(ctx: ActorContext, onward: readonly Onward[]): Promise<ReadonlySet<string>> {
  const done = new Set<string>()
  for (const [projection, all] of Map.groupBy(onward, (one) => one.projection)) {
    const runs = all.map(({ run }) => run)
    for (const unitId of await saveRuns(ctx, projection, runs)) done.add(keyOf({ follower: projection.name, unitId }))
  }
  return done
}
