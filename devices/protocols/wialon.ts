/**
 * Wialon IPS 1.1 and 2.x over TCP and UDP: lines of text, and the language in which platforms pass data on.
 * Source: Gurtam, "Wialon IPS communication protocol", versions 1.1, 2.0 (10/2014) and 2.1.
 *
 *   #L#[2.0;]imei;password[;crc]     → #AL#1 accepted, 0 refused, 01 wrong password, 10 wrong checksum
 *   #SD#short record[;crc]           → #ASD#1, or -1 structure, 0 time, 10 position, 11 movement, 12 satellites, 13 checksum
 *   #D#record[;crc]                  → #AD#1, or as above and 13 inputs, 14 analogue inputs, 15 parameters, 16 checksum
 *   #B#record|record|…[|crc]         → #AB#number stored; without a number when the checksum is wrong
 *   #M#text[;crc]                    → #AM#1, 0 error, 01 wrong checksum
 *   #P#                              → #AP#
 *   2.0;imei#D#…                     the same over UDP, where every datagram says who it is from
 *
 * The checksum (2.x) is CRC-16/ARC in hex over everything between the type and itself, with the last separator. Photos
 * (#I#) and tachograph files (#IT#, #T#) are answered with the code for "not received": we do not store them, and the
 * tracker may. Not supported: compressed packets, which begin with FF. A wrong password gets the same reply as an
 * unknown ident, so that no one can find out which trackers we know.
 */
import { ascii, checkedLength, latin1, textOf } from '../bytes/bytes.ts'
import { crc16Arc } from '../bytes/checksum.ts'
import { checkedIdent, hexNumber, integer } from '../bytes/text.ts'
import { draft, finish, type Message, put } from '../message.ts'
import { type Command, type CommandAnswer, type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { accepted, readRecord } from './wialon/record.ts'

interface State {
  /** Since version 2 lines end with a checksum. */
  readonly hasChecksum: boolean
}

const frameBytesMax = 65_536
const lineEnd = 10
const types = ['L', 'SD', 'D', 'B', 'M', 'P', 'I', 'IT', 'T']

export default defineDecoder<State>({
  frameBytesMax,
  readsUnit: true,
  start: () => ({ hasChecksum: false }),

  recognise(bytes, link) {
    const start = latin1(bytes.subarray(0, 64))
    const line = link === 'udp' && start[0] !== '#' ? start.slice(Math.max(start.indexOf('#'), 0)) : start
    if (types.some((type) => line.startsWith(`#${type}#`))) return 'yes'
    return types.some((type) => `#${type}#`.startsWith(line)) ? 'more' : 'no'
  },

  frame(buffer) {
    const first = buffer[0]
    if (first === undefined) return 0
    if (first === 13 || first === lineEnd) return 1
    if (first !== 0x23) throw new ProtocolError('a line begins with #')
    const end = buffer.indexOf(lineEnd) + 1
    if (end === 0) {
      checkedLength(buffer.length, frameBytesMax)
      return 0
    }
    // Only photos and tachograph files bring bytes of their own.
    const mayAttach = buffer[1] === 0x49 || buffer[1] === 0x54
    const attached = mayAttach ? attachedBytes(latin1(buffer.subarray(0, end))) : 0
    const length = checkedLength(end + attached, frameBytesMax)
    return buffer.length >= length ? length : 0
  },

  decode(frame, state, _receivedAt, unit) {
    const stop = frame.indexOf(lineEnd)
    const text = textOf(stop < 0 ? frame : frame.subarray(0, stop)).trim()
    if (text === '') return {}
    const start = text.indexOf('#')
    const end = text.indexOf('#', start + 1)
    if (start < 0 || end < 0) throw new ProtocolError('a line is #type#text')
    const sender = start > 0 ? readSender(text.slice(0, start)) : undefined
    const hasChecksum = sender?.hasChecksum ?? state.hasChecksum
    const line = { type: text.slice(start + 1, end), body: text.slice(end + 1) }
    const trusts = unit?.settings?.checksum === 'ignore'
    if (line.type === 'L') return readLogin(line.body, trusts)
    const decoded = readLine(line, hasChecksum && !trusts)
    return sender ? { ident: sender.ident, ...decoded } : decoded
  },

  commands: { text: 'plain' },

  encode(command, { hasChecksum }) {
    const text = commandText(command)
    if (text === undefined) return undefined
    return ascii(hasChecksum ? `#M#${text};${checksumOf(`${text};`)}\r\n` : `#M#${text}\r\n`)
  },
})

interface Line {
  readonly type: string
  readonly body: string
}

/** Over UDP, before the line: `2.0;imei`, or the imei alone in version 1. */
function readSender(text: string): { ident: string; hasChecksum: boolean } {
  const [version, imei] = text.split(';')
  if (imei === undefined) return { ident: checkedIdent(version!), hasChecksum: false }
  return { ident: checkedIdent(imei), hasChecksum: version!.startsWith('2') }
}

function readLogin(body: string, trusts: boolean): Decoded<State> {
  const fields = body.split(';')
  const hasVersion = fields.length > 1 && fields[0]!.includes('.')
  const hasChecksum = hasVersion && fields.length > 2 && fields[0]!.startsWith('2')
  const [imei, password] = hasVersion ? fields.slice(1) : fields
  const state = { hasChecksum }
  if (hasChecksum && !trusts && !isIntact(body, ';')) return { reply: ascii('#AL#10\r\n'), state }
  const ident = checkedIdent(imei ?? '')
  const login = { ident, reply: ascii('#AL#1\r\n'), refusal: ascii('#AL#0\r\n'), state }
  // NA means none; a unit with a password cannot be reached by leaving it out.
  return { ...login, password: password === undefined || password === 'NA' ? '' : password }
}

function readLine(line: Line, checked: boolean): Decoded<State> {
  switch (line.type) {
    case 'SD':
      return readData(line.body, checked, 'ASD', 10, 13)
    case 'D':
      return readData(line.body, checked, 'AD', 16, 16)
    case 'B':
      return readBlackBox(line.body, checked)
    case 'M':
      return readDriverMessage(line.body, checked)
    case 'P':
      return { reply: ascii('#AP#\r\n') }
    case 'AM':
      return { answers: [readAcceptance(line.body)] }
    case 'I':
      return { reply: ascii(`#AI#${blockIndex(line.body, 1)};0\r\n`) }
    case 'IT':
      return { reply: ascii('#AIT#0\r\n') }
    case 'T':
      return { reply: ascii(`#AT#${blockIndex(line.body, 2)};0\r\n`) }
    default:
      return {}
  }
}

/** The few replies to records, each built once. */
const answers = new Map<string, Uint8Array>()
function answerOf(text: string): Uint8Array {
  const bytes = answers.get(text) ?? ascii(text)
  answers.set(text, bytes)
  return bytes
}

/** A record with so many fields; one more is its checksum. */
function readData(body: string, checked: boolean, answer: string, size: number, wrongChecksum: number): Decoded<State> {
  const reply = (code: number) => answerOf(`#${answer}#${code}\r\n`)
  if (checked && !isIntact(body, ';')) return { reply: reply(wrongChecksum) }
  const fields = body.split(';')
  const hasChecksum = checked || (fields.length > size && hexNumber(fields.at(-1)) !== undefined)
  const { message, code } = readRecord(hasChecksum ? fields.slice(0, -1) : fields)
  if (!message) return { reply: reply(code) }
  return { messages: [message], reply: reply(accepted), nack: reply(-1) }
}

/** Broken records are not counted, which is how the tracker learns of them. */
function readBlackBox(body: string, checked: boolean): Decoded<State> {
  if (checked && !isIntact(body, '|')) return { reply: ascii('#AB#\r\n') }
  const parts = body.split('|')
  if (parts.length > 1 && !parts.at(-1)!.includes(';')) parts.pop()
  const read = parts.map((part) => readRecord(part.split(';')).message).filter((message) => message !== undefined)
  const messages = read.map((message) => ({ ...message, 'message.buffered.status': true }))
  return { messages, reply: ascii(`#AB#${messages.length}\r\n`), nack: ascii('#AB#0\r\n') }
}

function readDriverMessage(body: string, checked: boolean): Decoded<State> {
  if (checked && !isIntact(body, ';')) return { reply: ascii('#AM#01\r\n') }
  const text = checked ? body.slice(0, body.lastIndexOf(';')) : body
  const message = driverMessage(text)
  if (!message) return { reply: ascii('#AM#0\r\n') }
  return { messages: [message], reply: ascii('#AM#1\r\n'), nack: ascii('#AM#0\r\n') }
}

/** A tracker's answer to our text: 1, or what was wrong. */
const readAcceptance = (code: string): CommandAnswer =>
  code.trim() === '1' ? { text: 'received' } : { text: `refused with ${code.trim()}`, isRefusal: true }

/** Written by the driver, or by the tracker in answer to our text: the line does not distinguish them. */
function driverMessage(text: string): Message | undefined {
  const into = draft()
  put(into, 'driver.message', text)
  put(into, 'message.content', text)
  return finish(into)
}

const utf8 = new TextEncoder()
const checksumOf = (text: string): string => crc16Arc(utf8.encode(text)).toString(16).toUpperCase()

/** What comes before the checksum, with the separator, gives the checksum; leading zeros are optional. */
function isIntact(body: string, separator: string): boolean {
  const end = body.lastIndexOf(separator) + 1
  return end > 0 && hexNumber(body.slice(end).trim()) === crc16Arc(utf8.encode(body.slice(0, end)))
}

/** The bytes that follow the line of a photo or a tachograph file: its block's size. */
function attachedBytes(line: string): number {
  if (line.startsWith('#I#')) return sizeOf(line.slice(3).split(';')[0])
  if (line.startsWith('#T#')) return sizeOf(line.slice(3).split(';')[1])
  return 0
}

function sizeOf(text: string | undefined): number {
  const size = integer(text?.trim())
  if (size === undefined || size < 0) throw new ProtocolError('a block without a size')
  return size
}

const blockIndex = (body: string, field: number): number | string => integer(body.split(';')[field]) ?? 'NA'

/** Servers can only send a text to the driver; trackers accept their own commands as one. */
const commandText = (command: Command): string | undefined =>
  command.kind === 'text' && command.text && !command.text.includes('\n') ? command.text : undefined
