/**
 * Visiontek, in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   $1,vehicle[,imei],dd,mm,yy,hh,mm,ss,latitudeN,longitudeE,km/h,course, and one of
 *     n,A#
 *     metres,satellites,km,ignition,input,input,immobiliser,power,signal,A,card#
 *     HDOP,metres,km,4 inputs,4 outputs,2 analogue,n,n,n,volts,battery volts,signal,n,card,A,n#
 *
 * Coordinates are degrees, or degrees and minutes with or without a point. No replies.
 */

import { checkedIdent, dateAndTime, decimal } from '../bytes/text.ts'
import { type Field, putFields, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { digits, except, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { ProtocolError } from '../protocol.ts'

export default defineLines({
  opening: opening('$', digits(1), ',', except(',#', 1, 30), ',', digits(2, 20), ',', digits(2), ','),
  end: '#',

  read({ text }) {
    const [kind = '', vehicle = '', ...fields] = text.split(',')
    if (!/^\$\d$/.test(kind)) throw new ProtocolError('a line begins with a dollar sign and a digit')
    const into = draft()
    const imei = (fields[0]?.length ?? 0) > 2 ? fields.shift() : undefined
    if (imei !== undefined) put(into, 'vehicle.registration.number', vehicle)
    putReport(into, fields)
    return told(checkedIdent(imei ?? vehicle), into)
  },
})

function putReport(into: Draft, fields: readonly string[]): void {
  const [date, time] = [fields.slice(0, 3).join(''), fields.slice(3, 6).join('')]
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  const [latitude, longitude, speed, course, ...values] = fields.slice(6)
  const table = values.length <= 2 ? short : values[0]!.includes('.') ? long : middle
  putFix(into, values[table.indexOf(fixed)] === 'A', degreesOf(latitude), degreesOf(longitude))
  putFields(into, [speed ?? '', course ?? ''], [velocity, 'position.direction'])
  putFields(into, values, table)
}

/** Without a point it is in tenths. */
const velocity: Field = (into, text) =>
  put(into, 'position.speed', text.includes('.') ? decimal(text) : Number(text) / 10)

/** The letter follows the number. */
function degreesOf(text = ''): number | undefined {
  const [, number = '', side] = /^(\d+(?:\.\d+)?)([NSEW])$/.exec(text) ?? []
  if (side === undefined) return undefined
  const width = side === 'N' || side === 'S' ? 2 : 3
  const minutes = number.slice(width)
  const isDegrees = minutes[0] === '.'
  const part = isDegrees ? Number(`0${minutes}`) : Number(minutes.replace('.', '').replace(/^(..)/, '$1.')) / 60
  const value = Number(number.slice(0, width)) + part
  return side === 'S' || side === 'W' ? -value : value
}

/** Where the letter of the fix stands; it has been read. */
const fixed: Field = () => {}
const card: Field = (into, text) => put(into, 'rfid.code', /^0*$/.test(text) ? undefined : text)
const rssi: Field = 'custom.rssi'

const short: readonly Field[] = ['custom.value_1', fixed]

const middle: readonly Field[] = [
  'position.altitude',
  'position.satellites',
  'vehicle.mileage',
  'engine.ignition.status',
  'din.1',
  'din.2',
  'custom.immobiliser',
  'external.powersource.status',
  rssi,
  fixed,
  card,
]

const long: readonly Field[] = [
  'position.hdop',
  'position.altitude',
  'vehicle.mileage',
  ...([1, 2, 3, 4] as const).map((index): Field => `din.${index}`),
  ...([1, 2, 3, 4] as const).map((index): Field => `dout.${index}`),
  'ain.1',
  'ain.2',
  word('custom.value_1'),
  word('custom.value_2'),
  word('custom.value_3'),
  'external.powersource.voltage',
  'battery.voltage',
  rssi,
  word('custom.value_4'),
  card,
  fixed,
  word('custom.value_5'),
]
