/** Keeps the stored visits and alarms what the fold makes of the stored messages, and the geofences as they are now. */
import { type Acting, inTransaction } from '../context.ts'
import { compute, type Follower, markAccount, type Renewed, renew } from '../followers/actions.ts'
import type { Walk } from '../followers/follower.ts'
import { uuidv7 } from '../ids.ts'
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
  save,
  forget: spans.removeForgotten,
}

export const computeVisits = (acting: Acting): Promise<number> => compute(acting, visitFollower)

/** Whoever has joined or left a group is watched anew. */
function noteRegrouped(acting: Acting): Promise<void> {
  return inTransaction(acting, async (ctx) => {
    for (const { accountId, since } of await store.takeRegrouped(ctx.db)) {
      await markAccount(ctx, 'geofences', accountId, since)
    }
  })
}

async function save({ db, clock }: Acting, walks: readonly Walk<State, Content>[]): Promise<void> {
  const now = clock.now()
  const known = Map.groupBy(await spans.listSettledFrom(db, walks), ({ unitId }) => unitId)
  const renewed = walks.map((walk) => renewedBy(walk, known.get(walk.unitId) ?? [], now))
  const removed = renewed.flatMap((one) => one.removed.map(({ id }) => id))
  const written = renewed.flatMap(({ rows }) => rows)
  await spans.save(db, written, removed, () => uuidv7(now), now)
  const news = renewed.flatMap((one) => {
    const from = newsOf(one)
    return from === undefined ? [] : [{ unitId: one.unitId, from }]
  })
  if (news.length > 0) await spans.announce(db, news)
}

function renewedBy({ unitId, state, contents, metAt }: Walk<State, Content>, all: readonly Span[], now: Date) {
  const fresh = metAt === undefined ? [...contents, ...openSpans(state)] : contents
  const known = metAt === undefined ? all : all.filter(({ settled }) => settled !== null && settled < metAt)
  return renew(likeness, unitId, known, fresh, now)
}

/** From when on an event is new or has changed. */
function newsOf({ changed, removed }: Renewed<Content, Span>): number | undefined {
  const told = (span: Content | undefined) => JSON.stringify(span ? tellingsOf(span) : [])
  const news = changed.filter(({ content, known }) => told(content) !== told(known)).map(({ content }) => content)
  const times = [...news, ...removed].map(({ t0 }) => t0)
  return times.length > 0 ? Math.min(...times) : undefined
}
