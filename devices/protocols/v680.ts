/**
 * V680, TLT-1 and their copies, in text over TCP and UDP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   #<imei>##                                                                            login, also before each report
 *   [#<imei>#<user>#]<fix>#<password>#<event>#<records>#<cells>#[V#]<longitude>,E,<latitude>,N,<knots>,<course>#ddmmyy#hhmmss##
 *
 * Several records repeat what follows the cells. No replies. The password is not kept.
 */

import { checkedLength, indexOf } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, degreesMinutes, hexNumber, integer } from '../bytes/text.ts'
import { putFields } from '../families/fields.ts'
import { defineLines } from '../families/lines.ts'
import { knots, putFix } from '../families/nmea.ts'
import { digits, except, opening } from '../families/opening.ts'
import { type Cell, type Draft, draft, finish, type Message, put, putCells } from '../message.ts'
import { defineDecoder } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'

const lines = defineLines({
  opening: opening('#', digits(15), '#', except('#', 0, 32), '#', digits(1, 2), '#', except('#', 1, 16), '#'),

  read({ text }) {
    const parts = (text.endsWith('##') ? text.slice(0, -2) : text).split('#')
    const isNamed = parts[0] === ''
    const ident = isNamed ? { ident: checkedIdent(parts[1] ?? '') } : {}
    const [fix, , event, , ...rest] = isNamed ? parts.slice(3) : parts
    const messages = event === undefined ? [] : records(rest, fix !== '0', event)
    return { ...ident, ...(messages.length > 0 ? { messages } : {}) }
  },
})

const frameBytesMax = 1024
const timeSize = 6

export default defineDecoder({
  ...lines,
  frameBytesMax,
  frame(buffer) {
    if (buffer[0] === 13 || buffer[0] === 10) return 1
    // An empty field looks like the end; before the end stands an IMEI or a time.
    for (let at = indexOf(buffer, 0x23, 0x23); at >= 0; at = indexOf(buffer, 0x23, 0x23, at + 1)) {
      checkedLength(at + 2, frameBytesMax)
      if (at > 0 && at - 1 - buffer.lastIndexOf(0x23, at - 1) >= timeSize) return at + 2
    }
    return checkedLength(buffer.length, frameBytesMax - 1) && 0
  },
})

const alarms: Readonly<Record<string, Alarm>> = {
  SOS: 'sos',
  TOWED: 'towing',
  SHAKE: 'vibration',
  DEF: 'power_cut',
  BLP: 'low_battery',
  CLP: 'low_power',
  OS: 'geofence_exit',
  RS: 'geofence_enter',
  OVERSPEED: 'overspeed',
}

/** A position is followed by its date and its time; what comes before the first one may be the cells. */
function records(parts: readonly string[], isFix: boolean, event: string): Message[] {
  const messages: Message[] = []
  for (const [index, part] of parts.entries()) {
    const fields = part.split(',')
    if (fields.length < 5 || !'EW'.includes(fields[1]!)) continue
    const into = draft()
    put(into, 'message.type', event)
    if (Object.hasOwn(alarms, event)) raise(into, alarms[event])
    put(into, 'timestamp', dateAndTime(parts[index + 1] ?? '', parts[index + 2] ?? '', 'ddmmyy'))
    putPlace(into, isFix, fields)
    putStations(into, parts[0]!)
    messages.push(finish(into)!)
  }
  return messages
}

/** Degrees with minutes; a few send plain degrees, which never exceed 90 and 180. */
function putPlace(into: Draft, isFix: boolean, [longitude, east, latitude, north, ...rest]: readonly string[]): void {
  const [x, y] = [decimal(longitude) ?? 0, decimal(latitude) ?? 0]
  const isPlain = y <= 90 && x <= 180
  const signed = (value: number, letter?: string) => (letter === 'S' || letter === 'W' ? -value : value)
  if (isPlain) putFix(into, isFix, signed(y, north), signed(x, east))
  else putFix(into, isFix, degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  putFields(into, rest, [knots, 'position.direction'])
}

/** `72400510730208,00d36307`: country and network before the first area and cell, none before the others. */
function putStations(into: Draft, text: string): void {
  if (text.includes('.')) return
  const [first = '', ...others] = text.split(',')
  const from = first.length > 8 ? 6 : 0
  const network = from ? { mcc: integer(first.slice(0, 3)), mnc: integer(first.slice(3, 6)) } : {}
  const cellOf = (area: string): Cell => ({
    ...network,
    lac: hexNumber(area.slice(0, 4)),
    cellid: hexNumber(area.slice(4, 8)),
  })
  putCells(into, [cellOf(first.slice(from)), ...others.map(cellOf)])
}
