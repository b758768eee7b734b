/**
 * Maestro MicroTracker MT-01, in text over TCP and UDP.
 * Sources: the maker's manual of the MT-01 (pages on reports, geofences and the starter), public implementations and
 * recorded traffic (docs/protocols.md).
 *
 *   @imei,event,profile,fix,volts,signal,starter,ignition,yy/mm/dd,hh:mm:ss,latitude,longitude,metres,mph,course,satellites,
 *     HDOP,miles[,analogue or, with event 602, a geofence and 1 out or 2 in]!
 *   @imei,<number of a command>,…!   answer to SG<number>,…
 *
 * After a report NULs may follow. Reports are not answered.
 */

import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal } from '../bytes/text.ts'
import { type Field, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { mile, putFix } from '../families/nmea.ts'
import { digits, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { type Command, ProtocolError } from '../protocol.ts'
import { raise } from '../values/alarms.ts'

const geofence = '602'
/** Events from here on are reports; lower numbers are those of commands. */
const reportsFrom = 600

export default defineLines({
  opening: opening('@', digits(15), ',', digits(3), ','),
  end: '!',

  read({ text }) {
    const [imei = '', event = '', ...fields] = text.slice(1).split(',')
    if (text[0] !== '@') throw new ProtocolError('a report begins with @')
    const into = draft()
    const isAnswer = Number(event) < reportsFrom
    const content = `${event},${fields.join(',')}`
    if (/^(?:\d\d)?\d\d\/\d\d\/\d\d$/.test(fields[6] ?? '')) putReport(into, event, fields)
    else {
      put(into, 'message.type', isAnswer ? 'command.answer' : 'text')
      put(into, 'message.content', content)
    }
    return { ...told(checkedIdent(imei), into), ...(isAnswer ? { answers: [{ text: content }] } : {}) }
  },

  commands: { position: 'plain', 'engine.stop': 'plain', 'engine.resume': 'plain', text: 'plain' },

  encode(command) {
    const order = orderOf(command)
    return order ? ascii(order) : undefined
  },
})

function orderOf({ kind, text }: Command): string | undefined {
  switch (kind) {
    case 'position':
      return 'SG531'
    case 'engine.stop':
      return 'SG551,0'
    case 'engine.resume':
      return 'SG551,1'
    default:
      return kind === 'text' ? text : undefined
  }
}

const table: readonly Field[] = [
  word('custom.profile'),
  undefined,
  'battery.voltage',
  'custom.rssi',
  'custom.starter',
  'engine.ignition.status',
  undefined,
  undefined,
  undefined,
  undefined,
  'position.altitude',
  times('position.speed', mile),
  'position.direction',
  'position.satellites',
  'position.hdop',
  times('vehicle.mileage', mile),
]

function putReport(into: Draft, event: string, fields: readonly string[]): void {
  const [, fix, , , , , date = '', time = '', latitude, longitude] = fields
  put(into, 'event.enum', Number(event))
  put(into, 'timestamp', dateAndTime(date.slice(-8).replaceAll('/', ''), time.replaceAll(':', ''), 'yymmdd'))
  putFix(into, fix === '1', decimal(latitude), decimal(longitude))
  putFields(into, fields, table)
  const last = fields[table.length] ?? ''
  if (event !== geofence) put(into, 'custom.adc_1', decimal(last))
  else if (/^\d[12]$/.test(last)) {
    put(into, 'geofence.id', Number(last[0]))
    raise(into, last[1] === '1' ? 'geofence_exit' : 'geofence_enter')
  }
}
