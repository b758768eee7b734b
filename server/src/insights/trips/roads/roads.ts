/** What roads say about the track of a unit: computed on request, never while messages arrive. */
import type { ClientCall } from '#identity/sessions/call.ts'
import type { MatchedPiece } from '#kernel/geo/addresses.ts'
import { requireUnit, type Stretch, valuesIn } from '../actions.ts'
import { type RoadPoint, type SpeedingStretch, speedingIn, worstOf } from '../along/speeding.ts'
import { thinned } from '../along/track.ts'
import { type Place, placeOf, type Values } from '../segments/point.ts'
import { thresholds } from '../segments/thresholds.ts'
import * as store from '../store.ts'
import type { Trip } from '../trip.ts'

/** The map is consulted for at most this many positions of an answer, evenly over its period. */
const lookupsMax = 20_000
const perTrip = 5

export interface Speeding extends Stretch {
  readonly unitId: number
  readonly stretches: readonly (SpeedingStretch & { readonly tripId: string })[]
}

/** The worst of each trip. */
export async function readSpeeding(call: ClientCall, unitId: number, stretch: Stretch): Promise<Speeding> {
  await requireUnit(call, unitId)
  const trips = await store.listBetween(call.db, [unitId], stretch.from, stretch.to, ['trip'])
  const tripAt = walk(trips)
  const byTrip = new Map<string, RoadPoint[]>()
  const apart = (stretch.to - stretch.from) / lookupsMax
  let last = Number.NEGATIVE_INFINITY
  for await (const page of trips.length > 0 ? valuesIn(call, unitId, stretch) : []) {
    for (const values of page) {
      const t = values.timestamp as number
      const trip = t - last >= apart ? tripAt(t) : undefined
      const point = trip && (await roadPoint(call, values, t))
      if (!point) continue
      last = t
      const points = byTrip.get(trip.id)
      if (points) points.push(point)
      else byTrip.set(trip.id, [point])
    }
  }
  const stretches = [...byTrip].flatMap(([tripId, points]) =>
    worstOf(speedingIn(points), perTrip).map((one) => ({ ...one, tripId })),
  )
  return { unitId, ...stretch, stretches }
}

/** Positions of a trip that are passed to the search for roads. */
const matchedPointsMax = 4_000

export interface RoadTrips extends Stretch {
  readonly unitId: number
  readonly trips: readonly { readonly tripId: string; readonly pieces: readonly MatchedPiece[] }[]
}

/** Each trip on the roads that were most likely driven. */
export async function readRoadTrips(call: ClientCall, unitId: number, stretch: Stretch): Promise<RoadTrips> {
  await requireUnit(call, unitId)
  const trips: { tripId: string; pieces: readonly MatchedPiece[] }[] = []
  for (const { id: tripId, t0, t1 } of await store.listBetween(call.db, [unitId], stretch.from, stretch.to, ['trip'])) {
    const inside = { from: Math.max(t0, stretch.from), to: Math.min(t1 + 1e-3, stretch.to) }
    const track: TimedPlace[] = []
    for await (const page of valuesIn(call, unitId, inside)) {
      for (const values of page) {
        const place = placeOf(values)
        if (place) track.push({ t: values.timestamp as number, ...place })
      }
    }
    const pieces = await call.addresses.match(thinned(track, matchedPointsMax))
    if (pieces.length > 0) trips.push({ tripId, pieces })
  }
  return { unitId, ...stretch, trips }
}

type TimedPlace = Place & { readonly t: number }

/** Looked up in order of time. */
function walk(trips: readonly Trip[]): (t: number) => Trip | undefined {
  let at = 0
  return (t) => {
    while (at < trips.length && trips[at]!.t1 < t) at++
    const trip = trips[at]
    return trip && t >= trip.t0 ? trip : undefined
  }
}

/** Undefined without a position and a speed. A unit that hardly moves is never too fast. */
async function roadPoint({ addresses }: ClientCall, values: Values, t: number): Promise<RoadPoint | undefined> {
  const place = placeOf(values)
  const { 'position.speed': speed, 'position.direction': direction } = values
  if (!place || typeof speed !== 'number') return undefined
  const isMoving = speed >= thresholds.drivingKmh
  const road = isMoving
    ? await addresses.roadAt(place, typeof direction === 'number' ? direction : undefined)
    : undefined
  return { t, ...place, speed, road }
}
