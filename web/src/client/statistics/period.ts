/** Periods by their first day, in words. They are calendar days, not moments, so that no time zone may shift them. */
import type { ClientFigures, ClientPeriodFigures, ClientStatistics } from '../../api/generated.ts'
import { dayFormat } from '../../shared/format/write-time.ts'
import { texts } from '../../shared/texts/texts.ts'

export type Period = 'day' | 'week' | 'month'
export type Figures = Omit<ClientFigures, 'silent_seconds'>
export interface Statistics extends Pick<ClientStatistics, 'tz' | 'by'> {
  readonly periods: readonly (Figures & Pick<ClientPeriodFigures, 'date'>)[]
  readonly total: Figures
  readonly units: readonly { readonly unit_id: number; readonly total: Figures; readonly periods: readonly Figures[] }[]
}

const day = dayFormat({ weekday: 'short', day: 'numeric', month: 'short' })
const firstDay = dayFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const month = dayFormat({ month: 'long', year: 'numeric' })

export function nameOfPeriod(date: string, by: string): string {
  if (by === 'month') return month(date)
  return by === 'week' ? texts.statistics.week(firstDay(date)) : day(date)
}

export const hasData = ({ distance, trips, stop_seconds, idle_seconds }: Figures): boolean =>
  distance + trips + stop_seconds + idle_seconds > 0
