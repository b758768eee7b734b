/** The plane that the town is drawn on: metres east and north of its market, and its position on the globe. Pure. */
export interface Point {
  readonly x: number
  readonly y: number
}
export type Line = readonly Point[]

/** In the middle of the North Sea, where nobody mistakes the island for a real one. */
const market = { latitude: 55.18, longitude: 3.42 }
const metresPerDegree = 111_320
const metresPerLongitude = metresPerDegree * Math.cos((market.latitude * Math.PI) / 180)

export const toDegrees = ({ x, y }: Point): { latitude: number; longitude: number } => ({
  latitude: market.latitude + y / metresPerDegree,
  longitude: market.longitude + x / metresPerLongitude,
})

export const at = (x: number, y: number): Point => ({ x, y })
export const plus = (a: Point, b: Point, times = 1): Point => ({ x: a.x + b.x * times, y: a.y + b.y * times })
/** `Math.hypot` guards against sizes that a plane never has, at ten times the cost. */
export const distance = (a: Point, b: Point): number => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2)
export const heading = (angle: number): Point => ({ x: Math.cos(angle), y: Math.sin(angle) })
const direction = (from: Point, to: Point): Point => {
  const length = distance(from, to) || 1
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}
export const left = ({ x, y }: Point): Point => ({ x: -y, y: x })
export const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y

export const lengthOf = (line: Line): number => {
  let sum = 0
  for (let i = 1; i < line.length; i++) sum += distance(line[i - 1]!, line[i]!)
  return sum
}

/** The point this many metres along a line, and the direction there. */
export function along(line: Line, metres: number): { readonly point: Point; readonly towards: Point } {
  let rest = metres
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!]
    const length = distance(a, b)
    if (rest <= length || i === line.length - 1) {
      const towards = direction(a, b)
      return { point: plus(a, towards, Math.min(rest, length)), towards }
    }
    rest -= length
  }
  return { point: line[0]!, towards: { x: 1, y: 0 } }
}

/** Points along a line, this many metres apart. */
export function spaced(line: Line, metres: number, first = 0): { readonly point: Point; readonly towards: Point }[] {
  const found: { point: Point; towards: Point }[] = []
  let next = first
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!]
    const length = distance(a, b)
    const towards = direction(a, b)
    for (; next < length; next += metres) found.push({ point: plus(a, towards, next), towards })
    next -= length
  }
  return found
}

/** A smooth line through the given points, with a point about every this many metres. */
export function curve(through: Line, metres = 25, isClosed = false): Point[] {
  const count = through.length
  const get = (i: number): Point =>
    isClosed ? through[(i + count) % count]! : through[Math.min(count - 1, Math.max(0, i))]!
  const points: Point[] = []
  for (let i = 0; i < (isClosed ? count : count - 1); i++) {
    const [a, b, c, d] = [get(i - 1), get(i), get(i + 1), get(i + 2)]
    const steps = Math.max(1, Math.round(distance(b, c) / metres))
    for (let step = 0; step < steps; step++) points.push(between(a, b, c, d, step / steps))
  }
  points.push(isClosed ? points[0]! : through[count - 1]!)
  return points
}

/** Catmull and Rom's spline between b and c. */
function between(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const value = (p: number, q: number, r: number, s: number) =>
    0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t)
  return { x: value(a.x, b.x, c.x, d.x), y: value(a.y, b.y, c.y, d.y) }
}

/** Parallel to a line, this many metres to its left. */
export const offsetLine = (line: Line, metres: number | ((part: number) => number)): Point[] =>
  line.map((point, i) => {
    const towards = direction(line[Math.max(0, i - 1)]!, line[Math.min(line.length - 1, i + 1)]!)
    return plus(point, left(towards), typeof metres === 'number' ? metres : metres(i / (line.length - 1)))
  })

export function isInside(ring: Line, { x, y }: Point): boolean {
  let inside = false
  let b = ring.at(-1)!
  for (const a of ring) {
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
    b = a
  }
  return inside
}

/** The same for a ring with many corners that is used often: only the sides at the height of a point count. */
export function insideOf(ring: Line): (point: Point) => boolean {
  const high = 50
  const bands = new Map<number, [Point, Point][]>()
  let b = ring.at(-1)!
  for (const a of ring) {
    const top = Math.floor(Math.max(a.y, b.y) / high)
    for (let band = Math.floor(Math.min(a.y, b.y) / high); band <= top; band++) {
      const sides = bands.get(band)
      if (sides) sides.push([a, b])
      else bands.set(band, [[a, b]])
    }
    b = a
  }
  return (point) => {
    let inside = false
    for (const [a, b] of bands.get(Math.floor(point.y / high)) ?? []) {
      if (a.y > point.y !== b.y > point.y && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x)
        inside = !inside
    }
    return inside
  }
}

/** The position on a line nearest to a point, as metres along it. */
export function nearestOn(line: Line, to: Point): { readonly metres: number; readonly away: number } {
  let best = { metres: 0, away: Number.POSITIVE_INFINITY }
  let before = 0
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!]
    const length = distance(a, b)
    const towards = direction(a, b)
    const part = Math.min(length, Math.max(0, dot({ x: to.x - a.x, y: to.y - a.y }, towards)))
    const away = distance(plus(a, towards, part), to)
    if (away < best.away) best = { metres: before + part, away }
    before += length
  }
  return best
}

/** A rectangle around a point, its first side along the given direction. */
export function rectangle(centre: Point, towards: Point, length: number, width: number): Point[] {
  const side = left(towards)
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([u, v]) => plus(plus(centre, towards, (u! * length) / 2), side, (v! * width) / 2))
}

/** A round shape with bays and capes. */
export function blob(centre: Point, radius: number, random: () => number, roughness = 0.18, stretch = 1): Point[] {
  const waves = [2, 3, 4, 5, 7].map((k) => ({
    k,
    size: (roughness * random()) / Math.sqrt(k - 1),
    phase: random() * 7,
  }))
  const turn = random() * Math.PI
  const corners = Math.max(16, Math.round(radius / 12))
  return Array.from({ length: corners }, (_, i) => {
    const angle = (i / corners) * 2 * Math.PI
    const r = radius * (1 + waves.reduce((sum, { k, size, phase }) => sum + size * Math.cos(k * angle + phase), 0))
    const [u, v] = [r * Math.cos(angle) * stretch, (r * Math.sin(angle)) / stretch]
    return plus(centre, { x: u * Math.cos(turn) - v * Math.sin(turn), y: u * Math.sin(turn) + v * Math.cos(turn) })
  })
}
