/**
 * Lines of Wondex and IntelliTrac, which have a common origin:
 * `<id>,yyyymmddhhmmss,longitude,latitude,km/h,course,metres, satellites,event,…`. What follows distinguishes them:
 * IntelliTrac has inputs and outputs as whole numbers.
 */
import { latin1 } from '../bytes/bytes.ts'
import { dateAndTime, decimal, integer, isDigits } from '../bytes/text.ts'
import { type Draft, put } from '../message.ts'
import type { Recognition } from '../protocol.ts'
import { putFields } from './fields.ts'
import { putFix } from './nmea.ts'
import { digits, opening } from './opening.ts'

export const lonLatSize = 8

/** Without the id; returns what follows the event. */
export function putLonLat(
  into: Draft,
  [moment = '', longitude, latitude, ...rest]: readonly string[],
): readonly string[] {
  put(into, 'timestamp', dateAndTime(moment.slice(2, 8), moment.slice(8), 'yymmdd'))
  putFix(into, (integer(rest[3]) ?? 0) > 0, decimal(latitude), decimal(longitude))
  putFields(into, rest, [
    'position.speed',
    'position.direction',
    'position.altitude',
    'position.satellites',
    'event.enum',
  ])
  return rest.slice(5)
}

const line = opening(digits(9, 15), ',', digits(14), ',')
const inputs = 9
const outputs = 10

/** Which of the two a line belongs to; a datagram is a whole line. */
export const lonLatOf =
  (whose: 'wondex' | 'intellitrac') =>
  (bytes: Uint8Array, link: 'tcp' | 'udp'): Recognition => {
    const start = line(bytes)
    if (start !== 'yes') return start
    const text = latin1(bytes.subarray(0, lineMax))
    const end = text.search(/[\r\n]/)
    const fields = (end < 0 ? text : text.slice(0, end)).split(',')
    const isWhole = end >= 0 || link === 'udp' || text.length === lineMax
    const known = isWhole ? fields.length : fields.length - 1
    const isNumber = (at: number) => isDigits(fields[at] ?? '')
    if (known <= outputs && !isWhole && !(known > inputs && !isNumber(inputs))) return 'more'
    return (known > outputs && isNumber(inputs) && isNumber(outputs)) === (whose === 'intellitrac') ? 'yes' : 'no'
  }

const lineMax = 256
