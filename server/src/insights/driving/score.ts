/**
 * The driving score: 100, minus the points of every harsh manoeuvre, stretch of speeding, idling and driving at night,
 * so every point has its event. docs/driving-score.md explains the formula. Pure.
 */
import { momentAt, spansOf } from '#kernel/time/zone.ts'
import type { DrivingSpan, HarshKind } from './span.ts'

export const reasons = [
  'harsh_acceleration',
  'harsh_braking',
  'harsh_cornering',
  'speeding',
  'idling',
  'night',
] as const
type Reason = (typeof reasons)[number]

const weights = {
  harsh: { harsh_acceleration: 2, harsh_braking: 3, harsh_cornering: 2 } satisfies Record<HarshKind, number>,
  /** For every 10 km/h over the limit, and for every minute; a stretch counts as a minute at least. */
  speeding: 1,
  /** The usual speed of a road is not a posted limit. */
  usualFactor: 0.5,
  speedingMax: 10,
  /** For every ten minutes after the first five of one trip or stop. */
  idling: 1,
  idlingFreeSeconds: 300,
  /** For every half hour of driving. */
  night: 1,
  nightFrom: 23 * 60,
  nightTo: 5 * 60,
  /** Points are per this distance. Less counts as this much, or one event of a short trip would decide everything. */
  kilometres: 100,
} as const

/** A trip or a stop. */
export interface Part {
  readonly kind: string
  readonly t0: number
  readonly t1: number
  readonly metres: number
  readonly movingSeconds: number
  readonly idleSeconds: number
  readonly lat0: number
  readonly lon0: number
}

/** Something that cost points, before the distance is known. */
export interface Fact {
  readonly reason: Reason
  readonly unitId: number
  readonly t0: number
  readonly t1: number
  readonly lat: number | null
  readonly lon: number | null
  readonly weight: number
  /** What was counted: seconds of idling and driving at night. */
  readonly seconds: number
  readonly kmh: number | null
  readonly limitKmh: number | null
  readonly isPosted: boolean | null
  readonly street: string | null
}

const noSpeed = { kmh: null, limitKmh: null, isPosted: null, street: null } as const

export function factOfSpan(unitId: number, span: DrivingSpan): Fact | undefined {
  const { kind, t0, t1, lat, lon, kmh, limitKmh, isPosted, street } = span
  if (kind === 'key') return undefined
  const at = { unitId, t0, t1, lat, lon, seconds: t1 - t0, kmh, limitKmh, isPosted, street }
  if (kind !== 'speeding') return { ...at, reason: kind, weight: weights.harsh[kind] }
  const over = Math.max(0, (kmh ?? 0) - (limitKmh ?? 0)) / 10
  const whole = weights.speeding * over * Math.max(1, (t1 - t0) / 60) * (isPosted ? 1 : weights.usualFactor)
  return { ...at, reason: 'speeding', weight: Math.min(weights.speedingMax, whole) }
}

/** Idling of a trip or stop, and the part of a trip driven at night. */
export function factsOfPart(unitId: number, part: Part, zone: string): Fact[] {
  const { kind, t0, t1, idleSeconds, lat0: lat, lon0: lon } = part
  const at = { unitId, t0, t1, lat, lon, ...noSpeed }
  const idle = idleSeconds - weights.idlingFreeSeconds
  const night = kind === 'trip' ? nightSeconds(zone, t0, t1) : 0
  return [
    ...(idle > 0
      ? [{ ...at, reason: 'idling' as const, seconds: idleSeconds, weight: (weights.idling * idle) / 600 }]
      : []),
    ...(night > 0 ? [{ ...at, reason: 'night' as const, seconds: night, weight: (weights.night * night) / 1800 }] : []),
  ]
}

const daySeconds = 86_400

/** In a time zone. The night of a day extends into the next one. */
export function nightSeconds(zone: string, t0: number, t1: number): number {
  let sum = 0
  for (const { date } of spansOf(zone, 'day', t0 - daySeconds, t1)) {
    const from = momentAt(zone, date, weights.nightFrom)
    const to = momentAt(zone, date, 24 * 60 + weights.nightTo)
    sum += Math.max(0, Math.min(t1, to) - Math.max(t0, from))
  }
  return sum
}

export interface Item extends Fact {
  readonly points: number
}

export interface Score {
  /** Null without a trip. */
  readonly score: number | null
  readonly metres: number
  readonly movingSeconds: number
  readonly trips: number
  readonly items: readonly Item[]
}

const hundredth = (value: number): number => Math.round(value * 100) / 100

/** The score is 100 minus the sum of the points as they are shown. */
export function scoreOf(parts: readonly Part[], facts: readonly Fact[]): Score {
  const trips = parts.filter(({ kind }) => kind === 'trip')
  const metres = trips.reduce((sum, one) => sum + one.metres, 0)
  const share = weights.kilometres / Math.max(weights.kilometres, metres / 1000)
  const items = facts
    .map((fact) => ({ ...fact, points: hundredth(fact.weight * share) }))
    .sort((one, other) => one.t0 - other.t0 || (one.reason < other.reason ? -1 : 1))
  const lost = items.reduce((sum, { points }) => sum + points, 0)
  return {
    score: trips.length === 0 ? null : Math.max(0, hundredth(100 - lost)),
    metres,
    movingSeconds: trips.reduce((sum, one) => sum + one.movingSeconds, 0),
    trips: trips.length,
    items,
  }
}
