import { useEffect, useMemo, useRef, useState } from 'react'
import { placeZoom } from '../shared/map/base.ts'
import { MapFrame, useMap } from '../shared/map/MapFrame.tsx'
import { texts } from '../shared/texts/texts.ts'
import type { Dealer } from './dealers.ts'

const words = texts.dealers

interface DealersMapProps {
  readonly dealers: readonly Dealer[]
  readonly chosen: Dealer | undefined
  onChoose(dealer: Dealer): void
}

/** The map of units, with dealers at fixed positions. A click on a position with several dealers zooms in. */
export function DealersMap({ dealers, chosen, onChoose }: DealersMapProps) {
  const [drawn, setDrawn] = useState(0)
  const choose = useRef<(index: number) => void>(undefined)
  choose.current = (index) => {
    const dealer = dealers[index]
    if (dealer) onChoose(dealer)
  }
  const zoomTo = useRef<(ids: readonly number[]) => void>(undefined)
  const opened = useMap(async (element, settings) => {
    const { openMap } = await import('../shared/map/units-map.ts')
    return openMap(element, {
      ...settings,
      closeZoom: placeZoom(settings.base),
      onSelect: (index) => choose.current?.(index),
      onLeave: () => {},
      onDrawn: setDrawn,
      onCluster: ({ ids }) => zoomTo.current?.(ids),
    })
  })
  const { map } = opened
  zoomTo.current = (ids) => map?.fit(ids)
  const markers = useMemo(
    () =>
      dealers.map(({ name, coordinates: { lat, lon } }, id) => ({
        ...{ id, name, latitude: lat, longitude: lon, state: 'parked' as const, direction: 0 },
      })),
    [dealers],
  )
  const selected = chosen && dealers.indexOf(chosen)
  useEffect(() => map?.show(markers, selected), [map, markers, selected])
  useEffect(() => {
    const at = selected === undefined ? undefined : markers[selected]
    if (at) map?.centre(at, true)
  }, [map, markers, selected])
  return <MapFrame opened={opened} label={words.map(dealers.length)} fitLabel={words.fit} drawn={drawn} />
}
