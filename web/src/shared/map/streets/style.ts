/** The style of the map in light and dark: the built-in base map, and the layers drawn on any map. */

import { coarse, names } from 'virtual:base-map'
import type {
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import type { Streets } from '../base.ts'
import { ringParts, roomImage } from '../markers/marker-image.ts'
import { font, type Scheme } from './scheme.ts'
import { inAreas, streetLayers, streetSource } from './street-layers.ts'
import { streetPalettes } from './street-palettes.ts'

export const palettes = {
  light: {
    sea: '#dfe8ea',
    land: '#f7f5ee',
    border: '#cfcfc0',
    name: '#7b8078',
    halo: '#ffffff',
    grid: '#8a9a94',
    label: '#1d221f',
    trail: '#1f7056',
  },
  dark: {
    sea: '#10181b',
    land: '#1b2420',
    border: '#35413b',
    name: '#7d8c84',
    halo: '#0e1311',
    grid: '#5a6b64',
    label: '#dde3df',
    trail: '#69b296',
  },
} as const

export const selectedColour = '#e07a1e'
const foundColour = '#c2410c'

export const emptyShape = { type: 'FeatureCollection' as const, features: [] }

/** Shows coarse coasts and borders at once; `fine` replaces them when it has loaded. Streets lie over them. */
export function baseStyle(scheme: Scheme, streets: Streets | null): StyleSpecification {
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: coarse, attribution: 'Natural Earth' },
      names: { type: 'geojson', data: names },
      grid: { type: 'geojson', data: emptyShape },
      ...(streets && { streets: streetSource(streets) }),
    },
    layers: baseLayers(scheme, streets),
  }
}

export const baseLayers = (scheme: Scheme, streets: Streets | null): LayerSpecification[] => [
  ...coastLayers(scheme, streets),
  ...(streets ? streetLayers(scheme, streets) : [gridLayer(scheme)]),
  countryNames(scheme, streets),
]

/** Around streets the world continues in their colours, so that the edge of a file is invisible. */
function coastLayers(scheme: Scheme, streets: Streets | null): LayerSpecification[] {
  const { water, earth } = streetPalettes[scheme]
  const colours = { ...palettes[scheme], ...(streets && { sea: water, land: earth }) }
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': colours.sea } },
    {
      id: 'land',
      type: 'fill',
      source: 'land',
      paint: { 'fill-color': colours.land, 'fill-outline-color': colours.border },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'land',
      paint: { 'line-color': colours.border, 'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 6, 1.4] },
    },
  ]
}

/** Where there are no streets, a grid shows movement. */
const gridLayer = (scheme: Scheme): LayerSpecification => ({
  id: 'grid',
  type: 'line',
  source: 'grid',
  paint: { 'line-color': palettes[scheme].grid, 'line-width': 1, 'line-opacity': 0.22 },
})

/** For the whole world, or for what is outside the files, which have their own names. */
function countryNames(scheme: Scheme, streets: Streets | null): LayerSpecification {
  // A name needs room: the smaller the country, the higher the zoom at which its name appears.
  const hasRoom: ExpressionSpecification = ['>=', ['*', ['get', 'size'], ['^', 4, ['zoom']]], 600]
  return {
    id: 'names',
    type: 'symbol',
    source: 'names',
    maxzoom: 8,
    filter: streets ? ['all', hasRoom, ['!', inAreas(streets)]] : hasRoom,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': font,
      'text-size': ['interpolate', ['linear'], ['zoom'], 1, 10, 6, 15],
      'text-letter-spacing': 0.06,
      'text-max-width': 7,
    },
    paint: {
      'text-color': palettes[scheme].name,
      'text-halo-color': streets ? streetPalettes[scheme].earth : palettes[scheme].land,
      'text-halo-width': 1.2,
    },
  }
}

/** Sums over the units of a cluster, from which its ring is drawn. */
const countOf = (...icons: readonly string[]): ExpressionSpecification => [
  '+',
  ['case', ['in', ['get', 'icon'], ['literal', icons]], 1, 0],
]
export const clusterSums = { live: countOf('moving', 'seen'), idling: countOf('idling'), parked: countOf('parked') }

const twelfthsOf = (name: keyof typeof clusterSums): ExpressionSpecification => [
  'to-string',
  ['round', ['/', ['*', ringParts, ['get', name]], ['get', 'point_count']]],
]
const ringName: ExpressionSpecification = [
  'concat',
  'ring ',
  ['step', ['get', 'point_count'], '16', 10, '19', 100, '23'],
  ...(['live', 'idling', 'parked'] as const).flatMap((name): (string | ExpressionSpecification)[] => [
    ' ',
    twelfthsOf(name),
  ]),
]

type Symbols = Pick<SymbolLayerSpecification, 'type' | 'layout' | 'paint'>

/** Markers are always drawn. Names of units, geofences and streets keep clear of them. */
const marked: Symbols = {
  type: 'symbol',
  layout: {
    'icon-image': ['get', 'icon'],
    'icon-rotate': ['get', 'direction'],
    'icon-rotation-alignment': 'map',
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
  },
}

/** The room of a marker, whatever its direction: a rotated picture would take more. */
export const room: Symbols = {
  type: 'symbol',
  layout: { 'icon-image': roomImage, 'icon-allow-overlap': true, 'icon-padding': 0 },
}

/** A name takes a free side of its marker, and is left out if there is none. */
const named = (scheme: Scheme, isAlways: boolean): Symbols => ({
  type: 'symbol',
  layout: {
    'text-field': ['get', 'name'],
    'text-font': font,
    'text-size': 12,
    'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
    'text-radial-offset': 1.65,
    'text-justify': 'auto',
    'text-max-width': 14,
    'text-padding': 0,
    'icon-image': 'pill',
    'icon-text-fit': 'both',
    'icon-padding': 0,
    'text-allow-overlap': isAlways,
    'icon-allow-overlap': isAlways,
  },
  paint: { 'text-color': palettes[scheme].label },
})

export function unitLayers(scheme: Scheme): LayerSpecification[] {
  const colours = palettes[scheme]
  const isSingle: ExpressionSpecification = ['!', ['has', 'point_count']]
  return [
    {
      id: 'trail',
      type: 'line',
      source: 'trail',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colours.trail, 'line-width': 4, 'line-opacity': 0.55 },
    },
    {
      id: 'found',
      type: 'circle',
      source: 'found',
      paint: {
        'circle-radius': 8,
        'circle-color': foundColour,
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'selection',
      type: 'circle',
      source: 'chosen',
      paint: {
        'circle-radius': 21,
        'circle-color': selectedColour,
        'circle-opacity': 0.22,
        'circle-stroke-color': selectedColour,
        'circle-stroke-width': 2,
      },
    },
    { id: 'unit-names', source: 'units', filter: isSingle, ...named(scheme, false) },
    { id: 'unit-room', source: 'units', filter: isSingle, ...room },
    { id: 'units', source: 'units', filter: isSingle, ...marked },
    {
      id: 'clusters',
      type: 'symbol',
      source: 'units',
      filter: ['has', 'point_count'],
      layout: {
        'icon-image': ringName,
        'icon-allow-overlap': true,
        'icon-padding': 0,
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': font,
        'text-size': 13,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': '#ffffff' },
    },
    { id: 'chosen-name', source: 'chosen', ...named(scheme, true) },
    { id: 'chosen-room', source: 'chosen', ...room },
    { id: 'chosen', source: 'chosen', ...marked },
  ]
}
