/**
 * Queclink @Track over TCP and UDP: text, HEX and the binary reports of newer models.
 * Source: @Track Air Interface Protocol of GV200 V3.20 (text 3, HEX 4), GL300 V1.02 (3.4 heartbeat, 3.5 server
 * acknowledgement), GL601 V10 (binary reports).
 *
 *   text     +RESP:GTFRI,…,<send time>,<count>$      → +SACK:<count>$
 *            +BUFF: the same, from memory; +ACK: the answer to a command
 *            +ACK:GTHBD,<version>,…,<count>$         → +SACK:GTHBD,<version>,<count>$
 *   HEX      +RSP +BSP +EVT +BVT +INF +BNF +HBD +ACK +LGN +CRD +BRD, a mask of the fields, a length, …, CRC, 0D0A
 *   binary   2B 00, u16 length, …, count, check byte, 24; heartbeat 2B 10 18
 *
 * A tracker that asks for acknowledgements keeps a report until its count is returned; the others ignore the reply. The
 * setting `acknowledge: false` of a unit suppresses replies.
 */
import { ascii, checkedLength, latin1, textOf } from '../bytes/bytes.ts'
import { hexNumber } from '../bytes/text.ts'
import {
  type Command,
  type CommandKind,
  type Decoded,
  defineDecoder,
  type KnownUnit,
  ProtocolError,
  type Recognition,
} from '../protocol.ts'
import { recogniseOldReport } from './gl100.ts'
import { type Binary, binaryLength, readBinary } from './gl200/binary.ts'
import { splitReport } from './gl200/report.ts'
import { readReport } from './gl200/reports.ts'

const plus = 0x2b
const dollar = 0x24
const frameBytesMax = 4096
const textHeads = ['+RESP:GT', '+BUFF:GT', '+ACK:GT']
const hexHeads = ['+RSP', '+BSP', '+EVT', '+BVT', '+INF', '+BNF', '+HBD', '+LGN', '+CRD', '+BRD']

export default defineDecoder({
  frameBytesMax,
  readsUnit: true,

  recognise(bytes, link) {
    if (bytes[0] !== plus) return 'no'
    if (bytes[1] === 0x00) return recogniseBinary(bytes)
    if (bytes[1] === 0x10) return bytes.length < 3 ? 'more' : bytes[2] === 0x18 ? 'yes' : 'no'
    const old = recogniseOldReport(bytes, link)
    if (old !== 'no') return old === 'yes' ? 'no' : 'more'
    const start = latin1(bytes.subarray(0, 8))
    if (textHeads.some((head) => start.startsWith(head)) || hexHeads.some((head) => start.startsWith(head)))
      return 'yes'
    return [...textHeads, ...hexHeads].some((head) => head.startsWith(start)) ? 'more' : 'no'
  },

  frame(buffer) {
    // What some firmware sends after its dollar sign.
    if (buffer[0] === 0 || buffer[0] === 10 || buffer[0] === 13) return 1
    if (buffer[0] !== plus) throw new ProtocolError('a report begins with a plus')
    if (buffer.length < 6) return 0
    if (isText(buffer)) return textLength(buffer)
    const length = checkedLength(binaryLength(buffer), frameBytesMax)
    return length > 0 && buffer.length >= length ? length : 0
  },

  decode(frame, _state, _receivedAt, unit) {
    if (frame[0] !== plus) return {}
    return isText(frame) ? readText(frame, unit) : readFrame(readBinary(frame, unit), unit)
  },

  commands: { position: 'plain', reboot: 'plain', text: 'plain' },

  encode: (command: Command, _state, unit) => {
    if (command.kind === 'text') return command.text ? ascii(command.text) : undefined
    const subcommand = subcommands[command.kind]
    // The default password is the model's name.
    const password = unit?.password ?? unit?.model?.toLowerCase()
    return subcommand && password ? ascii(`AT+GTRTO=${password},${subcommand},,,,,,FFFF$`) : undefined
  },
})

/** For AT+GTRTO, the one command whose fields are the same on all models. */
const subcommands: Partial<Record<CommandKind, string>> = { position: '1', reboot: '3' }

/** `+RESP:`, `+BUFF:` and `+ACK:` have a colon where HEX has the first byte after its four letters, or one later. */
const isText = (bytes: Uint8Array): boolean => (bytes[5] === 0x3a && bytes[4]! > 0x40) || bytes[4] === 0x3a

function recogniseBinary(bytes: Uint8Array): Recognition {
  if (bytes.length < 5) return 'more'
  return bytes[4] === 0x00 || bytes[4] === 0x80 ? 'yes' : 'no'
}

/** Up to the dollar sign; a few models end with a NUL instead. */
function textLength(buffer: Uint8Array): number {
  const end = buffer.indexOf(dollar)
  const nul = buffer.indexOf(0)
  const last = end < 0 || (nul >= 0 && nul < end) ? nul : end
  if (last >= 0) return checkedLength(last + 1, frameBytesMax)
  checkedLength(buffer.length, frameBytesMax)
  return 0
}

const acknowledges = (unit: KnownUnit | undefined): boolean => unit?.settings?.acknowledge !== false

function readText(frame: Uint8Array, unit: KnownUnit | undefined): Decoded {
  let end = frame.length
  while (end > 0 && (frame[end - 1] === dollar || frame[end - 1]! <= 32)) end--
  const report = splitReport(textOf(frame.subarray(0, end)))
  const { ident, count } = report
  if (report.header === 'ACK' && report.type === 'HBD') {
    return isCount(count) ? { ident, reply: ascii(`+SACK:GTHBD,${report.version ?? ''},${count}$`) } : { ident }
  }
  const messages = readReport(report)
  return acknowledges(unit) && isCount(count) ? { ident, messages, reply: sack(count) } : { ident, messages }
}

/** Four hex digits; nothing else is sent back. */
const isCount = (count: string): boolean => count.length > 0 && count.length <= 4 && hexNumber(count) !== undefined

const sack = (count: string): Uint8Array => ascii(`+SACK:${count}$`)

function readFrame({ ident, messages, count, isHeartbeat }: Binary, unit: KnownUnit | undefined): Decoded {
  const digits = count?.toString(16).toUpperCase().padStart(4, '0')
  const reply = !digits
    ? undefined
    : isHeartbeat
      ? ascii(`+SACK:GTHBD,,${digits}$`)
      : acknowledges(unit)
        ? sack(digits)
        : undefined
  return { ...(ident ? { ident } : {}), messages, ...(reply ? { reply } : {}) }
}
