/**
 * Tramigo (T22, T23, M1), over TCP.
 * Source: recorded traffic and public implementations; of the maker's "T23 Fleet GPRS Specification" (0.94) we know the
 * contents page (docs/protocols.md).
 *
 *   80, version, u16le number, u16 type, u16le length, u16 mask, u16 sum, u32 id, u32le time, text … EOF
 *                                  B000 a report in words, C000 a ping → gprs,ack,<number>
 *   01, version, u16le number, u16le type, u16 length, u16 mask, u16 sum, u32le id, u32le time, a report in numbers
 *   04, u16le length, u16le sum, u16le number, u32le and u32le of the IMEI, u32le time, items {type, …}
 */
import { ascii, checkedLength, latin1, left, reader, skip, u16le, u32, u32le } from '../bytes/bytes.ts'
import { told } from '../families/lines.ts'
import { draft, put } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError, type Recognition } from '../protocol.ts'
import { putItems } from './tramigo/items.ts'
import { putNumbers } from './tramigo/numbers.ts'
import { putWords } from './tramigo/words.ts'

const frameBytesMax = 4096
const headBytes = 20
const words = 0x80
const numbers = 0x01
const items = 0x04

export default defineDecoder({
  frameBytesMax,
  recognise: (bytes) => recogniseHead(bytes),

  frame(buffer) {
    const size = buffer[0] === items ? 3 : 8
    if (![words, numbers, items].includes(buffer[0]!)) throw new ProtocolError('a packet begins otherwise')
    if (buffer.length < size) return 0
    const whole = checkedLength(lengthOf(buffer), frameBytesMax)
    if (whole < headBytes - 1) throw new ProtocolError('a packet shorter than its head')
    return buffer.length >= whole ? whole : 0
  },

  decode(frame): Decoded {
    switch (frame[0]) {
      case words:
        return readWords(frame)
      case numbers:
        return readNumbers(frame)
      case items:
        return readItems(frame)
      default:
        throw new ProtocolError('a packet begins otherwise')
    }
  },
})

function lengthOf(bytes: Uint8Array): number {
  if (bytes[0] === items) return bytes[1]! + bytes[2]! * 256
  return bytes[0] === words ? bytes[6]! + bytes[7]! * 256 : bytes[6]! * 256 + bytes[7]!
}

/** Reports and pings in words; numbers and items whose time is one of this century's. */
function recogniseHead(bytes: Uint8Array): Recognition {
  if (bytes[0] === words) {
    if (bytes.length < 8) return bytes.length > 1 && bytes[1] !== 0 ? 'no' : 'more'
    return bytes[1] === 0 && (bytes[4] === 0xb0 || bytes[4] === 0xc0) && bytes[5] === 0 ? 'yes' : 'no'
  }
  if (bytes[0] !== items && bytes[0] !== numbers) return 'no'
  if (bytes.length < headBytes) return 'more'
  const input = reader(bytes)
  skip(input, bytes[0] === items ? 7 : 12)
  const [high, low] = bytes[0] === items ? [u32le(input), u32le(input)] : [u32le(input), 0]
  const time = u32le(input)
  const isId = bytes[0] === items ? high >= 1e6 && high < 1e8 && low < 1e7 : high > 0
  const isType = bytes[0] === items || reports.has(bytes[4]! + bytes[5]! * 256)
  return isId && isType && time > timeMin && time < timeMax && lengthOf(bytes) >= headBytes - 1 ? 'yes' : 'no'
}

const timeMin = Date.UTC(2005, 0) / 1000
const timeMax = Date.UTC(2060, 0) / 1000

function readWords(frame: Uint8Array): Decoded {
  const input = reader(frame, 2)
  const number = u16le(input)
  skip(input, 8)
  const ident = String(u32(input))
  const into = draft()
  const time = u32le(input)
  const text = latin1(frame.subarray(input.at)).replace(/\s*EOF\s*$/, '')
  if (text !== 'ping') {
    put(into, 'timestamp', time)
    put(into, 'record.seqnum', number)
    putWords(into, text)
  }
  return { ...told(ident, into), reply: ascii(`gprs,ack,${number}`) }
}

const reports = new Set([0x0100, 0x00fe])

function readNumbers(frame: Uint8Array): Decoded {
  const input = reader(frame, 2)
  const number = u16le(input)
  const type = u16le(input)
  skip(input, 6)
  const ident = String(u32le(input))
  skip(input, 4)
  const into = draft()
  if (reports.has(type)) {
    put(into, 'record.seqnum', number)
    putNumbers(into, input)
  }
  return told(ident, into)
}

function readItems(frame: Uint8Array): Decoded {
  const input = reader(frame, 5)
  const number = u16le(input)
  const [high, low] = [u32le(input), u32le(input)]
  const ident = `${String(high).padStart(8, '0')}${String(low).padStart(7, '0')}`
  const into = draft()
  const time = u32le(input)
  if (left(input) > 0) putItems(into, input)
  if (into.keys > 0) {
    put(into, 'timestamp', time)
    put(into, 'record.seqnum', number)
  }
  return told(ident, into)
}
