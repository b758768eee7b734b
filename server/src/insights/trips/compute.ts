/** Keeps stored trips equal to the result of segmenting the stored messages. */
import type { ActorContext } from '#kernel/context.ts'
import { valuesOf } from '#tracking/messages/message.ts'
import { forgetAddresses, wantAddresses, wantLatestAddresses } from '../addresses/actions.ts'
import { refreshPrivate } from '../drivers/private-trips.ts'
import { compute, type Projection } from '../projections/actions.ts'
import type { Run } from '../projections/projection.ts'
import { type Recomputed, recompute } from '../projections/recompute.ts'
import { inOrder, type Point, pointOf } from './segments/point.ts'
import { openSegment, type State, startState, step } from './segments/segmentation.ts'
import * as store from './store.ts'
import { type Content, contentOf, isOpen, matcher, spotsOf, type Trip } from './trip.ts'

export const tripProjection: Projection<State, Point, Content, undefined> = {
  name: 'trips',
  startState,
  pointsIn: (texts) => inOrder(texts.flatMap((one) => pointOf(valuesOf(one)) ?? [])),
  step: (state, point, _, emit) => step(state, point, (segment) => emit(contentOf(segment))),
  rulesOf: async () => () => undefined,
  save,
  forget,
}

export const computeTrips = (acting: ActorContext): Promise<number> => compute(acting, tripProjection)

async function save({ db, clock }: ActorContext, runs: readonly Run<State, Content>[]): Promise<void> {
  const known = Map.groupBy(await store.listSettledFrom(db, runs), ({ unitId }) => unitId)
  const recomputed = runs.map((run) => resultOf(run, known.get(run.unitId) ?? [], clock.now()))
  await store.save(
    db,
    recomputed.flatMap(({ rows }) => rows),
    recomputed.flatMap(({ removed }) => removed.map(({ id }) => id)),
  )
  // Before anyone can read them: a private trip is private from its first moment.
  await refreshPrivate(
    { db },
    recomputed.flatMap(({ unitId, rows, removed }) => {
      const from = [...rows, ...removed].reduce((first, { t0 }) => Math.min(first, t0), Number.POSITIVE_INFINITY)
      return Number.isFinite(from) ? [{ unitId, from }] : []
    }),
  )
  await wantAddresses(db, recomputed.flatMap(newSpots))
  await wantLatestAddresses(db, runs.flatMap(latestSpot))
  const news = recomputed.flatMap((one) => {
    const from = changedFrom(one)
    return from === undefined ? [] : [{ unitId: one.unitId, from }]
  })
  if (news.length > 0) await store.announce(db, news)
}

/** Addresses live as long as trips do. */
async function forget(...all: Parameters<typeof store.removeForgotten>): Promise<number> {
  return (await store.removeForgotten(...all)) + (await forgetAddresses(...all))
}

/** The open one grows in every run, and begins where it did. */
const newSpots = ({ unitId, changed }: Recomputed<Content, Trip>) =>
  changed.flatMap(({ content, known }) => {
    const isKnown = known && isOpen(content) && known.lat0 === content.lat0 && known.lon0 === content.lon0
    return isKnown ? [] : spotsOf({ unitId, ...content }).filter((spot) => spot !== null)
  })

/** A standing unit is where it stopped, however its positions scatter. */
function latestSpot({ unitId, state, metAt }: Run<State, Content>) {
  const { open, last } = state
  if (metAt !== undefined || !open || !last) return []
  const isStanding = open.kind === 'stop'
  const { lat, lon } = isStanding ? open.began : last
  return [{ unitId, t: state.at, lat, lon, isStanding }]
}

function resultOf({ unitId, state, contents, metAt }: Run<State, Content>, all: readonly Trip[], now: Date) {
  const open = metAt === undefined ? openSegment(state) : undefined
  const fresh = open ? [...contents, contentOf(open)] : contents
  const known = metAt === undefined ? all : all.filter((one) => one.settled < metAt && !isOpen(one))
  return recompute(matcher, unitId, known, fresh, now)
}

/** Since when something other than the end of the last one is new. */
function changedFrom({ changed, removed }: Recomputed<Content, Trip>): number | undefined {
  const news = changed.filter(({ content, known }) => !(isOpen(content) && known)).map(({ content }) => content)
  const times = [...news, ...removed].map(({ t0 }) => t0)
  return times.length > 0 ? Math.min(...times) : undefined
}
