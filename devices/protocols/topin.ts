/**
 * Topin and ZhongXun, over TCP: asset and pet trackers (ZX302, ZX303, ZX612 …).
 * Source: recorded traffic and general knowledge of the format; we have no document from the maker (docs/protocols.md).
 *
 *   packet   7878, u8 length or number of access points, u8 type, content, 0D0A; neither a number nor a checksum
 *
 *   01 login, IMEI in BCD → 01, or 44 when it is refused      08 heartbeat → 08      30 asks for the time → 30 with it
 *   10 position, 11 stored position → the type with the six bytes of its time        13 status → itself
 *   17, 18, 69 access points and cells → the type with its time                      92 to 99 alarms → the type
 *
 * It looks like GT06, but a login says 0D and has fifteen bytes, where GT06 has eighteen.
 */

import {
  bcd,
  bcdImei,
  be16,
  checkedLength,
  concat,
  i8,
  i16,
  indexOf,
  left,
  type Reader,
  reader,
  skip,
  take,
  toHex,
  u8,
  u16,
  u24,
  u32,
} from '../bytes/bytes.ts'
import { dateAndTime } from '../bytes/text.ts'
import { utcSeconds } from '../bytes/time.ts'
import { type Cell, type Draft, draft, finish, put, putCells, putList, putPosition } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { raise } from '../values/alarms.ts'

interface State {
  readonly ident?: string
}

const frameBytesMax = 1024
const headBytes = 4
const loginBytes = 15
const scan = 0x17
const wideScan = 0x18
const alarmScan = 0x69
const scans = new Set([scan, wideScan, 0x19, 0x1a, alarmScan])

export default defineDecoder<State>({
  frameBytesMax,

  recognise(bytes) {
    const head = [0x78, 0x78, 0x0d, 0x01]
    for (const [index, byte] of head.entries()) if ((bytes[index] ?? byte) !== byte) return 'no'
    if (bytes.length < loginBytes) return 'more'
    return bytes[13] === 13 && bytes[14] === 10 ? 'yes' : 'no'
  },

  frame(buffer) {
    if (buffer[0] !== 0x78 || (buffer[1] ?? 0x78) !== 0x78) throw new ProtocolError('a packet begins with 7878')
    const least = leastBytes(buffer)
    const end = least === 0 ? -1 : indexOf(buffer, 13, 10, least)
    checkedLength(end < 0 ? buffer.length : end + 2, frameBytesMax)
    return end < 0 ? 0 : end + 2
  },

  decode(frame, state, receivedAt) {
    let end = frame.length
    if (frame[end - 2] === 13 && frame[end - 1] === 10) end -= 2
    if (end < headBytes) throw new ProtocolError('a packet without a type')
    return readContent(frame[3]!, frame[2]!, reader(frame, headBytes, end), state, receivedAt)
  },
})

/** What comes before the line end may hold one by accident, so it is looked for after what a type surely has; 0: wait. */
function leastBytes(buffer: Uint8Array): number {
  const type = buffer[3]
  if (type === 0x01) return 12
  if (type === 0x10 || type === 0x11) return 22
  if (!scans.has(type ?? 0)) return type === undefined ? 0 : headBytes
  const cellsAt = headBytes + 6 + buffer[2]! * 7
  const count = buffer[cellsAt]
  return count === undefined ? 0 : cellsAt + 4 + count * (type === wideScan ? 9 : 5)
}

const packet = (type: number, content: ArrayLike<number> = []): Uint8Array =>
  concat([0x78, 0x78, content.length + 1, type], Array.from(content), [13, 10])

function readContent(type: number, count: number, input: Reader, state: State, receivedAt: Date): Decoded<State> {
  switch (type) {
    case 0x01: {
      const ident = bcdImei(take(input, 8))
      return { ident, reply: packet(1), refusal: packet(0x44), state: { ...state, ident } }
    }
    case 0x08:
    case 0x09:
      return left(input) < 14 ? { reply: packet(type) } : readCoarse(type, input)
    case 0x10:
    case 0x11:
      return readPlace(type, input)
    case 0x13:
      return readStatus(input)
    case scan:
    case wideScan:
    case 0x19:
    case 0x1a:
    case alarmScan:
      return readScan(type, count, input)
    case 0x30: {
      const now = receivedAt
      const date = [
        now.getUTCMonth() + 1,
        now.getUTCDate(),
        now.getUTCHours(),
        now.getUTCMinutes(),
        now.getUTCSeconds(),
      ]
      return { reply: packet(type, [...be16(now.getUTCFullYear()), ...date]) }
    }
    default:
      return type >= 0x92 && type <= 0x99 ? readAlarm(type) : {}
  }
}

const vibration = 0x94
const sos = 0x99

function readAlarm(type: number): Decoded<State> {
  const into = draft()
  put(into, 'alarm.code', type)
  raise(into, type === vibration ? 'vibration' : type === sos ? 'sos' : 'general')
  return { messages: [finish(into)!], reply: packet(type) }
}

const readTime = (input: Reader): number | undefined =>
  utcSeconds(2000 + u8(input), u8(input), u8(input), u8(input), u8(input), u8(input))

/** Latitude and longitude as GT06 has them; bit 12 of the course says fix, 11 west, 10 north. */
function readPlace(type: number, input: Reader): Decoded<State> {
  const into = draft()
  const time = input.bytes.slice(input.at, input.at + 6)
  put(into, 'timestamp', readTime(input))
  put(into, 'position.satellites', u8(input) & 15)
  const latitude = u32(input) / 1_800_000
  const longitude = u32(input) / 1_800_000
  put(into, 'position.speed', u8(input))
  const course = u16(input)
  putPosition(into, course & 0x0400 ? latitude : -latitude, course & 0x0800 ? -longitude : longitude)
  put(into, 'position.valid', (course & 0x1000) !== 0 && 'position.latitude' in into.values)
  put(into, 'position.direction', course & 0x03ff)
  if (type === 0x11) put(into, 'message.buffered.status', true)
  if (left(input) >= 3) {
    put(into, 'position.altitude', i16(input))
    putAlarms(into, u8(input))
  }
  return { messages: [finish(into)!], reply: packet(type, time) }
}

const doubled = 8

/**
 * A heartbeat with a position: whole degrees, then a digit that is not zero in the south or west and their millionths; the
 * same again, speed, half the course, satellites. 09 comes from memory.
 */
function readCoarse(type: number, input: Reader): Decoded<State> {
  const into = draft()
  put(into, 'timestamp', readTime(input))
  const latitude = readDegrees(input)
  putPosition(into, latitude, readDegrees(input))
  put(into, 'position.valid', 'position.latitude' in into.values)
  if (type === 0x09) put(into, 'message.buffered.status', true)
  if (left(input) >= doubled + 3) {
    skip(input, doubled)
    put(into, 'position.speed', u8(input))
    put(into, 'position.direction', u8(input) * 2)
    put(into, 'position.satellites', u8(input))
  }
  return { messages: [finish(into)!], reply: packet(type) }
}

function readDegrees(input: Reader): number {
  const whole = u8(input)
  const rest = u24(input)
  const value = whole + (rest & 0x0f_ffff) / 1e6
  return rest >> 20 > 0 ? -value : value
}

/** Bits: 0 shaken, 1 too fast, 4 low. */
function putAlarms(into: Draft, bits: number): void {
  if (bits & 0x01) raise(into, 'vibration')
  if (bits & 0x02) raise(into, 'overspeed')
  if (bits & 0x10) raise(into, 'low_power')
}

function readStatus(input: Reader): Decoded<State> {
  const into = draft()
  const content = input.bytes.slice(input.at, input.end)
  put(into, 'battery.level', u8(input))
  put(into, 'device.firmware.version', String(u8(input)))
  skip(input, 1)
  put(into, 'custom.interval', u8(input))
  if (left(input) > 0) put(into, 'custom.rssi', u8(input))
  if (left(input) >= 3) put(into, 'custom.temperature', toHex(take(input, 3)))
  if (left(input) > 0) put(into, 'battery.charging.status', u8(input) > 0)
  if (left(input) > 0) put(into, 'heart.rate', u8(input) || undefined)
  return { messages: [finish(into)!], reply: packet(0x13, content) }
}

function readScan(type: number, count: number, input: Reader): Decoded<State> {
  const into = draft()
  const time = take(input, 6)
  const digits = bcd(time)
  if (digits) put(into, 'timestamp', dateAndTime(digits.slice(0, 6), digits.slice(6), 'yymmdd'))
  const points: { mac: string; rssi: number }[] = []
  for (let index = 0; index < count; index++) {
    const mac = [...take(input, 6)].map((byte) => byte.toString(16).padStart(2, '0')).join(':')
    points.push({ mac, rssi: -u8(input) })
  }
  putList(into, 'wifi.points', points)
  putCells(into, readCells(input, type === wideScan))
  put(into, 'position.valid', false)
  if (left(input) > 0) putAlarms(into, u8(input))
  return { messages: [finish(into)!], reply: packet(type, time) }
}

function readCells(input: Reader, isWide: boolean): Cell[] {
  if (left(input) < 4) return []
  const count = u8(input)
  const mcc = u16(input)
  const mnc = u8(input)
  const cells: Cell[] = []
  for (let index = 0; index < count; index++) {
    const lac = isWide ? u32(input) : u16(input)
    cells.push({ mcc, mnc, lac, cellid: isWide ? u32(input) : u16(input), rssi: i8(input) })
  }
  return cells
}
