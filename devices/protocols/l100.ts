/**
 * Atlanta Systems (L100, VTS3D, OBD readers and personal trackers of ATL), in text over TCP.
 * Source: the maker's list of fields as its customers quote it, recorded traffic and public implementations
 * (docs/protocols.md).
 *
 *   20 01 ATL<imei>,$GPRMC,…,#<14 states>,fuel in volts,litres,capacity,km,temperature,battery,signal,mcc,mnc,lac,cell[,…]ATL 02 <xor>
 *   20 03 … 04   the same with the position in words after $LOC → 01
 *   L,ATL,<imei>,01,<number>,*<xor>     login → @<imei>,00,<number>,*<xor>
 *   L,ATL,<imei>,02,<number>,hhmmss,ddmmyy,A,latitude;N,longitude;E,knots,course,km,battery,signal,mcc,mnc,lac,cell,#<states>,<speeding>,ATL,*<xor>
 *   L,ATLOBD,<imei>,03,<number>,hhmmss,ddmmyy,<bus>,<mode and parameter>:<bytes>,…*<xor>
 *   [ATL,L,<imei>,]N,ddmmyy,hhmmss,A,latitude,N,longitude,E,knots,GPS,millivolts,mcc,mnc,lac,cell@
 *
 * H instead of L: from memory.
 */

import { ascii, checkedLength, hex, latin1 } from '../bytes/bytes.ts'
import { xor8 } from '../bytes/checksum.ts'
import { checkedIdent, dateAndTime, degrees, hexNumber, integer, isDigits } from '../bytes/text.ts'
import { binary, type Field, putFields, times, word } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { knots, putFix, putRmc } from '../families/nmea.ts'
import { putObd } from '../families/obd.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCells } from '../message.ts'
import { type Decoded, defineDecoder, type KnownUnit, ProtocolError } from '../protocol.ts'
import { raise } from '../values/alarms.ts'

const frameBytesMax = 2048
const header = 0x20

export default defineDecoder({
  frameBytesMax,
  recognise: anyOf(
    ...['\u0020\u0001', '\u0020\u0003', ''].map((head) => opening(`${head}ATL`, digits(15), ',')),
    ...['L,ATL,', 'H,ATL,', 'L,ATLOBD,', 'H,ATLOBD,', 'ATL,L,', 'ATL,H,'].map((head) => opening(head, digits(15), ',')),
  ),

  frame(buffer) {
    if (buffer[0] === 10 || buffer[0] === 13) return 1
    if (buffer.length < 4) return 0
    const end = endOf(buffer)
    checkedLength(end === 0 ? buffer.length : end, frameBytesMax)
    return end > buffer.length ? 0 : end
  },

  decode(frame, _state, _receivedAt, unit) {
    const text = latin1(frame[0] === header ? frame.subarray(2) : frame).trim()
    if (text === '') return {}
    if (text[1] === ',' && (text[0] === 'L' || text[0] === 'H')) return readReader(text)
    const sentence = text.indexOf('$GPRMC,')
    return sentence < 0 ? readPersonal(text) : readVehicle(frame, text, sentence, unit)
  },
})

/** What ends a packet depends on how it begins; two kinds have a sum after it. Zero: it has not arrived yet. */
function endOf(buffer: Uint8Array): number {
  const start = latin1(buffer.subarray(0, 4))
  if (start.startsWith('L,') || start.startsWith('H,')) return behind(buffer, 0x2a, 1)
  if (start === 'ATL,' || /^[NPT],/.test(start)) return behind(buffer, 0x40, 0)
  if (buffer[0] !== header && !start.startsWith('ATL')) throw new ProtocolError('a packet begins otherwise')
  const ends = [behind(buffer, 2, 1), behind(buffer, 4, 1)].filter((end) => end > 0)
  return ends.length === 0 ? 0 : Math.min(...ends)
}

function behind(buffer: Uint8Array, letter: number, more: number): number {
  const at = buffer.indexOf(letter, 2)
  return at < 0 ? 0 : at + 1 + more
}

const states = binary('custom.status')

const vehicle: readonly Field[] = [
  (into, text) => states(into, text.slice(1)),
  'ain.1',
  'fuel.volume',
  // N.C where nothing is connected.
  times('custom.tank_capacity', 1),
  'vehicle.mileage',
  'sensor.temperature.1',
  'battery.voltage',
  'custom.rssi',
]

function readVehicle(frame: Uint8Array, text: string, at: number, unit?: KnownUnit): Decoded {
  const imei = text
    .slice(3, at)
    .split(',')
    .find((field) => field.length === 15 && isDigits(field))
  const into = draft()
  const end = text.lastIndexOf('ATL')
  const sentence = text.slice(at + 7, end > at ? end : undefined)
  putRmc(into, sentence.split(','))
  const words = /\$LOC,([^#]*),#/.exec(sentence)
  if (words) put(into, 'position.address', words[1])
  const from = sentence.indexOf('#')
  const fields = from < 0 ? [] : sentence.slice(from).split(',')
  putFields(into, fields, vehicle)
  const [mcc, mnc, lac, cell, ...rest] = fields.slice(vehicle.length)
  putCells(into, [{ mcc: integer(mcc), mnc: integer(mnc), lac: hexNumber(lac), cellid: hexNumber(cell) }])
  for (const [index, value] of rest.entries()) if (value !== '') put(into, `custom.value_${index + 1}`, value)
  const isRight = frame[0] !== header || xor8(frame, 0, frame.length - 1) === frame.at(-1)
  if (!isRight && unit?.settings?.checksum !== 'ignore') put(into, 'message.checksum.status', false)
  return { ...told(checkedIdent(imei ?? ''), into), reply: Uint8Array.of(1) }
}

const login = '01'

function readReader(text: string): Decoded {
  const star = text.lastIndexOf('*')
  const [memory, kind, imei = '', type, number = '', ...fields] = text.slice(0, star < 0 ? undefined : star).split(',')
  const ident = checkedIdent(imei)
  if (type === login) return { ident, reply: loginAnswer(ident, number) }
  const into = draft()
  const [time = '', date = ''] = fields
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  if (into.keys === 0) return { ident }
  put(into, 'record.seqnum', integer(number))
  if (memory === 'H') put(into, 'message.buffered.status', true)
  if (kind === 'ATLOBD') putAnswers(into, fields.slice(2))
  else putReport(into, fields.slice(2))
  return told(ident, into)
}

function loginAnswer(ident: string, number: string): Uint8Array {
  const sentence = `@${ident},00,${integer(number) ?? 0},`
  return ascii(`${sentence}*${String.fromCharCode(xor8(ascii(sentence)))}`)
}

const overspeed: Field = (into, text) => raise(into, text === '1' ? 'overspeed' : undefined)

const report: readonly Field[] = [
  undefined,
  undefined,
  undefined,
  knots,
  'position.direction',
  'vehicle.mileage',
  'battery.voltage',
  'custom.rssi',
  undefined,
  undefined,
  undefined,
  undefined,
  putSigns,
  overspeed,
]

function putReport(into: Draft, fields: readonly string[]): void {
  const [status, latitude = '', longitude = ''] = fields
  const [y, north] = latitude.split(';')
  const [x, east] = longitude.split(';')
  putFix(into, status === 'A', degrees(y, north), degrees(x, east))
  putFields(into, fields, report)
  putNetwork(into, fields.slice(8, 12))
}

/** In decimal but for the cell. */
const putNetwork = (into: Draft, [mcc, mnc, lac, cell]: readonly string[]): void =>
  putCells(into, [{ mcc: integer(mcc), mnc: integer(mnc), lac: integer(lac), cellid: hexNumber(cell) }])

const manners = { 0: 'harsh_braking', 1: 'general', 2: 'harsh_acceleration' } as const

/** `#1031`: ignition, nothing, how it is driven, power. */
function putSigns(into: Draft, text: string): void {
  put(into, 'engine.ignition.status', text[1] === '1')
  put(into, 'external.powersource.status', text[4] === '1')
  raise(into, manners[text[3] as unknown as keyof typeof manners])
}

/** A parameter that the vehicle does not have is written in X. */
function putAnswers(into: Draft, [bus, ...answers]: readonly string[]): void {
  put(into, 'custom.bus', bus)
  for (const answer of answers) {
    const [parameter = '', value = ''] = answer.split(':')
    if (value === '' || value.startsWith('X')) continue
    const pid = parameter.startsWith('01') ? hexNumber(parameter.slice(2)) : undefined
    if (parameter === '0902') put(into, 'vehicle.vin', value)
    else if (pid !== undefined && value.length % 2 === 0 && isHex(value)) putObd(into, pid, hex(value))
    else put(into, `custom.obd_${parameter.toLowerCase()}`, value)
  }
}

const isHex = (text: string): boolean => /^[\dA-Fa-f]{2,64}$/.test(text)

const personal: readonly Field[] = [
  undefined,
  undefined,
  undefined,
  undefined,
  undefined,
  knots,
  word('custom.fix_source'),
  times('battery.voltage', 0.001),
]

/** Of several records only the first names its tracker. */
function readPersonal(text: string): Decoded {
  const fields = text.replace(/@$/, '').split(',')
  const [memory, imei] = fields[0] === 'ATL' ? fields.splice(0, 3).slice(1) : []
  const [kind = '', date = '', time = '', status, latitude, north, longitude, east] = fields
  const ident = imei === undefined ? undefined : checkedIdent(imei)
  if (!/^[NPT]$/.test(kind)) return told(ident, draft())
  const into = draft()
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putFix(into, status === 'A', degrees(latitude, north), degrees(longitude, east))
  raise(into, kind === 'P' ? 'sos' : kind === 'T' ? 'tampering' : undefined)
  if (memory === 'H') put(into, 'message.buffered.status', true)
  putFields(into, fields.slice(3), personal)
  putNetwork(into, fields.slice(11))
  return told(ident, into)
}
