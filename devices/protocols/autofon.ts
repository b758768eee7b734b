/**
 * AutoFon beacons, over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   10 login   u8 hardware, u8 software, IMEI in BCD, sum → resp_crc=<sum>      41 login of newer models, with 10 bytes more
 *   11 report  settings, state, two alarm clocks, position                      12 up to six stored positions
 *   02 report  of newer models
 *
 * A packet's length follows from its first byte. Reports are not answered. How the sum is computed is not known.
 */

import {
  ascii,
  bcd,
  bcdImei,
  concat,
  i8,
  i16,
  i32,
  left,
  type Reader,
  reader,
  skip,
  take,
  toHex,
  u8,
  u16,
  u24,
} from '../bytes/bytes.ts'
import { dateAndTime } from '../bytes/text.ts'
import { utcSeconds } from '../bytes/time.ts'
import { knot, packedDegrees, putFix } from '../families/nmea.ts'
import { type Draft, draft, finish, type Message, put, putCells } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { raise } from '../values/alarms.ts'

const lengths: Readonly<Record<number, number>> = { 2: 34, 16: 12, 17: 78, 18: 257, 65: 19 }
const [newReport, login, report, stored, newLogin] = [0x02, 0x10, 0x11, 0x12, 0x41]
const imeiBytes = 8

export default defineDecoder({
  frameBytesMax: 257,

  recognise(bytes) {
    if (bytes[0] !== login && bytes[0] !== newLogin) return 'no'
    const from = imeiAt(bytes[0])
    const imei = bytes.subarray(from, from + imeiBytes)
    // Fifteen digits after a zero.
    if (imei.length > 0 && (imei[0]! >> 4 !== 0 || bcd(imei) === undefined)) return 'no'
    return imei.length < imeiBytes ? 'more' : 'yes'
  },

  frame(buffer) {
    const length = lengths[buffer[0]!]
    if (length === undefined) throw new ProtocolError('a packet of another kind')
    return buffer.length >= length ? length : 0
  },

  decode(frame) {
    const input = reader(frame, 1, Math.max(frame.length - 1, 1))
    switch (frame[0]) {
      case login:
      case newLogin:
        skip(input, imeiAt(frame[0]) - 1)
        return { ident: bcdImei(take(input, imeiBytes)), reply: concat(ascii('resp_crc='), frame.subarray(-1)) }
      case report:
        return only(putReport, input)
      case stored:
        return readStored(input)
      case newReport:
        return only(putNewReport, input)
      default:
        throw new ProtocolError('a packet of another kind')
    }
  },
})

/** Older models say their versions before it. */
const imeiAt = (type: number): number => (type === login ? 3 : 1)

function only(read: (into: Draft, input: Reader) => void, input: Reader): Decoded {
  const into = draft()
  read(into, input)
  const message = finish(into)
  return message ? { messages: [message] } : {}
}

function putReport(into: Draft, input: Reader): void {
  put(into, 'custom.interval', u8(input))
  put(into, 'custom.settings', toHex(take(input, 8)))
  put(into, 'custom.status', u8(input))
  put(into, 'custom.timer', u16(input))
  put(into, 'battery.level', u8(input))
  skip(input, clockBytes)
  put(into, 'custom.alarm_clocks', toHex(take(input, 24)))
  putPlace(into, input)
}

const clockBytes = 6
const placeBytes = 42

function readStored(input: Reader): Decoded {
  const count = u8(input) & 15
  skip(input, 2)
  const messages: Message[] = []
  while (messages.length < count && left(input) >= placeBytes - 1) {
    const into = draft()
    put(into, 'message.buffered.status', true)
    put(into, 'custom.status', u8(input))
    put(into, 'battery.level', u8(input))
    skip(input, clockBytes)
    putPlace(into, input)
    // The sum of the last one is also the packet's.
    if (left(input) > 0) skip(input, 1)
    messages.push(into.values)
  }
  return messages.length > 0 ? { messages } : {}
}

function putPlace(into: Draft, input: Reader): void {
  put(into, 'device.temperature', i8(input))
  const rssi = u8(input)
  put(into, 'custom.rssi', rssi)
  putCells(into, [{ mcc: u16(input), mnc: u16(input), lac: u16(input), cellid: u16(input) }])
  const fix = u8(input)
  put(into, 'position.satellites', fix & 0x3f)
  const [day, month, year] = [u8(input), u8(input), u8(input)]
  put(into, 'timestamp', utcSeconds(2000 + year, month, day, u8(input), u8(input), u8(input)))
  putFix(into, fix > 0x3f, packedDegrees(i32(input)), packedDegrees(i32(input)))
  put(into, 'position.altitude', i16(input))
  put(into, 'position.speed', u8(input) * knot)
  put(into, 'position.direction', u8(input) * 2)
  put(into, 'position.hdop', u16(input))
  skip(input, 2)
}

function putNewReport(into: Draft, input: Reader): void {
  const state = u8(input)
  if (state > 0x7f) raise(into, 'general')
  put(into, 'battery.level', state & 0x7f)
  put(into, 'custom.time_left', u16(input))
  put(into, 'device.temperature', i8(input))
  put(into, 'custom.timer', u16(input))
  put(into, 'custom.mode', u8(input))
  put(into, 'custom.interval', u8(input))
  const country = u8(input)
  // Countries from 256 on do not fit into the byte.
  putCells(into, [{ mcc: country >= 200 ? country : undefined, mnc: u8(input), lac: u16(input), cellid: u16(input) }])
  const fix = u8(input)
  put(into, 'position.satellites', fix & 0x3f)
  const [time, date] = [decimalPairs(u24(input)), decimalPairs(u24(input))]
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putFix(into, fix > 0x3f, signedDegrees(input), signedDegrees(input))
  put(into, 'position.speed', u8(input) * knot)
  put(into, 'position.direction', u16(input))
}

const decimalPairs = (value: number): string => String(value).padStart(6, '0')

/** Degrees, and minutes in ten thousandths above four bits, of which the lowest says north or east. */
function signedDegrees(input: Reader): number {
  const [degrees, minutes] = [u8(input), u24(input)]
  const value = degrees + (minutes >> 4) / 6e5
  return minutes & 1 ? value : -value
}
