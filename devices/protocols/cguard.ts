/**
 * C-Guard (C-Nord), in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   ID:<imei>  IDRO:<imei>                                              who it is
 *   NV:yymmdd hhmmss:latitude:longitude:km/h:accuracy:course[:metres]   a position; NAN is nothing
 *   BC:yymmdd hhmmss:<name>:<value>:…                                   states
 *   VERSION:…  PING                                                     nothing
 *
 * No replies.
 */

import { checkedIdent, dateAndTime, decimal } from '../bytes/text.ts'
import { type Field, putField, putFields } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCustom } from '../message.ts'

export default defineLines({
  opening: anyOf(opening('ID:', digits(15)), opening('IDRO:', digits(15)), opening('VERSION:', digits(1))),

  read({ text }) {
    const [type = '', moment = '', ...values] = text.split(':')
    if (type === 'ID' || type === 'IDRO') return { ident: checkedIdent(moment.trim()) }
    const [date = '', time = ''] = moment.split(' ')
    const timestamp = dateAndTime(date, time, 'yymmdd')
    if (timestamp === undefined) return {}
    const into = draft()
    put(into, 'timestamp', timestamp)
    if (type === 'NV') putPlace(into, values)
    else putStates(into, values)
    return told(undefined, into)
  },
})

const rest: readonly Field[] = ['position.speed', 'position.accuracy', 'position.direction', 'position.altitude']

function putPlace(into: Draft, [latitude, longitude, ...values]: readonly string[]): void {
  putFix(into, true, decimal(latitude), decimal(longitude))
  putFields(into, values, rest)
}

const names: Readonly<Record<string, (into: Draft, value: string) => void>> = {
  CSQ1: (into, value) => putField(into, 'gsm.signal.level', value),
  NSQ1: (into, value) => putField(into, 'position.satellites', value),
  PWR1: (into, value) => putField(into, 'external.powersource.voltage', value),
  // Volts have a point, percent have none.
  BAT1: (into, value) => putField(into, value.includes('.') ? 'battery.voltage' : 'battery.level', value),
}

function putStates(into: Draft, values: readonly string[]): void {
  for (let at = 0; at + 1 < values.length; at += 2) {
    const [name, value] = [values[at]!, values[at + 1]!]
    if (value === 'NAN') continue
    if (Object.hasOwn(names, name)) names[name]!(into, value)
    else putCustom(into, name, decimal(value) ?? value)
  }
}
