/**
 * TMG, in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   $<type>,L or H,<imei>,ddmmyyyy,hhmmss,fix,latitude,N,longitude,E,km/h,course,metres,HDOP,satellites,in view,
 *     operator,signal,cell,ignition,battery,power,inputs,outputs,tampering,analogue,analogue,trip,version[,card],#\n
 *   $<type>,<imei>,ddmmyyyy,hhmmss,fix,latitude,N,longitude,E,km/h,course,cell,signal,satellites,battery,ignition,
 *     inputs,tampering,outputs,analogue,analogue,device,metres,version\n
 *
 * Between lines some firmware sends what is left in its memory: it is skipped. No replies.
 */

import { checkedIdent, dateAndTime, degreesMinutes, isDigits } from '../bytes/text.ts'
import { binary, type Field, flag, hexTimes, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { anyOf, digits, opening, type Run } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { defineDecoder } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'

const isSmall = (byte: number) => byte >= 97 && byte <= 122
const small: Run = { is: isSmall, least: 3, most: 3 }

const lines = defineLines({
  opening: anyOf(
    opening('$', small, ',', digits(15), ',', digits(6, 12), ','),
    opening('$', small, ',L,', digits(15), ','),
    opening('$', small, ',H,', digits(15), ','),
  ),

  read({ text }) {
    const [head = '', ...rest] = text.split(',')
    const isLong = rest[0] === 'L' || rest[0] === 'H'
    const [ident = '', ...fields] = isLong ? rest.slice(1) : rest
    if (head.length !== 4 || !isDigits(ident)) return {}
    const into = draft()
    if (isRecord(fields)) putRecord(into, head.slice(1), isLong ? rest[0] === 'H' : head === '$bak', isLong, fields)
    return told(checkedIdent(ident), into)
  },
})

export default defineDecoder({
  ...lines,
  frame(buffer, state) {
    const isHead = [...buffer.subarray(0, 5)].every((byte, at) =>
      at === 0 ? byte === 0x24 : at === 4 ? byte === 0x2c : isSmall(byte),
    )
    return isHead ? lines.frame(buffer, state) : 1
  },
})

/** A record from damaged memory has numbers of any size instead of date and time. */
const isRecord = ([date = '', time = '', , , north, , east]: readonly string[]): boolean =>
  date.length === 8 && time.length === 6 && (north === 'N' || north === 'S') && (east === 'E' || east === 'W')

const alarms: Readonly<Record<string, Alarm>> = {
  rmv: 'power_cut',
  rnc: 'power_restored',
  ebl: 'low_power',
  ibl: 'low_battery',
  tmp: 'tampering',
  smt: 'tampering',
  btt: 'tampering',
}

function putRecord(into: Draft, type: string, isStored: boolean, isLong: boolean, fields: readonly string[]): void {
  const [date = '', time = '', fix, latitude, north, longitude, east] = fields
  put(into, 'message.type', type)
  put(into, 'message.buffered.status', isStored)
  put(into, 'timestamp', dateAndTime(date.slice(0, 4) + date.slice(6), time, 'ddmmyy'))
  putFix(into, fix !== '0', degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  if (type === 'ion' || type === 'iof') put(into, 'engine.ignition.status', type === 'ion')
  putFields(into, fields.slice(7), isLong ? long : short)
  raise(into, Object.hasOwn(alarms, type) ? alarms[type] : undefined)
}

const absent = /^(N\.?A\.?|#)$/

const named =
  (name: 'gsm.operator.code' | 'rfid.code' | 'device.firmware.version'): Field =>
  (into, text) =>
    absent.test(text) ? undefined : put(into, name, text)

/** The SOS button opens the first input. */
const inputs: Field = (into, text) => {
  binary('din')(into, text)
  if (/^[01]*0$/.test(text)) raise(into, 'sos')
}

/** Two readings in one field: the second is kept as it is. */
const analogue =
  (index: 1 | 2): Field =>
  (into, text) => {
    const [first = '', second] = text.split('-')
    times(`ain.${index}`, 1)(into, first)
    if (second) times(`custom.analogue_${index}`, 1)(into, second)
  }

const long: readonly Field[] = [
  'position.speed',
  'position.direction',
  'position.altitude',
  'position.hdop',
  'position.satellites',
  'custom.satellites_in_view',
  named('gsm.operator.code'),
  'custom.rssi',
  hexTimes('gsm.cellid'),
  flag('engine.ignition.status', '1', '0'),
  'battery.voltage',
  'external.powersource.voltage',
  inputs,
  binary('dout'),
  word('custom.tampering'),
  analogue(1),
  analogue(2),
  'custom.trip',
  named('device.firmware.version'),
  named('rfid.code'),
]

const levels =
  (name: 'din' | 'dout'): Field =>
  (into, text) => {
    for (const [index, level] of [...text].slice(0, 8).entries()) put(into, `${name}.${index + 1}`, level === 'H')
  }

const short: readonly Field[] = [
  'position.speed',
  'position.direction',
  'gsm.cellid',
  'custom.rssi',
  'position.satellites',
  'battery.level',
  flag('engine.ignition.status', '1', '0'),
  levels('din'),
  word('custom.tampering'),
  levels('dout'),
  'ain.1',
  'ain.2',
  word('custom.device'),
  times('vehicle.mileage', 0.001),
  named('device.firmware.version'),
]
