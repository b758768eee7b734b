/**
 * The lines of the oldest trackers.
 *
 *   $AV,V3 or V4,id,number,supply 0.01 V,battery 0.01 V,…,lines at 9,four inputs,fix,satellites,[altitude,geoid,]
 *   hhmmss,ddmm.mmmmN,dddmm.mmmmE,knots,course,ddmmyy,…*XOR
 *
 * Lines of other types name the tracker and its SIM card, and carry no record.
 */
import { ascii } from '../../bytes/bytes.ts'
import { xor8 } from '../../bytes/checksum.ts'
import { checkedIdent, dateAndTime, decimal, degreesMinutes, hexNumber, integer } from '../../bytes/text.ts'
import { type Draft, draft, finish, put, putPosition } from '../../message.ts'
import { type Decoded, ProtocolError } from '../../protocol.ts'

const knots = 1.852
/** The day from which GPS counts: what a receiver says that has seen no satellite since it was switched on. */
const noDate = '060180'

export function readLine(
  line: string,
  isTrusted: boolean,
  known: string | undefined,
): Decoded<{ readonly ident?: string }> {
  const star = line.lastIndexOf('*')
  const [start, type = '', id = '', number, ...rest] = (star < 0 ? line.trim() : line.slice(0, star)).split(',')
  if (start !== '$AV') throw new ProtocolError('no line')
  const ident = checkedIdent(id)
  const named = ident === known ? {} : { ident, state: { ident } }
  if (type !== 'V3' && type !== 'V4') return named
  const into = draft()
  put(into, 'record.seqnum', integer(number))
  readRecord(into, rest, type === 'V4')
  const isRight = star > 0 && xor8(ascii(line), 1, star) === hexNumber(line.slice(star + 1, star + 3))
  if (!isRight && !isTrusted) put(into, 'message.checksum.status', false)
  return { ...named, messages: [finish(into)!] }
}

const hundredths = (text: string | undefined): number | undefined => {
  const value = integer(text)
  return value === undefined ? undefined : value / 100
}

function readRecord(into: Draft, fields: readonly string[], hasAltitude: boolean): void {
  const [supply, battery, , , , lines] = fields
  put(into, 'external.powersource.voltage', hundredths(supply))
  put(into, 'battery.voltage', hundredths(battery))
  put(into, 'din', integer(lines))
  const [fix, satellites, ...behind] = fields.slice(10)
  put(into, 'position.satellites', integer(satellites))
  if (hasAltitude) put(into, 'position.altitude', decimal(behind[0]))
  const [time = '', latitude, longitude, speed, course, date = ''] = hasAltitude ? behind.slice(2) : behind
  if (date !== noDate) put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putPosition(into, place(latitude), place(longitude))
  put(into, 'position.valid', fix === '1' && 'position.latitude' in into.values)
  const velocity = decimal(speed)
  if (velocity !== undefined) put(into, 'position.speed', velocity * knots)
  put(into, 'position.direction', decimal(course))
}

const place = (text: string | undefined): number | undefined =>
  text ? degreesMinutes(text.slice(0, -1), text.slice(-1)) : undefined
