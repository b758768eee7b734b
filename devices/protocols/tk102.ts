/**
 * TK102 with brackets (TK102-W998 and its relatives), over TCP.
 * Source: recorded traffic and public implementations; of the "Communication Protocol for TK102" (1.0) we know the contents
 * page (docs/protocols.md).
 *
 *   [ kind, ten letters of a number, length, content ]
 *   80  login with the id → 00, the same number, '0' and the content     21 '!'  login with IMEI and settings → the same
 *   F0  heartbeat → FF, the same number and content
 *   others: (<word>hhmmssA<latitude>N<longitude>E<knots>ddmmyy<state>[&<name><value>]…), (GSM,…) cells
 */
import { ascii, checkedLength, concat, latin1 } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, degreesMinutes, integer, isDigits } from '../bytes/text.ts'
import { told } from '../families/lines.ts'
import { knot, putFix } from '../families/nmea.ts'
import { type Draft, draft, put, putCells, putCustom } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'

const frameBytesMax = 300
const open = 0x5b
const close = 0x5d
const headBytes = 13

export default defineDecoder({
  frameBytesMax,

  recognise(bytes) {
    if (bytes[0] !== open) return 'no'
    if (bytes.length > 1 && !logins.has(bytes[1]!)) return 'no'
    if (!isDigits(latin1(bytes.subarray(2, 12)) || '0')) return 'no'
    return bytes.length < headBytes ? 'more' : 'yes'
  },

  frame(buffer) {
    if (buffer[0] === 13 || buffer[0] === 10) return 1
    if (buffer[0] !== open) throw new ProtocolError('a packet begins with a bracket')
    if (buffer.length < headBytes) return 0
    const whole = checkedLength(headBytes + buffer[headBytes - 1]! + 1, frameBytesMax)
    if (buffer.length < whole) return 0
    if (buffer[whole - 1] !== close) throw new ProtocolError('a packet ends with a bracket')
    return whole
  },

  decode(frame): Decoded {
    if (frame[0] !== open) return {}
    if (frame.length < headBytes) throw new ProtocolError('a packet shorter than its head')
    const content = frame.subarray(headBytes, headBytes + frame[headBytes - 1]!)
    const text = latin1(content)
    switch (frame[1]) {
      case login:
        return { ident: checkedIdent(text), reply: packet(0x00, frame, concat(ascii('0'), content)) }
      case longLogin:
        return { ident: checkedIdent(text.slice(1, 16)), reply: packet(0x00, frame, concat(ascii('0'), content)) }
      case heartbeat:
        return { reply: packet(0xff, frame, content) }
      default:
        return read(text.slice(1, text.endsWith(')') ? -1 : undefined))
    }
  },
})

const login = 0x80
const longLogin = 0x21
const heartbeat = 0xf0
const logins = new Set([login, longLogin])

const packet = (kind: number, frame: Uint8Array, content: Uint8Array): Uint8Array =>
  concat([open, kind], frame.subarray(2, 12), [content.length & 0xff], content, [close])

function read(text: string): Decoded {
  const into = draft()
  if (text.startsWith('GSM,')) putNetwork(into, text.split(','))
  else putPlace(into, text)
  return told(undefined, into)
}

const report = /^([A-Z]+)(\d{6})([AV])(\d{4}\.\d{4})([NS])(\d{5}\.\d{4})([EW])(\d{3}\.\d{3})(\d{6})(\d*)/

function putPlace(into: Draft, text: string): void {
  const [all, word, time = '', state, latitude, north, longitude, east, speed, date = '', status] =
    report.exec(text) ?? []
  if (all === undefined) return
  put(into, 'custom.report', word)
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putFix(into, state === 'A', degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  put(into, 'position.speed', decimal(speed)! * knot)
  if (status) put(into, 'custom.status', status)
  for (const value of text.slice(all.length).split('&')) putCustom(into, value.slice(0, 1), value.slice(1))
}

/** `…,<number>,yyyymmddhhmmss,mcc,mnc,{cell,area,signal}…,<count>`. */
function putNetwork(into: Draft, fields: readonly string[]): void {
  const [, , , , moment = '', mcc, mnc, ...cells] = fields
  put(into, 'timestamp', dateAndTime(moment.slice(2, 8), moment.slice(8), 'yymmdd'))
  put(into, 'position.valid', false)
  const network = { mcc: integer(mcc), mnc: integer(mnc) }
  const list = []
  for (let at = 0; at + 2 < cells.length; at += 3) {
    list.push({ ...network, cellid: integer(cells[at]), lac: integer(cells[at + 1]), rssi: integer(cells[at + 2]) })
  }
  putCells(into, list)
}
