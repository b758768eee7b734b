/** What segmentation reads in a message. Pure. */
import { thresholds } from './thresholds.ts'

export interface Place {
  readonly lat: number
  readonly lon: number
}

export interface Point {
  /** The tracker's own time, in seconds. */
  readonly t: number
  readonly place: Place | undefined
  /** km/h as the tracker reports. */
  readonly speed: number | undefined
  readonly ignition: boolean | undefined
}

export type Values = Readonly<Record<string, unknown>>

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The position in a message, unless it is an estimate. */
export function placeOf(values: Values): Place | undefined {
  const lat = number(values['position.latitude'])
  const lon = number(values['position.longitude'])
  if (lat === undefined || lon === undefined || (lat === 0 && lon === 0)) return undefined
  if (values['position.valid'] === false || values['gnss.status'] === false) return undefined
  if ((number(values['position.satellites']) ?? thresholds.satellitesMin) < thresholds.satellitesMin) return undefined
  if ((number(values['position.hdop']) ?? 0) > thresholds.hdopMax) return undefined
  if ((number(values['position.accuracy']) ?? 0) > thresholds.accuracyMetresMax) return undefined
  if ((number(values['position.fix.age']) ?? 0) > thresholds.fixAgeSecondsMax) return undefined
  return { lat, lon }
}

export const ignitionOf = (values: Values): boolean | undefined => {
  const said = values['engine.ignition.status'] ?? values['can.engine.ignition.status']
  return typeof said === 'boolean' ? said : undefined
}

/** Undefined if the message has neither a position nor the engine's state. */
export function pointOf(values: Values): Point | undefined {
  const place = placeOf(values)
  const ignition = ignitionOf(values)
  if (!place && ignition === undefined) return undefined
  return { t: values.timestamp as number, place, speed: place && number(values['position.speed']), ignition }
}

/**
 * In order of time, one point per moment. Several messages of one moment become one point regardless of their order:
 * the greater text wins.
 */
export function inOrder(points: readonly Point[]): Point[] {
  const ordered = points.toSorted((a, b) => a.t - b.t || byText(a, b))
  const merged: Point[] = []
  for (const point of ordered) {
    const before = merged.at(-1)
    if (before?.t !== point.t) merged.push(point)
    else {
      const isPlaced = point.place !== undefined
      merged[merged.length - 1] = {
        t: point.t,
        place: point.place ?? before.place,
        speed: isPlaced ? point.speed : before.speed,
        ignition: point.ignition ?? before.ignition,
      }
    }
  }
  return merged
}

function byText(a: Point, b: Point): number {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)]
  return one < other ? -1 : one > other ? 1 : 0
}

export const kmh = (metres: number, seconds: number): number => (seconds > 0 ? (metres / seconds) * 3.6 : 0)
