/**
 * D-Way, in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   AA55,number,id,type,yymmdd,hhmmss,latitude,longitude,metres,km/h,course,inputs,outputs,flags,battery,analogue,analogue,
 *        driver[,letter]
 *   AA55,HB → 55AA,HB,OK
 *
 * Voltages are in millivolts. Reports are not answered.
 */
import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal } from '../bytes/text.ts'
import { binary, type Field, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { draft, put } from '../message.ts'
import { ProtocolError } from '../protocol.ts'

const heartbeat = ascii('55AA,HB,OK\r\n')

export default defineLines({
  opening: anyOf(opening('AA55,HB'), opening('AA55,', digits(1, 10), ',', digits(1, 20), ',')),

  read({ text }) {
    const [start, number = '', id = '', ...fields] = text.split(',')
    if (start !== 'AA55') throw new ProtocolError('a line begins with AA55')
    if (number === 'HB') return { reply: heartbeat }
    const into = draft()
    const [, date = '', time = '', latitude, longitude] = fields
    put(into, 'timestamp', dateAndTime(date, time, 'yymmdd'))
    putFix(into, true, decimal(latitude), decimal(longitude))
    putFields(into, [number, ...fields], table)
    return told(checkedIdent(id), into)
  },
})

const table: readonly Field[] = [
  'record.seqnum',
  'custom.type',
  ...Array<undefined>(4).fill(undefined),
  'position.altitude',
  'position.speed',
  'position.direction',
  binary('din'),
  binary('dout'),
  word('custom.flags'),
  times('battery.voltage', 0.001),
  times('ain.1', 0.001),
  times('ain.2', 0.001),
  // Without a driver it is 0.
  (into, text) => put(into, 'driver.id', text === '0' ? undefined : text),
  word('custom.kind'),
]
