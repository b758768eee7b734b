/**
 * Writes values as JSON.stringify would, as bytes. Most values of a message are numbers with few decimals, whose digits
 * are written directly: the platform looks for the shortest text of each number, and its text has to be encoded. Pure.
 */
import type { Value } from '@waymark/devices'
import { type Bytes, room } from '#kernel/db/binary.ts'

/** What comes before it, and a sign with ten digits, or with eight, the point and seven decimals. */
const numberBytesMax = 18
/** As many as any of our parameters has. With up to 15 digits in all, different decimals are different numbers. */
const decimalsMax = 7
const power = 10 ** decimalsMax
const magnitudeMax = 1e8
/** Smaller numbers have an exponent in JSON. */
const magnitudeMin = 1e-6

export function putRow(into: Bytes, values: readonly Value[]): void {
  const size = (values.length + 1) * numberBytesMax
  let at = room(into, size)
  let { buffer } = into
  let before = 0x5b
  for (const value of values) {
    buffer[at++] = before
    before = 0x2c
    const end = typeof value === 'number' ? putNumber(buffer, at, value) : putTruth(buffer, at, value)
    if (end > at) {
      at = end
      continue
    }
    into.at = at
    // A value that JSON does not know is null in a list.
    putText(into, JSON.stringify(value) ?? 'null')
    at = room(into, size)
    buffer = into.buffer
  }
  if (values.length === 0) buffer[at++] = before
  buffer[at++] = 0x5d
  into.at = at
}

export function putText(into: Bytes, text: string): void {
  const at = room(into, text.length * 3)
  into.at = at + into.buffer.write(text, at)
}

export function putByte(into: Bytes, byte: number): void {
  const at = room(into, 1)
  into.buffer[at] = byte
  into.at = at + 1
}

/** Returns its end; the same place if it needs more digits or an exponent, and was not written. */
function putNumber(buffer: Buffer, from: number, value: number): number {
  let at = from
  const magnitude = Math.abs(value)
  const whole = magnitude | 0
  if (whole === magnitude) {
    if (value < 0) buffer[at++] = 0x2d
    return putDigits(buffer, at, whole, lengthOf(whole))
  }
  const scaled = Math.round(magnitude * power)
  if (scaled / power !== magnitude || magnitude < magnitudeMin || magnitude >= magnitudeMax) return from
  if (value < 0) buffer[at++] = 0x2d
  at = putDigits(buffer, at, whole, lengthOf(whole))
  buffer[at++] = 0x2e
  // Whole numbers of 32 bits, here and below, are divided much faster.
  let decimals = (scaled - whole * power) | 0
  let length = decimalsMax
  for (; decimals % 10 === 0; decimals = (decimals / 10) | 0) length--
  return putDigits(buffer, at, decimals, length)
}

/** The same for what may be true or false. */
function putTruth(buffer: Buffer, from: number, value: Value): number {
  if (typeof value !== 'boolean') return from
  const word = value ? 'true' : 'false'
  // A call into the platform would take longer.
  for (let index = 0; index < word.length; index++) buffer[from + index] = word.charCodeAt(index)
  return from + word.length
}

function lengthOf(whole: number): number {
  let length = 1
  for (let left = whole; left >= 10; left = (left / 10) | 0) length++
  return length
}

/** Returns their end. */
function putDigits(buffer: Buffer, from: number, digits: number, length: number): number {
  let left = digits
  for (let at = from + length - 1; at >= from; at--) {
    const next = (left / 10) | 0
    buffer[at] = 0x30 + left - next * 10
    left = next
  }
  return from + length
}
