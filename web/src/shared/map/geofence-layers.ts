/** Draws geofences on any map: in their colours, with their names, under everything that moves. */
import type { ExpressionSpecification, GeoJSONSource, LayerSpecification } from 'maplibre-gl'
import { middleOf, outlineOf, type Shape } from './shape.ts'
import { font, type Scheme } from './streets/scheme.ts'
import { palettes } from './streets/style.ts'

export interface DrawnGeofence {
  readonly id: string
  readonly name: string
  readonly colour: string
  readonly shape: Shape
}

export const geofenceSources = ['geofences', 'geofence-names'] as const

const equatorMetres = 40_075_016.686
/** The width of the world at zoom 0. */
const worldPixels = 512
const zoomMax = 24

/** Converts metres to pixels at zoom 0. Mercator stretches a metre with the distance from the equator. */
const widthAtZoom0 = (metres: number, latitude: number): number =>
  (metres * worldPixels) / (equatorMetres * Math.cos((latitude * Math.PI) / 180))

/** Keeps the width of a corridor in metres at every zoom. */
const corridorWidth: ExpressionSpecification = [
  'interpolate',
  ['exponential', 2],
  ['zoom'],
  0,
  ['get', 'width'],
  zoomMax,
  ['*', ['get', 'width'], 2 ** zoomMax],
]

const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon']
const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString']
const colour: ExpressionSpecification = ['get', 'colour']
const strength: ExpressionSpecification = ['case', ['get', 'isChosen'], 3.5, 2]

/** `prefix` also names the source, so that a shape being drawn looks like the saved ones. */
export const areaLayers = (prefix: string): LayerSpecification[] => [
  {
    id: `${prefix}-fill`,
    type: 'fill',
    source: prefix,
    filter: isArea,
    paint: { 'fill-color': colour, 'fill-opacity': ['case', ['get', 'isChosen'], 0.28, 0.16] },
  },
  {
    id: `${prefix}-line`,
    type: 'line',
    source: prefix,
    filter: isArea,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': colour, 'line-width': strength },
  },
  {
    id: `${prefix}-corridor`,
    type: 'line',
    source: prefix,
    filter: isLine,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': colour,
      'line-width': corridorWidth,
      'line-opacity': ['case', ['get', 'isChosen'], 0.32, 0.2],
    },
  },
  {
    id: `${prefix}-middle`,
    type: 'line',
    source: prefix,
    filter: isLine,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': colour, 'line-width': strength },
  },
]

export const geofenceLayers = (scheme: Scheme): LayerSpecification[] => [
  ...areaLayers('geofences'),
  {
    id: 'geofence-names',
    type: 'symbol',
    source: 'geofence-names',
    layout: {
      'text-field': ['get', 'name'],
      'text-font': [...font],
      'text-size': 12,
      'text-max-width': 10,
      // From afar above the shape, which is small; close by in its middle. Next to a marker if there is one.
      'text-variable-anchor': [
        'step',
        ['zoom'],
        ['literal', ['bottom', 'top', 'left', 'right']],
        15,
        ['literal', ['center', 'bottom', 'top', 'left', 'right']],
      ],
      'text-radial-offset': 1.7,
      'text-justify': 'auto',
    },
    paint: {
      'text-color': palettes[scheme].label,
      'text-halo-color': palettes[scheme].halo,
      'text-halo-width': 1.6,
    },
  },
]

export function featureOf(shape: Shape, properties: object) {
  const outline = outlineOf(shape)
  if (shape.type === 'corridor') {
    const latitude = outline[Math.floor(outline.length / 2)]![1]
    return {
      type: 'Feature' as const,
      properties: { ...properties, width: widthAtZoom0(shape.width, latitude) },
      geometry: { type: 'LineString' as const, coordinates: outline },
    }
  }
  return { type: 'Feature' as const, properties, geometry: { type: 'Polygon' as const, coordinates: [outline] } }
}

export function showGeofences(
  source: (name: string) => GeoJSONSource | undefined,
  geofences: readonly DrawnGeofence[],
  chosen?: string,
): void {
  void source('geofences')?.setData({
    type: 'FeatureCollection',
    features: geofences.map(({ id, colour, shape }) => featureOf(shape, { id, colour, isChosen: id === chosen })),
  })
  void source('geofence-names')?.setData({
    type: 'FeatureCollection',
    features: geofences.map(({ name, shape }) => ({
      type: 'Feature' as const,
      properties: { name },
      geometry: { type: 'Point' as const, coordinates: middleOf(shape) },
    })),
  })
}
