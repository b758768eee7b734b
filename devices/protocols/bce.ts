/**
 * BCE (Baltic Car Equipment, now Xirgo), over TCP: FMS500 and FM Blue.
 * Source: "Simplified communication protocol of BCE generic devices" (packets and answers); the masks of a structure were
 * worked out from traffic (docs/protocols.md).
 *
 *   #BCE# CR LF    said first, not answered
 *   packet         u64 IMEI, blocks { u16 length, u8 service, u8 key, data }, u8 sum of all before it. Little-endian.
 *     A5 stored structures                       → IMEI, 0002, 19, key without its highest bit, sum
 *     A0 structures sent by time                 not answered
 *   structure      u8 length, u32 ticks of two seconds since 2008 above four bits of a kind
 *     7 values: masks of fifteen bits (the sixteenth says that another follows), then the fields of the bits set
 *     6 an event: two bytes of a code, and what follows them
 *
 * A packet does not say how long it is: it ends with the block after which the sum is right.
 */
import {
  ascii,
  concat,
  left,
  mayStartWith,
  part,
  type Reader,
  reader,
  take,
  toHex,
  u8,
  u16le,
  u32le,
  u64le,
} from '../bytes/bytes.ts'
import { sum8 } from '../bytes/checksum.ts'
import { draft, finish, type Message, put } from '../message.ts'
import { defineDecoder, ProtocolError, type Recognition } from '../protocol.ts'
import { readValues } from './bce/masks.ts'

const greeting = ascii('#BCE#\r\n')
const idBytes = 8
const stored = 0xa5
const timed = 0xa0
const confirm = 0x19
const frameBytesMax = 8192
const blocksMax = 8
/** 2008-01-01. The 28 bits of the ticks turn over every seventeen years. */
const epoch = 1_199_145_600
const turn = 2 * 2 ** 28
const day = 86_400

export default defineDecoder({
  frameBytesMax,
  recognise,

  frame(buffer) {
    if (mayStartWith(buffer, greeting)) return buffer.length < greeting.length ? 0 : greeting.length
    return packetLength(buffer)
  },

  decode(frame, _state, receivedAt, unit) {
    // The line end may have been cut off.
    if (mayStartWith(frame, greeting)) return {}
    if (frame.length < idBytes + 5) throw new ProtocolError('no packet')
    const isRight = sum8(frame, 0, frame.length - 1) === frame.at(-1)
    if (!isRight && unit?.settings?.checksum !== 'ignore') return {}
    const data = reader(frame, 0, frame.length - 1)
    const ident = String(u64le(data))
    const messages: Message[] = []
    const replies: Uint8Array[] = []
    while (left(data) > 0) {
      const block = part(data, u16le(data))
      const service = u8(block)
      const key = u8(block)
      if (service === stored) replies.push(confirmation(frame.subarray(0, idBytes), key))
      if (service === stored || service === timed) messages.push(...readStructures(block, receivedAt))
    }
    return {
      ident,
      ...(messages.length > 0 ? { messages } : {}),
      ...(replies.length > 0 ? { reply: concat(...replies) } : {}),
    }
  },
})

/** Older trackers begin without a greeting: an IMEI and a block with structures will do. */
function recognise(bytes: Uint8Array): Recognition {
  if (mayStartWith(bytes, greeting)) return bytes.length < 5 ? 'more' : 'yes'
  // Fifteen digits leave the highest byte empty, and the one before nearly so.
  if ((bytes[7] ?? 0) !== 0 || (bytes[6] ?? 0) > 3) return 'no'
  if (bytes.length < idBytes + 4) return 'more'
  const imei = u64le(reader(bytes))
  const isImei = imei >= 10n ** 14n && imei < 10n ** 15n
  const length = bytes[8]! + bytes[9]! * 256
  return isImei && length > 2 && length < frameBytesMax && (bytes[10] === stored || bytes[10] === timed) ? 'yes' : 'no'
}

function packetLength(buffer: Uint8Array): number {
  let at = idBytes
  let sum = sum8(buffer, 0, Math.min(at, buffer.length))
  for (let block = 0; block < blocksMax; block++) {
    if (buffer.length < at + 2) return 0
    const end = at + 2 + buffer[at]! + buffer[at + 1]! * 256
    if (end < at + 4 || end >= frameBytesMax) throw new ProtocolError('a block of a length no tracker sends')
    if (buffer.length <= end) return 0
    sum = (sum + sum8(buffer, at, end)) & 0xff
    if (buffer[end] === sum) return end + 1
    at = end
  }
  throw new ProtocolError('no sum is right')
}

function confirmation(id: Uint8Array, key: number): Uint8Array {
  const bytes = concat(id, [2, 0, confirm, key & 0x7f])
  return concat(bytes, [sum8(bytes)])
}

function readStructures(block: Reader, receivedAt: Date): Message[] {
  const messages: Message[] = []
  while (left(block) > 0) {
    const data = part(block, u8(block))
    if (left(data) < 6) continue
    const head = u32le(data)
    const into = draft()
    if ((head & 15) === 7) readValues(into, data)
    else if ((head & 15) === 6) {
      put(into, 'custom.event', toHex(take(data, 2)))
      put(into, 'position.valid', false)
    } else continue
    put(into, 'timestamp', timeOf(head >>> 4, receivedAt))
    messages.push(finish(into)!)
  }
  return messages
}

/** The latest moment that these ticks can mean. A clock up to a day ahead is accepted. */
function timeOf(ticks: number, receivedAt: Date): number {
  const first = epoch + ticks * 2
  const turns = Math.floor((receivedAt.getTime() / 1000 + day - first) / turn)
  return first + Math.max(0, turns) * turn
}
