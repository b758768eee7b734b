/** A map of geofences, events and a shape that is being drawn, without React. */
import { type LayerSpecification, LngLatBounds, type MapMouseEvent } from 'maplibre-gl'
import type { Base } from '../../../shared/map/base.ts'
import { openBaseMap, streetZoom } from '../../../shared/map/base-map.ts'
import {
  areaLayers,
  type DrawnGeofence,
  featureOf,
  geofenceLayers,
  geofenceSources,
  showGeofences,
} from '../../../shared/map/geofence-layers.ts'
import type { LatLon } from '../../../shared/map/lat-lon.ts'
import { type Coordinate, coordinateOf, metresBetween, outlineOf, unrolled } from '../../../shared/map/shape.ts'
import type { Scheme } from '../../../shared/map/streets/scheme.ts'
import { palettes, room, selectedColour } from '../../../shared/map/streets/style.ts'
import type { Tiles } from '../../../shared/map/tiles.ts'
import { closed, type Draft, type Fault, shapeOf, withCenter, withPoint, withRadius } from '../shapes/draft.ts'
import { type HandleWords, openHandles } from '../shapes/handles.ts'

export interface Spot extends LatLon {
  readonly id: string
  readonly colour: string
}

export interface PlacesMap {
  show(geofences: readonly DrawnGeofence[], chosen: string | undefined): void
  showSpots(spots: readonly Spot[], chosen: string | undefined): void
  draw(draft: Draft | undefined, colour: string, fault: Fault | undefined): void
  /** Moves the map so that all of it is visible. */
  focus(outline: readonly Coordinate[]): void
  /** The current view. */
  middle(): LatLon
  fit(): void
  zoom(by: number): void
  recolour(scheme: Scheme): void
  readonly setTiles: Tiles['set']
  close(): void
}

export interface PlacesMapOptions {
  readonly base: Base
  readonly scheme: Scheme
  readonly isStill: boolean
  readonly words: HandleWords
  onGeofence(id: string): void
  onSpot(id: string): void
  onDraw(next: Draft, stroke: string): void
  onPoint(point: number | undefined): void
  onIdle(): void
}

const faultColour = { light: '#b73c3b', dark: '#f0706c' } as const

const placesLayers = (scheme: Scheme): LayerSpecification[] => [
  ...geofenceLayers(scheme),
  ...areaLayers('draft'),
  {
    id: 'draft-open',
    type: 'line',
    source: 'draft-open',
    paint: { 'line-color': palettes[scheme].label, 'line-width': 2, 'line-dasharray': [2, 2] },
  },
  {
    id: 'draft-fault',
    type: 'line',
    source: 'draft-fault',
    layout: { 'line-cap': 'round' },
    paint: { 'line-color': faultColour[scheme], 'line-width': 6 },
  },
  { id: 'spot-room', source: 'spots', ...room },
  {
    id: 'spots',
    type: 'circle',
    source: 'spots',
    layout: { 'circle-sort-key': ['case', ['get', 'isChosen'], 1, 0] },
    paint: {
      'circle-radius': ['case', ['get', 'isChosen'], 10, 7],
      'circle-color': ['get', 'colour'],
      'circle-stroke-color': ['case', ['get', 'isChosen'], selectedColour, palettes[scheme].halo],
      'circle-stroke-width': ['case', ['get', 'isChosen'], 4, 2],
    },
  },
]

/** A click may move a little. */
const stillPixels = 6

const lineFeature = (coordinates: readonly Coordinate[]) => ({
  type: 'Feature' as const,
  properties: {},
  geometry: { type: 'LineString' as const, coordinates: [...coordinates] },
})
const nothing = { type: 'FeatureCollection' as const, features: [] }

export function openPlacesMap(container: HTMLElement, options: PlacesMapOptions): PlacesMap {
  let geofences: readonly DrawnGeofence[] = []
  let chosen: string | undefined
  let spots: readonly Spot[] = []
  let chosenSpot: string | undefined
  let draft: Draft | undefined
  let colour = '#000000'
  let fault: Fault | undefined
  let isLoaded = false
  let hasFitted = false
  let strokes = 0
  const { map, source, recolour, setTiles } = openBaseMap(container, {
    base: options.base,
    scheme: options.scheme,
    sources: [...geofenceSources, 'draft', 'draft-open', 'draft-fault', 'spots'],
    tolerance: 0.05,
    layers: placesLayers,
    onLoad: () => {
      isLoaded = true
      drawAll()
      if (!hasFitted) fit()
    },
  })
  const handles = openHandles(map, { words: options.words, onEdit: options.onDraw, onChoose: options.onPoint })

  const drawSpots = () =>
    void source('spots')?.setData({
      type: 'FeatureCollection',
      features: spots.map((spot) => ({
        type: 'Feature' as const,
        properties: { id: spot.id, colour: spot.colour, isChosen: spot.id === chosenSpot },
        geometry: { type: 'Point' as const, coordinates: coordinateOf(spot) },
      })),
    })
  const drawDraft = () => {
    const shape = draft && shapeOf(draft)
    void source('draft')?.setData(
      shape ? { type: 'FeatureCollection', features: [featureOf(shape, { colour, isChosen: true })] } : nothing,
    )
    const line = draft && draft.type !== 'circle' ? unrolled(draft.points) : []
    void source('draft-open')?.setData(draft?.isOpen && line.length > 1 ? lineFeature(line) : nothing)
    const edges = fault?.kind === 'touches' ? fault.edges : []
    void source('draft-fault')?.setData({
      type: 'FeatureCollection',
      features: edges.map((index) => lineFeature([line[index]!, line[(index + 1) % line.length]!])),
    })
    handles.show(draft)
    map.getCanvas().style.cursor = draft?.isOpen ? 'crosshair' : ''
  }
  const drawAll = () => {
    showGeofences(source, geofences, chosen)
    drawSpots()
    drawDraft()
  }
  const focus = (outline: readonly Coordinate[], isSlow = true) => {
    const bounds = new LngLatBounds()
    for (const coordinate of outline) bounds.extend(coordinate)
    if (bounds.isEmpty() || container.clientWidth === 0) return
    map.fitBounds(bounds, { padding: 50, maxZoom: streetZoom, animate: isSlow && hasFitted && !options.isStill })
    hasFitted = true
  }
  const fit = () => focus([...geofences.flatMap(({ shape }) => outlineOf(shape)), ...spots.map(coordinateOf)])

  map.on('idle', () => options.onIdle())
  map.on('resize', () => {
    if (!hasFitted) fit()
  })

  const placeOf = ({ lngLat }: MapMouseEvent): LatLon => ({ longitude: lngLat.lng, latitude: lngLat.lat })
  /** A radius that makes the circle visible at any zoom. */
  const usualRadius = (center: LatLon) => {
    const { x, y } = map.project(coordinateOf(center))
    const edge = map.unproject([x + 60, y])
    return metresBetween(center, { longitude: edge.lng, latitude: edge.lat })
  }
  // The centre where the button goes down, the border where it comes up.
  map.on('mousedown', (event) => {
    if (draft?.type !== 'circle' || !draft.isOpen || event.originalEvent.button !== 0) return
    event.preventDefault()
    const stroke = `circle ${++strokes}`
    const center = placeOf(event)
    const start = withCenter(draft, center)
    options.onDraw(withRadius(start, usualRadius(center)), stroke)
    const drag = (moved: MapMouseEvent) => {
      if (moved.point.dist(event.point) > stillPixels)
        options.onDraw(withRadius(start, metresBetween(center, placeOf(moved))), stroke)
    }
    map.on('mousemove', drag)
    map.once('mouseup', () => map.off('mousemove', drag))
  })
  map.on('click', (event) => {
    if (draft) {
      if (!draft.isOpen) return
      const at = placeOf(event)
      const next = draft.type === 'circle' ? withRadius(withCenter(draft, at), usualRadius(at)) : withPoint(draft, at)
      return options.onDraw(next, `click ${++strokes}`)
    }
    const near = 5
    const [x, y] = [event.point.x, event.point.y]
    const [hit] = map.queryRenderedFeatures(
      [
        [x - near, y - near],
        [x + near, y + near],
      ],
      { layers: ['spots', 'geofences-fill', 'geofences-corridor', 'geofences-line', 'geofences-middle'] },
    )
    const id: unknown = hit?.properties.id
    if (typeof id !== 'string') return
    if (hit!.layer.id === 'spots') options.onSpot(id)
    else options.onGeofence(id)
  })
  // The two clicks of a double click have set the last point, twice at most; the API accepts it once.
  map.on('dblclick', (event) => {
    if (!draft?.isOpen) return
    event.preventDefault()
    options.onDraw(closed(draft), `close ${++strokes}`)
  })

  return {
    show(shown, wanted) {
      geofences = shown
      chosen = wanted
      showGeofences(source, geofences, chosen)
      // Not `map.loaded()`: what was just drawn is still loading, and the map would not move.
      if (!hasFitted && shown.length > 0 && isLoaded) fit()
    },
    showSpots(shown, wanted) {
      spots = shown
      chosenSpot = wanted
      drawSpots()
      if (!hasFitted && shown.length > 0 && isLoaded) fit()
    },
    draw(next, nextColour, nextFault) {
      draft = next
      colour = nextColour
      fault = nextFault
      drawDraft()
    },
    focus,
    middle() {
      const { lat, lng } = map.getCenter().wrap()
      return { latitude: lat, longitude: lng }
    },
    fit,
    zoom: (by) => void map.zoomTo(map.getZoom() + by, { duration: options.isStill ? 0 : 200 }),
    recolour,
    setTiles,
    close() {
      handles.close()
      map.remove()
    },
  }
}
