/**
 * Mictrack (MT700, MT710, MT810 and other trackers for LTE-M and NB-IoT), in text over TCP and UDP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   MT;<model>;<imei>;<type>;<content>\r\n
 *   R0   satellites+yymmddhhmmss+latitude+longitude+km/h+course+event+millivolts+…
 *   RH   the same without a fix       R1 yymmddhhmmss+access points+event+millivolts+…
 *   R2, R3 with cells instead         R12, R13 with both       Y1 access points with their names
 *   <imei>$hhmmss.ss,A,2238.2832,N,11401.7381,E,knots,course,metres,ddmmyy$…     positions alone
 *   <imei> netlock=Success!           the answer to a command
 *
 * No replies.
 */

import { checkedIdent, dateAndTime, decimal, degreesMinutes, integer, isDigits } from '../bytes/text.ts'
import { alarmOf, type Field, putFields, times } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putPoints } from '../families/network.ts'
import { knots, putFix } from '../families/nmea.ts'
import { anyOf, digits, opening, printable } from '../families/opening.ts'
import { type Cell, type Draft, draft, finish, put, putCells } from '../message.ts'
import type { Decoded } from '../protocol.ts'

interface State {
  /** An answer to a command does not always name its tracker. */
  readonly isKnown?: boolean
}

export default defineLines<State>({
  opening: anyOf(
    opening('MT;', digits(1, 3), ';', digits(15), ';'),
    opening(digits(15), '$', digits(6), '.'),
    opening(digits(15), ' ', printable(1)),
  ),
  next: 'MT;',
  frameBytesMax: 4096,

  read({ text, state }) {
    if (text.startsWith('MT;')) return readReport(text.split(';'))
    if (isDigits(text.slice(0, 15)) && text[15] === '$') return readPlaces(text)
    return readAnswer(text, state)
  },
})

function readReport([, model = '', ident = '', type = '', content = '']: readonly string[]): Decoded<State> {
  const into = draft()
  const [table, isPlace] = reports[type] ?? []
  const fields = content.split('+')
  if (table) {
    putFields(into, [model], ['custom.model'])
    put(into, 'message.type', type)
    if (isPlace) putFix(into, type === 'R0', decimal(fields[2]), decimal(fields[3]))
    else put(into, 'position.valid', false)
    putFields(into, fields, table)
  }
  return { ...told<State>(checkedIdent(ident), into), state: { isKnown: true } }
}

const moment: Field = (into, text) => put(into, 'timestamp', dateAndTime(text.slice(0, 6), text.slice(6), 'yymmdd'))
const event = alarmOf({
  0: 'power_on',
  5: 'sos',
  8: 'low_battery',
  9: 'geofence_enter',
  10: 'geofence_exit',
  12: 'power_off',
})
const ending: readonly Field[] = [event, times('battery.voltage', 0.001), 'custom.value']
const place: readonly Field[] = [
  'position.satellites',
  moment,
  undefined,
  undefined,
  'position.speed',
  'position.direction',
  ...ending,
]

const reports: Readonly<Record<string, readonly [table: readonly Field[], isPlace?: boolean]>> = {
  R0: [place, true],
  RH: [place, true],
  R1: [[moment, accessPoints(0), ...ending]],
  R2: [[moment, putCellList, ...ending]],
  R3: [[moment, putCellList, ...ending]],
  R12: [[moment, accessPoints(0), putCellList, ...ending]],
  R13: [[moment, accessPoints(0), putCellList, ...ending]],
  Y1: [[moment, accessPoints(1), ...ending]],
}

/** Address and signal of each, after so many fields of another kind. */
function accessPoints(names: number): Field {
  return (into, text) => {
    const values = text.split(',')
    const points: [string, number | undefined][] = []
    for (let at = names; at < values.length; at += names + 2) {
      points.push([values[at]!.replaceAll(':', ''), integer(values[at + 1])])
    }
    putPoints(into, points)
  }
}

/** Network, cell, area, country, and from some networks a fifth number that is not described. */
function putCellList(into: Draft, text: string): void {
  const values = text.split(',').map(integer)
  const size = values.length % 5 === 0 ? 5 : 4
  const cells: Cell[] = []
  for (let at = 0; at + size <= values.length; at += size) {
    const [mnc, cellid, lac, mcc] = values.slice(at, at + 4)
    cells.push({ mcc, mnc, lac, cellid })
  }
  putCells(into, cells)
  if (size === 5) put(into, 'custom.cell_value', values[4])
}

function readPlaces(text: string): Decoded<State> {
  const [ident = '', ...places] = text.split('$')
  const messages = places.flatMap((fields) => {
    const into = draft()
    putPlace(into, fields.split(','))
    const message = finish(into)
    return message ? [message] : []
  })
  return { ident: checkedIdent(ident), messages, state: { isKnown: true } }
}

function putPlace(into: Draft, fields: readonly string[]): void {
  const [time = '', status, latitude, north, longitude, east, speed = '', course = '', altitude = '', date = ''] =
    fields
  if (status === undefined) return
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putFix(into, status === 'A', degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  putFields(into, [speed, course, altitude], [knots, 'position.direction', 'position.altitude'])
}

function readAnswer(text: string, state: State): Decoded<State> {
  const isNamed = isDigits(text.slice(0, 15)) && text[15] === ' '
  if (!isNamed && !state.isKnown) return {}
  const into = draft()
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', (isNamed ? text.slice(16) : text).replace(/!$/, ''))
  return { ...told<State>(isNamed ? checkedIdent(text.slice(0, 15)) : undefined, into), state: { isKnown: true } }
}
