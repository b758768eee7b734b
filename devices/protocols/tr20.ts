/**
 * TR-10, TR-20 and TrackPro, in text over TCP and UDP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   %%<id>,<number>                  heartbeat → &&<number>\r\n
 *   %%<id>,A,yymmddhhmmss,N2240.8887E11359.2994,km/h,course,<values>,<status, hex>,<event>[,CFG:…|]
 */
import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, degreesMinutes, isDigits } from '../bytes/text.ts'
import { type Field, hexTimes, putFields } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { except, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCustom } from '../message.ts'

export default defineLines({
  opening: opening('%%', except(',%', 1, 20), ','),

  read({ text }) {
    const [id = '', first = '', ...fields] = text.slice(2).split(',')
    if (!text.startsWith('%%') || id === '') return {}
    const into = draft()
    if (fields.length > 5) putReport(into, first, fields)
    const isPing = fields.length === 0 && isDigits(first)
    return { ...told(checkedIdent(id), into), ...(isPing ? { reply: ascii(`&&${first}\r\n`) } : {}) }
  },
})

const report: readonly Field[] = [
  'position.speed',
  'position.direction',
  putValues,
  hexTimes('custom.status'),
  'event.enum',
  (into, text) => put(into, 'custom.cfg', text.replace('CFG:', '').replace('|', '')),
]

function putReport(into: Draft, status: string, [moment = '', place = '', ...rest]: readonly string[]): void {
  put(into, 'timestamp', dateAndTime(moment.slice(0, 6), moment.slice(6), 'yymmdd'))
  const east = place.search(/[EW]/)
  const latitude = degreesMinutes(place.slice(1, Math.max(east, 1)), place[0])
  putFix(into, status === 'A', latitude, degreesMinutes(place.slice(east + 1), place[east]))
  putFields(into, rest, report)
}

/** A temperature, or letters with numbers of which only T is described. */
function putValues(into: Draft, text: string): void {
  for (const part of text.split(/[:;]/)) {
    const value = decimal(part.replace(/^[A-Z]/, ''))
    if (value === undefined) continue
    if (/^[A-SU-Z]/.test(part)) putCustom(into, `value_${part[0]}`, value)
    else put(into, 'sensor.temperature.1', value)
  }
}
