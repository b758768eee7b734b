/**
 * Digital Matter, over TCP: Bolt, Dart, Oyster, Remora, Yabby.
 * Source: recorded traffic and general knowledge of the format; we have no document from the maker (docs/protocols.md).
 *
 *   02 55, u8 type, u16 length, data. All numbers are little-endian.
 *     00 hello: u32 serial, IMEI, 00, ICCID, 00, …   → 01 { u32 seconds since 2013, u32 0 }
 *     04 records                                     not answered
 *     10 records of 64 bytes                         not answered
 *     05 commit: may the records be forgotten?       → 06 { 01 }, or 06 { 00 } when they are not stored
 *   record   u16 length, u32 number, u32 seconds since 2013, u8 reason, fields { u8 id, u8 length or FF u16 length, data }
 *   of 64    u8, u32 number, u32 date, i32 longitude, i32 latitude (1e-7°), …
 */

import {
  checkedLength,
  i8,
  i16le,
  i32le,
  latin1,
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
  u32le,
} from '../bytes/bytes.ts'
import { checkedIdent, integer } from '../bytes/text.ts'
import { utcSeconds } from '../bytes/time.ts'
import { type Draft, draft, finish, type Message, put, putPosition } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'

const start = [0x02, 0x55]
const hello = 0x00
const records = 0x04
const commit = 0x05
const fixedRecords = 0x10
const fixedBytes = 64
const headBytes = 5
const frameBytesMax = 16_384
/** 2013-01-01, from which all times count. */
const epoch = 1_356_998_400
/** A field that is not documented. */
const hexBytesMax = 64

export default defineDecoder({
  frameBytesMax,

  // A tracker always begins with a hello.
  recognise: (bytes) => (!mayStartWith(bytes, [...start, hello]) ? 'no' : bytes.length < 3 ? 'more' : 'yes'),

  frame(buffer) {
    if (!mayStartWith(buffer, start)) throw new ProtocolError('no packet')
    if (buffer.length < headBytes) return 0
    const size = checkedLength(headBytes + buffer[3]! + buffer[4]! * 256, frameBytesMax)
    return buffer.length < size ? 0 : size
  },

  decode(frame, _state, receivedAt) {
    const packet = reader(frame)
    if (u8(packet) !== start[0] || u8(packet) !== start[1]) throw new ProtocolError('no packet')
    const type = u8(packet)
    const data = part(packet, u16le(packet))
    if (type === hello) return readHello(data, receivedAt)
    if (type === commit) return { reply: answer(0x06, [1]), nack: answer(0x06, [0]) }
    const messages = type === records ? readRecords(data) : type === fixedRecords ? readFixed(data) : []
    return messages.length > 0 ? { messages } : {}
  },
})

const answer = (type: number, data: readonly number[]): Uint8Array =>
  Uint8Array.from([...start, type, data.length, 0, ...data])

function readHello(data: Reader, receivedAt: Date): Decoded {
  skip(data, 4)
  const ident = checkedIdent(latin1(take(data, 15)))
  if (integer(ident) === undefined) throw new ProtocolError('an IMEI has digits only')
  const time = Math.floor(receivedAt.getTime() / 1000) - epoch
  return { ident, reply: answer(0x01, [...le32(time), 0, 0, 0, 0]) }
}

function readRecords(data: Reader): Message[] {
  const messages: Message[] = []
  while (left(data) > 2) {
    const length = u16le(data)
    const record = part(data, length - 2)
    const into = draft()
    put(into, 'record.seqnum', u32le(record))
    put(into, 'timestamp', u32le(record) + epoch)
    const reason = u8(record)
    put(into, 'event.enum', reason)
    raise(into, alarms[reason])
    while (left(record) >= 2) {
      const id = u8(record)
      const size = u8(record)
      const field = part(record, size === 0xff ? u16le(record) : size)
      ;(fields.get(id) ?? unknown(id))(into, field)
    }
    messages.push(finish(into)!)
  }
  return messages
}

/** Why a record was made, where it is an alarm. */
const alarms: Readonly<Record<number, Alarm>> = {
  12: 'harsh_braking',
  13: 'harsh_acceleration',
  14: 'harsh_cornering',
  18: 'overspeed',
  20: 'towing',
  23: 'crash',
  29: 'tampering',
  44: 'geofence_enter',
  45: 'geofence_exit',
}

type Field = (into: Draft, data: Reader) => void

/** Fields that are too short for their meaning, and those without one, are kept as they came. */
const unknown =
  (id: number): Field =>
  (into, data) =>
    put(into, `custom.param.${id}`, toHex(take(data, Math.min(left(data), hexBytesMax))))

/**
 * u32 time of the fix, i32 latitude, i32 longitude (1e-7°), i16 metres, u16 cm/s, u8 accuracy of the speed, u8 course / 2,
 * u8 PDOP 0.1, u8 accuracy in metres, u8 state (0 fix)
 */
function readPlace(into: Draft, data: Reader): void {
  put(into, 'position.timestamp', u32le(data) + epoch)
  const latitude = i32le(data) / 1e7
  putPosition(into, latitude, i32le(data) / 1e7)
  put(into, 'position.altitude', i16le(data))
  put(into, 'position.speed', u16le(data) * 0.036)
  skip(data, 1)
  put(into, 'position.direction', u8(data) * 2)
  put(into, 'position.pdop', u8(data) / 10)
  put(into, 'position.accuracy', u8(data))
  put(into, 'position.valid', (u8(data) & 1) !== 0 && 'position.latitude' in into.values)
}

/** u32 inputs, of which the first is the ignition, u16 outputs, u16 state. */
function readLines(into: Draft, data: Reader): void {
  const inputs = u32le(data)
  put(into, 'engine.ignition.status', (inputs & 1) !== 0)
  put(into, 'din', inputs)
  put(into, 'dout', u16le(data))
  const state = u16le(data)
  put(into, 'custom.state', state)
  // Bit 1: the battery is good. Bit 6: the case was opened.
  if ((state & 2) === 0) raise(into, 'low_battery')
  else if (state & 0x40) raise(into, 'tampering')
}

/** u8 kind, then its number: in hex, or in letters for kinds 3 to 6. */
function readDriver(into: Draft, data: Reader): void {
  const kind = u8(data)
  const bytes = take(data, Math.min(left(data), driverBytes[kind] ?? hexBytesMax))
  put(into, 'custom.driver_id_kind', kind)
  put(into, 'driver.id', kind >= 3 && kind <= 6 ? latin1(bytes) : toHex(bytes))
}

/** u32 metres and u32 seconds of this trip. */
function readTrip(into: Draft, data: Reader): void {
  put(into, 'segment.vehicle.mileage', u32le(data) / 1000)
  put(into, 'custom.trip_seconds', u32le(data))
}

/** The same of the vehicle's life. */
function readTotals(into: Draft, data: Reader): void {
  put(into, 'vehicle.mileage', u32le(data) / 1000)
  put(into, 'engine.motorhours', u32le(data) / 3600)
}

const driverBytes: Readonly<Record<number, number>> = { 1: 5, 2: 6, 3: 4, 4: 5 }

const analogue: ReadonlyMap<number, Field> = new Map<number, Field>([
  [1, (into, data) => put(into, 'battery.voltage', u16le(data) / 1000)],
  [2, (into, data) => put(into, 'external.powersource.voltage', u16le(data) / 100)],
  [3, (into, data) => put(into, 'device.temperature', i16le(data) / 100)],
  [4, (into, data) => put(into, 'custom.rssi', u16le(data))],
  [5, (into, data) => put(into, 'custom.solar_power', u16le(data) / 1000)],
])

function readAnalogue(into: Draft, data: Reader): void {
  while (left(data) >= 3) {
    const id = u8(data)
    const value = part(data, 2)
    const field = analogue.get(id)
    if (field) field(into, value)
    else put(into, `custom.analog_${id}`, u16le(value))
  }
}

const fields: ReadonlyMap<number, Field> = new Map<number, Field>([
  [0, (into, data) => (left(data) < 21 ? unknown(0) : readPlace)(into, data)],
  [2, (into, data) => (left(data) < 8 ? unknown(2) : readLines)(into, data)],
  [3, (into, data) => (left(data) < 2 ? unknown(3) : readDriver)(into, data)],
  [6, readAnalogue],
  [26, (into, data) => (left(data) < 8 ? unknown(26) : readTrip)(into, data)],
  [27, (into, data) => (left(data) < 8 ? unknown(27) : readTotals)(into, data)],
])

/** Six bits of the year, four of the month, five of the day, five of the hour, six of the minute, six of the second. */
function packedDate(value: number): number | undefined {
  const bits = (from: number, count: number) => (value >>> from) & ((1 << count) - 1)
  return utcSeconds(2000 + bits(0, 6), bits(6, 4), bits(10, 5), bits(15, 5), bits(20, 6), bits(26, 6))
}

/**
 * u16 cm/s, u8 course / 2, i16 metres, u16 accuracy, u8 accuracy of the speed, u8 reason, u8 state (bit 0 fix), u32 inputs,
 * u16 outputs, five analogue values, i8 degrees, three axes, eight bytes of the device, u16 PDOP 0.01
 */
function readFixedRest(into: Draft, data: Reader): void {
  put(into, 'position.speed', u16le(data) * 0.036)
  put(into, 'position.direction', u8(data) * 2)
  put(into, 'position.altitude', i16le(data))
  put(into, 'position.accuracy', u16le(data))
  skip(data, 1)
  put(into, 'event.enum', u8(data))
  put(into, 'position.valid', (u8(data) & 1) !== 0 && 'position.latitude' in into.values)
  put(into, 'din', u32le(data))
  put(into, 'dout', u16le(data))
  for (let n = 1; n <= 5; n++) put(into, `custom.adc_${n}`, i16le(data))
  put(into, 'device.temperature', i8(data))
  for (const axis of ['x', 'y', 'z']) put(into, `custom.acceleration_${axis}`, i16le(data))
  skip(data, 8)
  put(into, 'position.pdop', u16le(data) / 100)
}

function readFixed(data: Reader): Message[] {
  const messages: Message[] = []
  while (left(data) >= fixedBytes) {
    const record = part(data, fixedBytes)
    const into = draft()
    skip(record, 1)
    put(into, 'record.seqnum', u32le(record))
    put(into, 'timestamp', packedDate(u32le(record)))
    const longitude = i32le(record) / 1e7
    putPosition(into, i32le(record) / 1e7, longitude)
    readFixedRest(into, record)
    messages.push(finish(into)!)
  }
  return messages
}
