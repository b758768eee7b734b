/**
 * Carscop (CCTR-800, CCTR-801, CCTR-802), in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   *yymmddhhmmss<command><content>^
 *   UB05  id of fifteen letters, position: a login    UB04, UD00  position    UB00HSO  heartbeat
 *   position hhmmss A ddmm.mmmm N dddmm.mmmm E knots in five letters yymmdd course in six [state of eight L metres of six]
 *
 * No replies.
 */

import { checkedIdent, dateAndTime, degreesMinutes } from '../bytes/text.ts'
import { columns, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { knots, putFix } from '../families/nmea.ts'
import { capitals, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'

const headLetters = 17
const identLetters = 15

export default defineLines({
  opening: opening('*', digits(12), 'U', capitals(1), digits(2)),
  end: '^',

  read({ text }) {
    if (!text.startsWith('*')) return {}
    const command = text.slice(13, headLetters)
    const content = text.slice(headLetters)
    const into = draft()
    const from = content.search(/\d{6}[AV]\d{4}\./)
    if (from >= 0) {
      put(into, 'message.type', command)
      putPlace(into, content.slice(from))
    }
    if (command === 'UB05') return told(checkedIdent(content.slice(0, identLetters)), into)
    if (from > 0) putFields(into, [content.slice(0, from)], [word('custom.data')])
    return told(undefined, into)
  },
})

function putPlace(into: Draft, text: string): void {
  const [time = '', status, latitude, north, longitude, east, speed = '', date = '', course = ''] =
    columns(text, 6, 1, 9, 1, 10, 1, 5, 6, 6) ?? []
  put(into, 'timestamp', dateAndTime(date, time, 'yymmdd'))
  putFix(into, status === 'A', degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  putFields(into, [speed, course], [knots, 'position.direction'])
  const [state = '', letter, distance = ''] = columns(text.slice(45), 8, 1, 6) ?? []
  if (letter === 'L') putFields(into, [state, distance], [word('custom.status'), times('vehicle.mileage', 0.001)])
}
