import { useEffect, useRef, useState } from 'react'
import type { LatLon } from '../../../shared/map/lat-lon.ts'
import { MapFrame, useMap } from '../../../shared/map/MapFrame.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import type { Way } from './track-map.ts'

interface TrackMapPaneProps {
  readonly names: string
  readonly ways: readonly Way[]
  readonly chosen: string | undefined
  readonly places: readonly (LatLon & { readonly colour: string })[]
  onTrip(trip: string): void
}

export function TrackMapPane({ names, ways, chosen, places, onTrip }: TrackMapPaneProps) {
  const [drawn, setDrawn] = useState(0)
  const handler = useRef(onTrip)
  handler.current = onTrip
  const opened = useMap(async (element, settings) => {
    const { openTrackMap } = await import('./track-map.ts')
    return openTrackMap(element, {
      ...settings,
      onTrip: (trip) => handler.current(trip),
      onDrawn: () => setDrawn(1),
    })
  })
  const { map } = opened
  useEffect(() => map?.show(ways, chosen), [map, ways, chosen])
  useEffect(() => map?.point(places), [map, places])
  return <MapFrame opened={opened} label={texts.timeline.map(names)} fitLabel={texts.timeline.whole} drawn={drawn} />
}
