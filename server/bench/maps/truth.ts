/**
 * Answers the same questions as `insights/addresses`, slowly and in another way: every feature of nine tiles, in
 * degrees and metres, without the lookup's packing, skipping or caching.
 */
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { unpack } from '#kernel/geo/map-file/map-file.ts'
import type { MapFiles } from '#kernel/geo/map-file/map-files.ts'
import type { Position } from '#kernel/geo/position.ts'

export const streetsZoom = 15

export type TileAddress = readonly [x: number, y: number]

/** A point on a road with a name. */
export interface Sample extends Position {
  readonly street: string
}

interface Street {
  readonly name: string
  readonly lines: readonly (readonly Position[])[]
}

interface House extends Position {
  readonly number: string
  readonly street: string
}

interface Features {
  readonly streets: readonly Street[]
  readonly houses: readonly House[]
}

const roadKinds = ['highway', 'major_road', 'medium_road', 'minor_road', 'other', 'path']
/** Roads that are called by their number if they have no name. */
const numberedKinds = ['motorway', 'trunk', 'primary', 'secondary'].flatMap((kind) => [kind, `${kind}_link`])
/** A house without a street belongs to the nearest one. */
const streetMetres = 150

export async function featuresOf(maps: MapFiles, [x, y]: TileAddress): Promise<Features> {
  const tile = await maps.tile(streetsZoom, x, y)
  if (!tile) return { streets: [], houses: [] }
  const { layers } = new VectorTile(new PbfReader(await unpack(tile)))
  const list = (name: string) => Array.from({ length: layers[name]?.length ?? 0 }, (_, at) => layers[name]!.feature(at))
  const toHouse = (feature: VectorTileFeature): House[] => {
    const { addr_housenumber: number = '', addr_street: street = '' } = feature.properties
    const { geometry } = feature.toGeoJSON(x, y, streetsZoom)
    if (number === '' || geometry.type !== 'Point') return []
    const [lon = 0, lat = 0] = geometry.coordinates
    return [{ number: String(number), street: String(street), lat, lon }]
  }
  return {
    streets: list('roads').flatMap((feature) => toStreet(feature, x, y)),
    houses: list('buildings').flatMap(toHouse),
  }
}

function toStreet(feature: VectorTileFeature, x: number, y: number): Street[] {
  const { kind, kind_detail: detail, name, ref, shield_text: shield } = feature.properties
  if (!roadKinds.includes(String(kind))) return []
  const isNumbered = detail === undefined ? kind === 'highway' : numberedKinds.includes(String(detail))
  const called = name ?? (isNumbered ? (ref ?? shield) : undefined)
  const { geometry } = feature.toGeoJSON(x, y, streetsZoom)
  if (called === undefined || called === '') return []
  const lines =
    geometry.type === 'LineString'
      ? [geometry.coordinates]
      : geometry.type === 'MultiLineString'
        ? geometry.coordinates
        : []
  return [{ name: String(called), lines: lines.map((line) => line.map(([lon = 0, lat = 0]) => ({ lat, lon }))) }]
}

/** A random point on the tile's streets, weighted by length. Undefined: it has none. */
export function sampleOf({ streets }: Features, random: () => number): Sample | undefined {
  const pieces = streets.flatMap(({ name, lines }) =>
    lines.flatMap((line) => line.slice(1).map((to, at) => ({ name, from: line[at]!, to }))),
  )
  const lengths = pieces.map(({ from, to }) => metresBetween(from, to))
  let rest = random() * lengths.reduce((sum, length) => sum + length, 0)
  const at = lengths.findIndex((length) => {
    rest -= length
    return rest <= 0
  })
  const piece = pieces[at]
  if (!piece || lengths[at] === 0) return undefined
  const part = random()
  const { from, to, name } = piece
  return { street: name, lat: from.lat + (to.lat - from.lat) * part, lon: from.lon + (to.lon - from.lon) * part }
}

/** The nearest house number of the point's street, and its distance. */
export function houseOf(around: readonly Features[], sample: Sample): { number: string; metres: number } | undefined {
  const streets = around.flatMap((features) => features.streets)
  const near = around
    .flatMap(({ houses }) => houses)
    .map((house) => ({ house, metres: metresBetween(house, sample) }))
    .filter(({ metres }) => metres <= 50)
    .sort((one, other) => one.metres - other.metres)
  for (const { house, metres } of near) {
    const street = house.street || nearestStreet(streets, house)
    if (street?.toLowerCase() === sample.street.toLowerCase()) return { number: house.number, metres }
  }
  return undefined
}

function nearestStreet(streets: readonly Street[], position: Position): string | undefined {
  let best = streetMetres
  let found: string | undefined
  for (const { name, lines } of streets) {
    for (const line of lines) {
      for (const [at, to] of line.slice(1).entries()) {
        const metres = metresToLine(position, line[at]!, to)
        if (metres >= best) continue
        best = metres
        found = name
      }
    }
  }
  return found
}

/** On the sphere. */
function metresBetween(one: Position, other: Position): number {
  const radians = Math.PI / 180
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2
  const h =
    half(one.lat - other.lat) + Math.cos(one.lat * radians) * Math.cos(other.lat * radians) * half(one.lon - other.lon)
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(h))
}

/** By bisection: slow, and right on a plane. */
function metresToLine(position: Position, from: Position, to: Position): number {
  const between = (part: number) => ({
    lat: from.lat + (to.lat - from.lat) * part,
    lon: from.lon + (to.lon - from.lon) * part,
  })
  let [low, high] = [0, 1]
  for (let round = 0; round < 30; round++) {
    const [one, other] = [low + (high - low) / 3, high - (high - low) / 3]
    if (metresBetween(position, between(one)) < metresBetween(position, between(other))) high = other
    else low = one
  }
  return metresBetween(position, between((low + high) / 2))
}
