/** Readers that forms and JSON share. */

import { decimal, integer, isDigits } from '../../bytes/text.ts'
import { utcSeconds } from '../../bytes/time.ts'
import { type Draft, put } from '../../message.ts'
import { type Alarm, alarms, raise } from '../../values/alarms.ts'

/** Above this, a number is milliseconds instead of seconds. */
const secondsMax = 100_000_000_000

export const momentOfNumber = (value: number): number => (Math.abs(value) > secondsMax ? value / 1000 : value)

/** Seconds, milliseconds, or `yyyy-mm-dd hh:mm:ss` with a T or a blank, a fraction or none, a zone or UTC. */
export function momentOf(text: string): number | undefined {
  const number = decimal(text)
  if (number !== undefined) return momentOfNumber(number)
  const pair = (at: number) => (isDigits(text.slice(at, at + 2)) ? Number(text.slice(at, at + 2)) : Number.NaN)
  const year = integer(text.slice(0, 4))
  if (year === undefined || text[4] !== '-' || text[7] !== '-' || text[13] !== ':') return undefined
  const seconds = text[16] === ':' ? pair(17) : 0
  const whole = utcSeconds(year, pair(5), pair(8), pair(11), pair(14), seconds)
  if (whole === undefined) return undefined
  let at = text[16] === ':' ? 19 : 16
  const fractionAt = at
  if (text[at] === '.') for (at++; isDigits(text[at] ?? ''); ) at++
  return whole + (decimal(text.slice(fractionAt, at)) ?? 0) - zone(text.slice(at))
}

/** `+02:00`, `-0330`; a plus that was not escaped arrives as a blank. */
function zone(text: string): number {
  const sign = text[0] === '-' ? -1 : 1
  const digits = text.slice(1).split(':').join('')
  return digits.length === 4 && isDigits(digits)
    ? sign * (Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2)) * 60)
    : 0
}

export const truth = (text: string): boolean | undefined =>
  text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined

/** An alarm by one of our words, or else a general alarm with the original word. */
export function putAlarm(into: Draft, word: string): void {
  const name = snake(word)
  if (Object.hasOwn(alarms, name)) raise(into, name as Alarm)
  else {
    raise(into, 'general')
    put(into, 'custom.alarm', word)
  }
}

/** `lowBattery` as `low_battery`. */
function snake(word: string): string {
  let name = ''
  for (const letter of word.slice(0, 64)) name += letter >= 'A' && letter <= 'Z' ? `_${letter.toLowerCase()}` : letter
  return name
}
