/**
 * Upro (U01, UT05, and locks of the JT70x kind), in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   *<maker>20<ack><id>,<type>&<letter><content>&…#        with an ack of 1 → *<maker>20Y<type>#
 *   A position, B states and alarms, C mileage, F speed, G altitude, I, P, X, Y cells …
 *   GY: u16 kind, u16 length, content; kind 4009 is a driver's licence
 */
import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, degreesMinutes, hexNumber, integer, isDigits } from '../bytes/text.ts'
import { type Bits, columns, type Field, hexTimes, putBits, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { knot, putFix } from '../families/nmea.ts'
import { capitals, digits, opening } from '../families/opening.ts'
import { type Cell, type Draft, draft, put, putCells, putCustom } from '../message.ts'

export default defineLines({
  opening: opening('*', capitals(2), '20', digits(6, 20), ','),
  end: '#',
  frameBytesMax: 2048,

  read({ text }) {
    const head = /^\*([A-Z]{2}20)([01])(\d{5,20}),([A-Z])([A-Z])[A-Z\d]{0,4}/.exec(text)
    if (!head) return {}
    const [all, maker = '', ack, id = '', type = '', subtype = ''] = head
    const into = draft()
    if (type === 'G' && subtype === 'Y') putBlock(into, text.slice(all.length))
    else
      for (const part of text.slice(all.length).split('&').slice(1)) putPart(into, part[0] ?? '', part.slice(1), maker)
    return {
      ...told(checkedIdent(id), into),
      ...(ack === '1' ? { reply: ascii(`*${maker}Y${type}${subtype}#`) } : {}),
    }
  },
})

const states: Bits[] = [{}, { 0: 'engine.ignition.status' }, {}, {}, {}]
const alarms: Bits[] = [
  { 0: { alarm: 'sos' }, 2: { alarm: 'vibration' }, 3: { alarm: 'movement' } },
  { 2: { alarm: 'overspeed' } },
  {},
  { 1: { alarm: 'tampering' }, 2: { alarm: 'low_power' } },
  {},
]

const tables: Readonly<Record<string, Field>> = {
  A: putPlace,
  B: putStates,
  C: (into, text) => put(into, 'vehicle.mileage', (number16(text) * 2 * knot) / 3600),
  F: times('position.speed', 0.1 * knot),
  G: times('position.altitude', 0.1),
  I: (into, text) => putCellList(into, text, 4),
  J: (into, text) => putSensor(into, text),
  K: word('custom.status_extended'),
  M: putBattery,
  N: (into, text) => put(into, 'custom.rssi', integer(text.slice(0, 2))),
  O: (into, text) => put(into, 'position.satellites', integer(text.slice(0, 2))),
  P: (into, text) => {
    const [mcc, mnc, lac, cell] = columns(text, 4, 4, 4, 4) ?? []
    putCells(into, [{ mcc: integer(mcc), mnc: integer(mnc), lac: hexNumber(lac), cellid: hexNumber(cell) }])
  },
  T: (into, text) => {
    if (text.length === 2) put(into, 'battery.level', integer(text))
    else put(into, 'record.seqnum', integer(text))
  },
  V: times('external.powersource.voltage', 0.1),
  W: (into, text) => putBits(into, integer(text.slice(0, 2)), { 2: { alarm: 'tampering' } }),
  X: putExtension,
  Y: (into, text) => {
    if (text.length === 5) put(into, 'external.powersource.voltage', (integer(text) ?? Number.NaN) / 1000)
    else putCellList(into, text, 8)
  },
  b: (into, text) => put(into, 'device.serial.number', text.slice(3)),
  d: times('ain.1', 0.01),
  l: (into, text) => put(into, 'custom.logistics_lock', (text.charCodeAt(0) - 48) & 7),
}

const text16 = /^[0-?]{1,12}$/

/** Digits of sixteen, the letters after 9 being those of the alphabet's order: `:` is ten. */
const number16 = (text: string): number =>
  text16.test(text) ? [...text].reduce((sum, letter) => sum * 16 + letter.charCodeAt(0) - 48, 0) : Number.NaN

function putPart(into: Draft, letter: string, text: string, maker: string): void {
  if (letter === 'R' && maker.startsWith('HQ')) {
    putFields(into, columns(text, 2, 2) ?? [], ['custom.rssi', 'position.satellites'])
  } else if (Object.hasOwn(tables, letter)) putFields(into, [text], [tables[letter]])
  else if (/^[A-Za-z]$/.test(letter) && text !== '') {
    // What is not text is kept in hex.
    const isText = /^[ -~]*$/.test(text)
    const name = letter >= 'a' ? `part_lower_${letter}` : `part_${letter}`
    putCustom(
      into,
      name,
      isText ? text : [...text].map((one) => one.charCodeAt(0).toString(16).padStart(2, '0')).join(''),
    )
  }
}

/** hhmmss, ddmmmmmm, dddmmmmmm, flags, knots by two, course by ten, ddmmyy. */
function putPlace(into: Draft, text: string): void {
  const [time = '', latitude = '', longitude = '', flag = '', speed = '', course = '', date = ''] =
    columns(text, 6, 8, 9, 1, 2, 2, 6) ?? []
  const flags = integer(flag) ?? 1
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  const minutes = (digits: string) => (isDigits(digits) ? `${digits.slice(0, -4)}.${digits.slice(-4)}` : undefined)
  const y = degreesMinutes(minutes(latitude), flags & 2 ? 'N' : 'S')
  putFix(into, (flags & 1) === 0, y, degreesMinutes(minutes(longitude), flags & 4 ? 'E' : 'W'))
  putFields(into, [speed, course], [times('position.speed', 2 * knot), times('position.direction', 10)])
}

function putStates(into: Draft, text: string): void {
  put(into, 'custom.status', text)
  for (const [index, bits] of [...states, ...alarms].entries()) putBits(into, (text.charCodeAt(index) || 48) - 48, bits)
}

/** The number of a sensor, its sign, and tenths of a degree. */
function putSensor(into: Draft, text: string): void {
  const [index = '', sign = '', digits] = columns(text, 1, 1, 4) ?? []
  const size = integer(digits)
  if (size === undefined) return
  const value = sign.charCodeAt(0) & 1 ? -size / 10 : size / 10
  put(into, index > '0' && index <= '9' ? `sensor.temperature.${Number(index)}` : 'sensor.temperature', value)
}

/** Three digits are the battery in tenths of a percent, four the number of a sensor, its state and its humidity. */
function putBattery(into: Draft, text: string): void {
  if (text.length === 3) put(into, 'battery.level', (integer(text) ?? Number.NaN) / 10)
  else if (text[0]! > '0') put(into, `sensor.humidity.${Number(text[0])}`, integer(text.slice(2)))
  else put(into, 'sensor.humidity', integer(text.slice(2)))
}

/** The count, country and network, then area, cell of four or eight digits, and signal of each. */
function putCellList(into: Draft, text: string, size: 4 | 8): void {
  const count = integer(text[0]) ?? 0
  const [mcc, mnc] = [integer(text.slice(1, 4)), integer(text.slice(4, 6))]
  const cells: Cell[] = []
  for (let index = 0; index < count; index++) {
    const [lac, cell, rssi] = columns(text.slice(6 + index * (size + 6)), 4, size, 2) ?? []
    if (lac === undefined) return
    cells.push({ mcc, mnc, lac: hexNumber(lac), cellid: hexNumber(cell), rssi: hexNumber(rssi) })
  }
  putCells(into, cells)
}

const named: Readonly<Record<string, Field>> = { J: hexTimes('custom.timezone_minutes'), k: word('gsm.sim.iccid') }

/** Values between brackets, or cells in decimal. */
function putExtension(into: Draft, text: string): void {
  if (text[0] === '(') {
    for (const part of text.slice(1).split(/\)\(?/)) {
      const field = Object.hasOwn(named, part[0] ?? '') ? named[part[0]!] : undefined
      if (field) putFields(into, [part.slice(1)], [field])
    }
    return
  }
  const [first = '', ...others] = text.split(';')
  const [mcc, mnc, ...serving] = first.split(',').map(integer)
  const cells = [serving, ...others.map((cell) => cell.split(',').map(integer))]
  putCells(
    into,
    cells.map(([lac, cellid, rssi]) => ({ mcc, mnc, lac, cellid, rssi })),
  )
}

const licence = 0x4009

function putBlock(into: Draft, text: string): void {
  const short = (at: number) => (text.charCodeAt(at) << 8) | text.charCodeAt(at + 1)
  const content = text.slice(4, 4 + short(2))
  if (text.length < 4) return
  if (short(0) === licence) put(into, 'driver.id', content)
  else put(into, 'custom.block', decimal(content) ?? content)
}
