/** Keeps the stored trips what the segmentation makes of the stored messages. */
import type { ActorContext } from '#kernel/context.ts'
import { compute, type Follower, type Renewed, renew } from '../projections/actions.ts'
import type { Walk } from '../projections/follower.ts'
import { inOrder, type Point, pointOf } from './point.ts'
import { openSegment, type State, startState, step } from './segmentation.ts'
import * as store from './store.ts'
import { type Content, contentOf, isOpen, likeness, type Trip } from './trip.ts'

export const tripFollower: Follower<State, Point, Content, undefined> = {
  name: 'trips',
  startState,
  pointsIn: (texts) => inOrder(texts.flatMap(({ text }) => pointOf(JSON.parse(text)) ?? [])),
  step: (state, point, _, emit) => step(state, point, (segment) => emit(contentOf(segment))),
  rulesOf: async () => () => undefined,
  save,
  forget: store.removeForgotten,
}

export const computeTrips = (acting: ActorContext): Promise<number> => compute(acting, tripFollower)

async function save({ db, clock }: ActorContext, walks: readonly Walk<State, Content>[]): Promise<void> {
  const known = Map.groupBy(await store.listSettledFrom(db, walks), ({ unitId }) => unitId)
  const renewed = walks.map((walk) => renewedBy(walk, known.get(walk.unitId) ?? [], clock.now()))
  await store.save(
    db,
    renewed.flatMap(({ rows }) => rows),
    renewed.flatMap(({ removed }) => removed.map(({ id }) => id)),
  )
  const news = renewed.flatMap((one) => {
    const from = newsOf(one)
    return from === undefined ? [] : [{ unitId: one.unitId, from }]
  })
  if (news.length > 0) await store.announce(db, news)
}

function renewedBy({ unitId, state, contents, metAt }: Walk<State, Content>, all: readonly Trip[], now: Date) {
  const open = metAt === undefined ? openSegment(state) : undefined
  const fresh = open ? [...contents, contentOf(open)] : contents
  const known = metAt === undefined ? all : all.filter((one) => one.settled < metAt && !isOpen(one))
  return renew(likeness, unitId, known, fresh, now)
}

/** From when on something other than the end of the last one is new. */
function newsOf({ changed, removed }: Renewed<Content, Trip>): number | undefined {
  const news = changed.filter(({ content, known }) => !(isOpen(content) && known)).map(({ content }) => content)
  const times = [...news, ...removed].map(({ t0 }) => t0)
  return times.length > 0 ? Math.min(...times) : undefined
}
