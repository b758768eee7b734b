/** Which way streets run: along the roads, the river and the coast that are near, or square to them. Pure. */
import { coast, river } from './land.ts'
import { Nearby } from './nearby.ts'
import { type Line, type Point, spaced } from './plane.ts'
import { mainRoads } from './roads.ts'

interface Influence extends Point {
  /** Four times the angle: a street and its cross street mean the same. */
  readonly cos: number
  readonly sin: number
  readonly weight: number
}

const reachMetres = 520
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

const quarter = Math.PI / 2

/** Of the two ways that streets run here and their opposites, the one nearest to the given. */
export function streetDirection(point: Point, towards: Point): Point {
  const wanted = Math.atan2(towards.y, towards.x)
  // Where there is nothing to follow, it goes on as it is.
  let [cos, sin] = [0.06 * Math.cos(4 * wanted), 0.06 * Math.sin(4 * wanted)]
  influences().some(point, reachMetres, (one, away) => {
    const weight = one.weight * Math.exp(-((away / 190) ** 2))
    cos += one.cos * weight
    sin += one.sin * weight
    return false
  })
  const strength = Math.min(1, 3 * Math.hypot(cos, sin))
  // Nobody measured when the first houses were built.
  const whim = 0.09 * Math.sin(point.x / 170 + 1) + 0.09 * Math.cos(point.y / 150 - point.x / 410)
  const free = Math.atan2(sin, cos) / 4 + whim * strength
  const angle = free + Math.round((wanted - free) / quarter) * quarter
  return { x: Math.cos(angle), y: Math.sin(angle) }
}
