/** Positions and the distance between them. Pure. */

export interface Position {
  readonly lat: number
  readonly lon: number
}

export const earthMetres = 6_371_008.8
const radians = Math.PI / 180

/** Along the surface, by the haversine formula. */
export function metresBetween(a: Position, b: Position): number {
  const dLat = (b.lat - a.lat) * radians
  const dLon = (b.lon - a.lon) * radians
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(dLon / 2) ** 2
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(h)))
}
