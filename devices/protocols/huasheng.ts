/**
 * Huasheng OBD trackers (3G1, 4G), over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   C0, flag, 0, u16 length, u16 type, u16 sum, u32 number, content, C0     DB DC stands for C0, DB DD for DB
 *   AA02 login: {u16 id, u16 length with both, data} → FF03 with 0     AA00 position → FF01  AA12 fault codes → FF13
 *   0002 handshake: count, {u16 length, u16 id, data} → 0003           others are not answered
 *
 * The sum is not described and was 0 in all traffic.
 */
import {
  be16,
  be32,
  checkedLength,
  left,
  part,
  type Reader,
  reader,
  skip,
  take,
  textOf,
  toHex,
  u8,
  u16,
  u32,
} from '../bytes/bytes.ts'
import { checkedIdent } from '../bytes/text.ts'
import { escaped, unescaped } from '../families/escaped.ts'
import { told } from '../families/lines.ts'
import { draft, put } from '../message.ts'
import { type Command, type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { readPlace } from './huasheng/place.ts'

const frameBytesMax = 2048
const mark = 0xc0
const sign = 0xdb
const followers = { 220: 0xc0, 221: 0xdb }
const headBytes = 12

export default defineDecoder({
  frameBytesMax,

  recognise(bytes) {
    if (bytes[0] !== mark) return 'no'
    if (bytes.length < 8) return 'more'
    const type = bytes[5]! * 256 + bytes[6]!
    return types.has(type) && bytes[2]! < 0x10 ? 'yes' : 'no'
  },

  frame(buffer) {
    if (buffer[0] !== mark) throw new ProtocolError('a packet begins with C0')
    const end = buffer.indexOf(mark, 1)
    checkedLength(end < 0 ? buffer.length : end + 1, frameBytesMax)
    // Two delimiters in a row: the first ended a packet whose beginning we missed.
    return end === 1 ? 1 : end + 1
  },

  decode(frame): Decoded {
    if (frame.length < 2) return {}
    const bytes = unescaped(frame.subarray(1, frame.length - 1), sign, followers)
    const input = reader(bytes)
    skip(input, 4)
    const type = u16(input)
    skip(input, 2)
    return read(type, u32(input), input)
  },

  commands: { interval: 'none', 'engine.stop': 'none', 'engine.resume': 'none' },

  encode(command) {
    const order = orderOf(command)
    return order && packet(0, order.type, command.id ?? 1, order.content)
  },
})

const login = 0xaa02
const place = 0xaa00
const faults = 0xaa12
const handshake = 0x0002
const types = new Set([login, place, faults, handshake, 0x0060])

function read(type: number, number: number, input: Reader): Decoded {
  switch (type) {
    case login: {
      const ident = imeiIn(input, false)
      return { ...(ident ? { ident, reply: packet(1, 0xff03, number, [0]) } : {}) }
    }
    case handshake: {
      const ident = imeiIn(input, true)
      return { ...(ident ? { ident } : {}), reply: packet(1, 0x0003, number) }
    }
    case place:
      return { ...readPlace(input), reply: packet(1, 0xff01, number) }
    case faults:
      return { ...readFaults(input), reply: packet(1, 0xff13, number) }
    default:
      return {}
  }
}

/** The handshake writes the length before the id, and a count before all. */
function imeiIn(input: Reader, isHandshake: boolean): string | undefined {
  if (isHandshake) skip(input, 1)
  while (left(input) >= 4) {
    const [one, two] = [u16(input), u16(input)]
    const [id, size] = isHandshake ? [two, one] : [one, two]
    const item = part(input, Math.min(Math.max(size - 4, 0), left(input)))
    if (id === (isHandshake ? 0xa004 : 0x0003)) return checkedIdent(textOf(take(item, left(item))))
  }
  return undefined
}

/** Two bytes for each code: the system in the first two bits, then its digits. */
function readFaults(input: Reader): Decoded {
  const into = draft()
  skip(input, 4)
  const codes: string[] = []
  while (left(input) >= 2) {
    const high = u8(input)
    codes.push(
      `${'PCBU'[high >> 6]}${(high >> 4) & 3}${(high & 15).toString(16)}${toHex(take(input, 1))}`.toUpperCase(),
    )
  }
  put(into, 'can.dtc', codes.join(' '))
  put(into, 'can.dtc.number', codes.length)
  return told(undefined, into)
}

function packet(flag: number, type: number, number: number, content: readonly number[] = []): Uint8Array {
  const body = [flag, 0, ...be16(headBytes + content.length), ...be16(type), 0, 0, ...be32(number), ...content]
  return Uint8Array.from([mark, ...escaped(body, sign, followers), mark])
}

/** An interval is item 2 of the settings; the output has a packet of its own. */
function orderOf({ kind, seconds }: Command): { type: number; content: number[] } | undefined {
  if (kind === 'engine.stop') return { type: 0xaa16, content: [1] }
  if (kind === 'engine.resume') return { type: 0xaa16, content: [0] }
  if (kind !== 'interval' || seconds === undefined || seconds > 0xffff) return undefined
  return { type: 0xaa04, content: [0, 2, 0, 6, ...be16(seconds)] }
}
