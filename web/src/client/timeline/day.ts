/** Days of the viewer's own calendar, as dates of the address and as stretches of time. Pure. */

/** A real day: 2026-02-30 is none. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!match) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  const date = new Date(year, month - 1, day)
  return year >= 1970 && date.getMonth() === month - 1 && date.getDate() === day
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

export const dateOf = (seconds: number): string => {
  const date = new Date(seconds * 1000)
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

const midnight = (date: string, days = 0) => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return Math.floor(new Date(year, month - 1, day + days).getTime() / 1000)
}

/** From midnight to midnight, which is 23 or 25 hours when the clocks change. */
export const dayOf = (date: string): { readonly from: number; readonly to: number } => ({
  from: midnight(date),
  to: midnight(date, 1),
})

export const daysAway = (date: string, days: number): string => dateOf(midnight(date, days))

export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
