/** Clocks of the reader's zone: what they show at a moment, and when they show something. */
import { habits, isZone, ofHabits } from './habits.ts'

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The reader's own, or that of the device. */
export const zone = (): string => habits().zone ?? deviceZone()

/** The Swedish way is `2026-11-15 09:30:00`. */
const clockIn = (timeZone: string | undefined) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    ...{ hourCycle: 'h23', timeZone },
  })
  return (seconds: number): string => format.format(seconds * 1000).replace(' ', 'T')
}
const ownClock = ofHabits(({ zone: own }) => clockIn(own ?? undefined))

/** `2026-11-15T09:30:00` by the reader's clock. */
export const clockAt = (seconds: number): string => ownClock()(seconds)
/** In the form of an input for date and time: `2026-11-15T09:30`. */
export const fieldAt = (seconds: number): string => clockAt(seconds).slice(0, 16)
/** `2026-11-15`, in the reader's zone. */
export const dateAt = (seconds: number): string => clockAt(seconds).slice(0, 10)

/** The day of the week in a zone; 1 is Monday. */
export const weekdayIn = (timeZone: string, seconds: number): number =>
  new Date(`${clockIn(isZone(timeZone) ? timeZone : undefined)(seconds)}Z`).getUTCDay() || 7

const asUtc = (clock: string): number => Date.parse(`${clock}Z`) / 1000
const daySeconds = 86_400

/**
 * When the reader's clock shows `2026-11-15T09:30`; NaN: invalid. A time that is shown twice means the first. A skipped
 * one is counted as before the change, so a day without a midnight begins when it begins.
 */
export function secondsAt(text: string, timeZone?: string): number {
  const wanted = asUtc(text.length === 10 ? `${text}T00:00` : text)
  if (Number.isNaN(wanted)) return Number.NaN
  const clock = timeZone === undefined ? ownClock() : clockIn(timeZone)
  const offsetAt = (seconds: number) => asUtc(clock(seconds)) - seconds
  const [before, after] = [wanted - offsetAt(wanted - daySeconds), wanted - offsetAt(wanted + daySeconds)]
  const shown = [before, after].sort((a, b) => a - b).find((at) => at + offsetAt(at) === wanted)
  return shown ?? before
}
