/** Converts between positions and the tiles of a map. */
import { streetsZoom } from '#kernel/geo/map-file/pmtiles.ts'
import type { Position } from '#kernel/geo/position.ts'
import type { Spot } from './lookup.ts'
import { tileExtent } from './lookup-tile.ts'

const equatorMetres = 40_075_016.686
/** The projection ends beyond this. */
const latitudeMax = 85.0511

export interface TileAt {
  readonly x: number
  readonly y: number
}

/** Of a point within a tile of streets. */
export const positionIn = ({ x, y }: TileAt, atX: number, atY: number): Position =>
  positionOf(streetsZoom, x + atX / tileExtent, y + atY / tileExtent)

export function positionOf(zoom: number, worldX: number, worldY: number): Position {
  const side = 2 ** zoom
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * worldY) / side))) * 180) / Math.PI
  return { lat: rounded(lat), lon: rounded((worldX / side) * 360 - 180) }
}

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

export const keyOf = (x: number, y: number): number => x * 2 ** streetsZoom + y

export const isOnMap = ({ lat, lon }: Position): boolean =>
  Math.abs(lat) <= latitudeMax && Math.abs(lon) <= 180 && Number.isFinite(lat * lon)

export function spotAt({ lat, lon }: Position, zoom = streetsZoom): { readonly spot: Spot; readonly around: TileAt } {
  const side = 2 ** zoom
  const radians = (lat * Math.PI) / 180
  const worldX = ((lon + 180) / 360) * side
  const worldY = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * side
  const [x, y] = [worldX, worldY].map((value) => Math.min(Math.max(Math.floor(value), 0), side - 1)) as [number, number]
  const metresPerUnit = (equatorMetres * Math.cos(radians)) / side / tileExtent
  return {
    spot: { x: (worldX - x) * tileExtent, y: (worldY - y) * tileExtent, metresPerUnit },
    around: { x, y },
  }
}
