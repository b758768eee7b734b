/**
 * ATrack, over TCP and UDP: AK, AL, AS, AT, AX and AY.
 * Source: recorded traffic and general knowledge of the format; we have no document from the maker (docs/protocols.md).
 *
 *   binary      @P, u16 CRC-16/ARC of what follows, u16 length of what follows, u16 number, u64 IMEI, records
 *   text        @P,CRC,length,number,IMEI,record CRLF record CRLF …   the CRC begins with the comma before the length
 *   keep-alive  FE02, u64 IMEI, u16 number                             → the same bytes
 *   answer      FE02, u64 IMEI, u16 number of the packet               a tracker sends again what is not answered
 *
 * An owner may choose other letters than @P; @R are pictures, which are acknowledged and not kept. A binary packet with
 * a wrong CRC is not answered; text with one is taken and marked, because people edit it.
 */
import {
  ascii,
  be16,
  checkedLength,
  concat,
  hex,
  indexOf,
  latin1,
  mayStartWith,
  reader,
  take,
  u16,
  u64,
} from '../bytes/bytes.ts'
import { crc16Arc } from '../bytes/checksum.ts'
import { hexNumber, integer, isDigits } from '../bytes/text.ts'
import { type Draft, draft, finish, type Message, put } from '../message.ts'
import { type Decoded, defineDecoder, type KnownUnit, ProtocolError, type Recognition } from '../protocol.ts'
import { readRecords } from './atrack/binary.ts'
import { readLines } from './atrack/text.ts'

const headBytes = 16
const frameBytesMax = 6 + 0xffff
const lineBytesMax = 4096
const keepAliveBytes = 12
const comma = 0x2c
const picture = 0x52
/** What Navtelecom begins with. */
const navtelecom = ascii('@NTC')

export default defineDecoder({
  frameBytesMax,
  readsUnit: true,

  recognise(bytes) {
    if (bytes[0] === 0xfe) return recogniseKeepAlive(bytes)
    if (bytes[0] !== 0x40) return 'no'
    const letter = bytes[1] ?? 0x50
    if (letter < 0x41 || letter > 0x5a) return 'no'
    if (bytes.length < 3) return 'more'
    if (bytes[2] === comma) {
      const digits = latin1(bytes.subarray(3, 7))
      if (digits !== '' && hexNumber(digits) === undefined) return 'no'
      return digits.length < 4 ? 'more' : 'yes'
    }
    if (bytes.length < 10) return 'more'
    return !mayStartWith(bytes, navtelecom) && isImeiAt(bytes, 8) ? 'yes' : 'no'
  },

  frame(buffer) {
    if (buffer[0] === 0xfe) return buffer.length < keepAliveBytes ? 0 : keepAliveBytes
    if (buffer[0] === 0x24 || buffer[0]! < 32) return lineLength(buffer)
    if (buffer[0] !== 0x40) throw new ProtocolError('a packet begins with @')
    if (buffer.length < 6) return 0
    const length = buffer[2] === comma ? textLength(buffer) : 6 + buffer[4]! * 256 + buffer[5]!
    checkedLength(length, frameBytesMax)
    return buffer.length >= length ? length : 0
  },

  decode(frame, _state, _receivedAt, unit) {
    if (frame[0] === 0xfe && frame[1] === 2 && frame.length === keepAliveBytes) {
      return { ident: String(u64(reader(frame, 2))).padStart(15, '0'), reply: frame.slice() }
    }
    if (frame[0] === 0x24) return readAnswer(frame)
    if (frame.length < 3) return {}
    return frame[2] === comma ? readText(frame, unit) : readBinary(frame, unit)
  },

  commands: { text: 'plain' },

  encode(command) {
    return command.kind === 'text' && command.text ? ascii(`${command.text}\r\n`) : undefined
  },
})

/** An IMEI has at most fifteen digits, so its two highest bytes are at most 0003. */
const isImeiAt = (bytes: Uint8Array, at: number): boolean => bytes[at] === 0 && bytes[at + 1]! <= 3

function recogniseKeepAlive(bytes: Uint8Array): Recognition {
  if ((bytes[1] ?? 2) !== 2) return 'no'
  if (bytes.length < 4) return 'more'
  return isImeiAt(bytes, 2) ? 'yes' : 'no'
}

function lineLength(buffer: Uint8Array): number {
  if (buffer[0] === 13 || buffer[0] === 10) return 1
  const end = buffer.indexOf(10)
  checkedLength(end < 0 ? buffer.length : end, lineBytesMax)
  return end + 1
}

/** What follows the third comma has the declared length; with an invalid length it ends with the line. */
function textLength(buffer: Uint8Array): number {
  const second = buffer.indexOf(comma, 3)
  const third = second < 0 ? -1 : buffer.indexOf(comma, second + 1)
  if (third < 0) return buffer.length > 24 ? lineLength(buffer) || lineBytesMax + 1 : buffer.length + 1
  const length = integer(latin1(buffer.subarray(second + 1, third)))
  if (length === undefined) return lineLength(buffer) || buffer.length + 1
  // A length one too small, as some count it, leaves the LF outside.
  return third + length + (buffer[third + length - 1] === 13 ? 1 : 0)
}

const acknowledgement = (id: Uint8Array, number: number) => concat([0xfe, 0x02], id, be16(number & 0xffff))

/** The answer to a command is a line such as `$OK`. */
function readAnswer(frame: Uint8Array): Decoded {
  const into = draft()
  const text = latin1(frame)
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', text)
  if (!text.startsWith('$INFO=')) return { messages: [finish(into)!] }
  const ident = readInformation(into, text.trim().slice(6).split(','))
  return { ...(ident ? { ident } : {}), messages: [finish(into)!] }
}

/** Unit id, model, firmware, IMEI, IMSI, SIM card, supply and battery in 0.1 V, satellites, state of GSM, signal, … */
function readInformation(into: Draft, fields: readonly string[]): string | undefined {
  const [id = '', model, firmware, imei, imsi, iccid, supply, battery, satellites, , signal] = fields
  if (!isDigits(id) || id.length > 18 || fields.length < 11) return undefined
  const volts = (text: string | undefined) => (integer(text) ?? Number.NaN) / 10
  put(into, 'device.model', model)
  put(into, 'device.firmware.version', firmware)
  put(into, 'device.imei', imei)
  put(into, 'gsm.sim.imsi', imsi)
  put(into, 'gsm.sim.iccid', iccid)
  put(into, 'external.powersource.voltage', volts(supply))
  put(into, 'battery.voltage', volts(battery))
  put(into, 'position.satellites', integer(satellites))
  put(into, 'custom.rssi', integer(signal))
  return id
}

const found = (messages: readonly Message[]) => (messages.length > 0 ? { messages } : {})

function readBinary(frame: Uint8Array, unit?: KnownUnit): Decoded {
  if (frame.length < headBytes) throw new ProtocolError('a packet without an IMEI')
  const input = reader(frame, 2)
  const crc = u16(input)
  const end = 6 + u16(input)
  if (end > frame.length || end < headBytes) throw new ProtocolError('a packet shorter than it says')
  if (crc !== crc16Arc(frame, 4, end) && unit?.settings?.checksum !== 'ignore') return {}
  const number = u16(input)
  const id = take(input, 8)
  const ident = String(u64(reader(id))).padStart(15, '0')
  const reply = acknowledgement(id, number)
  if (frame[1] === picture) return { ident, reply }
  return { ident, ...found(readRecords(reader(frame, headBytes, end), formOf(unit))), reply }
}

/** The form of the custom fields, if the tracker is configured not to send it. */
const formOf = (unit?: KnownUnit): string | undefined =>
  typeof unit?.settings?.form === 'string' ? unit.settings.form : undefined

function readText(frame: Uint8Array, unit?: KnownUnit): Decoded {
  const second = indexOf(frame, comma, undefined, 3)
  const head = latin1(frame.subarray(0, 64)).split(',')
  const [, crc, , number, id] = head
  if (second < 0 || !id || !isDigits(id) || id.length > 18) throw new ProtocolError('a packet without an IMEI')
  const text = latin1(frame)
  const from = head.slice(0, 5).join(',').length + 1
  const messages = readLines(text.slice(from), formOf(unit))
  const isWhole = hexNumber(crc) === crc16Arc(frame, second)
  const marked = isWhole ? messages : messages.map((message) => ({ ...message, 'message.checksum.status': false }))
  const reply = acknowledgement(hex(BigInt(id).toString(16).padStart(16, '0')), integer(number) ?? 0)
  return { ident: id, ...found(marked), reply }
}
