/** Packets with text or small facts: answers to commands (15, 21) and the information packet 94. */
import { bcdImei, i32, latin1, left, peek, type Reader, skip, take, textOf, toHex, u8, u16 } from '../../bytes/bytes.ts'
import { decimal, hexNumber } from '../../bytes/text.ts'
import { type Draft, put, putCustom, putPosition } from '../../message.ts'
import type { ParameterName } from '../../values/parameters.ts'
import { rest, withoutPadding } from './blocks.ts'
import type { Read } from './kind.ts'

const utf16 = new TextDecoder('utf-16be')

/** 21: server's flag, encoding (1 ASCII, 2 UTF-16), text. */
export const readAnswer: Read = (into, body) => {
  if (left(body) < 5) return
  skip(body, 4)
  const encoding = u8(body)
  // Firmware with another number sends UTF-16 as well, of which the first byte shows.
  const isWide = encoding === 2 || (encoding !== 1 && peek(body) === 0)
  putAnswer(into, isWide ? utf16.decode(rest(body)) : textOf(rest(body)))
}

/** 15: length, server's flag, text, language; a length of 0 in older firmware. */
export const readOldAnswer: Read = (into, body) => {
  if (left(body) < 7) return
  const length = u8(body)
  skip(body, 4)
  const size = length >= 4 && length - 4 <= left(body) ? length - 4 : left(body) - 2
  const text = latin1(take(body, size))
  if (text.startsWith('<ICCID:')) put(into, 'gsm.sim.iccid', text.slice(7, 27))
  else putAnswer(into, text)
}

function putAnswer(into: Draft, text: string): void {
  const end = text.indexOf('\0')
  const answer = end < 0 ? text : text.slice(0, end)
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', answer)
  putAnsweredPlace(into, answer)
}

/** The answer to WHERE#: `Current position!Lat:N54.7,Lon:E25.2,Course:126.5,Speed:0.0,DateTime:2026-05-17 10:27:47`. */
function putAnsweredPlace(into: Draft, text: string): void {
  const latitude = coordinate(valueAfter(text, 'Lat:'), 'N', 'S')
  const longitude = coordinate(valueAfter(text, 'Lon:'), 'E', 'W')
  if (latitude === undefined || longitude === undefined) return
  putPosition(into, latitude, longitude)
  put(into, 'position.direction', decimal(valueAfter(text, 'Course:')))
  put(into, 'position.speed', decimal(valueAfter(text, 'Speed:')))
  const [date, time] = (valueAfter(text, 'DateTime:') ?? '').split(' ').filter((word) => word !== '')
  const moment = Date.parse(`${date}T${time}Z`)
  if (!Number.isNaN(moment)) put(into, 'timestamp', moment / 1000)
}

function valueAfter(text: string, name: string): string | undefined {
  const at = text.indexOf(name)
  if (at < 0) return undefined
  const end = text.indexOf(',', at)
  return text.slice(at + name.length, end < 0 ? undefined : end).trim()
}

function coordinate(text: string | undefined, positive: string, negative: string): number | undefined {
  if (text?.[0] !== positive && text?.[0] !== negative) return undefined
  const value = decimal(text.slice(1))
  return value === undefined ? undefined : text[0] === negative ? -value : value
}

/** 94 in a short packet: the supply voltage and nothing else. */
export const readShortInformation: Read = (into, body) => {
  if (left(body) >= 2) put(into, 'external.powersource.voltage', u16(body) / 100)
}

/** 94 in a long packet: what follows depends on its first byte. */
export const readInformation: Read = (into, body) => {
  const kind = u8(body)
  put(into, 'custom.information_kind', kind)
  const read = kinds.get(kind)
  if (read) read(into, body)
  else if (left(body) > 0) {
    const bytes = rest(body)
    put(into, 'custom.information', isReadable(bytes) ? latin1(bytes) : toHex(bytes))
  }
}

const kinds = new Map<number, (into: Draft, body: Reader) => unknown>([
  [0x00, (into, body) => left(body) >= 2 && put(into, 'external.powersource.voltage', u16(body) / 100)],
  [0x04, putSettings],
  [0x05, putDoor],
  [0x09, (into, body) => left(body) > 0 && put(into, 'gnss.state.enum', u8(body))],
  [0x0a, putSim],
  [0x0b, putNetwork],
  [0x0d, putFuel],
  [0x1b, putCard],
  [0x1e, putClimate],
])

/** One byte: 2G or 4G. Two: the supply voltage. */
function putNetwork(into: Draft, body: Reader): void {
  if (left(body) === 1) put(into, 'gsm.network.type', u8(body) > 0 ? '4G' : '2G')
  else if (left(body) === 2) put(into, 'external.powersource.voltage', u16(body) / 100)
}

function putClimate(into: Draft, body: Reader): void {
  put(into, 'sensor.temperature.1', i32(body) / 10)
  put(into, 'sensor.humidity.1', i32(body) / 10)
}

/** Names of the settings that are words of bits. */
const states: Readonly<Record<string, ParameterName>> = {
  ALM1: 'custom.alarm_1_status',
  ALM2: 'custom.alarm_2_status',
  ALM3: 'custom.alarm_3_status',
  ALM4: 'custom.alarm_4_status',
  STA1: 'custom.other_status',
  DYD: 'custom.engine_status',
}

/** `ALM1=C5;STA1=C0;DYD=01;SOS=…`: what is switched on. DYD says whether fuel and power are cut. */
function putSettings(into: Draft, body: Reader): void {
  for (const setting of latin1(rest(body)).split(';')) {
    const equals = setting.indexOf('=')
    if (equals <= 0) continue
    const name = setting.slice(0, equals)
    const value = setting.slice(equals + 1)
    const bits = states[name] ? hexNumber(value) : undefined
    if (bits === undefined) putCustom(into, name, value)
    else put(into, states[name]!, bits)
    if (bits !== undefined && name === 'DYD') put(into, 'engine.blocked.status', (bits & 2) !== 0)
  }
}

/** Bit 0 open; a time may come before it. */
function putDoor(into: Draft, body: Reader): void {
  if (left(body) >= 7) skip(body, 6)
  if (left(body) === 0) return
  const bits = u8(body)
  put(into, 'door.open.status', (bits & 1) !== 0)
  put(into, 'custom.io_1', (bits & 4) !== 0)
}

function putSim(into: Draft, body: Reader): void {
  if (left(body) < 26) return
  put(into, 'device.imei', bcdImei(take(body, 8)))
  put(into, 'gsm.sim.imsi', bcdImei(take(body, 8)))
  put(into, 'gsm.sim.iccid', withoutPadding(take(body, 10)))
}

/** `!AIOIL,<sensor>,<level>,<temperature>,<version>,<state>,<measured>,…` of the ultrasonic fuel sensor, after a time or not. */
function putFuel(into: Draft, body: Reader): void {
  if (peek(body) !== 0x21 && left(body) > 6) skip(body, 6)
  if (peek(body) === 0x21) skip(body, 1)
  const text = latin1(rest(body))
  const [name, sensor, level, temperature, , , measured] = text.split(',')
  put(into, 'custom.fuel_sensor', text)
  if (!name?.endsWith('AIOIL')) return
  putCustom(into, `fuel_sensor_${sensor}_level`, decimal(level))
  put(into, 'sensor.temperature.1', decimal(temperature))
  put(into, 'fuel.volume', decimal(measured))
}

/** STX, length, card, checksum, ETX; or the text a reader sent. */
function putCard(into: Draft, body: Reader): void {
  const bytes = rest(body)
  if (bytes[0] === 2 && bytes.length >= 5 && bytes.at(-1) === 3) {
    put(into, 'rfid.code', toHex(bytes.subarray(2, -2)))
    return
  }
  put(into, 'rfid.code', isReadable(bytes) ? latin1(bytes) : toHex(bytes))
}

/** 9B: what a device on the tracker's serial port said; JM-VL03, "transparent protocol for plug-in module". */
export const readTransparent: Read = (into, body) => {
  if (left(body) < 2) return
  put(into, 'custom.serial_device', u8(body))
  const bytes = rest(body)
  put(into, 'message.type', 'serial')
  put(into, 'message.content', isReadable(bytes) ? latin1(bytes) : toHex(bytes))
}

const isReadable = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => (byte >= 32 && byte < 127) || byte === 13 || byte === 10)
