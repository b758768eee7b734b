/**
 * The fields of a FLEX record, counted from 1 in the maker's numbering: 69 of version 1.0, then those of 2.0 and 3.0. A tracker
 * says with a bit mask, most significant bit first, which of them its records have; they follow each other in this order.
 * What the bytes of a field mean where no row says it is kept as `custom.param.<number>`.
 */
import {
  f32le,
  i8,
  i16le,
  i32le,
  left,
  part,
  type Reader,
  take,
  toHex,
  u8,
  u16le,
  u32le,
  u64le,
} from '../../bytes/bytes.ts'
import { type Draft, draft, finish, type Message, put, putCells, putPosition } from '../../message.ts'
import type { ParameterName } from '../../values/parameters.ts'

const of = <Size>(size: Size, count: number): Size[] => Array.from({ length: count }, () => size)

/** Bytes of each field: of version 1.0, from 70 on of 2.0, from 123 on of 3.0. */
const sizes: readonly number[] = [
  ...[4, 2, 4, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 2, 4, 4, 2, 2, 2, 2],
  ...[...of(2, 8), ...of(1, 4), 4, 4, 2, 2, 4],
  ...[...of(2, 7), ...of(1, 8), 2, 4, 2, 1, 4, ...of(2, 5), 1, 1, 1, 2, 4, 2, 1],
  ...[8, 2, 1, 16, 4, 2, 4, 37, ...of(1, 6), ...of(3, 10), 6, 12, 24, 48],
  ...[...of(1, 4), 4, 4, 1, 4, 2, 6, 2, 6, ...of(2, 8), 1, 2, 2, 2, 1],
  ...[...of(1, 4), ...of(4, 6), ...of(2, 6), 1, 1, 2, 3, 2, 1, 1, 3, ...of(2, 20)],
  ...[...of(1, 4), 2, 4, 4, 4, 2, 4, 2, 2, 4, ...of(2, 13), 4, 4],
  ...[4, 4, 6, 3, 1, 2, 2, 1, 4, 5, 4, 4],
  ...[...of(1, 16), ...of(2, 15), ...of(4, 15), ...of(8, 3)],
]

/** Numbers of the fields whose bits are set. */
export function fieldsOf(mask: Uint8Array, bits: number): number[] {
  const fields: number[] = []
  for (let bit = 0; bit < bits; bit++) if (mask[bit >> 3]! & (0x80 >> (bit & 7))) fields.push(bit + 1)
  return fields
}

/** Bytes of a record. */
export const recordBytes = (fields: readonly number[]): number =>
  fields.reduce((bytes, field) => bytes + (sizes[field - 1] ?? 0), 0)

type Read = (into: Draft, data: Reader) => void

const unsigned =
  (size: 1 | 2 | 4, key: ParameterName, divisor = 1, none?: number): Read =>
  (into, data) => {
    const value = size === 1 ? u8(data) : size === 2 ? u16le(data) : u32le(data)
    if (value !== none) put(into, key, value / divisor)
  }

/** Minus one stands for a value the bus does not give. */
const float =
  (key: ParameterName, factor = 1): Read =>
  (into, data) => {
    const value = f32le(data)
    if (value >= 0) put(into, key, value * factor)
  }

/** -128 stands for a missing thermometer. */
const temperature =
  (key: ParameterName): Read =>
  (into, data) => {
    const value = i8(data)
    if (value !== -128) put(into, key, value)
  }

/** In steps of a twentieth; the lowest figure stands for a missing thermometer. */
const fineTemperature =
  (key: ParameterName): Read =>
  (into, data) => {
    const value = i16le(data)
    if (value !== -0x8000) put(into, key, value / 20)
  }

/** Bits 2 alarm, 3 and 4 mode, 5 towing, 6 power saving. */
const status: Read = (into, data) => {
  const bits = u8(data)
  put(into, 'alarm.event', (bits & 0x04) !== 0)
  put(into, 'custom.mode', (bits >> 3) & 3)
  put(into, 'towing.event', (bits & 0x20) !== 0)
  put(into, 'custom.power_saving', (bits & 0x40) !== 0)
}

/** Of 31, as modems count. */
const signal: Read = (into, data) => {
  const value = u8(data)
  if (value <= 31) put(into, 'gsm.signal.level', (value * 100) / 31)
}

export const navigation: Read = (into, data) => {
  const state = u8(data)
  put(into, 'gnss.status', (state & 0x01) !== 0)
  put(into, 'position.valid', (state & 0x02) !== 0)
  put(into, 'position.satellites', state >> 2)
}

const lines =
  (name: 'din' | 'dout', from: number): Read =>
  (into, data) => {
    const bits = u8(data)
    for (let bit = 0; bit < 8; bit++) put(into, `${name}.${from + bit}`, (bits & (1 << bit)) !== 0)
  }

/** In percent when bit 15 is set, else in tenths of a litre. */
const volume =
  (level: ParameterName, volume: ParameterName): Read =>
  (into, data) => {
    const value = u16le(data)
    if (value & 0x8000) put(into, level, value & 0x7fff)
    else if (value !== 0x7fff) put(into, volume, value / 10)
  }

const liquid =
  (index: number, hasTemperature = false): Read =>
  (into, data) => {
    const value = u16le(data)
    // The highest figures are the sensor's faults.
    if (value < 65_500) put(into, `escort.lls.value.${index}`, value)
    if (hasTemperature) temperature(`escort.lls.temperature.${index}`)(into, data)
  }

const satellites: Read = (into, data) => {
  put(into, 'custom.satellites_glonass', u8(data))
  put(into, 'custom.satellites_gps', u8(data))
  put(into, 'custom.satellites_galileo', u8(data))
  put(into, 'custom.satellites_beidou', u8(data))
}

const precision: Read = (into, data) => {
  put(into, 'position.hdop', u8(data) / 10)
  put(into, 'position.pdop', u8(data) / 10)
}

/** Three cells of u32 id, u16 area, u16 country, u16 network, i8 dBm; then the time of their detection. */
const cells: Read = (into, data) => {
  const heard = []
  for (let index = 0; index < 3; index++) {
    const cell = { cellid: u32le(data), lac: u16le(data), mcc: u16le(data), mnc: u16le(data), dbm: i8(data) }
    heard.push({ ...cell, dbm: cell.dbm < 0 ? cell.dbm : undefined })
  }
  putCells(into, heard)
}

const row = (from: number, count: number, made: (index: number) => Read): [number, Read][] =>
  Array.from({ length: count }, (_, index) => [from + index, made(index)])

const rows: ReadonlyMap<number, Read> = new Map<number, Read>([
  [1, unsigned(4, 'record.seqnum')],
  [2, unsigned(2, 'event.enum')],
  [3, unsigned(4, 'timestamp')],
  [4, status],
  [5, unsigned(1, 'custom.modules')],
  [6, unsigned(1, 'custom.modules_2')],
  [7, signal],
  [8, navigation],
  [9, unsigned(4, 'position.timestamp')],
  [12, (into, data) => put(into, 'position.altitude', i32le(data) / 10)],
  [13, float('position.speed')],
  [14, unsigned(2, 'position.direction')],
  [15, float('vehicle.mileage')],
  [16, float('segment.vehicle.mileage')],
  [17, unsigned(2, 'custom.segment_seconds')],
  [18, unsigned(2, 'custom.segment_valid_seconds')],
  [19, unsigned(2, 'external.powersource.voltage', 1000)],
  [20, unsigned(2, 'battery.voltage', 1000)],
  ...row(21, 8, (index) => unsigned(2, `ain.${index + 1}`, 1000)),
  [29, lines('din', 1)],
  [30, lines('din', 9)],
  [31, lines('dout', 1)],
  [32, lines('dout', 9)],
  ...row(33, 2, (index) => unsigned(4, `counter.${index + 1}`)),
  ...row(35, 2, (index) => unsigned(2, `custom.frequency_${index + 1}`)),
  [37, unsigned(4, 'engine.motorhours', 3600)],
  ...row(38, 6, (index) => liquid(index + 1)),
  [44, unsigned(2, 'custom.rs232_level', 1, 0xffff)],
  ...row(45, 8, (index) => temperature(`sensor.temperature.${index + 1}`)),
  [53, volume('can.fuel.level', 'can.fuel.volume')],
  [54, float('can.fuel.consumed', 0.5)],
  [55, unsigned(2, 'can.engine.rpm', 1, 0xffff)],
  [56, temperature('can.engine.coolant.temperature')],
  [57, float('can.vehicle.mileage')],
  ...row(58, 5, (index) => unsigned(2, `can.axle.weight.${index + 1}`, 1, 0xffff)),
  [63, unsigned(1, 'can.throttle.pedal.level', 1, 0xff)],
  [64, unsigned(1, 'custom.can_brake_pedal_level', 1, 0xff)],
  [65, unsigned(1, 'can.engine.load.level', 1, 0xff)],
  [66, volume('can.adblue.level', 'can.adblue.volume')],
  [69, unsigned(1, 'can.vehicle.speed', 1, 0xff)],
  [70, satellites],
  [71, precision],
  [77, cells],
  ...row(78, 6, (index) => temperature(`escort.lls.temperature.${index + 1}`)),
  ...row(84, 10, (index) => liquid(index + 7, true)),
  ...row(163, 4, (index) => fineTemperature(`sensor.temperature.${index + 9}`)),
  ...row(167, 4, (index) => unsigned(1, `sensor.humidity.${index + 1}`, 2, 0xff)),
  // What the owner's own programs put there.
  ...row(207, 16, (index) => unsigned(1, `custom.user1_byte_${index + 1}`)),
  ...row(223, 15, (index) => unsigned(2, `custom.user2_byte_${index + 1}`)),
  ...row(238, 15, (index) => unsigned(4, `custom.user4_byte_${index + 1}`)),
  ...row(253, 3, (index) => (into, data) => put(into, `custom.user8_byte_${index + 1}`, u64le(data))),
])

/** Reads the fields in order. */
export function readRecord(fields: readonly number[], record: Reader): Message | undefined {
  const into = draft()
  let latitude: number | undefined
  for (const field of fields) {
    const size = sizes[field - 1]
    if (size === undefined || size > left(record)) break
    const data = part(record, size)
    if (field === 10) latitude = i32le(data) / 600_000
    else if (field === 11) putPosition(into, latitude, i32le(data) / 600_000)
    else (rows.get(field) ?? unknown(field, size))(into, data)
  }
  return finish(into)
}

const unknown =
  (field: number, size: number): Read =>
  (into, data) => {
    const key: ParameterName = `custom.param.${field}`
    if (size === 1) put(into, key, u8(data))
    else if (size === 2) put(into, key, u16le(data))
    else if (size === 4) put(into, key, u32le(data))
    else put(into, key, toHex(take(data, size)))
  }
