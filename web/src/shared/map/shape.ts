/** Shapes of geofences as the API has them, and their outlines on a map. Pure. */
import type { LatLon } from './lat-lon.ts'

export type Shape =
  | { readonly type: 'circle'; readonly center: LatLon; readonly radius: number }
  | { readonly type: 'polygon'; readonly points: readonly LatLon[] }
  /** `width` is the width of the whole corridor; the line is its middle. */
  | { readonly type: 'corridor'; readonly points: readonly LatLon[]; readonly width: number }

export type ShapeType = Shape['type']

export type Coordinate = [longitude: number, latitude: number]

const radians = Math.PI / 180
const earthMetres = 6_371_008.8

export const coordinateOf = ({ longitude, latitude }: LatLon): Coordinate => [longitude, latitude]

export function metresBetween(a: LatLon, b: LatLon): number {
  const [lat1, lat2] = [a.latitude * radians, b.latitude * radians]
  const half =
    Math.sin((lat2 - lat1) / 2) ** 2 +
    Math.cos(lat1) * Math.cos(lat2) * Math.sin(((b.longitude - a.longitude) * radians) / 2) ** 2
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** The point at a distance in metres and a bearing in degrees clockwise from north. */
export function placeFrom({ latitude, longitude }: LatLon, metres: number, bearing: number): LatLon {
  const [away, lat, turn] = [metres / earthMetres, latitude * radians, bearing * radians]
  const sine = Math.sin(lat) * Math.cos(away) + Math.cos(lat) * Math.sin(away) * Math.cos(turn)
  const east = Math.atan2(Math.sin(turn) * Math.sin(away) * Math.cos(lat), Math.cos(away) - Math.sin(lat) * sine)
  return { latitude: Math.asin(sine) / radians, longitude: longitude + east / radians }
}

const ringSteps = 72

export const circleRing = (center: LatLon, radius: number): Coordinate[] =>
  Array.from({ length: ringSteps + 1 }, (_, step) =>
    coordinateOf(placeFrom(center, radius, ((step % ringSteps) * 360) / ringSteps)),
  )

/** Longitudes that continue beyond the date line instead of jumping, so that a map draws the shorter way. */
export function unrolled(points: readonly LatLon[]): Coordinate[] {
  let longitude = points[0]?.longitude ?? 0
  return points.map((point) => {
    longitude += ((((point.longitude - longitude) % 360) + 540) % 360) - 180
    return [longitude, point.latitude]
  })
}

/** The points that must be on the screen to see the whole shape. */
export function outlineOf(shape: Shape): Coordinate[] {
  if (shape.type === 'circle') return circleRing(shape.center, shape.radius)
  const line = unrolled(shape.points)
  return shape.type === 'polygon' ? [...line, line[0]!] : line
}

/** The point at which the name is written. */
export function middleOf(shape: Shape): Coordinate {
  if (shape.type === 'circle') return coordinateOf(shape.center)
  const line = unrolled(shape.points)
  if (shape.type === 'corridor') return line[Math.floor(line.length / 2)]!
  const [lons, lats] = [line.map(([lon]) => lon), line.map(([, lat]) => lat)]
  return [(Math.min(...lons) + Math.max(...lons)) / 2, (Math.min(...lats) + Math.max(...lats)) / 2]
}

/** Two edges of a polygon that touch where they should not, by the index of the point each begins at. */
export function touchingEdges(points: readonly LatLon[]): readonly [number, number] | undefined {
  const ring = unrolled(points)
  const count = ring.length
  const edge = (index: number) => [ring[index]!, ring[(index + 1) % count]!] as const
  for (let one = 0; one < count; one++) {
    for (let other = one + 1; other < count; other++) {
      const [[a, b], [c, d]] = [edge(one), edge(other)]
      const isNext = other === one + 1
      const isBefore = (other + 1) % count === one
      // Neighbours share a point; they touch elsewhere only if one turns straight back.
      const touches = isNext ? isFolded(a, b, d) : isBefore ? isFolded(c, a, b) : meet(a, b, c, d)
      if (touches) return [one, other]
    }
  }
  return undefined
}

/** Greater than zero: c lies to the left of the line from a to b. */
const side = (a: Coordinate, b: Coordinate, c: Coordinate): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

const isFolded = (a: Coordinate, corner: Coordinate, b: Coordinate): boolean =>
  side(a, corner, b) === 0 && (a[0] - corner[0]) * (b[0] - corner[0]) + (a[1] - corner[1]) * (b[1] - corner[1]) > 0

const isBetween = (a: Coordinate, b: Coordinate, c: Coordinate): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1])

function meet(a: Coordinate, b: Coordinate, c: Coordinate, d: Coordinate): boolean {
  const [s1, s2, s3, s4] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (s1 * s2 < 0 && s3 * s4 < 0) return true
  return (
    (s1 === 0 && isBetween(a, b, c)) ||
    (s2 === 0 && isBetween(a, b, d)) ||
    (s3 === 0 && isBetween(c, d, a)) ||
    (s4 === 0 && isBetween(c, d, b))
  )
}
