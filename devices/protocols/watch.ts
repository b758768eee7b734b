/**
 * SeTracker watches and tags, over TCP: Wonlex, Reachfar and the many brands that share their firmware.
 * Source: recorded traffic and general knowledge of the format; we have no document from the maker (docs/protocols.md).
 *
 *   packet   [ maker, two letters * id * length, four hex digits * content ]
 *   with a counter, which an answer repeats:  [ maker * id * counter * length * content ]
 *
 *   LK keep-alive → LK      AL alarm → AL      TKQ → TKQ      INIT → INIT,1      CONFIG → CONFIG,1      TK voice → TK,1
 *   UD position, UD2 stored position, and whatever else is measured → nothing
 *
 * Voice and pictures write 7D 01 … 7D 05 for } [ ] , * and count each as one byte; they are taken and not kept.
 * Names of access points may hold anything, so the end of a packet is where its length says.
 */
import { ascii, indexOf, latin1 } from '../bytes/bytes.ts'
import { checkedIdent, hexNumber, isDigits } from '../bytes/text.ts'
import { draft, finish, put } from '../message.ts'
import { type Command, type CommandKind, type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { readMeasured } from './watch/measured.ts'
import { readPlace } from './watch/place.ts'

interface State {
  /** What an answer or a command begins with: `[3G*8800000015*`. */
  readonly head?: string
}

const headBytesMax = 48
const contentBytesMax = 0xffff
const frameBytesMax = headBytesMax + contentBytesMax + 1

const opening = 0x5b
const closing = 0x5d
const escapeByte = 0x7d

export default defineDecoder<State>({
  frameBytesMax,

  recognise(bytes) {
    const start = latin1(bytes.subarray(0, 5))
    if (start[0] !== '[') return 'no'
    for (const letter of start.slice(1, 3)) if (!isMakerLetter(letter)) return 'no'
    if (start.length > 3 && start[3] !== '*') return 'no'
    if (start.length < 5) return 'more'
    return isDigits(start[4]!) ? 'yes' : 'no'
  },

  frame(buffer) {
    if (buffer[0] !== opening) {
      if (buffer[0]! > 32) throw new ProtocolError('a packet begins with a bracket')
      return 1
    }
    const head = readHead(buffer)
    if (!head) return 0
    return contentEnd(buffer, head.contentAt, head.length) + 1
  },

  decode(frame, _state) {
    if (frame[0] !== opening) return {}
    const head = readHead(frame)
    if (!head) throw new ProtocolError('a packet without a length')
    const end = frame.lastIndexOf(closing)
    const content = frame.subarray(head.contentAt, end < head.contentAt ? frame.length : end)
    const ident = checkedIdent(head.ident)
    return { ident, state: { head: head.start }, ...readContent(content, head) }
  },

  commands: { position: 'plain', interval: 'plain', reboot: 'plain', server: 'none', text: 'plain' },

  encode(command, { head }) {
    const word = wordOf(command)
    return word && head ? packet(head, word) : undefined
  },
})

function wordOf({ kind, text, seconds, host, port }: Command): string | undefined {
  switch (kind) {
    case 'text':
      return text
    case 'interval':
      return `UPLOAD,${seconds}`
    case 'server':
      return `IP,${host},${port}`
    default:
      return commandWords[kind]
  }
}

const commandWords: Partial<Record<CommandKind, string>> = { position: 'CR', reboot: 'RESET' }

const isMakerLetter = (letter: string): boolean => (letter >= 'A' && letter <= 'Z') || isDigits(letter)

interface Head {
  /** `[3G*8800000015*` */
  readonly start: string
  readonly ident: string
  /** `0034*`, or nothing. */
  readonly counter: string
  readonly length: number
  readonly contentAt: number
}

/** Undefined while more bytes are needed. */
function readHead(bytes: Uint8Array): Head | undefined {
  const text = latin1(bytes.subarray(0, headBytesMax))
  const idEnd = text.indexOf('*', 4)
  if ((text.length > 3 && text[3] !== '*') || (idEnd < 0 && text.length >= headBytesMax - 12)) {
    throw new ProtocolError('a packet begins with a maker and an id')
  }
  if (idEnd < 0) return undefined
  const fields = [fieldAt(text, idEnd + 1), fieldAt(text, idEnd + 6)]
  if (fields[0] === undefined) return undefined
  // A counter is there when another four digits and a star follow; content this short is decided by its length.
  if (fields[1] === undefined && hexNumber(fields[0])! >= 5) return undefined
  const hasCounter = fields[1] !== undefined && fields[1] !== ''
  const counter = hasCounter ? `${fields[0]}*` : ''
  const length = hexNumber(hasCounter ? fields[1] : fields[0])
  if (length === undefined) throw new ProtocolError('a packet without a length')
  return {
    start: text.slice(0, idEnd + 1),
    ident: text.slice(4, idEnd),
    counter,
    length,
    contentAt: idEnd + 6 + (hasCounter ? 5 : 0),
  }
}

/** Four hex digits and a star; empty when it is something else, undefined while bytes are missing. */
function fieldAt(text: string, at: number): string | undefined {
  const digits = text.slice(at, at + 4)
  if (digits !== '' && hexNumber(digits) === undefined) return ''
  if (digits.length < 4 || text.length <= at + 4) return undefined
  return text[at + 4] === '*' ? digits : ''
}

/** Where the closing bracket is; -1 if it has not arrived. */
function contentEnd(bytes: Uint8Array, from: number, length: number): number {
  const plain = from + length
  if (bytes.length <= plain) return -1
  if (bytes[plain] === closing) return plain
  let at = from
  for (let count = 0; count < length && at < bytes.length; count++) at += bytes[at] === escapeByte ? 2 : 1
  if (at >= frameBytesMax) throw new ProtocolError('a packet longer than allowed')
  if (at >= bytes.length) return -1
  if (bytes[at] === closing) return at
  // A wrong length: the packet ends where the next one begins, or at the first bracket.
  const next = indexOf(bytes, closing, opening, from)
  const end = next < 0 ? bytes.indexOf(closing, from) : next
  if (end < 0 && bytes.length >= frameBytesMax) throw new ProtocolError('a packet without an end')
  return end
}

function packet(start: string, content: string, counter = ''): Uint8Array {
  const length = ascii(content).length.toString(16).toUpperCase().padStart(4, '0')
  return ascii(`${start}${counter}${length}*${content}]`)
}

/** The reply, by the first word of a packet. */
const answers: Readonly<Record<string, string>> = {
  LK: 'LK',
  AL: 'AL',
  TKQ: 'TKQ',
  TKQ2: 'TKQ2',
  INIT: 'INIT,1',
  CONFIG: 'CONFIG,1',
  TK: 'TK,1',
  TK2: 'TK,1',
  JXTK: 'JXTKR,1',
}

/** Brands put numbers and letters of their own after these: UD2, UD3, WT2, ALCUSTOMER1. */
const isPlace = (word: string): boolean => /^(?:UD|AL|WT)/.test(word)
const media = new Set(['TK', 'TK2', 'JXTK', 'JXTKR', 'img', 'IMG'])

/** A single byte confirms what we sent. Of voice and pictures we keep how long they were. */
function readMedia(word: string, bytes: number): Decoded<State> {
  if (bytes <= 1 || word.startsWith('JXTK')) return {}
  const into = draft()
  put(into, 'message.type', word)
  put(into, word.startsWith('TK') ? 'custom.audio_bytes' : 'custom.image_bytes', bytes)
  return { messages: [finish(into)!] }
}

function readContent(content: Uint8Array, head: Head): Decoded<State> {
  const comma = content.indexOf(0x2c)
  const type = latin1(comma < 0 ? content : content.subarray(0, comma))
  // UD_LTE, AL_WCDMA: the network after it does not change the meaning.
  const word = type.split('_')[0]!
  const answer = Object.hasOwn(answers, word) ? answers[word] : word.startsWith('AL') ? 'AL' : undefined
  const reply = answer ? { reply: packet(head.start, answer, head.counter) } : {}
  // A command is confirmed with its own word and nothing after it.
  if (comma < 0 && !answer && !isPlace(word) && !media.has(word) && word !== '') return { answers: [{ text: word }] }
  if (comma < 0) return reply
  if (media.has(word)) return { ...readMedia(word, content.length - comma - 1), ...reply }
  const into = draft()
  const text = new TextDecoder().decode(content.subarray(comma + 1))
  if (isPlace(word)) readPlace(into, word, text)
  else readMeasured(into, type, text)
  if (into.keys === 0) return reply
  put(into, 'message.type', type)
  return { messages: [finish(into)!], ...reply }
}
