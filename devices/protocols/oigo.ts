/**
 * Oigo (AR and MG series), over UDP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   AR   7E, u16 size of what follows, u8 type (00 position), u8 tag, IMEI in BCD or a byte and 14 letters of the MEID, u8
 *        event, u32 mask, and a field for each of its bits
 *   MG   u8 event, IMEI in BCD after four flags, IMSI, u16 date, hour, minute, i32 latitude, i32 longitude, i16 feet, u16
 *        course, mph, tenths of a volt, inputs, second, signal, number, firmware, satellites, u32 miles → E0, number, 00 if
 *        the first flag asks for it
 *
 * Both count the year in four bits.
 */
import { bcd, i16, i32, latin1, left, type Reader, reader, skip, take, toHex, u8, u16, u32 } from '../bytes/bytes.ts'
import { checkedIdent } from '../bytes/text.ts'
import { utcSeconds } from '../bytes/time.ts'
import { told } from '../families/lines.ts'
import { mile, putFix } from '../families/nmea.ts'
import { type Draft, draft, put } from '../message.ts'
import { type Decoded, defineDecoder, type Recognition } from '../protocol.ts'

const mark = 0x7e
const placeType = 0
const smallBytes = 45
const foot = 0.3048

export default defineDecoder({
  frameBytesMax: 1024,

  recognise(bytes): Recognition {
    if (bytes[0] === mark) return bytes.length > 12 && u16(reader(bytes, 1)) === bytes.length - 3 ? 'yes' : 'no'
    return isSmall(bytes) ? 'yes' : 'no'
  },

  frame: (buffer) => buffer.length,

  decode(frame, _state, receivedAt) {
    const input = reader(frame)
    return frame[0] === mark ? readLarge(input, receivedAt) : readSmall(input, receivedAt)
  },
})

/** IMEI and IMSI are digits, but for the flags before the first, and a date follows: others send 45 bytes as well. */
function isSmall(bytes: Uint8Array): boolean {
  if (bytes.length !== smallBytes || (bytes[1]! & 0x40) !== 0 || (bytes[1]! & 15) > 9 || bytes[9]! > 9) return false
  const [month, day, hour, minute] = [bytes[17]! & 15, bytes[18]!, bytes[19]!, bytes[20]!]
  return bcd(bytes.subarray(2, 17)) !== undefined && utcSeconds(2024, month, day, hour, minute, 0) !== undefined
}

const imei = (input: Reader): string => checkedIdent(toHex(take(input, 8)).slice(1))

/** The last year of these four bits in which the record is not in the future. */
function momentOf(year: number, month: number, rest: readonly number[], receivedAt: Date): number | undefined {
  const [day = 0, hour = 0, minute = 0, second = 0] = rest
  const limit = receivedAt.getTime() / 1000 + 86_400
  for (let turn = 2010 + year + 16 * 5; turn >= 2010; turn -= 16) {
    const moment = utcSeconds(turn, month, day, hour, minute, second)
    if (moment !== undefined && moment <= limit) return moment
  }
  return undefined
}

function readLarge(input: Reader, receivedAt: Date): Decoded {
  skip(input, 3)
  const type = u8(input)
  const tag = u8(input) & 7
  // A tracker that does not identify itself could only be recognised by its address, which is not enough.
  if (tag > 1) return {}
  const ident = tag === 0 ? imei(input) : checkedIdent(latin1(take(input, 15)).slice(1))
  if (type !== placeType) return { ident }
  const into = draft()
  put(into, 'event.enum', u8(input))
  const mask = u32(input)
  for (const [bit, read] of fields.entries()) if (mask & (1 << bit)) read(into, input, receivedAt)
  if (left(input) > 0) put(into, 'custom.rest', toHex(take(input, left(input))))
  return told(ident, into)
}

type Read = (into: Draft, input: Reader, receivedAt: Date) => void

/** Year and month in one byte, day, hour, minute, second. */
function readTime(input: Reader, receivedAt: Date): number | undefined {
  const [first = 0, ...rest] = take(input, 5)
  return momentOf(first >> 4, first & 15, rest, receivedAt)
}

/** Of the bits of the mask. */
const fields: readonly Read[] = [
  (into, input) => put(into, 'record.seqnum', u16(input)),
  (into, input, receivedAt) => put(into, 'timestamp', readTime(input, receivedAt)),
  (into, input, receivedAt) => put(into, 'custom.sent_timestamp', readTime(input, receivedAt)),
  (into, input) => putFix(into, true, u32(input) / 1e6 - 90, u32(input) / 1e6 - 180),
  (into, input) => {
    const status = u8(input)
    if (status >> 4 === 0) put(into, 'position.valid', false)
    put(into, 'position.satellites', status & 15)
    put(into, 'position.hdop', u8(input) / 10)
  },
  (into, input) => put(into, 'position.speed', u8(input)),
  (into, input) => put(into, 'position.direction', u16(input)),
  (into, input) => put(into, 'position.altitude', i16(input)),
  (into, input) => put(into, 'custom.rssi', u8(input)),
  (into, input) => put(into, 'external.powersource.voltage', u16(input) / 1000),
  (into, input) => put(into, 'battery.voltage', u16(input) / 1000),
  (into, input) => put(into, 'custom.io', u16(input)),
  (into, input) => put(into, 'vehicle.mileage', u32(input)),
  (into, input) => put(into, 'device.firmware.version', toHex(take(input, 6))),
  (into, input) => put(into, 'device.hardware.version', toHex(take(input, 5))),
  (into, input) => put(into, 'custom.configuration', u16(input)),
]

const confirmation = 0xe0

/** Flags: bit 7 asks for an answer, bit 6 says that the IMEI is left out. */
function readSmall(input: Reader, receivedAt: Date): Decoded {
  const event = u8(input)
  const flags = input.bytes[input.at] ?? 0
  if (flags & 0x40) return {}
  const ident = imei(input)
  const into = draft()
  put(into, 'event.enum', event)
  put(into, 'gsm.sim.imsi', bcd(take(input, 8))?.slice(1))
  const date = u16(input)
  const [hour, minute] = [u8(input), u8(input)]
  putFix(into, true, degreesOf(i32(input)), degreesOf(i32(input)))
  put(into, 'position.altitude', i16(input) * foot)
  put(into, 'position.direction', u16(input))
  put(into, 'position.speed', u8(input) * mile)
  put(into, 'external.powersource.voltage', u8(input) / 10)
  put(into, 'custom.io', u8(input))
  const second = u8(input)
  put(into, 'timestamp', momentOf(date >> 12, (date >> 8) & 15, [date & 255, hour, minute, second], receivedAt))
  put(into, 'custom.rssi', u8(input))
  const number = u8(input)
  put(into, 'record.seqnum', number)
  put(into, 'device.firmware.version', String(u8(input)))
  const satellites = u8(input)
  put(into, 'position.satellites', satellites & 15)
  if (satellites > 15) put(into, 'custom.fix', satellites >> 4)
  put(into, 'vehicle.mileage', u32(input) * mile)
  return { ...told(ident, into), ...(flags & 0x80 ? { reply: Uint8Array.of(confirmation, number, 0) } : {}) }
}

/** Degrees, and minutes with three decimals in the five last digits. */
function degreesOf(value: number): number {
  const size = Math.abs(value)
  const degrees = Math.floor(size / 100_000) + (size % 100_000) / 60_000
  return value < 0 ? -degrees : degrees
}
