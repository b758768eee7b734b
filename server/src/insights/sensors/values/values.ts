/** What a sensor measures, message by message in order of device time. Pure. */

import { calibrated } from '../calibration.ts'
import type { CompiledSensor, Sensor } from '../sensor.ts'
import type { Readings } from './computed.ts'

/** A value at its time, in seconds by the tracker's clock. */
export type Timed = readonly [t: number, value: number]

/**
 * The latest values before smoothing, oldest first. Older ones than this do not count, so that a value depends on an
 * hour of messages and can be computed from anywhere.
 */
export const smoothingSeconds = 3600

/** Before smoothing. Undefined: the messages of this moment have no value, or it is out of range. */
export function measuredIn({ sensor, formula }: CompiledSensor, readings: Readings): number | undefined {
  const input = formula.compute(readings)
  if (input === undefined) return undefined
  const value = calibrated(sensor, input)
  const isInside =
    value >= (sensor.min ?? Number.NEGATIVE_INFINITY) && value <= (sensor.max ?? Number.POSITIVE_INFINITY)
  return Number.isFinite(value) && isInside ? value : undefined
}

/** The latest values including this one, as many as are smoothed. */
export function withLatest(latest: readonly Timed[], { smoothing, smoothingCount }: Sensor, one: Timed): Timed[] {
  if (smoothing === 'none') return []
  const [t] = one
  return [...latest.filter(([at]) => t - at <= smoothingSeconds), one].slice(-smoothingCount)
}

export function smoothed(latest: readonly Timed[], { smoothing }: Sensor, [, value]: Timed): number {
  if (smoothing === 'none') return value
  if (smoothing === 'average') return latest.reduce((sum, [, one]) => sum + one, 0) / latest.length
  const sorted = latest.map(([, one]) => one).sort((one, other) => one - other)
  const at = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[at]! : (sorted[at - 1]! + sorted[at]!) / 2
}

/** Follows one sensor over moments in order of time. */
export class SensorReader {
  readonly #of: CompiledSensor
  #latest: readonly Timed[] = []

  constructor(of: CompiledSensor) {
    this.#of = of
  }

  read(t: number, readings: Readings): number | undefined {
    const value = measuredIn(this.#of, readings)
    if (value === undefined) return undefined
    const { sensor } = this.#of
    this.#latest = withLatest(this.#latest, sensor, [t, value])
    return smoothed(this.#latest, sensor, [t, value])
  }
}
