/** Finds when the conditions of rules held long enough: a fold over a unit's samples in order of device time. Pure. */
import { metresBetween } from '#kernel/geo/position.ts'
import { valuesOf } from '#tracking/messages/message.ts'
import { adapt as withoutDeleted } from '../../geofences/crossing.ts'
import { inOrder, pointOf } from '../../geofences/point.ts'
import { rounded } from '../../sensors/sensor.ts'
import { measuredIn, smoothed, type Timed, withLatest } from '../../sensors/values/values.ts'
import { ignitionOf, kmh, type Place, type Values } from '../../trips/segments/point.ts'
import { thresholds } from '../../trips/segments/thresholds.ts'
import { limits } from '../limits.ts'
import type { Watched, WatchedPart } from '../rule.ts'
import { boundOf, compare, exceeds, isReported, type SpeedBound, together } from './comparing.ts'
import { type CombinedCondition, type Condition, isMeasured, type ReportedValue, secondsOf } from './condition.ts'
import type { Combined, ConditionWindow, Seen } from './condition-window.ts'
import type { OtherSeen } from './distance.ts'
import { isWithin } from './hours.ts'
import { addHits, alarmHits, type Count, countedWindow, crossingHits, type Hit } from './repeats.ts'
import { type Reading, readingOf, type Sample } from './sample.ts'
import { type Located, locate, nearness, whereabouts } from './where.ts'

interface OpenWindow {
  /** The rule's own `since` at the start: a changed rule starts over. */
  readonly since: number
  readonly t0: number
  readonly place: Place | null
  /** Absent in states stored before speeds were. */
  readonly speed?: number | null
  readonly first: ReportedValue | null
  /** Time of the last sample with the parameter. */
  last: number
  sure: ({ readonly t: number; readonly value: ReportedValue | null; readonly bound?: SpeedBound } & Combined) | null
  /** Since when it does not hold, while that may still be noise. */
  offAt: number | null
}

/** Where the unit stands. */
interface StationaryPoint extends Place {
  readonly since: number
}

export interface State extends Located {
  /** Time of the last sample. */
  at: number
  stand: StationaryPoint | null
  /** A suspect position away from the stationary point; the next one may confirm it. */
  odd: (Place & { readonly t: number }) | null
  ignition: { readonly isOn: boolean; readonly since: number } | null
  readonly standings: Record<string, OpenWindow>
  /** The latest values of sensors, by rule: each rule's own smoothing begins with the rule. */
  latest?: Record<string, { readonly since: number; readonly values: readonly Timed[] }>
  /** For combinations: the last known value of each part. */
  parts?: Record<string, SeenPart>
  /** For counted conditions, by rule: each has its own fold that begins with the rule. */
  counts?: Record<string, Count & { readonly since: number; readonly each: State }>
}

interface SeenPart extends Seen {
  readonly ruleSince: number
}

export const startState = (): State => ({ at: 0, stand: null, odd: null, ignition: null, standings: {} })

type Emit = (held: ConditionWindow) => void

/** Drops rules that were deleted, disabled or changed; only some rules need the stationary point. */
export function adapt(state: State, watched: readonly Watched[]): void {
  for (const [id, { since }] of Object.entries(state.standings)) {
    if (!watched.some((one) => one.id === id && one.since === since)) delete state.standings[id]
  }
  const all = watched.flatMap((one) => [one, ...(one.parts ?? [])])
  for (const [id, { since }] of Object.entries(state.latest ?? {})) {
    if (!all.some((one) => one.id === id && one.since === since && one.sensor)) delete state.latest![id]
  }
  for (const [id, { ruleSince }] of Object.entries(state.parts ?? {})) {
    if (!all.some((one) => one.id === id && one.since === ruleSince)) delete state.parts![id]
  }
  for (const [id, { since, each, visits }] of Object.entries(state.counts ?? {})) {
    const rule = watched.find((one) => one.id === id && one.since === since && one.each)
    if (!rule) delete state.counts![id]
    else adapt(each, [rule.each!])
    if (visits) withoutDeleted(visits, rule?.geofences ?? [])
  }
  if (!watched.some(hasPlace)) delete state.fixes
  if (!watched.some(needsStationaryPoint)) Object.assign(state, { stand: null, odd: null, ignition: null })
}

const needsStationaryPoint = ({ condition }: Watched): boolean =>
  condition.type === 'idle' || condition.type === 'parked'

const hasPlace = ({ condition, parts = [] }: Watched): boolean =>
  condition.type === 'distance' || parts.some(({ condition: { type } }) => type === 'place' || type === 'distance')

/** Changes `state`. Samples come in order of time, each moment once. */
export function step(state: State, sample: Sample, watched: readonly Watched[], emit: Emit): void {
  state.at = sample.t
  // Most units have no such rule: their messages are not even parsed.
  if (watched.length === 0) return
  take(state, sample, readingOf(sample), watched, emit)
}

function take(state: State, sample: Sample, reading: Reading, watched: readonly Watched[], emit: Emit): void {
  if (watched.some(needsStationaryPoint)) move(state, reading)
  if (watched.some(hasPlace)) locate(state, reading)
  for (const rule of watched) {
    if (reading.t < rule.since) continue
    if (rule.each) countIn(state, sample, reading, rule, rule.each, emit)
    else {
      const seen = verdictOn(state, rule, reading)
      if (seen) evaluate(state, rule, reading, seen, emit)
    }
  }
}

function countIn(state: State, sample: Sample, reading: Reading, rule: Watched, each: Watched, emit: Emit): void {
  const { id, condition, since, schedule, zone } = rule
  if (condition.type !== 'repeated') return
  const count = state.counts?.[id] ?? { since, each: startState(), hits: [], open: null }
  const hits = hitsIn(count, sample, reading, rule, each)
  const counted = isWithin(schedule, zone, reading.t) ? hits : []
  addHits(count, condition, reading.t, counted, (over, t1, t) => emit(countedWindow(id, over, t1, t)))
  state.counts = { ...state.counts, [id]: count }
}

/** What began, or became certain, with this sample. */
function hitsIn(
  count: Count & { readonly each: State },
  sample: Sample,
  reading: Reading,
  { geofences = [] }: Watched,
  rule: Watched,
): Hit[] {
  const { condition, id } = rule
  if (condition.type === 'alarm' || condition.type === 'geofence') {
    const [point] = inOrder(sample.texts.map((text) => pointOf(valuesOf(text))))
    return condition.type === 'alarm'
      ? alarmHits(count, condition, point!)
      : crossingHits(count, condition, point!, geofences)
  }
  take(count.each, sample, reading, [rule], () => {})
  const one = count.each.standings[id]
  return one?.sure?.t === reading.t
    ? [{ t: one.t0, place: one.place, speed: one.speed ?? null, shownBy: [one.t0, reading.t], ...othersIn(one.sure) }]
    : []
}

/** What one rule sees in a single sample. Changes `state`, and opens and ends no window. */
export function judge(state: State, sample: Sample, rule: Watched): Seen | undefined {
  state.at = sample.t
  const reading = readingOf(sample)
  if (needsStationaryPoint(rule)) move(state, reading)
  if (hasPlace(rule)) locate(state, reading)
  return verdictOn(state, rule, reading)
}

function verdictOn(state: State, rule: Watched | WatchedPart, reading: Reading): Seen | undefined {
  const { t, values, place, road } = reading
  const { condition, schedule, zone, since } = rule
  if (condition.type === 'combined') return combined(state, rule as Watched, condition, reading)
  if (condition.type === 'place') return whereabouts(state, rule as WatchedPart, condition, reading)
  if (condition.type === 'distance') return nearness(state, rule, condition, reading)
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

/** A part that is not in a message keeps its value, as long as that is plausible. */
function combined(
  state: State,
  { parts = [], schedule, zone, since: ruleSince }: Watched,
  { match }: CombinedCondition,
  reading: Reading,
): Seen | undefined {
  const { t } = reading
  let isNews = false
  const seen = parts.map((part) => {
    const now = verdictOn(state, part, reading)
    if (now) {
      isNews = true
      state.parts = { ...state.parts, [part.id]: { ...now, ruleSince } }
      return now
    }
    const known = state.parts?.[part.id]
    return known && t - known.since <= limits.gapSeconds ? known : undefined
  })
  const is = isNews ? together(match, seen) : undefined
  return is && { is: isWithin(schedule, zone, t) ? is : 'no', since: t, value: null, parts: seen }
}

function sensorValue(
  state: State,
  { id, since, sensor: of }: Pick<Watched, 'id' | 'since' | 'sensor'>,
  t: number,
  values: Values,
): number | undefined {
  const value = of && measuredIn(of, values)
  if (!of || value === undefined) return undefined
  const latest = withLatest(state.latest?.[id]?.values ?? [], of.sensor, [t, value])
  if (latest.length > 0) state.latest = { ...state.latest, [id]: { since, values: latest } }
  return rounded(smoothed(latest, of.sensor, [t, value]), of.sensor.decimals)
}

function evaluate(
  state: State,
  { id, condition, since }: Watched,
  { t, place, values }: Reading,
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
    const speed = values['position.speed']
    one ??= {
      since,
      t0: seen.since,
      place: where && { lat: where.lat, lon: where.lon },
      speed: typeof speed === 'number' ? speed : null,
      first: seen.value,
      last: t,
      sure: null,
      offAt: null,
    }
    one.offAt = null
    if (t - one.t0 >= secondsOf(condition)) one.sure ??= { t, value: seen.value, ...evidenceOf(condition, seen) }
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

/** The exceeded limit; for a combination also the value of each part, and where the unit was. */
function evidenceOf(condition: Condition, seen: Seen): Combined & { readonly bound?: SpeedBound } {
  const { bound, parts } = seen
  if (!parts || condition.type !== 'combined') return { ...(bound && { bound }), ...othersIn(seen) }
  const others = parts.flatMap((one) => (one?.is === 'yes' && one.others) || [])
  const exceeded = parts.find((one) => one?.bound)?.bound
  const isPlace = (index: number) => condition.parts[index]?.type === 'place'
  const inside = parts.find((one, index) => isPlace(index) && typeof one?.value === 'string')?.value
  return {
    values: parts.map((one, index) => (isPlace(index) ? null : (one?.value ?? null))),
    ...(exceeded && { bound: exceeded }),
    ...(typeof inside === 'string' && { geofenceId: inside }),
    ...(others.length > 0 && { others }),
  }
}

const othersIn = ({ others }: { readonly others?: readonly OtherSeen[] }) => (others ? { others } : {})

/** A unit that was silent and is still at the same place was parked there: trackers sleep. */
const gapOf = (condition: Condition): number =>
  condition.type === 'parked' ? Number.POSITIVE_INFINITY : Math.max(limits.gapSeconds, secondsOf(condition))

const windowOf = (ruleId: string, one: OpenWindow, t1: number | null, settled: number | null): ConditionWindow => ({
  ruleId,
  t0: one.t0,
  t1,
  lat0: one.place?.lat ?? null,
  lon0: one.place?.lon ?? null,
  speed0: one.speed ?? null,
  sureAt: one.sure!.t,
  detail: {
    ...{ first: one.first, later: one.sure!.value, ...one.sure!.bound },
    ...(one.sure!.values && { values: one.sure!.values }),
    ...(one.sure!.geofenceId !== undefined && { geofenceId: one.sure!.geofenceId }),
    ...othersIn(one.sure!),
  },
  settled,
})

/** Results still open. */
export const openOf = (state: State): ConditionWindow[] => [
  ...Object.entries(state.standings).flatMap(([id, one]) => (one.sure ? [windowOf(id, one, one.offAt, null)] : [])),
  ...Object.entries(state.counts ?? {}).flatMap(([id, { open }]) =>
    open ? [countedWindow(id, open, null, null)] : [],
  ),
]

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
