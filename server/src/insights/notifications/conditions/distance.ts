/** How far a unit is from others, by plausible positions. Pure. */
import { metresBetween } from '#kernel/geo/position.ts'
import { type Fix, isInReach } from '../../geofences/crossing.ts'
import { limits as geofenceLimits } from '../../geofences/limits.ts'
import { limits } from '../limits.ts'
import type { Verdict } from './comparing.ts'
import type { DistanceCondition } from './condition.ts'

/** Where another unit was last. */
export interface OtherFix extends Fix {
  readonly unitId: number
}

/** A deciding position of another unit. */
export interface OtherSeen {
  readonly unitId: number
  readonly t: number
}

export interface Distance {
  readonly is: Verdict
  /** To the nearest of them. */
  readonly metres: number
  /** The nearest; if the unit is far from all of them, also the others. */
  readonly others: readonly OtherSeen[]
}

/**
 * One distant position is noise, and so is the way back. Each is judged only by the one before it, however many were
 * read, so that every reader accepts the same.
 */
export const believed = <T extends Fix>(fixes: readonly T[]): T[] =>
  fixes.filter((fix, index) => {
    const before = fixes[index - 1]
    return !before || fix.t - before.t > limits.otherLeadSeconds || isInReach(before, fix)
  })

/** Uses only recent positions. Undefined: no unit has one. */
export function distanceTo(
  { range, metres: limit, ageMinutes }: DistanceCondition,
  here: Fix,
  others: readonly OtherFix[],
): Distance | undefined {
  const known = others
    .filter(({ t }) => here.t - t <= ageMinutes * 60)
    .map(({ unitId, t, ...at }) => ({ unitId, t, metres: Math.round(metresBetween(here, at)) }))
    .sort((a, b) => a.metres - b.metres || a.unitId - b.unitId)
  const nearest = known[0]
  if (!nearest) return undefined
  const { metres } = nearest
  const margin = Math.max(geofenceLimits.leaveMetres, limit * limits.margin)
  const [isIt, isClose] =
    range === 'within' ? [metres <= limit, metres <= limit + margin] : [metres > limit, metres > limit - margin]
  const decisive = range === 'within' ? [nearest] : known
  return {
    ...{ is: isIt ? 'yes' : isClose ? 'between' : 'no', metres },
    others: decisive.map(({ unitId, t }) => ({ unitId, t })),
  }
}
