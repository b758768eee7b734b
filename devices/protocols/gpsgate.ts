/**
 * GpsGate, in text over TCP: trackers and applications for its server.
 * Sources: recorded traffic and public implementations (docs/protocols.md).
 *
 *   $FRLIN,<domain>,<user or IMEI>,<password>*sum → $FRSES,<session>*sum, or $FRERR,AuthError,Unknown device*sum
 *   $FRVER,…*sum                                  → $FRVER,1,0,<server>*sum
 *   $GPRMC,…*sum
 *   $FRCMD,<IMEI>,_SendMessage,,latitude,N,longitude,E,metres,knots,course,ddmmyy,hhmmss,valid,name=value,…*sum
 */

import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, degreesMinutes } from '../bytes/text.ts'
import { putFields } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { knots, nmeaSum, putFix, putRmc } from '../families/nmea.ts'
import { anyOf, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCustom } from '../message.ts'
import { raise } from '../values/alarms.ts'

export default defineLines({
  opening: anyOf(opening('$FRLIN,'), opening('$FRCMD,'), opening('$FRVER,')),

  read({ text, unit }) {
    const [body = '', sum = ''] = text.split('*')
    const [kind, ...fields] = body.split(',')
    const into = draft()
    switch (kind) {
      case '$FRLIN':
        return {
          ident: checkedIdent(fields[1] ?? ''),
          reply: sealed('FRSES,1'),
          refusal: sealed('FRERR,AuthError,Unknown device'),
        }
      case '$FRVER':
        return { reply: sealed('FRVER,1,0,Waymark 1.0') }
      case '$GPRMC':
        putRmc(into, fields)
        break
      case '$FRCMD':
        if (fields[1] === '_SendMessage') putMessage(into, fields.slice(3))
        break
      default:
        return {}
    }
    const isRight = unit?.settings?.checksum === 'ignore' || sum.toUpperCase() === nmeaSum(body.slice(1))
    if (into.keys > 0 && !isRight) put(into, 'message.checksum.status', false)
    return told(kind === '$FRCMD' ? checkedIdent(fields[0] ?? '') : undefined, into)
  },
})

const sealed = (sentence: string): Uint8Array => ascii(`$${sentence}*${nmeaSum(sentence)}\r\n`)

function putMessage(into: Draft, fields: readonly string[]): void {
  const [
    latitude,
    north,
    longitude,
    east,
    altitude = '',
    speed = '',
    course = '',
    date = '',
    time = '',
    valid,
    ...rest
  ] = fields
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putFix(into, valid === '1', degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  putFields(into, [altitude, speed, course], ['position.altitude', knots, 'position.direction'])
  for (const pair of rest) {
    const [name = '', value = ''] = pair.split('=')
    if (value === '') continue
    putCustom(into, name, decimal(value) ?? value)
    if (name.toLowerCase() === 'sosbutton' && value === '1') raise(into, 'sos')
  }
}
