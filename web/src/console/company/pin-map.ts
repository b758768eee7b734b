/** A small map with one pin, without React, and loaded only if there is a position to show. */
import 'maplibre-gl/dist/maplibre-gl.css'
import { fine } from 'virtual:base-map'
import { type GeoJSONSource, Map as GlMap, Marker, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { type Base, placeZoom } from '../../shared/map/base.ts'
import { addCredit } from '../../shared/map/credit.ts'
import type { Scheme } from '../../shared/map/streets/scheme.ts'
import { baseStyle } from '../../shared/map/streets/style.ts'

setWorkerUrl(workerUrl)

interface Pin {
  readonly latitude: number
  readonly longitude: number
  readonly scheme: Scheme
  readonly base: Base
}

export function openPinMap(container: HTMLElement, { latitude, longitude, scheme, base }: Pin): () => void {
  const { styleUrl, streets } = base
  const map = new GlMap({
    container,
    style: styleUrl ?? baseStyle(scheme, streets),
    center: [longitude, latitude],
    zoom: placeZoom(base),
    attributionControl: false,
    dragRotate: false,
    fadeDuration: 0,
  })
  map.touchZoomRotate.disableRotation()
  map.scrollZoom.disable()
  addCredit(map, base)
  if (!styleUrl) map.once('idle', () => void (map.getSource('land') as GeoJSONSource | undefined)?.setData(fine))
  new Marker({ color: '#1f7056' }).setLngLat([longitude, latitude]).addTo(map)
  return () => map.remove()
}
