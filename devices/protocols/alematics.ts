/**
 * Alematics, in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   $T,<type>,<number>,<imei>,<fix yyyymmddhhmmss>,<sent yyyymmddhhmmss>,latitude,longitude,km/h,course,metres,HDOP,satellites,
 *     inputs,outputs,volts,supply in volts,metres,<mask>[,a value for each of its bits]
 *   $T,…,0,$S,<text of a serial device>
 *   FAF8 and ten bytes   heartbeat → itself
 */

import { checkedIdent, dateAndTime, decimal, integer } from '../bytes/text.ts'
import { type Field, putFields, times } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { defineDecoder } from '../protocol.ts'

const lines = defineLines({
  opening: anyOf(opening('\u00fa\u00f8'), opening('$T,', digits(1, 4), ',', digits(1, 10), ',', digits(10, 20), ',')),

  read({ text }) {
    const [kind, type = '', number = '', imei = '', ...fields] = text.split(',')
    if (kind !== '$T' || fields.length < 4) return {}
    const into = draft()
    putFields(into, [type, number], ['event.enum', 'record.seqnum'])
    putFix(into, true, decimal(fields[2]), decimal(fields[3]))
    putFields(into, fields, report)
    const [mask = '', ...rest] = fields.slice(report.length)
    if (rest[0] === '$S') put(into, 'message.content', rest.slice(1).join(','))
    else putExtras(into, integer(mask) ?? 0, rest)
    return told(checkedIdent(imei), into)
  },
})

const heartbeat = 0xfa
const heartbeatBytes = 12

export default defineDecoder({
  ...lines,
  frame(buffer, state) {
    if (buffer[0] !== heartbeat) return lines.frame(buffer, state)
    return buffer.length < heartbeatBytes ? 0 : heartbeatBytes
  },
  decode(frame, ...rest) {
    return frame[0] === heartbeat ? { reply: frame.slice() } : lines.decode(frame, ...rest)
  },
})

const moment =
  (name: 'timestamp' | 'position.timestamp'): Field =>
  (into, text) =>
    put(into, name, text.length === 14 ? dateAndTime(text.slice(2, 8), text.slice(8), 'yymmdd') : undefined)

const report: readonly Field[] = [
  moment('position.timestamp'),
  moment('timestamp'),
  undefined,
  undefined,
  'position.speed',
  'position.direction',
  'position.altitude',
  'position.hdop',
  'position.satellites',
  'din',
  'dout',
  'ain.1',
  'external.powersource.voltage',
  times('vehicle.mileage', 0.001),
]

/** In the order of the bits of the mask. */
const extras: readonly Field[] = [
  'counter.3',
  times('external.powersource.voltage', 0.001),
  times('battery.voltage', 0.001),
  'can.vehicle.speed',
  'can.engine.rpm',
  'custom.rssi',
  'counter.2',
  'custom.shaft_rpm',
]

function putExtras(into: Draft, mask: number, values: readonly string[]): void {
  const table = extras.filter((_, bit) => mask & (1 << bit))
  putFields(into, values, table)
  const rest = values.slice(table.length).filter((value) => value !== '')
  if (rest.length > 0) put(into, 'custom.rest', rest.join(','))
}
