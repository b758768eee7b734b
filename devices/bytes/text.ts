/** Readers of text fields, written by hand: a regular expression that backtracks can be attacked. */
import { rounded } from '../message.ts'
import { ProtocolError } from '../protocol.ts'
import { utcSeconds } from './time.ts'

const isDigit = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  return unit >= 48 && unit <= 57
}

/** True for one or more decimal digits and nothing else. */
export function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isDigit(text, at)) return false
  return text.length > 0
}

/** A whole number with an optional sign; undefined for anything else, and for one that a number cannot hold exactly. */
export function integer(text: string | undefined): number | undefined {
  if (!text) return undefined
  const unsigned = text[0] === '-' || text[0] === '+' ? text.slice(1) : text
  if (!isDigits(unsigned)) return undefined
  const value = Number(unsigned)
  return Number.isSafeInteger(value) ? (text[0] === '-' ? -value : value) : undefined
}

/** A decimal number such as `-12.5`; no exponent, hex or infinity, which `Number` would accept. */
export function decimal(text: string | undefined): number | undefined {
  if (!text || text.length > 32) return undefined
  let digits = 0
  let dots = 0
  for (let at = text[0] === '-' || text[0] === '+' ? 1 : 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= 48 && unit <= 57) digits++
    else if (unit === 46 && dots === 0) dots++
    else return undefined
  }
  return digits > 0 ? Number(text) : undefined
}

/** Hexadecimal digits only; undefined for anything else or more than 48 bits. */
export function hexNumber(text: string | undefined): number | undefined {
  if (!text || text.length > 12) return undefined
  let value = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at) | 32
    const digit = isDigit(text, at) ? unit - 48 : unit >= 97 && unit <= 102 ? unit - 87 : -1
    if (digit < 0) return undefined
    value = value * 16 + digit
  }
  return value
}

/**
 * NMEA's degrees and minutes, `ddmm.mmmm`, with the letter of the hemisphere. Minutes from 60 on are accepted as they
 * are: some firmware counts that way.
 */
export function degreesMinutes(text: string | undefined, hemisphere?: string): number | undefined {
  const value = decimal(text)
  if (value === undefined) return undefined
  const size = Math.abs(value)
  const degrees = Math.floor(size / 100)
  const total = rounded(degrees + (size - degrees * 100) / 60, 7)
  return value < 0 || hemisphere === 'S' || hemisphere === 'W' ? -total : total
}

/** Decimal degrees with the hemisphere's letter. */
export function degrees(text: string | undefined, hemisphere?: string): number | undefined {
  const value = decimal(text)
  return value !== undefined && (hemisphere === 'S' || hemisphere === 'W') ? -value : value
}

/** Six digits of a date in the given order and six of a time, with or without a fraction, in UTC. */
export function dateAndTime(date: string, time: string, order: 'ddmmyy' | 'yymmdd'): number | undefined {
  if (date.length !== 6 || !isDigits(date) || time.length < 6 || !isDigits(time.slice(0, 6))) return undefined
  const pair = (text: string, at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528
  const [year, day] = order === 'ddmmyy' ? [pair(date, 4), pair(date, 0)] : [pair(date, 0), pair(date, 4)]
  const whole = utcSeconds(2000 + year, pair(date, 2), day, pair(time, 0), pair(time, 2), pair(time, 4))
  if (whole === undefined || time.length === 6) return whole
  const fraction = decimal(time.slice(6))
  return fraction !== undefined && fraction >= 0 && fraction < 1 ? rounded(whole + fraction, 3) : whole
}

export const identMax = 64

/** An ident that a unit can have: printable, without spaces, at most 64 characters. */
export function checkedIdent(text: string): string {
  if (text.length === 0 || text.length > identMax) throw new ProtocolError('an ident of a length no tracker has')
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit <= 32 || unit > 126) throw new ProtocolError('an ident has printable letters only')
  }
  return text
}
