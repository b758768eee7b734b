/**
 * ExtremTrac, in text over TCP.
 * Source: recorded traffic and public implementations; we have no document of the maker (docs/protocols.md).
 *
 *   $GPRMC,<id>,hhmmss.sss,A,latitude,N,longitude,E,knots,course,ddmmyy,n,,inputs,outputs
 *
 * A line without an id says nothing of whose it is, and is passed over. Nothing is answered.
 */
import { type Field, putFields, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putRmc } from '../families/nmea.ts'
import { digits, opening } from '../families/opening.ts'
import { draft } from '../message.ts'
import { ProtocolError } from '../protocol.ts'
import { isDigits } from '../text.ts'

export default defineLines({
  opening: opening('$GPRMC,', digits(1, 20), ',', digits(6), '.', digits(3), ','),
  start: () => ({}),

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
