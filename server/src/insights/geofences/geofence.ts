/** Areas that a client draws, and how far a position is from their border. Pure. */

import { invalidField, type Problem } from '#kernel/errors.ts'
import { earthMetres, metresBetween } from '#kernel/geo/position.ts'
import type { Scope } from '../groups/scope.ts'
import type { Place } from '../trips/segments/point.ts'

export const shapeTypes = ['circle', 'polygon', 'corridor'] as const

export type Shape =
  | { readonly type: 'circle'; readonly center: Place; readonly radius: number }
  | { readonly type: 'polygon'; readonly points: readonly Place[] }
  /** `width` is that of the whole corridor; the line is its middle. */
  | { readonly type: 'corridor'; readonly points: readonly Place[]; readonly width: number }

export interface Geofence extends Scope {
  readonly id: string
  readonly accountId: number
  readonly name: string
  readonly colour: string
  readonly shape: Shape
  readonly minSeconds: number
  /** Device time from which it counts, in seconds. */
  readonly since: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const bounds = {
  radius: { min: 10, max: 1_000_000 },
  width: { min: 10, max: 10_000 },
  pointsMax: 500,
  /** Nearer to a pole no map can draw a line. */
  latitudeMax: 85,
  /** If it is wider, the inside of the line is ambiguous. */
  degreesMax: 170,
} as const

const radians = Math.PI / 180
const metresPerDegree = earthMetres * radians

/** The shorter way round the earth from one longitude to another. */
const turn = (from: number, to: number): number => ((((to - from) % 360) + 540) % 360) - 180

/** Longitudes that continue where the date line would make them jump. */
function unrolled(points: readonly Place[]): Place[] {
  let lon = points[0]?.lon ?? 0
  return points.map((point, index) => {
    if (index > 0) lon += turn(lon, point.lon)
    return { lat: point.lat, lon }
  })
}

const isSame = (a: Place, b: Place): boolean => a.lat === b.lat && turn(a.lon, b.lon) === 0

/** A repeated point, and the first point repeated at the end, mean nothing. */
function withoutRepeats(points: readonly Place[], isRing: boolean): Place[] {
  const kept = points.filter((point, index) => index === 0 || !isSame(point, points[index - 1]!))
  while (isRing && kept.length > 1 && isSame(kept[0]!, kept.at(-1)!)) kept.pop()
  return kept
}

export const tidied = (shape: Shape): Shape =>
  shape.type === 'circle' ? shape : { ...shape, points: withoutRepeats(shape.points, shape.type === 'polygon') }

/** Expects a tidied shape. */
export function shapeProblems(shape: Shape): Problem[] {
  if (shape.type === 'circle') return []
  const { points, type } = shape
  const least = type === 'polygon' ? 3 : 2
  const problem = (message: string) => [invalidField('shape.points', message)]
  if (points.length < least) return problem(`A ${type} needs at least ${least} different points.`)
  if (points.some(({ lat }) => Math.abs(lat) > bounds.latitudeMax)) {
    return problem(
      `Points must lie between ${bounds.latitudeMax}° south and ${bounds.latitudeMax}° north; draw a circle.`,
    )
  }
  const line = unrolled(points)
  const lons = line.map(({ lon }) => lon)
  const isRoundPole = type === 'polygon' && Math.abs(lons[0]! - lons.at(-1)!) > 180
  if (isRoundPole || Math.max(...lons) - Math.min(...lons) > bounds.degreesMax) {
    return problem(`It may be ${bounds.degreesMax}° of longitude wide, and not reach round a pole.`)
  }
  return type === 'polygon' ? ringProblems(line) : []
}

/** Edges may meet only at the point that they share. */
function ringProblems(ring: readonly Place[]): Problem[] {
  const count = ring.length
  for (let one = 0; one < count; one++) {
    for (let other = one + 1; other < count; other++) {
      const [a, b, c, d] = [ring[one]!, ring[(one + 1) % count]!, ring[other]!, ring[(other + 1) % count]!]
      const isNext = other === one + 1
      const isBefore = (other + 1) % count === one
      // Neighbours share a point; they touch elsewhere only if one turns straight back.
      const touches = isNext ? isFolded(a, b, d) : isBefore ? isFolded(c, a, b) : meet(a, b, c, d)
      if (touches) {
        const name = (index: number) => `${(index % count) + 1}`
        const message = `The line from point ${name(one)} to ${name(one + 1)} touches the one from ${name(other)} to ${name(other + 1)}.`
        return [invalidField('shape.points', `${message} A polygon must not cross or touch itself.`)]
      }
    }
  }
  return []
}

/** Greater than zero: c lies to the left of the line from a to b. */
const side = (a: Place, b: Place, c: Place): number =>
  (b.lon - a.lon) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lon - a.lon)

const isBetween = (a: Place, b: Place, c: Place): boolean =>
  Math.min(a.lon, b.lon) <= c.lon &&
  c.lon <= Math.max(a.lon, b.lon) &&
  Math.min(a.lat, b.lat) <= c.lat &&
  c.lat <= Math.max(a.lat, b.lat)

const isFolded = (a: Place, corner: Place, b: Place): boolean =>
  side(a, corner, b) === 0 &&
  (a.lon - corner.lon) * (b.lon - corner.lon) + (a.lat - corner.lat) * (b.lat - corner.lat) > 0

function meet(a: Place, b: Place, c: Place, d: Place): boolean {
  const [s1, s2, s3, s4] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (s1 * s2 < 0 && s3 * s4 < 0) return true
  return (
    (s1 === 0 && isBetween(a, b, c)) ||
    (s2 === 0 && isBetween(a, b, d)) ||
    (s3 === 0 && isBetween(c, d, a)) ||
    (s4 === 0 && isBetween(c, d, b))
  )
}

/** Metres from a position to the border; below zero inside. */
export type Border = (place: Place) => number

/** Precomputes what it can about a shape. Far away from it, the exact distance is not measured. */
export function borderOf(shape: Shape): Border {
  if (shape.type === 'circle') return (place) => metresBetween(shape.center, place) - shape.radius
  const line = unrolled(shape.points)
  const isRing = shape.type === 'polygon'
  const half = isRing ? 0 : shape.width / 2
  const [lats, lons] = [line.map(({ lat }) => lat), line.map(({ lon }) => lon)]
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lons), Math.max(...lons)]
  const middle = (west + east) / 2
  return (place) => {
    // The longitude nearest to the shape, going either way round the earth.
    const lon = middle + turn(middle, place.lon)
    const narrow = Math.max(Math.cos(place.lat * radians), Number.EPSILON)
    const away = Math.max(south - place.lat, place.lat - north, (west - lon) * narrow, (lon - east) * narrow)
    if (away * metresPerDegree > half + farMetres) return away * metresPerDegree - half
    let nearest = Number.POSITIVE_INFINITY
    let isInside = false
    for (let index = isRing ? 0 : 1; index < line.length; index++) {
      const a = line[(index + line.length - 1) % line.length]!
      const b = line[index]!
      const [ax, ay] = [(a.lon - lon) * narrow, a.lat - place.lat]
      const [bx, by] = [(b.lon - lon) * narrow, b.lat - place.lat]
      nearest = Math.min(nearest, fromOrigin(ax, ay, bx, by))
      if (ay > 0 !== by > 0 && ax + (-ay / (by - ay)) * (bx - ax) > 0) isInside = !isInside
    }
    const metres = nearest * metresPerDegree
    return isRing ? (isInside ? -metres : metres) : metres - half
  }
}

const farMetres = 10_000

/** From the origin to a segment. */
function fromOrigin(ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length))
  return Math.hypot(ax + along * dx, ay + along * dy)
}

/** A point on the straight line from one position to another. */
export function onTheWay(from: Place, to: Place, part: number): Place {
  const lon = from.lon + part * turn(from.lon, to.lon)
  return { lat: from.lat + part * (to.lat - from.lat), lon: turn(0, lon) }
}

/** The fraction of the line before the border, for two positions on either side of it. */
export function partBefore(border: Border, from: Place, to: Place): number {
  const wasInside = border(from) <= 0
  let [low, high] = [0, 1]
  for (let steps = 0; steps < 24; steps++) {
    const middle = (low + high) / 2
    if (border(onTheWay(from, to, middle)) <= 0 === wasInside) low = middle
    else high = middle
  }
  return high
}
