/** Days of the viewer's calendar, as dates in the address and as time ranges. Pure. */
import { secondsAt } from '../../../shared/format/zone.ts'

export { dateAt as dateOf, zone } from '../../../shared/format/zone.ts'

const inUtc = (date: string): number => Date.parse(`${date}T00:00:00Z`)

/** A real day: 2026-02-30 is not one. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = inUtc(text)
  return at >= 0 && new Date(at).toISOString().startsWith(text)
}

export const daysAway = (date: string, days: number): string =>
  new Date(inUtc(date) + days * 86_400_000).toISOString().slice(0, 10)

/** From midnight to midnight, which is 23 or 25 hours when the clocks change. */
export const dayOf = (date: string): { readonly from: number; readonly to: number } => ({
  from: secondsAt(date),
  to: secondsAt(daysAway(date, 1)),
})
