/** The style of streets, drawn from vector tiles of the Protomaps schema. Pure. */
import type {
  ExpressionSpecification,
  LayerSpecification,
  LineLayerSpecification,
  SourceSpecification,
} from 'maplibre-gl'
import { language } from '../../texts/texts.ts'
import type { Streets } from '../base.ts'
import { font, type Scheme } from './scheme.ts'
import { oneWayImage, signImage } from './street-images.ts'
import { streetPalettes } from './street-palettes.ts'

const source = 'streets'

/** The tiles name the owners of their data; a name from a file is text, never markup. */
export const credit = (attribution: string): string =>
  attribution.includes('OpenStreetMap')
    ? '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">© OpenStreetMap</a>'
    : attribution.replace(/[<>&]/g, '')

export const streetSource = ({ tiles, attribution, min_zoom, max_zoom }: Streets): SourceSpecification => ({
  type: 'vector',
  tiles: [new URL(tiles, location.href).href.replaceAll('%7B', '{').replaceAll('%7D', '}')],
  minzoom: min_zoom,
  maxzoom: max_zoom,
  attribution: credit(attribution),
})

/** In the reader's language if the tiles have it. */
const name: ExpressionSpecification = ['coalesce', ['get', `name:${language}`], ['get', 'name']]

const kindIs = (...kinds: readonly string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]]
const both = (...conditions: readonly ExpressionSpecification[]): ExpressionSpecification => ['all', ...conditions]

/** Doubles with each zoom, as the ground does, between two zooms. */
const growing = (
  ...steps: readonly (readonly [zoom: number, width: number | ExpressionSpecification])[]
): ExpressionSpecification => ['interpolate', ['exponential', 1.6], ['zoom'], ...steps.flat()] as never

type Widths = Readonly<Record<'highway' | 'major_road' | 'minor_road', number>>
const byClass = ({ highway, major_road, minor_road }: Widths, narrow: number): ExpressionSpecification => [
  'match',
  ['get', 'kind'],
  'highway',
  ['case', ['has', 'is_link'], major_road, highway],
  'major_road',
  ['case', ['has', 'is_link'], minor_road, major_road],
  'minor_road',
  ['case', ['==', ['get', 'kind_detail'], 'service'], narrow, minor_road],
  narrow,
]

const roadWidth = growing(
  [5, byClass({ highway: 0.6, major_road: 0, minor_road: 0 }, 0)],
  [8, byClass({ highway: 1.4, major_road: 0.6, minor_road: 0 }, 0)],
  [12, byClass({ highway: 3, major_road: 2, minor_road: 0.7 }, 0)],
  [15, byClass({ highway: 8, major_road: 6.5, minor_road: 4 }, 1.8)],
  [18, byClass({ highway: 26, major_road: 22, minor_road: 15 }, 8)],
)
const casingWidth = growing(
  [8, byClass({ highway: 2, major_road: 0, minor_road: 0 }, 0)],
  [12, byClass({ highway: 4.2, major_road: 3, minor_road: 1.4 }, 0)],
  [15, byClass({ highway: 10, major_road: 8.2, minor_road: 5.4 }, 2.8)],
  [18, byClass({ highway: 28.5, major_road: 24.5, minor_road: 17 }, 9.6)],
)
const roads = kindIs('highway', 'major_road', 'minor_road', 'other')
const round: LineLayerSpecification['layout'] = {
  'line-cap': 'round',
  'line-join': 'round',
  'line-sort-key': ['get', 'sort_rank'],
}

export function streetLayers(scheme: Scheme, streets: Streets): LayerSpecification[] {
  const c = streetPalettes[scheme]
  return [...ground(c), ...lines(c), ...labels(c), countries(c, streets)]
}

/** Whether a point is in the area of the files: tiles of low zooms extend far beyond it. */
export const inAreas = ({ areas }: Streets): ExpressionSpecification => [
  'within',
  {
    type: 'MultiPolygon',
    coordinates: areas.map(([west, south, east, north]) => [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ]),
  },
]

type Palette = Readonly<Record<keyof (typeof streetPalettes)['light'], string>>

const ground = (c: Palette): LayerSpecification[] => [
  {
    id: 'street-earth',
    type: 'fill',
    source,
    'source-layer': 'earth',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': c.earth },
  },
  {
    id: 'street-landuse',
    type: 'fill',
    source,
    'source-layer': 'landuse',
    layout: { 'fill-sort-key': ['get', 'sort_rank'] },
    paint: {
      'fill-color': [
        'match',
        ['get', 'kind'],
        ['forest', 'wood', 'nature_reserve', 'national_park', 'protected_area'],
        c.wood,
        ['park', 'grass', 'grassland', 'meadow', 'garden', 'golf_course', 'cemetery', 'pitch', 'playground'],
        c.green,
        ['scrub', 'orchard', 'vineyard', 'allotments', 'recreation_ground', 'village_green', 'wetland'],
        c.green,
        ['farmland', 'farmyard'],
        c.field,
        ['beach', 'sand', 'bare_rock', 'quarry'],
        c.sand,
        ['industrial', 'commercial', 'railway', 'aerodrome', 'military'],
        c.works,
        ['residential', 'school', 'university', 'hospital', 'kindergarten', 'college', 'pedestrian'],
        c.built,
        'rgba(0, 0, 0, 0)',
      ],
      'fill-antialias': false,
    },
  },
  {
    id: 'street-water',
    type: 'fill',
    source,
    'source-layer': 'water',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': c.water },
  },
  {
    id: 'street-rivers',
    type: 'line',
    source,
    'source-layer': 'water',
    filter: both(['==', ['geometry-type'], 'LineString'], kindIs('river', 'stream', 'canal', 'drain', 'ditch')),
    layout: { 'line-cap': 'round' },
    paint: {
      'line-color': c.water,
      'line-width': growing(
        [8, ['match', ['get', 'kind'], 'river', 0.8, 0]],
        [14, ['match', ['get', 'kind'], 'river', 3, 1]],
        [18, ['match', ['get', 'kind'], 'river', 12, 4]],
      ),
    },
  },
  {
    id: 'street-buildings',
    type: 'fill',
    source,
    'source-layer': 'buildings',
    minzoom: 13.5,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: {
      'fill-color': c.building,
      'fill-outline-color': c.buildingEdge,
      'fill-opacity': ['interpolate', ['linear'], ['zoom'], 13.5, 0, 15, 1],
    },
  },
]

const lines = (c: Palette): LayerSpecification[] => [
  {
    id: 'street-paths',
    type: 'line',
    source,
    'source-layer': 'roads',
    minzoom: 13.5,
    filter: kindIs('path'),
    paint: { 'line-color': c.path, 'line-width': growing([14, 0.8], [18, 3]), 'line-dasharray': [3, 1.5] },
  },
  {
    id: 'street-rails',
    type: 'line',
    source,
    'source-layer': 'roads',
    minzoom: 9,
    filter: kindIs('rail'),
    paint: { 'line-color': c.rail, 'line-width': growing([9, 0.6], [15, 1.6], [18, 3]), 'line-dasharray': [5, 2] },
  },
  {
    id: 'street-casings',
    type: 'line',
    source,
    'source-layer': 'roads',
    minzoom: 8,
    filter: roads,
    layout: round,
    paint: {
      'line-color': ['match', ['get', 'kind'], 'highway', c.highwayCasing, c.casing],
      'line-width': casingWidth,
      'line-opacity': ['case', ['has', 'is_tunnel'], 0.5, 1],
    },
  },
  {
    id: 'street-roads',
    type: 'line',
    source,
    'source-layer': 'roads',
    filter: roads,
    layout: round,
    paint: {
      'line-color': ['match', ['get', 'kind'], 'highway', c.highway, 'major_road', c.major, c.minor],
      'line-width': roadWidth,
      'line-opacity': ['case', ['has', 'is_tunnel'], 0.5, 1],
    },
  },
  {
    id: 'street-borders',
    type: 'line',
    source,
    'source-layer': 'boundaries',
    filter: kindIs('country', 'region'),
    paint: {
      'line-color': c.border,
      'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.6, 12, ['match', ['get', 'kind'], 'country', 2, 1]],
      'line-dasharray': [4, 2],
    },
  },
]

const text = { 'text-field': name, 'text-font': font }

const labels = (c: Palette): LayerSpecification[] => [
  {
    id: 'street-water-names',
    type: 'symbol',
    source,
    'source-layer': 'water',
    minzoom: 11,
    filter: both(['has', 'name'], kindIs('river', 'canal', 'stream')),
    layout: { ...text, 'text-size': 12, 'symbol-placement': 'line', 'symbol-spacing': 400, 'text-letter-spacing': 0.1 },
    paint: { 'text-color': c.waterName, 'text-halo-color': c.halo, 'text-halo-width': 1 },
  },
  {
    id: 'street-numbers',
    type: 'symbol',
    source,
    'source-layer': 'buildings',
    minzoom: 16,
    filter: kindIs('address'),
    layout: { 'text-field': ['get', 'addr_housenumber'], 'text-font': font, 'text-size': 10.5 },
    paint: { 'text-color': c.quiet, 'text-halo-color': c.halo, 'text-halo-width': 1 },
  },
  {
    id: 'street-one-ways',
    type: 'symbol',
    source,
    'source-layer': 'roads',
    minzoom: 16,
    filter: both(roads, ['==', ['get', 'oneway'], 'yes']),
    layout: { 'icon-image': oneWayImage, 'symbol-placement': 'line', 'symbol-spacing': 120 },
  },
  {
    id: 'street-names',
    type: 'symbol',
    source,
    'source-layer': 'roads',
    minzoom: 12.5,
    filter: both(roads, ['has', 'name']),
    layout: {
      ...text,
      'symbol-placement': 'line',
      'symbol-spacing': 320,
      'symbol-sort-key': ['-', ['get', 'sort_rank']],
      'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10.5, 17, 13],
    },
    paint: { 'text-color': c.name, 'text-halo-color': c.halo, 'text-halo-width': 1.6 },
  },
  {
    id: 'street-pois',
    type: 'symbol',
    source,
    'source-layer': 'pois',
    minzoom: 15.5,
    filter: both(['has', 'name'], ['<=', ['coalesce', ['get', 'min_zoom'], 15], ['zoom']]),
    layout: {
      ...text,
      'icon-image': signImage,
      'text-anchor': 'top',
      'text-offset': [0, 0.95],
      'text-optional': true,
      'text-size': 11,
      'text-max-width': 8,
      'symbol-sort-key': ['coalesce', ['get', 'min_zoom'], 20],
    },
    paint: { 'text-color': c.quiet, 'text-halo-color': c.halo, 'text-halo-width': 1.4 },
  },
  {
    id: 'street-quarters',
    type: 'symbol',
    source,
    'source-layer': 'places',
    minzoom: 12,
    filter: kindIs('neighbourhood', 'macrohood'),
    layout: {
      ...text,
      'text-size': 12,
      'text-letter-spacing': 0.1,
      'text-transform': 'uppercase',
      'text-max-width': 7,
    },
    paint: { 'text-color': c.quiet, 'text-halo-color': c.halo, 'text-halo-width': 1.4 },
  },
  {
    id: 'street-places',
    type: 'symbol',
    source,
    'source-layer': 'places',
    filter: kindIs('locality'),
    layout: {
      ...text,
      'text-max-width': 8,
      'symbol-sort-key': ['coalesce', ['get', 'sort_key'], 0],
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        4,
        ['case', ['>=', ['coalesce', ['get', 'population_rank'], 0], 10], 13, 11],
        12,
        ['case', ['>=', ['coalesce', ['get', 'population_rank'], 0], 8], 20, 14],
        16,
        ['case', ['>=', ['coalesce', ['get', 'population_rank'], 0], 8], 24, 17],
      ],
    },
    paint: { 'text-color': c.place, 'text-halo-color': c.halo, 'text-halo-width': 1.6 },
  },
]

const countries = (c: Palette, streets: Streets): LayerSpecification => ({
  id: 'street-countries',
  type: 'symbol',
  source,
  'source-layer': 'places',
  maxzoom: 8,
  filter: both(kindIs('country'), inAreas(streets)),
  layout: {
    ...text,
    'text-max-width': 7,
    'text-letter-spacing': 0.08,
    'text-size': ['interpolate', ['linear'], ['zoom'], 1, 10, 6, 16],
  },
  paint: { 'text-color': c.name, 'text-halo-color': c.halo, 'text-halo-width': 1.4 },
})
