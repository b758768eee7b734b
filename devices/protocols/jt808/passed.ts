/**
 * Messages other than a position that carry data.
 *
 *   0702   driver's card: 1 in or 2 out, time, result, name, certificate, authority, validity
 *   0107   attributes of the terminal: model, card, versions
 *   0900   passed through: a type, then what a device behind the terminal said
 *   1300, 6006, 0701   the answer to a text command
 */
import { i8, i16, i32, latin1, left, part, type Reader, skip, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { type Draft, draft, finish, type Message, put, putPosition } from '../../message.ts'
import { iccid } from './extension.ts'
import { type Known, putMotion, readTime } from './location.ts'
import { readRealTime } from './obd.ts'
import { block, inHex, type Row } from './rows.ts'
import { readPlace, readVehicle } from './vehicle.ts'

const list = (message: Message | undefined): Message[] => (message ? [message] : [])

const withoutZeros = (text: string): string => text.replaceAll('\0', '').trim()

/** In 2011 the message had no state and time: name of ten bytes, identity card, certificate, authority. */
export function readDriver(input: Reader, known: Known): Message[] {
  const into = draft()
  const state = u8(input)
  put(into, 'message.type', 'driver')
  put(into, 'timestamp', readTime(input, known))
  put(into, 'custom.card_status', state)
  put(into, 'custom.card_inserted', state === 1)
  if (left(input) > 2) {
    put(into, 'custom.card_result', u8(input))
    put(into, 'driver.name', counted(input))
    const code = withoutZeros(latin1(take(input, Math.min(20, left(input)))))
    if (code !== '') {
      put(into, 'driver.id', code)
      put(into, 'custom.card_code', code)
    }
    if (left(input) > 0) put(into, 'custom.card_agency', counted(input))
    if (left(input) >= 4) put(into, 'custom.card_validity', toHex(take(input, 4)))
  }
  return list(finish(into))
}

/** A length, then text. */
const counted = (input: Reader): string => gbk.decode(take(input, Math.min(u8(input), left(input))))

export function readAttributes(input: Reader, is2019: boolean): Message[] {
  const into = draft()
  put(into, 'message.type', 'attributes')
  skip(input, 2 + 5)
  put(into, 'device.model', withoutZeros(latin1(take(input, is2019 ? 30 : 20))))
  put(into, 'device.serial.number', withoutZeros(latin1(take(input, is2019 ? 30 : 7))))
  put(into, 'gsm.sim.iccid', iccid(take(input, 10)))
  for (const key of ['device.hardware.version', 'device.firmware.version'] as const) {
    if (left(input) > 0) put(into, key, latin1(take(input, Math.min(u8(input), left(input)))))
  }
  return list(finish(into))
}

const utf16 = new TextDecoder('utf-16be')
const gbk = new TextDecoder('gbk')

const answered = (content: string): Message[] => {
  const into = draft()
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', content)
  return list(finish(into))
}

/** A serial, then text; some firmware sends it in one byte a letter. */
export function readAnswer(input: Reader): Message[] {
  skip(input, Math.min(2, left(input)))
  const bytes = take(input, left(input))
  return answered(bytes[0] === 0 ? utf16.decode(bytes) : latin1(bytes))
}

/** 0 for GBK or 1 for UTF-16, then text. */
export function readReport(input: Reader): Message[] {
  const isWide = u8(input) === 1
  const bytes = take(input, left(input))
  return answered((isWide ? utf16 : gbk).decode(bytes))
}

/** A length of four bytes, then text: a way bill by the standard, the answer to a command by some makers. */
export function readBill(input: Reader): Message[] {
  return answered(gbk.decode(take(input, Math.min(u32(input), left(input)))))
}

/** Some makers put the battery, the signal and a state into the heartbeat, which is empty by the standard. */
export function readHeartbeat(input: Reader): Message[] {
  if (left(input) < 3) return []
  const into = draft()
  put(into, 'battery.level', u8(input))
  put(into, 'custom.rssi', u8(input))
  put(into, 'custom.status', u8(input))
  return list(finish(into))
}

/** { time, three axes whose sign is the highest bit }. */
export function readAcceleration(input: Reader): Message[] {
  const axis = () => {
    const word = u16(input)
    return word & 0x8000 ? -(word & 0x7fff) : word
  }
  const points: string[] = []
  while (left(input) >= 12) {
    skip(input, 6)
    points.push(`[${axis()},${axis()},${axis()}]`)
  }
  const into = draft()
  if (points.length > 0) put(into, 'custom.g_sensor', `[${points.join(',')}]`)
  return list(finish(into))
}

/** 0705: number, time of day, { id u32, eight bytes } from the vehicle's bus. */
export function readBus(input: Reader): Message[] {
  const into = draft()
  skip(input, 2 + 5)
  put(into, 'message.type', 'can')
  while (left(input) >= 12) {
    const id = (u32(input) & 0x1fff_ffff).toString(16)
    put(into, `custom.can_${id}`, toHex(take(input, 8)))
  }
  return list(finish(into))
}

/** 1005 of JT/T 1078: from, to, how many got on and off. */
export function readPassengers(input: Reader, known: Known): Message[] {
  const into = draft()
  put(into, 'message.type', 'passengers')
  skip(input, 6)
  put(into, 'timestamp', readTime(input, known))
  put(into, 'custom.passengers_on', u16(input))
  put(into, 'custom.passengers_off', u16(input))
  return list(finish(into))
}

/** 0301: a number the driver chose. */
export function readEvent(input: Reader): Message[] {
  const into = draft()
  put(into, 'message.type', 'event')
  if (left(input) > 0) put(into, 'event.enum', u8(input))
  return list(finish(into))
}

export function readPassedThrough(input: Reader, known: Known): Message[] {
  const type = u8(input)
  const into = draft()
  put(into, 'message.type', 'passed.through')
  put(into, 'custom.passed_type', type)
  const read = types[type]
  if (read && left(input) >= read[0]) read[1](into, input, known)
  else readText(into, take(input, left(input)))
  return list(finish(into))
}

type Type = readonly [least: number, read: (into: Draft, input: Reader, known: Known) => void]

const types: Readonly<Record<number, Type>> = {
  65: [1, (into, input) => readRealTime(into, latin1(take(input, left(input))))],
  83: [24, readTags],
  84: [24, readSensors],
  240: [9, readVehicle],
  243: [5, readCollision],
  255: [20, readPlain],
}

function readText(into: Draft, bytes: Uint8Array): void {
  const text = latin1(bytes)
  if (text.startsWith('$OBD-RT')) readRealTime(into, text)
  else if (text.includes('GTSL|')) readCardReader(into, text)
  else put(into, 'message.content', isText(bytes) ? text : toHex(bytes.subarray(0, 1024)))
}

const isText = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => (byte >= 32 && byte < 127) || byte === 10 || byte === 13 || byte === 9)

/** GTSL|kind|…|…|card|…| of card readers on a serial port. */
function readCardReader(into: Draft, text: string): void {
  const fields = text.slice(text.indexOf('GTSL|')).split('|')
  put(into, 'driver.id', fields[4])
}

/** { u16 id, u16 length, data }: 2 the force, 6 the time. */
function readCollision(into: Draft, input: Reader, known: Known): void {
  while (left(input) >= 4) {
    const id = u16(input)
    const data = part(input, Math.min(u16(input), left(input)))
    if (id === 2 && left(data) >= 2) put(into, 'custom.collision', u16(data) / 25_600)
    else if (id === 6 && left(data) >= 6) put(into, 'timestamp', readTime(data, known))
    else if (left(data) > 0) put(into, `custom.passed_${id}`, toHex(take(data, left(data))))
  }
}

/** Time, signed degrees, movement. */
function readPlain(into: Draft, input: Reader, known: Known): void {
  put(into, 'timestamp', readTime(input, known))
  const latitude = i32(input) / 1e6
  putPosition(into, latitude, i32(input) / 1e6)
  put(into, 'position.valid', true)
  put(into, 'position.altitude', i16(input))
  put(into, 'position.speed', u16(input) / 10)
  put(into, 'position.direction', u16(input))
}

/** State, position, movement, time, number of tags { index, address, strength, length, data }. */
function readTags(into: Draft, input: Reader, known: Known): void {
  readPlace(into, input)
  putMotion(into, input, known)
  if (left(input) > 0) skip(input, 1)
  while (left(input) >= 9) {
    const n = u8(input) + 1
    put(into, `ble.sensor.id.${n}`, toHex(take(input, 6)))
    put(into, `custom.tag_${n}_rssi`, i8(input))
    const size = Math.min(u8(input), left(input))
    put(into, `custom.tag_${n}_data`, toHex(take(input, size)))
  }
}

const samples: readonly (readonly [bit: number, row: Row, bytes: number])[] = [
  [0, block(['custom.light_sensor', 2]), 2],
  [1, block(['device.temperature', -2, 10], ['sensor.humidity', -2, 10]), 4],
  [2, block(['sensor.temperature.3', -2, 10]), 2],
  [3, inHex('custom.acceleration'), 6],
  [4, block(['custom.air_pressure', 2]), 2],
]

/** State, position, movement, time, then { mask, time, values of its sensors }; the last one counts. */
function readSensors(into: Draft, input: Reader, known: Known): void {
  readPlace(into, input)
  putMotion(into, input, known)
  while (left(input) >= 8) {
    const mask = u16(input)
    skip(input, 6)
    for (const [bit, row, bytes] of samples) {
      if ((mask >> bit) & 1 && left(input) >= bytes) row(into, part(input, bytes), bytes)
    }
  }
}
