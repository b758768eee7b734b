/**
 * Finds keys, harsh driving and speeding in the messages of a unit, in order of device time. A key counts from the
 * message that shows it until another one is shown, or the ignition goes off without it. Pure.
 */
import type { Road } from '#kernel/geo/addresses.ts'
import { type DatedText, valuesOf } from '#tracking/messages/message.ts'
import { plainCode } from '../drivers/driver.ts'
import { completeOf, type OpenStretch, type SpeedingStretch, speedingStep } from '../trips/along/speeding.ts'
import { ignitionOf, type Place, placeOf, type Values } from '../trips/segments/point.ts'
import { type DrivingSpan, type HarshKind, harshKinds, limits, noDetails } from './span.ts'

/** Ids of beacons that are keys of drivers: other beacons around a tracker do not count. */
export type Rules = ReadonlySet<string>

export interface Point {
  readonly t: number
  readonly codes: readonly string[]
  /** Around the tracker, nearest first. */
  readonly beacons: readonly string[]
  readonly ignition: boolean | undefined
  readonly harsh: readonly HarshKind[]
  readonly place: Place | undefined
  readonly speed: number | undefined
  readonly direction: number | undefined
  readonly road?: Road | undefined
}

export interface State {
  at: number
  key: { readonly code: string; readonly since: number; readonly shown: number } | null
  ignition: boolean | null
  /** When each kind was last reported. */
  harsh: Partial<Record<HarshKind, number>>
  speeding: OpenStretch | null
}

export const startState = (): State => ({ at: 0, key: null, ignition: null, harsh: {}, speeding: null })

const keyParameters = ['driver.id', 'ibutton.code', 'rfid.code'] as const

const numberIn = (values: Values, name: string): number | undefined =>
  typeof values[name] === 'number' ? (values[name] as number) : undefined

function beaconsIn(values: Values): string[] {
  const heard = values['ble.beacons']
  if (!Array.isArray(heard)) return []
  return (heard as readonly { readonly id?: unknown; readonly rssi?: unknown }[])
    .flatMap(({ id, rssi }) => (typeof id === 'string' ? [{ id: plainCode(id), rssi: Number(rssi ?? -200) }] : []))
    .sort((one, other) => other.rssi - one.rssi || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id)
}

const harshNames: Readonly<Record<HarshKind, string>> = {
  harsh_acceleration: 'harsh.acceleration.event',
  harsh_braking: 'harsh.braking.event',
  harsh_cornering: 'harsh.cornering.event',
}

function pointOf(values: Values): Point {
  const place = placeOf(values)
  return {
    t: values.timestamp as number,
    codes: keyParameters.flatMap((name) => {
      const said = values[name]
      const code = typeof said === 'string' || typeof said === 'number' ? plainCode(String(said)) : ''
      // Some trackers send zeros when there is none.
      return code === '' || code === '0' ? [] : [code]
    }),
    beacons: beaconsIn(values),
    ignition: ignitionOf(values),
    harsh: harshKinds.filter((kind) => values[harshNames[kind]] === true),
    place,
    speed: place && numberIn(values, 'position.speed'),
    direction: place && numberIn(values, 'position.direction'),
  }
}

/** In order of time, one point per moment, whatever the order of its messages. */
export function pointsIn(texts: readonly DatedText[]): Point[] {
  const ordered = texts.toSorted((a, b) => a.timestamp - b.timestamp || (a.text < b.text ? -1 : 1))
  const merged: Point[] = []
  for (const one of ordered) {
    const point = pointOf(valuesOf(one))
    const before = merged.at(-1)
    if (before?.t === point.t) merged[merged.length - 1] = both(before, point)
    else merged.push(point)
  }
  return merged
}

const both = (one: Point, other: Point): Point => ({
  t: one.t,
  codes: [...one.codes, ...other.codes],
  beacons: other.beacons.length > 0 ? other.beacons : one.beacons,
  ignition: other.ignition ?? one.ignition,
  harsh: harshKinds.filter((kind) => one.harsh.includes(kind) || other.harsh.includes(kind)),
  place: other.place ?? one.place,
  speed: other.place ? other.speed : one.speed,
  direction: other.place ? other.direction : one.direction,
})

type Emit = (span: DrivingSpan) => void

export function step(state: State, point: Point, rules: Rules, emit: Emit): void {
  stepKey(state, point, rules, emit)
  for (const kind of point.harsh) {
    const last = state.harsh[kind]
    if (last === undefined || point.t - last > limits.harshApartSeconds) emit(harshSpan(kind, point))
    state.harsh = { ...state.harsh, [kind]: point.t }
  }
  stepSpeeding(state, point, emit)
  state.at = point.t
}

function stepKey(state: State, { t, codes, beacons, ignition }: Point, rules: Rules, emit: Emit): void {
  const code = codes[0] ?? beacons.find((id) => rules.has(id))
  const { key } = state
  const isOld = key !== null && t > key.shown + limits.keySeconds
  const isOff = ignition === false && state.ignition === true && code === undefined
  const isReplaced = key !== null && code !== undefined && code !== key.code
  if (key && (isOld || isOff || isReplaced)) {
    const t1 = Math.min(t, key.shown + limits.keySeconds)
    if (t1 > key.since) emit({ ...noDetails, kind: 'key', t0: key.since, t1, code: key.code, settled: t })
    state.key = null
  }
  if (code !== undefined) state.key = { code, since: state.key?.since ?? t, shown: t }
  if (ignition !== undefined) state.ignition = ignition
}

const harshSpan = (kind: HarshKind, { t, place, speed }: Point): DrivingSpan => ({
  ...noDetails,
  ...{ kind, t0: t, t1: t, lat: place?.lat ?? null, lon: place?.lon ?? null, kmh: speed ?? null, settled: t },
})

const speedingSpan = ({ from, to, worst }: SpeedingStretch, settled: number | null): DrivingSpan => ({
  ...noDetails,
  ...{ kind: 'speeding', t0: from, t1: to, lat: worst.lat, lon: worst.lon, kmh: worst.speed },
  ...{ limitKmh: worst.limit, isPosted: worst.isPosted, street: worst.road?.name ?? null, settled },
})

function stepSpeeding(state: State, { t, place, speed, road }: Point, emit: Emit): void {
  if (!place || speed === undefined) return
  const { open, ended } = speedingStep(state.speeding, { t, ...place, speed, road })
  if (ended) emit(speedingSpan(ended, t))
  state.speeding = open
}

/** What may still grow: the key until it expires, the stretch up to its last position. */
export function openSpans({ key, speeding }: State): DrivingSpan[] {
  const stretch = completeOf(speeding)
  return [
    ...(key
      ? [
          {
            ...noDetails,
            kind: 'key',
            t0: key.since,
            t1: key.shown + limits.keySeconds,
            code: key.code,
            settled: null,
          } as const,
        ]
      : []),
    ...(stretch ? [speedingSpan(stretch, null)] : []),
  ]
}
