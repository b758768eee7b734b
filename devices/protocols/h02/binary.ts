/**
 * The binary frame. Numbers are BCD unless said otherwise.
 *
 *   '$' or 'X', id 5 bytes (8 with an IMEI), time hhmmss, date ddmmyy, latitude ddmm.mmmm in 4 bytes, battery u8,
 *   longitude dddmm.mmmm in nine digits and a nibble of flags (2 valid, 4 north, 8 east), speed in knots and course in
 *   three digits each, status u32, then one of
 *     FF, u8, serial u8                                                            32 bytes in all
 *     u8, u8, signal u8, satellites u8, mileage u32, MCC u16, MNC u8, LAC u16, cell u16, serial u8    45 bytes in all
 *     something no document describes                                              42, 46 or 48 bytes in all
 */
import { left, part, type Reader, reader, skip, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { dateAndTime, isDigits } from '../../bytes/text.ts'
import { type Draft, draft, finish, type Message, put, putCells, putPosition } from '../../message.ts'
import { ProtocolError, type Recognition } from '../../protocol.ts'
import { putBattery, putStatus } from './status.ts'

const knot = 1.852
const shortIdBytes = 5
const longIdBytes = 8
const sizes = [32, 42, 45, 46, 48]
const sizeMax = 48

/** True when another frame of the same tracker begins here, as far as the bytes go. */
function beginsAt(buffer: Uint8Array, at: number): boolean {
  const first = buffer[at]
  if (first === 0x2a) return buffer.length === at + 1 || (buffer[at + 1]! | 32) >= 97
  if (first !== 0x24 && first !== 0x58) return false
  for (let index = 1; index <= shortIdBytes && at + index < buffer.length; index++) {
    if (buffer[at + index] !== buffer[index]) return false
  }
  return true
}

/** Length of the frame at the start of the buffer, 0 to wait; `known` is that of the frames before, or 0. */
export function binaryLength(buffer: Uint8Array, known: number): number {
  if (buffer.length < sizes[0]!) return 0
  const cut = sizes.find((size) => buffer.length > size && beginsAt(buffer, size))
  if (cut !== undefined) return cut
  if (known > 0) return buffer.length >= known ? known : 0
  if (sizes.includes(buffer.length)) return buffer.length
  if (buffer.length > sizeMax) throw new ProtocolError('a binary frame of a length no tracker sends')
  return 0
}

/** Digits of a date and position no other protocol with a `$` in front can have by chance. */
export function looksBinary(bytes: Uint8Array): Recognition {
  const digits = toHex(bytes.subarray(1, 16))
  const idDigits = [shortIdBytes, longIdBytes].map((size) => size * 2)
  if (!idDigits.some((from) => mayBePosition(digits, from))) return 'no'
  return bytes.length >= sizes[0]! ? 'yes' : 'more'
}

function mayBePosition(digits: string, idDigits: number): boolean {
  const [id, time, date] = [digits.slice(0, idDigits), digits.slice(idDigits), digits.slice(idDigits + 6)]
  if (!isDigits(id || '0') || !isDigits(time || '0')) return false
  const below = (text: string, at: number, limit: number) =>
    text.length < at + 2 || Number(text.slice(at, at + 2)) < limit
  return (
    below(time, 0, 24) &&
    below(time, 2, 60) &&
    below(time, 4, 60) &&
    below(date, 0, 32) &&
    below(date, 2, 13) &&
    below(date, 4, 60) &&
    (date.length < 6 || date.slice(4, 6) > '05')
  )
}

export function readBinary(frame: Uint8Array): { ident: string; message: Message } {
  const input = reader(frame, 1)
  const idBytes = timeOf(frame, 1 + shortIdBytes) === undefined && timeOf(frame, 1 + longIdBytes) ? 8 : 5
  const digits = toHex(take(input, idBytes))
  const ident = idBytes === longIdBytes ? digits.slice(0, 15) : digits
  if (!isDigits(ident)) throw new ProtocolError('an id has decimal digits only')
  const into = draft()
  put(into, 'timestamp', timeOf(frame, input.at))
  skip(input, 6)
  readPlace(into, part(input, 13))
  putStatus(into, u32(input))
  readNetwork(into, input)
  return { ident, message: finish(into)! }
}

function timeOf(frame: Uint8Array, at: number): number | undefined {
  const digits = toHex(frame.subarray(at, at + 6))
  return dateAndTime(digits.slice(6), digits.slice(0, 6), 'ddmmyy')
}

function readPlace(into: Draft, place: Reader): void {
  const latitude = degrees(toHex(take(place, 4)), 2)
  const battery = u8(place)
  const longitudeAndFlags = toHex(take(place, 5))
  const motion = toHex(take(place, 3))
  const flags = Number.parseInt(longitudeAndFlags.slice(9), 16)
  const longitude = degrees(longitudeAndFlags.slice(0, 9), 3)
  if (latitude !== undefined && longitude !== undefined) {
    putPosition(into, flags & 4 ? latitude : -latitude, flags & 8 ? longitude : -longitude)
  }
  put(into, 'position.valid', (flags & 2) !== 0)
  if (isDigits(motion)) {
    put(into, 'position.speed', Number(motion.slice(0, 3)) * knot)
    put(into, 'position.direction', Number(motion.slice(3)))
  }
  putBattery(into, battery)
}

/** `ddmm.mmmm` or `dddmm.mmmm` without its point. */
function degrees(digits: string, size: number): number | undefined {
  if (!isDigits(digits)) return undefined
  return Number(digits.slice(0, size)) + Number(digits.slice(size)) / 600_000
}

function readNetwork(into: Draft, rest: Reader): void {
  const size = left(rest)
  if (size === 3) {
    skip(rest, 2)
    put(into, 'event.seqnum', u8(rest))
  }
  if (size !== 16) return
  skip(rest, 2)
  const signal = u8(rest)
  const satellites = u8(rest)
  const mileage = u32(rest)
  // Some firmware keeps other things here.
  if (signal <= 31 && satellites <= 64) {
    put(into, 'custom.rssi', signal)
    put(into, 'position.satellites', satellites)
    if (mileage > 0) put(into, 'custom.mileage', mileage)
  }
  putCells(into, [{ mcc: u16(rest), mnc: u8(rest), lac: u16(rest), cellid: u16(rest) }])
  put(into, 'event.seqnum', u8(rest))
}
