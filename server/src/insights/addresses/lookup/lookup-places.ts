/** Towns and villages that a map names, and which of them contains a point. */
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { featuresOf, textOf, tileExtent } from './lookup-tile.ts'

/** Villages are in the tiles from this zoom on, and a tile is about as large as a town. */
export const placesZoom = 12

/** How far a place of a kind extends around its label. Labels of fields and quarters name no place of an address. */
const reachMetres: Readonly<Record<string, number>> = { city: 8_000, town: 3_000, village: 1_500, hamlet: 600 }
/** Beyond this many times its extent nobody would say they are in a place. */
const timesMax = 2.5

export interface NamedPlace {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly reachMetres: number
}

/** Throws if the tile is broken. Positions are within the tile. */
export function readPlaces(bytes: Uint8Array): readonly NamedPlace[] {
  const { layers } = new VectorTile(new PbfReader(bytes))
  const places: NamedPlace[] = []
  for (const feature of featuresOf(layers.places)) {
    const name = textOf(feature.properties.name)
    const metres = reachMetres[String(feature.properties.kind_detail)]
    if (name === '' || metres === undefined || feature.properties.kind !== 'locality') continue
    const at = feature.loadGeometry()[0]?.[0]
    const scale = tileExtent / feature.extent
    if (at) places.push({ name, x: at.x * scale, y: at.y * scale, reachMetres: metres })
  }
  return places
}

export interface PlacedPlaces {
  readonly places: readonly NamedPlace[]
  readonly left: number
  readonly top: number
}

/** The point and the positions of tiles are in units of a tile of `placesZoom`. */
export function placeAt(
  around: readonly PlacedPlaces[],
  x: number,
  y: number,
  metresPerUnit: number,
): string | undefined {
  let best = timesMax
  let found: string | undefined
  for (const { places, left, top } of around) {
    for (const place of places) {
      const metres = Math.hypot(place.x + left - x, place.y + top - y) * metresPerUnit
      const times = metres / place.reachMetres
      if (times >= best) continue
      best = times
      found = place.name
    }
  }
  return found
}
