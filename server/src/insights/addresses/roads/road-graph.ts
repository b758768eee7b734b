/**
 * The roads of a tile as a graph with junctions. Tiles draw roads as lines for the eye: a line may pass a junction
 * without a point there, so junctions are found by geometry, and a bridge or tunnel does not meet what it only crosses.
 */
import { roadClasses, usualSpeed } from '../lookup/lookup-roads.ts'
import { roadFlags, type StreetTile, tileExtent } from '../lookup/lookup-tile.ts'

export interface RoadGraph {
  /** Coordinates of nodes, in units of the tile. */
  readonly xs: Float32Array
  readonly ys: Float32Array
  /** Two nodes for each edge, and the road of the tile that it is part of. */
  readonly ends: Uint16Array
  readonly roads: Uint16Array
  /** The edges of a node are those in `edgesOf` from its first to that of the next node. */
  readonly firstOf: Uint32Array
  readonly edgesOf: Uint32Array
  /** Nodes on the border, where the roads continue in the next tile. */
  readonly border: Uint16Array
  readonly bytes: number
}

/** In units of a tile, some twenty centimetres each: points closer together are the same. */
const same = 3
const cellUnits = 64
const cells = tileExtent / cellUnits + 1
const nodesMax = 65_535

interface Segment {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly road: number
  /** Fractions of the segment at which others meet it. */
  readonly cuts: number[]
}

const pathKind = roadClasses.indexOf('path')

export function graphOf(tile: StreetTile): RoadGraph {
  const segments = drivenSegments(tile)
  cutWhereTheyMeet(segments, tile)
  return toGraph(segments)
}

/** km/h on a road of the tile: posted or usual. */
export const speedOn = (tile: StreetTile, road: number): number =>
  tile.roadLimits[road] || usualSpeed[roadClasses[tile.roadKinds[road]!]!]

/** Tiles overlap: what is in the next one is left to it. */
function drivenSegments({ segments, segmentRoads, roadKinds }: StreetTile): Segment[] {
  const found: Segment[] = []
  for (let at = 0, s = 0; at < segmentRoads.length; at++, s += 4) {
    const road = segmentRoads[at]!
    if (roadKinds[road] === pathKind) continue
    const inside = clipped(segments[s]!, segments[s + 1]!, segments[s + 2]!, segments[s + 3]!)
    if (inside) found.push({ ...inside, road, cuts: [] })
  }
  return found
}

/** By Liang and Barsky; undefined: nothing of it is inside. */
function clipped(x1: number, y1: number, x2: number, y2: number) {
  let [from, to] = [0, 1]
  const [dx, dy] = [x2 - x1, y2 - y1]
  for (const [p, q] of [
    [-dx, x1],
    [dx, tileExtent - x1],
    [-dy, y1],
    [dy, tileExtent - y1],
  ] as const) {
    if (p === 0 && q < 0) return undefined
    if (p === 0) continue
    if (p < 0) from = Math.max(from, q / p)
    else to = Math.min(to, q / p)
  }
  if (from >= to) return undefined
  return { x1: x1 + from * dx, y1: y1 + from * dy, x2: x1 + to * dx, y2: y1 + to * dy }
}

function cutWhereTheyMeet(segments: readonly Segment[], { roadFlags: flags }: StreetTile): void {
  const isRaised = ({ road }: Segment) => (flags[road]! & roadFlags.raised) !== 0
  const grid = new Map<number, number[]>()
  for (const [index, one] of segments.entries()) {
    const met = new Set<number>()
    for (const cell of cellsOf(one)) {
      const others = grid.get(cell)
      for (const other of others ?? []) met.add(other)
      if (others) others.push(index)
      else grid.set(cell, [index])
    }
    for (const other of met) {
      const before = segments[other]!
      const touches = touch(one, before) || touch(before, one)
      if (!touches && !isRaised(one) && !isRaised(before)) cross(one, before)
    }
  }
}

function* cellsOf({ x1, y1, x2, y2 }: Segment): Generator<number> {
  const [left, right] = x1 < x2 ? [x1, x2] : [x2, x1]
  const [top, bottom] = y1 < y2 ? [y1, y2] : [y2, y1]
  const cell = (value: number) => Math.max(0, Math.floor(value / cellUnits))
  for (let row = cell(top - same); row <= cell(bottom + same); row++) {
    for (let column = cell(left - same); column <= cell(right + same); column++) yield row * cells + column
  }
}

/** Whether an end of one is on the other, which is cut there. */
function touch(one: Segment, on: Segment): boolean {
  const first = cutAt(on, one.x1, one.y1)
  return cutAt(on, one.x2, one.y2) || first
}

function cutAt(on: Segment, x: number, y: number): boolean {
  const [dx, dy] = [on.x2 - on.x1, on.y2 - on.y1]
  const length = Math.hypot(dx, dy)
  if (length === 0) return false
  const along = ((x - on.x1) * dx + (y - on.y1) * dy) / length
  if (along < -same || along > length + same) return false
  if (Math.abs((x - on.x1) * dy - (y - on.y1) * dx) / length > same) return false
  if (along > same && along < length - same) on.cuts.push(along / length)
  return true
}

function cross(one: Segment, other: Segment): void {
  const [ax, ay] = [one.x2 - one.x1, one.y2 - one.y1]
  const [bx, by] = [other.x2 - other.x1, other.y2 - other.y1]
  const turn = ax * by - ay * bx
  if (turn === 0) return
  const [cx, cy] = [other.x1 - one.x1, other.y1 - one.y1]
  const [s, t] = [(cx * by - cy * bx) / turn, (cx * ay - cy * ax) / turn]
  if (s <= 0 || s >= 1 || t <= 0 || t >= 1) return
  one.cuts.push(s)
  other.cuts.push(t)
}

function toGraph(segments: readonly Segment[]): RoadGraph {
  const nodes = new Nodes()
  const ends: number[] = []
  const roads: number[] = []
  for (const { x1, y1, x2, y2, road, cuts } of segments) {
    let before = nodes.at(x1, y1)
    for (const cut of [...cuts.sort((a, b) => a - b), 1]) {
      const next = nodes.at(x1 + cut * (x2 - x1), y1 + cut * (y2 - y1))
      if (next !== before && nodes.xs.length <= nodesMax) {
        ends.push(before, next)
        roads.push(road)
      }
      before = next
    }
  }
  const count = nodes.xs.length
  const firstOf = new Uint32Array(count + 1)
  for (const node of ends) firstOf[node + 1]! += 1
  for (let node = 0; node < count; node++) firstOf[node + 1]! += firstOf[node]!
  const edgesOf = new Uint32Array(ends.length)
  const filled = firstOf.slice()
  for (const [at, node] of ends.entries()) edgesOf[filled[node]!++] = at >> 1
  const border = nodes.xs.flatMap((x, node) => (isOnBorder(x) || isOnBorder(nodes.ys[node]!) ? [node] : []))
  const graph = {
    ...{ xs: Float32Array.from(nodes.xs), ys: Float32Array.from(nodes.ys) },
    ...{ ends: Uint16Array.from(ends), roads: Uint16Array.from(roads), firstOf, edgesOf },
    border: Uint16Array.from(border),
  }
  return { ...graph, bytes: Object.values(graph).reduce((sum, array) => sum + array.byteLength, 0) }
}

export const isOnBorder = (value: number): boolean => value <= same || value >= tileExtent - same

/** Where the matching node of the next tile may be: rounding moves them. */
export const borderUnits = same * 2

class Nodes {
  readonly xs: number[] = []
  readonly ys: number[] = []
  readonly #cells = new Map<number, number[]>()

  /** The existing one, or else a new one. */
  at(x: number, y: number): number {
    const [column, row] = [Math.floor(x / cellUnits) + 1, Math.floor(y / cellUnits) + 1]
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        for (const node of this.#cells.get((row + dy) * (cells + 3) + column + dx) ?? []) {
          if (Math.hypot(this.xs[node]! - x, this.ys[node]! - y) <= same) return node
        }
      }
    }
    const node = this.xs.push(x) - 1
    this.ys.push(y)
    const key = row * (cells + 3) + column
    const known = this.#cells.get(key)
    if (known) known.push(node)
    else this.#cells.set(key, [node])
    return node
  }
}
