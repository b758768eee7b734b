/**
 * Cuts features into tiles of every zoom: projected, simplified to what is visible, clipped, in whole numbers. Pure.
 */
import { encodeTile, extent, type TileFeature } from '#kernel/geo/map-file/vector-tile.ts'
import type { Feature } from './features.ts'
import { type Line, type Point, toDegrees } from './plane.ts'

export interface Tile {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly bytes: Buffer
}

/** Each tile overlaps its neighbours by this much, so that lines and their ends meet. */
const margin = 96
/** Half a pixel of a tile that is shown at its own size. */
const tolerance = 4
/** The size of the world is 1. */
type Flat = readonly number[]

export function toTiles(features: readonly Feature[], zooms: { readonly min: number; readonly max: number }): Tile[] {
  const projected = features.map((feature) => ({ feature, parts: feature.parts.map(project) }))
  const found: Tile[] = []
  for (let z = zooms.min; z <= zooms.max; z++) {
    const tiles = new Map<number, Map<string, TileFeature[]>>()
    for (const { feature, parts } of projected) {
      if (feature.minZoom <= z) spread(tiles, feature, parts, z, z === zooms.max)
    }
    for (const [key, layers] of tiles)
      found.push({ z, x: key % 65_536, y: Math.floor(key / 65_536), bytes: encodeTile(layers) })
  }
  return found
}

function project(line: Line): number[] {
  return line.flatMap((point: Point) => {
    const { latitude, longitude } = toDegrees(point)
    const sine = Math.sin((latitude * Math.PI) / 180)
    return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
  })
}

function spread(
  tiles: Map<number, Map<string, TileFeature[]>>,
  feature: Feature,
  parts: readonly Flat[],
  z: number,
  isLast: boolean,
): void {
  const scale = 2 ** z * extent
  const scaled = parts.map((part) => part.map((value) => value * scale))
  const seen = feature.type === 'point' ? scaled : scaled.map((part) => simplified(part, isLast ? 1 : tolerance))
  const [west, south, east, north] = boundsOf(seen[0]!)
  if (feature.type === 'polygon' && !isLast && east - west < 2 * tolerance && north - south < 2 * tolerance) return
  const from = (value: number) => Math.floor((value - (feature.type === 'point' ? 0 : margin)) / extent)
  const to = (value: number) => Math.floor((value + (feature.type === 'point' ? 0 : margin)) / extent)
  for (let x = from(west); x <= to(east); x++) {
    for (let y = from(south); y <= to(north); y++) {
      const cut = seen.flatMap((part) => clipped(part, feature.type, x * extent, y * extent))
      if (cut.length === 0) continue
      const key = y * 65_536 + x
      const layers = tiles.get(key) ?? new Map<string, TileFeature[]>()
      tiles.set(key, layers)
      const own = layers.get(feature.layer) ?? []
      layers.set(feature.layer, own)
      own.push({
        type: feature.type,
        parts: feature.type === 'polygon' ? wound(cut) : cut,
        properties: feature.properties,
      })
    }
  }
}

function boundsOf(part: Flat): [number, number, number, number] {
  let [west, south, east, north] = [part[0]!, part[1]!, part[0]!, part[1]!]
  for (let i = 2; i < part.length; i += 2) {
    west = Math.min(west, part[i]!)
    east = Math.max(east, part[i]!)
    south = Math.min(south, part[i + 1]!)
    north = Math.max(north, part[i + 1]!)
  }
  return [west, south, east, north]
}

/** Douglas and Peucker: removes differences that are invisible. */
function simplified(part: Flat, most: number): number[] {
  const last = part.length / 2 - 1
  const keep = new Uint8Array(last + 1)
  keep[0] = keep[last] = 1
  const open: [number, number][] = [[0, last]]
  for (let range = open.pop(); range; range = open.pop()) {
    const [from, to] = range
    let [worst, far] = [-1, most * most]
    for (let i = from + 1; i < to; i++) {
      const away = squareAway(part, i, from, to)
      if (away > far) [worst, far] = [i, away]
    }
    if (worst < 0) continue
    keep[worst] = 1
    open.push([from, worst], [worst, to])
  }
  return part.filter((_, i) => keep[i >> 1])
}

function squareAway(part: Flat, i: number, from: number, to: number): number {
  const [px, py, ax, ay] = [part[2 * i]!, part[2 * i + 1]!, part[2 * from]!, part[2 * from + 1]!]
  const [dx, dy] = [part[2 * to]! - ax, part[2 * to + 1]! - ay]
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / length))
  return (px - ax - t * dx) ** 2 + (py - ay - t * dy) ** 2
}

/** The part that is in a tile, in the tile's own units. */
function clipped(part: Flat, type: Feature['type'], left: number, top: number): number[][] {
  const local = part.map((value, i) => value - (i % 2 === 0 ? left : top))
  if (type === 'point') return [local.map((value) => Math.min(extent, Math.floor(value)))]
  const [low, high] = [-margin, extent + margin]
  if (type === 'polygon') {
    let ring = local
    for (const [axis, edge, sign] of [
      [0, low, 1],
      [0, high, -1],
      [1, low, 1],
      [1, high, -1],
    ] as const) {
      ring = halved(ring, axis, edge, sign)
    }
    const whole = rounded(ring)
    // The ring closes automatically.
    if (whole.length > 2 && whole[0] === whole.at(-2) && whole[1] === whole.at(-1)) whole.length -= 2
    return whole.length >= 6 && areaOf(whole) !== 0 ? [whole] : []
  }
  return linesWithin(local, low, high)
    .map(rounded)
    .filter((line) => line.length >= 4)
}

/** Sutherland and Hodgman: the part of a ring on one side of an edge. */
function halved(ring: Flat, axis: 0 | 1, edge: number, sign: 1 | -1): number[] {
  const found: number[] = []
  for (let i = 0; i < ring.length; i += 2) {
    const before = (i + ring.length - 2) % ring.length
    const [a, b] = [sign * (ring[before + axis]! - edge), sign * (ring[i + axis]! - edge)]
    if (a < 0 !== b < 0) {
      const t = a / (a - b)
      found.push(
        ring[before]! + (ring[i]! - ring[before]!) * t,
        ring[before + 1]! + (ring[i + 1]! - ring[before + 1]!) * t,
      )
    }
    if (b >= 0) found.push(ring[i]!, ring[i + 1]!)
  }
  return found
}

/** Liang and Barsky, segment by segment; a line may leave and return. */
function linesWithin(line: Flat, low: number, high: number): number[][] {
  const found: number[][] = []
  let open: number[] | undefined
  for (let i = 2; i < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!]
    let [from, to] = [0, 1]
    for (const [start, step] of [
      [ax, bx - ax],
      [ay, by - ay],
    ] as const) {
      const [a, b] = [(low - start) / step, (high - start) / step]
      if (step === 0) {
        if (start < low || start > high) to = -1
        continue
      }
      from = Math.max(from, Math.min(a, b))
      to = Math.min(to, Math.max(a, b))
    }
    if (from > to) {
      open = undefined
      continue
    }
    if (!open || from > 0) {
      open = [ax + (bx - ax) * from, ay + (by - ay) * from]
      found.push(open)
    }
    open.push(ax + (bx - ax) * to, ay + (by - ay) * to)
    if (to < 1) open = undefined
  }
  return found
}

/** Without coinciding points. */
function rounded(part: Flat): number[] {
  const found: number[] = []
  for (let i = 0; i < part.length; i += 2) {
    const [x, y] = [Math.round(part[i]!), Math.round(part[i + 1]!)]
    if (x !== found.at(-2) || y !== found.at(-1)) found.push(x, y)
  }
  return found
}

function areaOf(ring: Flat): number {
  let sum = 0
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2)
    sum += ring[j]! * ring[i + 1]! - ring[i]! * ring[j + 1]!
  return sum
}

/** Outlines run one way and holes the other: this is how readers distinguish them. */
const wound = (rings: readonly number[][]): number[][] =>
  rings.map((ring, i) => (areaOf(ring) > 0 === (i === 0) ? ring : turned(ring)))

function turned(ring: Flat): number[] {
  const found: number[] = []
  for (let i = ring.length - 2; i >= 0; i -= 2) found.push(ring[i]!, ring[i + 1]!)
  return found
}
