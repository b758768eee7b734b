/** Time and position in BCD, as Jointech's trackers, locks and related devices send them. */
import { bcd, type Reader, take, toHex } from '../bytes/bytes.ts'
import { dateAndTime, integer } from '../bytes/text.ts'
import { type Draft, put } from '../message.ts'
import { putFix } from './nmea.ts'

/** Six bytes, DD MM YY hh mm ss in UTC. */
export function bcdMoment(input: Reader): number | undefined {
  const digits = toHex(take(input, 6))
  return dateAndTime(digits.slice(0, 6), digits.slice(6), 'ddmmyy')
}

/** ddmmmmmm or dddmmmmmm, the last four digits being ten-thousandths of a minute. */
function degrees(digits: string): number | undefined {
  const size = digits.length - 6
  const whole = integer(digits.slice(0, size))
  const minutes = integer(digits.slice(size))
  return whole === undefined || minutes === undefined ? undefined : whole + minutes / 600_000
}

/** The time, eight digits of latitude, nine of longitude and four bits: fix, north, east. */
export function putBcdPlace(into: Draft, input: Reader): void {
  put(into, 'timestamp', bcdMoment(input))
  const latitude = degrees(toHex(take(input, 4)))
  const rest = toHex(take(input, 5))
  const longitude = degrees(rest.slice(0, 9))
  const flags = Number.parseInt(rest[9]!, 16)
  const isKnown = latitude !== undefined && longitude !== undefined
  if (isKnown) putFix(into, (flags & 1) !== 0, flags & 2 ? latitude : -latitude, flags & 4 ? longitude : -longitude)
  else put(into, 'position.valid', false)
}

const recordBytes = 27
const shortMax = recordBytes * 64
/** The length of a long packet determines the form of its record. */
const longMin = 35
const longMax = 64

/** Tracker numbers that begin with 7 or more are followed by a version. */
export const isLong = (bytes: Uint8Array): boolean => bytes[1]! >= 0x70

/**
 * True if a packet of JT600 or JT701 begins like this: dollar sign, ten digits, type, length, date. H02 begins with the
 * same sign and digits, and has a time in place of the length.
 */
export function opensJointech(bytes: Uint8Array): boolean {
  if (bytes.length < 16 || bytes[0] !== 0x24 || bcd(bytes.subarray(1, 6)) === undefined) return false
  const at = isLong(bytes) ? 8 : 7
  const length = bytes[at]! * 256 + bytes[at + 1]!
  const isSize = isLong(bytes)
    ? length >= longMin && length <= longMax
    : length > 0 && length <= shortMax && length % recordBytes === 0
  const kind = bytes[at - 1]! & 15
  const digits = toHex(bytes.subarray(at + 2, at + 8))
  const isMoment = dateAndTime(digits.slice(0, 6), digits.slice(6), 'ddmmyy') !== undefined
  return isSize && kind >= 1 && kind <= 4 && (isMoment || digits === '000000000000')
}

/** Inside parentheses, a comma, both parentheses and this sign itself are escaped with this sign. */
export const jointechSign = 0x3d
export const jointechFollowers = { 20: 0x29, 21: 0x28, 17: 0x2c, 0: 0x3d }
