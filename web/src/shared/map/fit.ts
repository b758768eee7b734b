/** What a map of units shows at first, clear of its overlays. Pure. */
import type { DrawnGeofence } from './geofence-layers.ts'
import type { LatLon } from './lat-lon.ts'
import { outlineOf } from './shape.ts'

export interface Insets {
  /** At the start of a line: on the left unless people read from right to left. */
  readonly start: number
  readonly bottom: number
}

type Bounds = [west: number, south: number, east: number, north: number]

const around = (points: readonly (readonly [number, number])[]): Bounds | undefined => {
  if (points.length === 0) return undefined
  const bounds: Bounds = [180, 90, -180, -90]
  for (const [longitude, latitude] of points) {
    bounds[0] = Math.min(bounds[0], longitude)
    bounds[1] = Math.min(bounds[1], latitude)
    bounds[2] = Math.max(bounds[2], longitude)
    bounds[3] = Math.max(bounds[3], latitude)
  }
  return bounds
}

/** About two kilometres: a single unit has surroundings, too. */
const nearDegrees = 0.02

/** All units, and geofences as near to them as they are to each other. One far away would make the rest small. */
export function boundsOf(units: readonly LatLon[], geofences: readonly Pick<DrawnGeofence, 'shape'>[]) {
  const outlines = geofences.map(({ shape }) => outlineOf(shape) as readonly (readonly [number, number])[])
  const own = around(units.map(({ longitude, latitude }) => [longitude, latitude] as const))
  if (!own) return around(outlines.flat())
  const [west, south, east, north] = own
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const height = Math.max(north - south, (east - west) * narrow, nearDegrees)
  const width = height / narrow
  const near = outlines.filter((outline) => {
    const [left, bottom, right, top] = around(outline)!
    return left <= east + width && right >= west - width && bottom <= north + height && top >= south - height
  })
  return around([[west, south], [east, north], ...near.flat()])
}

/** Room for names and for the buttons of the map. */
const border = 70

export function paddingOf({ start, bottom }: Insets, width: number, height: number, isTurned = false) {
  // On a small screen the padding must not fill everything.
  const [x, y] = [Math.min(border, width / 6), Math.min(border, height / 6)]
  const [side, below] = [Math.min(start, width / 2), Math.min(bottom, height / 2)]
  const [left, right] = isTurned ? [x, x + side] : [x + side, x]
  return { top: y, right, bottom: y + below, left }
}

/** The middle of the visible part, from the middle of the map. */
export const offsetOf = ({ start, bottom }: Insets, isTurned = false): [number, number] => [
  (isTurned ? -start : start) / 2,
  -bottom / 2,
]
