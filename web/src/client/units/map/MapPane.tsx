/** The units on the map, where they are now. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ListIcon } from '../../../shared/Icons.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import type { DrawnGeofence } from '../../geofences/geofence-layers.ts'
import type { Point } from './glide.ts'
import { MapFrame, useMap } from './MapFrame.tsx'
import { PileList } from './PileList.tsx'
import { Tool } from './Tool.tsx'
import type { Mark, Pile } from './units-map.ts'

const words = texts.client.map
const noGeofences: readonly DrawnGeofence[] = []

interface MapPaneProps {
  readonly marks: readonly Mark[]
  readonly selected: number | undefined
  readonly isFollowing: boolean
  readonly trail: readonly Point[]
  /** Drawn under the units. */
  readonly geofences?: readonly DrawnGeofence[]
  /** More buttons on the map. */
  readonly tools?: ReactNode
  onSelect(unit: number): void
  onLeave(): void
}

export function MapPane({
  marks,
  selected,
  isFollowing,
  trail,
  geofences = noGeofences,
  tools,
  onSelect,
  onLeave,
}: MapPaneProps) {
  const [drawn, setDrawn] = useState({ units: 0, piles: 0 })
  const [piles, setPiles] = useState<readonly Pile[]>()
  const handlers = useRef({ onSelect, onLeave })
  handlers.current = { onSelect, onLeave }
  const opened = useMap(async (element, settings) => {
    const { openMap } = await import('./units-map.ts')
    return openMap(element, {
      ...settings,
      onSelect: (unit) => handlers.current.onSelect(unit),
      onLeave: () => handlers.current.onLeave(),
      onDrawn: (units, piles) =>
        setDrawn((before) => (before.units === units && before.piles === piles ? before : { units, piles })),
      onPile: (pile) => setPiles([pile]),
    })
  })
  const { map } = opened
  useEffect(() => map?.show(marks, selected), [map, marks, selected])
  useEffect(() => map?.showTrail(trail), [map, trail])
  useEffect(() => map?.showGeofences(geofences), [map, geofences])

  const centred = useRef<number>(undefined)
  const followed = marks.find(({ id }) => id === selected)
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
      label={words.describe(marks.length)}
      fitLabel={words.fit}
      drawn={drawn.units}
      onFit={onLeave}
      tools={
        <>
          {tools}
          {drawn.piles > 0 && (
            <Tool label={words.piles.list} onClick={() => void map?.piles().then(setPiles)} icon={<ListIcon />} />
          )}
        </>
      }
    >
      {piles && (
        <PileList
          piles={piles}
          marks={marks}
          onSelect={(unit) => {
            setPiles(undefined)
            onSelect(unit)
          }}
          onZoom={(ids) => {
            setPiles(undefined)
            onLeave()
            map?.fit(ids)
          }}
          onClose={() => setPiles(undefined)}
        />
      )}
    </MapFrame>
  )
}
