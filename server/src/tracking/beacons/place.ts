/**
 * Where a tag is: with the gateway that hears it best. Pure, and a question to the set of hearings alone: in whatever
 * order they came, and however often, the answer is the same.
 *
 * The newest hearings of some minutes are gone through in the order of their time. The gateway that has the tag keeps it
 * until another hears it clearly louder, for signals waver by some decibels while nothing moves, or until it has not heard
 * the tag for two minutes. Pure.
 */
import type { Message } from '@waymark/devices'
import { newerValues, type Telemetry } from '../messages/message.ts'
import { type Hearing, type Point, placed } from './hearing.ts'

export const windowSeconds = 600
export const hearingsMax = 256
const recentSeconds = 120
const louderDb = 6

/** What is remembered of a tag. Merging is commutative and idempotent. */
export interface Memory {
  /** Those of the last minutes, in the order of time. */
  readonly hearings: readonly Hearing[]
  /** The newest that knew where it was heard, however long ago. */
  readonly fix: { readonly ts: number; readonly gateway: number; readonly point: Point } | undefined
  /** The newest value of each reading. */
  readonly readings: Telemetry
}

export const nothingHeard: Memory = { hearings: [], fix: undefined, readings: {} }

export function hear(memory: Memory, heard: readonly Hearing[]): Memory {
  const byKey = new Map(memory.hearings.map((one) => [keyOf(one), one]))
  for (const one of heard) {
    const known = byKey.get(keyOf(one))
    if (!known || compare(known, one) < 0) byKey.set(keyOf(one), one)
  }
  const sorted = [...byKey.values()].sort(compare)
  const since = (sorted.at(-1)?.ts ?? 0) - windowSeconds
  const hearings = sorted.filter(({ ts }) => ts >= since).slice(-hearingsMax)
  const readings = {
    ...memory.readings,
    ...newerValues(
      memory.readings,
      heard.map(({ ts, readings: values }) => ({ timestamp: ts, values })),
      Number.POSITIVE_INFINITY,
    ),
  }
  return { hearings, fix: newestFix(memory.fix, heard), readings }
}

const keyOf = ({ ts, gateway }: Hearing): string => `${ts} ${gateway}`

/** By time; those of one moment by their gateway, and of one gateway by what they say. */
function compare(one: Hearing, other: Hearing): number {
  const difference = one.ts - other.ts || one.gateway - other.gateway || one.rssi - other.rssi
  if (difference !== 0) return difference
  const [a, b] = [one, other].map(({ point, readings }) => wordsOf(point) + JSON.stringify(readings)) as [
    string,
    string,
  ]
  return a < b ? -1 : a > b ? 1 : 0
}

const wordsOf = (point: Point | undefined): string => (point ? `${point.latitude} ${point.longitude}` : '')

function newestFix(known: Memory['fix'], heard: readonly Hearing[]): Memory['fix'] {
  let newest = known
  for (const { ts, gateway, point } of heard) {
    if (!point) continue
    const one = { ts, gateway, point }
    if (!newest || isLater(one, newest)) newest = one
  }
  return newest
}

function isLater(one: NonNullable<Memory['fix']>, other: NonNullable<Memory['fix']>): boolean {
  const difference = one.ts - other.ts || one.gateway - other.gateway
  return difference !== 0 ? difference > 0 : wordsOf(one.point) > wordsOf(other.point)
}

type Claim = Pick<Hearing, 'gateway' | 'ts' | 'rssi'>

/** Whether the tag is with whoever has just heard it; otherwise it stays with the gateway that has it. */
export const isTakenFrom = (current: Claim, one: Claim): boolean =>
  one.gateway === current.gateway || one.ts - current.ts > recentSeconds || one.rssi >= current.rssi + louderDb

export interface Place {
  /** The newest of those of the gateway that has the tag. */
  readonly hearing: Hearing
  /** Where that gateway was when it last knew; otherwise where the tag was last heard by one that did. */
  readonly point: Point | undefined
  readonly pointTs: number
  /** When anybody heard it last. */
  readonly heardAt: number
}

/** Only gateways that are there can have it. */
export function placeOf({ hearings, fix }: Memory, gateways: ReadonlySet<number>): Place | undefined {
  let current: Hearing | undefined
  for (const one of hearings) {
    if (!gateways.has(one.gateway)) continue
    if (!current || isTakenFrom(current, one)) current = one
  }
  if (!current) return undefined
  const { gateway } = current
  const known = hearings.findLast((one) => one.gateway === gateway && one.point !== undefined)
  const { point, ts: pointTs } = known ?? fix ?? { point: undefined, ts: current.ts }
  return { hearing: current, point, pointTs, heardAt: hearings.at(-1)!.ts }
}

/** What the thing with the tag is told to have sent, when its place is new. */
export const placeMessage = ({ hearing, point }: Place): Message => ({
  timestamp: hearing.ts,
  ...placed({ ...hearing, point }),
  ...hearing.readings,
})

/** The latest values that follow. */
export function latestOf(place: Place, readings: Telemetry): Telemetry {
  const { hearing, point, pointTs, heardAt } = place
  const at = (ts: number, values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { ts, value }]))
  return {
    ...readings,
    ...at(hearing.ts, placed({ ...hearing, point: undefined })),
    ...(point &&
      at(pointTs, {
        'position.latitude': point.latitude,
        'position.longitude': point.longitude,
        position: { latitude: point.latitude, longitude: point.longitude },
      })),
    'heard.timestamp': { ts: heardAt, value: heardAt },
  }
}
