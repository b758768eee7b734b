/** Fuel from a tank's sensor: fillings and drains are changes of the level at stops, the rest was burnt. Pure. */
import type { Sample } from '../../sensors/values/sampled.ts'
import type { Values } from '../segments/point.ts'
import { thresholds } from '../segments/thresholds.ts'
import type { Trip } from '../trip.ts'

export type FuelUnit = 'l' | '%'

export interface FuelSource {
  readonly parameter: string
  readonly unit: FuelUnit
  /** The names of the sensors that it is read from instead. */
  readonly sensor?: string
}

/** The first one that a unit sends is used: litres before percent, the vehicle's own value before a sensor's. */
export const fuelSources: readonly FuelSource[] = [
  { parameter: 'can.fuel.volume', unit: 'l' },
  { parameter: 'fuel.volume', unit: 'l' },
  { parameter: 'can.fuel.level', unit: '%' },
  { parameter: 'fuel.level', unit: '%' },
]
/** Litres that the engine has burnt in its life. */
export const fuelCounters = ['can.fuel.consumed', 'fuel.consumed'] as const

const tanksMax = 8

/** Several tanks count as one: the sum of their litres, the mean of their percent. */
export function fuelIn(values: Values, { parameter, unit }: FuelSource): number | undefined {
  const whole = values[parameter]
  if (typeof whole === 'number') return whole
  const tanks: number[] = []
  for (let tank = 1; tank <= tanksMax; tank++) {
    const value = values[`${parameter}.${tank}`]
    if (typeof value === 'number') tanks.push(value)
  }
  if (tanks.length === 0) return undefined
  const sum = tanks.reduce((total, one) => total + one, 0)
  return unit === 'l' ? sum : sum / tanks.length
}

/** The sensors of a unit's tanks. Litres before percent, as above; the two cannot be added up. */
export function tanksOf<S extends { readonly kind: string; readonly measure: string }>(sensors: readonly S[]): S[] {
  const tanks = sensors.filter(({ kind }) => kind === 'fuel')
  const inLitres = tanks.filter(({ measure }) => measure === 'l')
  return inLitres.length > 0 ? inLitres : tanks
}

/** All tanks as one, once each has a value; a silent tank keeps its level. */
export function tankLevel(unit: FuelUnit): (values: readonly (number | undefined)[]) => number | undefined {
  let known: readonly (number | undefined)[] = []
  return (values) => {
    if (values.every((value) => value === undefined)) return undefined
    known = values.map((value, index) => value ?? known[index])
    if (known.some((value) => value === undefined)) return undefined
    const sum = known.reduce<number>((total, one) => total + one!, 0)
    return unit === 'l' ? sum : sum / known.length
  }
}

export interface FuelEvent {
  readonly kind: 'filling' | 'drain'
  readonly t: number
  readonly lat: number
  readonly lon: number
  /** Always positive. */
  readonly amount: number
  readonly before: number
  readonly after: number
  readonly stopId: string
}

/** `samples` and `trips` in order of time. */
export function fuelEvents(samples: readonly Sample[], trips: readonly Trip[], unit: FuelUnit): FuelEvent[] {
  const least = unit === 'l' ? thresholds.fuelLitres : thresholds.fuelPercent
  const events: FuelEvent[] = []
  for (const stop of trips) {
    if (stop.kind !== 'stop') continue
    const first = firstFrom(samples, stop.t0)
    const behind = firstFrom(samples, stop.t1)
    const before = middle(samples.slice(Math.max(0, first - thresholds.fuelSamples), first + 1))
    const during = samples.slice(Math.max(first + 1, behind - thresholds.fuelSamples), behind)
    const after = middle([...during, ...samples.slice(behind, behind + thresholds.fuelSamples)])
    if (before === undefined || after === undefined || Math.abs(after - before) < least) continue
    const half = (before + after) / 2
    const turned = samples.slice(first).find(([, level]) => (after > before ? level >= half : level <= half))
    events.push({
      kind: after > before ? 'filling' : 'drain',
      t: Math.min(turned?.[0] ?? stop.t0, stop.t1),
      lat: stop.lat0,
      lon: stop.lon0,
      amount: Math.abs(after - before),
      before,
      after,
      stopId: stop.id,
    })
  }
  return events
}

/** Consumption between the first and last sample: the drop in level, plus fillings, minus drains. */
export function consumedOf(samples: readonly Sample[], events: readonly FuelEvent[]): number | undefined {
  if (samples.length < 2) return undefined
  const first = middle(samples.slice(0, thresholds.fuelSamples))!
  const last = middle(samples.slice(-thresholds.fuelSamples))!
  const added = events.reduce((sum, { kind, amount }) => sum + (kind === 'filling' ? amount : -amount), 0)
  return Math.max(0, first - last + added)
}

/** Sum of a rising counter; after a reset it starts over. */
export const countedOf = (samples: readonly Sample[]): number | undefined =>
  samples.length < 2
    ? undefined
    : samples.reduce((sum, [, value], index) => {
        const step = index === 0 ? 0 : value - samples[index - 1]![1]
        return sum + Math.max(0, step)
      }, 0)

function middle(samples: readonly Sample[]): number | undefined {
  const sorted = samples.map(([, value]) => value).sort((a, b) => a - b)
  const at = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[at] : sorted.length > 0 ? (sorted[at - 1]! + sorted[at]!) / 2 : undefined
}

function firstFrom(samples: readonly Sample[], t: number): number {
  let [low, high] = [0, samples.length]
  while (low < high) {
    const at = (low + high) >> 1
    if (samples[at]![0] < t) low = at + 1
    else high = at
  }
  return low
}
