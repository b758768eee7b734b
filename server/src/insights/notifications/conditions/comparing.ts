/** Whether a value meets a condition. Pure. */
import type { Road } from '#kernel/geo/addresses.ts'
import { limits } from '../limits.ts'
import type { CombinedCondition, ParameterCondition, ReportedValue, SpeedingCondition } from './condition.ts'

/** In between: it does not hold, but not clearly enough to end it. */
export type Verdict = 'yes' | 'between' | 'no'

export interface SpeedBound {
  readonly limit: number
  /** True: the usual speed of such a road, not a posted one. */
  readonly isUsual: boolean
}

/** Undefined: the allowed speed is unknown, so nobody drives too fast. */
export function boundOf({ usual }: SpeedingCondition, road: Road | undefined): SpeedBound | undefined {
  if (road?.limit !== undefined) return { limit: road.limit, isUsual: false }
  return road && usual ? { limit: road.usual, isUsual: true } : undefined
}

export const exceeds = (value: number, limit: number): Verdict =>
  value > limit ? 'yes' : value >= limit * (1 - limits.margin) ? 'between' : 'no'

export const isReported = (value: unknown): value is ReportedValue =>
  ['number', 'boolean', 'string'].includes(typeof value)

/** How far a value is on the requested side. */
export function marginOf({ comparison, value: limit, low, high }: ParameterCondition, value: number): number {
  if (comparison === 'above') return value - (limit as number)
  if (comparison === 'below') return (limit as number) - value
  return (comparison === 'outside' ? 1 : -1) * Math.max((low ?? 0) - value, value - (high ?? 0))
}

export function compare(condition: ParameterCondition, value: ReportedValue): Verdict {
  const { comparison, low, high } = condition
  if (comparison === 'is') return value === condition.value ? 'yes' : 'no'
  if (typeof value !== 'number') return 'no'
  const margin = limits.margin * (low === null ? Math.abs(condition.value as number) : (high ?? 0) - low)
  const by = marginOf(condition, value)
  const isIt = comparison === 'within' ? by >= 0 : by > 0
  return isIt ? 'yes' : by >= -margin ? 'between' : 'no'
}

/** Undefined: unknown values decide. */
export function together(
  match: CombinedCondition['match'],
  seen: readonly ({ readonly is: Verdict } | undefined)[],
): Verdict | undefined {
  const has = (is: Verdict) => seen.some((one) => one?.is === is)
  const isUnknown = seen.includes(undefined)
  if (match === 'all') return has('no') ? 'no' : isUnknown ? undefined : has('between') ? 'between' : 'yes'
  if (has('yes')) return 'yes'
  return has('between') ? 'between' : isUnknown ? undefined : 'no'
}
