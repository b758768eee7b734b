/** Whether a document is still valid, by the viewer's calendar. Pure. */

/** How many days before its end the page warns. */
const soonDays = 30
const dayMs = 86_400_000

export type Expiry = 'none' | 'good' | 'soon' | 'over'

/** A document is valid on its last day. */
export function expiryOf(expiresOn: string | null, today: string): Expiry {
  if (expiresOn === null) return 'none'
  const left = (Date.parse(expiresOn) - Date.parse(today)) / dayMs
  return left < 0 ? 'over' : left <= soonDays ? 'soon' : 'good'
}
