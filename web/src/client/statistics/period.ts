/** Periods by their first day, in words. They are days of a calendar, not moments, so no zone may move them. */
import type { ClientFigures, ClientPeriodFigures, ClientStatistics } from '../../api/generated.ts'
import { locale, texts } from '../../shared/texts/texts.ts'

export type Period = 'day' | 'week' | 'month'
export type Figures = Omit<ClientFigures, 'silent_seconds'>
export interface Statistics extends Pick<ClientStatistics, 'tz' | 'by'> {
  readonly periods: readonly (Figures & Pick<ClientPeriodFigures, 'date'>)[]
  readonly total: Figures
  readonly units: readonly { readonly unit_id: number; readonly total: Figures; readonly periods: readonly Figures[] }[]
}

const inUtc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
const day = inUtc({ weekday: 'short', day: 'numeric', month: 'short' })
const monday = inUtc({ day: 'numeric', month: 'short', year: 'numeric' })
const month = inUtc({ month: 'long', year: 'numeric' })

export function nameOfPeriod(date: string, by: string): string {
  const moment = new Date(`${date}T00:00:00Z`)
  if (by === 'month') return month.format(moment)
  return by === 'week' ? texts.statistics.week(monday.format(moment)) : day.format(moment)
}
