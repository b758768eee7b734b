/** The chosen unit's trail of the last hour: requested once, then extended by live positions, also late ones. */
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import type { LatLon } from '../../../shared/map/lat-lon.ts'
import type { PositionStream } from './use-fleet.ts'

type Message = Readonly<Record<string, unknown>>

const trailSeconds = 3600
const pointsMax = 500

export interface Step extends LatLon {
  readonly at: number
}

const stepOf = (message: Message): Step[] => {
  const [latitude, longitude, at] = [message['position.latitude'], message['position.longitude'], message.timestamp]
  return typeof latitude === 'number' && typeof longitude === 'number' && typeof at === 'number'
    ? [{ latitude, longitude, at }]
    : []
}

const noSteps: readonly Step[] = []

/** In chronological order, each moment once. */
export function withSteps(before: readonly Step[], more: readonly Step[]): readonly Step[] {
  const known = new Set(before.map(({ at }) => at))
  const fresh = more.filter(({ at }) => !known.has(at))
  if (fresh.length === 0) return before
  return [...before, ...fresh].sort((a, b) => a.at - b.at).slice(-pointsMax)
}

/** A dealer with support access sees live positions only; past ones are not requested. */
export function useTrail(
  unit: number | undefined,
  { resets, subscribe }: PositionStream,
  isGuest: boolean,
): readonly LatLon[] {
  const [steps, setSteps] = useState(noSteps)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reset requests what is missing.
  useEffect(() => {
    setSteps(noSteps)
    if (unit === undefined) return
    const stop = new AbortController()
    const from = Math.floor(Date.now() / 1000) - trailSeconds
    const leave = subscribe((positions) => {
      const own = positions.flatMap(({ unit_id, timestamp, position: { latitude, longitude } }) =>
        unit_id === unit && timestamp >= from ? [{ latitude, longitude, at: timestamp }] : [],
      )
      if (own.length > 0) setSteps((before) => withSteps(before, own))
    })
    if (isGuest) return leave
    call('getClientUnitsByIdMessages', { id: unit, count: pointsMax, from }, undefined, stop.signal)
      .then((answer) => setSteps((live) => withSteps(answer.flatMap(stepOf), live)))
      // Without its past, a unit still has its current position.
      .catch(() => {})
    return () => {
      leave()
      stop.abort()
    }
  }, [unit, subscribe, resets, isGuest])
  return steps
}
