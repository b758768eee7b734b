/** Graphs of neighbouring tiles as one: a search moves from tile to tile and reads those it needs. */
import type { Position } from '#kernel/geo/position.ts'
import { positionIn, spotAt } from '../lookup/lookup-spot.ts'
import type { StreetTile } from '../lookup/lookup-tile.ts'
import { roadFlags, tileExtent } from '../lookup/lookup-tile.ts'
import { borderUnits, isOnBorder, type RoadGraph, speedOn } from './road-graph.ts'

export interface TileRoads {
  readonly tile: StreetTile
  readonly graph: RoadGraph
}

/** The roads of a tile; synchronous if they are cached. */
export type RoadsAt = (x: number, y: number) => TileRoads | Promise<TileRoads>

/** A place on an edge. */
export interface OnEdge {
  readonly from: number
  readonly to: number
  /** From 0 at `from` to 1 at `to`. */
  readonly part: number
  /** Of the whole edge. */
  readonly metres: number
  /** From the requested position. */
  readonly awayMetres: number
  readonly at: Position
  readonly road: string
  readonly kmh: number
  readonly isForward: boolean
  readonly isBackward: boolean
}

export interface Step {
  readonly to: number
  readonly metres: number
  readonly kmh: number
}

const perTile = 65_536

interface Entered extends TileRoads {
  readonly x: number
  readonly y: number
}

/** For one search: it has its own numbers for nodes. */
export class RoadNet {
  readonly #roadsAt: RoadsAt
  readonly #tilesMax: number
  readonly #tiles: (Entered | Promise<Entered>)[] = []
  readonly #numbers = new Map<string, number>()
  readonly #metresPerUnit: number

  constructor(roadsAt: RoadsAt, near: Position, tilesMax: number) {
    this.#roadsAt = roadsAt
    this.#tilesMax = tilesMax
    this.#metresPerUnit = spotAt(near).spot.metresPerUnit
  }

  /** Undefined: there are too many already. */
  #enter(x: number, y: number): number | undefined {
    const key = `${x}/${y}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    if (this.#tiles.length >= this.#tilesMax) return undefined
    const number = this.#tiles.length
    this.#numbers.set(key, number)
    const reading = this.#roadsAt(x, y)
    const placed = (roads: TileRoads): Entered => ({ ...roads, x, y })
    this.#tiles.push(reading instanceof Promise ? reading.then(placed) : placed(reading))
    return number
  }

  async #tile(number: number): Promise<Entered> {
    const tile = await this.#tiles[number]!
    this.#tiles[number] = tile
    return tile
  }

  /** Synchronous if it is cached. */
  #known(node: number): Entered | undefined {
    const tile = this.#tiles[Math.floor(node / perTile)]!
    return tile instanceof Promise ? undefined : tile
  }

  async position(node: number): Promise<Position> {
    const { graph, x, y } = this.#known(node) ?? (await this.#tile(Math.floor(node / perTile)))
    const own = node % perTile
    return positionIn({ x, y }, graph.xs[own]!, graph.ys[own]!)
  }

  /** The edges that lead away from a node; `isFree`: also against a one-way street. */
  async steps(node: number, isFree: boolean): Promise<Step[]> {
    const number = Math.floor(node / perTile)
    const { tile, graph, x, y } = this.#known(node) ?? (await this.#tile(number))
    const own = node % perTile
    const found: Step[] = []
    for (let at = graph.firstOf[own]!; at < graph.firstOf[own + 1]!; at++) {
      const edge = graph.edgesOf[at]!
      const [a, b] = [graph.ends[edge * 2]!, graph.ends[edge * 2 + 1]!]
      const road = graph.roads[edge]!
      if (!isFree && isAgainst(tile, road, own === b)) continue
      const to = own === a ? b : a
      const units = Math.hypot(graph.xs[a]! - graph.xs[b]!, graph.ys[a]! - graph.ys[b]!)
      found.push({ to: number * perTile + to, metres: units * this.#metresPerUnit, kmh: speedOn(tile, road) })
    }
    const [nodeX, nodeY] = [graph.xs[own]!, graph.ys[own]!]
    if (!isOnBorder(nodeX) && !isOnBorder(nodeY)) return found
    for (const [dx, dy] of sidesOf(nodeX, nodeY)) {
      const next = this.#enter(x + dx, y + dy)
      if (next === undefined) continue
      const other = await this.#tile(next)
      for (const border of other.graph.border) {
        const away = Math.hypot(
          other.graph.xs[border]! + dx * tileExtent - nodeX,
          other.graph.ys[border]! + dy * tileExtent - nodeY,
        )
        if (away <= borderUnits) found.push({ to: next * perTile + border, metres: 0, kmh: 50 })
      }
    }
    return found
  }

  /** Edges within this many metres, closest first. */
  async near(position: Position, metres: number, most: number): Promise<OnEdge[]> {
    const { spot, around } = spotAt(position)
    const reach = metres / spot.metresPerUnit
    const found: OnEdge[] = []
    for (let dy = Math.floor((spot.y - reach) / tileExtent); dy <= Math.floor((spot.y + reach) / tileExtent); dy++) {
      for (let dx = Math.floor((spot.x - reach) / tileExtent); dx <= Math.floor((spot.x + reach) / tileExtent); dx++) {
        const number = this.#enter(around.x + dx, around.y + dy)
        if (number === undefined) continue
        const entered = await this.#tile(number)
        found.push(
          ...edgesNear(entered, spot.x - dx * tileExtent, spot.y - dy * tileExtent, reach).map((one) =>
            this.#onEdge(entered, number, one),
          ),
        )
      }
    }
    return found.sort((one, other) => one.awayMetres - other.awayMetres).slice(0, most)
  }

  #onEdge({ tile, graph, x, y }: Entered, number: number, { edge, part, away }: NearEdge): OnEdge {
    const [a, b] = [graph.ends[edge * 2]!, graph.ends[edge * 2 + 1]!]
    const [dx, dy] = [graph.xs[b]! - graph.xs[a]!, graph.ys[b]! - graph.ys[a]!]
    const road = graph.roads[edge]!
    return {
      ...{ from: number * perTile + a, to: number * perTile + b, part },
      metres: Math.hypot(dx, dy) * this.#metresPerUnit,
      awayMetres: away * this.#metresPerUnit,
      at: positionIn({ x, y }, graph.xs[a]! + part * dx, graph.ys[a]! + part * dy),
      road: tile.texts[tile.roadNames[road]!]!,
      kmh: speedOn(tile, road),
      isForward: !isAgainst(tile, road, false),
      isBackward: !isAgainst(tile, road, true),
    }
  }
}

const isAgainst = ({ roadFlags: flags }: StreetTile, road: number, isBackward: boolean): boolean =>
  (flags[road]! & (isBackward ? roadFlags.onlyForward : roadFlags.onlyBackward)) !== 0

function sidesOf(x: number, y: number): (readonly [dx: number, dy: number])[] {
  const sides: [number, number][] = []
  if (x <= borderUnits) sides.push([-1, 0])
  if (x >= tileExtent - borderUnits) sides.push([1, 0])
  if (y <= borderUnits) sides.push([0, -1])
  if (y >= tileExtent - borderUnits) sides.push([0, 1])
  return sides
}

interface NearEdge {
  readonly edge: number
  readonly part: number
  readonly away: number
}

function edgesNear({ graph }: TileRoads, x: number, y: number, reach: number): NearEdge[] {
  const { xs, ys, ends, roads } = graph
  const found: NearEdge[] = []
  for (let edge = 0; edge < roads.length; edge++) {
    const [a, b] = [ends[edge * 2]!, ends[edge * 2 + 1]!]
    const [x1, y1, x2, y2] = [xs[a]!, ys[a]!, xs[b]!, ys[b]!]
    if ((x1 < x - reach && x2 < x - reach) || (x1 > x + reach && x2 > x + reach)) continue
    if ((y1 < y - reach && y2 < y - reach) || (y1 > y + reach && y2 > y + reach)) continue
    const [dx, dy] = [x2 - x1, y2 - y1]
    const part = Math.min(Math.max(((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy), 0), 1)
    const away = Math.hypot(x - x1 - part * dx, y - y1 - part * dy)
    if (away <= reach) found.push({ edge, part, away })
  }
  return found
}
