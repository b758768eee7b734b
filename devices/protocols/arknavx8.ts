/**
 * Arknav X8, in text over TCP.
 * Source: a chapter of the maker's protocol (its formats and types); public implementations; recorded traffic.
 *
 *   <imei>,<product of six hex digits>;<message>;<message>;…
 *   1<kind>,yymmddhhmmss,A,2457.9141N,12126.3321E,knots,course,HDOP,<status, hex>
 *   2<kind>,yymmddhhmmss,satellites,metres,power,battery,odometer
 *   kind     G periodic, R and M at other events
 *
 * No replies.
 */

import { checkedIdent, dateAndTime, degreesMinutes, isDigits } from '../bytes/text.ts'
import { type Field, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { knot, knots, putFix } from '../families/nmea.ts'
import { digits, hexDigits, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'

export default defineLines({
  // Its products begin with 24.
  opening: opening(digits(15), ',24', hexDigits(4)),
  end: ';',

  read({ text }) {
    const [type = '', moment = '', ...fields] = text.split(',')
    if (type.length === 15 && isDigits(type)) return { ident: checkedIdent(type) }
    const into = draft()
    const isPlace = type[0] === '1' && fields.length >= 7
    if (!isPlace && !isState(type, fields)) return {}
    put(into, 'message.type', type)
    put(into, 'timestamp', dateAndTime(moment.slice(0, 6), moment.slice(6), 'yymmdd'))
    if (isPlace) putPlace(into, fields)
    else putFields(into, fields, state)
    return told(undefined, into)
  },
})

/** Layouts of another length have other fields, which are not documented. */
const isState = (type: string, fields: readonly string[]): boolean => type[0] === '2' && fields.length === state.length

function putPlace(into: Draft, [status, north = '', east = '', ...rest]: readonly string[]): void {
  const side = (text: string) => degreesMinutes(text.slice(0, -1), text.at(-1))
  putFix(into, status === 'A', side(north), side(east))
  putFields(into, rest, [knots, 'position.direction', 'position.hdop', word('custom.status')])
}

/** The odometer adds up the speed in knots every second. */
const state: readonly Field[] = [
  'position.satellites',
  'position.altitude',
  'external.powersource.voltage',
  'battery.voltage',
  times('vehicle.mileage', knot / 3600),
]
