/** The routes of a day on the map, without React: lines, stops, and each unit's position at the cursor. */
import { type LayerSpecification, LngLatBounds } from 'maplibre-gl'
import type { Base } from '../../../shared/map/base.ts'
import { openBaseMap, streetZoom } from '../../../shared/map/base-map.ts'
import type { LatLon } from '../../../shared/map/lat-lon.ts'
import type { Scheme } from '../../../shared/map/streets/scheme.ts'
import type { Tiles } from '../../../shared/map/tiles.ts'
import type { Line, RoadLine } from './track.ts'

export interface Way {
  readonly colour: string
  readonly lines: readonly RoadLine[]
  /** Where it was too fast for the road. */
  readonly fast: readonly Line[]
  readonly stops: readonly LatLon[]
}

export interface TrackMap {
  show(ways: readonly Way[], chosen: string | undefined): void
  point(places: readonly (LatLon & { readonly colour: string })[]): void
  fit(): void
  zoom(by: number): void
  recolour(scheme: Scheme): void
  readonly setTiles: Tiles['set']
  close(): void
}

const outline = { light: '#ffffff', dark: '#0e1311' } as const

const fastColour = { light: '#c92a2a', dark: '#ff6b6b' } as const

const trackLayers = (scheme: Scheme): LayerSpecification[] => [
  {
    id: 'ways',
    type: 'line',
    source: 'ways',
    filter: ['!', ['get', 'isOffRoads']],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': ['get', 'colour'],
      'line-width': ['case', ['get', 'isChosen'], 7, 4],
      'line-opacity': ['case', ['get', 'isChosen'], 1, 0.7],
    },
  },
  {
    id: 'ways-off-roads',
    type: 'line',
    source: 'ways',
    filter: ['get', 'isOffRoads'],
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': ['get', 'colour'],
      'line-width': ['case', ['get', 'isChosen'], 5, 3],
      'line-dasharray': [1.5, 1],
    },
  },
  {
    id: 'fast',
    type: 'line',
    source: 'fast',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': fastColour[scheme], 'line-width': 5 },
  },
  {
    id: 'stops',
    type: 'circle',
    source: 'stops',
    paint: {
      'circle-radius': 6,
      'circle-color': outline[scheme],
      'circle-stroke-color': ['get', 'colour'],
      'circle-stroke-width': 3,
    },
  },
  {
    id: 'cursor',
    type: 'circle',
    source: 'cursor',
    paint: {
      'circle-radius': 9,
      'circle-color': ['get', 'colour'],
      'circle-stroke-color': outline[scheme],
      'circle-stroke-width': 3,
    },
  },
]

interface TrackMapOptions {
  readonly base: Base
  readonly scheme: Scheme
  readonly isStill: boolean
  onTrip(trip: string): void
  onDrawn(): void
}

const tripsOf = (ways: readonly Way[]): string =>
  [...new Set(ways.flatMap(({ lines }) => lines.map(({ trip }) => trip)))].join()

const pointShape = ({ longitude, latitude }: LatLon, properties: object) => ({
  type: 'Feature' as const,
  properties,
  geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
})

export function openTrackMap(container: HTMLElement, options: TrackMapOptions): TrackMap {
  let ways: readonly Way[] = []
  let chosen: string | undefined
  let places: readonly (LatLon & { readonly colour: string })[] = []
  const { map, source, recolour, setTiles } = openBaseMap(container, {
    base: options.base,
    scheme: options.scheme,
    sources: ['ways', 'fast', 'stops', 'cursor'],
    isPrinted: true,
    layers: trackLayers,
    onLoad: () => {
      draw()
      drawCursor()
      fit(false)
    },
  })
  const draw = () => {
    void source('ways')?.setData({
      type: 'FeatureCollection',
      features: ways.flatMap(({ colour, lines }) =>
        lines.map(({ trip, line, isOffRoads = false }) => ({
          type: 'Feature' as const,
          properties: { colour, trip, isOffRoads, isChosen: trip === chosen },
          geometry: { type: 'LineString' as const, coordinates: line.map((point) => [...point]) },
        })),
      ),
    })
    void source('fast')?.setData({
      type: 'FeatureCollection',
      features: ways.flatMap(({ fast }) =>
        fast.map((line) => ({
          type: 'Feature' as const,
          properties: {},
          geometry: { type: 'LineString' as const, coordinates: line.map((point) => [...point]) },
        })),
      ),
    })
    void source('stops')?.setData({
      type: 'FeatureCollection',
      features: ways.flatMap(({ colour, stops }) => stops.map((stop) => pointShape(stop, { colour }))),
    })
  }
  const drawCursor = () =>
    void source('cursor')?.setData({
      type: 'FeatureCollection',
      features: places.map((place) => pointShape(place, { colour: place.colour })),
    })
  const fit = (isSlow = true) => {
    const bounds = new LngLatBounds()
    for (const { lines, stops } of ways) {
      for (const { longitude, latitude } of stops) bounds.extend([longitude, latitude])
      for (const { line } of lines) for (const [longitude, latitude] of line) bounds.extend([longitude, latitude])
    }
    if (bounds.isEmpty() || container.clientWidth === 0) return
    map.fitBounds(bounds, { padding: 40, maxZoom: streetZoom, animate: isSlow && !options.isStill })
  }
  map.on('idle', () => options.onDrawn())
  map.on('click', 'ways', ({ features }) => {
    const trip: unknown = features?.[0]?.properties.trip
    if (typeof trip === 'string') options.onTrip(trip)
  })
  return {
    show(shown, wanted) {
      const isOther = shown !== ways
      // If the same trips get new lines, for example on roads, the map does not move.
      const isSameDay = tripsOf(shown) === tripsOf(ways)
      ways = shown
      chosen = wanted
      draw()
      if (isOther && source('ways') && !isSameDay) fit(false)
    },
    point(wanted) {
      places = wanted
      drawCursor()
    },
    fit,
    zoom: (by) => void map.zoomTo(map.getZoom() + by, { duration: options.isStill ? 0 : 200 }),
    recolour,
    setTiles,
    close: () => map.remove(),
  }
}
