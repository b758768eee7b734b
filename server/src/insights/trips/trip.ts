/** A trip, a stop or a gap as stored, and how late data changes it. Pure. */
import type { LastingSpot, Named } from '../addresses/actions.ts'
import type { TripDriver } from '../drivers/claims.ts'
import type { Kept } from '../projections/projection.ts'
import type { Kind, Rule, Segment } from './segments/segment.ts'
import { thresholds as limit } from './segments/thresholds.ts'

/** Device times in seconds, positions in degrees. */
export interface Content {
  readonly kind: Kind
  readonly t0: number
  readonly t1: number
  readonly lat0: number
  readonly lon0: number
  readonly lat1: number
  readonly lon1: number
  readonly metres: number
  readonly movingSeconds: number
  readonly idleSeconds: number
  readonly silentSeconds: number
  readonly engineSeconds: number
  readonly topKmh: number
  readonly points: number
  readonly dropped: number
  readonly beganRule: Rule
  readonly beganSeen: number
  /** Null while it is open. */
  readonly endedRule: Rule | null
  readonly endedSeen: number | null
  readonly settled: number
}

export interface Trip extends Content, Kept {}

/** As one caller sees it. If it is private to somebody else, its positions are left out, and zero. */
export interface SeenTrip extends Trip {
  readonly isPrivate: boolean
}

/** With the names of its beginning and end, and the driver. */
export type NamedTrip = SeenTrip & Named & { readonly driver: TripDriver | null }

export const contentOf = ({ kind, began, ended, sums, settled }: Segment): Content => ({
  kind,
  t0: began.t,
  t1: ended.t,
  lat0: began.lat,
  lon0: began.lon,
  lat1: ended.lat,
  lon1: ended.lon,
  metres: sums.metres,
  movingSeconds: sums.moving,
  idleSeconds: kind === 'stop' ? sums.engine : sums.idle,
  silentSeconds: sums.silent,
  engineSeconds: sums.engine,
  topKmh: sums.topKmh,
  points: sums.points,
  dropped: sums.dropped,
  beganRule: began.rule,
  beganSeen: began.seen,
  endedRule: ended.rule,
  endedSeen: ended.seen,
  settled,
})

const contentNames = Object.keys(
  contentOf({
    kind: 'gap',
    began: { t: 0, lat: 0, lon: 0, rule: 'silence', seen: 0 },
    ended: { t: 0, lat: 0, lon: 0, rule: null, seen: null },
    sums: { metres: 0, moving: 0, idle: 0, silent: 0, engine: 0, topKmh: 0, points: 0, dropped: 0 },
    settled: 0,
  }),
) as (keyof Content)[]

export const isOpen = ({ endedRule }: Pick<Content, 'endedRule'>): boolean => endedRule === null

/** A finished trip that is too short to be counted. */
export const isShort = (trip: Content): boolean =>
  trip.kind === 'trip' && !isOpen(trip) && trip.metres < limit.shortMetres && trip.t1 - trip.t0 < limit.shortSeconds

/** The same, for a trip as somebody sees it. */
export const seenSpotsOf = (trip: SeenTrip): [LastingSpot | null, LastingSpot | null] =>
  trip.isPrivate ? [null, null] : spotsOf(trip)

/** Where it begins and ends: one position for a stop, and no end for one in progress. */
export function spotsOf(trip: Content & { readonly unitId: number }): [LastingSpot, LastingSpot | null] {
  const { unitId, kind, t0, t1 } = trip
  const begin = { unitId, t: t0, lat: trip.lat0, lon: trip.lon0 }
  if (kind === 'stop') {
    const stop = { ...begin, until: t1 }
    return [stop, stop]
  }
  return [begin, isOpen(trip) ? null : { unitId, t: t1, lat: trip.lat1, lon: trip.lon1 }]
}

export const activities = ['driving', 'idling', 'stopped', 'silent'] as const
type Activity = (typeof activities)[number]

/** A trip, a stop or a gap in one word. */
export interface DayPart {
  readonly activity: Activity
  readonly from: number
  readonly to: number
  readonly isOpen: boolean
}

/** A stop counts as idling when the engine ran for most of it. */
export function partOf(trip: Content): DayPart {
  const { kind, t0, t1, idleSeconds } = trip
  const atStop = idleSeconds > (t1 - t0) / 2 ? 'idling' : 'stopped'
  const activity = kind === 'trip' ? 'driving' : kind === 'gap' ? 'silent' : atStop
  return { activity, from: t0, to: t1, isOpen: isOpen(trip) }
}

/** 0 to 100: the share of time with messages, times the share of plausible positions. */
export function qualityOf({ t0, t1, silentSeconds, points, dropped }: Content): number {
  const heard = t1 > t0 ? Math.max(0, 1 - silentSeconds / (t1 - t0)) : 1
  const believed = points + dropped > 0 ? points / (points + dropped) : 0
  return Math.round(100 * heard * believed)
}

export const averageKmh = ({ metres, movingSeconds }: Content): number =>
  movingSeconds > 0 ? (metres / movingSeconds) * 3.6 : 0

/** Trips of the same kind match by the largest overlap. */
export const matcher = {
  keyOf: ({ kind }: Content): string => kind,
  isSame: (one: Content, other: Content): boolean => contentNames.every((name) => one[name] === other[name]),
  common: (one: Content, other: Content): number => Math.min(one.t1, other.t1) - Math.max(one.t0, other.t0),
  isOver: (one: Content): boolean => !isOpen(one),
}
