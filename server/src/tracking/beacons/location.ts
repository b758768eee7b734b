/**
 * A beacon is where the gateway with the strongest signal is. The location depends on the set of detections alone: the order
 * in which they arrive, and repeats, make no difference.
 *
 * The detections of the last minutes are processed in the order of their time. The gateway that has the beacon keeps it until
 * another has a clearly stronger signal, because signals vary by some decibels while nothing moves, or until it has not
 * detected the beacon for two minutes. Pure.
 */
import type { Message } from '@waymark/devices'
import { newerValues, type Telemetry } from '../messages/message.ts'
import { type Detection, locationValues, type Point } from './detection.ts'

export const windowSeconds = 600
export const detectionsMax = 256
const recentSeconds = 120
const louderDb = 6

/** The recent detections of a beacon. Merging is commutative and idempotent. */
export interface BeaconHistory {
  /** The detections of the last minutes, in the order of time. */
  readonly detections: readonly Detection[]
  /** The newest detection with a position, however old. */
  readonly fix: { readonly ts: number; readonly gateway: number; readonly point: Point } | undefined
  /** The newest value of each reading. */
  readonly readings: Telemetry
}

export const noDetections: BeaconHistory = { detections: [], fix: undefined, readings: {} }

export function addDetections(history: BeaconHistory, detected: readonly Detection[]): BeaconHistory {
  const byKey = new Map(history.detections.map((one) => [keyOf(one), one]))
  for (const one of detected) {
    const known = byKey.get(keyOf(one))
    if (!known || compare(known, one) < 0) byKey.set(keyOf(one), one)
  }
  const sorted = [...byKey.values()].sort(compare)
  const since = (sorted.at(-1)?.ts ?? 0) - windowSeconds
  const detections = sorted.filter(({ ts }) => ts >= since).slice(-detectionsMax)
  const readings = {
    ...history.readings,
    ...newerValues(
      history.readings,
      detected.map(({ ts, readings: values }) => ({ timestamp: ts, values })),
      Number.POSITIVE_INFINITY,
    ),
  }
  return { detections, fix: newestFix(history.fix, detected), readings }
}

const keyOf = ({ ts, gateway }: Detection): string => `${ts} ${gateway}`

/** By time; at the same time by gateway, and for the same gateway by content. */
function compare(one: Detection, other: Detection): number {
  const difference = one.ts - other.ts || one.gateway - other.gateway || one.rssi - other.rssi
  if (difference !== 0) return difference
  const [a, b] = [one, other].map(({ point, readings }) => textOf(point) + JSON.stringify(readings)) as [string, string]
  return a < b ? -1 : a > b ? 1 : 0
}

const textOf = (point: Point | undefined): string => (point ? `${point.latitude} ${point.longitude}` : '')

function newestFix(known: BeaconHistory['fix'], detected: readonly Detection[]): BeaconHistory['fix'] {
  let newest = known
  for (const { ts, gateway, point } of detected) {
    if (!point) continue
    const one = { ts, gateway, point }
    if (!newest || isLater(one, newest)) newest = one
  }
  return newest
}

function isLater(one: NonNullable<BeaconHistory['fix']>, other: NonNullable<BeaconHistory['fix']>): boolean {
  const difference = one.ts - other.ts || one.gateway - other.gateway
  return difference !== 0 ? difference > 0 : textOf(one.point) > textOf(other.point)
}

type Signal = Pick<Detection, 'gateway' | 'ts' | 'rssi'>

/** Whether the beacon is now with the gateway of `one`; otherwise it stays with the current gateway. */
export const isHandover = (current: Signal, one: Signal): boolean =>
  one.gateway === current.gateway || one.ts - current.ts > recentSeconds || one.rssi >= current.rssi + louderDb

export interface Location {
  /** The newest detection by the gateway that has the beacon. */
  readonly detection: Detection
  /** The last known position of that gateway; otherwise the last position of any detection. */
  readonly point: Point | undefined
  readonly pointTs: number
  /** The last detection by any gateway. */
  readonly detectedAt: number
}

/** Only existing gateways count. */
export function locate({ detections, fix }: BeaconHistory, gateways: ReadonlySet<number>): Location | undefined {
  let current: Detection | undefined
  for (const one of detections) {
    if (!gateways.has(one.gateway)) continue
    if (!current || isHandover(current, one)) current = one
  }
  if (!current) return undefined
  const { gateway } = current
  const known = detections.findLast((one) => one.gateway === gateway && one.point !== undefined)
  const { point, ts: pointTs } = known ?? fix ?? { point: undefined, ts: current.ts }
  return { detection: current, point, pointTs, detectedAt: detections.at(-1)!.ts }
}

/** The message of the asset with the beacon, when its location is new. */
export const locationMessage = ({ detection, point }: Location): Message => ({
  timestamp: detection.ts,
  ...locationValues({ ...detection, point }),
  ...detection.readings,
})

/** The latest values for this location. */
export function latestOf(location: Location, readings: Telemetry): Telemetry {
  const { detection, point, pointTs, detectedAt } = location
  const at = (ts: number, values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { ts, value }]))
  return {
    ...readings,
    ...at(detection.ts, locationValues({ ...detection, point: undefined })),
    ...(point &&
      at(pointTs, {
        'position.latitude': point.latitude,
        'position.longitude': point.longitude,
        position: { latitude: point.latitude, longitude: point.longitude },
      })),
    'heard.timestamp': { ts: detectedAt, value: detectedAt },
  }
}
