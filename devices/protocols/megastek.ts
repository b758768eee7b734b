/**
 * Megastek (GVT900, GPT-69, MT-series watches), in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   [length, 4 digits]$MGV002,<imei>,<name>,R or S,ddmmyy,hhmmss,A,latitude,N,longitude,E,00,satellites,00,HDOP,knots,course,
 *     metres,km,mcc,mnc,lac,cell,signal,<five inputs or values of health>,temperature 1,2,card,charging and belt,battery,
 *     event[,access points];!
 *   [LOG]STX,<name>,$GPRMC,…*sum,F or L,event,imei:<imei>,satellites,metres,Battery=52%,,charging,mcc,mnc,lac,cell;sum
 *   STX<name, 16 columns>..$GPRMC,…*sum,mcc,mnc,lac,cell,signal,battery,flags,inputs,[outputs,]analogue,event;
 *
 * No replies.
 */

import { checkedLength, latin1 } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, degreesMinutes, integer } from '../bytes/text.ts'
import { binary, type Field, flag, putFields, word } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { putHexCell, putPoints } from '../families/network.ts'
import { knots, putFix, putRmc } from '../families/nmea.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'

const frameBytesMax = 2048

export default defineDecoder({
  frameBytesMax,
  recognise: anyOf(
    opening('$MGV'),
    opening(digits(4), '$MGV'),
    opening('STX,'),
    opening('LOGSTX,'),
    opening('STX', digits(1)),
  ),

  frame(buffer) {
    const [first] = buffer
    if (first === 13 || first === 10 || first === 0x21) return 1
    if (first! >= 48 && first! <= 57) {
      const size = integer(latin1(buffer.subarray(0, 4)))
      if (size === undefined) throw new ProtocolError('a length of four digits')
      const length = checkedLength(size + 4, frameBytesMax)
      return buffer.length >= 4 && buffer.length >= length ? length : 0
    }
    const end = buffer.findIndex((byte) => byte === 0x21 || byte === 10)
    checkedLength(end < 0 ? buffer.length : end + 1, frameBytesMax)
    return end + 1
  },

  decode(frame) {
    const text = latin1(frame).trim()
    const report = text.indexOf('$MGV')
    if (report >= 0) return readNew(text.slice(report).split(/[;!]/)[0]!.split(','))
    const sentence = text.indexOf('$GPRMC,')
    if (sentence < 0) return {}
    return readOld(text.slice(0, sentence), text.slice(sentence + 7))
  },
})

const alarms: Readonly<Record<string, Alarm>> = {
  'pw on': 'power_on',
  poweron: 'power_on',
  poweroff: 'power_off',
  sos: 'sos',
  help: 'sos',
  'over speed': 'overspeed',
  overspeed: 'overspeed',
  lowspeed: 'low_speed',
  'low battery': 'low_battery',
  lowbattery: 'low_battery',
  'low extern voltage': 'low_power',
  'low ext vol': 'low_power',
  'gps cut': 'gnss_antenna_cut',
  vib: 'vibration',
  hit: 'vibration',
  'move in': 'geofence_enter',
  'move out': 'geofence_exit',
  corner: 'harsh_cornering',
  fatigue: 'fatigue',
  psd: 'power_cut',
  psr: 'power_restored',
  'belt on': 'lock',
  belton: 'lock',
  'belt off': 'unlock',
  beltoff: 'unlock',
  error: 'fault',
}

function putEvent(into: Draft, text: string): void {
  put(into, 'message.type', text)
  const lower = text.toLowerCase()
  if (Object.hasOwn(alarms, lower)) raise(into, alarms[lower])
  else if (lower.startsWith('geo') && lower.endsWith('in')) raise(into, 'geofence_enter')
  else if (lower.startsWith('geo') && lower.endsWith('out')) raise(into, 'geofence_exit')
}

const report: readonly Field[] = [
  'position.satellites',
  undefined,
  'position.hdop',
  knots,
  'position.direction',
  'position.altitude',
  'vehicle.mileage',
]
const inputs: readonly Field[] = [binary('din'), binary('dout'), 'custom.adc_1', 'custom.adc_2', 'custom.adc_3']
const health: readonly Field[] = [
  'heart.rate',
  'steps.counter',
  'custom.activity_time',
  'custom.light_sleep_time',
  'custom.deep_sleep_time',
]
const rest: readonly Field[] = [
  'sensor.temperature.1',
  'sensor.temperature.2',
  'driver.id',
  putCharge,
  'battery.level',
  putEvent,
  putScan,
]

function readNew(fields: readonly string[]): Decoded<unknown> {
  const [, imei = '', name, kind, date = '', time = '', status, latitude, north, longitude, east] = fields
  if (imei === '') return {}
  const into = draft()
  put(into, 'custom.name', name)
  if (kind === 'S') put(into, 'message.buffered.status', true)
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putFix(into, status === 'A', degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  putFields(into, fields.slice(12), report)
  putHexCell(into, fields.slice(19))
  put(into, 'custom.rssi', integer(fields[23]))
  const isPulse = /^\d{3}$/.test(fields[24] ?? '') && /^[01]{4}$/.test(fields[25] ?? '')
  if (isPulse) put(into, 'heart.rate', integer(fields[24]))
  const values = fields.slice(isPulse ? 25 : 24)
  putFields(into, values, /^([01]{4})?$/.test(values[0] ?? '') ? inputs : health)
  putFields(into, values.slice(5), rest)
  return told(checkedIdent(imei), into)
}

/** `10` or `1-1`: charging, and how the belt is. */
function putCharge(into: Draft, text: string): void {
  put(into, 'battery.charging.status', text[0] === '1')
  put(into, 'custom.belt', integer(text.at(-1)))
}

/** `32cda7ad09f3:42|…`, the size of the signal. */
function putScan(into: Draft, text: string): void {
  const points = text.split('|').map((point) => point.split(':'))
  putPoints(
    into,
    points.map(([mac = '', size]) => [mac, integer(size && `-${size}`)]),
  )
}

const old: readonly Field[] = [
  (into, text) => putFields(into, text.split('/'), ['position.satellites', 'custom.satellites_in_view']),
  'position.altitude',
  (into, text) => put(into, 'battery.level', decimal(text.replace(/^Battery=|%$/g, ''))),
]

function readOld(head: string, body: string): Decoded<unknown> {
  const into = draft()
  const fields = body.split(';')[0]!.split(',')
  putRmc(into, fields)
  // The mode, and its sum, end the sentence.
  const end = fields.findIndex((field, index) => index > 8 && /^(F|L|\d{3})$/.test(field))
  const after = end < 0 ? [] : fields.slice(end)
  const named = head.includes(',') ? (head.split(',')[1] ?? '') : head.slice(3, 19).trim()
  const imeiAt = after.findIndex((field) => field.startsWith('imei:'))
  if (imeiAt >= 0) {
    putEvent(into, after[imeiAt - 1] ?? '')
    putFields(into, after.slice(imeiAt + 1), old)
    // An empty field before the charger is left out by some.
    const charger = after[imeiAt + 4] === '' ? imeiAt + 5 : imeiAt + 4
    putFields(into, after.slice(charger), [flag('battery.charging.status', '1', '0')])
    putHexCell(into, after.slice(charger + 1))
  } else if (after.length > 8) {
    putHexCell(into, after)
    const hasOutputs = !(after[8] ?? '').includes('.') && after.length > 10
    putFields(into, after.slice(4, -1), [
      'custom.rssi',
      'battery.level',
      word('custom.flags'),
      word('custom.inputs'),
      ...(hasOutputs ? [word('custom.outputs')] : []),
      'ain.1',
      'ain.2',
      'ain.3',
    ])
    putEvent(into, after.at(-1)!)
  }
  return told(checkedIdent(imeiAt >= 0 ? after[imeiAt]!.slice(5) : named), into)
}
