/**
 * Navtelecom, over TCP: SIGNAL, SMART and START of all generations.
 * Source: "NTCB protocol" and "FLEX protocol", Navtelecom wiki for developers.
 *
 *   @NTC, u32 receiver, u32 sender, u16 length of the body, u8 XOR of the body, u8 XOR of the 15 bytes before, body
 *     *>S:<IMEI>                                 → *<S
 *     *>FLEX B0, protocol, structure, bits, mask → *<FLEX B0, protocol, structure
 *     *>A u8 number, records                     → *<A number        records of a fixed layout
 *     *>T record                                 → *<T u32 number    one of them, at once
 *     *@…                                        nothing: the answer to a command
 *   ~A u8 number, records, CRC-8                 → ~A number, CRC-8  FLEX records from the archive
 *   ~T u32 number, record, CRC-8                 → ~T number, CRC-8  one of them, at once
 *   ~C record, CRC-8                             → ~C CRC-8          the present state
 *   ~E, ~X                                       → the same: packages of other equipment, not read
 *   7F                                           nothing: a ping
 *
 * The mask says once per connection which fields a record has, and so how long it is. A packet with a wrong checksum is not
 * answered: it comes again.
 */
import {
  ascii,
  checkedLength,
  concat,
  latin1,
  le16,
  le32,
  left,
  mayStartWith,
  type Reader,
  reader,
  skip,
  take,
  textOf,
  u8,
  u32le,
} from '../bytes/bytes.ts'
import { crc8, xor8 } from '../bytes/checksum.ts'
import { isDigits } from '../bytes/text.ts'
import { draft, finish, type Message, put } from '../message.ts'
import { type Command, type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { readFixed } from './navis/fixed.ts'
import { fieldsOf, readRecord, recordBytes } from './navis/flex.ts'

/** 255 records of one byte count are never sent; a tracker's buffer holds a few kilobytes. */
const frameBytesMax = 16_384
const headBytes = 16
const preamble = ascii('@NTC')
const ping = 0x7f
const flex = 0x7e

interface State {
  readonly ident?: string
  /** The addresses of an NTCB packet to the tracker. */
  readonly to?: number
  readonly from?: number
  /** Of a FLEX record, when the tracker has offered a mask. */
  readonly fields?: readonly number[]
}

export default defineDecoder<State>({
  frameBytesMax,

  recognise: (bytes) => (!mayStartWith(bytes, preamble) ? 'no' : bytes.length < preamble.length ? 'more' : 'yes'),

  frame(buffer, state) {
    if (buffer[0] === ping) return 1
    const size = buffer[0] === flex ? flexLength(buffer, state) : controlLength(buffer)
    checkedLength(size, frameBytesMax)
    return size === 0 || buffer.length < size ? 0 : size
  },

  decode(frame, state, _receivedAt, unit) {
    if (frame[0] === ping) return {}
    const isTrusting = unit?.settings?.checksum === 'ignore'
    if (frame[0] !== flex) return readControl(frame, state, isTrusting)
    if (frame.length < 3) throw new ProtocolError('no packet')
    if (crc8(frame, 0, frame.length - 1) !== frame.at(-1) && !isTrusting) return {}
    return readFlex(frame, state)
  },

  commands: { text: 'plain' },

  encode(command: Command, { to, from }) {
    if (command.kind !== 'text' || !command.text) return undefined
    const text = command.text.startsWith('*') ? command.text : `*!${command.text}`
    return control(ascii(text), to ?? 0, from ?? 1)
  },
})

function controlLength(buffer: Uint8Array): number {
  if (!mayStartWith(buffer, preamble)) throw new ProtocolError('no packet')
  return buffer.length < headBytes ? 0 : headBytes + buffer[12]! + buffer[13]! * 256
}

/** 0 while its first bytes are missing. */
function flexLength(buffer: Uint8Array, { fields }: State): number {
  if (buffer.length < 2) return 0
  const kind = String.fromCharCode(buffer[1]!)
  if (kind === 'E') return packagesLength(buffer)
  if (kind === 'X') return buffer.length < 8 ? 0 : 8 + buffer[6]! + buffer[7]! * 256 + 1
  if (kind !== 'A' && kind !== 'T' && kind !== 'C') throw new ProtocolError(`packet ${buffer[1]}`)
  if (!fields) throw new ProtocolError('records before an agreement on their fields')
  const bytes = recordBytes(fields)
  if (kind === 'T') return 6 + bytes + 1
  if (kind === 'C') return 2 + bytes + 1
  return buffer.length < 3 ? 0 : 3 + buffer[2]! * bytes + 1
}

/** u8 number, then each with its u16 length. */
function packagesLength(buffer: Uint8Array): number {
  let at = 3
  for (let count = buffer[2] ?? 1; count > 0; count--) {
    if (buffer.length < at + 2) return 0
    at += 2 + buffer[at]! + buffer[at + 1]! * 256
    checkedLength(at, frameBytesMax)
  }
  return at + 1
}

/** An NTCB packet around a body. */
function control(body: Uint8Array, to: number, from: number): Uint8Array {
  const head = concat(preamble, le32(to), le32(from), le16(body.length), [xor8(body)])
  return concat(head, [xor8(head)], body)
}

const sealed = (bytes: Uint8Array): Uint8Array => concat(bytes, [crc8(bytes)])

function readControl(frame: Uint8Array, state: State, isTrusting: boolean): Decoded<State> {
  if (controlLength(frame) !== frame.length) throw new ProtocolError('the length is another')
  const isIntact = xor8(frame, headBytes) === frame[14] && xor8(frame, 0, headBytes - 1) === frame[15]
  if (!isIntact && !isTrusting) return {}
  const data = reader(frame, 4)
  const from = u32le(data)
  const to = u32le(data)
  skip(data, 4)
  const addressed: State = { ...state, to, from }
  const answered = (body: Uint8Array) => control(body, to, from)
  const start = latin1(frame.subarray(headBytes, headBytes + 6))
  if (start.startsWith('*>S:')) {
    skip(data, 4)
    const ident = latin1(take(data, left(data))).trim()
    if (!isDigits(ident) || ident.length > 20) throw new ProtocolError('no IMEI')
    return { ident, reply: answered(ascii('*<S')), state: { ...addressed, ident } }
  }
  if (start === '*>FLEX') {
    skip(data, 6)
    const { fields, versions } = readOffer(data)
    return { reply: answered(concat(ascii('*<FLEX'), versions)), state: { ...addressed, fields } }
  }
  skip(data, Math.min(3, left(data)))
  if (start.startsWith('*>A')) return { ...readArchive(data, answered), state: addressed }
  if (start.startsWith('*>T')) {
    const record = left(data) > 0 ? readFixed(data) : undefined
    if (!record) return { state: addressed }
    const reply = answered(concat(ascii('*<T'), le32(record.number)))
    return { messages: [record.message], reply, state: addressed }
  }
  return { ...readAnswer(frame.subarray(headBytes)), state: addressed }
}

/** u8 protocol B0, u8 its version, u8 version of the structure, u8 number of bits, mask. */
function readOffer(data: Reader): { readonly fields: readonly number[]; readonly versions: readonly number[] } {
  const protocol = u8(data)
  const version = u8(data)
  const structure = u8(data)
  const bits = u8(data)
  const fields = fieldsOf(take(data, (bits + 7) >> 3), bits)
  return { fields, versions: [protocol, version, structure] }
}

function readArchive(data: Reader, answered: (body: Uint8Array) => Uint8Array): Decoded<State> {
  const count = u8(data)
  const messages: Message[] = []
  for (let index = 0; index < count; index++) {
    const record = left(data) > 0 ? readFixed(data) : undefined
    // No reply: the tracker keeps it.
    if (!record) return {}
    messages.push(record.message)
  }
  return { messages, reply: answered(concat(ascii('*<A'), [count])) }
}

function readAnswer(body: Uint8Array): Decoded<State> {
  if (body[0] !== 0x2a || (body[1] !== 0x40 && body[1] !== 0x23)) return {}
  const into = draft()
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', textOf(body))
  return { messages: [finish(into)!] }
}

function readFlex(frame: Uint8Array, { fields = [] }: State): Decoded<State> {
  const kind = String.fromCharCode(frame[1]!)
  const data = reader(frame, 2, frame.length - 1)
  // What is repeated in the answer: the number of records, or the number of the one record.
  const repeated = take(data, kind === 'A' || kind === 'E' ? 1 : kind === 'T' || kind === 'X' ? 4 : 0)
  const reply = sealed(concat(frame.subarray(0, 2), repeated))
  if (kind === 'E' || kind === 'X') return { reply }
  const count = kind === 'A' ? repeated[0]! : 1
  if (count === 0) return { reply }
  const bytes = left(data) / count
  if (bytes !== recordBytes(fields)) throw new ProtocolError('the length is another')
  const messages: Message[] = []
  for (let index = 0; index < count; index++) {
    const from = data.at + index * bytes
    const message = readRecord(fields, reader(frame, from, from + bytes))
    if (message) messages.push(kind === 'C' ? { ...message, 'message.type': 'current' } : message)
  }
  return { ...(messages.length > 0 ? { messages } : {}), reply }
}
