/** Calendar days, like 2026-03-02, without a time or zone: what is charged by the day. Pure. */
import { dateOf } from './zone.ts'

export type Day = string

const dayMs = 86_400_000

/** Counts days from 1970-01-01, so that a difference is a number of days whatever the clocks do. */
export const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / dayMs
export const dayAt = (number: number): Day => new Date(number * dayMs).toISOString().slice(0, 10)

/** Whether the day exists: 2026-02-29 does not, and there was no year 0. */
export const isDay = (text: string): boolean => {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false
  const number = dayNumber(text)
  return Number.isInteger(number) && dayAt(number) === text
}

export const daysBetween = (from: Day, until: Day): number => dayNumber(until) - dayNumber(from)
export const dayAfter = (day: Day, days = 1): Day => dayAt(dayNumber(day) + days)

/** The end of a short month clamps: 31 March less one month is 28 or 29 February. */
export function monthsAfter(day: Day, months: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  const wanted = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  if (date.getUTCDate() !== wanted) date.setUTCDate(0)
  return date.toISOString().slice(0, 10)
}

/** The day that a calendar in this zone shows. */
export const dayIn = (zone: string, at: Date): Day => dateOf(zone, at.getTime() / 1000)
