/**
 * Castel OBD trackers (IDD-212, 213, 218, 234) and MPIP, over TCP and UDP.
 * Source: recorded traffic and general knowledge of the format; we have no document from the maker (docs/protocols.md).
 *
 *   SC, CC   @@, u16 length of all, u8 version, 20 bytes id, u16 type (the only number that is not little-endian),
 *            body, u16 CRC-16/X-25 of all before it, 0D0A
 *   MPIP     $$, the same without a version
 *
 *   1001 login → 9001 with FFFFFFFF, 0000 (stay with this server) and the time     1003 heartbeat → 9003
 *   4001 positions  4002, 4005 values of the engine  4003 acceleration  4006, 400B faults   4008 cell   4009 asleep
 *   4007 alarm → C007 with its number   400E fuel   401F all of it   A002 an answer to a question   B001 asked position
 *   1002 logout   5101 wants help with a fix   4206 of CC: stored positions → 8206  4201 to 4206 of MPIP: positions
 */
import {
  ascii,
  be16,
  checkedLength,
  concat,
  i16le,
  latin1,
  le16,
  le32,
  left,
  part,
  type Reader,
  reader,
  skip,
  take,
  toHex,
  u8,
  u16,
  u16le,
  u32le,
} from '../bytes/bytes.ts'
import { crc16X25 } from '../bytes/checksum.ts'
import { checkedIdent } from '../bytes/text.ts'
import { draft, finish, type Message, put, putCells } from '../message.ts'
import { defineDecoder, ProtocolError } from '../protocol.ts'
import type { ParameterName } from '../values/parameters.ts'
import { readAcceleration, readAlarmList, readAlarms, readFaults, readValues } from './castel/engine.ts'
import { putPlace, putStatus, readItems, readStatus } from './castel/status.ts'

const frameBytesMax = 4096
const idBytes = 20
const at = 0x40
const dollar = 0x24

export default defineDecoder({
  frameBytesMax,

  recognise(bytes) {
    const first = bytes[0]
    if ((first !== at && first !== dollar) || (bytes[1] ?? first) !== first) return 'no'
    if (bytes.length < 7) return 'more'
    // Meiligao also says $$, but its length is big-endian and its id no text.
    const length = bytes[2]! + bytes[3]! * 256
    const idAt = first === at ? 5 : 4
    const isText = [bytes[idAt]!, bytes[idAt + 1]!].every((byte) => byte >= 0x30 && byte <= 0x7a)
    return length >= 31 - (5 - idAt) && length <= frameBytesMax && isText && (first === dollar || bytes[4]! < 0x20)
      ? 'yes'
      : 'no'
  },

  frame(buffer) {
    if (buffer[0] !== at && buffer[0] !== dollar) throw new ProtocolError('a packet begins with @@ or $$')
    if (buffer.length < 4) return 0
    const length = checkedLength(buffer[2]! + buffer[3]! * 256, frameBytesMax)
    if (length < 30) throw new ProtocolError('a packet without an id and a type')
    return buffer.length >= length ? length : 0
  },

  decode(frame, _state, receivedAt, unit) {
    const isVersioned = frame[0] === at
    const idAt = isVersioned ? 5 : 4
    if (frame.length < idAt + idBytes + 6) throw new ProtocolError('a packet without an id and a type')
    const end = frame.length - 4
    const isWhole = crc16X25(frame, 0, end) === frame[end]! + frame[end + 1]! * 256
    if (!isWhole && unit?.settings?.checksum !== 'ignore') return {}
    const input = reader(frame, idAt, end)
    const id = take(input, idBytes)
    const ident = checkedIdent(latin1(id).split('\0')[0]!)
    const type = u16(input)
    const head = frame.subarray(0, idAt)
    const body = readBody(isVersioned ? frame[4]! : 0, type, input, receivedAt)
    const messages = body.messages.length > 0 ? { messages: body.messages } : {}
    return {
      ident,
      ...messages,
      ...(body.answer ? { reply: packet(head, id, answerType(type, isVersioned ? frame[4]! : 0), body.answer) } : {}),
    }
  },
})

/** SC answers 4007 with C007, CC answers 4001 with 8001. */
const answerType = (type: number, version: number): number =>
  isSc(version) || type < 0x4000 ? type ^ 0x8000 : type ^ 0xc000

const isSc = (version: number): boolean => version === 3 || version === 4

function packet(head: Uint8Array, id: Uint8Array, type: number, body: readonly number[]): Uint8Array {
  const size = head.length + idBytes + 2 + body.length + 4
  const start = concat(head.subarray(0, 2), le16(size), head.subarray(4), id, be16(type), body)
  return concat(start, le16(crc16X25(start)), ascii('\r\n'))
}

interface Body {
  readonly messages: readonly Message[]
  readonly answer?: readonly number[]
}

const nothing: readonly number[] = []

function readBody(version: number, type: number, input: Reader, receivedAt: Date): Body {
  if (!isSc(version)) return readSimple(version, type, input)
  switch (type) {
    case 0x1001: {
      const now = Math.floor(receivedAt.getTime() / 1000)
      return { messages: readPlaces(input), answer: [0xff, 0xff, 0xff, 0xff, 0, 0, ...le32(now)] }
    }
    case 0x1002:
      return { messages: readPlaces(input) }
    case 0x1003:
      return { messages: [], answer: nothing }
    case 0xb001:
      skip(input, 2)
      return { messages: readPlaces(input) }
    case 0x400e:
      return { messages: readFuel(input) }
    case 0x4003:
      return one(input, (into) => readAcceleration(into, input))
    case 0x4008:
      return one(input, (into) => putCells(into, [{ lac: u16le(input), cellid: u16le(input) }]))
    case 0x4009:
      skip(input, 4)
      return { messages: readBare(input, 1) }
    case 0x5101:
      return { messages: readBare(input, 1) }
    case 0x4001: {
      const isStored = u8(input) === 1
      return { messages: readPlaces(input, isStored) }
    }
    case 0x4002:
    case 0x4005:
      return one(input, (into) => readValues(into, input, type === 0x4002))
    case 0x4006:
    case 0x400b:
      return one(input, (into) => readFaults(into, input, type === 0x400b))
    case 0x4007: {
      const number = u32le(input)
      return { ...one(input, (into) => readAlarms(into, input)), answer: le32(number) }
    }
    case 0x401f: {
      const isStored = u8(input) === 1
      skip(input, 4)
      return one(input, (into) => {
        if (isStored) put(into, 'message.buffered.status', true)
        readExtra(into, input)
      })
    }
    case 0xa002:
      return { messages: [readAnswer(input)] }
    default:
      return { messages: [] }
  }
}

function one(input: Reader, read: (into: ReturnType<typeof draft>) => void): Body {
  const into = draft()
  putStatus(into, readStatus(input))
  read(into)
  const message = finish(into)
  return { messages: message ? [message] : [] }
}

/** One message per position; without a position a login says nothing we would keep. */
function readPlaces(input: Reader, isStored?: boolean): Message[] {
  const status = readStatus(input)
  return readItems(input).map((item) => {
    const into = draft()
    putStatus(into, status)
    putPlace(into, item)
    if (isStored !== undefined) put(into, 'message.buffered.status', isStored)
    return finish(into)!
  })
}

/** 400E: positions, then a reading of the fuel sensor for each. */
function readFuel(input: Reader): Message[] {
  const places = readPlaces(input)
  return places.map((place) => (left(input) >= 2 ? { ...place, 'custom.adc_1': u16le(input) } : place))
}

/** Positions with nothing before them; after each, bytes we have no name for. */
function readBare(input: Reader, count: number, behind = 0): Message[] {
  const messages: Message[] = []
  for (let n = 0; n < count && left(input) >= itemBytes; n++) {
    const into = draft()
    putPlace(into, readItems(input, 1)[0]!)
    messages.push(finish(into)!)
    skip(input, Math.min(behind, left(input)))
  }
  return messages
}

const itemBytes = 19
const stateBytes = 16

/** A position of CC: state, battery, mileage, fence and its flags, flags, area and cell. */
function readCc(input: Reader): Message {
  const into = draft()
  putPlace(into, readItems(input, 1)[0]!)
  if (left(input) >= stateBytes - 4) {
    put(into, 'custom.status', u32le(input))
    put(into, 'custom.battery', u8(input))
    put(into, 'vehicle.mileage', u32le(input) / 1000)
    put(into, 'custom.fence', u8(input))
    put(into, 'custom.fence_flags', u8(input))
    put(into, 'custom.flags', u8(input))
  }
  if (left(input) >= 4) putCells(into, [{ lac: u16le(input), cellid: u16le(input) }])
  return finish(into)!
}

/** MPIP ($$, version 0) and the older CC. */
function readSimple(version: number, type: number, input: Reader): Body {
  switch (type) {
    case 0x1003:
      return { messages: [], answer: nothing }
    case 0x4001:
      return { messages: [readCc(input)], answer: nothing }
    case 0x2001:
      return { messages: readNumbered(input) }
    case 0x4201:
    case 0x4202:
      return { messages: readBare(input, 1) }
    case 0x4204:
      return { messages: readBare(input, 8, 31) }
    case 0x4206:
      return version === 0 && left(input) < 2 + itemBytes ? { messages: readBare(input, 1) } : readStored(input)
    default:
      return { messages: [] }
  }
}

/** A number, a time and a byte, then a position. */
function readNumbered(input: Reader): Message[] {
  const number = u32le(input)
  skip(input, 5)
  return readBare(input, 1).map((message) => ({ 'record.seqnum': number, ...message }))
}

/** 1 from memory, number of positions, and the state after each where there is room for it. */
function readStored(input: Reader): Body {
  const number = u8(input)
  const count = u8(input)
  const hasState = left(input) >= count * (itemBytes + stateBytes)
  const messages: Message[] = []
  for (let n = 0; n < count && left(input) >= itemBytes; n++) {
    const message = hasState ? readCc(part(input, itemBytes + stateBytes)) : readBare(input, 1)[0]!
    messages.push(number === 1 ? { ...message, 'message.buffered.status': true } : message)
  }
  return { messages, answer: [number] }
}

/** Values with a tag and a length after the positions. */
function readExtra(into: ReturnType<typeof draft>, input: Reader): void {
  const [item] = readItems(input)
  if (item) putPlace(into, item)
  while (left(input) >= 4) {
    const tag = u16le(input)
    const value = take(input, u16le(input))
    const data = reader(value)
    if (Object.hasOwn(tags, tag) && value.length >= tags[tag]![0]) tags[tag]![1](into, data)
    else put(into, `custom.param.${tag}`, toHex(value) || undefined)
  }
}

type Draft = ReturnType<typeof draft>

const tenths =
  (name: ParameterName, divisor = 10) =>
  (into: Draft, data: Reader) =>
    put(into, name, i16le(data) / divisor)

/** By tag: the fewest bytes it has, and what they are. */
const tags: Readonly<Record<number, readonly [least: number, read: (into: Draft, data: Reader) => void]>> = {
  2: [1, readTagged],
  6: [2, (into, data) => readFaults(into, data, false)],
  7: [
    5,
    (into, data) => {
      skip(data, 4)
      readAlarmList(into, data)
    },
  ],
  11: [2, (into, data) => readFaults(into, data, true)],
  16: [2, tenths('device.temperature')],
  17: [2, tenths('sensor.temperature.1')],
  18: [2, tenths('sensor.temperature.2')],
  19: [2, tenths('sensor.temperature.3')],
  20: [2, tenths('sensor.temperature.4')],
  32: [2, tenths('external.powersource.voltage', 100)],
  33: [2, tenths('battery.voltage', 100)],
}

/** A number of values, each with its id and its length. */
function readTagged(into: Draft, data: Reader): void {
  for (let count = u8(data); count > 0 && left(data) >= 4; count--) {
    const id = u16le(data)
    put(into, `custom.pid_${id}`, toHex(take(data, Math.min(u16le(data), left(data)))))
  }
}

/** Tags that were refused, then what was asked for by its tag: 2001 is the VIN. */
function readAnswer(input: Reader): Message {
  skip(input, 4)
  skip(input, u8(input) * 2)
  const into = draft()
  const values: string[] = []
  for (let count = u8(input); count > 0 && left(input) >= 4; count--) {
    const tag = u16le(input)
    const value = latin1(take(input, u16le(input)))
    values.push(value)
    if (tag === 0x2001) put(into, 'vehicle.vin', value)
  }
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', values.join(','))
  return finish(into)!
}
