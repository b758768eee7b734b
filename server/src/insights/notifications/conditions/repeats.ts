/** Counts how often something happened within a period; part of the fold over a unit's samples. Pure. */
import type { Alarm } from '@waymark/devices'
import { limits as drivingLimits, harshKinds } from '../../driving/span.ts'
import * as crossing from '../../geofences/crossing.ts'
import { limits as geofenceLimits } from '../../geofences/limits.ts'
import type { Point } from '../../geofences/point.ts'
import { type Content, eventsOfSpan } from '../../geofences/span.ts'
import type { Place } from '../../trips/segments/point.ts'
import type { AlarmCondition, CrossingCondition, RepeatedCondition } from './condition.ts'
import type { ConditionWindow } from './condition-window.ts'
import type { OtherSeen } from './distance.ts'

/** One counted occurrence. */
export interface Hit {
  readonly t: number
  readonly place: Place | null
  readonly speed: number | null
  /** Of the messages that show it. Absent in older stored states. */
  readonly shownBy?: readonly number[]
  readonly geofenceId?: string
  /** The deciding positions of other units. */
  readonly others?: readonly OtherSeen[]
}

/** The count, from the first occurrence to the one that reached it. */
export interface OpenCount {
  readonly sureAt: number
  readonly hits: readonly Hit[]
}

export interface Count {
  /** The latest, in order of time; never more than required. */
  hits: readonly Hit[]
  open: OpenCount | null
  /** When each alarm was last reported. */
  alarms?: { [name in Alarm]?: number }
  visits?: crossing.State
}

/** Ended at `t1`, which the sample at `t` showed. */
type End = (over: OpenCount, t1: number, t: number) => void

/**
 * Changes `count`. Once reached, it lasts until there were fewer within the period before; then counting starts over,
 * so that nothing is counted for two notifications.
 */
export function addHits(
  count: Count,
  { times, withinMinutes }: RepeatedCondition,
  t: number,
  fresh: readonly Hit[],
  end: End,
): void {
  const within = withinMinutes * 60
  const lastsUntil = count.open ? count.hits[0]!.t + within : Number.POSITIVE_INFINITY
  if (count.open && lastsUntil < t) {
    end(count.open, lastsUntil, t)
    count.open = null
    count.hits = []
  }
  if (fresh.length === 0) return
  const hits = [...count.hits, ...fresh].sort((a, b) => a.t - b.t).slice(-times)
  count.hits = hits.filter((hit) => hit.t >= hits.at(-1)!.t - within)
  if (count.hits.length === times) count.open ??= { sureAt: t, hits: count.hits }
}

const harsh: readonly string[] = harshKinds
/**
 * A repetition within this time is the same event: for most alarms while they last, for harsh driving right after it.
 */
const apartSeconds = (name: Alarm): number =>
  harsh.includes(name) ? drivingLimits.harshApartSeconds : geofenceLimits.alarmSeconds

export function alarmHits(
  count: Count,
  { alarms }: AlarmCondition,
  { t, place, speed, alarms: reported }: Point,
): Hit[] {
  const meant = reported.filter((name) => alarms.length === 0 || alarms.includes(name))
  const last = count.alarms ?? {}
  if (meant.length > 0) count.alarms = { ...last, ...Object.fromEntries(meant.map((name) => [name, t])) }
  return meant
    .filter((name) => t - (last[name] ?? Number.NEGATIVE_INFINITY) > apartSeconds(name))
    .map(() => ({ t, place: place ? { lat: place.lat, lon: place.lon } : null, speed: speed ?? null, shownBy: [t] }))
}

/** Those that this point made certain. */
export function crossingHits(
  count: Count,
  { crossings }: CrossingCondition,
  point: Point,
  geofences: readonly crossing.Watched[],
): Hit[] {
  count.visits ??= crossing.startState()
  const before = new Set(crossing.openSpans(count.visits).flatMap(hitsOf).map(keyOf))
  const ended: Content[] = []
  crossing.step(count.visits, { ...point, alarms: [] }, geofences, (span) => ended.push(span))
  return [...ended, ...crossing.openSpans(count.visits)]
    .flatMap(hitsOf)
    .filter((hit) => crossings.some((kind) => kind === hit.kind) && !before.has(keyOf(hit)))
    .map(({ kind: _, ...hit }) => ({ ...hit, shownBy: [...hit.shownBy, point.t] }))
}

const keyOf = ({ kind, t, geofenceId }: Hit & { readonly kind: string }): string => `${kind} ${geofenceId} ${t}`

const hitsOf = (span: Content) =>
  eventsOfSpan(span).map(({ kind, t }) => {
    const [lat, lon, speed, before, after] =
      kind === 'leave'
        ? [span.lat1, span.lon1, span.speed1, span.before1, span.after1]
        : [span.lat0, span.lon0, span.speed0, span.before0, span.after0]
    const place = lat === null || lon === null ? null : { lat, lon }
    const shownBy = [before, after].filter((seen) => seen !== null)
    return { kind, t, place, speed, geofenceId: span.geofenceId ?? '', shownBy }
  })

export function countedWindow(
  ruleId: string,
  { sureAt, hits }: OpenCount,
  t1: number | null,
  settled: number | null,
): ConditionWindow {
  const { t: t0, place, speed: speed0, geofenceId } = hits[0]!
  const others = hits.flatMap((hit) => hit.others ?? [])
  const isOne = geofenceId !== undefined && hits.every((hit) => hit.geofenceId === geofenceId)
  return {
    ...{ ruleId, t0, t1, sureAt, settled, speed0 },
    ...{ lat0: place?.lat ?? null, lon0: place?.lon ?? null },
    detail: {
      ...{ first: null, later: null, hits: hits.map(({ t }) => t) },
      shownBy: [...new Set(hits.flatMap(({ t, shownBy = [t] }) => shownBy))],
      ...(isOne && { geofenceId }),
      ...(others.length > 0 && { others }),
    },
  }
}
