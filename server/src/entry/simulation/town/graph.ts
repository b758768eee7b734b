/** Streets as a graph: cut where they meet, without dead ends, and every place reachable from every other. Pure. */
import { zoneAt } from './land.ts'
import { Nearby } from './nearby.ts'
import { along, distance, type Line, lengthOf, type Point } from './plane.ts'
import type { RoadClass, Street } from './roads.ts'

export interface Edge {
  readonly from: number
  readonly to: number
  readonly street: number
  readonly line: Line
  readonly metres: number
}

export interface Graph {
  readonly nodes: readonly Point[]
  readonly edges: readonly Edge[]
}

const snapMetres = 7
const culDeSacMetres = 85
const stubMetres = 28

interface Cut {
  readonly metres: number
  readonly point: Point
}

const isMotorway = (kind: RoadClass) => kind.startsWith('motorway')

export function toGraph(streets: readonly Street[]): Graph {
  const cuts = findCuts(streets)
  const nodes: Point[] = []
  const known = new Nearby<Point & { readonly node: number }>(40)
  const nodeAt = (point: Point): number => {
    const near = known.nearest(point, snapMetres)
    if (near) return near.node
    nodes.push(point)
    known.add({ ...point, node: nodes.length - 1 })
    return nodes.length - 1
  }
  const edges = streets.flatMap((street, index) =>
    pieces(street.line, cuts[index]!).flatMap((line): Edge[] => {
      const [from, to] = [nodeAt(line[0]!), nodeAt(line.at(-1)!)]
      if (from === to && lengthOf(line) < 60) return []
      const moved = [nodes[from]!, ...line.slice(1, -1), nodes[to]!]
      return [{ from, to, street: index, line: moved, metres: lengthOf(moved) }]
    }),
  )
  return compact(nodes, whole(nodes, pruned(nodes, edges, streets)))
}

/** Where others cross a street or end at it, and its own ends. */
function findCuts(streets: readonly Street[]): Cut[][] {
  const segments = new Nearby<Point & { readonly street: number; readonly index: number; readonly before: number }>(50)
  for (const [street, { line }] of streets.entries()) {
    let before = 0
    for (let i = 1; i < line.length; i++) {
      const a = line[i - 1]!
      const b = line[i]!
      segments.add({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, street, index: i, before })
      before += distance(a, b)
    }
  }
  const cuts: Cut[][] = streets.map(({ line }) => [
    { metres: 0, point: line[0]! },
    { metres: lengthOf(line), point: line.at(-1)! },
  ])
  for (const [street, { line, class: kind }] of streets.entries()) {
    let before = 0
    for (let i = 1; i < line.length; i++) {
      const a = line[i - 1]!
      const b = line[i]!
      const isEnd = i === 1 || i === line.length - 1
      segments.some({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, 48, (other) => {
        if (other.street === street || !mayMeet(kind, streets[other.street]!.class)) return false
        const there = streets[other.street]!.line
        const c = there[other.index - 1]!
        const d = there[other.index]!
        const meeting = crossing(a, b, c, d) ?? (isEnd ? touching(i === 1 ? a : b, c, d) : undefined)
        if (!meeting || (isMotorway(kind) && !isEnd)) return false
        cuts[street]!.push({ metres: before + distance(a, meeting), point: meeting })
        cuts[other.street]!.push({ metres: other.before + distance(c, meeting), point: meeting })
        return false
      })
      before += distance(a, b)
    }
  }
  return cuts
}

/** The motorway runs over everything; only its ramps lead down. */
const mayMeet = (one: RoadClass, other: RoadClass): boolean =>
  one === 'motorway' ? false : one === 'motorway_link' || !isMotorway(other)

function crossing(a: Point, b: Point, c: Point, d: Point): Point | undefined {
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y]
  const turn = ux * vy - uy * vx
  if (Math.abs(turn) < 1e-9) return undefined
  const s = ((c.x - a.x) * vy - (c.y - a.y) * vx) / turn
  const t = ((c.x - a.x) * uy - (c.y - a.y) * ux) / turn
  return s >= 0 && s <= 1 && t >= 0 && t <= 1 ? { x: a.x + ux * s, y: a.y + uy * s } : undefined
}

/** An end that is approximately on a street. */
function touching(end: Point, c: Point, d: Point): Point | undefined {
  const length = distance(c, d) || 1
  const part = ((end.x - c.x) * (d.x - c.x) + (end.y - c.y) * (d.y - c.y)) / length ** 2
  if (part < 0 || part > 1) return undefined
  const foot = { x: c.x + (d.x - c.x) * part, y: c.y + (d.y - c.y) * part }
  return distance(foot, end) < 4 ? foot : undefined
}

function pieces(line: Line, cuts: readonly Cut[]): Line[] {
  const sorted = [...cuts].sort((a, b) => a.metres - b.metres)
  const found: Line[] = []
  for (let i = 1; i < sorted.length; i++) {
    const [one, other] = [sorted[i - 1]!, sorted[i]!]
    if (other.metres - one.metres < 0.5) continue
    found.push([one.point, ...verticesBetween(line, one.metres, other.metres), other.point])
  }
  return found
}

function verticesBetween(line: Line, from: number, to: number): Point[] {
  const found: Point[] = []
  let metres = 0
  for (let i = 1; i < line.length - 1; i++) {
    metres += distance(line[i - 1]!, line[i]!)
    if (metres > from + 1 && metres < to - 1) found.push(line[i]!)
  }
  return found
}

/** Stubs disappear, and other dead ends become short. Twice, because there may be another behind an end. */
function pruned(nodes: readonly Point[], all: readonly Edge[], streets: readonly Street[]): Edge[] {
  let edges = [...all]
  for (let round = 0; round < 4; round++) {
    const degree = degrees(nodes, edges)
    edges = edges.flatMap((edge): Edge[] => {
      const isDead = degree[edge.to] === 1 || degree[edge.from] === 1
      const { class: kind } = streets[edge.street]!
      if (!isDead || kind === 'service') return [edge]
      const isRural = zoneAt(edge.line[Math.floor(edge.line.length / 2)]!) === 'rural'
      if (edge.metres < stubMetres || (isRural && round < 3 && edge.metres < 250)) return []
      return round === 3 && edge.metres > culDeSacMetres && !isRural ? [] : [edge]
    })
  }
  return edges
}

function degrees(nodes: readonly Point[], edges: readonly Edge[]): Uint16Array {
  const degree = new Uint16Array(nodes.length)
  for (const { from, to } of edges) {
    degree[from]! += 1
    degree[to]! += 1
  }
  return degree
}

/** The largest connected part. */
function whole(nodes: readonly Point[], edges: readonly Edge[]): Edge[] {
  const group = Int32Array.from(nodes, (_, i) => i)
  const find = (i: number): number => {
    let here = i
    while (group[here] !== here) here = group[here] = group[group[here]!]!
    return here
  }
  for (const { from, to } of edges) group[find(from)] = find(to)
  const sizes = new Map<number, number>()
  for (const { from } of edges) sizes.set(find(from), (sizes.get(find(from)) ?? 0) + 1)
  const [largest] = [...sizes].reduce((best, one) => (one[1] > best[1] ? one : best))
  return edges.filter(({ from }) => find(from) === largest)
}

function compact(nodes: readonly Point[], edges: readonly Edge[]): Graph {
  const used = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  const renamed = new Map(used.map((node, i) => [node, i]))
  return {
    nodes: used.map((node) => nodes[node]!),
    edges: edges.map((edge) => ({ ...edge, from: renamed.get(edge.from)!, to: renamed.get(edge.to)! })),
  }
}

/** Which nodes can be reached from the first and can reach it, over the given roads. */
export function reachable(count: number, roads: readonly (readonly [from: number, to: number])[]): boolean[] {
  const sweep = (isBack: boolean): Uint8Array => {
    const next: number[][] = Array.from({ length: count }, () => [])
    for (const [from, to] of roads) next[isBack ? to : from]!.push(isBack ? from : to)
    const seen = new Uint8Array(count)
    seen[0] = 1
    for (const stack = [0]; stack.length > 0; ) {
      for (const node of next[stack.pop()!]!) {
        if (seen[node]) continue
        seen[node] = 1
        stack.push(node)
      }
    }
    return seen
  }
  const [there, back] = [sweep(false), sweep(true)]
  return Array.from(there, (one, i) => one === 1 && back[i] === 1)
}

/** Cuts an edge in the middle, for a place that vehicles go to. */
export function split(edge: Edge, node: number): readonly [Edge, Edge] {
  const half = edge.metres / 2
  const { point } = along(edge.line, half)
  const part = (line: Line, from: number, to: number): Edge => ({ ...edge, from, to, line, metres: lengthOf(line) })
  return [
    part([edge.line[0]!, ...verticesBetween(edge.line, 0, half), point], edge.from, node),
    part([point, ...verticesBetween(edge.line, half, edge.metres), edge.line.at(-1)!], node, edge.to),
  ]
}
