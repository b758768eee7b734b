/** How far, how long, how fast: as people write it. */
import { locale, texts } from '../shared/texts/texts.ts'

export { formatDuration } from '../shared/format/times.ts'

const words = texts.timeline.measures
export type Measure = 'metric' | 'imperial'
const metresPerMile = 1609.344
let measure: Measure = 'metric'

/** The person's own choice, known before anything is shown. */
export const setMeasure = (chosen: Measure): void => {
  measure = chosen
}

export const currentMeasure = (): Measure => measure
/** A kilometre or a mile, in metres. */
export const metresOfOne = (): number => (measure === 'imperial' ? metresPerMile : 1000)

const tenth = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const rough = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })

/** A decimal is of use below a hundred kilometres or miles. */
export function formatKm(metres: number): string {
  const far = metres / (measure === 'imperial' ? metresPerMile : 1000)
  return words[measure === 'imperial' ? 'miles' : 'km']((far < 100 ? tenth : whole).format(far))
}
/** Where the unit is said just before. */
export const formatSpeedNumber = (kmh: number): string =>
  whole.format(measure === 'imperial' ? (kmh * 1000) / metresPerMile : kmh)
export const formatKmh = (kmh: number): string => words[measure === 'imperial' ? 'mph' : 'kmh'](formatSpeedNumber(kmh))
export const formatAmount = (amount: number, unit: string): string => `${rough.format(amount)} ${unit}`

/** Hours and minutes in a narrow column: "23:05". What was there at all is not nothing. */
export function formatHours(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const exactClock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
export const formatClock = (seconds: number): string => clock.format(seconds * 1000)
const shortTime = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
/** Where the year is known. */
export const formatShortTime = (seconds: number): string => shortTime.format(seconds * 1000)
/** What began before midnight, or ends after the next one, says its day. */
export const formatClockIn = (seconds: number, from: number, to: number): string =>
  seconds < from || seconds > to ? formatShortTime(seconds) : formatClock(seconds)
export const formatExactClock = (seconds: number): string => exactClock.format(seconds * 1000)
