/** Geofences and positions on a map, a search for addresses, and a shape that is being drawn. */
import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import type { DrawnGeofence } from '../../../shared/map/geofence-layers.ts'
import { MapFrame, useMap } from '../../../shared/map/MapFrame.tsx'
import { type FoundPlace, PlaceSearch } from '../../../shared/map/PlaceSearch.tsx'
import { coordinateOf, outlineOf } from '../../../shared/map/shape.ts'
import { texts } from '../../../shared/texts/texts.ts'
import type { Draft, Fault } from '../shapes/draft.ts'
import classes from './PlacesMapPane.module.css'
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
  /** If given, a search result can become a circle. */
  onCircle?: ((place: FoundPlace) => void) | undefined
}

const foundColour = '#c2410c'

export function PlacesMapPane(props: PlacesMapPaneProps) {
  const { geofences, chosen, chosenSpot, draft, colour = '#2563eb', fault, onCircle } = props
  const [found, setFound] = useState<FoundPlace>()
  const spots = useMemo(
    () => (found ? [...props.spots, { ...found, id: 'found', colour: foundColour }] : props.spots),
    [props.spots, found],
  )
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

  // The map moves to the choice once, not whenever something about it changes.
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
  const find = (search: string, signal: AbortSignal) => {
    const { latitude = 0, longitude = 0 } = map?.middle() ?? {}
    const near = `${latitude.toFixed(4)},${longitude.toFixed(4)}`
    return call('getClientPlaces', { search, near }, undefined, signal)
  }
  const choose = (place: FoundPlace | undefined) => {
    setFound(place)
    if (place) map?.focus(outlineOf({ type: 'circle', center: place, radius: place.radius }))
  }
  return (
    <MapFrame opened={opened} label={props.label} fitLabel={props.fitLabel} drawn={drawn}>
      {map && (
        <div className={classes.search}>
          <PlaceSearch
            find={find}
            onChoose={choose}
            {...(onCircle && {
              offer: (place) => (
                <Button size="xs" onClick={() => onCircle(place)}>
                  {texts.client.map.search.circle}
                </Button>
              ),
            })}
          />
        </div>
      )}
    </MapFrame>
  )
}
