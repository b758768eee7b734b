/** Where markers are drawn: each alone, or in a cluster with those that would cover it. Pure. */

import type { LatLon } from '../lat-lon.ts'
import { isNear } from './animate.ts'

export interface WorldPoint {
  readonly x: number
  readonly y: number
}

/** A moving marker of one unit or of a cluster. Coordinates are fractions of the world's width in this projection. */
export interface Spot {
  readonly ids: readonly number[]
  readonly from: WorldPoint
  readonly to: WorldPoint
}

export function worldOf({ longitude, latitude }: LatLon): WorldPoint {
  const radians = (latitude * Math.PI) / 180
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI) }
}

/** The width of the world in pixels at zoom 0. */
const worldPixels = 512
const cellPixels = 40

/**
 * The cells of a whole zoom step are fixed on the earth, so that clusters stay the same while the map is moved. A new unit, or
 * one that comes from far away, appears at its position at once.
 */
export function cluster(
  units: readonly (LatLon & { readonly id: number })[],
  before: ReadonlyMap<number, LatLon>,
  zoom: number,
): Spot[] {
  const cells = (worldPixels * 2 ** zoom) / cellPixels
  const found = new Map<number, { ids: number[]; from: { x: number; y: number }; to: { x: number; y: number } }>()
  for (const unit of units) {
    const to = worldOf(unit)
    const start = before.get(unit.id)
    const from = start && isNear(start, unit) ? worldOf(start) : to
    const key = Math.floor(to.x * cells) * 2 ** 26 + Math.floor(to.y * cells)
    const spot = found.get(key)
    if (!spot) {
      found.set(key, { ids: [unit.id], from: { ...from }, to: { ...to } })
      continue
    }
    // The cluster is in the middle of its units.
    const share = 1 / (spot.ids.push(unit.id) as number)
    for (const [place, more] of [
      [spot.from, from],
      [spot.to, to],
    ] as const) {
      place.x += (more.x - place.x) * share
      place.y += (more.y - place.y) * share
    }
  }
  return [...found.values()]
}

export interface Screen {
  readonly width: number
  readonly height: number
  readonly zoom: number
  readonly centre: WorldPoint
}

/** In pixels from the upper left corner, on the copy of the world in the middle. */
export function pixelsOf({ from, to }: Spot, part: number, { width, height, zoom, centre }: Screen): WorldPoint {
  const world = worldPixels * 2 ** zoom
  const x = from.x + (to.x - from.x) * part - centre.x
  const y = from.y + (to.y - from.y) * part - centre.y
  return { x: (x - Math.round(x)) * world + width / 2, y: y * world + height / 2 }
}
