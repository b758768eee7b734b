/**
 * MiniFinder Pico, Atto and their kin (EV-07), in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   !1,<imei>[,firmware,battery];             login
 *   !A,dd/mm/yy,hh:mm:ss,latitude,longitude,…;
 *   !C,…,km/h,course,flags,metres,battery;    B (stored) and D add satellites used, in view and HDOP
 *   !3,text;  !4,…,phones;  !5,signal,…;      answer, numbers that may call, heartbeat
 *
 * No replies.
 */

import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, hexNumber } from '../bytes/text.ts'
import { type Bits, type Field, putBits, putFields } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { digits, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'

const flags: Bits = {
  1: 'custom.approximate',
  2: { alarm: 'fault' },
  6: { alarm: 'sos' },
  7: { alarm: 'overspeed' },
  8: { alarm: 'fall' },
  9: { alarm: 'geofence' },
  10: { alarm: 'geofence' },
  11: { alarm: 'geofence' },
  12: { alarm: 'low_battery' },
  14: { alarm: 'movement' },
  15: { alarm: 'movement' },
  22: 'battery.charging.status',
}

const state: readonly Field[] = [
  'position.speed',
  'position.direction',
  undefined,
  'position.altitude',
  'battery.level',
  'position.satellites',
  'custom.satellites_in_view',
  'position.hdop',
]
const phones: readonly Field[] = [undefined, 'phone.number.1', 'phone.number.2', 'phone.number.3']
const heartbeat: readonly Field[] = ['custom.rssi', undefined, 'battery.level']

export default defineLines({
  opening: opening('!1,', digits(15)),
  end: ';',

  read({ text }) {
    const type = text[1] ?? ''
    const fields = text.slice(3).split(',')
    if (text[0] !== '!' || text[2] !== ',') return {}
    if (type === '1') return { ident: checkedIdent(fields[0]!) }
    const into = draft()
    put(into, 'message.type', type === '3' ? 'command.answer' : type)
    if (type === '3') put(into, 'message.content', text.slice(3))
    else if (type === '4') putFields(into, fields, phones)
    else if (type === '5') putFields(into, fields, heartbeat)
    else if ('ABCD'.includes(type)) putPlace(into, type, fields)
    return told(undefined, into)
  },

  commands: { text: 'plain' },
  encode: ({ kind, text }) => (kind === 'text' && text ? ascii(text) : undefined),
})

function putPlace(into: Draft, type: string, [date = '', time = '', latitude, longitude, ...rest]: string[]): void {
  put(into, 'timestamp', dateAndTime(padded(date, '/'), padded(time, ':'), 'ddmmyy'))
  const bits = type === 'A' ? 1 : (hexNumber(rest[2]) ?? 0)
  putFix(into, (bits & 3) > 0, decimal(latitude), decimal(longitude))
  if (type === 'B') put(into, 'message.buffered.status', true)
  if (type === 'A') return
  putFields(into, rest, state)
  putBits(into, bits, flags)
  put(into, 'custom.rssi', (bits >> 16) & 31)
}

/** `2/5/17` as `020517`. */
const padded = (text: string, between: string): string =>
  text
    .split(between)
    .map((part) => part.padStart(2, '0'))
    .join('')
