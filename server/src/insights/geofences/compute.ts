/** Keeps the stored visits and alarms what the fold makes of the stored messages, and the geofences as they are now. */
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { compute, type Follower, markAccount, type Renewed, renew } from '../projections/actions.ts'
import type { Walk } from '../projections/follower.ts'
import { adapt, openSpans, type State, startState, step, type Watched } from './crossing.ts'
import { inOrder, type Point, pointOf } from './point.ts'
import { type Content, likeness, type Span, tellingsOf } from './span.ts'
import * as spans from './spans-store.ts'
import * as store from './store.ts'

export const visitFollower: Follower<State, Point, Content, readonly Watched[]> = {
  name: 'geofences',
  startState,
  adapt,
  pointsIn: (texts) => inOrder(texts.map(({ text }) => pointOf(JSON.parse(text)))),
  step,
  before: noteRegrouped,
  async rulesOf({ db }, unitIds) {
    const watched = await store.watchedBy(db, unitIds)
    return (unitId) => watched.get(unitId) ?? []
  },
  save: (acting, walks) => save(acting, walks),
  forget: spans.removeForgotten,
}

export const computeVisits = (acting: ActorContext): Promise<number> => compute(acting, visitFollower)

/** Whoever has joined or left a group is watched anew. */
function noteRegrouped(acting: ActorContext): Promise<void> {
  return inTransaction(acting, async (ctx) => {
    for (const { accountId, since } of await store.takeRegrouped(ctx.db, ctx.clock.now())) {
      await markAccount(ctx, 'geofences', accountId, since)
    }
  })
}

/** What a walk over the messages of a unit made: of what was settled from `from` on, up to `metAt`. */
export interface Made extends Pick<Walk<State, Content>, 'unitId' | 'from' | 'metAt'> {
  readonly fresh: readonly Content[]
}

const save = (acting: ActorContext, walks: readonly Walk<State, Content>[]): Promise<void> =>
  saveSpans(
    acting,
    walks.map(({ state, contents, ...walk }) => ({
      ...walk,
      fresh: walk.metAt === undefined ? [...contents, ...openSpans(state)] : contents,
    })),
    (known) => ({ known }),
    false,
  )

/** `sort` tells which of the spans that are known can be computed anew, and how others are to be kept. */
export async function saveSpans(
  { db, clock }: ActorContext,
  made: readonly Made[],
  sort: (known: readonly Span[]) => { known: readonly Span[]; ended?: readonly Span[] },
  isOfRules: boolean,
): Promise<void> {
  const now = clock.now()
  const stored = Map.groupBy(await spans.listSettledFrom(db, made, isOfRules), ({ unitId }) => unitId)
  const sorted = made.map((one) => ({ one, ...sort(stored.get(one.unitId) ?? []) }))
  const renewed = sorted.map(({ one: { unitId, metAt, fresh }, known: all }) => {
    const known = metAt === undefined ? all : all.filter(({ settled }) => settled !== null && settled < metAt)
    return renew(likeness, unitId, known, fresh, now)
  })
  const removed = renewed.flatMap((one) => one.removed.map(({ id }) => id))
  const written = [...renewed.flatMap(({ rows }) => rows), ...sorted.flatMap(({ ended = [] }) => ended)]
  await spans.save(db, written, removed, () => uuidv7(now), now)
  const news = renewed.flatMap((one) => {
    const from = newsOf(one)
    return from === undefined ? [] : [{ unitId: one.unitId, from }]
  })
  if (news.length > 0) await spans.announce(db, news)
}

/** From when on an event is new or has changed. */
function newsOf({ changed, removed }: Renewed<Content, Span>): number | undefined {
  const told = (span: Content | undefined) => JSON.stringify(span ? tellingsOf(span) : [])
  const news = changed.filter(({ content, known }) => told(content) !== told(known)).map(({ content }) => content)
  const times = [...news, ...removed].map(({ t0 }) => t0)
  return times.length > 0 ? Math.min(...times) : undefined
}
