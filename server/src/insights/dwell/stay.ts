/**
 * Which gateway had a tag from when to when. A fold over its detections in order of device time, with the rule that
 * also says where it is now (beacons/location.ts): the current gateway keeps the tag until another has a clearly
 * stronger signal, or until it has not detected the tag for two minutes. Pure.
 */
import type { Message } from '@waymark/devices'
import { detectionOf } from '#tracking/beacons/detection.ts'
import { isHandover } from '#tracking/beacons/location.ts'
import { type DatedText, valuesOf } from '#tracking/messages/message.ts'

/** A tag that no gateway detects for this long may be anywhere: the stay ended with the last sighting. */
export const silentSeconds = 900

interface Heard {
  readonly gateway: number
  readonly rssi: number
}

/** All sightings of a tag at one moment. */
export interface Point {
  readonly t: number
  /** Each gateway once, in the order of their ids. */
  readonly heard: readonly Heard[]
}

export interface State {
  /** Time of the last point; 0 if none. */
  at: number
  /** The current gateway, since when, and time and strength of its last sighting. */
  gateway: number
  since: number
  ts: number
  rssi: number
}

export interface Stay {
  readonly gatewayId: number
  readonly t0: number
  readonly t1: number
  /** Time at which its end was known; null while it is open. */
  readonly settled: number | null
}

export const startState = (): State => ({ at: 0, gateway: 0, since: 0, ts: 0, rssi: 0 })

/** In chronological order, one point per moment, however its messages arrived. */
export function pointsIn(texts: readonly DatedText[]): Point[] {
  const moments = new Map<number, Map<number, number>>()
  for (const one of texts) {
    const { timestamp } = one
    const hearing = detectionOf(valuesOf(one) as Message)
    if (!hearing) continue
    const heard = moments.get(timestamp) ?? new Map<number, number>()
    heard.set(hearing.gateway, Math.max(hearing.rssi, heard.get(hearing.gateway) ?? Number.NEGATIVE_INFINITY))
    moments.set(timestamp, heard)
  }
  return [...moments]
    .sort(([a], [b]) => a - b)
    .map(([t, heard]) => ({
      t,
      heard: [...heard].sort(([a], [b]) => a - b).map(([gateway, rssi]) => ({ gateway, rssi })),
    }))
}

export function step(state: State, { t, heard }: Point, emit: (stay: Stay) => void): void {
  if (state.gateway !== 0 && t - state.at > silentSeconds) {
    emit({ gatewayId: state.gateway, t0: state.since, t1: state.at, settled: t })
    state.gateway = 0
  }
  for (const { gateway, rssi } of heard) {
    const other = { gateway, rssi, ts: t }
    if (state.gateway !== 0 && !isHandover(state, other)) continue
    if (state.gateway !== gateway) {
      // A stay that started at this very moment does not count.
      if (state.gateway !== 0 && state.since < t) {
        emit({ gatewayId: state.gateway, t0: state.since, t1: t, settled: t })
      }
      state.since = t
    }
    Object.assign(state, other)
  }
  state.at = t
}

export const openStay = ({ at, gateway, since }: State): Stay | undefined =>
  gateway === 0 ? undefined : { gatewayId: gateway, t0: since, t1: at, settled: null }
