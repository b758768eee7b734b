/**
 * Plugin (South African fleet trackers), in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   [$$STATUS[,]|$$ALARM[,]]<id>,yyyymmddhhmmss,longitude,latitude,km/h,course,metres,satellites,type,km,status,fuel,value,0
 *     [,temperature 1,temperature 2,oil,rpm,km/h,people in,people out,diagnostics,intake,throttle,battery]
 *     [,+,event,…]#
 *   → $$hb,1#
 */
import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, integer } from '../bytes/text.ts'
import { alarmOf, type Field, putBits, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'

export default defineLines({
  // Longer numbers are of Wondex, whose reports begin in the same way.
  opening: anyOf(opening('$$STATUS'), opening('$$ALARM'), opening(digits(1, 8), ',20', digits(12), ',')),
  end: '#',

  read({ text }) {
    const reply = ascii('$$hb,1#')
    const kind = /^\$\$([A-Za-z]+),?/.exec(text)
    const [ident = '', ...fields] = text.slice(kind?.[0].length ?? 0).split(',')
    const [moment = '', longitude, latitude] = fields
    const into = draft()
    put(
      into,
      'timestamp',
      moment.length === 14 ? dateAndTime(moment.slice(2, 8), moment.slice(8), 'yymmdd') : undefined,
    )
    if (into.keys === 0) return { reply }
    if (kind) put(into, 'message.type', kind[1]!.toLowerCase())
    const status = integer(fields[9])
    putFix(into, status !== undefined && status % 2 === 1, decimal(latitude), decimal(longitude))
    putBits(into, status, { 1: 'engine.ignition.status', 20: 'din.1', 21: 'din.2', 22: 'din.3', 23: 'din.4' })
    putFields(into, fields, report)
    putExtras(into, fields.slice(report.length))
    return { ...told(checkedIdent(ident), into), reply }
  },
})

const report: readonly Field[] = [
  undefined,
  undefined,
  undefined,
  'position.speed',
  'position.direction',
  'position.altitude',
  'position.satellites',
  'custom.type',
  putMileage,
  'custom.status',
  'custom.fuel',
  'custom.value_1',
  'custom.value_2',
]

/** Kilometres; a number that no vehicle reaches is of the oldest trackers, which count metres. */
function putMileage(into: Draft, text: string): void {
  const value = decimal(text)
  if (value !== undefined) put(into, 'vehicle.mileage', value < 10_000_000 ? value : value / 1000)
}

const sensors: readonly Field[] = [
  'sensor.temperature.1',
  'sensor.temperature.2',
  'custom.oil_level',
  'can.engine.rpm',
  'can.vehicle.speed',
  'custom.passengers_on',
  'custom.passengers_off',
  'custom.diagnostics',
  'can.intake.air.temperature',
  times('can.throttle.level', 0.1),
  times('external.powersource.voltage', 0.1),
]

const event = alarmOf({ 11317: 'harsh_acceleration', 11319: 'harsh_braking' })

function putExtras(into: Draft, fields: readonly string[]): void {
  const plus = fields.indexOf('+')
  const values = plus < 0 ? fields : fields.slice(0, plus)
  putFields(into, values, sensors)
  const rest = [...values.slice(sensors.length), ...(plus < 0 ? [] : fields.slice(plus + 2))]
  if (plus >= 0) putFields(into, fields.slice(plus + 1), [event])
  if (rest.some((field) => field !== '' && field !== '0')) word('custom.rest')(into, rest.join(','))
}
