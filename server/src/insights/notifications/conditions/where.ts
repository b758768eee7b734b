/** Where a unit is, and how near to others: parts of the fold over its samples. Pure. */
import { acceptPositions, type Fix } from '../../geofences/crossing.ts'
import { limits as geofenceLimits } from '../../geofences/limits.ts'
import type { Watched, WatchedPart } from '../rule.ts'
import type { DistanceCondition, PlaceCondition } from './condition.ts'
import type { Seen } from './condition-window.ts'
import { distanceTo } from './distance.ts'
import { isWithin } from './hours.ts'
import type { Reading } from './sample.ts'

/** The positions that decide where the unit is. */
export interface Located {
  fixes?: { last: Fix | null; odd: Fix | null }
}

/** Once for all rules. One distant position is noise here too. */
export function locate(state: Located, { t, place }: Reading): void {
  if (!place) return
  state.fixes ??= { last: null, odd: null }
  const accepted = acceptPositions(state.fixes, { t, lat: place.lat, lon: place.lon }).at(-1)
  if (accepted) state.fixes.last = accepted
}

/** Near the border a unit is still on its former side. A place without geofences is nowhere. */
export function whereabouts(
  state: Located,
  { places = [] }: WatchedPart,
  { side }: PlaceCondition,
  { t }: Reading,
): Seen | undefined {
  const here = state.fixes?.last
  if (here?.t !== t) return undefined
  const near = places.map(({ id, border }) => ({ id, metres: border(here) })).sort((a, b) => a.metres - b.metres)[0]
  if (!near) return { is: 'no', since: t, value: null }
  const [isIn, isClose] = [near.metres <= 0, near.metres <= geofenceLimits.leaveMetres]
  const is = side === 'inside' ? (isIn ? 'yes' : isClose ? 'between' : 'no') : isIn ? 'no' : isClose ? 'between' : 'yes'
  return { is, since: t, value: isIn ? near.id : null }
}

/** Only a position of the unit itself decides. */
export function nearness(
  state: Located,
  { schedule, zone, others: among = [] }: Watched | WatchedPart,
  condition: DistanceCondition,
  { t, others: all }: Reading,
): Seen | undefined {
  const here = state.fixes?.last
  if (here?.t !== t) return undefined
  const found = distanceTo(
    condition,
    here,
    all.filter(({ unitId }) => among.some(({ id }) => id === unitId)),
  )
  if (!found) return undefined
  const { is, metres: value, others } = found
  return { is: isWithin(schedule, zone, t) ? is : 'no', since: t, value, others }
}
