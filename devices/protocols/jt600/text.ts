/** Lines in parentheses. */

import { ascii } from '../../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, degreesMinutes, integer } from '../../bytes/text.ts'
import { binary, type Field, putFields, times } from '../../families/fields.ts'
import { told } from '../../families/lines.ts'
import { mile, putFix } from '../../families/nmea.ts'
import { type Draft, draft, put, putCells } from '../../message.ts'
import type { Decoded } from '../../protocol.ts'
import { raise } from '../../values/alarms.ts'

export function readText(line: string, receivedAt: Date): Decoded {
  const [id = '', type = '', ...fields] = line.slice(1, line.endsWith(')') ? -1 : undefined).split(',')
  const ident = checkedIdent(id)
  const into = draft()
  const reply = putLine(into, type, fields, receivedAt)
  return { ...told(ident, into), ...(reply ? { reply: ascii(reply) } : {}) }
}

/** Returns the reply, if one is due. */
function putLine(into: Draft, type: string, fields: readonly string[], receivedAt: Date): string | undefined {
  switch (type) {
    case 'W01':
      return putOld(into, fields)
    case 'U01':
    case 'U02':
    case 'U03':
      putReport(into, fields)
      return '(S39)'
    case 'U06':
      put(into, 'alarm.code', integer(fields[0]))
      raise(into, 'general')
      putReport(into, fields.slice(1))
      return '(S20)'
    case 'P45':
      return putUnlocking(into, fields)
    case 'P22': {
      const [year = '', month, day, ...time] = receivedAt.toISOString().slice(2, 19).split(/[-T:]/)
      return `(P22,${day}${month}${year}${time.join('')})`
    }
    case 'P52':
      return fields[0] === '2' ? `(P52,2,${fields[1] ?? ''})` : undefined
    case '@JT':
    case 'U04':
      return undefined
    default:
      // Some lines have a counter before their word. Trips (U09) are sent without a request, in an undocumented order.
      if ((integer(type) === undefined ? type : fields[0])?.[0] === 'U') return undefined
      put(into, 'message.type', 'command.answer')
      put(into, 'message.content', [type, ...fields].join(','))
      return undefined
  }
}

const signed = (text: string | undefined, hemisphere: string | undefined): number | undefined => {
  const value = decimal(text)
  return value !== undefined && (hemisphere === 'S' || hemisphere === 'W') ? -value : value
}

const old: readonly Field[] = [
  'position.speed',
  'position.direction',
  'battery.level',
  'custom.gps_signal',
  'custom.rssi',
  'event.enum',
]

function putOld(into: Draft, fields: readonly string[]): undefined {
  const [longitude, east, latitude, north, state, date = '', time = '', ...rest] = fields
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putFix(into, state === 'A', degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  putFields(into, rest, old)
}

/** The speed is taken as miles an hour, as public implementations have it. */
const report: readonly Field[] = [
  times('position.speed', mile),
  'position.direction',
  'position.satellites',
  (into, text) => put(into, 'battery.level', decimal(text.replace('%', ''))),
  binary('custom.status'),
  undefined,
  undefined,
  'custom.rssi',
  'vehicle.mileage',
  'record.seqnum',
]

function putReport(into: Draft, fields: readonly string[]): void {
  const [date = '', time = '', state, latitude, north, longitude, east, ...rest] = fields
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putFix(into, state === 'T', signed(latitude, north), signed(longitude, east))
  putFields(into, rest, report)
  putCells(into, [{ cellid: integer(rest[5]), lac: integer(rest[6]) }])
}

/** What opened the lock, whether it was allowed, the card, whether the password was right, how often it was wrong. */
const unlocking: readonly Field[] = [
  'position.speed',
  'position.direction',
  'event.enum',
  'custom.unlock_check',
  (into, text) => (/^0*$/.test(text) ? undefined : put(into, 'rfid.code', text)),
  'custom.password_check',
  'custom.wrong_passwords',
  'record.seqnum',
  'vehicle.mileage',
]

function putUnlocking(into: Draft, fields: readonly string[]): string {
  const [date = '', time = '', latitude, north, longitude, east, state, ...rest] = fields
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putFix(into, state === 'A', signed(latitude, north), signed(longitude, east))
  putFields(into, rest, unlocking)
  return `(P69,0,${integer(rest[7]) ?? 0})`
}
