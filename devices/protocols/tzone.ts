/**
 * Tzone (AVL-05, AVL-19, TZ-TT18, TT19), over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   packet   545A, u16 length, 2424, u16 hardware, u32 firmware, IMEI in BCD, time, blocks {u16 length}, u16 number, CRC, 0D0A
 *   blocks   position, cells, state, then by hardware cards, passengers, tags, access points
 *            → @ACK,<number>#@UTC time:yyyy-mm-dd hh:mm:ss
 */

import {
  ascii,
  bcd,
  bcdImei,
  left,
  mayStartWith,
  part,
  type Reader,
  reader,
  take,
  textOf,
  toHex,
  u8,
  u16,
  u24,
  u32,
} from '../bytes/bytes.ts'
import { integer } from '../bytes/text.ts'
import { utcSeconds } from '../bytes/time.ts'
import { prefixed } from '../families/binary.ts'
import { putBits } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { putPoints } from '../families/network.ts'
import { knot, putFix } from '../families/nmea.ts'
import { type Cell, type Draft, draft, put, putCells } from '../message.ts'
import { defineDecoder, ProtocolError } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'
import { putBeacons } from '../values/beacon.ts'

const start = [0x54, 0x5a]
const frameBytesMax = 2048

export default defineDecoder({
  frameBytesMax,

  recognise(bytes) {
    if (!mayStartWith(bytes, start)) return 'no'
    if (bytes.length < 6) return bytes.length === 5 && bytes[4] !== 0x24 ? 'no' : 'more'
    return bytes[4] === 0x24 && bytes[5] === 0x24 ? 'yes' : 'no'
  },

  frame: prefixed({ start, at: 2, size: 2, plus: 6, max: frameBytesMax }),

  decode(frame, _state, receivedAt) {
    if (!mayStartWith(frame, start)) throw new ProtocolError('a packet begins with 545A')
    const input = reader(frame, 6, Math.max(frame.length - 6, 6))
    const hardware = u16(input)
    const into = draft()
    put(into, 'device.hardware.version', hardware.toString(16).padStart(4, '0'))
    put(into, 'device.firmware.version', String(u32(input)))
    const ident = bcdImei(take(input, 8))
    put(into, 'timestamp', readTime(input))
    readBlocks(into, hardware, input)
    const number = u16(reader(frame, frame.length - 6))
    put(into, 'record.seqnum', number)
    const time = receivedAt.toISOString().slice(0, 19).replace('T', ' ')
    return { ...told(ident, into), reply: ascii(`@ACK,${number}#@UTC time:${time}`) }
  },
})

const readTime = (input: Reader): number | undefined =>
  utcSeconds(2000 + u8(input), u8(input), u8(input), u8(input), u8(input), u8(input))

const block = (input: Reader): Reader =>
  part(input, left(input) >= 2 ? Math.min(u16(input), Math.max(left(input), 0)) : 0)

type Read = (into: Draft, input: Reader, hardware: number) => void

const after: Readonly<Record<number, readonly Read[]>> = {
  267: [putCards, putCards, putCards, putCards, keep('temperature'), keep('lock'), putPassengers],
  339: [putTags],
  1030: [putTags],
  1034: [putAccessPoints],
}

/** TT18 without a receiver has no block of the position. */
const withoutPlace: readonly Read[] = [putNetwork, putState]
const withPlace: readonly Read[] = [putPlace, putNetwork, putState]

function readBlocks(into: Draft, hardware: number, input: Reader): void {
  readEach(into, hardware, input, hardware === 0x406 ? withoutPlace : withPlace)
  readEach(into, hardware, input, after[hardware] ?? [])
  if (left(input) > 0) put(into, 'custom.rest', toHex(take(input, left(input))))
}

function readEach(into: Draft, hardware: number, input: Reader, reads: readonly Read[]): void {
  for (const read of reads) {
    const content = block(input)
    if (left(content) > 0) read(into, content, hardware)
    else if (read === putPlace) put(into, 'position.valid', false)
  }
}

function keep(name: string): Read {
  return (into, input) => put(into, `custom.${name}`, toHex(take(input, left(input))))
}

function putPlace(into: Draft, input: Reader, hardware: number): void {
  if (hardware === 0x40a) {
    const status = u8(input)
    put(into, 'position.timestamp', readTime(input))
    const [latitude, longitude] = [u32(input) / 1e6, u32(input) / 1e6]
    putFix(into, true, status & 1 ? latitude : -latitude, status & 2 ? -longitude : longitude)
    put(into, 'position.direction', u16(input))
    put(into, 'position.speed', (u16(input) / 10) * knot)
  } else if (hardware === 0x413) putUnsigned(into, input)
  else putUsual(into, input, hardware === 0x10a || hardware === 0x10b ? 600_000 : 6_000_000)
}

/** Where this model sends its hemispheres is not documented. */
function putUnsigned(into: Draft, input: Reader): void {
  put(into, 'custom.gps_status', u8(input))
  put(into, 'position.timestamp', readTime(input))
  put(into, 'custom.unsigned_latitude', u32(input) / 6_000_000)
  put(into, 'custom.unsigned_longitude', u32(input) / 6_000_000)
  put(into, 'position.hdop', u16(input) / 10)
  put(into, 'position.altitude', u16(input))
  put(into, 'position.direction', u16(input))
  put(into, 'position.speed', u16(input) / 10)
  put(into, 'position.satellites', u8(input))
  put(into, 'position.valid', false)
}

/** Flags: course in nine bits, west, north, fix. */
function putUsual(into: Draft, input: Reader, unit: number): void {
  put(into, 'position.satellites', u8(input))
  const [latitude, longitude] = [u32(input) / unit, u32(input) / unit]
  put(into, 'position.timestamp', readTime(input))
  put(into, 'position.speed', (u16(input) / 100) * knot)
  put(into, 'vehicle.mileage', u24(input) / 1000)
  const flags = u16(input)
  put(into, 'position.direction', flags & 511)
  putFix(into, (flags & 0x800) !== 0, flags & 0x400 ? latitude : -latitude, flags & 0x200 ? -longitude : longitude)
}

function putNetwork(into: Draft, input: Reader, hardware: number): void {
  if (hardware === 0x10a || hardware === 0x10b || hardware === 0x406) {
    putCells(into, [{ lac: u16(input), cellid: u16(input) }])
  } else if (hardware === 0x407 || hardware === 0x40a) putCellList(into, input, hardware === 0x40a)
  else put(into, 'custom.cell', toHex(take(input, left(input))))
}

/** What a cell has after its id is counted in the low five bits of its first byte, by the newer model. */
function putCellList(into: Draft, input: Reader, isNewer: boolean): void {
  const cells: Cell[] = []
  for (let count = u8(input); count > 0 && left(input) >= 11; count--) {
    const info = u8(input)
    const content = part(input, Math.min(isNewer ? info & 31 : 10, left(input)))
    const mcc = integer(bcd(take(content, 2)))
    const mnc = (integer(bcd(take(content, 2))) ?? 0) % 1000
    const [lac, cellid] = [u16(content), u32(content)]
    cells.push({
      mcc,
      mnc,
      lac,
      cellid,
      ...(isNewer && info >> 5 === 0 && left(content) > 0 ? { dbm: -u8(content) } : {}),
    })
  }
  putCells(into, cells)
}

const alarms: Readonly<Record<number, Alarm>> = {
  1: 'sos',
  16: 'low_battery',
  17: 'overspeed',
  20: 'harsh_braking',
  21: 'harsh_acceleration',
  48: 'parking',
  66: 'geofence_exit',
  67: 'geofence_enter',
  160: 'temperature',
  163: 'vibration',
  176: 'power_on',
  177: 'power_off',
}

function putState(into: Draft, input: Reader, hardware: number): void {
  const isLogger = hardware === 0x407 || hardware === 0x40a
  // Shorter blocks have neither inputs nor analogue values.
  const hasInputs = !isLogger && left(input) >= 13
  const event = u8(input)
  put(into, 'event.enum', event)
  raise(into, alarms[event])
  put(into, 'custom.terminal_info', u8(input))
  if (hasInputs) {
    putBits(into, u8(input), { 0: 'dout.1', 1: 'dout.2' })
    putBits(into, u8(input), { 0: { alarm: 'sos' }, 4: 'din.1' })
  }
  if (left(input) < 4) return
  put(into, 'custom.rssi', u8(input))
  put(into, 'custom.gsm_status', u8(input))
  put(into, 'battery.voltage', u16(input) / 100)
  if (isLogger) putClimate(into, input)
  else if (hasInputs) putAnalogue(into, input)
  else if (left(input) > 0) put(into, 'custom.values', toHex(take(input, left(input))))
}

/** The highest bit says that there is no reading, the next the sign. */
function putClimate(into: Draft, input: Reader): void {
  if (left(input) < 4) return
  const [temperature, humidity] = [u16(input), u16(input)]
  const size = (temperature & 0x3fff) / 10
  if (temperature < 0x8000) put(into, 'sensor.temperature.1', temperature & 0x4000 ? -size : size)
  if (humidity < 0x8000) put(into, 'sensor.humidity', humidity / 10)
  if (left(input) > 0) put(into, 'custom.light', u8(input) === 0)
}

const analogue = ['custom.power', 'custom.adc_1', 'custom.adc_2', 'custom.temperature'] as const

function putAnalogue(into: Draft, input: Reader): void {
  for (const name of analogue) if (left(input) >= 2) put(into, name, u16(input))
}

/** The number of digits before each card. */
function putCards(into: Draft, input: Reader): void {
  for (let count = u8(input); count > 0 && left(input) > 1; count--) {
    const digits = u8(input)
    const bytes = toHex(take(input, Math.min(Math.ceil(digits / 2), left(input))))
    put(into, 'rfid.code', digits % 2 === 0 ? bytes : bytes.slice(1))
  }
}

function putPassengers(into: Draft, input: Reader): void {
  if (left(input) < 6) return
  put(into, 'custom.passengers_on', u24(input))
  put(into, 'custom.passengers_off', u24(input))
}

/** Tags with a thermometer, or a card's text. */
function putTags(into: Draft, input: Reader, hardware: number): void {
  const type = u8(input)
  if (hardware === 0x153 && type < 2) {
    if (type === 1) put(into, 'rfid.code', textOf(take(input, left(input))))
    return
  }
  if (left(input) < 2) return
  const [count, size] = [u8(input), u8(input)]
  for (let index = 1; index <= count && left(input) >= size && size >= 11; index++)
    putTag(into, index, part(input, size))
}

/** Its number, state, millivolts, tenths of a degree with the sign in bit 14, humidity, signal. */
function putTag(into: Draft, index: number, tag: Reader): void {
  const id = toHex(take(tag, 4))
  put(into, `custom.tag_status_${index}`, u8(tag))
  const voltage = u16(tag) / 1000
  const raw = u16(tag)
  const temperature = ((raw & 0x4000 ? -1 : 1) * (raw & 0x3fff)) / 10
  const humidity = u8(tag)
  put(into, `ble.sensor.temperature.${index}`, temperature)
  put(into, `ble.sensor.battery.voltage.${index}`, voltage)
  const isHumid = humidity <= 100
  if (isHumid) put(into, `ble.sensor.humidity.${index}`, humidity)
  putBeacons(into, [
    { id, rssi: -u8(tag), 'battery.voltage': voltage, temperature, humidity: isHumid ? humidity : undefined },
  ])
}

function putAccessPoints(into: Draft, input: Reader): void {
  const points: [string, number][] = []
  while (left(input) >= 7) points.push([toHex(take(input, 6)), -u8(input)])
  putPoints(into, points)
}
