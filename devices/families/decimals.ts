/**
 * What KHD, Gator and related protocols share: `start, u8 type, u16 length, content, XOR of all before it, 0D`, and
 * positions in decimal digits.
 */
import { bcd, be16, concat, type Reader, take } from '../bytes/bytes.ts'
import { xor8 } from '../bytes/checksum.ts'
import { dateAndTime, integer } from '../bytes/text.ts'
import { type Draft, put } from '../message.ts'
import { putFix } from './nmea.ts'

export function summed(start: readonly number[], type: number, content: readonly number[]): Uint8Array {
  const bytes = concat(start, [type], be16(content.length + 2), content)
  return concat(bytes, [xor8(bytes), 13])
}

/** Offset of the checksum: before the last byte. */
export const hasRightSum = (frame: Uint8Array): boolean => xor8(frame, 0, frame.length - 2) === frame.at(-2)

/** Time, latitude, longitude, km/h, course and a byte of flags, whose highest bit marks a fix. */
export function putDecimalPlace(into: Draft, input: Reader): number {
  const moment = bcd(take(input, 6)) ?? ''
  put(into, 'timestamp', dateAndTime(moment.slice(0, 6), moment.slice(6), 'yymmdd'))
  const latitude = degreesOf(take(input, 4))
  const longitude = degreesOf(take(input, 4))
  put(into, 'position.speed', integer(bcd(take(input, 2))))
  put(into, 'position.direction', integer(bcd(take(input, 2))))
  const flags = take(input, 1)[0]!
  putFix(into, (flags & 0x80) !== 0, latitude, longitude)
  return flags
}

/** dddmm.mmm; the highest bit is the sign. */
function degreesOf(bytes: Uint8Array): number | undefined {
  const digits = bcd(Uint8Array.of(bytes[0]! & 0x7f, ...bytes.subarray(1)))
  if (!digits) return undefined
  const value = Number(digits.slice(0, 3)) + Number(digits.slice(3)) / 60_000
  return bytes[0]! & 0x80 ? -value : value
}
