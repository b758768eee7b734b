/** Whether a document is still good, by the calendar of the person who looks. Pure. */

/** This many days before its end people should hear of it. */
const soonDays = 30
const dayMs = 86_400_000

export type Expiry = 'none' | 'good' | 'soon' | 'over'

/** A document is good on its last day. */
export function expiryOf(expiresOn: string | null, today: string): Expiry {
  if (expiresOn === null) return 'none'
  const left = (Date.parse(expiresOn) - Date.parse(today)) / dayMs
  return left < 0 ? 'over' : left <= soonDays ? 'soon' : 'good'
}
