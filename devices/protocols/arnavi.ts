/**
 * Arnavi, over TCP: the trackers of Arusnavi, in binary and, the oldest of them, in text.
 * Source: recorded traffic and general knowledge of the format; we have no document from the maker (docs/protocols.md).
 *
 *   login     FF, u8 version (22 to 25), u64 IMEI, with version 24 eight bytes more
 *             → 7B 00 00 7D to version 22, else 7B 04 00 sum u32 time 7D
 *   package   5B, u8 number (01 to FB), records, 5D                              → 7B 00 number 7D
 *   record    u8 kind (00 nothing, 01 values, 03 text, 04 file, 06 binary), u16 length, u32 time, data, u8 sum of time and data
 *   values    each u8 tag, four bytes
 *   line      5B FD 00 5D says that the tracker is there                          → 7B 00 FD 7D
 *   text      $AV,type,id,number,…*XOR CRLF
 *
 * Binary numbers are little-endian. A wrong sum is marked in the message: most of the traffic we know has one.
 */
import {
  checkedLength,
  f32le,
  i16le,
  latin1,
  le32,
  left,
  mayStartWith,
  part,
  type Reader,
  reader,
  textOf,
  u8,
  u16le,
  u32le,
  u64le,
} from '../bytes/bytes.ts'
import { sum8 } from '../bytes/checksum.ts'
import { type Draft, draft, finish, type Message, put, putPosition } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { readLine } from './arnavi/text.ts'

const login = 0xff
const opening = 0x5b
const closing = 0x5d
const dollar = 0x24
const textStart = [dollar, 0x41, 0x56, 0x2c]
const numberMax = 0xfb
const loginBytes = 10
const longLogin = 0x24
const recordHead = 7
const frameBytesMax = 65_536
const knots = 1.852

const isVersion = (byte: number): boolean => byte >= 0x22 && byte <= 0x25

interface State {
  readonly ident?: string
}

export default defineDecoder<State>({
  frameBytesMax,

  recognise(bytes) {
    if (bytes[0] === login) return bytes.length < 2 ? 'more' : isVersion(bytes[1]!) ? 'yes' : 'no'
    if (!mayStartWith(bytes, textStart)) return 'no'
    return bytes.length < textStart.length ? 'more' : 'yes'
  },

  frame(buffer) {
    switch (buffer[0]) {
      case login: {
        const size = buffer[1] === longLogin ? loginBytes + 8 : loginBytes
        if (buffer.length > 1 && !isVersion(buffer[1]!)) throw new ProtocolError('no login')
        return buffer.length < size ? 0 : size
      }
      case opening:
        return packageLength(buffer)
      case dollar: {
        const end = buffer.indexOf(10) + 1
        checkedLength(end === 0 ? buffer.length : end, 1024)
        return end
      }
      case 10:
      case 13:
        return 1
      default:
        throw new ProtocolError('no package')
    }
  },

  decode(frame, state, receivedAt, unit) {
    switch (frame[0]) {
      case login:
        return readLogin(frame, receivedAt)
      case opening:
        return readPackage(frame, unit?.settings?.checksum === 'ignore')
      case dollar:
        return readLine(latin1(frame), unit?.settings?.checksum === 'ignore', state.ident)
      case 10:
      case 13:
        return {}
      default:
        throw new ProtocolError('no package')
    }
  },
})

/** Records say how long they are; what follows the last of them is the end of the package. */
function packageLength(buffer: Uint8Array): number {
  if (buffer.length < 2) return 0
  if (buffer[1]! > numberMax) return buffer.length < 4 ? 0 : 4
  for (let at = 2; at < buffer.length; ) {
    if (buffer[at] === closing) return at + 1
    if (at + 3 > buffer.length) return 0
    at += recordHead + buffer[at + 1]! + buffer[at + 2]! * 256 + 1
    checkedLength(at, frameBytesMax)
  }
  return 0
}

function readLogin(frame: Uint8Array, receivedAt: Date): Decoded<State> {
  const data = reader(frame, 1)
  const version = u8(data)
  if (!isVersion(version)) throw new ProtocolError('no login')
  const ident = String(u64le(data))
  const time = le32(Math.floor(receivedAt.getTime() / 1000))
  const reply = version === 0x22 ? [0x7b, 0, 0, 0x7d] : [0x7b, 4, 0, sum8(Uint8Array.from(time)), ...time, 0x7d]
  return { ident, reply: Uint8Array.from(reply), state: { ident } }
}

function readPackage(frame: Uint8Array, isTrusted: boolean): Decoded<State> {
  const data = reader(frame, 1)
  const number = u8(data)
  const reply = Uint8Array.from([0x7b, 0, number, 0x7d])
  if (number > numberMax) return { reply }
  const messages: Message[] = []
  for (let kind = u8(data); kind !== closing; kind = u8(data)) {
    const size = u16le(data)
    const from = data.at
    const record = part(data, 4 + size)
    const isRight = u8(data) === sum8(frame, from, from + 4 + size)
    const into = draft()
    const time = u32le(record)
    if (kind === 1) readValues(into, record)
    else if (kind === 3) put(into, 'message.content', textOf(frame.subarray(record.at, record.end)))
    if (into.keys === 0) continue
    put(into, 'timestamp', time)
    if (!isRight && !isTrusted) put(into, 'message.checksum.status', false)
    messages.push(finish(into)!)
  }
  return { ...(messages.length > 0 ? { messages } : {}), reply }
}

function readValues(into: Draft, data: Reader): void {
  let latitude: number | undefined
  let longitude: number | undefined
  let isPlaced = false
  while (left(data) >= 5) {
    const tag = u8(data)
    const value = part(data, 4)
    if (tag === 3) latitude = f32le(value)
    else if (tag === 4) longitude = f32le(value)
    else if (tag === 5) isPlaced = readMotion(into, value)
    else (tags.get(tag) ?? unknown(tag))(into, value)
  }
  putPosition(into, latitude, longitude)
  put(into, 'position.valid', isPlaced && 'position.latitude' in into.values)
}

/** u8 course / 2, u8 altitude / 10, satellites of GPS and GLONASS in a nibble each, u8 knots. */
function readMotion(into: Draft, data: Reader): boolean {
  put(into, 'position.direction', u8(data) * 2)
  put(into, 'position.altitude', u8(data) * 10)
  const satellites = u8(data)
  const seen = (satellites & 15) + (satellites >> 4)
  put(into, 'position.satellites', seen)
  put(into, 'position.speed', u8(data) * knots)
  return seen > 0
}

type Tag = (into: Draft, data: Reader) => void

const unknown =
  (tag: number): Tag =>
  (into, data) =>
    put(into, `custom.param.${tag}`, u32le(data))

/** So many tags in a row, each with its place in the row. */
const run = (first: number, count: number, made: (n: number) => Tag): [number, Tag][] =>
  Array.from({ length: count }, (_, index) => [first + index, made(index + 1)])

/** u8 kind: 1 bits (ignition, call button) and inputs, 6 pulses, 7 frequency and 8 millivolts of the input named next. */
function readLines(into: Draft, data: Reader): void {
  const kind = u8(data)
  const first = u8(data)
  const value = u16le(data)
  if (kind === 1) {
    put(into, 'engine.ignition.status', (first & 1) !== 0)
    put(into, 'custom.call_button', (first & 2) !== 0)
    put(into, 'din', value)
  } else if (kind === 6) put(into, `custom.pulses_${first}`, value)
  else if (kind === 7) put(into, `custom.freq_${first}`, value)
  else if (kind === 8) put(into, first > 0 ? `ain.${first}` : 'ain', value / 1000)
  else put(into, `custom.lines_${kind}`, value * 256 + first)
}

/** A fuel probe: level and tenths of a degree from -10 on; 0 and FFFF are none. */
function probe(n: number): Tag {
  return (into, data) => {
    const level = u16le(data)
    if (level === 0 || level === 0xffff) return
    put(into, `escort.lls.value.${n}`, level)
    put(into, `escort.lls.temperature.${n}`, (u16le(data) - 100) / 10)
  }
}

/** Tags as other servers read them, unless traffic contradicts it; others pass through as `custom.param.<tag>`. */
const tags: ReadonlyMap<number, Tag> = new Map<number, Tag>([
  [
    1,
    (into, data) => {
      put(into, 'battery.voltage', u16le(data) / 1000)
      put(into, 'external.powersource.voltage', u16le(data) / 1000)
    },
  ],
  [
    8,
    (into, data) => {
      put(into, 'gsm.mnc', u8(data))
      put(into, 'gsm.mcc', u16le(data))
      put(into, 'custom.rssi', u8(data))
    },
  ],
  [2, (into, data) => put(into, 'driver.id', String(u32le(data)))],
  [6, readLines],
  [
    7,
    (into, data) => {
      put(into, 'gsm.cellid', u16le(data))
      put(into, 'gsm.lac', u16le(data))
    },
  ],
  [9, (into, data) => put(into, 'custom.status', u32le(data))],
  ...run(30, 8, (n) => (into, data) => put(into, `ain.${n}`, u16le(data) / 1000)),
  ...run(40, 10, (n) => (into, data) => put(into, `sensor.temperature.${n}`, i16le(data) / 100)),
  [51, (into, data) => put(into, 'custom.can_status', u32le(data))],
  [52, (into, data) => put(into, 'can.engine.motorhours', u32le(data) / 100)],
  [53, (into, data) => put(into, 'can.vehicle.mileage', u32le(data) / 100)],
  [54, (into, data) => put(into, 'can.fuel.consumed', u32le(data) / 10)],
  [55, (into, data) => put(into, 'can.fuel.level', u16le(data) / 10)],
  [56, (into, data) => put(into, 'can.fuel.volume', u32le(data))],
  [57, (into, data) => put(into, 'can.engine.rpm', u16le(data))],
  [58, (into, data) => put(into, 'can.engine.temperature', u32le(data))],
  [59, (into, data) => put(into, 'can.vehicle.speed', u32le(data))],
  ...run(60, 5, (n) => (into, data) => put(into, `can.axle.weight.${n}`, u32le(data))),
  [67, (into, data) => put(into, 'can.adblue.level', u16le(data) / 10)],
  [
    69,
    (into, data) => {
      put(into, 'can.engine.load.level', u8(data))
      put(into, 'can.throttle.level', u8(data))
      put(into, 'custom.motion_status', u16le(data))
    },
  ],
  ...run(71, 9, probe),
  [100, (into, data) => put(into, 'custom.tachograph_odometer', u32le(data) / 100)],
  [102, (into, data) => put(into, 'custom.tachograph_power', u32le(data) / 1000)],
  [151, (into, data) => put(into, 'position.hdop', u16le(data) / 100)],
])
