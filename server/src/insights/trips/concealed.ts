/** Trips as the caller may see them: of what is private to somebody else, only distance and time are left. */
import type { Context } from '#kernel/context.ts'
import { hiddenBetween, type Viewing } from '#kernel/private-time.ts'
import type { SeenTrip, Trip } from './trip.ts'

/** Which of the trips, stops and gaps are hidden, by when they begin. */
export async function concealed(
  { db, viewer }: Pick<Context, 'db'> & Viewing,
  trips: readonly Trip[],
): Promise<SeenTrip[]> {
  if (trips.length === 0) return []
  const from = trips.reduce((first, { t0 }) => Math.min(first, t0), Number.POSITIVE_INFINITY)
  const to = trips.reduce((last, { t0 }) => Math.max(last, t0), 0)
  const isHidden = await hiddenBetween(
    db,
    { viewer: viewer ?? null },
    [...new Set(trips.map((one) => one.unitId))],
    from,
    to,
  )
  return trips.map((trip) => (isHidden?.(trip.unitId, trip.t0) ? withoutPlaces(trip) : { ...trip, isPrivate: false }))
}

/** Speed reveals more than distance and duration. */
const withoutPlaces = (trip: Trip): SeenTrip => ({
  ...trip,
  ...{ lat0: 0, lon0: 0, lat1: 0, lon1: 0, topKmh: 0 },
  isPrivate: true,
})
