/**
 * Castel OBD trackers (IDD-212, 213, 218, 234) and MPIP, over TCP and UDP.
 * Source: recorded traffic and what is commonly known of the format; we have no document of the maker (docs/protocols.md).
 *
 *   SC, CC   @@, u16 length of all, u8 version, 20 bytes id, u16 type (the only number that is not little-endian),
 *            body, u16 CRC-16/X-25 of all before it, 0D0A
 *   MPIP     $$, the same without a version
 *
 *   1001 login → 9001 with FFFFFFFF, 0000 (stay with this server) and the time     1003 heartbeat → 9003
 *   4001 places   4002, 4005 values of the engine   4006, 400B faults   4007 alarm → C007 with its number
 *   401F all of it   A002 an answer to a question   4206 stored places
 */
import {
  ascii,
  be16,
  checkedLength,
  concat,
  latin1,
  le16,
  le32,
  left,
  type Reader,
  reader,
  skip,
  take,
  toHex,
  u8,
  u16,
  u16le,
  u32le,
} from '../bytes.ts'
import { crc16X25 } from '../checksum.ts'
import { draft, finish, type Message, put } from '../message.ts'
import { defineDecoder, ProtocolError } from '../protocol.ts'
import { checkedIdent } from '../text.ts'
import { readAlarms, readFaults, readValues } from './castel/engine.ts'
import { putPlace, putStatus, readItems, readStatus } from './castel/status.ts'

type State = Record<string, never>

const frameBytesMax = 4096
const idBytes = 20
const at = 0x40
const dollar = 0x24

export default defineDecoder<State>({
  frameBytesMax,
  start: () => ({}),

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
  if (!isSc(version)) return readSimple(type, input)
  switch (type) {
    case 0x1001: {
      const now = Math.floor(receivedAt.getTime() / 1000)
      return { messages: readPlaces(input), answer: [0xff, 0xff, 0xff, 0xff, 0, 0, ...le32(now)] }
    }
    case 0x1003:
      return { messages: [], answer: nothing }
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
    case 0x401f:
      skip(input, 5)
      return one(input, (into) => readExtra(into, input))
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

/** One message per place; without a place a login says nothing we would keep. */
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

/** MPIP and the older CC: bare places. */
function readSimple(type: number, input: Reader): Body {
  if (type === 0x4206) {
    const number = u8(input)
    const messages = readItems(input).map((item) => {
      const into = draft()
      putPlace(into, item)
      return finish(into)!
    })
    return { messages, answer: [number] }
  }
  const into = draft()
  if (type === 0x2001) {
    put(into, 'record.seqnum', u32le(input))
    skip(input, 5)
  } else if (type !== 0x4001) return { messages: [], ...(type === 0x1003 ? { answer: nothing } : {}) }
  putPlace(into, readItems(input, 1)[0]!)
  const message = finish(into)
  return { messages: message ? [message] : [], ...(type === 0x4001 ? { answer: nothing } : {}) }
}

/** Values with a tag and a length behind the places. */
function readExtra(into: ReturnType<typeof draft>, input: Reader): void {
  const [item] = readItems(input)
  if (item) putPlace(into, item)
  while (left(input) >= 4) {
    const tag = u16le(input)
    const value = take(input, u16le(input))
    if (tag === 0x21 && value.length === 2) put(into, 'battery.voltage', (value[0]! + value[1]! * 256) / 100)
    else put(into, `custom.param.${tag}`, toHex(value) || undefined)
  }
}

/** What was asked for by its tag: 2001 is the VIN. */
function readAnswer(input: Reader): Message {
  skip(input, 6)
  const tag = u16le(input)
  const value = latin1(take(input, u16le(input)))
  const into = draft()
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', value)
  if (tag === 0x2001) put(into, 'vehicle.vin', value)
  return finish(into)!
}
