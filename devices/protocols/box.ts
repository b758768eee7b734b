/**
 * Box trackers, in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   H,<kind>,<id>,yymmddhhmmss,<firmware>,<…>[,<iccid>]\r             who it is
 *   L,yymmddhhmmss,G,latitude,longitude,km/h,course,km,event,state[;<name>,<value>]…\r   a position
 *   L,yymmddhhmmss,<name>,<value>\r                                   another value
 *   E,<number>\r                                                      all was sent → A,<number>\r
 */
import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, integer } from '../bytes/text.ts'
import { type Field, putBits, putFields } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { capitals, digits, except, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCustom } from '../message.ts'

export default defineLines({
  opening: opening('H,', capitals(1, 4), ',', except(',', 3, 20), ',', digits(12), ','),
  end: '\r',

  read({ text }) {
    const [type, ...fields] = text.split(',')
    if (type === 'H') return { ident: checkedIdent(fields[1] ?? '') }
    if (type === 'E') return { reply: ascii(`A,${fields.join(',')}\r`) }
    if (type !== 'L') return {}
    const [moment = '', kind = ''] = fields
    const into = draft()
    put(into, 'timestamp', dateAndTime(moment.slice(0, 6), moment.slice(6), 'yymmdd'))
    if (kind === 'G') putPlace(into, text.split(';'))
    else putCustom(into, kind, decimal(fields[2]) ?? fields.slice(2).join(','))
    return told(undefined, into)
  },
})

const place: readonly Field[] = [
  'position.speed',
  'position.direction',
  'segment.vehicle.mileage',
  'event.enum',
  (into, text) => {
    const state = integer(text)
    put(into, 'custom.status', state)
    putBits(into, state, { 0: 'engine.ignition.status', 1: 'movement.status' })
  },
]

/** The third bit of the state is sent with and without good positions, so a position counts as a fix. */
function putPlace(into: Draft, [line = '', ...values]: readonly string[]): void {
  const [, , , latitude, longitude, ...rest] = line.split(',')
  putFix(into, true, decimal(latitude), decimal(longitude))
  putFields(into, rest, place)
  for (const value of values) {
    const [name = '', ...words] = value.split(',')
    const thermometer = /^T(\d)$/.exec(name)
    if (thermometer) put(into, `sensor.temperature.${Number(thermometer[1]) + 1}`, decimal(words[0]))
    else putCustom(into, name, decimal(words[0]) ?? words.join(','))
  }
}
