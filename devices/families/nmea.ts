/** What trackers use of NMEA 0183: sentences, checksums, knots. */
import { ascii } from '../bytes/bytes.ts'
import { xor8 } from '../bytes/checksum.ts'
import { dateAndTime, decimal, degreesMinutes } from '../bytes/text.ts'
import { type Draft, put, putPosition } from '../message.ts'
import type { Field } from './fields.ts'
import { times } from './fields.ts'

export const knot = 1.852
export const mile = 1.609344

/** A field with a speed in knots. */
export const knots: Field = times('position.speed', knot)

/** Coordinates and the fix status: without coordinates there is no fix. */
export function putFix(into: Draft, isFix: boolean, latitude: number | undefined, longitude: number | undefined): void {
  putPosition(into, latitude, longitude)
  put(into, 'position.valid', isFix && 'position.latitude' in into.values)
}

/** What follows `GPRMC`: time, state, latitude, N, longitude, E, knots, course, date. */
export function putRmc(into: Draft, fields: readonly string[]): void {
  const [time = '', status, latitude, north, longitude, east, speed, course, date = ''] = fields
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putFix(into, status === 'A', degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  const velocity = decimal(speed)
  if (velocity !== undefined) put(into, 'position.speed', velocity * knot)
  put(into, 'position.direction', decimal(course))
}

/** Degrees and minutes as one whole number, with minutes in ten thousandths. */
export function packedDegrees(value: number): number {
  const size = Math.abs(value)
  const degrees = Math.floor(size / 1e6) + (size % 1e6) / 6e5
  return value < 0 ? -degrees : degrees
}

const day = 86_400

/** Completes a time without a date: on the day that brings it nearest to its arrival. */
export function nearTime(time: string, receivedAt: Date): number | undefined {
  const ofDay = dateAndTime('700101', time, 'yymmdd')
  if (ofDay === undefined) return undefined
  const now = receivedAt.getTime() / 1000
  const moment = Math.floor(now / day) * day + (ofDay % day)
  return moment + Math.round((now - moment) / day) * day
}

/** The checksum of a sentence: over the characters between `$` and `*`, as two digits. */
export const nmeaSum = (text: string): string => hex2(xor8(ascii(text)))

export const hex2 = (value: number): string => value.toString(16).toUpperCase().padStart(2, '0')
