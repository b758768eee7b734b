/** The route of a day: where a unit was at a moment, and the lines to draw. Pure. */
import type { ClientSpeedingStretch, ClientTimeline, ClientTrip } from '../../../api/generated.ts'
import type { LatLon } from '../../../shared/map/lat-lon.ts'

/** Time, latitude, longitude, and the speed if it is known. */
export type TrackPoint = readonly [at: number, latitude: number, longitude: number, speed: number | null]
export type Sample = readonly [at: number, value: number]
export type Trip = Omit<ClientTrip, 'kind' | 'moving_seconds' | 'silent_seconds' | 'created_at'> & {
  readonly kind: 'trip' | 'stop' | 'gap'
}
/** The answer of `getClientUnitsByIdTimeline`, with the lengths of its rows. */
export interface Timeline extends Pick<ClientTimeline, 'unit_id'> {
  readonly trips: readonly Trip[]
  readonly track: readonly TrackPoint[]
  readonly series: Readonly<Record<string, readonly Sample[]>>
}

/** The last point at or before the moment, by binary search. */
export function indexAt(points: readonly (readonly [at: number, ...rest: unknown[]])[], at: number): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (points[middle]![0] <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Between two points on the straight line; undefined before the first and after the last. */
export function placeAt(track: readonly TrackPoint[], at: number): LatLon | undefined {
  const index = indexAt(track, at)
  const [here, next] = [track[index], track[index + 1]]
  if (!here) return undefined
  const [from, latitude, longitude] = here
  if (!next) return at === from ? { latitude, longitude } : undefined
  const part = (at - from) / (next[0] - from || 1)
  return { latitude: latitude + (next[1] - latitude) * part, longitude: longitude + (next[2] - longitude) * part }
}

/** Longer pauses are gaps in a graph. */
export const silenceSeconds = 900

/** The last sample; on a straight road the line has too few points to read values from. */
export function valueAt(samples: readonly Sample[], at: number): number | undefined {
  const sample = samples[indexAt(samples, at)]
  return sample && at - sample[0] <= silenceSeconds ? sample[1] : undefined
}

export type Line = readonly (readonly [longitude: number, latitude: number])[]

/** Each trip is its own line: the route through a gap is unknown, and drift at a stop is not a route. */
export const linesOf = ({ track, trips }: Timeline): { readonly trip: string; readonly line: Line }[] =>
  trips
    .filter(({ kind }) => kind === 'trip')
    .map(({ id, from, to }) => ({ trip: id, line: lineOf(track, from, to) }))
    .filter(({ line }) => line.length > 1)

/** A stop has one position; a trip in progress has no end yet. */
export const placesOf = ({ kind, open, from_place, to_place }: Trip): readonly NonNullable<Trip['from_place']>[] =>
  (kind === 'stop' || open ? [from_place] : [from_place, to_place]).filter((place) => place !== null)

export interface RoadLine {
  readonly trip: string
  readonly line: Line
  /** As it was sent, while the rest follows roads. */
  readonly isOffRoads?: boolean
}

/** A stretch of a trip on which a unit was too fast for the road. */
export type Speeding = ClientSpeedingStretch & { readonly unit: number }

/** The route between two moments. */
export function lineOf(track: readonly TrackPoint[], from: number, to: number): Line {
  const inside = track
    .filter(([at]) => at > from && at < to)
    .map(([, latitude, longitude]) => ({ latitude, longitude }))
  // On a straight road the few points of the line may lie before and after.
  const places = [placeAt(track, from), ...inside, placeAt(track, to)].filter((place) => place !== undefined)
  return places.map(({ latitude, longitude }) => [longitude, latitude] as const)
}

export interface Sums {
  readonly distance: number
  readonly driving: number
  readonly standing: number
  readonly topSpeed: number
  readonly trips: number
}

/** A trip over midnight counts with its part of the day, as in the statistics. */
export function sumsOf(trips: readonly Trip[], from: number, to: number): Sums {
  let [distance, driving, standing, topSpeed, count] = [0, 0, 0, 0, 0]
  for (const trip of trips) {
    const inside = Math.max(0, Math.min(trip.to, to) - Math.max(trip.from, from))
    if (trip.kind === 'stop') standing += inside
    if (trip.kind !== 'trip') continue
    driving += inside
    distance += trip.duration > 0 ? trip.distance * (inside / trip.duration) : 0
    topSpeed = Math.max(topSpeed, trip.max_speed)
    if (trip.from >= from && !trip.short) count++
  }
  return { distance, driving, standing, topSpeed, trips: count }
}
