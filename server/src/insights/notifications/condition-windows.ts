/**
 * Finds when the conditions of rules held long enough: a fold over a unit's samples in the order of
 * device time. Pure.
 */
import type { Road } from '#kernel/addresses.ts'
import { metresBetween } from '#kernel/position.ts'
import { rounded } from '../sensors/sensor.ts'
import { measuredIn, smoothed, type Timed, withLatest } from '../sensors/values.ts'
import { ignitionOf, kmh, type Place, type Values } from '../trips/point.ts'
import { thresholds } from '../trips/thresholds.ts'
import {
  type Condition,
  isMeasured,
  type ParameterCondition,
  type ReportedValue,
  type SpeedingCondition,
} from './condition.ts'
import { isWithin } from './hours.ts'
import { limits } from './limits.ts'
import type { Watched } from './rule.ts'
import { type Reading, readingOf, type Sample } from './sample.ts'

/** A period during which a rule's condition held. Device times in seconds. */
export interface ConditionWindow {
  readonly ruleId: string
  readonly t0: number
  /** The message that ended it; null: it still holds. */
  readonly t1: number | null
  readonly lat0: number | null
  readonly lon0: number | null
  /** The message at which it had lasted long enough. */
  readonly sureAt: number
  readonly detail: Detail
  /** Null: it can still grow. */
  readonly settled: number | null
}

/** The values at its start and when it was certain; none for idling and parking. Of speeding also what was exceeded then. */
export interface Detail extends Partial<SpeedBound> {
  readonly first: ReportedValue | null
  readonly later: ReportedValue | null
}

interface SpeedBound {
  readonly limit: number
  /** True: usual for such a road, and not posted. */
  readonly isUsual: boolean
}

interface OpenWindow {
  /** The rule's own `since` at the start: a changed rule starts over. */
  readonly since: number
  readonly t0: number
  readonly place: Place | null
  readonly first: ReportedValue | null
  /** Time of the last sample with the parameter. */
  last: number
  sure: { readonly t: number; readonly value: ReportedValue | null; readonly bound?: SpeedBound } | null
  /** Since when it does not hold, while that may still be noise. */
  offAt: number | null
}

/** Where the unit stands. */
interface StationaryPoint extends Place {
  readonly since: number
}

export interface State {
  /** Time of the last sample. */
  at: number
  stand: StationaryPoint | null
  /** A suspect position away from the stationary point; the next one may confirm it. */
  odd: (Place & { readonly t: number }) | null
  ignition: { readonly isOn: boolean; readonly since: number } | null
  readonly standings: Record<string, OpenWindow>
  /** The latest values of sensors, by rule: each rule's own smoothing begins with the rule. */
  latest?: Record<string, { readonly since: number; readonly values: readonly Timed[] }>
}

export const startState = (): State => ({ at: 0, stand: null, odd: null, ignition: null, standings: {} })

type Emit = (held: ConditionWindow) => void

/** Drops rules that were deleted, turned off or changed; only some rules need the stationary point. */
export function adapt(state: State, watched: readonly Watched[]): void {
  for (const [id, { since }] of Object.entries(state.standings)) {
    if (!watched.some((one) => one.id === id && one.since === since)) delete state.standings[id]
  }
  for (const [id, { since }] of Object.entries(state.latest ?? {})) {
    if (!watched.some((one) => one.id === id && one.since === since && one.sensor)) delete state.latest![id]
  }
  if (!watched.some(needsStationaryPoint)) Object.assign(state, { stand: null, odd: null, ignition: null })
}

const needsStationaryPoint = ({ condition }: Watched): boolean =>
  condition.type === 'idle' || condition.type === 'parked'

/** Changes `state`. Samples come in the order of time, each moment once. */
export function step(state: State, sample: Sample, watched: readonly Watched[], emit: Emit): void {
  state.at = sample.t
  // Most units have no such rule: their messages are not even parsed.
  if (watched.length === 0) return
  const reading = readingOf(sample)
  if (watched.some(needsStationaryPoint)) move(state, reading)
  for (const rule of watched) {
    const seen = reading.t >= rule.since ? verdictOn(state, rule, reading) : undefined
    if (seen) evaluate(state, rule, reading, seen, emit)
  }
}

/** What a rule sees at one moment. */
export interface Seen {
  /** Between: it does not hold, but not by enough to end it. */
  readonly is: 'yes' | 'between' | 'no'
  readonly since: number
  readonly value: ReportedValue | null
  readonly bound?: SpeedBound
}

/** What one rule sees in a sample, on its own. Changes `state`, and opens and ends no window. */
export function judge(state: State, sample: Sample, rule: Watched): Seen | undefined {
  state.at = sample.t
  const reading = readingOf(sample)
  if (needsStationaryPoint(rule)) move(state, reading)
  return verdictOn(state, rule, reading)
}

function verdictOn(state: State, rule: Watched, { t, values, place, road }: Reading): Seen | undefined {
  const { condition, schedule, zone, since } = rule
  if (condition.type === 'speeding') {
    const speed = values['position.speed']
    if (typeof speed !== 'number' || !place) return undefined
    const bound = boundOf(condition, road)
    const is = bound && isWithin(schedule, zone, t) ? exceeds(speed, bound.limit + condition.over) : 'no'
    return { is, since: t, value: speed, ...(bound && { bound }) }
  }
  if (condition.type === 'parameter') {
    const value = condition.sensor === undefined ? values[condition.parameter] : sensorValue(state, rule, t, values)
    if (!isReported(value)) return undefined
    return { is: isWithin(schedule, zone, t) ? compare(condition, value) : 'no', since: t, value }
  }
  const { stand, ignition } = state
  // The next position decides whether it has left.
  if (state.odd) return undefined
  const isRight = condition.type === 'idle' ? ignition?.isOn === true : ignition?.isOn !== true
  if (!stand || !isRight) return { is: 'no', since: t, value: null }
  return { is: 'yes', since: Math.max(stand.since, ignition?.since ?? 0, since), value: null }
}

function sensorValue(state: State, { id, since, sensor: of }: Watched, t: number, values: Values): number | undefined {
  const value = of && measuredIn(of, values)
  if (!of || value === undefined) return undefined
  const latest = withLatest(state.latest?.[id]?.values ?? [], of.sensor, [t, value])
  if (latest.length > 0) state.latest = { ...state.latest, [id]: { since, values: latest } }
  return rounded(smoothed(latest, of.sensor, [t, value]), of.sensor.decimals)
}

/** Undefined: nobody knows what may be driven there, so nobody drives too fast. */
function boundOf({ usual }: SpeedingCondition, road: Road | undefined): SpeedBound | undefined {
  if (road?.limit !== undefined) return { limit: road.limit, isUsual: false }
  return road && usual ? { limit: road.usual, isUsual: true } : undefined
}

const exceeds = (value: number, limit: number): Seen['is'] =>
  value > limit ? 'yes' : value >= limit * (1 - limits.margin) ? 'between' : 'no'

const isReported = (value: unknown): value is ReportedValue => ['number', 'boolean', 'string'].includes(typeof value)

/** How far a value is on the requested side. */
export function marginOf({ comparison, value: limit, low, high }: ParameterCondition, value: number): number {
  if (comparison === 'above') return value - (limit as number)
  if (comparison === 'below') return (limit as number) - value
  return (comparison === 'outside' ? 1 : -1) * Math.max((low ?? 0) - value, value - (high ?? 0))
}

export function compare(condition: ParameterCondition, value: ReportedValue): Seen['is'] {
  const { comparison, low, high } = condition
  if (comparison === 'is') return value === condition.value ? 'yes' : 'no'
  if (typeof value !== 'number') return 'no'
  const margin = limits.margin * (low === null ? Math.abs(condition.value as number) : (high ?? 0) - low)
  const by = marginOf(condition, value)
  const isIt = comparison === 'within' ? by >= 0 : by > 0
  return isIt ? 'yes' : by >= -margin ? 'between' : 'no'
}

function evaluate(
  state: State,
  { id, condition, since }: Watched,
  { t, place }: Reading,
  seen: Seen,
  emit: Emit,
): void {
  const known = state.standings[id]
  const leftAt = known && !isMeasured(condition) && state.stand ? Math.max(known.t0, state.stand.since) : undefined
  const hasLeft = leftAt !== undefined && leftAt > known!.t0
  const isBroken = known !== undefined && (hasLeft || t - known.last > gapOf(condition))
  if (known?.sure && isBroken) emit(windowOf(id, known, known.offAt ?? (hasLeft ? leftAt : known.last), t))
  let one = isBroken ? undefined : known
  if (seen.is === 'yes') {
    const where = place ?? state.stand
    one ??= {
      since,
      t0: seen.since,
      place: where && { lat: where.lat, lon: where.lon },
      first: seen.value,
      last: t,
      sure: null,
      offAt: null,
    }
    one.offAt = null
    if (t - one.t0 >= secondsOf(condition))
      one.sure ??= { t, value: seen.value, ...(seen.bound && { bound: seen.bound }) }
  } else if (one && !one.sure) one = undefined
  else if (one && seen.is === 'no') {
    one.offAt ??= t
    if (t - one.offAt >= limits.restSeconds) {
      emit(windowOf(id, one, one.offAt, t))
      one = undefined
    }
  }
  if (one) {
    one.last = t
    state.standings[id] = one
  } else delete state.standings[id]
}

export const secondsOf = (condition: Condition): number =>
  isMeasured(condition) ? condition.seconds : 'minutes' in condition ? condition.minutes * 60 : 0

/** A unit that was silent and is still at the same place was parked there: trackers sleep. */
const gapOf = (condition: Condition): number =>
  condition.type === 'parked' ? Number.POSITIVE_INFINITY : Math.max(limits.gapSeconds, secondsOf(condition))

const windowOf = (ruleId: string, one: OpenWindow, t1: number | null, settled: number | null): ConditionWindow => ({
  ruleId,
  t0: one.t0,
  t1,
  lat0: one.place?.lat ?? null,
  lon0: one.place?.lon ?? null,
  sureAt: one.sure!.t,
  detail: { first: one.first, later: one.sure!.value, ...one.sure!.bound },
  settled,
})

/** Results still open. */
export const openOf = (state: State): ConditionWindow[] =>
  Object.entries(state.standings).flatMap(([id, one]) => (one.sure ? [windowOf(id, one, one.offAt, null)] : []))

/** One distant position is noise, two are where the unit is; at speed it is not stationary. */
function move(state: State, { t, values, place }: Reading): void {
  const isOn = ignitionOf(values)
  if (isOn !== undefined && state.ignition?.isOn !== isOn) state.ignition = { isOn, since: t }
  if (!place) return
  const here = { lat: place.lat, lon: place.lon }
  const { stand, odd } = state
  const speed = values['position.speed']
  state.odd = null
  if (typeof speed === 'number' && speed >= thresholds.drivingKmh) state.stand = null
  else if (!stand) state.stand = { ...here, since: t }
  else if (metresBetween(stand, place) > thresholds.leaveMetres) {
    const isMoving = odd && kmh(metresBetween(odd, place), t - odd.t) <= thresholds.plausibleKmh
    if (isMoving) state.stand = { ...here, since: odd.t }
    else state.odd = { ...here, t }
  }
}
