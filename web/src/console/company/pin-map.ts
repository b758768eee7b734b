/** A small map with one pin, apart from React and loaded only where there is a place to show. */
import 'maplibre-gl/dist/maplibre-gl.css'
import { fine } from 'virtual:base-map'
import { AttributionControl, type GeoJSONSource, Map as GlMap, Marker, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { baseStyle, type Scheme } from '../../shared/map/style.ts'

setWorkerUrl(workerUrl)

interface Pin {
  readonly latitude: number
  readonly longitude: number
  readonly scheme: Scheme
  readonly styleUrl: string | null
}

export function openPinMap(container: HTMLElement, { latitude, longitude, scheme, styleUrl }: Pin): () => void {
  const map = new GlMap({
    container,
    style: styleUrl ?? baseStyle(scheme),
    center: [longitude, latitude],
    // The built-in map shows countries and coasts; streets are only in tiles of one's own.
    zoom: styleUrl ? 13 : 4.5,
    attributionControl: false,
    dragRotate: false,
    fadeDuration: 0,
  })
  map.touchZoomRotate.disableRotation()
  map.scrollZoom.disable()
  if (styleUrl) map.addControl(new AttributionControl({ compact: true }))
  else map.once('idle', () => void (map.getSource('land') as GeoJSONSource | undefined)?.setData(fine))
  new Marker({ color: '#1f7056' }).setLngLat([longitude, latitude]).addTo(map)
  return () => map.remove()
}
