/**
 * Blue, over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   packet   AA, u16 length from here on, u8 version, u8, u32 id, records, XOR of all after AA
 *   record   u8 length with itself, u8 type, u8 number, u8, u8 flags, content
 *   01 position  12 state   81 alarm    84 heartbeat → record A4 with its number
 */

import {
  concat,
  left,
  mayStartWith,
  part,
  type Reader,
  reader,
  skip,
  take,
  toHex,
  u8,
  u16,
  u32,
} from '../bytes/bytes.ts'
import { xor8 } from '../bytes/checksum.ts'
import { utcSeconds } from '../bytes/time.ts'
import { prefixed } from '../families/binary.ts'
import { knot, putFix } from '../families/nmea.ts'
import { type Draft, draft, finish, type Message, put, putCells } from '../message.ts'
import { defineDecoder, ProtocolError } from '../protocol.ts'
import { raise } from '../values/alarms.ts'

const start = [0xaa]
const frameBytesMax = 1024
const headBytes = 9
const recordHeadBytes = 5
const [place, alive] = [0x01, 0x84]

export default defineDecoder({
  frameBytesMax,

  recognise(bytes) {
    if (!mayStartWith(bytes, start)) return 'no'
    if (bytes.length < headBytes + 2) return 'more'
    const length = bytes[1]! * 256 + bytes[2]!
    // The first record fits into the packet and is of a known type.
    const isRecord = bytes[headBytes]! >= recordHeadBytes && bytes[headBytes]! <= length + 1 - headBytes
    return length < frameBytesMax && isRecord && types.has(bytes[headBytes + 1]!) ? 'yes' : 'no'
  },

  frame: prefixed({ start, at: 1, size: 2, plus: 1, max: frameBytesMax }),

  decode(frame, _state, _receivedAt, unit) {
    if (!mayStartWith(frame, start)) throw new ProtocolError('a packet begins with AA')
    const input = reader(frame, 5, Math.max(frame.length - 1, 5))
    const ident = String(u32(input))
    const isWrong = unit?.settings?.checksum !== 'ignore' && xor8(frame, 1, frame.length - 1) !== frame.at(-1)
    const { drafts, number } = readRecords(input)
    const messages = drafts.flatMap((into): Message[] => {
      if (into.keys > 0 && isWrong) put(into, 'message.checksum.status', false)
      const message = finish(into)
      return message ? [message] : []
    })
    const reply = number === undefined ? {} : { reply: answerTo(number) }
    return { ident, ...(messages.length > 0 ? { messages } : {}), ...reply }
  },
})

function answerTo(number: number): Uint8Array {
  const body = [0, 11, 0x86, 0, 6, 0xa4, 0, number, 0, 0]
  return concat(start, body, [xor8(Uint8Array.from(body))])
}

/** The records around a position belong to it; a second position begins another message. */
function readRecords(input: Reader): { drafts: Draft[]; number?: number } {
  const drafts = [draft()]
  let hasPlace = false
  let number: number | undefined
  while (left(input) >= recordHeadBytes) {
    const length = u8(input) - 1
    if (length < recordHeadBytes - 1 || length > left(input)) throw new ProtocolError('a record of a wrong length')
    const record = part(input, length)
    const type = u8(record)
    if (type === alive) number = u8(record)
    else skip(record, 1)
    skip(record, 2)
    if (type === place && hasPlace) drafts.push(draft())
    hasPlace ||= type === place
    const read = readers[type]
    if (read) read(drafts.at(-1)!, record)
    else if (type !== alive)
      put(drafts.at(-1)!, `custom.record_${type.toString(16)}`, toHex(take(record, left(record))))
  }
  return { drafts, ...(number === undefined ? {} : { number }) }
}

const readers: Readonly<Record<number, (into: Draft, input: Reader) => void>> = {
  [place]: putPlace,
  18: putState,
  129(into, input) {
    const code = u8(input)
    put(into, 'alarm.code', code)
    raise(into, alarms[code] ?? 'general')
  },
}

const types = new Set([...Object.keys(readers).map(Number), alive])

const alarms = { 1: 'sos', 8: 'overspeed', 19: 'low_power' } as Readonly<
  Record<number, 'sos' | 'overspeed' | 'low_power'>
>

/** Bit 7 of the flags says fix, 6 south, 5 west. */
function putPlace(into: Draft, input: Reader): void {
  skip(input, 1)
  const flags = u8(input)
  const [latitude, longitude] = [degreesIn(input), degreesIn(input)]
  putFix(into, (flags & 0x80) !== 0, flags & 0x40 ? -latitude : latitude, flags & 0x20 ? -longitude : longitude)
  put(into, 'position.speed', (u16(input) + u16(input) / 1000) * knot)
  put(into, 'position.direction', u16(input) + u8(input) / 100)
  put(into, 'timestamp', utcSeconds(2000 + u8(input), u8(input), u8(input), u8(input), u8(input), u8(input)))
  if (left(input) >= 4) putCells(into, [{ lac: u16(input), cellid: u16(input) }])
}

/** Degrees and whole minutes as NMEA writes them, then ten thousandths of a minute. */
function degreesIn(input: Reader): number {
  const whole = u16(input)
  return Math.floor(whole / 100) + ((whole % 100) + u16(input) / 10_000) / 60
}

/** Six bytes of states, a word of states, and values without a name. */
function putState(into: Draft, input: Reader): void {
  const states = take(input, 6)
  put(into, 'custom.states', toHex(states))
  if (states[0]! & 2) raise(into, 'vibration')
  const ignition = (states[3]! >> 2) & 3
  if (ignition === 1 || ignition === 2) put(into, 'engine.ignition.status', ignition === 2)
  put(into, 'custom.status', u16(input))
  if (left(input) > 0) put(into, 'custom.values', toHex(take(input, left(input))))
}
