/**
 * Watches PT60 and S6, in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   @G#@,V01,<type>,<imei>,<9 and IMSI>,yyyymmddhhmmss,<content>,@R#@
 *     1 login, 6 latitude;longitude, 13 steps, 14 pulse and battery, 43 cells and access points
 *     → @G#@,V01,38,<UTC yyyymmddhhmmss>,@R#@
 *   @B#@|01|<type>|<imei>|<9 and IMSI>|[version|][state|battery|]yyyymmddhhmmss|<content>|@E#@
 *     001 position, or cells with a 2 at the end; 003, 006 and 033 states
 *     → @B#@|01|<type + 1>|<imei>|0|<UTC yyyymmddhhmmss>|@E#@
 */
import { ascii, checkedLength, latin1 } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, integer, isDigits } from '../bytes/text.ts'
import { putFields } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { putPoints } from '../families/network.ts'
import { putFix } from '../families/nmea.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCells } from '../message.ts'
import { defineDecoder } from '../protocol.ts'

const frameBytesMax = 4096
const endBytes = 4
const isEnd = (buffer: Uint8Array, at: number): boolean =>
  (buffer[at + 1] === 0x52 || buffer[at + 1] === 0x45) && buffer[at + 2] === 0x23 && buffer[at + 3] === 0x40

export default defineDecoder({
  frameBytesMax,
  recognise: anyOf(
    opening('@G#@,V', digits(2), ',', digits(1, 3), ',', digits(15), ','),
    opening('@B#@|', digits(2), '|', digits(3), '|', digits(15), '|'),
  ),

  frame(buffer) {
    if (buffer[0] === 13 || buffer[0] === 10) return 1
    let at = buffer.indexOf(0x40)
    while (at >= 0 && !isEnd(buffer, at)) at = buffer.indexOf(0x40, at + 1)
    checkedLength(at < 0 ? buffer.length : at + endBytes, frameBytesMax)
    return at < 0 ? 0 : at + endBytes
  },

  decode(frame, _state, receivedAt) {
    const text = latin1(frame)
      .trim()
      .replace(/@[RE]#@$/, '')
    const isWatch = text.startsWith('@G#@,')
    if (!isWatch && !text.startsWith('@B#@|')) return {}
    const [, , type = '', ident = '', imsi = '', ...fields] = text.split(isWatch ? ',' : '|')
    const timeAt = fields.slice(0, 4).findIndex((field) => field.length === 14 && isDigits(field))
    const into = draft()
    const content = fields.slice(timeAt + 1)
    if (content.at(-1) === '') content.pop()
    if (timeAt >= 0) (isWatch ? putWatch : putBand)(into, type, content)
    if (into.keys > 0) putHead(into, imsi, fields.slice(0, timeAt + 1))
    const now = receivedAt.toISOString().replaceAll(/\D/g, '').slice(0, 14)
    const next = String((integer(type) ?? 0) + 1).padStart(3, '0')
    const reply = ascii(isWatch ? `@G#@,V01,38,${now},@R#@` : `@B#@|01|${next}|${ident}|0|${now}|@E#@`)
    return { ...told(checkedIdent(ident), into), ...(timeAt < 0 ? {} : { reply }) }
  },
})

/** The version before them is missing from most packets. */
function putHead(into: Draft, imsi: string, head: readonly string[]): void {
  const moment = head.at(-1)!
  put(into, 'timestamp', dateAndTime(moment.slice(2, 8), moment.slice(8), 'yymmdd'))
  if (imsi.length === 16 && imsi.startsWith('9')) put(into, 'gsm.sim.imsi', imsi.slice(1))
  if (head.length === 4) put(into, 'device.firmware.version', head[0])
  if (head.length > 2) putFields(into, head.slice(-3, -1), ['custom.state', 'battery.level'])
}

function putWatch(into: Draft, type: string, content: readonly string[]): void {
  if (type === '6') {
    const [latitude, longitude] = (content[0] ?? '').split(';')
    putFix(into, true, decimal(latitude), decimal(longitude))
  } else if (type === '13') putFields(into, content, ['steps.counter'])
  else if (type === '14') putFields(into, content, ['heart.rate', 'battery.level'])
  else if (type === '43') putAround(into, content[1] ?? '', content[3] ?? '')
}

/** `mcc;mnc;lac;cell;dBm|…` and `address;name in UTF-16;dBm|…`, each after the number of them. */
function putAround(into: Draft, cells: string, points: string): void {
  put(into, 'position.valid', false)
  putCells(
    into,
    cells.split('|').map((cell) => {
      const [mcc, mnc, lac, cellid, dbm] = cell.split(';').map(integer)
      return { mcc, mnc, lac, cellid, dbm }
    }),
  )
  putPoints(
    into,
    points.split('|').map((point) => {
      const [mac = '', , rssi] = point.split(';')
      return [mac.replaceAll(':', ''), integer(rssi)]
    }),
  )
}

/** A cell is `cell,lac,mnc,mcc,signal`. */
function putBand(into: Draft, type: string, content: readonly string[]): void {
  const cells = content.filter((field) => field.includes(','))
  if (cells.length > 0) {
    put(into, 'message.type', type)
    put(into, 'position.valid', false)
    putCells(
      into,
      cells.map((cell) => {
        const [cellid, lac, mnc, mcc, rssi] = cell.split(',').map(integer)
        return { mcc, mnc, lac, cellid, rssi }
      }),
    )
  } else if (type === '001') {
    putFix(into, content.length > 1, decimal(content[0]), decimal(content[1]))
    putFields(into, content.slice(2, -1), ['custom.value_1', 'custom.value_2'])
  }
}
