/**
 * AIS-140, the Indian standard for vehicle trackers, as a dozen makers write it, in text over TCP.
 * Source: the fields and alerts in Quectel's and iTriangle's descriptions, the Odisha transport department's, recorded
 * traffic and public implementations; every maker has its own order at the end (docs/protocols.md).
 *
 *   $<header>,<vendor>,<firmware>,<type>[,<alert>],<L or H>,<imei>,<registration>,… a report
 *   $<header>[,<vendor>],<EMR or SEM>,<imei>,<NM or SP>,…                            an emergency and its end
 *   $<header>,<vendor>,<firmware>,<imei>,<battery %>,<low %>,<memory %>,…            health
 *   $<header>,…,<imei>,<firmware>,<version>,<latitude>,N,<longitude>,E               login
 *
 * A packet ends with a star, a star and a sum, a line feed, or where the next begins; a few makers put a byte of sum
 * before the star. Of the answers three are known: `$,01,…` → $,1,*   `$,LGN,…` → $LGN<ddmmyyyyhhmmss>*   `$,HBT,…` → $HBT*
 */
import { ascii, checkedLength, latin1 } from '../bytes/bytes.ts'
import { isDigits } from '../bytes/text.ts'
import { told } from '../families/lines.ts'
import { draft } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError, type Recognition } from '../protocol.ts'
import { fieldsOf } from './its/fields.ts'
import { isHealth, putEmergency, putHealth } from './its/other.ts'
import { putReport } from './its/report.ts'

const frameBytesMax = 2048
const dollar = 0x24
const comma = 0x2c
const star = 0x2a
const lineFeed = 0x0a
const carriageReturn = 0x0d

export default defineDecoder({
  frameBytesMax,
  recognise: (bytes) => recogniseText(latin1(bytes.subarray(0, openingBytesMax))),

  frame(buffer) {
    if (buffer[0] !== dollar) {
      const next = buffer.indexOf(dollar)
      return next < 0 ? buffer.length : next
    }
    const end = endOf(buffer)
    checkedLength(end || buffer.length, frameBytesMax)
    return end
  },

  decode(frame, _state, receivedAt) {
    const text = latin1(frame)
    const from = text.indexOf('$')
    if (from < 0) return {}
    const to = text.indexOf('*', from)
    return read(text.slice(from + 1, to < 0 ? undefined : to).trimEnd(), receivedAt)
  },
})

const openingBytesMax = 160
const headers = ['LGN', 'NRM', 'EPB', 'RLP', 'NMP', 'HLM', 'HMP', 'Header']

/** Any header is accepted before a report; only the makers' usual ones before a login. */
function recogniseText(text: string): Recognition {
  if (text[0] !== '$') return 'no'
  if (text.length < 2) return 'more'
  const fields = text.slice(1).split(',')
  const [header = ''] = fields
  if (header === '') return text.length < 4 ? 'more' : 'yes'
  if (!/^[A-Za-z][A-Za-z0-9]{0,9}$/.test(header)) return 'no'
  if (fields.length > 1 && headers.includes(header)) return 'yes'
  const imei = fields.findIndex((field, index) => index > 3 && isLive(fields[index - 1]) && isImei(field))
  if (imei > 0 && imei < fields.length - 1) return 'yes'
  return fields.length < 10 && text.length < openingBytesMax && !text.includes('\n') ? 'more' : 'no'
}

const isLive = (field: string | undefined): boolean => field === 'L' || field === 'H'
const isImei = (field: string): boolean => field.length === 15 && isDigits(field)

/** Where the packet that begins at 0 ends; 0 if that is not known yet. */
function endOf(buffer: Uint8Array): number {
  for (let at = 1; at < buffer.length; at++) {
    const byte = buffer[at]
    if (byte !== star && byte !== lineFeed && byte !== dollar) continue
    const mayBeSum = buffer[at - 1] === comma && at > headMin
    if (mayBeSum && buffer[at + 1] === star) return at + 2
    if (byte === lineFeed) return at + 1
    if (byte === star) return endOfSum(buffer, at)
    if (!mayBeSum || at + 1 < buffer.length) return at
    return 0
  }
  return 0
}

/** Shorter than this is no packet, only the two commas of a header that was left empty. */
const headMin = 20

/** Two or eight digits of a sum follow the star, unless the sum, or nothing, comes before it. */
function endOfSum(buffer: Uint8Array, at: number): number {
  const last = latin1(buffer.subarray(Math.max(at - 9, 0), at))
  const word = last.slice(last.lastIndexOf(',') + 1)
  const isBefore = word.length < 2 ? !(word && 'NSEW'.includes(word)) : /^([0-9A-Fa-f]{2}|[0-9A-Fa-f]{8})$/.test(word)
  if (isBefore && last.includes(',')) return at + 1
  let end = at + 1
  while (end < buffer.length && end - at <= sumMax && isHex(buffer[end]!)) end++
  if (end - at > sumMax) return end
  const [first, second] = [buffer[end], buffer[end + 1]]
  if (first === undefined || (first === carriageReturn && second === undefined)) return 0
  return first === lineFeed ? end + 1 : first === carriageReturn && second === lineFeed ? end + 2 : end
}

const sumMax = 8

const isHex = (byte: number) => (byte >= 48 && byte <= 57) || ((byte & 0xdf) >= 65 && (byte & 0xdf) <= 70)

function read(text: string, receivedAt: Date): Decoded {
  const isLoose = text.startsWith(',')
  const fields = fieldsOf(isLoose ? text.slice(1) : text)
  const at = fields.findIndex(isImei)
  if (at < 0) throw new ProtocolError('a packet without a number of its tracker')
  const into = draft()
  if (isLive(fields[at - 1])) putReport(into, fields, at)
  else if (fields[at - 1] === 'EMR' || fields[at - 1] === 'SEM') putEmergency(into, fields, at)
  else if (isHealth(fields, at)) putHealth(into, fields, at)
  const reply = isLoose ? answerTo(fields[0]!, receivedAt) : undefined
  return { ...told(fields[at]!, into), ...(reply ? { reply: ascii(reply) } : {}) }
}

function answerTo(header: string, receivedAt: Date): string | undefined {
  if (header === '01') return '$,1,*'
  if (header === 'HBT') return '$HBT*'
  if (header !== 'LGN') return undefined
  const [year, month, day, ...time] = receivedAt.toISOString().slice(0, 19).split(/[-T:]/)
  return `$LGN${day}${month}${year}${time.join('')}*`
}
