/**
 * Cellocator, over TCP and UDP: Cello, CR300, CelloTrack.
 * Source: "Cellocator wireless communication protocol".
 *
 *   MCGP, u8 type, u32 unit, u16 control, u8 number, …, u8 sum of the bytes after MCGP. All numbers are little-endian.
 *     0 status, 70 bytes      → MCGP 04 unit, 00, u32 0, 00, number, eleven zeros, sum
 *     11 modules              → a packet of type 11 with module 9 { number, 00, 00 }
 *     3 programming, 31 bytes; 7 and 8 of a serial port; 9 modules of one-byte length: not read and not answered
 *
 *   status   u8 hardware, u8 firmware, u8 protocol, u8, u8, u8, u8 reason, u8 mode, four bytes of lines, u8, four analog inputs,
 *            u24 mileage, six bytes of a driver's key, u16, u8, u8, u8, u8 satellites, i32 longitude, i32 latitude (1e-8 rad),
 *            i32 altitude cm, u32 cm/s, u16 course 0.001 rad, second, minute, hour, day, month, u16 year
 *   modules  u8, u16 length, four bytes, then each u8 id, u16 length, data: 6 position, 7 time, 2 values of a bus
 *
 * Units of another series write MCPG, and their positions in 1e-7 degrees. A packet with a wrong sum is not answered: it comes
 * again.
 */

import {
  ascii,
  concat,
  i32le,
  le16,
  le32,
  left,
  mayStartWith,
  part,
  type Reader,
  reader,
  skip,
  take,
  toHex,
  u8,
  u16le,
  u24le,
  u32le,
} from '../bytes/bytes.ts'
import { sum8 } from '../bytes/checksum.ts'
import { utcSeconds } from '../bytes/time.ts'
import { type Draft, draft, finish, type Message, put, putPosition } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'

const preamble = ascii('MCGP')
const otherPreamble = ascii('MCPG')
const preambleBytes = 4
const status = 0
const modules = 11
const headBytes = 12
const degrees = 180 / Math.PI
const radians = degrees / 1e8

/** Of the types that have one length. */
const sizes: ReadonlyMap<number, number> = new Map([
  [status, 70],
  [3, 31],
  [7, 70],
])

export default defineDecoder({
  recognise(bytes) {
    if (!isPacket(bytes)) return 'no'
    return bytes.length < preambleBytes ? 'more' : 'yes'
  },

  frame(buffer) {
    if (!isPacket(buffer)) throw new ProtocolError('no packet')
    if (buffer.length < headBytes + 3) return 0
    const type = buffer[4]!
    const size = sizes.get(type) ?? sizeOf(type, buffer)
    return buffer.length < size ? 0 : size
  },

  decode(frame, _state, _receivedAt, unit) {
    if (!isPacket(frame) || frame.length <= headBytes) throw new ProtocolError('no packet')
    if (sum8(frame, 4, frame.length - 1) !== frame.at(-1) && unit?.settings?.checksum !== 'ignore') return {}
    const data = reader(frame, 4, frame.length - 1)
    const type = u8(data)
    const id = u32le(data)
    skip(data, 2)
    const number = u8(data)
    const ident = String(id)
    const head = frame.subarray(0, preambleBytes)
    const scale = head[2] === otherPreamble[2] ? 1e-7 : radians
    if (type === status) return { ident, messages: [readStatus(data, scale)], reply: statusAnswer(head, id, number) }
    if (type !== modules) return { ident }
    const message = readModules(data, scale)
    const answered: Decoded = { ident, reply: modulesAnswer(head, id, number) }
    return message ? { ...answered, messages: [message] } : answered
  },
})

const isPacket = (bytes: Uint8Array): boolean => mayStartWith(bytes, preamble) || mayStartWith(bytes, otherPreamble)

function sizeOf(type: number, buffer: Uint8Array): number {
  if (type === modules) return headBytes + 3 + buffer[13]! + buffer[14]! * 256 + 1
  if (type === 9) return headBytes + 2 + buffer[13]! + 1
  throw new ProtocolError(`type ${type}`)
}

function sealed(bytes: Uint8Array): Uint8Array {
  return concat(bytes, [sum8(bytes, 4)])
}

const statusAnswer = (head: Uint8Array, id: number, number: number): Uint8Array =>
  sealed(concat(head, [4], le32(id), [0, 0, 0, 0, 0, 0, number], new Uint8Array(11)))

function modulesAnswer(head: Uint8Array, id: number, number: number): Uint8Array {
  const body = [0, 0, 0, 0, 9, 3, 0, number, 0, 0]
  return sealed(concat(head, [modules], le32(id), [0, 0, 0, 0x80], le16(body.length), body))
}

/** Why it was sent, where that is an alarm. */
const alarms: Readonly<Record<number, Alarm>> = { 70: 'sos', 80: 'power_cut', 81: 'low_power' }

function readStatus(data: Reader, scale: number): Message {
  const into = draft()
  put(into, 'custom.hardware', u8(data))
  put(into, 'custom.firmware', u8(data))
  put(into, 'custom.protocol', u8(data))
  put(into, 'custom.status', u8(data) & 0x0f)
  put(into, 'custom.configuration', u8(data))
  put(into, 'custom.reason_data', u8(data))
  const reason = u8(data)
  put(into, 'event.enum', reason)
  raise(into, alarms[reason])
  put(into, 'custom.mode', u8(data))
  const lines = u8(data)
  put(into, 'engine.ignition.status', (lines & 0x20) !== 0)
  put(into, 'door.open.status', (lines & 1) !== 0)
  const more = u24le(data)
  put(into, 'battery.charging.status', (more & 0x80_0000) !== 0)
  put(into, 'din', lines + more * 256)
  put(into, 'custom.operator_code', u8(data))
  // The scale of an input depends on the unit's own configuration.
  for (let input = 1; input <= 4; input++) put(into, `custom.analog_${input}`, u8(data))
  put(into, 'vehicle.mileage', u24le(data))
  const driver = toHex(take(data, 6))
  if (driver !== '000000000000') put(into, 'driver.id', driver)
  put(into, 'custom.fix_state', toHex(take(data, 5)))
  readPlace(into, data, scale)
  put(into, 'position.speed', u32le(data) * 0.036)
  put(into, 'position.direction', (u16le(data) / 1000) * degrees)
  const [second, minute, hour, day, month] = take(data, 5)
  put(into, 'timestamp', utcSeconds(u16le(data), month!, day!, hour!, minute!, second!))
  return finish(into)!
}

/** u8 satellites, i32 longitude, i32 latitude, i32 altitude. Fewer than three satellites give no fix. */
function readPlace(into: Draft, data: Reader, scale: number): void {
  const satellites = u8(data)
  put(into, 'position.satellites', satellites)
  put(into, 'position.valid', satellites >= 3)
  const longitude = i32le(data) * scale
  putPosition(into, i32le(data) * scale, longitude)
  put(into, 'position.altitude', i32le(data) / 100)
}

function readModules(data: Reader, scale: number): Message | undefined {
  const into = draft()
  skip(data, 7)
  while (left(data) >= 3) {
    const id = u8(data)
    const module = part(data, u16le(data))
    if (id === 6) {
      skip(module, 3)
      readPlace(into, module, scale)
    } else if (id === 7) readTime(into, module)
    else if (id === 2) readBus(into, module)
    else put(into, `custom.module_${id}`, toHex(take(module, Math.min(left(module), 256))))
  }
  return finish(into)
}

function readTime(into: Draft, data: Reader): void {
  skip(data, 1)
  const [second, minute, hour, day, month, year] = take(data, 6)
  put(into, 'timestamp', utcSeconds(2000 + year!, month!, day!, hour!, minute!, second!))
}

/** Six bytes, u8 number, then each u16 id, u8 length, value. */
function readBus(into: Draft, data: Reader): void {
  skip(data, 6)
  for (let count = u8(data); count > 0 && left(data) >= 3; count--) {
    const id = u16le(data)
    const size = u8(data)
    if (size === 4) put(into, `custom.param.${id}`, u32le(data))
    else if (size <= left(data)) put(into, `custom.param.${id}`, toHex(take(data, size)))
    else return
  }
}
