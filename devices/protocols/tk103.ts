/**
 * TK103 with parentheses, of Xexun, Kingneed and others; not the TK103 of Coban, which is GPS103.
 * Sources: "GPS Tracker Communication Protocol" V1.9, "KX402 GPRS Communication Protocol" V1.5.
 *
 *   ( id, command, data )      twelve digits, four letters and digits, no separators: (000012345678BR00…)
 *   ( id,command,data,… )      a younger dialect with commas and mostly an IMEI: (356307042441013,DW30,…)
 *
 *   BP00   handshake            → AP01HSO
 *   BP05   login with a position  → AP05
 *   BO01   alarm                → AS01 and the kind of alarm
 *   others                      → nothing
 *
 * Between dollar signs stands free text, in which a parenthesis means nothing. There is no checksum, no refusal and no
 * negative answer. Whatever comes before the opening parenthesis is skipped with the frame.
 *
 * Before V1.8 of the document the twelve digits were a time: only handshake and login say who it is, after the command,
 * and the connection stands for the tracker. Since then they end with the same digits as that longer number.
 */
import { ascii, checkedLength, latin1 } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, isDigits } from '../bytes/text.ts'
import { draft, finish } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { readDense, readSeparated } from './tk103/kinds.ts'

interface State {
  readonly ident?: string
  /** The leading digits are a time, and only the connection identifies the tracker. */
  readonly isBound: boolean
}

const frameBytesMax = 2048
const open = 0x28
const close = 0x29
const dollar = 0x24
const comma = 0x2c
const idDigitsMin = 12

export default defineDecoder<State>({
  frameBytesMax,
  start: () => ({ isBound: false }),

  recognise(bytes) {
    if (bytes[0] !== open) return 'no'
    const digits = latin1(bytes.subarray(1, 1 + idDigitsMin))
    if (!isDigits(digits || '0')) return 'no'
    const size = 1 + digitsAt(bytes, 1)
    if (size === bytes.length) return 'more'
    if (bytes[size] !== comma) return isCapital(bytes[size]!) ? 'yes' : 'no'
    // Locks with JT/T 808 have numbers there.
    return bytes.length === size + 1 ? 'more' : isDigits(String.fromCharCode(bytes[size + 1]!)) ? 'no' : 'yes'
  },

  frame(buffer) {
    const begin = buffer.indexOf(open)
    let isText = false
    for (let at = begin + 1; begin >= 0 && at < buffer.length && at < frameBytesMax; at++) {
      if (buffer[at] === dollar) isText = !isText
      else if (buffer[at] === close && !isText) return at + 1
    }
    return checkedLength(buffer.length, frameBytesMax - 1) && 0
  },

  decode(frame, state) {
    const begin = frame.indexOf(open) + 1
    const idEnd = begin + digitsAt(frame, begin)
    // Recorded frames come without their parentheses.
    if (idEnd === begin) throw new ProtocolError('a frame begins with a parenthesis and an id')
    const last = frame.length - 1
    const end = frame[last] === close ? last : frame.length
    const id = checkedIdent(latin1(frame.subarray(begin, idEnd)))
    const rest = latin1(frame.subarray(idEnd, end))
    return { ...identified(id, rest, state), ...readRest(id, rest) }
  },

  /** A request for the position is answered with a report; only some answer a text, in a frame ZC03. */
  commands: { position: 'none', reboot: 'none', text: 'none' },

  encode({ kind, text }, { ident }) {
    const command = kind === 'text' ? text : kind === 'position' ? 'AP00' : kind === 'reboot' ? 'AT00' : undefined
    return command === undefined || ident === undefined ? undefined : ascii(`(${ident}${command})`)
  },
})

function digitsAt(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at]! >= 48 && bytes[at]! <= 57) at++
  return at - from
}

function identified(id: string, rest: string, state: State): { ident?: string; state?: State } {
  const long = longId(rest)
  const isBound = long === undefined ? state.isBound : long.slice(-11) !== id.slice(-11) && isTime(id)
  const ident = !isBound ? id : long === undefined ? state.ident : twelve(long)
  return ident === state.ident && isBound === state.isBound ? { ident } : { ident, state: { ident, isBound } }
}

const isTime = (id: string): boolean => dateAndTime(id.slice(0, 6), id.slice(6), 'yymmdd') !== undefined

/** The number after a handshake or the fifteen digits after a login. */
function longId(rest: string): string | undefined {
  const digits = rest.startsWith('BP05')
    ? rest.slice(4, 19)
    : rest.startsWith('BP00')
      ? rest.slice(4).split('HSO')[0]!
      : ''
  return digits.length >= idDigitsMin && digits.length <= 15 && isDigits(digits) ? digits : undefined
}

/** Filled with zeros to fifteen, it is the same number as the twelve digits of younger trackers. */
const twelve = (long: string): string => (long.startsWith('000') ? long.slice(-12) : long)

const isCapital = (byte: number): boolean => byte >= 65 && byte <= 90

function readRest(id: string, rest: string): Decoded<State> {
  const into = draft()
  const separated = rest[0] === ','
  const [, kind = '', ...fields] = separated ? rest.split(',') : ['', rest.slice(0, 4)]
  if (separated) readSeparated(into, kind, fields)
  else readDense(into, kind, rest.slice(4))
  const message = finish(into)
  const answer = answerTo(kind, rest)
  return {
    ...(message ? { messages: [message] } : {}),
    ...(answer === undefined ? {} : { reply: ascii(`(${id}${separated ? ',' : ''}${answer})`) }),
  }
}

function answerTo(kind: string, rest: string): string | undefined {
  switch (kind) {
    case 'BP00':
      return 'AP01HSO'
    case 'BP05':
      return 'AP05'
    case 'BO01':
      return isDigits(rest.slice(4, 5)) ? `AS01${rest[4]}` : undefined
    default:
      return undefined
  }
}
