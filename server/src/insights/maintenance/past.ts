/** When tasks became due in the past: counted back from the current counters, by trips. Pure. */
import type { Counters, MaintenanceTask } from './maintenance.ts'

/** What a trip or a stop added to the counters. Times in seconds. */
export interface Added {
  readonly t0: number
  readonly t1: number
  readonly km: number
  readonly hours: number
}

/** Since when, and from which counters, an interval is counted; null: no longer known. */
export interface Begin {
  readonly at: number
  readonly km: number | null
  readonly hours: number | null
}

export interface DueMoment {
  readonly begin: number
  readonly at: number
}

const daySeconds = 86_400

/**
 * For each interval the moment at which `share` of it was used up, if that is in the time range and before the next
 * interval. Beginnings and additions are in order of time, and additions since the range began are complete.
 */
export function dueMoments(
  { everyKm, everyHours, everyDays }: MaintenanceTask,
  begins: readonly Begin[],
  { mileage, hours }: Counters,
  added: readonly Added[],
  share: number,
  { from, to }: { readonly from: number; readonly to: number },
): DueMoment[] {
  return begins.flatMap((begin, index) => {
    const end = Math.min(begins[index + 1]?.at ?? to, to)
    const moments = [
      reachedAt(begin.km, everyKm, share, mileage.value, added, ({ km }) => km),
      reachedAt(begin.hours, everyHours, share, hours.value, added, (one) => one.hours),
      everyDays === null ? Number.POSITIVE_INFINITY : begin.at + everyDays * daySeconds * share,
    ]
    const at = Math.max(begin.at, Math.min(...moments))
    return at >= from && at < end ? [{ begin: begin.at, at }] : []
  })
}

/** Infinite: not yet, or unknown; minus infinite: before everything known. */
function reachedAt(
  begin: number | null,
  every: number | null,
  share: number,
  current: number,
  added: readonly Added[],
  amountOf: (one: Added) => number,
): number {
  if (begin === null || every === null) return Number.POSITIVE_INFINITY
  const wanted = begin + every * share
  if (current < wanted) return Number.POSITIVE_INFINITY
  let value = current
  for (const one of added.toReversed()) {
    const before = value - amountOf(one)
    if (before < wanted) return one.t0 + ((wanted - before) / amountOf(one)) * (one.t1 - one.t0)
    value = before
  }
  return Number.NEGATIVE_INFINITY
}
