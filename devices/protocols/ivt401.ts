/**
 * IVT-401, in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   (TLN,<imei>,ddmmyy,hhmmss,latitude,longitude,km/h,course,metres,satellites,fix,signal,inputs,outputs,analogue,power,
 *     battery,device temperature,temperature or M+<t>-<t>…,motion,g,tilt,trip,odometer,number,<sum>);
 *   (TLA,…,odometer,overspeed,misuse,immobiliser,temperature,zones,harsh driving,reconnected,low battery,power cut,
 *     receiver,towing,server,sleep,driver,SMS,number,<sum>);
 *   TLB while starting, TLL a position that was asked for
 *
 * The sum is the XOR of all before it, in decimal; some models write 0. No replies.
 */

import { ascii } from '../bytes/bytes.ts'
import { xor8 } from '../bytes/checksum.ts'
import { checkedIdent, dateAndTime, decimal, integer, isDigits } from '../bytes/text.ts'
import { type Field, flag, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { capitals, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { type Alarm, raise } from '../values/alarms.ts'

export default defineLines({
  opening: opening('(TL', capitals(1), ',', digits(15), ','),
  end: ';',

  read({ text, unit }) {
    const [head = '', ident = '', ...fields] = text.replace(/\)$/, '').split(',')
    if (!head.startsWith('(TL') || !isDigits(ident)) return {}
    const into = draft()
    put(into, 'message.type', head.slice(1))
    putReport(into, fields)
    const sum = integer(fields.at(-1))
    const isWrong = sum !== 0 && sum !== xor8(ascii(text), 0, text.lastIndexOf(',') + 1)
    if (isWrong && unit?.settings?.checksum !== 'ignore') put(into, 'message.checksum.status', false)
    return told(checkedIdent(ident), into)
  },
})

const basic = 22
const withAlarms = 37

function putReport(into: Draft, fields: readonly string[]): void {
  const [date = '', time = '', latitude, longitude] = fields
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putFix(into, fields[8] !== '0', decimal(latitude), decimal(longitude))
  putFields(into, fields.slice(4, basic), report)
  if (fields.length >= withAlarms) putFields(into, fields.slice(basic, withAlarms), alarms)
  putFields(into, fields.slice(-2), ['record.seqnum'])
}

/** A digit for each; 2 and more say that it is not connected. */
const switches =
  (name: 'din' | 'dout'): Field =>
  (into, text) => {
    for (const [index, digit] of [...text].slice(0, 8).entries()) {
      if (digit < '2') put(into, `${name}.${index + 1}`, digit === '1')
    }
  }

const report: readonly Field[] = [
  'position.speed',
  'position.direction',
  'position.altitude',
  // Some models write the state of the battery here.
  'custom.satellites',
  'gnss.state.enum',
  'custom.rssi',
  switches('din'),
  switches('dout'),
  'ain.1',
  'external.powersource.voltage',
  'battery.voltage',
  'device.temperature',
  putTemperatures,
  flag('movement.status', '1', '0'),
  'absolute.acceleration',
  'custom.tilt',
  'custom.trip',
  times('vehicle.mileage', 0.001),
]

/** One, or after an M as many as are connected, each with its sign. */
function putTemperatures(into: Draft, text: string): void {
  const found = text.startsWith('M') ? (text.slice(1).match(/[+-]?[\d.]{1,8}/g) ?? []) : [text]
  for (const [index, value] of found.slice(0, 16).entries())
    put(into, `sensor.temperature.${index + 1}`, decimal(value))
}

const alarm =
  (kind: Alarm): Field =>
  (into, text) =>
    raise(into, text === '1' ? kind : undefined)

const driving: Readonly<Record<string, Alarm>> = {
  1: 'harsh_acceleration',
  2: 'harsh_braking',
  3: 'harsh_cornering',
}

const alarms: readonly Field[] = [
  alarm('overspeed'),
  'custom.misuse',
  flag('engine.blocked.status', '1', '0'),
  alarm('temperature'),
  word('custom.zones'),
  (into, text) => raise(into, Object.hasOwn(driving, text) ? driving[text] : undefined),
  'custom.reconnected',
  alarm('low_battery'),
  alarm('power_cut'),
  'custom.receiver_failure',
  alarm('towing'),
  'custom.server_unreachable',
  'sleep.mode.enum',
  'driver.id',
  'custom.sms',
]
