/**
 * Cityeasy (Cityeasy 007 and its copies), over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   packet   TT, u16 size of all, IMEI without its last digit in BCD, u16 type, content, u32 number, u16 sum, 0D0A
 *   0003, 0004   [yyyymmddhhmmss,A,satellites,N,latitude,E,longitude,knots,HDOP,metres];mcc,mnc,lac,cell,signal[,lac,cell,signal]…
 *   command  SS, u16 size of all, u16 type, content, u32 number, u16 sum, 0D0A
 *
 * No replies.
 */
import { bcd, be16, be32, concat, latin1, left, mayStartWith, reader, take, u16, u32 } from '../bytes/bytes.ts'
import { crc16Kermit } from '../bytes/checksum.ts'
import { withCheckDigit } from '../bytes/imei.ts'
import { dateAndTime, degrees, integer } from '../bytes/text.ts'
import { prefixed } from '../families/binary.ts'
import { putFields } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { knots, putFix } from '../families/nmea.ts'
import { type Cell, type Draft, draft, put, putCells } from '../message.ts'
import { type Command, defineDecoder, ProtocolError } from '../protocol.ts'

const start = [0x54, 0x54]
const frameBytesMax = 1024
const imeiBytes = 7
/** Number, sum and line end. */
const tailBytes = 8

/** Asking, and what is sent at intervals or when asked. */
const types = { report: 3, position: 4, interval: 5 } as const

export default defineDecoder({
  frameBytesMax,

  recognise(bytes) {
    if (!mayStartWith(bytes, start)) return 'no'
    const digits = bytes.subarray(4, 4 + imeiBytes)
    if (bcd(digits) === undefined) return 'no'
    return digits.length < imeiBytes ? 'more' : 'yes'
  },

  frame: prefixed({ start, at: 2, size: 2, plus: 0, max: frameBytesMax }),

  decode(frame) {
    if (!mayStartWith(frame, start)) throw new ProtocolError('a packet begins with TT')
    const input = reader(frame, 4, Math.max(frame.length - tailBytes, 4))
    const digits = bcd(take(input, imeiBytes))
    if (digits === undefined) throw new ProtocolError('an IMEI has digits only')
    const ident = withCheckDigit(digits)
    const type = u16(input)
    if (type !== types.report && type !== types.position) return { ident }
    const into = draft()
    putReport(into, latin1(take(input, left(input))))
    if (into.keys > 0) put(into, 'record.seqnum', u32(reader(frame, frame.length - tailBytes)))
    return told(ident, into)
  },

  commands: { position: 'none', interval: 'none' },

  encode(command) {
    const content = contentOf(command)
    if (!content) return undefined
    const bytes = concat([0x53, 0x53], be16(content.length + 12), content, be32(commandNumber))
    return concat(bytes, be16(crc16Kermit(bytes)), [13, 10])
  },
})

/** The tracker does not send it back. */
const commandNumber = 11

function contentOf({ kind, seconds = 0 }: Command): number[] | undefined {
  if (kind === 'position') return be16(types.position)
  return kind === 'interval' && seconds <= 0xffff ? [...be16(types.interval), ...be16(seconds)] : undefined
}

function putReport(into: Draft, text: string): void {
  const [place = '', network = ''] = text.split(';')
  if (place === '') put(into, 'position.valid', false)
  else putPlace(into, place.split(','))
  const [mcc, mnc, ...neighbours] = network.split(',')
  const cells: Cell[] = []
  for (let at = 0; at + 1 < neighbours.length; at += 3) {
    const [lac, cellid, rssi] = neighbours.slice(at, at + 3).map(integer)
    cells.push({ mcc: integer(mcc), mnc: integer(mnc), lac, cellid, ...(rssi === undefined ? {} : { rssi }) })
  }
  putCells(into, cells)
  put(into, 'custom.rssi', cells[0]?.rssi)
}

function putPlace(into: Draft, fields: readonly string[]): void {
  const [moment = '', status, satellites = '', north, latitude, east, longitude, ...rest] = fields
  put(into, 'timestamp', dateAndTime(moment.slice(2, 8), moment.slice(8), 'yymmdd'))
  putFix(into, status === 'A', degrees(latitude, north), degrees(longitude, east))
  putFields(into, [satellites, ...rest], ['position.satellites', knots, 'position.hdop', 'position.altitude'])
}
