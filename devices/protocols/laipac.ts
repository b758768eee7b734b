/**
 * Laipac (StarFinder Lite, S911, AVL110), in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   $AVSYS,<id>,<version>,<serial>,…*sum                          login
 *   $EAVSYS,<id>,<SIM>,<number>,<owner>,<firmware>*sum
 *   $ECHK,<id>,0*sum                                              heartbeat → itself
 *   $AVRMC,<id>,hhmmss,A,latitude,N,longitude,E,knots,course,ddmmyy,event,millivolts,km,gps,analogue 1,analogue 2[,cell,network]*sum
 *     with a small state letter → $EAVACK,<event>,<sum>*sum      with some events → $AVCFG,<password>,<letter>*sum as well
 */

import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, degreesMinutes, hexNumber, integer } from '../bytes/text.ts'
import { alarmOf, type Field, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { knots, nmeaSum, putFix } from '../families/nmea.ts'
import { anyOf, except, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCells } from '../message.ts'
import type { Alarm } from '../values/alarms.ts'

const ident = except(',', 6, 15)

export default defineLines({
  opening: anyOf(...['$AVSYS,', '$EAVSYS,', '$ECHK,', '$AVRMC,'].map((word) => opening(word, ident, ','))),
  readsUnit: true,

  read({ text, unit }) {
    const [sentence = '', sum = ''] = text.split('*')
    const [kind, id = '', ...fields] = sentence.split(',')
    if (kind === '$AVSYS') return { ident: checkedIdent(id) }
    if (kind === '$ECHK') return { ident: checkedIdent(id), reply: ascii(`${text}\r\n`) }
    if (kind !== '$AVRMC' && kind !== '$EAVSYS') return {}
    const into = draft()
    if (kind === '$AVRMC') putReport(into, fields)
    else
      putFields(into, fields, [
        word('gsm.sim.iccid'),
        word('phone.number.1'),
        'custom.owner',
        word('device.firmware.version'),
      ])
    if (unit?.settings?.checksum !== 'ignore' && nmeaSum(sentence.slice(1)) !== sum.toUpperCase()) {
      put(into, 'message.checksum.status', false)
    }
    const answers = kind === '$AVRMC' ? confirmed(fields, sum, unit?.password ?? '00000000') : ''
    return { ...told(checkedIdent(id), into), ...(answers ? { reply: ascii(answers) } : {}) }
  },
})

const sealed = (sentence: string): string => `$${sentence}*${nmeaSum(sentence)}\r\n`

/** Events that the tracker repeats until it gets this letter. */
const letters: Readonly<Record<string, string>> = { 3: 'd', M: 'm', S: 't', T: 't', X: 'x', 4: 'x', Y: 'y', Z: 'z' }

function confirmed(fields: readonly string[], sum: string, password: string): string {
  const [status = '', event = ''] = [fields[1], fields[9]]
  const isAsked = status !== '' && status === status.toLowerCase()
  const letter = Object.hasOwn(letters, event) ? letters[event] : undefined
  return (isAsked ? sealed(`EAVACK,${event},${sum}`) : '') + (letter ? sealed(`AVCFG,${password},${letter}`) : '')
}

const alarms: Readonly<Record<string, Alarm>> = {
  Z: 'low_battery',
  Y: 'towing',
  X: 'geofence_enter',
  T: 'tampering',
  H: 'power_off',
  8: 'vibration',
  7: 'geofence_exit',
  6: 'overspeed',
  5: 'power_cut',
  4: 'geofence_exit',
  3: 'sos',
}

function putReport(into: Draft, fields: readonly string[]): void {
  const [time = '', status = '', latitude, north, longitude, east, speed = '', course = '', date = '', ...rest] = fields
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  put(into, 'custom.status', status)
  putFix(into, /[ARP]/i.test(status), degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  putFields(into, [speed, course, ...rest], report)
  const [cell = '', network = ''] = rest.slice(6)
  if (cell.length !== 8) return
  putCells(into, [
    {
      mcc: integer(network.slice(0, -2)),
      mnc: integer(network.slice(-2)),
      lac: hexNumber(cell.slice(0, 4)),
      cellid: hexNumber(cell.slice(4)),
    },
  ])
}

const report: readonly Field[] = [
  knots,
  'position.direction',
  putEvent,
  (into, text) => put(into, 'battery.voltage', (integer(text.replace('.', '')) ?? Number.NaN) / 1000),
  'vehicle.mileage',
  'gnss.state.enum',
  times('ain.1', 0.001),
  times('ain.2', 0.001),
]

const event = alarmOf(alarms, 'custom.event')

/** A to D and O to R say which of two inputs are on. */
function putEvent(into: Draft, text: string): void {
  const inputs = Math.max('ABCD'.indexOf(text), 'OPQR'.indexOf(text))
  if (inputs < 0 || text.length !== 1) {
    event(into, text)
    return
  }
  put(into, 'din.1', (inputs & 1) !== 0)
  put(into, 'din.2', (inputs & 2) !== 0)
}
