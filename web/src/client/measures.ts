/** Distances, durations and speeds for people. */
import { type Habits, habits } from '../shared/format/habits.ts'
import { formatQuantity, kmPerMile, quantityIn } from '../shared/format/quantities.ts'
import { timeFormat } from '../shared/format/write-time.ts'
import { locale, texts } from '../shared/texts/texts.ts'

export { formatDuration, formatTotal } from '../shared/format/times.ts'

const words = texts.timeline.measures

export const currentMeasure = (): Habits['measure'] => habits().measure
/** A kilometre or a mile, in metres. */
export const metresOfOne = (): number => (currentMeasure() === 'imperial' ? kmPerMile : 1) * 1000

const tenth = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })

/** A decimal is useful below a hundred kilometres or miles. */
export function formatKm(metres: number): string {
  const far = metres / metresOfOne()
  return words[currentMeasure() === 'imperial' ? 'miles' : 'km']((far < 100 ? tenth : whole).format(far))
}
/** For when the unit is already nearby. */
export const formatSpeedNumber = (kmh: number): string => whole.format(quantityIn('km/h').of(kmh))
export const formatKmh = (kmh: number): string =>
  words[currentMeasure() === 'imperial' ? 'mph' : 'kmh'](formatSpeedNumber(kmh))
/** Converts from the server's unit. */
export const formatAmount = (amount: number, unit: string): string => formatQuantity(amount, unit, 1)

/** Hours and minutes in a narrow column: "23:05". A few seconds are not shown as zero. */
export function formatHours(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

export const formatClock = timeFormat({ hour: '2-digit', minute: '2-digit' })
/** For when the year is obvious. */
export const formatShortTime = timeFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
/** With the day, if it began before midnight or ends after the next one. */
export const formatClockIn = (seconds: number, from: number, to: number): string =>
  seconds < from || seconds > to ? formatShortTime(seconds) : formatClock(seconds)
export const formatExactClock = timeFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
