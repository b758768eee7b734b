/** Times in the viewer's zone and habits. Everything comes as unix seconds, as in the API. */
import { locale, texts } from '../texts/texts.ts'
import { habits, isZone } from './habits.ts'
import { dayFormat, timeFormat, timeFormatIn } from './write-time.ts'

export const formatDay = timeFormat({ dateStyle: 'medium' })
export const formatTime = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })
const formatDayIn = timeFormatIn({ dateStyle: 'medium' })
/** A period by its days in a zone, of which a browser may not know a new one. */
export function formatDays(from: number, to: number, zone: string | undefined): string {
  const format = zone !== undefined && isZone(zone) ? formatDayIn(zone) : formatDay
  const [first, last] = [format(from), format(to - 1)]
  return first === last ? first : `${first} – ${last}`
}
/** With the zone's name, where a mistake about the zone would be costly. */
export const formatDeadline = timeFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})
export const formatExactTime = timeFormat({ dateStyle: 'medium', timeStyle: 'medium' })

const steps: readonly [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [90, 1, 'second'],
  [90 * 60, 60, 'minute'],
  [36 * 3600, 3600, 'hour'],
  [Number.POSITIVE_INFINITY, 86_400, 'day'],
]
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' })

/** "3 minutes ago". Clocks differ by a few seconds, so what is nearly now is now. */
export function formatAgo(seconds: number, nowSeconds: number = Date.now() / 1000): string {
  const away = seconds - nowSeconds
  if (Math.abs(away) < 10) return texts.shared.justNow
  const [, size, unit] = steps.find(([limit]) => Math.abs(away) < limit)!
  return relative.format(Math.round(away / size), unit)
}

/** Months of bills are months in UTC, as the server counts them. */
export const formatMonth = timeFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })

const lengths = texts.timeline.measures

/** Sums, such as hours of driving, stay in hours. */
export function formatTotal(seconds: number): string {
  if (seconds < 60) return lengths.seconds(Math.round(seconds))
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? lengths.minutes(minutes) : lengths.hours(Math.floor(minutes / 60), minutes % 60)
}

/** A duration. From two days on in days; from ten on without hours. As in emails (`spanText` of the server). */
export function formatDuration(seconds: number): string {
  const hours = Math.round(seconds / 3600)
  if (hours < 48) return formatTotal(seconds)
  return hours < 240 ? lengths.days(Math.floor(hours / 24), hours % 24) : lengths.days(Math.round(hours / 24), 0)
}

/** A calendar day, like 2026-03-02, which is the same in every zone. */
export const formatCalendarDay = dayFormat({ dateStyle: 'medium' })

const inHalfDays = timeFormat({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
/** A time of any day, in the form of inputs: 08:00. With a 12-hour clock it reads 8:00 AM. */
export const formatTimeOfDay = (time: string): string =>
  habits().clock === '12h' ? inHalfDays(Date.parse(`1970-01-01T${time}Z`) / 1000) : time
