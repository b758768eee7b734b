/**
 * Meitrack over TCP and UDP.
 * Source: MEITRACK GPRS Protocol V1.8 (1.1 format, 1.2 data, 3 commands), MEITRACK T622 GPRS Protocol V1.2 (CCC).
 *
 *   $$<flag><length>,<IMEI>,<command>,<data>*<checksum>CRLF          ours begin with @@ and echo the flag
 *   length from the first comma to the line end, which it counts; checksum: sum of all bytes up to the asterisk
 *
 *   AAA record in text                     no answer
 *   AFF record in text, others wait        → AFF,1: it may be erased, send the next
 *   CCC binary records                     → CCC,<number>: they may be erased
 *   CCE, CFF binary records with ids       no answer
 *   AAC login                              → AAC,1
 *   others answer commands of ours
 *
 * The setting `confirm_events: true` of a unit is for trackers that are configured (C03) to keep every event until it
 * is confirmed: then AAA and CCE are answered with AFF as well. Without that setting an AFF could erase an event that
 * we have not received. A wrong checksum is common in clones: the message is accepted and marked. Not supported: photos
 * (D00), which we never request.
 */
import { ascii, checkedLength, concat, latin1, reader, textOf } from '../bytes/bytes.ts'
import { sum8 } from '../bytes/checksum.ts'
import { checkedIdent, hexNumber, isDigits } from '../bytes/text.ts'
import { type Draft, draft, finish, type Message, put } from '../message.ts'
import {
  type Command,
  type CommandKind,
  type Decoded,
  defineDecoder,
  type KnownUnit,
  type Link,
  ProtocolError,
} from '../protocol.ts'
import { readFixedRecords, readTaggedRecords } from './meitrack/records.ts'
import { readRecord } from './meitrack/text.ts'

interface State {
  readonly link: Link
  readonly ident?: string
}

const dollar = 0x24
const comma = 0x2c
const asterisk = 0x2a
const frameBytesMax = 4096
const lengthDigitsMax = 4

export default defineDecoder<State>({
  frameBytesMax,
  readsUnit: true,
  start: (link) => ({ link }),

  recognise(bytes) {
    for (let at = 0; at < bytes.length && at < 9; at++) {
      if (at < 2) {
        if (bytes[at] !== dollar) return 'no'
      } else if (at === 2) {
        if (bytes[at]! < 0x41 || bytes[at]! > 0x7a) return 'no'
      } else if (bytes[at] === comma) return at > 3 ? 'yes' : 'no'
      else if (!isDigits(String.fromCharCode(bytes[at]!)) || at > 2 + lengthDigitsMax) return 'no'
    }
    return 'more'
  },

  frame(buffer) {
    if (buffer[0] === 13 || buffer[0] === 10) return 1
    if (buffer[0] !== dollar || (buffer.length > 1 && buffer[1] !== dollar)) throw new ProtocolError('two dollar signs')
    const at = buffer.subarray(0, 4 + lengthDigitsMax).indexOf(comma)
    if (at < 0) {
      if (buffer.length > 3 + lengthDigitsMax) throw new ProtocolError('a packet without a length')
      return 0
    }
    const digits = latin1(buffer.subarray(3, at))
    if (!isDigits(digits)) throw new ProtocolError('a packet without a length')
    const length = checkedLength(at + Number(digits), frameBytesMax)
    if (length < at + 2) throw new ProtocolError('a length no packet has')
    return buffer.length >= length ? length : 0
  },

  decode(frame, state, _receivedAt, unit) {
    return frame[0] === dollar ? readPacket(frame, state.link, unit) : {}
  },

  commands: { position: 'plain', interval: 'plain', 'engine.stop': 'plain', 'engine.resume': 'plain', text: 'plain' },

  encode(command, state) {
    const words = wordsOf(command)
    return words && state.ident ? packet(0x41, state.ident, words) : undefined
  },
})

/** A12 counts its interval in tens of seconds. */
function wordsOf({ kind, text, seconds = 0 }: Command): string | undefined {
  if (kind === 'text') return text
  return kind === 'interval' ? `A12,${Math.min(Math.ceil(seconds / 10), 65_535)}` : commandWords[kind]
}

/** C01: speed below which to act, then for each of five outputs 0 off, 1 on, 2 as it is. The first drives the relay. */
const commandWords: Partial<Record<CommandKind, string>> = {
  position: 'A10',
  'engine.stop': 'C01,0,12222',
  'engine.resume': 'C01,0,02222',
}

/** A packet of ours. */
function packet(flag: number, ident: string, words: string): Uint8Array {
  // Comma, IMEI, comma, words, asterisk, checksum and line end.
  const length = 1 + ident.length + 1 + words.length + 5
  const bytes = concat(ascii('@@'), [flag], ascii(`${length},${ident},${words}*`))
  return concat(bytes, ascii(`${sum8(bytes).toString(16).toUpperCase().padStart(2, '0')}\r\n`))
}

function readPacket(frame: Uint8Array, link: Link, unit: KnownUnit | undefined): Decoded<State> {
  const identAt = frame.indexOf(comma) + 1
  const commandAt = frame.indexOf(comma, identAt) + 1
  if (identAt < 4 || commandAt === 0) throw new ProtocolError('a packet without an IMEI')
  const ident = checkedIdent(latin1(frame.subarray(identAt, commandAt - 1)))
  const end = frame.lastIndexOf(asterisk)
  if (end < commandAt) throw new ProtocolError('a packet without a checksum')
  const isWhole = sum8(frame, 0, end + 1) === hexNumber(latin1(frame.subarray(end + 1, end + 3)))
  const { messages, words } = readCommand(frame, commandAt, end, unit)
  const marked = isWhole || unit?.settings?.checksum === 'ignore' ? messages : messages.map(markedWrong)
  const decoded = { ident, messages: marked, state: { link, ident } }
  const reply = words ? packet(frame[2]!, ident, words) : undefined
  // A truncated datagram must not trigger a longer one to an address that may not be the sender's.
  return reply && (link !== 'udp' || reply.length <= frame.length) ? { ...decoded, reply } : decoded
}

const markedWrong = (message: Message): Message => ({ ...message, 'message.checksum.status': false })

interface Read {
  readonly messages: readonly Message[]
  /** What to answer. */
  readonly words?: string
}

function readCommand(frame: Uint8Array, from: number, end: number, unit: KnownUnit | undefined): Read {
  const command = latin1(frame.subarray(from, from + 3))
  const confirms = unit?.settings?.confirm_events === true
  switch (command) {
    case 'CCC': {
      const { messages, count } = readFixedRecords(reader(frame, Math.min(from + 4, end), end))
      return { messages, words: `CCC,${count}` }
    }
    case 'CCE':
    case 'CFF': {
      const { messages, count } = readTaggedRecords(reader(frame, Math.min(from + 4, end), end))
      return confirms ? { messages, words: `AFF,${count}` } : { messages }
    }
    case 'D00':
    case 'D03':
      return { messages: [] }
  }
  return readLine(command, textOf(frame.subarray(from, end)).split(','), confirms, unit?.model)
}

function readLine(command: string, fields: readonly string[], confirms: boolean, model?: string): Read {
  const into = draft()
  switch (command) {
    case 'AAA':
      readRecord(into, fields.slice(1), model)
      return confirms ? { messages: only(into), words: 'AFF,1' } : { messages: only(into) }
    case 'AFF':
      if (fields.length < 6) break
      readRecord(into, fields.slice(2), model)
      return { messages: only(into), words: 'AFF,1' }
    case 'AAC':
      return { messages: [], words: 'AAC,1' }
  }
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', fields.join(','))
  return { messages: only(into) }
}

const only = (into: Draft): Message[] => {
  const message = finish(into)
  return message ? [message] : []
}
