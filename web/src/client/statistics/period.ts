/** Periods by their first day, in words. They are days of a calendar, not moments, so no zone may move them. */
import { locale, texts } from '../../shared/texts/texts.ts'
import type { Period } from '../client-api.ts'

const inUtc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
const day = inUtc({ weekday: 'short', day: 'numeric', month: 'short' })
const monday = inUtc({ day: 'numeric', month: 'short', year: 'numeric' })
const month = inUtc({ month: 'long', year: 'numeric' })

export function nameOfPeriod(date: string, by: Period): string {
  const moment = new Date(`${date}T00:00:00Z`)
  if (by === 'month') return month.format(moment)
  return by === 'week' ? texts.statistics.week(monday.format(moment)) : day.format(moment)
}
