/** The base of every map: our own base map or the operator's, a grid, a scale, and colours for light and dark. */
import { habits } from '../format/habits.ts'
import { texts } from '../texts/texts.ts'
import 'maplibre-gl/dist/maplibre-gl.css'
import { fine } from 'virtual:base-map'
import {
  type ExpressionSpecification,
  type GeoJSONSource,
  Map as GlMap,
  type LayerSpecification,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import type { Base } from './base.ts'
import { addCredit } from './credit.ts'
import { gridLines } from './grid.ts'
import { markerRatio, roomImage, roomSize } from './markers/marker-image.ts'
import type { Scheme } from './streets/scheme.ts'
import { streetImages } from './streets/street-images.ts'
import { baseLayers, baseStyle, emptyShape } from './streets/style.ts'
import { asProvider, type Tiles, tilesOn } from './tiles.ts'

setWorkerUrl(workerUrl)

export const streetZoom = 15
const closestZoom = 19

/** Clusters exist up to the closest zoom: units at the same place stay one marker that shows how many they are. */
const clustering = { cluster: true, clusterRadius: 36, clusterMaxZoom: closestZoom, maxzoom: closestZoom + 1 }

export interface BaseMapOptions {
  readonly base: Base
  readonly scheme: Scheme
  /** Empty at first; `onLoad` fills them. */
  readonly sources: readonly string[]
  /** The source whose points are clustered where they would cover each other, and what is summed up over a cluster. */
  readonly clustered?: { readonly source: string; readonly sums: Readonly<Record<string, ExpressionSpecification>> }
  /** Keeps the picture in the canvas, so that it can be printed. */
  readonly isPrinted?: boolean
  /** How many pixels a line may be simplified by; less for shapes that must stay exact. */
  readonly tolerance?: number
  layers(scheme: Scheme): LayerSpecification[]
  onLoad(): void
}

export interface BaseMap {
  readonly map: GlMap
  source(name: string): GeoJSONSource | undefined
  recolour(scheme: Scheme): void
  readonly setTiles: Tiles['set']
}

export function openBaseMap(container: HTMLElement, options: BaseMapOptions): BaseMap {
  const { styleUrl, streets } = options.base
  let isOwn = styleUrl === null
  let scheme = options.scheme
  /** The origin of the chosen tiles; only tiles are requested from it. */
  let tilesFrom = 'none:'
  const map = new GlMap({
    container,
    style: styleUrl ?? baseStyle(options.scheme, streets),
    center: [12, 40],
    zoom: 1.4,
    minZoom: 0.8,
    maxZoom: closestZoom,
    attributionControl: false,
    // The name of the canvas for screen readers.
    locale: { 'Map.Title': texts.client.menu.map },
    dragRotate: false,
    pitchWithRotate: false,
    renderWorldCopies: true,
    fadeDuration: 0,
    transformRequest: (url, kind) => (kind === 'Tile' && url.startsWith(tilesFrom) ? asProvider(url) : undefined),
    canvasContextAttributes: { preserveDrawingBuffer: options.isPrinted ?? false },
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(new ScaleControl({ maxWidth: 120, unit: habits().measure }), 'bottom-left')
  let hasStyle = false
  map.on('style.load', () => {
    hasStyle = true
    if (isOwn && streets)
      for (const [name, image] of streetImages()) map.addImage(name, image, { pixelRatio: markerRatio })
  })
  // A tile server that does not answer must not take the units off the map.
  map.on('error', () => {
    if (isOwn || hasStyle) return
    isOwn = true
    map.setStyle(baseStyle(scheme, streets))
  })
  addCredit(map, options.base)

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
    for (const { id, paint } of [...(isOwn ? baseLayers(scheme, streets) : []), ...options.layers(scheme)])
      for (const [name, value] of Object.entries(paint ?? {}))
        if (map.getLayer(id)) map.setPaintProperty(id, name as 'fill-color', value as string)
  }

  map.on('load', () => {
    container.dataset.loaded = ''
    map.addImage(roomImage, { width: roomSize, height: roomSize, data: new Uint8Array(4 * roomSize ** 2) })
    for (const name of options.sources)
      map.addSource(name, {
        type: 'geojson',
        data: emptyShape,
        tolerance: options.tolerance ?? 0.375,
        ...(name === options.clustered?.source && { ...clustering, clusterProperties: options.clustered.sums }),
      })
    for (const layer of options.layers(scheme)) map.addLayer(layer)
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
    setTiles(layer, onCopyright) {
      if (layer) tilesFrom = new URL(layer.tiles).origin
      tiles.set(layer, onCopyright)
    },
    recolour(wanted) {
      scheme = wanted
      if (map.isStyleLoaded()) recolour()
    },
  }
}
