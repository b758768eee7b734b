/** Keeps stored spans of driving equal to the result of the fold over the stored messages. */
import type { ActorContext } from '#kernel/context.ts'
import { refreshPrivate } from '../drivers/private-trips.ts'
import { compute, type Projection } from '../projections/actions.ts'
import type { Run } from '../projections/projection.ts'
import { thresholds } from '../trips/segments/thresholds.ts'
import { openSpans, type Point, pointsIn, type Rules, type State, startState, step } from './fold.ts'
import type { DrivingSpan } from './span.ts'
import * as store from './store.ts'

export const drivingProjection: Projection<State, Point, DrivingSpan, Rules> = {
  name: 'driving',
  startState,
  pointsIn,
  step,
  enrich: withRoads,
  async rulesOf({ db }, unitIds) {
    const beacons = await store.beaconsOf(db, unitIds)
    return (unitId) => beacons.get(unitId) ?? noBeacons
  },
  async save({ db }, runs) {
    await store.save(db, runs.map(resultOf))
    // A key determines whose private trip it is.
    await refreshPrivate(
      { db },
      runs.map(({ unitId, from, contents }) => ({
        unitId,
        from: contents.reduce((first, { t0 }) => Math.min(first, t0), from),
      })),
    )
  },
  forget: store.removeForgotten,
}

const noBeacons: Rules = new Set()

export const computeDriving = (acting: ActorContext): Promise<number> => compute(acting, drivingProjection)

/** Only for points that could be too fast on any road. */
async function withRoads({ addresses }: ActorContext, points: readonly Point[]): Promise<readonly Point[]> {
  const found: Point[] = []
  for (const point of points) {
    const { place, speed = 0, direction } = point
    const road = place && speed >= thresholds.drivingKmh ? await addresses.roadAt(place, direction) : undefined
    found.push(road ? { ...point, road } : point)
  }
  return found
}

function resultOf({ unitId, from, metAt, state, contents }: Run<State, DrivingSpan>): store.Recomputed {
  return { unitId, from, metAt, spans: metAt === undefined ? [...contents, ...openSpans(state)] : contents }
}
