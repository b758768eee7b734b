/** Positions of units: requested one by one, the most recently active first, and again while the page is open. */
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import type { Unit } from '../../api/generated.ts'
import type { Marker } from '../../shared/map/markers/marker.ts'
import { type Snapshot, snapshotOf, stateOf } from '../../shared/units/snapshot.ts'

export const positionsMax = 100
/** As many as a browser requests from one server at a time. */
const lanes = 6
const everyMilliseconds = 20_000

export type Asked = 'asking' | 'here'

export function usePositions(units: readonly Unit[]): { readonly markers: readonly Marker[]; readonly stage: Asked } {
  const [markers, setMarkers] = useState<readonly Marker[]>([])
  const [stage, setStage] = useState<Asked>('asking')
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    setStage('asking')
    const look = async () => {
      const found = await readAll(units, stop.signal)
      if (stop.signal.aborted) return
      setMarkers(found)
      setStage('here')
      timer = setTimeout(() => void look(), everyMilliseconds)
    }
    void look()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [units])
  return { markers, stage }
}

async function readAll(units: readonly Unit[], signal: AbortSignal): Promise<readonly Marker[]> {
  const waiting = [...units]
  const markers: Marker[] = []
  const lane = async () => {
    for (let unit = waiting.shift(); unit && !signal.aborted; unit = waiting.shift()) {
      // A unit that was just removed, or that only its client may see, must not hide the others.
      const telemetry = await call('getUnitsByIdTelemetry', { id: unit.id }, undefined, signal).catch(() => undefined)
      const marker = telemetry && markerOf(unit, snapshotOf(unit.last_active, telemetry as never))
      if (marker) markers.push(marker)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return markers
}

export function markerOf({ id, name }: Pick<Unit, 'id' | 'name'>, snapshot: Snapshot): Marker | undefined {
  if (!snapshot.position) return undefined
  const { latitude, longitude, direction = 0 } = snapshot.position
  return { id, name, latitude, longitude, direction, state: stateOf(snapshot, Date.now() / 1000) }
}
