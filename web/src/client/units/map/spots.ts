/** Where the marks of a crowd stand: each alone, or in a pile with those that would lie on it. Pure. */
import { isNear, type Point } from './glide.ts'

export interface Place {
  readonly x: number
  readonly y: number
}

/** One mark, of a unit or of a pile of them, on its way. In parts of the world's width, as maps of this projection count. */
export interface Spot {
  readonly ids: readonly number[]
  readonly from: Place
  readonly to: Place
}

export function worldOf({ longitude, latitude }: Point): Place {
  const radians = (latitude * Math.PI) / 180
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI) }
}

/** At zoom 0 the world is so many pixels wide. */
export const worldPixels = 512
const cellPixels = 40

/**
 * Cells of a whole zoom are fixed to the ground, so that piles stay what they are while the map is moved. Whoever is new,
 * or comes from far away, is at once where it is.
 */
export function gather(
  units: readonly (Point & { readonly id: number })[],
  before: ReadonlyMap<number, Point>,
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
    // In the middle of its units.
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
  readonly centre: Place
}

/** In pixels from the upper left corner; of the copies of the world the one in the middle. */
export function pixelsOf({ from, to }: Spot, part: number, { width, height, zoom, centre }: Screen): Place {
  const world = worldPixels * 2 ** zoom
  const x = from.x + (to.x - from.x) * part - centre.x
  const y = from.y + (to.y - from.y) * part - centre.y
  return { x: (x - Math.round(x)) * world + width / 2, y: y * world + height / 2 }
}
