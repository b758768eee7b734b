/** Months, times and distances of a logbook, in its own time zone. Pure. */
import { dayFormat, timeFormat } from '../../shared/format/write-time.ts'
import { locale, texts } from '../../shared/texts/texts.ts'
import { currentMeasure, metresOfOne } from '../measures.ts'

const words = texts.timeline.measures

/** The month this many later. */
export function monthsAway(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

const name = dayFormat({ month: 'long', year: 'numeric' })
export const monthName = (month: string): string => name(`${month}-01`)

/** The current month in a time zone. */
export const currentMonth = (tz: string): string =>
  new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', timeZone: tz }).format(new Date()).slice(0, 7)

export const clocksIn = (tz: string) => {
  const day = timeFormat({ weekday: 'short', day: '2-digit', month: '2-digit', timeZone: tz })
  const clock = timeFormat({ hour: '2-digit', minute: '2-digit', timeZone: tz })
  return { day, clock, time: (t: number) => `${day(t)} ${clock(t)}` }
}

const digits = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const tenth = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** In hundredths of the reader's kilometre or mile: as the files round each trip. */
const hundredths = (km: number): number => Math.round((km * 100_000) / metresOfOne())

const withUnit = (text: string): string => words[currentMeasure() === 'imperial' ? 'miles' : 'km'](text)

export const formatFar = (km: number): string => withUnit(digits.format(hundredths(km) / 100))
export const formatCounter = (km: number): string => withUnit(tenth.format((km * 1000) / metresOfOne()))

/** Adds up what is shown, as the files do. */
export const sumOf = (all: readonly number[]): string =>
  withUnit(digits.format(all.reduce((sum, km) => sum + hundredths(km), 0) / 100))
