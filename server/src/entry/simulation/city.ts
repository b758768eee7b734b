/** A made-up city laid over a real centre: junctions, the roads between them, and where one stops. Pure. */
import { randomFrom } from './random.ts'

export interface Road {
  readonly to: number
  readonly metres: number
  readonly limitKmh: number
}

export interface Junction {
  readonly latitude: number
  readonly longitude: number
  /** `lights` may be red, at a `station` one stops to fill up or to let somebody in, in a `yard` one parks. */
  readonly kind: 'plain' | 'lights' | 'station' | 'yard'
  readonly roads: readonly Road[]
}

export type City = readonly Junction[]

const centre = { latitude: 54.6872, longitude: 25.2797 }
const side = 9
const blockMetres = 240
const bendMetres = 45
/** The grid stands a little askew, as old towns do, so that headings are not all of four kinds. */
const turn = (23 * Math.PI) / 180
const metresPerDegree = 111_320

interface Draft {
  readonly x: number
  readonly y: number
  readonly kind: Junction['kind']
  readonly roads: Road[]
}

function build(): City {
  const random = randomFrom('city')
  const drafts: Draft[] = []
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const isMain = isAvenue(row) && isAvenue(column)
      const kind = isMain ? 'lights' : random() < 0.12 ? 'station' : random() < 0.2 ? 'yard' : 'plain'
      drafts.push({ ...bent(row, column, random), kind, roads: [] })
    }
  }
  const join = (from: number, to: number, limitKmh: number) => {
    const [a, b] = [drafts[from]!, drafts[to]!]
    const metres = Math.hypot(a.x - b.x, a.y - b.y)
    a.roads.push({ to, metres, limitKmh })
    b.roads.push({ to: from, metres, limitKmh })
  }
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const here = row * side + column
      // Side streets are missing here and there; avenues never, so nobody is cut off by a missing one alone.
      if (column + 1 < side && (isAvenue(row) || random() < 0.9)) join(here, here + 1, isAvenue(row) ? 60 : 40)
      if (row + 1 < side && (isAvenue(column) || random() < 0.9)) join(here, here + side, isAvenue(column) ? 60 : 40)
    }
  }
  // Two yards out of town, at the ends of roads on which one drives faster.
  for (const [from, x, y] of [
    [0, -3_400, -2_300],
    [side * side - 1, 3_100, 2_900],
  ] as const) {
    drafts.push({ x, y, kind: 'yard', roads: [] })
    join(from, drafts.length - 1, 90)
  }
  return drafts.map(({ x, y, kind, roads }) => ({ ...toDegrees(x, y), kind, roads }))
}

const isAvenue = (line: number) => line % 4 === 0

const bent = (row: number, column: number, random: () => number) => ({
  x: (column - (side - 1) / 2) * blockMetres + (random() - 0.5) * 2 * bendMetres,
  y: (row - (side - 1) / 2) * blockMetres + (random() - 0.5) * 2 * bendMetres,
})

function toDegrees(x: number, y: number): { latitude: number; longitude: number } {
  const [east, north] = [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)]
  return {
    latitude: centre.latitude + north / metresPerDegree,
    longitude: centre.longitude + east / (metresPerDegree * Math.cos((centre.latitude * Math.PI) / 180)),
  }
}

export const city: City = build()

/** The quickest way, as junctions from the first to the last. Two hundred junctions need no cleverer search. */
export function wayBetween(map: City, from: number, to: number): number[] {
  const seconds = new Map<number, number>([[from, 0]])
  const before = new Map<number, number>()
  const open = new Set([from])
  while (open.size > 0) {
    const here = [...open].reduce((best, one) => (seconds.get(one)! < seconds.get(best)! ? one : best))
    if (here === to) break
    open.delete(here)
    for (const road of map[here]!.roads) {
      const total = seconds.get(here)! + road.metres / road.limitKmh
      if (total >= (seconds.get(road.to) ?? Number.POSITIVE_INFINITY)) continue
      seconds.set(road.to, total)
      before.set(road.to, here)
      open.add(road.to)
    }
  }
  const way = [to]
  while (way[0] !== from) {
    const previous = before.get(way[0]!)
    if (previous === undefined) return [from]
    way.unshift(previous)
  }
  return way
}

const flatX = (longitude: number) => longitude * Math.cos((centre.latitude * Math.PI) / 180)

/** Clockwise from north, in degrees. */
export function bearing(from: Junction, to: Junction): number {
  const angle = Math.atan2(flatX(to.longitude) - flatX(from.longitude), to.latitude - from.latitude)
  return ((angle * 180) / Math.PI + 360) % 360
}

/** The junction next to a place, if it is in the city at all. */
export function nearest(map: City, latitude: number, longitude: number): number | undefined {
  let best: number | undefined
  let least = 0.02
  for (const [index, junction] of map.entries()) {
    const away = Math.hypot(junction.latitude - latitude, flatX(junction.longitude - longitude))
    if (away < least) [best, least] = [index, away]
  }
  return best
}
