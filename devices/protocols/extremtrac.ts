/**
 * ExtremTrac, in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   $GPRMC,<id>,hhmmss.sss,A,latitude,N,longitude,E,knots,course,ddmmyy,n,,inputs,outputs
 *
 * A line without an id cannot be assigned and is skipped. No replies.
 */
import { ascii } from '../bytes/bytes.ts'
import { isDigits } from '../bytes/text.ts'
import { type Field, putFields, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putRmc } from '../families/nmea.ts'
import { digits, opening } from '../families/opening.ts'
import { draft } from '../message.ts'
import { ProtocolError } from '../protocol.ts'
import type { Sample } from '../sample.ts'

export default defineLines({
  opening: opening('$GPRMC,', digits(1, 20), ',', digits(6), '.', digits(3), ','),

  read({ text }) {
    const [kind, id = '', ...fields] = text.split('*')[0]!.split(',')
    if (kind !== '$GPRMC') throw new ProtocolError('a line begins with $GPRMC')
    // Where the id is missing, a fix stands in place of the time.
    if (!isDigits(id) || id.length > 20 || !/^\d{6}/.test(fields[0] ?? '')) return {}
    const into = draft()
    putRmc(into, fields)
    putFields(into, fields.slice(fixFields), table)
    return told(id, into)
  },
})

const fixFields = 9
const table: readonly Field[] = [
  word('custom.value_1'),
  word('custom.value_2'),
  word('custom.state_1'),
  word('custom.state_2'),
]

export const samples: readonly Sample[] = [
  {
    what: 'a report',
    link: 'tcp',
    frame: ascii('$GPRMC,10000000417,115958.299,A,5441.2294,N,02516.7880,E,23.20,90.00,170526,0,,8000,1\r\n'),
    ident: '10000000417',
    messages: [
      {
        timestamp: 1779019198.299,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 42.97,
        'position.direction': 90,
        'custom.value_1': '0',
        'custom.state_1': '8000',
        'custom.state_2': '1',
      },
    ],
  },
  {
    what: 'a report without a fix',
    frame: ascii('$GPRMC,10000000417,115958.000,V,5441.2294,S,02516.7880,W,0.00,0.00,170526,0,,\r\n'),
    ident: '10000000417',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'custom.value_1': '0',
      },
    ],
  },
  {
    what: 'a line that says not whose it is',
    frame: ascii('$GPRMC,115958.000,A,5441.2294,N,02516.7880,E,0.00,0.00,170526,0,,1111,1111\r\n'),
  },
]
