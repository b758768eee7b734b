/** Grows streets between the roads until no block is too large. Pure. */
import { randomFrom } from '../random.ts'
import { streetDirection } from './field.ts'
import { isGreen } from './greens.ts'
import { isDry, type Zone, zoneAt } from './land.ts'
import { Names, type Sort } from './names.ts'
import { Nearby } from './nearby.ts'
import { distance, dot, type Line, left, lengthOf, type Point, plus, spaced } from './plane.ts'
import { mainRoads, motorwayLine, type RoadClass, type Street } from './roads.ts'

interface Manner {
  /** Metres between a street and the next. */
  readonly apart: number
  readonly longest: number
  readonly class: RoadClass
  readonly sort: Sort
}
const manners: Readonly<Record<Exclude<Zone, 'sea'>, Manner>> = {
  old: { apart: 66, longest: 420, class: 'residential', sort: 'alley' },
  inner: { apart: 102, longest: 900, class: 'residential', sort: 'street' },
  suburb: { apart: 132, longest: 950, class: 'residential', sort: 'lane' },
  works: { apart: 250, longest: 1200, class: 'unclassified', sort: 'works' },
  village: { apart: 125, longest: 520, class: 'residential', sort: 'lane' },
  rural: { apart: 800, longest: 1700, class: 'unclassified', sort: 'road' },
}

const stepMetres = 10
const shortest = 70

interface Sample extends Point {
  readonly towards: Point
}

/** Everything that is built so far. */
class Network {
  readonly #points = new Nearby<Point>(15)
  readonly #directions = new Nearby<Sample>(120)
  readonly #motorway = new Nearby<Point>(100)

  constructor() {
    for (const { point } of spaced(motorwayLine, 30)) this.#motorway.add(point)
  }

  add(line: Line): void {
    for (const { point } of spaced(line, stepMetres / 2)) this.#points.add(point)
    for (const { point, towards } of spaced(line, 2 * stepMetres)) this.#directions.add({ ...point, towards })
  }

  hasParallel(point: Point, towards: Point, metres: number): boolean {
    return this.#directions.some(point, metres, (one) => Math.abs(dot(one.towards, towards)) > 0.72)
  }

  touches(point: Point, metres = stepMetres * 0.7): boolean {
    return this.#points.some(point, metres, () => true)
  }

  /** Metres to the street ahead, if there is one. */
  ahead(from: Point, towards: Point, metres: number): number | undefined {
    for (let far = 4; far <= metres; far += 4) if (this.touches(plus(from, towards, far), 3.5)) return far
    return undefined
  }

  isFree(point: Point, zone: Zone): boolean {
    if (this.#motorway.some(point, zone === 'rural' ? 90 : 60, () => true)) return false
    return isDry(point, 24) && !isGreen(point)
  }
}

interface Seed {
  readonly from: Point
  readonly towards: Point
}

export function growStreets(): Street[] {
  const random = randomFrom('streets')
  const names = new Names()
  const network = new Network()
  const streets: Street[] = []
  const queues = { town: [] as Seed[], country: [] as Seed[] }
  const plant = (line: Line, isFirst: boolean) => {
    let free = 0
    for (const { point, towards } of spaced(line, stepMetres, random() * 40)) {
      const zone = zoneAt(point)
      // At the edge of a village, do not wait for the next lane between fields.
      free = Math.min(
        free - stepMetres,
        zone === 'rural' || zone === 'sea' ? Number.POSITIVE_INFINITY : manners[zone].apart,
      )
      if (zone === 'sea' || free > 0) continue
      const { apart } = manners[zone]
      const queue = zone === 'rural' ? queues.country : queues.town
      for (const side of [1, -1]) {
        const across = plus({ x: 0, y: 0 }, left(towards), side)
        queue.push({ from: plus(point, across, 14), towards: across })
        if (!isFirst) queue.push({ from: plus(point, across, apart), towards })
      }
      free = apart * (0.85 + random() * 0.5)
    }
  }
  for (const road of mainRoads) {
    if (road.name) names.claim(road.name)
    if (road.class.startsWith('motorway')) continue
    network.add(road.line)
    plant(road.line, true)
  }
  const grow = (queue: Seed[]) => {
    for (const seed of queue) {
      const zone = zoneAt(seed.from)
      if (zone === 'sea') continue
      const manner = manners[zone]
      const line = trace(network, seed, manner, zone, random)
      if (!line) continue
      network.add(line)
      streets.push({ name: names.take(manner.sort), class: manner.class, line })
      plant(line, false)
    }
  }
  grow(queues.town)
  grow(queues.country)
  return streets
}

function trace(
  network: Network,
  { from, towards }: Seed,
  manner: Manner,
  zone: Zone,
  random: () => number,
): Line | undefined {
  const apart = manner.apart * (0.72 + random() * 0.25)
  if (!network.isFree(from, zone) || network.hasParallel(from, towards, apart)) return undefined
  const back = walk(network, from, plus({ x: 0, y: 0 }, towards, -1), apart, manner, zone)
  const there = walk(network, from, towards, apart, manner, zone)
  const line = [...back.reverse(), from, ...there]
  return lengthOf(line) < shortest ? undefined : joined(network, line, manner)
}

function walk(network: Network, from: Point, first: Point, apart: number, manner: Manner, zone: Zone): Point[] {
  const line: Point[] = []
  let [here, towards] = [from, first]
  for (let walked = 0; walked < manner.longest; walked += stepMetres) {
    const half = streetDirection(here, towards)
    const next = streetDirection(plus(here, half, stepMetres / 2), half)
    const there = plus(here, next, stepMetres)
    const zoneThere = zoneAt(there)
    const isOther =
      zone === 'rural' ? zoneThere !== 'rural' && zoneThere !== 'village' : zoneThere === 'rural' || zoneThere === 'sea'
    if (isOther || dot(next, towards) < 0.9 || !network.isFree(there, zone)) break
    if (network.hasParallel(there, next, apart * 0.8)) break
    if (meetsItself(line, there, apart * 0.7)) break
    line.push(there)
    here = there
    towards = next
  }
  return line
}

function meetsItself(line: Line, point: Point, metres: number): boolean {
  for (let i = 0; i < line.length - (2 * metres) / stepMetres; i += 4)
    if (distance(line[i]!, point) < metres) return true
  return false
}

/** Both ends are extended to the next street, or cut off shortly after the last one. */
function joined(network: Network, line: Line, manner: Manner): Line | undefined {
  const one = led(network, line, manner)
  const both = one && led(network, [...one].reverse(), manner)
  return both && lengthOf(both) >= shortest ? [...both].reverse() : undefined
}

function led(network: Network, line: Line, { apart }: Manner): Line | undefined {
  const end = line.at(-1)!
  const towards = streetDirection(end, { x: end.x - line.at(-2)!.x, y: end.y - line.at(-2)!.y })
  const ahead = network.ahead(end, towards, Math.min(apart * 1.25, 260))
  if (ahead !== undefined) {
    const target = plus(end, towards, ahead + 1)
    if (isDry(plus(end, towards, ahead / 2), 10)) return [...line, target]
  }
  // Dead ends are cut off when everything has grown (graph.ts).
  return line.some((point) => network.touches(point)) ? line : undefined
}
