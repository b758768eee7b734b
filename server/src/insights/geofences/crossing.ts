/**
 * Turns a unit's reports into visits and alarms: a fold over points in order of device time. Inside and outside are
 * states, so an unseen crossing is found between the two positions on either side of it. Pure.
 */

import type { Alarm } from '@waymark/devices'
import { metresBetween } from '#kernel/geo/position.ts'
import { kmh, type Place } from '../trips/segments/point.ts'
import { thresholds } from '../trips/segments/thresholds.ts'
import { type Border, onTheWay, partBefore } from './geofence.ts'
import { limits } from './limits.ts'
import type { Point } from './point.ts'
import type { Content } from './span.ts'

/** A geofence in the form of the fold. */
export interface Watched {
  readonly id: string
  readonly border: Border
  readonly minSeconds: number
  readonly since: number
}

export interface Fix extends Place {
  readonly t: number
  readonly speed?: number | undefined
}

/** The border was crossed at `t`, seen by the positions at `before` and `after`. */
interface Crossing extends Fix {
  /** Null: there was no position before. */
  readonly before: number | null
  readonly after: number
}

/** The unit's state at a geofence it is near; absent: outside. */
interface FenceState {
  /** By the last position alone. */
  isInside: boolean
  /** When that last changed. */
  turned: Crossing
  /** When it entered, once that is certain. */
  came: Crossing | null
  /** The next crossing, while it may still be noise. */
  waiting: Crossing | null
}

interface ActiveAlarm {
  readonly t0: number
  t1: number
  count: number
  place: Place | null
  readonly speed?: number | undefined
}

export interface State {
  /** Time of the last point. */
  at: number
  /** The last position that was accepted, and a distant one that the next may confirm. */
  last: Fix | null
  odd: Fix | null
  readonly standings: Record<string, FenceState>
  readonly alarms: { [name in Alarm]?: ActiveAlarm }
}

export const startState = (): State => ({ at: 0, last: null, odd: null, standings: {}, alarms: {} })

/** Drops deleted geofences. */
export function adapt({ standings }: State, geofences: readonly Watched[]): void {
  for (const id of Object.keys(standings)) if (!geofences.some((one) => one.id === id)) delete standings[id]
}

type Emit = (span: Content) => void

/** Changes `state`. Points come in order of time, each moment once. */
export function step(state: State, point: Point, geofences: readonly Watched[], emit: Emit): void {
  state.at = point.t
  endAlarms(state, point.t, emit)
  if (point.place) {
    const fix = { t: point.t, lat: point.place.lat, lon: point.place.lon, speed: point.speed }
    for (const accepted of acceptPositions(state, fix)) {
      for (const geofence of geofences) {
        if (accepted.t >= geofence.since) evaluate(state, geofence, accepted, emit)
      }
      state.last = accepted
    }
  }
  for (const name of point.alarms) recordAlarm(state, name, point)
}

/** One distant position is an outlier, two are where the unit is. Changes `odd`; accepting a position sets `last`. */
export function acceptPositions(state: Pick<State, 'last' | 'odd'>, fix: Fix): Fix[] {
  const { last, odd } = state
  state.odd = null
  if (!last || isInReach(last, fix)) return [fix]
  if (odd && isInReach(odd, fix)) return [odd, fix]
  state.odd = fix
  return []
}

export function isInReach(a: Fix, b: Fix): boolean {
  const metres = metresBetween(a, b)
  return metres <= thresholds.outlierMetres || kmh(metres, b.t - a.t) <= thresholds.plausibleKmh
}

function evaluate(state: State, geofence: Watched, fix: Fix, emit: Emit): void {
  const { id, border, minSeconds, since } = geofence
  const metres = border(fix)
  const isInside = metres <= 0
  const known = state.standings[id]
  if (!known && !isInside) return
  const isFirst = !state.last || state.last.t < since
  const turned =
    isInside === (known?.isInside ?? false) ? known!.turned : crossing(border, isFirst ? null : state.last, fix)
  const one: FenceState = { isInside, turned, came: known?.came ?? null, waiting: known?.waiting ?? null }
  const isOutside = metres > limits.leaveMetres
  const lastsFrom = (since: Crossing, until: number) => until - since.t >= minSeconds

  // Back again: was it away long enough?
  if (one.waiting && (one.came ? isInside : isOutside)) {
    const isReal = lastsFrom(one.waiting, turned.t)
    if (isReal && one.came) {
      emit(visit(id, one.came, one.waiting, fix.t))
      one.came = null
    } else if (isReal) one.came = one.waiting
    one.waiting = isReal ? turned : null
  }
  if (one.came ? isOutside : isInside) one.waiting ??= turned
  if (one.waiting && (one.came ? isOutside : isInside) && lastsFrom(one.waiting, fix.t)) {
    if (one.came) emit(visit(id, one.came, one.waiting, fix.t))
    one.came = one.came ? null : one.waiting
    one.waiting = null
  }
  if (one.came || one.waiting || isInside) state.standings[id] = one
  else delete state.standings[id]
}

/**
 * Where and when the straight line between two positions crosses the border. A unit that was silent for long did not
 * crawl all the time: it stood, then drove.
 */
function crossing(border: Border, from: Fix | null, to: Fix): Crossing {
  const { speed } = to
  if (!from) return { t: to.t, lat: to.lat, lon: to.lon, speed, before: null, after: to.t }
  const part = partBefore(border, from, to)
  const needed = (metresBetween(from, to) * 3.6) / limits.wakeKmh
  const left = to.t - from.t > limits.silenceSeconds ? Math.max(from.t, to.t - needed) : from.t
  const t = Math.min(to.t, Math.max(from.t, Math.round(left + part * (to.t - left))))
  const { lat, lon } = onTheWay(from, to, part)
  return { t, lat, lon, speed, before: from.t, after: to.t }
}

const visit = (geofenceId: string, came: Crossing, left: Crossing | null, settled: number | null): Content => ({
  geofenceId,
  alarm: null,
  ruleId: null,
  detail: null,
  t0: came.t,
  t1: left?.t ?? null,
  lat0: came.lat,
  lon0: came.lon,
  lat1: left?.lat ?? null,
  lon1: left?.lon ?? null,
  speed0: came.speed ?? null,
  speed1: left?.speed ?? null,
  before0: came.before,
  after0: came.after,
  before1: left?.before ?? null,
  after1: left?.after ?? null,
  count: 1,
  settled,
})

function recordAlarm(state: State, name: Alarm, point: Point): void {
  const { t, speed } = point
  const place = point.place ?? null
  const known = state.alarms[name]
  if (!known) state.alarms[name] = { t0: t, t1: t, count: 1, place, speed }
  else {
    known.t1 = t
    known.count += 1
    known.place ??= place
  }
}

/** Ends alarms that were not repeated for a while. */
function endAlarms(state: State, t: number, emit: Emit): void {
  for (const [name, active] of Object.entries(state.alarms) as [Alarm, ActiveAlarm][]) {
    if (t - active.t1 <= limits.alarmSeconds) continue
    emit(alarm(name, active, t))
    delete state.alarms[name]
  }
}

const alarm = (name: Alarm, { t0, t1, count, place, speed }: ActiveAlarm, settled: number | null): Content => ({
  geofenceId: null,
  alarm: name,
  ruleId: null,
  detail: null,
  t0,
  t1,
  lat0: place?.lat ?? null,
  lon0: place?.lon ?? null,
  lat1: null,
  lon1: null,
  speed0: speed ?? null,
  speed1: null,
  before0: null,
  after0: t0,
  before1: null,
  after1: null,
  count,
  settled,
})

/** Results still open. */
export const openSpans = (state: State): Content[] => [
  ...Object.entries(state.standings).flatMap(([id, { came }]) => (came ? [visit(id, came, null, null)] : [])),
  ...(Object.entries(state.alarms) as [Alarm, ActiveAlarm][]).map(([name, active]) => alarm(name, active, null)),
]
