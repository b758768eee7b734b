/**
 * Noran (NR series), over UDP. Numbers are little-endian.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   packet    u16 size of all, u16 type, content
 *   0000      id                                                        → 0D0A *KW 00, u16 size, u16 8000, 01, 0D0A
 *   0008, 0003 (alarm), 0032, 8009 (answer to a command, after an address)
 *             flags, event, u8 km/h, u16 course, f32 longitude, f32 latitude, u32 packed time, id of 11 bytes, inputs,
 *             fuel[, i16 temperature, f32 metres]
 *   the same, newer   flags, event, u32 km/h, f32 course, f32 longitude, f32 latitude, id of 12 bytes, yy-mm-dd hh:mm:ss, 0
 *   command   0D0A *KW 00, u16 size, u16 0002, six bytes, text of 50 bytes, 0D0A
 */

import {
  ascii,
  concat,
  f32le,
  hex,
  i16le,
  latin1,
  le16,
  left,
  mayStartWith,
  type Reader,
  reader,
  skip,
  take,
  u8,
  u16le,
  u32le,
} from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime } from '../bytes/text.ts'
import { utcSeconds } from '../bytes/time.ts'
import { told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { type Draft, draft, put } from '../message.ts'
import { type Command, defineDecoder, ProtocolError, type Recognition } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'

const hello = 0x0000
const answer = 0x8009
const places = new Set([0x0003, 0x0008, 0x0032, answer])
/** What the server's packets begin with; some networks send them back. */
const ours = hex('0d0a2a4b57')
const headBytes = 4
const idBytes = 11

export default defineDecoder({
  frameBytesMax: 1024,

  recognise(bytes): Recognition {
    if (bytes.length < headBytes || sizeOf(bytes) !== bytes.length) return 'no'
    const type = bytes[2]! + bytes[3]! * 256
    if (type !== hello && !places.has(type)) return 'no'
    return /^NR\d/.test(latin1(bytes.subarray(idAt(type, bytes.length)))) ? 'yes' : 'no'
  },

  frame: (buffer) => buffer.length,

  decode(frame) {
    if (mayStartWith(frame, ours)) return {}
    const input = reader(frame)
    if (u16le(input) !== frame.length) throw new ProtocolError('the size is another')
    const type = u16le(input)
    if (type === hello) return { ident: readId(input, idBytes), reply: hex('0d0a2a4b57000d000080010d0a') }
    if (!places.has(type)) return {}
    const into = draft()
    return told(readPlace(into, input, type), into)
  },

  commands: { position: 'plain', interval: 'plain', 'engine.stop': 'plain', 'engine.resume': 'plain', text: 'plain' },

  encode(command) {
    const order = orderOf(command)
    if (order === undefined || order.length > orderBytes) return undefined
    const text = new Uint8Array(orderBytes)
    text.set(ascii(order))
    return concat(ours, [0], le16(commandBytes), le16(2), new Uint8Array(6), text, [13, 10])
  },
})

const orderBytes = 50
const commandBytes = orderBytes + 18

function orderOf({ kind, text, seconds = 0 }: Command): string | undefined {
  if (kind === 'position') return '*KW,000,000,000000#'
  if (kind === 'interval') return `*KW,000,002,000000,${seconds}#`
  if (kind === 'engine.stop') return '*KW,000,007,000000,0#'
  if (kind === 'engine.resume') return '*KW,000,007,000000,1#'
  return kind === 'text' ? text : undefined
}

const sizeOf = (bytes: Uint8Array): number => bytes[0]! + bytes[1]! * 256
const addressBytes = (type: number): number => (type === answer ? 8 : 0)

/** The newer layout is known by its size. */
const isNewer = (type: number, size: number): boolean => size - addressBytes(type) === 52

function idAt(type: number, size: number): number {
  if (type === hello) return headBytes
  return headBytes + addressBytes(type) + (isNewer(type, size) ? 18 : 17)
}

function readId(input: Reader, size: number): string {
  return checkedIdent(
    latin1(take(input, size))
      .replace(/[^\u0020-\u007e]/g, '')
      .trim(),
  )
}

const alarms: Readonly<Record<number, Alarm>> = { 1: 'sos', 2: 'overspeed', 3: 'geofence_exit', 9: 'power_off' }

function readPlace(into: Draft, input: Reader, type: number): string {
  const newer = isNewer(type, input.end)
  skip(input, addressBytes(type))
  const flags = u8(input)
  put(into, 'custom.flags', flags)
  const event = u8(input)
  put(into, 'event.enum', event)
  raise(into, alarms[event])
  put(into, 'position.speed', newer ? u32le(input) : u8(input))
  put(into, 'position.direction', newer ? f32le(input) : u16le(input))
  const longitude = f32le(input)
  putFix(into, (flags & 1) !== 0, f32le(input), longitude)
  if (type === answer) put(into, 'message.type', 'command.answer')
  if (newer) {
    const ident = readId(input, idBytes + 1)
    const [date = '', time = ''] = latin1(take(input, 17)).split(' ')
    put(into, 'timestamp', dateAndTime(date.replaceAll('-', ''), time.replaceAll(':', ''), 'yymmdd'))
    return ident
  }
  put(into, 'timestamp', packedTime(u32le(input)))
  const ident = readId(input, idBytes)
  if (left(input) >= 2) {
    put(into, 'custom.inputs', u8(input))
    put(into, 'custom.fuel', u8(input))
  }
  if (left(input) >= 6) {
    put(into, 'custom.temperature', i16le(input))
    put(into, 'vehicle.mileage', f32le(input) / 1000)
  }
  return ident
}

/** From the highest bit: year since 2000, month, day, hour, minute, second. */
const packedTime = (value: number): number | undefined =>
  utcSeconds(
    2000 + (value >>> 26),
    (value >>> 22) & 15,
    (value >>> 17) & 31,
    (value >>> 12) & 31,
    (value >>> 6) & 63,
    value & 63,
  )
