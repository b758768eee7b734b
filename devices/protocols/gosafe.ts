/**
 * GoSafe (G3, G6, G7 series), in text over TCP and UDP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   *GS06,<imei>,hhmmssddmmyy,<event, hex>,SYS:…,GPS:…,GSM:…,COT:…,ADC:…,DTT:…,IWD:…,OBD:…$<next record>#  → 1234
 *   *GS02,<imei>,GPS:hhmmss;A;N…;E…;km/h;course;ddmmyy,STT:…,MGR:…,ADC:…#                                   → 1234
 *   *GS06,<imei>,<text>#   an answer to a command
 *   F8, version, type, IMEI of seven bytes, u32 seconds since 2000, [event], mask of the parts, parts {u8 length}, F8
 *     1B 00 stands for 1B and 1B E3 for F8; of the parts only the position is described                     → 1234
 */
import {
  ascii,
  checkedLength,
  hex,
  i16,
  i32,
  left,
  part,
  type Reader,
  reader,
  take,
  toHex,
  u8,
  u16,
  u32,
  uint,
} from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, hexNumber, integer } from '../bytes/text.ts'
import { type Followers, unescaped } from '../families/escaped.ts'
import { type Bits, type Field, hexTimes, putBits, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { putObd } from '../families/obd.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Cell, type Draft, draft, finish, type Message, put, putCells, putCustom } from '../message.ts'
import { type Decoded, defineDecoder } from '../protocol.ts'

const frameBytesMax = 8192

const lines = defineLines({
  opening: anyOf(opening('*GS', digits(2), ',', digits(15)), opening('\u00f8\u0006')),
  end: '#',
  frameBytesMax,

  read({ text }) {
    const [head = '', imei = '', ...rest] = text.split(',')
    if (!head.startsWith('*GS')) return {}
    const records = rest.length === 0 ? [] : rest.join(',').split('$')
    const messages = records.flatMap((record) => readRecord(record.split(','), head === '*GS02'))
    return { ident: checkedIdent(imei), ...(messages.length > 0 ? { messages } : {}), reply: ascii('1234') }
  },
})

const mark = 0xf8
const sign = 0x1b
const followers: Followers = { 0: sign, 227: mark }

export default defineDecoder({
  ...lines,
  frame(buffer, state) {
    if (buffer[0] !== mark) return lines.frame(buffer, state)
    const end = buffer.indexOf(mark, 1)
    checkedLength(end < 0 ? buffer.length : end + 1, frameBytesMax)
    return end + 1
  },
  decode(frame, ...rest) {
    return frame[0] === mark ? readPacket(unescaped(frame, sign, followers)) : lines.decode(frame, ...rest)
  },
})

const since2000 = 946_684_800
const withEvent = 0x41
const placePart = 1

function readPacket(bytes: Uint8Array): Decoded {
  const input = reader(bytes, 2, bytes.at(-1) === mark ? bytes.length - 1 : bytes.length)
  const type = u8(input)
  const ident = String(uint(input, 7))
  const into = draft()
  put(into, 'timestamp', u32(input) + since2000)
  if (type === withEvent) put(into, 'event.enum', u8(input))
  const mask = u16(input)
  for (let bit = 0; bit < 8; bit++) {
    if (!(mask & (1 << bit)) || left(input) === 0) continue
    const content = part(input, Math.min(u8(input), left(input)))
    if (bit === placePart) putBinaryPlace(into, content)
    else put(into, `custom.part_${bit}`, toHex(take(content, left(content))))
  }
  return { ...told(checkedIdent(ident), into), reply: ascii('1234') }
}

/** A mask says which of the fields are present. */
function putBinaryPlace(into: Draft, input: Reader): void {
  const mask = u16(input)
  const flags = mask & 1 ? u8(input) : 0
  if (mask & 1) put(into, 'position.satellites', flags & 31)
  if (mask & 2) putFix(into, flags >> 5 > 0, i32(input) / 1e6, i32(input) / 1e6)
  if (mask & 4) put(into, 'position.speed', i16(input))
  if (mask & 8) put(into, 'position.direction', u16(input))
  if (mask & 16) put(into, 'position.altitude', i16(input))
  if (mask & 32) put(into, 'position.hdop', u16(input) / 100)
  if (mask & 64) put(into, 'position.vdop', u16(input) / 100)
}

function readRecord(fragments: readonly string[], isOld: boolean): readonly Message[] {
  const into = draft()
  const [first = '', ...rest] = fragments
  if (isOld) for (const fragment of fragments) putFragment(into, fragment, old)
  else if (/^\d{12}$/.test(first)) {
    put(into, 'timestamp', dateAndTime(first.slice(6), first.slice(0, 6), 'ddmmyy'))
    for (const fragment of rest) {
      if (/^[\dA-Fa-f]{1,4}$/.test(fragment)) put(into, 'event.enum', hexNumber(fragment))
      else putFragment(into, fragment, parts)
    }
  } else {
    put(into, 'position.valid', false)
    put(into, 'message.type', 'command.answer')
    put(into, 'message.content', fragments.join(','))
  }
  const message = finish(into)
  return message ? [message] : []
}

type Part = (into: Draft, values: readonly string[]) => void

/** Unknown ones keep their name. */
function putFragment(into: Draft, text: string, table: Readonly<Record<string, Part>>): void {
  const colon = text.indexOf(':')
  if (colon < 0) return
  const name = text.slice(0, colon)
  const content = text.slice(colon + 1)
  if (content === '') return
  if (Object.hasOwn(table, name)) table[name]!(into, content.split(';'))
  else putCustom(into, name, content)
}

const fields =
  (...table: readonly Field[]): Part =>
  (into, values) =>
    putFields(into, values, table)

const inputs: Bits = {
  0: 'engine.ignition.status',
  1: 'din.1',
  2: 'din.2',
  3: 'din.3',
  4: 'din.4',
  5: 'dout.1',
  6: 'dout.2',
  7: 'dout.3',
}

const parts: Readonly<Record<string, Part>> = {
  SYS: fields(word('device.model'), word('device.firmware.version'), word('device.hardware.version')),
  GPS: putPlace,
  GSM: putCellList,
  COT: fields(times('vehicle.mileage', 0.001), putHours),
  ADC: fields('external.powersource.voltage', 'battery.voltage', 'ain.1', 'ain.2'),
  DTT: fields(
    hexTimes('custom.status'),
    (into, text) => putBits(into, hexNumber(text), inputs),
    word('custom.geofence_in'),
    word('custom.geofence_out'),
    word('custom.event_status'),
    'custom.packet_type',
  ),
  IWD: putSensors,
  OBD: (into, [content = '']) => putAnswers(into, content),
}

const old: Readonly<Record<string, Part>> = {
  GPS(into, values) {
    const at = values[1] === 'A' || values[1] === 'V' ? 1 : 2
    const [status, north = '', east = '', speed = '', course = '', ...rest] = values.slice(at)
    put(into, 'timestamp', dateAndTime(rest.at(-1) ?? '', values[0] ?? '', 'ddmmyy'))
    putFix(into, status === 'A', degreesOf(north), degreesOf(east))
    putFields(into, [speed, course], ['position.speed', 'position.direction'])
    if (rest.length > 1) put(into, 'position.hdop', decimal(rest[0]))
  },
  STT: fields(hexTimes('custom.status'), word('custom.event_status')),
  MGR: fields(times('vehicle.mileage', 0.001)),
  /** Numbers and values in turn. */
  ADC(into, values) {
    for (let at = 0; at + 1 < values.length; at += 2) putCustom(into, `adc_${values[at]}`, decimal(values[at + 1]))
  },
}

/** `N31.551856`. */
function degreesOf(text: string): number | undefined {
  const value = decimal(text.slice(1))
  return value !== undefined && (text[0] === 'S' || text[0] === 'W') ? -value : value
}

function putPlace(into: Draft, [status, satellites = '', north = '', east = '', ...rest]: readonly string[]): void {
  putFix(into, status === 'A', degreesOf(north), degreesOf(east))
  putFields(
    into,
    [satellites, ...rest],
    [
      'position.satellites',
      'position.speed',
      'position.direction',
      'position.altitude',
      'position.hdop',
      'position.vdop',
    ],
  )
}

/** Registration and signal, then country, network, area, cell and dBm of each. */
function putCellList(into: Draft, [, , ...values]: readonly string[]): void {
  const cells: Cell[] = []
  for (let at = 0; at + 4 < values.length; at += 5) {
    const [mcc, mnc, lac, cell, dbm] = values.slice(at, at + 5)
    cells.push({
      mcc: integer(mcc),
      mnc: integer(mnc),
      lac: hexNumber(lac),
      cellid: hexNumber(cell),
      dbm: integer(dbm),
    })
  }
  putCells(into, cells)
}

/** `2-8-17`: hours, minutes, seconds. */
function putHours(into: Draft, text: string): void {
  const [hours = 0, minutes = 0, seconds = 0] = text.split('-').map((part) => integer(part) ?? 0)
  put(into, 'engine.motorhours', hours + minutes / 60 + seconds / 3600)
}

/** Number and kind: 0 a key, 1 a thermometer with its address. */
function putSensors(into: Draft, values: readonly string[]): void {
  for (let at = 0; at + 2 < values.length; ) {
    const [number, kind, first = '', second] = values.slice(at, at + 4)
    if (kind === '1') {
      const index = integer(number) ?? 0
      put(into, index > 0 ? `sensor.temperature.${index}` : 'sensor.temperature', decimal(second))
      at += 4
    } else {
      if (!/^0*$/.test(first)) put(into, 'ibutton.code', first)
      at += 3
    }
  }
}

/** Answers of the diagnostic socket, each after its length. */
function putAnswers(into: Draft, text: string): void {
  if (!/^([\dA-Fa-f]{2})+$/.test(text)) return
  const bytes = hex(text)
  for (let at = 0; at < bytes.length; at += bytes[at]! + 1) {
    const answer = bytes.subarray(at + 1, at + 1 + bytes[at]!)
    if (answer[0] === 0x41 && answer.length > 2) putObd(into, answer[1]!, answer.subarray(2))
  }
}
