/**
 * Mobilogix MT2000 and MT2500, in text over TCP.
 * Source: recorded traffic and public implementations; of the maker's document ("T message", 1.3.8) we know the list of
 * changes, which names the fields at the end (docs/protocols.md).
 *
 *   [yyyy-mm-dd hh:mm:ss,T<n>,<1 live, 0 stored>,<version>,<serial number>,…]     → [<the same time>,S<n>]
 *   T1    login: …,<imsi>,<imei>                                                 → [<the same time>,S1,1]
 *   T8    the battery is low: mV
 *   T9 …  state, volts[,<satellites><signal><fix>,latitude,longitude,km/h,course[,battery,km,km in all,hours,HDOP,mcc,mnc,
 *         lac,cell,dBm,number]]
 */

import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, hexNumber, integer } from '../bytes/text.ts'
import { type Field, putBits, putFields } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCells } from '../message.ts'
import { ProtocolError } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'

const moment = [digits(4), '-', digits(2), '-', digits(2), ' ', digits(2), ':', digits(2), ':', digits(2), ',T']

export default defineLines({
  opening: anyOf(opening('[', ...moment), opening('\n[', ...moment)),
  end: ']',

  read({ text }) {
    const [time = '', type = '', isLive, version, serial = '', ...fields] = text.slice(1).split(',')
    const number = integer(type.slice(1))
    if (text[0] !== '[' || type[0] !== 'T' || number === undefined) throw new ProtocolError('not a packet')
    const into = draft()
    if (number !== login) putMessage(into, number, fields)
    if (into.keys > 0) {
      const digitsOf = time.replaceAll(/\D/g, '')
      put(into, 'timestamp', dateAndTime(digitsOf.slice(2, 8), digitsOf.slice(8), 'yymmdd'))
      put(into, 'event.enum', number)
      put(into, 'custom.protocol_version', version)
      if (isLive === '0') put(into, 'message.buffered.status', true)
    }
    return {
      ...told(checkedIdent(serial), into),
      reply: ascii(`[${time},S${number}${number === login ? ',1' : ''}]`),
    }
  },
})

const login = 1
const lowBattery = 8

const alarms: Readonly<Record<number, Alarm>> = {
  8: 'low_battery',
  9: 'vibration',
  10: 'power_cut',
  11: 'low_power',
  12: 'geofence_exit',
  13: 'overspeed',
  15: 'towing',
}

/** What other messages say with one value has no name we know. */
function putMessage(into: Draft, number: number, fields: readonly string[]): void {
  if (number === lowBattery && fields.length === 1) {
    const millivolts = integer(fields[0])
    if (millivolts !== undefined) put(into, 'battery.voltage', millivolts / 1000)
  } else if (fields.length >= 2) {
    putReport(into, fields)
  }
  if (into.keys > 0) raise(into, alarms[number])
}

const rest: readonly Field[] = [
  'position.speed',
  'position.direction',
  'battery.voltage',
  'segment.vehicle.mileage',
  'vehicle.mileage',
  'engine.motorhours',
  'position.hdop',
]

function putReport(into: Draft, [state, volts = '', ...fields]: readonly string[]): void {
  const bits = hexNumber(state)
  put(into, 'custom.status', bits)
  putBits(into, bits, { 2: 'engine.ignition.status', 3: 'movement.status' })
  putFields(into, [volts], ['external.powersource.voltage'])
  const [quality = '', latitude, longitude, ...values] = fields
  if (latitude === undefined) return
  // One digit each; five steps of signal, six decibels apart.
  put(into, 'position.satellites', integer(quality[0]))
  const signal = integer(quality[1])
  if (signal !== undefined) put(into, 'gsm.signal.dbm', signal * 6 - 111)
  putFix(into, quality[2] !== '0', decimal(latitude), decimal(longitude))
  putFields(into, values, rest)
  const [mcc, mnc, lac, cellid, level, number] = values.slice(rest.length)
  putCells(into, [{ mcc: integer(mcc), mnc: integer(mnc), lac: integer(lac), cellid: integer(cellid) }])
  if (level) put(into, 'custom.rx_level', decimal(level))
  put(into, 'record.seqnum', integer(number))
}
