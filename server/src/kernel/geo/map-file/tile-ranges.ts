/**
 * Which tiles are in given areas, as ranges of their ids: along the curve, neighbouring tiles are in few ranges. Pure.
 */
import { type Area, tileId } from './pmtiles.ts'

/** From the first id to before the last. */
export interface IdRange {
  readonly from: number
  readonly to: number
}

interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Beyond this, the projection has no tiles. */
const latitudeMax = 85.0511

/** In the order of the ids, over all zooms. */
export function rangesOf(areas: readonly Area[], minZoom: number, maxZoom: number): IdRange[] {
  const ranges: IdRange[] = []
  for (let zoom = minZoom; zoom <= maxZoom; zoom++) {
    const rectangles = areas.map((area) => rectangleOf(area, zoom))
    const found: IdRange[] = []
    addQuarter(found, rectangles, zoom, { zoom: 0, x: 0, y: 0 })
    ranges.push(...joined(found.sort((one, other) => one.from - other.from)))
  }
  return ranges
}

/** In tiles; the right and lower edges are those of the last tile. */
function rectangleOf([west, south, east, north]: Area, zoom: number): Rectangle {
  const side = 2 ** zoom
  const within = (tile: number) => Math.min(Math.max(tile, 0), side - 1)
  const column = (lon: number) => ((lon + 180) / 360) * side
  const row = (lat: number) => {
    const radians = (Math.min(Math.max(lat, -latitudeMax), latitudeMax) * Math.PI) / 180
    return ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * side
  }
  const left = within(Math.floor(column(west)))
  const top = within(Math.floor(row(north)))
  return {
    left,
    top,
    right: Math.max(left, within(Math.ceil(column(east)) - 1)),
    bottom: Math.max(top, within(Math.ceil(row(south)) - 1)),
  }
}

/** A tile of a lower zoom stands for all within it: their ids are consecutive. */
function addQuarter(
  ranges: IdRange[],
  rectangles: readonly Rectangle[],
  zoom: number,
  quarter: { readonly zoom: number; readonly x: number; readonly y: number },
): void {
  const side = 2 ** (zoom - quarter.zoom)
  const [left, top] = [quarter.x * side, quarter.y * side]
  const [right, bottom] = [left + side - 1, top + side - 1]
  const touched = rectangles.filter(
    (one) => one.left <= right && one.right >= left && one.top <= bottom && one.bottom >= top,
  )
  if (touched.length === 0) return
  if (touched.some((one) => one.left <= left && one.right >= right && one.top <= top && one.bottom >= bottom)) {
    const from = firstOf(zoom) + (tileId(quarter.zoom, quarter.x, quarter.y) - firstOf(quarter.zoom)) * side * side
    ranges.push({ from, to: from + side * side })
    return
  }
  for (const [dx, dy] of quarters)
    addQuarter(ranges, touched, zoom, { zoom: quarter.zoom + 1, x: quarter.x * 2 + dx, y: quarter.y * 2 + dy })
}

const quarters = [
  [0, 0],
  [0, 1],
  [1, 1],
  [1, 0],
] as const

const firstOf = (zoom: number): number => (4 ** zoom - 1) / 3

function joined(ranges: readonly IdRange[]): IdRange[] {
  const all: { from: number; to: number }[] = []
  for (const { from, to } of ranges) {
    const last = all.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all
}

export const countIds = (ranges: readonly IdRange[]): number => ranges.reduce((sum, { from, to }) => sum + to - from, 0)

/** The part of a range of ids that is in the ranges. */
export function* within(ranges: readonly IdRange[], from: number, to: number): Generator<IdRange> {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ranges[middle]!.to <= from) low = middle + 1
    else high = middle
  }
  for (let range = ranges[low]; range && range.from < to; range = ranges[++low])
    yield { from: Math.max(from, range.from), to: Math.min(to, range.to) }
}

export const isAnyWithin = (ranges: readonly IdRange[], from: number, to: number): boolean =>
  within(ranges, from, to).next().done !== true
