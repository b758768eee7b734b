/**
 * Ruptela, over TCP: Eco4, Pro4, Pro5, HCV5, LCV5, Trace5, Plug5 and older.
 * Source: "Ruptela protocol" and "FM IO list", Ruptela documentation.
 *
 *   packet   u16 length of what follows but the CRC, u64 IMEI, u8 command, data, u16 CRC-16/KERMIT of IMEI … data
 *   answer   the same without an IMEI
 *
 *   1 records, 68 extended records   → 100 with 1, or 0: send again
 *   9 fault codes                    → 109 with 1, or 0
 *   15 identification                → 15 with 1, or 0 when it is refused
 *   16 heartbeat                     → 16 with 1
 *   7 answer to a text command, 3 version, 17 answer to a set output → nothing
 *   ours: 108 sends a text command as an SMS would bring it: the password, a blank, the command
 *
 * A tracker keeps its records until they are acknowledged; a wrong CRC is answered like a store that cannot take them.
 * Not supported: the files of cameras and tachographs (37), garmin and weighing channels.
 */
import {
  ascii,
  be16,
  checkedLength,
  concat,
  latin1,
  left,
  type Reader,
  reader,
  take,
  toHex,
  u8,
  u16,
  u32,
  u64,
} from '../bytes/bytes.ts'
import { crc16Kermit } from '../bytes/checksum.ts'
import { draft, finish, type Message, put } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { readFaults, readRecords } from './ruptela/records.ts'

const frameBytesMax = 4096
const headBytes = 11
const crcBytes = 2

const records = 0x01
const configuration = 0x02
const version = 0x03
const firmware = 0x04
const textAnswer = 0x07
const faults = 0x09
const identification = 0x0f
const heartbeat = 0x10
const outputAnswer = 0x11
const files = 0x25
const extendedRecords = 0x44
const textCommand = 0x6c

const commands = new Set([
  records,
  version,
  textAnswer,
  faults,
  identification,
  heartbeat,
  outputAnswer,
  files,
  extendedRecords,
])

export default defineDecoder({
  frameBytesMax,

  recognise(bytes) {
    // An IMEI has at most fifteen digits, so its two highest bytes are at most 0003.
    const high = [bytes[0] ?? 0, bytes[2] ?? 0, bytes[3] ?? 0]
    if (high[0]! > frameBytesMax >> 8 || high[1] !== 0 || high[2]! > 3) return 'no'
    const size = high[0]! * 256 + (bytes[1] ?? 255)
    if (size < headBytes - 2) return 'no'
    if (bytes.length < headBytes) return 'more'
    return commands.has(bytes[headBytes - 1]!) ? 'yes' : 'no'
  },

  frame(buffer) {
    if (buffer.length < 2) return 0
    const size = buffer[0]! * 256 + buffer[1]!
    if (size < headBytes - 2) throw new ProtocolError('a packet without an IMEI and a command')
    const length = checkedLength(2 + size + crcBytes, frameBytesMax)
    return buffer.length >= length ? length : 0
  },

  decode(frame, _state, _receivedAt, unit) {
    if (frame.length < headBytes + crcBytes) throw new ProtocolError('a packet without an IMEI and a command')
    const end = frame.length - crcBytes
    const isWhole = u16(reader(frame)) === end - 2 && crc16Kermit(frame, 2, end) === u16(reader(frame, end))
    const command = frame[headBytes - 1]!
    // In such a packet the IMEI is as doubtful as the rest.
    if (!isWhole && unit?.settings?.checksum !== 'ignore') return { reply: answers.get(command)?.nack }
    const ident = readImei(reader(frame, 2))
    return { ident, ...readData(command, reader(frame, headBytes, end)) }
  },

  commands: { position: 'plain', reboot: 'plain', text: 'plain' },

  encode({ kind, text }, _state, unit) {
    const words = kind === 'text' ? text : kind === 'position' ? 'coords' : kind === 'reboot' ? 'reset' : undefined
    if (!words) return undefined
    const body = concat([textCommand], ascii(`${unit?.password ?? ''} ${words}`))
    return body.length > textBytesMax ? undefined : concat(be16(body.length), body, be16(crc16Kermit(body)))
  },
})

/** As long as an SMS. */
const textBytesMax = 161

function readImei(input: Reader): string {
  const high = u32(input)
  if (high < 0x20_0000) return String(high * 0x1_0000_0000 + u32(input)).padStart(15, '0')
  input.at -= 4
  return String(u64(input))
}

function packet(command: number, value: number): Uint8Array {
  const body = [command, value]
  const crc = crc16Kermit(Uint8Array.from(body))
  return concat([0, 2], body, [crc >> 8, crc & 0xff])
}

interface Answer {
  readonly reply: Uint8Array
  readonly nack?: Uint8Array
  readonly refusal?: Uint8Array
}

const acknowledged = (command: number): Answer => {
  const refused = packet(command, 0)
  return { reply: packet(command, 1), nack: refused, refusal: refused }
}

const answers: ReadonlyMap<number, Answer> = new Map<number, Answer>([
  [records, acknowledged(0x64)],
  [extendedRecords, acknowledged(0x64)],
  [faults, acknowledged(0x6d)],
  [identification, { reply: packet(identification, 1), refusal: packet(identification, 0) }],
  [heartbeat, { reply: packet(heartbeat, 1) }],
])

function readData(command: number, data: Reader): Decoded {
  const messages = readMessages(command, data)
  return { ...(messages.length > 0 ? { messages } : {}), ...answers.get(command) }
}

function readMessages(command: number, data: Reader): Message[] {
  switch (command) {
    case records:
    case extendedRecords:
      return readRecords(data, command === extendedRecords)
    case faults:
      return readFaults(data)
    case configuration:
    case version:
    case firmware:
    case textAnswer:
    case outputAnswer:
      return readAnswer(command, data)
    default:
      return []
  }
}

function readAnswer(command: number, data: Reader): Message[] {
  const into = draft()
  put(into, 'message.type', 'command.answer')
  if (command === outputAnswer && left(data) === 1) {
    const result = u8(data)
    put(into, 'custom.set_output_result', result)
    put(into, 'message.content', String(result))
  } else {
    const bytes = take(data, left(data))
    const isText = bytes.every((byte) => byte >= 9 && byte < 127)
    put(into, 'message.content', isText ? latin1(bytes) : toHex(bytes))
  }
  return [finish(into)!]
}
