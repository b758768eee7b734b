/**
 * The tags of a record, in the maker's numbering: what each holds and how long it is. A tag has no length on the wire,
 * so an unknown one ends the reading of its packet. What the values of CAN, serial ports and the owner's own programs
 * mean depends on the terminal's configuration; they keep their raw value under a name of their own.
 */
import {
  i8,
  i16le,
  i32le,
  latin1,
  left,
  part,
  type Reader,
  skip,
  take,
  textOf,
  toHex,
  u8,
  u16le,
  u32le,
} from '../../bytes/bytes.ts'
import { type Draft, put, putCells, putPosition } from '../../message.ts'
import type { ParameterName } from '../../values/parameters.ts'

type Read = (into: Draft, data: Reader) => void

const unsigned =
  (size: 1 | 2 | 4, key: ParameterName, divisor = 1): Read =>
  (into, data) => {
    const value = size === 1 ? u8(data) : size === 2 ? u16le(data) : u32le(data)
    put(into, key, value / divisor)
  }

const signed =
  (size: 1 | 2, key: ParameterName, divisor = 1): Read =>
  (into, data) =>
    put(into, key, (size === 1 ? i8(data) : i16le(data)) / divisor)

/** So many tags in a row, each with a name made of its place in the row. */
const row = (from: number, count: number, made: (index: number) => Read): [number, Read][] =>
  Array.from({ length: count }, (_, index) => [from + index, made(index)])

/** Low half satellites, high half where the position comes from: 0 the receiver, 2 the network, others are no position. */
const place: Read = (into, data) => {
  const state = u8(data)
  const latitude = i32le(data)
  const longitude = i32le(data)
  const source = state >> 4
  put(into, 'position.valid', source === 0)
  put(into, 'position.satellites', state & 15)
  if (source === 0 || source === 2) putPosition(into, latitude / 1e6, longitude / 1e6)
  if (source === 2) put(into, 'custom.position_source', 'network')
}

const motion: Read = (into, data) => {
  put(into, 'position.speed', u16le(data) / 10)
  put(into, 'position.direction', u16le(data) / 10)
}

/** Bits 0 vibration, 1 tilt, 4 the SIM card, 5 inside a geofence, 6 low battery, 7 antenna off, 9 ignition, 13 alarm. */
const status: Read = (into, data) => {
  const bits = u16le(data)
  put(into, 'custom.status', bits)
  put(into, 'movement.status', (bits & 0x0001) !== 0)
  put(into, 'battery.low.status', (bits & 0x0040) !== 0)
  put(into, 'gnss.antenna.cut.status', (bits & 0x0080) !== 0)
  put(into, 'engine.ignition.status', (bits & 0x0200) !== 0)
  put(into, 'alarm.mode.status', (bits & 0x2000) !== 0)
}

/** Ten bits an axis. */
const acceleration: Read = (into, data) => {
  const bits = u32le(data)
  put(into, 'custom.acceleration_x', bits & 0x3ff)
  put(into, 'custom.acceleration_y', (bits >>> 10) & 0x3ff)
  put(into, 'custom.acceleration_z', (bits >>> 20) & 0x3ff)
}

/** Acceleration, braking, cornering and bumps as the driving style module scores them, in hundredths of g. */
const driving: Read = (into, data) => {
  put(into, 'custom.eco_acceleration', u8(data) / 100)
  put(into, 'custom.eco_braking', u8(data) / 100)
  put(into, 'custom.eco_cornering', u8(data) / 100)
  put(into, 'custom.eco_bump', u8(data) / 100)
}

/** Eight bits of a mask, of which the first four have names in messages. */
const lines =
  (name: 'din' | 'dout'): Read =>
  (into, data) => {
    const bits = u16le(data)
    put(into, name, bits)
    for (let index = 0; index < 4; index++) put(into, `${name}.${index + 1}`, (bits & (1 << index)) !== 0)
  }

const thermometer =
  (index: number, hasHumidity: boolean): Read =>
  (into, data) => {
    skip(data, 1)
    const temperature = i8(data)
    const humidity = hasHumidity ? (u8(data) * 100) / 255 : undefined
    // A missing thermometer reports -128.
    if (temperature === -128) return
    put(into, `sensor.temperature.${index}`, temperature)
    put(into, `sensor.humidity.${index}`, humidity)
  }

const levelAndTemperature =
  (index: number): Read =>
  (into, data) => {
    put(into, `escort.lls.value.${index}`, u16le(data))
    put(into, `escort.lls.temperature.${index}`, i8(data))
  }

const key =
  (name: 'ibutton.code' | 'custom.ibutton_code_2'): Read =>
  (into, data) => {
    const code = u32le(data)
    if (code !== 0 && code !== 0xffff_ffff) put(into, name, code.toString(16).padStart(8, '0'))
  }

/** Total fuel in half litres; then level 0.4 %, coolant from -40 °C, engine speed in eighths; then mileage in 5 m. */
const fuelUsed: Read = (into, data) => {
  const value = u32le(data)
  if (value > 0) put(into, 'can.fuel.consumed', value / 2)
}
const engine: Read = (into, data) => {
  const level = u8(data)
  const coolant = u8(data)
  const speed = u16le(data)
  // All zeros: the bus is not connected.
  if (level === 0 && coolant === 0 && speed === 0) return
  if (level <= 250) put(into, 'can.fuel.level', level * 0.4)
  if (coolant <= 250) put(into, 'can.engine.coolant.temperature', coolant - 40)
  put(into, 'can.engine.rpm', speed / 8)
}
const busMileage: Read = (into, data) => {
  const value = u32le(data)
  if (value > 0) put(into, 'can.vehicle.mileage', value / 200)
}

const answer: Read = (into, data) => {
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', textOf(take(data, u8(data))))
}

/** A structure that is kept as it was sent. */
const bytes =
  (size: number, key: ParameterName): Read =>
  (into, data) =>
    put(into, key, toHex(take(data, size)))

const sized =
  (key: ParameterName): Read =>
  (into, data) =>
    put(into, key, toHex(take(data, u8(data))))

/** Tags of two bytes after their common length. From the first unknown one on they are kept as they are. */
const extended: Read = (into, all) => {
  const data = part(all, u16le(all))
  const cell: { mcc?: number; mnc?: number; lac?: number; cellid?: number } = {}
  while (data.end - data.at >= 3) {
    const tag = u16le(data)
    if (tag <= 0x20) put(into, `custom.modbus_${tag - 1}`, u32le(data))
    else if (tag <= 0x40) put(into, `custom.bluetooth_${tag - 0x21}`, u32le(data))
    else if (tag <= 0x60) put(into, `custom.modbus_${tag - 0x21}`, u32le(data))
    else if (tag <= 0x80) put(into, `custom.bluetooth_${tag - 0x41}`, u32le(data))
    else if (tag === 0x81) cell.cellid = u16le(data)
    else if (tag === 0x82) cell.lac = u16le(data)
    else if (tag === 0x83) cell.mcc = u16le(data)
    else if (tag === 0x84) cell.mnc = u16le(data)
    else if (tag === 0x85) put(into, 'custom.rssi', i8(data))
    else {
      put(into, `custom.extended_tags_from_${tag}`, toHex(take(data, left(data))))
      break
    }
  }
  putCells(into, [cell])
}

const tags: ReadonlyMap<number, Read> = new Map<number, Read>([
  [0x01, unsigned(1, 'custom.hardware')],
  [0x02, unsigned(1, 'custom.firmware')],
  [0x03, (into, data) => put(into, 'device.imei', latin1(take(data, 15)))],
  [0x04, unsigned(2, 'custom.device_number')],
  [0x10, unsigned(2, 'record.seqnum')],
  [0x20, unsigned(4, 'timestamp')],
  [0x21, unsigned(2, 'custom.milliseconds')],
  [0x30, place],
  [0x33, motion],
  [0x34, signed(2, 'position.altitude')],
  [0x35, unsigned(1, 'position.hdop', 10)],
  [0x40, status],
  [0x41, unsigned(2, 'external.powersource.voltage', 1000)],
  [0x42, unsigned(2, 'battery.voltage', 1000)],
  [0x43, signed(1, 'device.temperature')],
  [0x44, acceleration],
  [0x45, lines('dout')],
  [0x46, lines('din')],
  [0x47, driving],
  [0x48, unsigned(2, 'custom.extended_status')],
  ...row(0x50, 8, (index) => unsigned(2, `ain.${index + 1}`, 1000)),
  ...row(0x58, 2, (index) => unsigned(2, `custom.rs232_${index}`)),
  [0x49, unsigned(1, 'custom.transmission_channel')],
  [0x5a, unsigned(4, 'custom.refill')],
  [0x5b, bytes(7, 'custom.refrigerator')],
  [0x5c, bytes(68, 'custom.tires')],
  [0x5d, bytes(3, 'custom.dosimeter')],
  ...row(0x60, 3, (index) => unsigned(2, `escort.lls.value.${index + 1}`)),
  ...row(0x63, 13, (index) => levelAndTemperature(index + 4)),
  ...row(0x70, 8, (index) => thermometer(index + 1, false)),
  ...row(0x78, 6, (index) => unsigned(2, `ain.${index + 9}`, 1000)),
  ...row(0x80, 8, (index) => thermometer(index + 9, true)),
  ...row(0x88, 2, (index) => signed(1, `custom.rs232_temperature_${index}`)),
  ...row(0x8a, 3, (index) => signed(1, `escort.lls.temperature.${index + 1}`)),
  [0x90, key('ibutton.code')],
  ...row(0xa0, 16, (index) => unsigned(1, `custom.can8bitr${index + 15}`)),
  ...row(0xb0, 10, (index) => unsigned(2, `custom.can16bitr${index + 5}`)),
  [0xc0, fuelUsed],
  [0xc1, engine],
  [0xc2, busMileage],
  [0xc3, unsigned(4, 'custom.can_b1')],
  ...row(0xc4, 15, (index) => unsigned(1, `custom.can8bitr${index}`)),
  [0xd3, key('custom.ibutton_code_2')],
  [0xd4, unsigned(4, 'vehicle.mileage', 1000)],
  [0xd5, unsigned(1, 'custom.ibutton_state')],
  ...row(0xd6, 5, (index) => unsigned(2, `custom.can16bitr${index}`)),
  ...row(0xdb, 5, (index) => unsigned(4, `custom.can32bitr${index}`)),
  [0xe0, unsigned(4, 'custom.command_number')],
  [0xe1, answer],
  ...row(0xe2, 8, (index) => unsigned(4, `custom.user_data_${index}`)),
  [0xea, sized('custom.user_data')],
  ...row(0xf0, 10, (index) => unsigned(4, `custom.can32bitr${index + 5}`)),
  [0xfa, bytes(3, 'custom.param.250')],
  [0xfd, bytes(8, 'custom.param.253')],
  [0xfe, extended],
])

/** False for a tag of unknown length; then the rest of the packet cannot be read. */
export function readTag(into: Draft, tag: number, data: Reader): boolean {
  const read = tags.get(tag)
  read?.(into, data)
  return read !== undefined
}

export const isTag = (tag: number): boolean => tags.has(tag)
