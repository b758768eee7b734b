/** What every map of ours stands on: the base map or the operator's, a grid, a scale, and colours by day and night. */
import { texts } from '../../../shared/texts/texts.ts'
import 'maplibre-gl/dist/maplibre-gl.css'
import { fine } from 'virtual:base-map'
import {
  AttributionControl,
  type GeoJSONSource,
  Map as GlMap,
  type LayerSpecification,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { gridLines } from './grid.ts'
import { baseLayers, baseStyle, emptyShape, gridLayers, type Scheme } from './look.ts'
import { asProvider, type Tiles, tilesOn } from './tiles.ts'

setWorkerUrl(workerUrl)

export const streetZoom = 15
const closestZoom = 19

/** Also as close as one can look: what stands at one place stays one mark, which says how many it is. */
const clustering = { cluster: true, clusterRadius: 34, clusterMaxZoom: closestZoom, maxzoom: closestZoom + 1 }

export interface GroundOptions {
  readonly styleUrl: string | null
  readonly scheme: Scheme
  /** Empty at first; `onLoad` fills them. */
  readonly sources: readonly string[]
  /** Of these, the one whose points are drawn as one where they would cover each other. */
  readonly clustered?: string
  /** Kept in the canvas after it was drawn, so that it can be printed. */
  readonly isPrinted?: boolean
  /** How many pixels a line may be straightened by; less for shapes that shall look as they are. */
  readonly tolerance?: number
  layers(scheme: Scheme): LayerSpecification[]
  onLoad(): void
}

export interface Ground {
  readonly map: GlMap
  source(name: string): GeoJSONSource | undefined
  recolour(scheme: Scheme): void
  readonly setTiles: Tiles['set']
}

export function openGround(container: HTMLElement, options: GroundOptions): Ground {
  let isOwn = options.styleUrl === null
  let scheme = options.scheme
  /** Of the chosen tiles; nothing else is asked from there. */
  let tilesFrom = 'none:'
  const map = new GlMap({
    container,
    style: options.styleUrl ?? baseStyle(options.scheme),
    center: [12, 40],
    zoom: 1.4,
    minZoom: 0.8,
    maxZoom: closestZoom,
    attributionControl: false,
    // What a screen reader calls the canvas.
    locale: { 'Map.Title': texts.client.menu.map },
    dragRotate: false,
    pitchWithRotate: false,
    renderWorldCopies: true,
    fadeDuration: 0,
    transformRequest: (url, kind) => (kind === 'Tile' && url.startsWith(tilesFrom) ? asProvider(url) : undefined),
    canvasContextAttributes: { preserveDrawingBuffer: options.isPrinted ?? false },
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left')
  let hasStyle = false
  map.on('style.load', () => {
    hasStyle = true
  })
  // A tile server that does not answer must not take the units off the map.
  map.on('error', () => {
    if (isOwn || hasStyle) return
    isOwn = true
    map.setStyle(baseStyle(scheme))
  })
  // Natural Earth is in the public domain; whose tiles are shown, though, wants to be named.
  if (!isOwn) map.addControl(new AttributionControl({ compact: true }), 'bottom-right')

  const tiles = tilesOn(map, () => options.layers(scheme)[0]?.id)
  const source = (name: string) => map.getSource(name) as GeoJSONSource | undefined
  const drawGrid = () => {
    const bounds = map.getBounds()
    const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
    void source('grid')?.setData({
      type: 'Feature',
      properties: {},
      geometry: { type: 'MultiLineString', coordinates: gridLines({ west, south, east, north }, map.getZoom()) },
    })
  }
  function recolour() {
    for (const { id, paint } of [
      ...(isOwn ? [...baseLayers(scheme), ...gridLayers(scheme)] : []),
      ...options.layers(scheme),
    ])
      for (const [name, value] of Object.entries(paint ?? {}))
        if (map.getLayer(id)) map.setPaintProperty(id, name as 'fill-color', value as string)
  }

  map.on('load', () => {
    for (const name of ['grid', ...options.sources])
      map.addSource(name, {
        type: 'geojson',
        data: emptyShape,
        tolerance: options.tolerance ?? 0.375,
        ...(name === options.clustered && clustering),
      })
    for (const layer of [...(isOwn ? gridLayers(scheme) : []), ...options.layers(scheme)])
      map.addLayer(layer, isOwn && layer.id === 'grid' ? 'names' : undefined)
    recolour()
    drawGrid()
    tiles.draw()
    options.onLoad()
    if (isOwn) map.once('idle', () => void source('land')?.setData(fine))
  })
  map.on('moveend', () => {
    if (isOwn) drawGrid()
  })
  return {
    map,
    source,
    setTiles(layer, tell) {
      if (layer) tilesFrom = new URL(layer.tiles).origin
      tiles.set(layer, tell)
    },
    recolour(wanted) {
      scheme = wanted
      if (map.isStyleLoaded()) recolour()
    },
  }
}
