/**
 * Aquila (iTriangle TS101 and its older models), in text over TCP.
 * Source: recorded traffic and public implementations; the maker's pages describe younger models (docs/protocols.md).
 *
 *   $$<client>,<serial>,<event>,latitude,longitude,yymmddhhmmss,A,<rest>,*<XOR of all before it, two digits>\n
 *   rest     sensor, its value; or signal, km/h, metres and after them flags, in three layouts of 34, 40 and 48 fields;
 *            the longest has answers of the diagnostic socket, P(0C:410C0000|…), and fault codes, D(P0121|…)
 *   event 15 the settings, after connecting
 *
 * No replies.
 */

import { ascii, hex } from '../bytes/bytes.ts'
import { xor8 } from '../bytes/checksum.ts'
import { checkedIdent, dateAndTime, decimal, hexNumber, isDigits } from '../bytes/text.ts'
import { type Field, flag, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { putObd } from '../families/obd.ts'
import { digits, except, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { type Alarm, raise } from '../values/alarms.ts'

export default defineLines({
  opening: opening('$$CLIENT_', except(',', 1, 16), ',', digits(4, 15), ',', digits(1, 4), ','),
  frameBytesMax: 2048,

  read({ text, unit }) {
    const star = text.lastIndexOf('*')
    const body = star < 0 ? text : text.slice(0, star)
    const [client = '', ident = '', event = '', latitude, longitude, moment = '', status, ...rest] = body
      .replace(/,$/, '')
      .split(',')
    if (!client.startsWith('$$') || !isDigits(ident)) return {}
    const into = draft()
    if (status === 'A' || status === 'V') {
      putFields(into, [event, client.slice(2)], ['event.enum', word('custom.client')])
      put(into, 'timestamp', dateAndTime(moment.slice(0, 6), moment.slice(6), 'yymmdd'))
      putFix(into, status === 'A', decimal(latitude), decimal(longitude))
      putRest(into, rest)
      const isRight = hexNumber(text.slice(star + 1)) === xor8(ascii(body))
      if (!isRight && unit?.settings?.checksum !== 'ignore') put(into, 'message.checksum.status', false)
    }
    return told(checkedIdent(ident), into)
  },
})

const [sensorFields, shortFields, fullFields, obdFields] = [2, 37, 43, 51] as const

function putRest(into: Draft, rest: readonly string[]): void {
  if (rest.length === sensorFields) {
    putFields(into, rest, ['custom.sensor', word('custom.sensor_value')])
    return
  }
  putFields(into, rest, head)
  const flags = rest.slice(head.length)
  if (rest.length >= obdFields) putFields(into, flags, obd)
  else if (rest.length >= fullFields) putFields(into, flags, full)
  else if (rest.length === shortFields) {
    putFields(into, flags, short)
    putOctant(into, flags.slice(-4))
  }
}

const head: readonly Field[] = ['custom.rssi', 'position.speed', times('vehicle.mileage', 0.001)]

const alarm =
  (kind: Alarm): Field =>
  (into, text) =>
    raise(into, text === '1' ? kind : undefined)

const overspeed = [alarm('overspeed'), 'custom.overspeed_end'] as const
const power = flag('external.powersource.status', '1', '0')
const ignition = flag('engine.ignition.status', '1', '0')
const none = (count: number): undefined[] => Array<undefined>(count).fill(undefined)

const short: readonly Field[] = [
  (into, text) => put(into, 'driver.id', text === '0' ? undefined : text),
  'custom.fuel',
  'din.1',
  alarm('removal'),
  ...overspeed,
  ...none(3),
  power,
  'din.2',
  undefined,
  ignition,
  'custom.ignition_off',
  ...none(7),
  'custom.corner',
]

/** Four bits: one of eight directions, counted from 1, north. */
function putOctant(into: Draft, bits: readonly string[]): void {
  const octant = Number.parseInt(bits.join(''), 2)
  if (octant >= 1 && octant <= 8) put(into, 'position.direction', (octant - 1) * 45)
}

/** Models count in millivolts or in hundredths of a volt; the size of the number shows which. */
const voltage =
  (name: 'external.powersource.voltage' | 'battery.voltage', least: number): Field =>
  (into, text) => {
    const value = decimal(text)
    if (value !== undefined) put(into, name, value >= least ? value / 1000 : value / 100)
  }
const voltages = [voltage('external.powersource.voltage', 6000), voltage('battery.voltage', 1000)]
const driving = [alarm('harsh_acceleration'), alarm('harsh_braking')]

const obd: readonly Field[] = [
  'position.direction',
  ...none(3),
  ...overspeed,
  ...none(3),
  power,
  ...none(2),
  'custom.ignition_on',
  ignition,
  'custom.ignition_off',
  ...none(5),
  alarm('low_battery'),
  'custom.corner',
  ...none(6),
  ...driving,
  ...none(4),
  ...voltages,
  ...none(6),
  putAnswers,
  (into, text) => put(into, 'can.dtc', text.slice(2, -1).replaceAll('|', ',')),
  times('x.acceleration', 0.001),
  times('y.acceleration', 0.001),
  times('z.acceleration', 0.001),
  times('segment.vehicle.mileage', 0.001),
]

/** The answer repeats its mode and number: `05:410521`; one that did not come is empty. */
function putAnswers(into: Draft, text: string): void {
  for (const answer of text.slice(2, -1).split('|')) {
    const [id = '', data = ''] = answer.split(':')
    const pid = hexNumber(id)
    if (pid !== undefined && /^41(?:[\dA-Fa-f]{2}){2,8}$/.test(data)) putObd(into, pid, hex(data.slice(4)))
  }
}

const full: readonly Field[] = [
  'position.direction',
  'position.satellites',
  'position.hdop',
  ...none(2),
  'custom.adc_1',
  'din.1',
  alarm('removal'),
  ...overspeed,
  ...none(2),
  flag('engine.blocked.status', '1', '0'),
  power,
  'din.2',
  ...none(2),
  ignition,
  ...none(6),
  alarm('low_battery'),
  'custom.corner',
  ...none(4),
  'dout.1',
  undefined,
  ...driving,
  ...none(4),
  ...voltages,
]
