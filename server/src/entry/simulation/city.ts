/** The town's roads as vehicles drive on them: junctions, the roads between them, and stops. Pure. */
import { roadNetwork } from './town/network.ts'
import { type Line, toDegrees } from './town/plane.ts'

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

export interface Road {
  readonly to: number
  readonly metres: number
  readonly limitKmh: number
  /** Its course, in the direction of travel. */
  readonly line: readonly Place[]
}

interface Junction extends Place {
  /** `lights` may be red; at a `station` vehicles stop to fill up or pick up people; in a `yard` they park. */
  readonly kind: 'plain' | 'lights' | 'station' | 'yard'
  readonly roads: readonly Road[]
}

export type City = readonly Junction[]

let built: City | undefined
/** Built when the first vehicle needs it. */
export const city = (): City => (built ??= build())

function build(): City {
  const { nodes, roads, stops, lights } = roadNetwork()
  const kinds = new Map(
    stops.map(({ node, kind }) => [node, kind === 'fuel' ? ('station' as const) : ('yard' as const)]),
  )
  const junctions = nodes.map((node, i) => ({
    ...toDegrees(node),
    kind: kinds.get(i) ?? (lights.has(i) ? ('lights' as const) : ('plain' as const)),
    roads: [] as Road[],
  }))
  const lead = (from: number, to: number, line: Line, metres: number, limitKmh: number) =>
    junctions[from]!.roads.push({ to, metres, limitKmh, line: line.map(toDegrees) })
  for (const { from, to, line, metres, limitKmh, isOneWay } of roads) {
    lead(from, to, line, metres, limitKmh)
    if (!isOneWay) lead(to, from, line.toReversed(), metres, limitKmh)
  }
  return junctions
}

/** The quickest route, as junctions from the first to the last (Dijkstra, with the open ones in a heap). */
export function wayBetween(map: City, from: number, to: number): number[] {
  const seconds = new Float64Array(map.length).fill(Number.POSITIVE_INFINITY)
  const before = new Int32Array(map.length).fill(-1)
  const open = new Heap()
  seconds[from] = 0
  open.push(from, 0)
  for (let next = open.pop(); next && next.node !== to; next = open.pop()) {
    const { node: here, cost } = next
    if (cost > seconds[here]!) continue
    for (const road of map[here]!.roads) {
      const total = cost + road.metres / road.limitKmh
      if (total >= seconds[road.to]!) continue
      seconds[road.to] = total
      before[road.to] = here
      open.push(road.to, total)
    }
  }
  const way = [to]
  while (way.at(-1) !== from) {
    const previous = before[way.at(-1)!]!
    if (previous < 0) return [from]
    way.push(previous)
  }
  return way.reverse()
}

interface Open {
  readonly node: number
  readonly cost: number
}

/** Cheapest first. */
class Heap {
  readonly #items: Open[] = []

  push(node: number, cost: number): void {
    const items = this.#items
    items.push({ node, cost })
    for (let i = items.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1
      if (items[parent]!.cost <= items[i]!.cost) return
      this.#swap(i, parent)
      i = parent
    }
  }

  pop(): Open | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (items.length === 0 || !last) return first
    items[0] = last
    for (let i = 0; ; ) {
      let least = i
      for (const child of [2 * i + 1, 2 * i + 2]) {
        if (child < items.length && items[child]!.cost < items[least]!.cost) least = child
      }
      if (least === i) return first
      this.#swap(i, least)
      i = least
    }
  }

  #swap(one: number, other: number): void {
    const items = this.#items
    ;[items[one], items[other]] = [items[other]!, items[one]!]
  }
}

/** Degrees of longitude are shorter than those of latitude. */
const flatX = (longitude: number, latitude: number) => longitude * Math.cos((latitude * Math.PI) / 180)

/** Clockwise from north, in degrees. */
export function bearing(from: Place, to: Place): number {
  const angle = Math.atan2(flatX(to.longitude - from.longitude, from.latitude), to.latitude - from.latitude)
  return ((angle * 180) / Math.PI + 360) % 360
}

/** The position this many metres along a road, and the heading there. */
export function placeAlong({ line, metres }: Road, along: number): Place & { readonly heading: number } {
  const lengths = line.slice(1).map((place, i) => degreesBetween(line[i]!, place))
  let rest = (along / metres) * lengths.reduce((sum, length) => sum + length, 0)
  let i = 0
  while (i < lengths.length - 1 && rest > lengths[i]!) rest -= lengths[i++]!
  const [from, to] = [line[i]!, line[i + 1]!]
  const part = lengths[i] ? Math.min(1, rest / lengths[i]!) : 0
  return {
    latitude: from.latitude + (to.latitude - from.latitude) * part,
    longitude: from.longitude + (to.longitude - from.longitude) * part,
    heading: bearing(from, to),
  }
}

const degreesBetween = (a: Place, b: Place): number =>
  Math.hypot(b.latitude - a.latitude, flatX(b.longitude - a.longitude, a.latitude))

/** The junction nearest to a position, if it is in the town at all. */
export function nearest(map: City, latitude: number, longitude: number): number | undefined {
  let best: number | undefined
  let least = 0.02
  for (const [index, junction] of map.entries()) {
    const away = degreesBetween({ latitude, longitude }, junction)
    if (away < least) [best, least] = [index, away]
  }
  return best
}
