/**
 * Meiligao (VT300, VT310, VT400, GT30i, GT60) and Redview, over TCP and UDP.
 * Source: recorded traffic and general knowledge of the format; we have no document from the maker (docs/protocols.md).
 *
 *   packet   $$, u16 length of all, 7 bytes id in BCD filled with F, u16 command, data, u16 CRC-16/CCITT-FALSE, 0D0A
 *   answer   @@, the same
 *
 *   5000 login → 4000 with 01, or 00      0001 heartbeat → 0001 with 01
 *   9955 position  9999 alarm, a byte before the position  9016, 6688 stored positions  9966 a card
 *   9901 values of the engine   9903 faults   0800, 9988 pictures, which are not kept
 *
 * Many clones compute the checksum wrongly: packets are accepted and marked.
 */

import { be16, checkedLength, concat, indexOf, latin1, reader, toHex, u16 } from '../bytes/bytes.ts'
import { crc16Ccitt } from '../bytes/checksum.ts'
import { draft, finish, type Message, put } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { putAlarm, readCard, readEngine, readPlace, readTotals } from './meiligao/place.ts'

interface State {
  readonly id?: Uint8Array
}

const frameBytesMax = 4096
const headBytes = 13
const tailBytes = 4
const dollar = 0x24
const at = 0x40

export default defineDecoder<State>({
  frameBytesMax,
  readsUnit: true,

  recognise(bytes) {
    if (bytes[0] !== dollar || (bytes[1] ?? dollar) !== dollar || (bytes[2] ?? 0) >= frameBytesMax >> 8) return 'no'
    if (bytes.length < headBytes) return 'more'
    const isId = bytes.subarray(4, 11).every((byte) => isDigitOrFill(byte >> 4) && isDigitOrFill(byte & 15))
    return isId ? 'yes' : 'no'
  },

  frame(buffer) {
    if (buffer[0] !== dollar && buffer[0] !== at) {
      const next = indexOf(buffer, dollar, dollar)
      if (next > 0) return next
      checkedLength(buffer.length, 64)
      return 0
    }
    if (buffer.length < headBytes) return 0
    const said = buffer[2]! * 256 + buffer[3]!
    if (said >= headBytes + tailBytes) {
      checkedLength(said, frameBytesMax)
      return buffer.length >= said ? said : 0
    }
    const end = indexOf(buffer, 13, 10, headBytes)
    checkedLength(end < 0 ? buffer.length : end, frameBytesMax)
    return end < 0 ? 0 : end + 2
  },

  decode(frame, _state, _receivedAt, unit) {
    if (frame[0] !== dollar && frame[0] !== at) return {}
    const size = bodyEnd(frame)
    if (size < headBytes) throw new ProtocolError('a packet without an id and a command')
    const id = frame.slice(4, 11)
    const ident = toHex(id).split('f')[0]!
    if (ident === '') throw new ProtocolError('a packet without an id')
    const command = u16(reader(frame, 11))
    const data = frame.subarray(headBytes, size)
    const read = readData(command, data, id, unit?.model)
    const isWhole = crc16Ccitt(frame, 0, size) === frame[size]! * 256 + frame[size + 1]!
    const isTrusted = isWhole || unit?.settings?.checksum === 'ignore'
    const messages = isTrusted
      ? read.messages
      : read.messages?.map((one) => ({ ...one, 'message.checksum.status': false }))
    return { ident, ...read, ...(messages ? { messages } : {}), state: { id } }
  },

  /** Its answers to them have never been recorded. */
  commands: { position: 'none', 'engine.stop': 'none', 'engine.resume': 'none' },

  encode(command, { id }) {
    if (!id) return undefined
    if (command.kind === 'position') return packet(id, 0x4101, [])
    if (command.kind === 'engine.stop') return packet(id, 0x4115, [1])
    return command.kind === 'engine.resume' ? packet(id, 0x4115, [0]) : undefined
  },
})

const isDigitOrFill = (nibble: number): boolean => nibble <= 9 || nibble === 15

/** Where the checksum begins: as the length says, or before the last line end when the length is wrong. */
function bodyEnd(frame: Uint8Array): number {
  const said = (frame[2] ?? 0) * 256 + (frame[3] ?? 0)
  if (said <= frame.length && frame[said - 2] === 13 && frame[said - 1] === 10) return said - tailBytes
  for (let end = frame.length; end >= headBytes + tailBytes; end--) {
    if (frame[end - 2] === 13 && frame[end - 1] === 10) return end - tailBytes
  }
  return frame.length - 2
}

function packet(id: Uint8Array, command: number, data: readonly number[]): Uint8Array {
  const start = concat([at, at], be16(headBytes + data.length + tailBytes), id, be16(command), data)
  return concat(start, be16(crc16Ccitt(start)), [13, 10])
}

function readData(command: number, data: Uint8Array, id: Uint8Array, model?: string): Decoded<State> {
  switch (command) {
    case 0x5000:
      return { reply: packet(id, 0x4000, [1]), refusal: packet(id, 0x4000, [0]) }
    case 0x0001:
      return { reply: packet(id, 0x0001, [1]) }
    case 0x9955:
      return one((into) => readPlace(into, latin1(data)))
    case 0x9016:
      return one((into) => {
        put(into, 'message.buffered.status', true)
        readPlace(into, textFrom(data))
      })
    case 0x9999:
      return one((into) => readAlarm(into, data, model))
    case 0x6688:
      return readStored(data)
    case 0x9966:
      return one((into) => readCard(into, data))
    case 0x9977:
      return one((into) => readPlace(into, latin1(data.subarray(2))))
    case 0x9901:
      return one((into) => readEngine(into, latin1(data)))
    case 0x9902:
      return one((into) => readTotals(into, latin1(data)))
    case 0x9903:
      return one((into) => put(into, 'can.dtc', latin1(data).replaceAll(',', ' ')))
    default:
      return {}
  }
}

function one(read: (into: ReturnType<typeof draft>) => void): Decoded<State> {
  const into = draft()
  read(into)
  const message = finish(into)
  return message ? { messages: [message] } : {}
}

/** The text of a position begins with six digits and a point. */
const isPlace = (data: Uint8Array): boolean => data[6] === 0x2e || data[6] === 0x2c

const textFrom = (data: Uint8Array): string => latin1(isPlace(data) ? data : data.subarray(1))

function readAlarm(into: ReturnType<typeof draft>, data: Uint8Array, model?: string): void {
  if (!isPlace(data) && data.length > 0) {
    putAlarm(into, data[0]!, model)
  }
  readPlace(into, textFrom(data))
}

/** A count, then a zero and a position each, with a backslash between them. */
function readStored(data: Uint8Array): Decoded<State> {
  const messages: Message[] = []
  for (const text of latin1(data.subarray(1)).split('\\')) {
    const into = draft()
    put(into, 'message.buffered.status', true)
    readPlace(into, text[0] === '\0' ? text.slice(1) : text)
    messages.push(finish(into)!)
  }
  return { messages }
}
