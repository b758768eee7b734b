/**
 * Xexun's text protocol, over TCP: TK101, TK102, TK103, TK201, XT009 and clones.
 * Source: recorded traffic and general knowledge of the format; we have no document from the maker (docs/protocols.md).
 *
 *   short   GPRMC,time,A,latitude,N,longitude,E,knots,course,date,…*sum,F or L,[alarm],imei:…,
 *   full    time,phone,GPRMC,…,imei:…,satellites,metres,F:4.28V,charging,length,check,mcc,mnc,lac,cell[,km]
 *
 * A line ends with LF. There is no login and no answer. Commands are those of its SMS, with its password (123456 until it is
 * changed): powercar 11 cuts the engine, powercar 00 restores it.
 */

import { ascii, checkedLength, latin1 } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, degreesMinutes, hexNumber, integer } from '../bytes/text.ts'
import { type Draft, draft, finish, put, putCells, putPosition } from '../message.ts'
import { defineDecoder, ProtocolError } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'

const frameBytesMax = 1024
const headMax = 48
const knots = 1.852

export default defineDecoder({
  frameBytesMax,

  recognise(bytes) {
    const start = latin1(bytes.subarray(0, headMax))
    const sentence = start.indexOf('RMC,')
    const head = sentence < 0 ? start : start.slice(0, sentence)
    if (!isHead(head)) return 'no'
    return sentence >= 0 ? 'yes' : start.length < headMax ? 'more' : 'no'
  },

  frame(buffer) {
    if (buffer[0] === 10 || buffer[0] === 13) return 1
    // Some clones break the line after the sum of the sentence; a line is whole when it names its tracker.
    for (let end = buffer.indexOf(10); end >= 0; end = buffer.indexOf(10, end + 1)) {
      checkedLength(end, frameBytesMax)
      if (latin1(buffer.subarray(0, end)).includes('imei:')) return end + 1
    }
    checkedLength(buffer.length, frameBytesMax)
    return 0
  },

  decode(frame) {
    const text = latin1(frame)
    const fields = text.split(',').map((field) => field.trim())
    const imeiAt = fields.findIndex((field) => field.startsWith('imei:'))
    if (imeiAt < 0) {
      if (text.trim() === '') return {}
      throw new ProtocolError('a line that does not name its tracker')
    }
    const ident = checkedIdent(fields[imeiAt]!.slice('imei:'.length))
    const into = draft()
    readSentence(into, fields)
    readHead(into, fields)
    readAlarm(into, fields[imeiAt - 1] ?? '')
    readRest(into, fields.slice(imeiAt + 1))
    const message = finish(into)
    return { ident, ...(message ? { messages: [message] } : {}) }
  },

  commands: { 'engine.stop': 'none', 'engine.resume': 'none', text: 'none' },

  encode({ kind, text }, _state, unit) {
    if (kind === 'text') return text ? ascii(text) : undefined
    const order = kind === 'engine.stop' ? '11' : kind === 'engine.resume' ? '00' : undefined
    return order === undefined ? undefined : ascii(`powercar${unit?.password ?? '123456'} ${order}`)
  },
})

/** `171007160505,+6282167979090,GP`, or only the end of it. */
function isHead(head: string): boolean {
  if (head !== '' && ['GP', 'GN'].some((talker) => talker.startsWith(head.slice(0, 2)))) return mayGoOn(head, 0)
  const comma = head.indexOf(',')
  const digits = comma < 0 ? head : head.slice(0, comma)
  if (digits === '' || digits.length > 12 || integer(digits) === undefined || digits[0] === '+' || digits[0] === '-')
    return false
  if (comma < 0) return true
  const second = head.indexOf(',', comma + 1)
  return comma >= 10 && (second < 0 || mayGoOn(head, second + 1))
}

const mayGoOn = (head: string, at: number): boolean =>
  ['GPRMC,', 'GNRMC,'].some((word) => word.startsWith(head.slice(at)))

function readSentence(into: Draft, fields: readonly string[]): void {
  const at = fields.findIndex((field) => field.endsWith('GPRMC') || field.endsWith('GNRMC'))
  if (at < 0) {
    put(into, 'position.valid', false)
    return
  }
  const [time, status, latitude, north, longitude, east, speed, course, date] = fields.slice(at + 1)
  put(into, 'timestamp', dateAndTime(date ?? '', time ?? '', 'ddmmyy'))
  putPosition(into, degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  put(into, 'position.valid', status === 'A' && 'position.latitude' in into.values)
  const velocity = decimal(speed)
  if (velocity !== undefined) put(into, 'position.speed', velocity * knots)
  put(into, 'position.direction', decimal(course))
}

/** What comes before the sentence of a full line, and the letter for the signal after it. */
function readHead(into: Draft, fields: readonly string[]): void {
  const at = fields.findIndex((field) => field.endsWith('GPRMC') || field.endsWith('GNRMC'))
  if (at >= 2) {
    put(into, 'custom.serial', fields[at - 2])
    put(into, 'phone.number.1', fields[at - 1])
  }
  const signal = at < 0 ? undefined : fields.slice(at + 10).find((field) => field === 'F' || field === 'L')
  if (signal) put(into, 'custom.signal', signal)
}

const alarms: readonly (readonly [string, Alarm])[] = [
  ['help me', 'sos'],
  ['low batt', 'low_battery'],
  ['move', 'movement'],
  ['speed', 'overspeed'],
  ['stockade', 'geofence'],
  ['sensor', 'vibration'],
  ['door', 'door'],
]

/** The word before the IMEI; F and L, which may be there instead, say whether the signal is good. */
function readAlarm(into: Draft, word: string): void {
  const lower = word.toLowerCase().replaceAll(' ', '')
  if (lower === 'accstart' || lower === 'accon') put(into, 'engine.ignition.status', true)
  else if (lower === 'accstop' || lower === 'accoff') put(into, 'engine.ignition.status', false)
  else raise(into, alarms.find(([start]) => word.toLowerCase().startsWith(start))?.[1])
}

function readRest(into: Draft, fields: readonly string[]): void {
  const [satellites, altitude, power, charging, , , mcc, mnc, lac, cell, distance] = fields
  put(into, 'position.satellites', integer(satellites))
  put(into, 'position.altitude', decimal(altitude))
  readPower(into, power ?? '')
  if (charging === '0' || charging === '1') put(into, 'external.powersource.status', charging === '1')
  putCells(into, [{ mcc: integer(mcc), mnc: integer(mnc), lac: hexNumber(lac), cellid: hexNumber(cell) }])
  if (distance?.endsWith('km')) put(into, 'vehicle.mileage', decimal(distance.slice(0, -2)))
}

/** `F:4.01V/ADC1=0.20V/ADC2=0.00V`: L says that the battery is low. */
function readPower(into: Draft, text: string): void {
  const [battery, ...analogue] = text.split('/')
  if (battery!.startsWith('F:') || battery!.startsWith('L:')) {
    put(into, 'battery.voltage', volts(battery!.slice(2)))
    put(into, 'battery.low.status', battery!.startsWith('L:'))
  }
  for (const [index, value] of analogue.entries()) put(into, `ain.${index + 1}`, volts(value.split('=')[1] ?? ''))
}

const volts = (text: string): number | undefined => decimal(text.endsWith('V') ? text.slice(0, -1) : text)
