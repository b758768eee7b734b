/** Geofences and places on a map, and a shape that is being drawn. */
import { useEffect, useRef, useState } from 'react'
import type { DrawnGeofence } from '../../shared/map/geofence-layers.ts'
import { MapFrame, useMap } from '../../shared/map/MapFrame.tsx'
import { coordinateOf, outlineOf } from '../../shared/map/shape.ts'
import { texts } from '../../shared/texts/texts.ts'
import type { Draft, Fault } from './draft.ts'
import type { Spot } from './places-map.ts'

interface PlacesMapPaneProps {
  readonly label: string
  readonly fitLabel: string
  readonly geofences: readonly DrawnGeofence[]
  readonly chosen?: string | undefined
  /** The map moves to it once: a geofence that was chosen or is edited. */
  readonly focus?: DrawnGeofence | undefined
  readonly spots: readonly Spot[]
  readonly chosenSpot?: string | undefined
  readonly draft?: Draft | undefined
  readonly colour?: string
  readonly fault?: Fault | undefined
  onGeofence?(id: string): void
  onSpot?(id: string): void
  onDraw?(next: Draft, stroke: string): void
  onPoint?(point: number | undefined): void
}

export function PlacesMapPane(props: PlacesMapPaneProps) {
  const { geofences, chosen, spots, chosenSpot, draft, colour = '#2563eb', fault } = props
  const [drawn, setDrawn] = useState(0)
  const latest = useRef(props)
  latest.current = props
  const opened = useMap(async (element, settings) => {
    const { openPlacesMap } = await import('./places-map.ts')
    return openPlacesMap(element, {
      ...settings,
      words: texts.geofences.form,
      onGeofence: (id) => latest.current.onGeofence?.(id),
      onSpot: (id) => latest.current.onSpot?.(id),
      onDraw: (next, stroke) => latest.current.onDraw?.(next, stroke),
      onPoint: (point) => latest.current.onPoint?.(point),
      onIdle: () => setDrawn(1),
    })
  })
  const { map } = opened
  useEffect(() => map?.show(geofences, chosen), [map, geofences, chosen])
  useEffect(() => map?.showSpots(spots, chosenSpot), [map, spots, chosenSpot])
  useEffect(() => map?.draw(draft, colour, fault), [map, draft, colour, fault])

  // The map moves to what is chosen once, not again whenever something about it changes.
  const focused = useRef<string>(undefined)
  useEffect(() => {
    const { focus } = latest.current
    const wanted = chosenSpot ?? focus?.id
    if (!map || focused.current === wanted) return
    focused.current = wanted
    const spot = spots.find(({ id }) => id === chosenSpot)
    const outline = spot ? [coordinateOf(spot)] : focus ? outlineOf(focus.shape) : []
    if (outline.length > 0) map.focus(outline)
  })
  return <MapFrame opened={opened} label={props.label} fitLabel={props.fitLabel} drawn={drawn} />
}
