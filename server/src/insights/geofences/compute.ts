/**
 * Keeps stored visits and alarms equal to the result of the fold over the stored messages and the current geofences.
 */
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { valuesOf } from '#tracking/messages/message.ts'
import { wantAddresses } from '../addresses/actions.ts'
import { compute, markAccount, type Projection } from '../projections/actions.ts'
import type { Run } from '../projections/projection.ts'
import { type Recomputed, recompute } from '../projections/recompute.ts'
import { adapt, openSpans, type State, startState, step, type Watched } from './crossing.ts'
import { inOrder, type Point, pointOf } from './point.ts'
import { type Content, eventsOfSpan, matcher, type Span, spotsOf } from './span.ts'
import * as spans from './spans-store.ts'
import * as store from './store.ts'

export const visitProjection: Projection<State, Point, Content, readonly Watched[]> = {
  name: 'geofences',
  startState,
  adapt,
  pointsIn: (texts) => inOrder(texts.map((one) => pointOf(valuesOf(one)))),
  step,
  before: markRegrouped,
  async rulesOf({ db }, unitIds) {
    const watched = await store.watchedBy(db, unitIds)
    return (unitId) => watched.get(unitId) ?? []
  },
  save: (acting, runs) => save(acting, runs),
  forget: spans.removeForgotten,
}

export const computeVisits = (acting: ActorContext): Promise<number> => compute(acting, visitProjection)

/** Recomputes units that joined or left a group. This reads all geofences with groups, so one node does it for all. */
async function markRegrouped(acting: ActorContext): Promise<void> {
  if (!(await acting.slices.share()).has('geofences.regrouped')) return
  await inTransaction(acting, async (ctx) => {
    for (const { accountId, since } of await store.takeRegrouped(ctx.db, ctx.clock.now())) {
      await markAccount(ctx, 'geofences', accountId, since)
    }
  })
}

/** The spans that a run over a unit's messages produced: those settled from `from` on, up to `metAt`. */
export interface ComputedSpans extends Pick<Run<State, Content>, 'unitId' | 'from' | 'metAt'> {
  readonly fresh: readonly Content[]
}

const save = (acting: ActorContext, runs: readonly Run<State, Content>[]): Promise<void> =>
  saveSpans(
    acting,
    runs.map(({ state, contents, ...run }) => ({
      ...run,
      fresh: run.metAt === undefined ? [...contents, ...openSpans(state)] : contents,
    })),
    (known) => ({ known }),
    false,
  )

/** `sort` selects which known spans can be recomputed, and how the others are kept. */
export async function saveSpans(
  { db, clock }: ActorContext,
  made: readonly ComputedSpans[],
  sort: (known: readonly Span[]) => { known: readonly Span[]; ended?: readonly Span[] },
  isOfRules: boolean,
): Promise<void> {
  const now = clock.now()
  const stored = Map.groupBy(await spans.listSettledFrom(db, made, isOfRules), ({ unitId }) => unitId)
  const sorted = made.map((one) => ({ one, ...sort(stored.get(one.unitId) ?? []) }))
  const recomputed = sorted.map(({ one: { unitId, metAt, fresh }, known: all }) => {
    const known = metAt === undefined ? all : all.filter(({ settled }) => settled !== null && settled < metAt)
    return recompute(matcher, unitId, known, fresh, now)
  })
  const removed = recomputed.flatMap((one) => one.removed.map(({ id }) => id))
  const written = [...recomputed.flatMap(({ rows }) => rows), ...sorted.flatMap(({ ended = [] }) => ended)]
  await spans.save(db, written, removed, () => uuidv7(now), now)
  await wantAddresses(
    db,
    written.flatMap(spotsOf).filter((spot) => spot !== null),
  )
  const news = recomputed.flatMap((one) => {
    const from = changedFrom(one)
    return from === undefined ? [] : [{ unitId: one.unitId, from }]
  })
  if (news.length > 0) await spans.announce(db, news)
}

/** The time of the earliest new or changed event. */
function changedFrom({ changed, removed }: Recomputed<Content, Span>): number | undefined {
  const told = (span: Content | undefined) => JSON.stringify(span ? eventsOfSpan(span) : [])
  const news = changed.filter(({ content, known }) => told(content) !== told(known)).map(({ content }) => content)
  const times = [...news, ...removed].map(({ t0 }) => t0)
  return times.length > 0 ? Math.min(...times) : undefined
}
