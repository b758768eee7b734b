/** Where a unit was too fast for the road, or faster than usual there. Pure. */
import type { Road } from '#kernel/geo/addresses.ts'
import type { Place } from '../segments/point.ts'

export interface RoadPoint extends Place {
  readonly t: number
  /** km/h. */
  readonly speed: number
  readonly road: Road | undefined
}

export interface SpeedingStretch {
  readonly from: number
  readonly to: number
  /** The moment that was worst. */
  readonly worst: RoadPoint & { readonly limit: number; readonly isPosted: boolean }
}

export const speedingLimits = {
  /** Neither satellite speeds nor speedometers are exact. */
  toleranceKmh: 5,
  /** The usual speed is common and not a limit: only what stands out is reported. */
  usualFactor: 1.2,
  /** A single position may be on the wrong road. */
  pointsMin: 2,
  /** Between positions further apart the speed is unknown. */
  gapSeconds: 60,
} as const

/** A stretch that may continue. */
export interface OpenStretch {
  readonly points: number
  readonly stretch: SpeedingStretch
}

/** One point further: what is open then, and what ended with it. */
export function speedingStep(
  open: OpenStretch | null,
  point: RoadPoint,
): { readonly open: OpenStretch | null; readonly ended: SpeedingStretch | undefined } {
  const worst = excessOf(point)
  const isNext = open !== null && point.t - open.stretch.to <= speedingLimits.gapSeconds
  const isSame = open?.stretch.worst.isPosted === worst?.isPosted
  const kept = isNext && isSame ? open : null
  const ended = open && !kept ? completeOf(open) : undefined
  if (!worst) return { open: kept, ended }
  return { open: kept ? grown(kept, worst) : { points: 1, stretch: { from: point.t, to: point.t, worst } }, ended }
}

/** Undefined: a single position does not count. */
export const completeOf = (open: OpenStretch | null): SpeedingStretch | undefined =>
  open && open.points >= speedingLimits.pointsMin ? open.stretch : undefined

/** For points in order of time. */
export function speedingIn(points: Iterable<RoadPoint>): SpeedingStretch[] {
  const found: SpeedingStretch[] = []
  let open: OpenStretch | null = null
  for (const point of points) {
    const next = speedingStep(open, point)
    if (next.ended) found.push(next.ended)
    open = next.open
  }
  const last = completeOf(open)
  return last ? [...found, last] : found
}

type Worst = SpeedingStretch['worst']

function excessOf(point: RoadPoint): Worst | undefined {
  const { road, speed } = point
  if (!road) return undefined
  const isPosted = road.limit !== undefined
  const limit = road.limit ?? road.usual
  const most = isPosted ? limit + speedingLimits.toleranceKmh : limit * speedingLimits.usualFactor
  return speed > most ? { ...point, limit, isPosted } : undefined
}

const excess = ({ speed, limit }: Worst): number => speed - limit

const grown = ({ points, stretch }: OpenStretch, point: Worst): OpenStretch => ({
  points: points + 1,
  stretch: { ...stretch, to: point.t, worst: excess(point) > excess(stretch.worst) ? point : stretch.worst },
})

/** This many, in order of time; a posted limit weighs more than the usual speed. */
export const worstOf = (stretches: readonly SpeedingStretch[], most: number): SpeedingStretch[] =>
  stretches
    .toSorted((a, b) => Number(b.worst.isPosted) - Number(a.worst.isPosted) || excess(b.worst) - excess(a.worst))
    .slice(0, most)
    .sort((a, b) => a.from - b.from)
