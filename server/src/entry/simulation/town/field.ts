/** The direction of streets: along nearby roads, the river and the coast, or at right angles to them. Pure. */
import { coast, river } from './land.ts'
import { Nearby } from './nearby.ts'
import { type Line, type Point, spaced } from './plane.ts'
import { mainRoads } from './roads.ts'

interface Influence extends Point {
  /** Four times the angle: a street and its cross street count as the same. */
  readonly cos: number
  readonly sin: number
  readonly weight: number
}

const reachMetres = 450
const everyMetres = 45

let drawn: Nearby<Influence> | undefined
const influences = (): Nearby<Influence> => (drawn ??= draw())

function draw(): Nearby<Influence> {
  const found = new Nearby<Influence>(reachMetres / 2)
  const add = (line: Line, weight: number) => {
    for (const { point, towards } of spaced(line, everyMetres)) {
      const angle = 4 * Math.atan2(towards.y, towards.x)
      found.add({ ...point, cos: Math.cos(angle), sin: Math.sin(angle), weight })
    }
  }
  for (const { class: kind, line } of mainRoads) {
    if (kind !== 'motorway_link') add(line, kind === 'primary' ? 1.2 : 1)
  }
  add(river, 0.8)
  add(coast, 0.6)
  return found
}

/** The sum of all influences, at the corners of squares of this side: it changes slowly, and every step reads it. */
const side = 80
const corners = new Map<number, readonly [cos: number, sin: number]>()

function influenceAt(column: number, row: number): readonly [cos: number, sin: number] {
  const key = (column + 2048) * 4096 + row + 2048
  const known = corners.get(key)
  if (known) return known
  let [cos, sin] = [0, 0]
  influences().some({ x: column * side, y: row * side }, reachMetres, (one, away) => {
    const weight = one.weight * Math.exp(-((away / 190) ** 2))
    cos += one.cos * weight
    sin += one.sin * weight
    return false
  })
  corners.set(key, [cos, sin])
  return [cos, sin]
}

function influence({ x, y }: Point): readonly [cos: number, sin: number] {
  const [column, row] = [Math.floor(x / side), Math.floor(y / side)]
  const [u, v] = [x / side - column, y / side - row]
  const [a, b] = [influenceAt(column, row), influenceAt(column + 1, row)]
  const [c, d] = [influenceAt(column, row + 1), influenceAt(column + 1, row + 1)]
  const mixed = (i: 0 | 1) => (a[i] * (1 - u) + b[i] * u) * (1 - v) + (c[i] * (1 - u) + d[i] * u) * v
  return [mixed(0), mixed(1)]
}

const quarter = Math.PI / 2

/** Of the two directions of streets here and their opposites, the one nearest to the given. */
export function streetDirection(point: Point, towards: Point): Point {
  const wanted = Math.atan2(towards.y, towards.x)
  const [influenceCos, influenceSin] = influence(point)
  // Where there is nothing to follow, it continues straight.
  const cos = influenceCos + 0.06 * Math.cos(4 * wanted)
  const sin = influenceSin + 0.06 * Math.sin(4 * wanted)
  const strength = Math.min(1, 3 * Math.hypot(cos, sin))
  // Nobody measured when the first houses were built.
  const whim = 0.09 * Math.sin(point.x / 170 + 1) + 0.09 * Math.cos(point.y / 150 - point.x / 410)
  const free = Math.atan2(sin, cos) / 4 + whim * strength
  const angle = free + Math.round((wanted - free) / quarter) * quarter
  return { x: Math.cos(angle), y: Math.sin(angle) }
}
