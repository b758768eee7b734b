/** On which days people are notified that a document expires. Pure. */
import { type Day, daysBetween } from '#kernel/time/day.ts'

/** This many days before its last day, and on the last day. */
export const expiryMarks = [30, 7, 0] as const
export type ExpiryMark = (typeof expiryMarks)[number]

/** By the calendar of the notified person, and not at midnight. */
export const expiryHour = 8

/** Later nobody needs a notification of what they can see. */
const overDays = 7

/** The last mark that a day has reached; undefined: none, or it is long past. */
export function markOf(expiresOn: Day, today: Day): ExpiryMark | undefined {
  const left = daysBetween(today, expiresOn)
  return left < -overDays ? undefined : expiryMarks.findLast((mark) => left <= mark)
}
