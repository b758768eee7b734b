/**
 * Galileosky, over TCP: v5.0, 7.0, 7x, 10, Base Block, OBD-II.
 * Source: "Galileosky protocol", Galileosky documentation.
 *
 *   packet   01, u16 length of what follows but the CRC (bit 15: more waits in the archive), tags, u16 CRC-16/MODBUS
 *   answer   02, u16 the CRC that was received. All numbers are little-endian.
 *   command  a packet with the tags 03 IMEI, 04 device number, E0 command number, E1 text; answered with the same tags
 *
 * The head packet names the terminal with the tags 01 hardware, 02 firmware, 03 IMEI, 04 device number. In the others
 * record follows record; a tag that was there before begins a new one. A packet is kept and sent again until it is
 * answered with its own CRC, so one with a wrong CRC is left without an answer.
 *
 * Compressed packets (08) are answered alike; packets through Iridium have no CRC and get no answer from us. The setting
 * `compressed` of a unit says that those through Iridium are compressed. Not supported: the pictures of 07, which are answered
 * so that the archive moves on.
 */
import { ascii, checkedLength, concat, latin1, le16, le32, left, type Reader, reader, u8 } from '../bytes/bytes.ts'
import { crc16Modbus } from '../bytes/checksum.ts'
import { checkedIdent, isDigits } from '../bytes/text.ts'
import { type Draft, draft, finish, type Message } from '../message.ts'
import {
  type Command,
  type Decoded,
  defineDecoder,
  type KnownUnit,
  ProtocolError,
  type Recognition,
} from '../protocol.ts'
import { iridiumLength, isIridium, readCall, readCompactRecords } from './galileo/compact.ts'
import { isTag, readTag } from './galileo/tags.ts'

/** A length of fifteen bits is never used up: terminals send about a thousand bytes. */
const frameBytesMax = 8192
const headBytes = 3
const crcBytes = 2

const main = 0x01
const picture = 0x07
const compressed = 0x08

interface State {
  readonly ident?: string
  readonly device?: number
}

export default defineDecoder<State>({
  frameBytesMax,
  readsUnit: true,
  recognise,

  frame(buffer) {
    if (buffer[0] !== main && buffer[0] !== picture && buffer[0] !== compressed) throw new ProtocolError('no packet')
    if (buffer.length < headBytes) return 0
    const usual = headBytes + lengthOf(buffer) + crcBytes
    const size = isIridium(buffer) ? iridiumLength(buffer) : usual
    if (buffer[0] === main && buffer.length < 6) {
      checkedLength(Math.min(usual, iridiumLength(buffer)), frameBytesMax)
      return 0
    }
    checkedLength(size, frameBytesMax)
    return buffer.length < size ? 0 : size
  },

  decode(frame, state, receivedAt, unit) {
    if (frame[0] === main && isIridium(frame)) return readIridium(frame, receivedAt, unit)
    if (frame.length < headBytes + crcBytes || headBytes + lengthOf(frame) + crcBytes !== frame.length) {
      throw new ProtocolError('the length is another')
    }
    if (!isIntact(frame, unit)) return {}
    const reply = concat([0x02], frame.subarray(-crcBytes))
    if (frame[0] === picture) return { reply }
    if (frame[0] === compressed) {
      const records = readCompactRecords(reader(frame, headBytes, frame.length - crcBytes), receivedAt)
      return { ...named(records, state), reply }
    }
    return { ...readPacket(reader(frame, headBytes, frame.length - crcBytes), state), reply }
  },

  commands: { position: 'numbered', reboot: 'numbered', server: 'numbered', text: 'numbered' },

  encode(command: Command, { ident, device }) {
    const text = ascii(commandText(command) ?? '')
    if (text.length === 0 || text.length > 255 || !ident) return undefined
    const number = [0xe0, ...le32(command.id ?? 0)]
    const body = concat([0x03], ascii(ident), [0x04, ...le16(device ?? 0)], number, [0xe1, text.length], text)
    const packet = concat([main], le16(body.length), body)
    return concat(packet, le16(crc16Modbus(packet)))
  },
})

/** As in the chapter on commands of the user's manual; the answer to Status has the coordinates. */
function commandText({ kind, text, host, port }: Command): string | undefined {
  switch (kind) {
    case 'text':
      return text
    case 'position':
      return 'Status'
    case 'reboot':
      return 'Reset'
    case 'server':
      return `ServerIp ${host},${port}`
    default:
      return undefined
  }
}

const lengthOf = (bytes: Uint8Array): number => bytes[1]! + (bytes[2]! & 0x7f) * 256

function isIntact(frame: Uint8Array, unit?: KnownUnit): boolean {
  const [low, high] = le16(crc16Modbus(frame, 0, frame.length - crcBytes))
  return (frame.at(-2) === low && frame.at(-1) === high) || unit?.settings?.checksum === 'ignore'
}

/** A first packet identifies the terminal before anything else: hardware, firmware, IMEI. */
function recognise(bytes: Uint8Array): Recognition {
  if (bytes[0] !== main) return 'no'
  if (bytes.length >= headBytes && (lengthOf(bytes) < 16 || lengthOf(bytes) > frameBytesMax)) return 'no'
  let at = headBytes
  for (const tag of [0x01, 0x02]) if (bytes[at] === tag) at += 2
  if (at < bytes.length && bytes[at] !== 0x03) return 'no'
  const digits = latin1(bytes.subarray(at + 1, at + 16))
  if (digits !== '' && !isDigits(digits)) return 'no'
  return digits.length < 15 ? 'more' : 'yes'
}

function readIridium(frame: Uint8Array, receivedAt: Date, unit?: KnownUnit): Decoded<State> {
  if (iridiumLength(frame) !== frame.length) throw new ProtocolError('the length is another')
  const { ident, record } = readCall(frame, receivedAt, unit?.settings?.compressed === true)
  return { ...named([record], {}), ident: checkedIdent(ident) }
}

function readPacket(data: Reader, state: State): Decoded<State> {
  const records: Draft[] = []
  let into = draft()
  let seen = new Set<number>()
  while (left(data) > 0) {
    const tag = u8(data)
    if (!isTag(tag)) {
      // If the first tag is unknown, this is not a packet; later ones are newer than our list, and their record has no
      // known end.
      if (data.at === headBytes + 1) throw new ProtocolError(`tag ${tag}`)
      break
    }
    if (seen.has(tag)) {
      records.push(into)
      into = draft()
      seen = new Set()
    }
    seen.add(tag)
    readTag(into, tag, data)
  }
  records.push(into)
  return named(records, state)
}

/** An answer to a command has no position and needs none. */
const hasPlace = (values: Message): boolean =>
  values['position.valid'] !== undefined ||
  values['position.latitude'] !== undefined ||
  values['message.type'] !== undefined

/** Removes the identification: it is in every record or only in the first, depending on the terminal's settings. */
function named(records: readonly Draft[], state: State): Decoded<State> {
  const messages: Message[] = []
  let { ident, device } = state
  for (const record of records) {
    const { 'device.imei': imei, 'custom.device_number': number, ...values } = record.values
    if (typeof imei === 'string' && imei.length === 15 && isDigits(imei)) ident = imei
    if (typeof number === 'number') device = number
    const isHead = Object.keys(values).every((key) => key === 'custom.hardware' || key === 'custom.firmware')
    if (!isHead && finish(record)) messages.push(hasPlace(values) ? values : { ...values, 'position.valid': false })
  }
  return {
    ...(ident !== undefined && ident !== state.ident ? { ident } : {}),
    ...(messages.length > 0 ? { messages } : {}),
    state: { ident, device },
  }
}
