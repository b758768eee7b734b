/** The subrecords of the telematics service, in the numbering of the standard. */

import { left, type Reader, skip, take, toHex, u8, u16le, u24le, u32le } from '../../bytes/bytes.ts'
import { type Draft, put, putPosition } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'

/** 2010-01-01, from which all times count. */
export const epoch = 1_262_304_000
const scale = 0xffff_ffff

const position = 16

export const isPosition = (type: number): boolean => type === position

/** Why a record was made, where that is an alarm. */
const alarms: Readonly<Record<number, Alarm>> = {
  7: 'overspeed',
  10: 'tampering',
  11: 'power_cut',
  12: 'low_battery',
  13: 'sos',
  15: 'sos',
  20: 'harsh_acceleration',
  21: 'harsh_braking',
  25: 'gnss_antenna_cut',
  28: 'towing',
}

/**
 * u32 time, u32 latitude, u32 longitude, u8 flags (0 valid, 3 from the memory, 4 moving, 5 south, 6 west, 7 has altitude),
 * u16 speed 0.1 km/h (14 bits) with the signs of altitude (14) and the ninth bit of the course (15), u8 course, u24 mileage
 * 0.1 km, u8 inputs, u8 reason, [u24 altitude]
 */
function readPosition(into: Draft, data: Reader): void {
  put(into, 'timestamp', u32le(data) + epoch)
  const latitude = (u32le(data) * 90) / scale
  const longitude = (u32le(data) * 180) / scale
  const flags = u8(data)
  putPosition(into, flags & 0x20 ? -latitude : latitude, flags & 0x40 ? -longitude : longitude)
  put(into, 'position.valid', (flags & 0x01) !== 0)
  if (flags & 0x08) put(into, 'message.buffered.status', true)
  put(into, 'movement.status', (flags & 0x10) !== 0)
  const speed = u16le(data)
  put(into, 'position.speed', (speed & 0x3fff) / 10)
  put(into, 'position.direction', u8(data) + (speed & 0x8000 ? 256 : 0))
  put(into, 'vehicle.mileage', u24le(data) / 10)
  put(into, 'din', u8(data))
  const reason = u8(data)
  put(into, 'report.reason', reason)
  raise(into, alarms[reason])
  if (flags & 0x80 && left(data) >= 3) put(into, 'position.altitude', u24le(data) * (speed & 0x4000 ? -1 : 1))
}

function readPrecision(into: Draft, data: Reader): void {
  const flags = u8(data)
  if (flags & 0x01) put(into, 'position.vdop', u16le(data) / 100)
  if (flags & 0x02) put(into, 'position.hdop', u16le(data) / 100)
  if (flags & 0x04) put(into, 'position.pdop', u16le(data) / 100)
  if (flags & 0x08) put(into, 'position.satellites', u8(data))
}

/** u8 which octets of inputs, u8 outputs, u8 which analog sensors; then the octets, and u24 of each sensor. */
function readSensors(into: Draft, data: Reader): void {
  const octets = u8(data)
  put(into, 'dout', u8(data))
  const sensors = u8(data)
  for (let octet = 0; octet < 8; octet++) {
    if (!(octets & (1 << octet))) continue
    const bits = u8(data)
    for (let bit = 0; bit < 8; bit++) put(into, `din.${octet * 8 + bit + 1}`, (bits & (1 << bit)) !== 0)
  }
  for (let sensor = 0; sensor < 8; sensor++) {
    if (sensors & (1 << sensor)) put(into, `custom.analog_${sensor + 1}`, u24le(data))
  }
}

function readCounters(into: Draft, data: Reader): void {
  const counters = u8(data)
  for (let counter = 0; counter < 8; counter++) {
    if (counters & (1 << counter)) put(into, `counter.${counter + 1}`, u24le(data))
  }
}

/** u8 state, voltages in 0.1 V: supply, backup battery, own battery; u8 flags. */
function readState(into: Draft, data: Reader): void {
  put(into, 'custom.state', u8(data))
  put(into, 'external.powersource.voltage', u8(data) / 10)
  put(into, 'backup.battery.voltage', u8(data) / 10)
  put(into, 'battery.voltage', u8(data) / 10)
}

const numbered =
  (name: string) =>
  (into: Draft, data: Reader): void => {
    const number = u8(data)
    put(into, `custom.${name}_${number}`, u24le(data))
  }

/** u8 number (bits 0 to 2), unit (4, 5: 0 raw, 1 percent, 2 0.1 l) and error (6), u16 address, u32 level. */
function readLevel(into: Draft, data: Reader): void {
  const flags = u8(data)
  skip(data, 2)
  // Bit 3 says that the sensor's own bytes follow instead of a number.
  const number = (flags & 7) + 1
  if (flags & 0x08 && left(data) > 0) put(into, `custom.probe_${number}`, toHex(take(data, Math.min(left(data), 256))))
  if (flags & 0x48 || left(data) < 4) return
  const value = u32le(data)
  const unit = (flags >> 4) & 3
  if (unit === 1) put(into, `fuel.level.${number}`, value)
  else if (unit === 2) put(into, `fuel.volume.${number}`, value / 10)
  else put(into, `escort.lls.value.${number}`, value)
}

const rows: ReadonlyMap<number, (into: Draft, data: Reader) => void> = new Map([
  [position, readPosition],
  [17, readPrecision],
  [18, readSensors],
  [19, readCounters],
  [21, readState],
  [24, numbered('analog')],
  [25, numbered('counter')],
  [27, readLevel],
])

export function readSubrecord(into: Draft, type: number, data: Reader): void {
  const row = rows.get(type)
  if (row) row(into, data)
  else if (type > 0 && left(data) > 0)
    put(into, `custom.subrecord_${type}`, toHex(take(data, Math.min(left(data), 256))))
}
