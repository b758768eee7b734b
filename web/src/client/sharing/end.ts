/** When a link ends: after a duration, or at a chosen moment. Pure. */
import { secondsAt } from '../../shared/format/zone.ts'

export const spans = ['hour', 'shift', 'day', 'week'] as const
export type End = (typeof spans)[number] | 'date'

const secondsOf: Readonly<Record<(typeof spans)[number], number>> = {
  hour: 3600,
  shift: 8 * 3600,
  day: 86_400,
  week: 7 * 86_400,
}

const daysMax = 366

/** Unix seconds; undefined: not a valid end. `date` is the value of a field for date and time. */
export function endOf(end: End, date: string, nowSeconds: number): number | undefined {
  if (end !== 'date') return Math.floor(nowSeconds) + secondsOf[end]
  const at = secondsAt(date)
  return at > nowSeconds && at <= nowSeconds + daysMax * 86_400 ? at : undefined
}
