/** A map of units at their current positions. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ListIcon } from '../content/Icons.tsx'
import { texts } from '../texts/texts.ts'
import type { Insets } from './fit.ts'
import type { DrawnGeofence } from './geofence-layers.ts'
import type { LatLon } from './lat-lon.ts'
import { MapFrame, useMap } from './MapFrame.tsx'
import classes from './MapPane.module.css'
import { ClusterList } from './markers/ClusterList.tsx'
import type { Marker } from './markers/marker.ts'
import { type FoundPlace, PlaceSearch } from './PlaceSearch.tsx'
import { Tool } from './Tool.tsx'
import type { Cluster } from './units-map.ts'

const words = texts.client.map
const noGeofences: readonly DrawnGeofence[] = []
const noInsets: Insets = { start: 0, bottom: 0 }

interface MapPaneProps {
  readonly markers: readonly Marker[]
  readonly selected: number | undefined
  readonly isFollowing: boolean
  readonly trail: readonly LatLon[]
  /** Drawn under the units. */
  readonly geofences?: readonly DrawnGeofence[]
  /** What the page shows over the map. */
  readonly insets?: Insets
  /** More buttons on the map. */
  readonly tools?: ReactNode
  /** Given: addresses and places can be searched, those near the middle first. */
  findPlaces?(search: string, near: LatLon, signal: AbortSignal): Promise<readonly FoundPlace[]>
  onSelect(unit: number): void
  onLeave(): void
}

export function MapPane({
  markers,
  selected,
  isFollowing,
  trail,
  geofences = noGeofences,
  insets = noInsets,
  tools,
  findPlaces,
  onSelect,
  onLeave,
}: MapPaneProps) {
  const [drawn, setDrawn] = useState({ units: 0, clusters: 0 })
  const [clusters, setClusters] = useState<readonly Cluster[]>()
  const handlers = useRef({ onSelect, onLeave })
  handlers.current = { onSelect, onLeave }
  const opened = useMap(async (element, settings) => {
    const { openMap } = await import('./units-map.ts')
    return openMap(element, {
      ...settings,
      onSelect: (unit) => handlers.current.onSelect(unit),
      onLeave: () => handlers.current.onLeave(),
      onDrawn: (units, clusters) =>
        setDrawn((before) => (before.units === units && before.clusters === clusters ? before : { units, clusters })),
      onCluster: (cluster) => setClusters([cluster]),
    })
  })
  const { map } = opened
  const { start, bottom } = insets
  useEffect(() => map?.setInsets({ start, bottom }), [map, start, bottom])
  useEffect(() => map?.show(markers, selected), [map, markers, selected])
  useEffect(() => map?.showTrail(trail), [map, trail])
  useEffect(() => map?.showGeofences(geofences), [map, geofences])

  const centred = useRef<number>(undefined)
  const followed = markers.find(({ id }) => id === selected)
  useEffect(() => {
    if (!map || !followed || !isFollowing) return
    map.centre(followed, centred.current !== followed.id)
    centred.current = followed.id
  }, [map, followed, isFollowing])
  useEffect(() => {
    if (selected === undefined) centred.current = undefined
  }, [selected])

  return (
    <MapFrame
      opened={opened}
      label={words.describe(markers.length)}
      fitLabel={words.fit}
      drawn={drawn.units}
      onFit={onLeave}
      tools={
        <>
          {tools}
          {drawn.clusters > 0 && (
            <Tool
              label={words.clusters.list}
              onClick={() => void map?.clusters().then(setClusters)}
              icon={<ListIcon />}
            />
          )}
        </>
      }
    >
      {map && findPlaces && (
        <div className={classes.search}>
          <PlaceSearch
            find={(search, signal) => findPlaces(search, map.middle(), signal)}
            onChoose={(place) => {
              if (place) onLeave()
              map.showFound(place)
            }}
          />
        </div>
      )}
      {clusters && (
        <ClusterList
          clusters={clusters}
          markers={markers}
          onSelect={(unit) => {
            setClusters(undefined)
            onSelect(unit)
          }}
          onZoom={(ids) => {
            setClusters(undefined)
            onLeave()
            map?.fit(ids)
          }}
          onClose={() => setClusters(undefined)}
        />
      )}
    </MapFrame>
  )
}
