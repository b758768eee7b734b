/**
 * JT/T 808 of 2011, 2013 and 2019, the standard of Chinese terminals, with the items of makers who build on it.
 * Source: JT/T 808-2013 and 808-2019 (messages 8.1 to 8.62), JT/T 1078-2016 (alarms of video).
 *
 *   0100 registration        → 8100: serial, result, authentication code      refused: result 4, no such terminal
 *   0102 authentication      → 8001: serial, id, result 0                      refused: result 1
 *   0002 heartbeat, 0200 position, 0704 many of them, 0702 driver's card, 0900 passed through → 8001
 *   0004 and 0109 ask for the time → 8004, 8109
 *   ours: 8201 asks for a position (→ 0201), 8300 sends text, 8105 with 4 restarts the terminal, 8103 sets parameters
 *   (0029 seconds between positions, 0013 the server, 0018 its port; since 2019 the port stands in 0013) → 0001: serial, id,
 *   result. An engine is stopped by words of each maker's own, which go as text.
 *
 * Results: 0 done, 1 failed (it cannot be stored: send again), 2 the message is wrong (its checksum), 3 not supported.
 * The authentication code is the terminal's own number: it proves no more than the connection already has. Times are
 * GMT+8 by the standard; the setting `utc_offset_minutes` of a unit overrides it. A message in several packages is
 * answered once the last has arrived and all of it is stored. Not supported: photos and sound (0801), compressed data
 * (0901) and the video of JT/T 1078, which has ports of its own.
 */
import { ascii, be16, be32, checkedLength, concat, latin1, reader } from '../bytes/bytes.ts'
import { checkedIdent, isDigits } from '../bytes/text.ts'
import type { Message } from '../message.ts'
import {
  type Command,
  type CommandAnswer,
  type Decoded,
  defineDecoder,
  type KnownUnit,
  ProtocolError,
  type Recognition,
} from '../protocol.ts'
import { type Known, readAnswered, readBatch, readLocation, readShortBatch } from './jt808/location.ts'
import { readLine, readLock } from './jt808/lock.ts'
import {
  answer,
  bcdTime,
  identOf,
  isLock,
  lockAnswer,
  mark,
  message,
  otherMark,
  type Packet,
  type Peer,
  readPacket,
} from './jt808/packet.ts'
import { mayBeParts, type Parts, wholeBody, withPart } from './jt808/parts.ts'
import {
  readAcceleration,
  readAnswer,
  readAttributes,
  readBill,
  readBus,
  readDriver,
  readEvent,
  readHeartbeat,
  readPassedThrough,
  readPassengers,
  readReport,
} from './jt808/passed.ts'

interface State {
  readonly parts?: Parts | undefined
  /** For our commands. */
  readonly peer?: Peer
}

const open = 0x28
const close = 0x29
const frameBytesMax = 4096
/** Trackers that answer a modem's prompt put a few bytes before their first message. */
const strayBytesMax = 64
const chinaMinutes = 480

/** Messages a terminal begins with. */
const firstIds = new Set([
  0x0001, 0x0002, 0x0003, 0x0004, 0x0100, 0x0102, 0x0107, 0x0109, 0x0200, 0x0210, 0x0702, 0x0704, 0x0800, 0x0801,
  0x0900, 0x5501, 0x5502,
])

export default defineDecoder<State>({
  frameBytesMax,
  readsUnit: true,

  recognise(bytes) {
    if (bytes[0] === open) return recogniseLock(latin1(bytes.subarray(1, 24)))
    if (bytes[0] !== mark && bytes[0] !== otherMark) return 'no'
    if (bytes.length < 3) return bytes.length < 2 || bytes[1]! <= 0x55 ? 'more' : 'no'
    return firstIds.has(bytes[1]! * 256 + bytes[2]!) ? 'yes' : 'no'
  },

  frame(buffer) {
    const first = buffer[0]!
    if (first !== mark && first !== otherMark && first !== open) return strayLength(buffer)
    const end = buffer.indexOf(first === open ? close : first, 1)
    if (end < 0) {
      checkedLength(buffer.length, frameBytesMax)
      return 0
    }
    // Two delimiters in a row: the first ended a message whose beginning we missed.
    return end === 1 && first !== open ? 1 : checkedLength(end + 1, frameBytesMax)
  },

  decode(frame, state, receivedAt, unit) {
    if (frame[0] === open) return readText(frame, receivedAt)
    if ((frame[0] !== mark && frame[0] !== otherMark) || frame.length < 2) return {}
    const packet = readPacket(frame)
    if (!packet.isWhole && unit?.settings?.checksum !== 'ignore') return { reply: answer(packet, 2) }
    const decoded = readMessage(packet, state, receivedAt, knownOf(unit))
    return state.peer ? decoded : { ...decoded, state: { ...decoded.state, peer: peerOf(packet) } }
  },

  commands: { position: 'numbered', interval: 'numbered', reboot: 'numbered', server: 'numbered', text: 'numbered' },

  encode(command, { peer }) {
    if (!peer) return undefined
    const body = commandBody(command, peer)
    return body && body.content.length <= bodyBytesMax ? message(peer, body.id, body.content, command.id) : undefined
  },
})

const bodyBytesMax = 1023

interface Body {
  readonly id: number
  readonly content: Uint8Array
}

/** Characters beyond ASCII would have to be GBK, which we cannot encode. Since 2019 texts have a kind (1, a notice). */
function commandBody(command: Command, { version }: Peer): Body | undefined {
  const { text = '', host = '', port = 0, seconds = 0 } = command
  const is2019 = version !== undefined
  switch (command.kind) {
    case 'text':
      if (text === '' || ascii(text).length !== text.length) return undefined
      return { id: 0x8300, content: concat(is2019 ? [1, 1] : [1], ascii(text)) }
    case 'position':
      return { id: 0x8201, content: new Uint8Array() }
    case 'reboot':
      return { id: 0x8105, content: Uint8Array.of(4) }
    case 'interval':
      return { id: 0x8103, content: parameters([0x29, be32(seconds)]) }
    case 'server':
      return {
        id: 0x8103,
        content: is2019
          ? parameters([0x13, ascii(`${host}:${port}`)])
          : parameters([0x13, ascii(host)], [0x18, be32(port)]),
      }
    default:
      return undefined
  }
}

/** A count, then for each parameter its number, its length and its value. */
const parameters = (...values: readonly (readonly [id: number, value: Uint8Array | readonly number[]])[]): Uint8Array =>
  concat([values.length], ...values.map(([id, value]) => concat(be32(id), [value.length], value)))

const results = ['done', 'failed', 'the message is wrong', 'not supported']

/** 0001 confirms a command by its serial, 0201 answers a request for the position. */
function readAnswers({ id, body }: Packet, messages: readonly Message[] = []): CommandAnswer[] {
  if (body.length < 2) return []
  const number = body[0]! * 256 + body[1]!
  if (number === 0) return []
  if (id === 0x0201) {
    const { 'position.latitude': latitude, 'position.longitude': longitude } = messages[0] ?? {}
    return [{ id: number, text: latitude === undefined ? 'no position' : `${latitude},${longitude}` }]
  }
  if (id !== 0x0001 || body.length < 5) return []
  const result = body[4]!
  return [{ id: number, text: results[result] ?? `result ${result}`, ...(result === 0 ? {} : { isRefusal: true }) }]
}

/** A copy: the frame belongs to a buffer that is reused. */
const peerOf = ({ terminal, version, mark }: Packet): Peer => ({
  terminal: terminal.slice(),
  mark,
  ...(version === undefined ? {} : { version }),
})

/** `(794104004140,1,001,BASE`: the tracker's number and two numbers more, where TK103 has a word. JT701 has ten digits. */
function recogniseLock(start: string): Recognition {
  const [id = '', ...numbers] = start.split(',', 3)
  if (!isDigits(id || '0') || id.length > 20 || (numbers.length > 0 && id.length === jt701Digits)) return 'no'
  if (!numbers.every((number) => isDigits(number || '0'))) return 'no'
  return numbers.length === 2 && numbers[1] !== '' ? 'yes' : 'more'
}

const jt701Digits = 10

function strayLength(buffer: Uint8Array): number {
  const next = buffer.findIndex((byte) => byte === mark || byte === otherMark || byte === open)
  if (next > 0) return next
  if (buffer.length > strayBytesMax) throw new ProtocolError('no message among the first bytes')
  return 0
}

function knownOf(unit: KnownUnit | undefined): Known {
  const minutes = unit?.settings?.utc_offset_minutes
  return { model: unit?.model, utcOffsetMinutes: typeof minutes === 'number' ? minutes : chinaMinutes }
}

function readText(frame: Uint8Array, receivedAt: Date): Decoded<State> {
  const line = readLine(latin1(frame), receivedAt)
  if (!line) return {}
  const { ident, messages, reply } = line
  return { ident: checkedIdent(ident), messages, ...(reply ? { reply: ascii(reply) } : {}) }
}

/** Reads a body; undefined if we do not support the message. */
function readBody(packet: Packet, body: Uint8Array, known: Known): Message[] | undefined {
  const input = reader(body)
  switch (packet.id) {
    case 0x0200: {
      const found = readLocation(input, known)
      return found ? [found] : []
    }
    case 0x0201:
    case 0x0500:
      return readAnswered(input, known)
    case 0x0210:
      return readShortBatch(input, known)
    case 0x0704:
      return readBatch(input, known)
    case 0x0702:
      return readDriver(input, known)
    case 0x0107:
      return readAttributes(input, packet.version !== undefined)
    case 0x0900:
      return readPassedThrough(input, known)
    case 0x1300:
      return readAnswer(input)
    case 0x6006:
      return readReport(input)
    case 0x0701:
      return readBill(input)
    case 0x0002:
      return readHeartbeat(input)
    case 0x2070:
      return readAcceleration(input)
    case 0x0705:
      return readBus(input)
    case 0x1005:
      return readPassengers(input, known)
    case 0x0301:
      return readEvent(input)
    default:
      return undefined
  }
}

/** Answers of the terminal to us, which get no reply. */
const unanswered = new Set([0x0001, 0x0104, 0x0107, 0x0201, 0x0500, 0x0805, 0x1300])
/** Valid messages without content: heartbeat, sign-off, and events and reports that we do not use. */
const empty = new Set([0x0003, 0x0005, 0x0302, 0x0303, 0x0506, 0x0608, 0x0700, 0x0800, 0x1007, 0x8888])

function readMessage(packet: Packet, state: State, receivedAt: Date, known: Known): Decoded<State> {
  const ident = checkedIdent(identOf(packet))
  if (isLock(packet.id)) {
    const messages = readLock(reader(packet.body), packet.id)
    return { ident, messages, ...(packet.attributes & 0x8000 ? { reply: lockAnswer(packet) } : {}) }
  }
  switch (packet.id) {
    case 0x0100:
      return {
        ident,
        reply: message(packet, 0x8100, concat(be16(packet.serial), [0], ascii(ident))),
        refusal: message(packet, 0x8100, concat(be16(packet.serial), [4])),
      }
    case 0x0102:
      return { ident, reply: answer(packet, 0), refusal: answer(packet, 1) }
    case 0x0004:
      return { ident, reply: message(packet, 0x8004, bcdTime(receivedAt)) }
    case 0x0109:
      return { ident, reply: message(packet, 0x8109, bcdTime(receivedAt)) }
  }
  if (empty.has(packet.id)) return { ident, reply: answer(packet, 0) }
  if (packet.packages > 1) return collect(packet, ident, state, known)
  const messages = readBody(packet, packet.body, known)
  if (unanswered.has(packet.id)) {
    const answers = readAnswers(packet, messages)
    return { ident, ...(messages ? { messages } : {}), ...(answers.length > 0 ? { answers } : {}) }
  }
  if (!messages) return { ident, reply: answer(packet, 3) }
  if (packet.id === 0x0002 && messages.length === 0) return { ident, reply: answer(packet, 0) }
  return { ident, messages, reply: answer(packet, 0), nack: answer(packet, 1) }
}

/** Nothing is acknowledged before the last package: a reply means that it is stored. */
function collect(packet: Packet, ident: string, state: State, known: Known): Decoded<State> {
  const isOurs = packet.id === 0x0704 || packet.id === 0x0200 || packet.id === 0x0900
  const parts = isOurs && mayBeParts(packet) ? withPart(state.parts, packet) : undefined
  if (!parts) return { ident, reply: answer(packet, 3) }
  const body = wholeBody(parts)
  if (!body) return { ident, state: { ...state, parts } }
  const messages = readBody(packet, body, known) ?? []
  const answers = (result: 0 | 1) =>
    concat(...parts.bodies.map((_, index) => answer(packet, result, (parts.first + index) & 0xffff)))
  return { ident, messages, reply: answers(0), nack: answers(1), state: { ...state, parts: undefined } }
}
