/** Houses along the streets with their numbers, halls where people work, and churches. Pure. */
import { randomFrom } from '../random.ts'
import { greens, isGreen } from './greens.ts'
import { isDry, quarters, quay, townName, villages, type Zone, zoneAt } from './land.ts'
import { depots, type Network, type Road } from './network.ts'
import { along, at, distance, isInside, type Line, left, type Point, plus, rectangle } from './plane.ts'

export interface Address {
  readonly street: string
  readonly number: string
  readonly postcode: string
  readonly city: string
}

export interface Building {
  readonly ring: Line
  readonly centre: Point
  readonly zone: Zone
  readonly address: Address | null
}

interface Manner {
  /** Of a plot along the street. */
  readonly front: readonly [least: number, most: number]
  readonly depth: readonly [least: number, most: number]
  /** The share of its front that a house takes. */
  readonly share: number
  /** From the middle of the street to the house. */
  readonly back: readonly [least: number, most: number]
  readonly chance: number
}
const manners: Readonly<Record<Exclude<Zone, 'sea'>, Manner>> = {
  old: { front: [8, 14], depth: [9, 14], share: 1, back: [5.2, 5.8], chance: 0.98 },
  inner: { front: [15, 27], depth: [11, 14], share: 0.96, back: [8, 9.5], chance: 0.95 },
  suburb: { front: [26, 40], depth: [8, 12], share: 0.44, back: [10, 14], chance: 0.95 },
  works: { front: [45, 100], depth: [26, 48], share: 0.8, back: [16, 24], chance: 0.85 },
  village: { front: [24, 40], depth: [8, 13], share: 0.48, back: [9, 14], chance: 0.75 },
  rural: { front: [60, 120], depth: [10, 18], share: 0.3, back: [14, 26], chance: 0.09 },
}
/** Nobody lives at a faster road. */
const quietKmh = 60

const halfWidths: Readonly<Record<string, number>> = {
  motorway: 9,
  primary: 7,
  secondary: 6.5,
  tertiary: 5.5,
  residential: 4.5,
}
const cell = 3
/** On each side, so that the whole island is covered. */
const squares = 8_192

/** Which ground is taken, by squares. */
class Ground {
  readonly #taken = new Uint8Array((squares * squares) / 8)

  take(x: number, y: number): void {
    const square = indexOf(x, y)
    this.#taken[square >> 3]! |= 1 << (square & 7)
  }

  isFree(centre: Point, towards: Point, length: number, width: number): boolean {
    // Houses of a row touch each other, and squares are coarse.
    return this.#every(centre, towards, length - 5, width - 1.5, (x, y) => !this.#isTaken(x, y))
  }

  build(centre: Point, towards: Point, length: number, width: number): void {
    this.#every(centre, towards, length - 2, width - 1, (x, y) => {
      this.take(x, y)
      return true
    })
  }

  #isTaken(x: number, y: number): boolean {
    const square = indexOf(x, y)
    return ((this.#taken[square >> 3]! >> (square & 7)) & 1) === 1
  }

  #every(centre: Point, u: Point, length: number, width: number, visit: (x: number, y: number) => boolean): boolean {
    const v = left(u)
    const [columns, rows] = [Math.max(1, Math.ceil(length / cell)), Math.max(1, Math.ceil(width / cell))]
    for (let i = 0; i <= columns; i++) {
      for (let j = 0; j <= rows; j++) {
        const [a, b] = [(i / columns - 0.5) * length, (j / rows - 0.5) * width]
        if (!visit(centre.x + u.x * a + v.x * b, centre.y + u.y * a + v.y * b)) return false
      }
    }
    return true
  }
}
const indexOf = (x: number, y: number): number =>
  (Math.floor(x / cell) + 5_000) * squares + Math.floor(y / cell) + 3_000

export function buildTown({ roads, streets }: Network): Building[] {
  const random = randomFrom('houses')
  const between = ([least, most]: readonly [number, number]) => least + random() * (most - least)
  const ground = new Ground()
  for (const { line, street } of roads) pave(ground, line, halfWidths[streets[street]!.class] ?? 4)
  const buildings = landmarks(ground)
  const numbers = new Map<string, number>()

  /** One side of a road, plot by plot. */
  function settle(road: Road, name: string, side: 1 | -1): void {
    const isEven = side === -1
    const count = `${name} ${side}`
    for (let metres = 6; metres < road.metres - 6; ) {
      const zone = zoneAt(along(road.line, metres).point)
      if (zone === 'sea') return
      const { front, depth, share, back, chance } = manners[zone]
      const [plot, deep] = [between(front), between(depth)]
      const number = (numbers.get(count) ?? (isEven ? 0 : -1)) + 2
      const { point, towards } = along(road.line, metres + plot / 2)
      const wide = plot * share * (0.92 + random() * 0.08)
      const centre = plus(point, left(towards), side * (between(back) + deep / 2))
      metres += plot
      if (metres > road.metres + 4) return
      if (random() > chance || !isFit(ground, centre, towards, wide, deep)) continue
      numbers.set(count, number)
      ground.build(centre, towards, wide, deep)
      const mirrored = plus(at(0, 0), left(towards), side)
      const ring = shapeOf(centre, towards, mirrored, wide, deep, zone, random)
      buildings.push({
        ring,
        centre,
        zone,
        address: { street: name, number: numberOf(number, random), ...placeOf(centre) },
      })
    }
  }

  for (const road of roads) {
    const { name, class: kind } = streets[road.street]!
    if (!name || road.limitKmh > quietKmh || kind.startsWith('motorway')) continue
    settle(road, name, 1)
    settle(road, name, -1)
  }
  return buildings
}

/** Sometimes a house was built between two others. */
const numberOf = (number: number, random: () => number) => `${number}${random() < 0.02 ? 'a' : ''}`

function pave(ground: Ground, line: Line, halfWidth: number): void {
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!]
    const length = distance(a, b)
    const [x, y] = [(b.x - a.x) / (length || 1), (b.y - a.y) / (length || 1)]
    for (let metres = 0; metres <= length; metres += 2) {
      for (let across = -halfWidth; across <= halfWidth; across += 2) {
        ground.take(a.x + x * metres - y * across, a.y + y * metres + x * across)
      }
    }
  }
}

function isFit(ground: Ground, centre: Point, towards: Point, length: number, width: number): boolean {
  const half = (length + width) / 4
  if (!isDry(centre, half + 4) || !ground.isFree(centre, towards, length, width)) return false
  if (depots.some(({ yard }) => isInside(yard, centre))) return false
  return !isGreen(centre)
}

/** The street is where `away` comes from: wings and yards are behind. */
function shapeOf(
  centre: Point,
  u: Point,
  away: Point,
  wide: number,
  deep: number,
  zone: Zone,
  random: () => number,
): Line {
  const corner = (a: number, b: number) => plus(plus(centre, u, a * wide), away, b * deep)
  const whole = [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)]
  const choice = random()
  if (zone === 'old' ? choice < 0.7 : choice < 0.45) return whole
  const [part, depth] = [0.25 + random() * 0.35, 0.5 - (0.3 + random() * 0.25)]
  if (choice < 0.75)
    return [
      corner(-0.5, -0.5),
      corner(0.5, -0.5),
      corner(0.5, 0.5),
      corner(0.5 - part, 0.5),
      corner(0.5 - part, depth),
      corner(-0.5, depth),
    ]
  if (choice < 0.9)
    return [
      corner(-0.5, -0.5),
      corner(0.5, -0.5),
      corner(0.5, depth),
      corner(part - 0.5, depth),
      corner(part - 0.5, 0.5),
      corner(-0.5, 0.5),
    ]
  const [one, other] = [-0.5 + part / 1.5, 0.5 - part / 1.5]
  return [
    corner(-0.5, -0.5),
    corner(0.5, -0.5),
    corner(0.5, 0.5),
    corner(other, 0.5),
    corner(other, depth),
    corner(one, depth),
    corner(one, 0.5),
    corner(-0.5, 0.5),
  ]
}

/** The nearest village or quarter of the town. */
function placeOf(point: Point): { readonly postcode: string; readonly city: string } {
  const village = villages.find(({ centre, radius }) => distance(centre, point) < radius * 1.6)
  if (village) return { postcode: village.postcode, city: village.name }
  const places = [...quarters.map((quarter) => ({ ...quarter, name: townName })), ...villages]
  const near = places.reduce((best, one) => (distance(one.centre, point) < distance(best.centre, point) ? one : best))
  return { postcode: near.postcode, city: near.name }
}

/** Landmarks: halls of the harbour and of depots, schools, the hospital, churches. */
function landmarks(ground: Ground): Building[] {
  const found: Building[] = []
  const put = (
    centre: Point,
    towards: Point,
    length: number,
    width: number,
    ring: Line = rectangle(centre, towards, length, width),
  ) => {
    if (!ground.isFree(centre, towards, length, width)) return
    ground.build(centre, towards, length, width)
    found.push({ ring, centre, zone: zoneAt(centre), address: null })
  }
  for (const { centre, yard } of depots) {
    const [a, b, , d] = yard as [Point, Point, Point, Point]
    const [u, v] = [unit(a, b), unit(a, d)]
    for (const side of [30, -30]) put(plus(plus(centre, v, side), u, -18), u, 88, 26)
    for (const side of [36, -36]) put(plus(plus(centre, v, side), u, 52), u, 30, 15)
  }
  for (const { kind, ring, centre } of greens) {
    const u = unit(ring[0]!, ring[1]!)
    if (kind === 'school') put(centre, u, 62, 20, wings(centre, u, 62, 44))
    if (kind === 'hospital') for (const step of [-45, 0, 45]) put(plus(centre, left(u), step), u, 120, 22)
    if (kind === 'recreation_ground') put(plus(centre, left(u), 58), u, 95, 14)
  }
  for (let x = 1150; x < 2120; x += 62) {
    for (let y = -380; y > -740; y -= 58) {
      const centre = at(x, y)
      const corners = rectangle(centre, at(1, 0), 66, 56)
      const isYard = depots.some(({ yard }) => corners.some((corner) => isInside(yard, corner)))
      if (!isYard && corners.every((corner) => isInside(quay, corner)))
        put(centre, at(0, 1), 30 + ((x + y) % 17), 16 + (x % 13))
    }
  }
  put(at(70, 140), at(0.99, 0.15), 46, 18, wings(at(70, 140), at(0.99, 0.15), 46, 34))
  for (const [centre, size] of churches) put(centre, at(1, 0.05), size, size / 2.4, cross(centre, size))
  return found
}

export const churches: readonly (readonly [Point, number])[] = [
  [at(-95, 65), 52],
  [at(-1080, -120), 36],
  [at(1120, 700), 36],
  [at(330, 1960), 34],
  ...villages.map(({ centre }): [Point, number] => [plus(centre, at(45, 40)), 30]),
]

const unit = (a: Point, b: Point): Point => {
  const length = distance(a, b)
  return at((b.x - a.x) / length, (b.y - a.y) / length)
}

/** A front with two wings. */
function wings(centre: Point, u: Point, length: number, depth: number): Line {
  const corner = (a: number, b: number) => plus(plus(centre, u, a * length), left(u), b * depth)
  return [
    corner(-0.5, -0.5),
    corner(0.5, -0.5),
    corner(0.5, 0.5),
    corner(0.3, 0.5),
    corner(0.3, -0.1),
    corner(-0.3, -0.1),
    corner(-0.3, 0.5),
    corner(-0.5, 0.5),
  ]
}

/** A nave and its transepts. */
function cross(centre: Point, size: number): Line {
  const [l, w, t] = [size / 2, size / 8, size / 4.5]
  return (
    [
      [-l, -w],
      [0, -w],
      [0, -t],
      [2 * w, -t],
      [2 * w, -w],
      [l, -w],
      [l * 1.15, 0],
      [l, w],
      [2 * w, w],
      [2 * w, t],
      [0, t],
      [0, w],
      [-l, w],
    ] as const
  ).map(([x, y]) => plus(centre, at(x, y)))
}
