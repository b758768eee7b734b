/** A visit, an alarm or a condition window as stored, and how late data changes it. Pure. */
import type { Alarm } from '@waymark/devices'
import type { Spot } from '../addresses/actions.ts'
import type { Kept } from '../projections/projection.ts'

/** Device times in seconds, positions in degrees. */
export interface Content {
  readonly geofenceId: string | null
  readonly alarm: Alarm | null
  /** For a notification rule, with its values. */
  readonly ruleId: string | null
  readonly detail: object | null
  readonly t0: number
  /** Null: the unit is inside. */
  readonly t1: number | null
  readonly lat0: number | null
  readonly lon0: number | null
  readonly lat1: number | null
  readonly lon1: number | null
  /** In km/h, by the messages at `after0` and `after1`. */
  readonly speed0: number | null
  readonly speed1: number | null
  readonly before0: number | null
  readonly after0: number
  readonly before1: number | null
  readonly after1: number | null
  readonly count: number
  /** Null: it can still grow. */
  readonly settled: number | null
}

export interface Span extends Content, Kept {}

/** The events of a span. Being inside at the first position is not an arrival. */
export function eventsOfSpan(span: Content): { kind: string; t: number }[] {
  if (span.alarm !== null) return [{ kind: span.alarm, t: span.t0 }]
  if (span.ruleId !== null) return [{ kind: 'condition', t: span.t0 }]
  return [
    ...(span.before0 === null ? [] : [{ kind: 'enter', t: span.t0 }]),
    ...(span.t1 === null ? [] : [{ kind: 'leave', t: span.t1 }]),
  ]
}

/** Where it began and, for a visit, ended; null: unknown. */
export function spotsOf(span: Content & { readonly unitId: number }): [Spot | null, Spot | null] {
  const { unitId, geofenceId, t0, t1 } = span
  const spot = (t: number | null, lat: number | null, lon: number | null) =>
    t === null || lat === null || lon === null ? null : { unitId, t, lat, lon }
  return [spot(t0, span.lat0, span.lon0), geofenceId === null ? null : spot(t1, span.lat1, span.lon1)]
}

export const contentNames = [
  't0',
  't1',
  'lat0',
  'lon0',
  'lat1',
  'lon1',
  'speed0',
  'speed1',
  'before0',
  'after0',
  'before1',
  'after1',
  'count',
  'settled',
] as const satisfies (keyof Content)[]

const endOf = ({ t1 }: Content): number => t1 ?? Number.MAX_VALUE

const detailOf = ({ detail }: Content): string => JSON.stringify(Object.entries(detail ?? {}).sort())

/** Spans of the same geofence, alarm or rule match by the largest overlap. */
export const matcher = {
  keyOf: ({ geofenceId, alarm, ruleId }: Content): string => `${geofenceId ?? alarm ?? ruleId}`,
  isSame: (one: Content, other: Content): boolean =>
    contentNames.every((name) => one[name] === other[name]) && detailOf(one) === detailOf(other),
  common: (one: Content, other: Content): number => Math.min(endOf(one), endOf(other)) - Math.max(one.t0, other.t0),
  isOver: ({ settled }: Content): boolean => settled !== null,
}
