/**
 * Granit navigators, over TCP. Numbers are little-endian.
 * Source: recorded traffic, public implementations and what users quote of the maker's document (docs/protocols.md).
 *
 *   packet   +<word>~, u16 size, content, *, xor of all before the star in two digits, 0D0A
 *   +RRCB    u16 id, u32 time, record → BB+UGRC~, u16 6, u32 time, u16 id, *…
 *   +DDAT    u16 id, u8 format (4), u8 blocks, u16 number; block: u32 time, six records, u16 seconds between them
 *            → BB+ARCF~, u16 4, u16 number, u16 id, *…
 *   text     the answer to BB+<command>*<xor>, or what it does not like
 *
 * Record: flags, satellites and PDOP in four bits each, degrees of longitude and latitude, u16 thousandths of minutes of
 * both, knots, course, metres since the last one, four analogue inputs and their highest bits, tens of metres, inputs, state.
 */

import {
  ascii,
  checkedLength,
  concat,
  i16le,
  indexOf,
  latin1,
  le16,
  le32,
  left,
  part,
  peek,
  type Reader,
  reader,
  skip,
  take,
  u8,
  u16le,
  u32le,
} from '../bytes/bytes.ts'
import { xor8 } from '../bytes/checksum.ts'
import { hexNumber } from '../bytes/text.ts'
import { told } from '../families/lines.ts'
import { hex2, knot, putFix } from '../families/nmea.ts'
import { anyOf, opening } from '../families/opening.ts'
import { type Draft, draft, finish, type Message, put } from '../message.ts'
import { type Command, type Decoded, defineDecoder, type KnownUnit } from '../protocol.ts'
import { raise } from '../values/alarms.ts'

const frameBytesMax = 4096
const tilde = 0x7e
/** After the tilde. */
const sizeBytes = 2
const sumBytes = 3

export default defineDecoder({
  frameBytesMax,
  recognise: anyOf(opening('+RRCB~'), opening('+DDAT~')),

  frame(buffer) {
    const at = buffer.indexOf(tilde)
    const end = indexOf(buffer, 13, 10)
    const isText = at < 0 || (end >= 0 && end < at)
    if (!isText && buffer.length < at + 1 + sizeBytes) return 0
    const from = isText ? 0 : at + 1 + sizeBytes + buffer[at + 1]! + buffer[at + 2]! * 256
    const last = indexOf(buffer, 13, 10, from)
    checkedLength(last < 0 ? Math.max(from, buffer.length) : last + 2, frameBytesMax)
    return last < 0 ? 0 : last + 2
  },

  decode(frame, _state, _receivedAt, unit) {
    const word = latin1(frame.subarray(0, 6))
    if (word === '+RRCB~') return readCurrent(frame, unit)
    if (word === '+DDAT~') return readStored(frame, unit)
    return frame.includes(tilde) ? {} : readText(frame)
  },

  commands: { position: 'none', reboot: 'none', text: 'plain' },

  encode(command) {
    const order = orderOf(command)
    return order ? sealed(ascii(order)) : undefined
  },
})

function orderOf({ kind, text }: Command): string | undefined {
  if (kind === 'position') return 'BB+RRCD'
  if (kind === 'reboot') return 'BB+RESET'
  return kind === 'text' ? text : undefined
}

const sealed = (bytes: Uint8Array): Uint8Array => concat(bytes, ascii(`*${hex2(xor8(bytes))}\r\n`))

function readText(frame: Uint8Array): Decoded {
  const text = latin1(frame).trim()
  if (text === '') return {}
  const into = draft()
  put(into, 'message.type', text.startsWith('ERROR') ? 'command.refused' : 'command.answer')
  put(into, 'message.content', text)
  return told(undefined, into)
}

/** The content of a packet, and whether its sum is right. */
function contentOf(frame: Uint8Array, unit: KnownUnit | undefined): { content: Reader; isRight: boolean } {
  const input = reader(frame, 6)
  const content = part(input, u16le(input))
  const sum = hexNumber(latin1(frame.subarray(input.at + 1, input.at + sumBytes)))
  return { content, isRight: unit?.settings?.checksum === 'ignore' || sum === xor8(frame, 0, input.at) }
}

function readCurrent(frame: Uint8Array, unit: KnownUnit | undefined): Decoded {
  const { content, isRight } = contentOf(frame, unit)
  const id = u16le(content)
  const time = u32le(content)
  const into = draft()
  put(into, 'timestamp', time)
  readRecord(into, content)
  if (!isRight) put(into, 'message.checksum.status', false)
  const reply = sealed(concat(ascii('BB+UGRC~'), le16(6), le32(time), le16(id)))
  return { ...told(String(id), into), reply }
}

const format = 4
const recordBytes = 20
const records = 6
const filling = 0xfe

/** Another format gets no reply and stays in the tracker. */
function readStored(frame: Uint8Array, unit: KnownUnit | undefined): Decoded {
  const { content, isRight } = contentOf(frame, unit)
  const id = u16le(content)
  const ident = String(id)
  if (u8(content) !== format) return { ident }
  const blocks = u8(content)
  const number = u16le(content)
  const messages: Message[] = []
  for (let block = 0; block < blocks && left(content) > 0; block++) readBlock(content, messages, isRight)
  return { ident, messages, reply: sealed(concat(ascii('BB+ARCF~'), le16(4), le16(number), le16(id))) }
}

function readBlock(content: Reader, messages: Message[], isRight: boolean): void {
  const time = u32le(content)
  const block = part(content, records * recordBytes)
  const step = u16le(content)
  for (let index = 0; index < records; index++) {
    if (peek(block) === filling) {
      skip(block, recordBytes)
      continue
    }
    const into = draft()
    put(into, 'timestamp', time + index * step)
    readRecord(into, block)
    put(into, 'message.buffered.status', true)
    if (!isRight) put(into, 'message.checksum.status', false)
    messages.push(finish(into)!)
  }
}

/** Bit 1 alarm, 4 north, 5 east, 6 course of more than 255°, 7 fix; without a fix there are no hemispheres. */
function readRecord(into: Draft, input: Reader): void {
  const flags = u8(input)
  raise(into, flags & 2 ? 'general' : undefined)
  const quality = u8(input)
  put(into, 'position.satellites', quality >> 4)
  put(into, 'position.pdop', quality & 15)
  const degrees = take(input, 2)
  const longitude = degrees[0]! + u16le(input) / 60_000
  const latitude = degrees[1]! + u16le(input) / 60_000
  const isFix = (flags & 0x80) !== 0
  putFix(into, isFix, isFix && !(flags & 16) ? -latitude : latitude, isFix && !(flags & 32) ? -longitude : longitude)
  put(into, 'position.speed', u8(input) * knot)
  put(into, 'position.direction', u8(input) + (flags & 64 ? 256 : 0))
  put(into, 'segment.vehicle.mileage', i16le(input) / 1000)
  const analogue = take(input, 4)
  const high = u8(input)
  for (let index = 0; index < 4; index++)
    put(into, `custom.adc_${index + 1}`, analogue[index]! + ((high >> (index * 2)) & 3) * 256)
  put(into, 'position.altitude', u8(input) * 10)
  put(into, 'custom.io', u8(input))
  put(into, 'custom.state', u8(input))
}
