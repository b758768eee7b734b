/**
 * The bodies of packets.
 *
 *   vehicle   u16, u16, u8, u16, u8 of settings, u8 signal, u8 satellites (bits 0 to 4) and fix (bit 6), u16 lines, six bytes,
 *             analog inputs u16 0.01 V (02: two, 13 and 14: two bytes and five, OBD: none), u8 alarm, u8, u32 mileage m,
 *             BCD battery %, time, place; then 13 and 14: BCD battery 0.01 V, BCD supply 0.01 V; 02 of 25 and 26: BCD supply
 *   asset     u8 as above, u8 alarm, time, place, five bytes, BCD battery %, BCD temperature, BCD light, BCD battery 0.1 V,
 *             BCD solar 0.1 V, u32 mileage m
 *   time      BCD year, month, day, hour, minute, second in UTC
 *   place     floats, little-endian: altitude, longitude, latitude; BCD 0.1 km/h, u16 course. Without a fix the sixteen bytes
 *             are u16 country, u16 network and three times u16 area, u16 cell, little-endian.
 */
import { type Alarm, raise } from '../../alarms.ts'
import { putBeacons } from '../../beacon.ts'
import { bcd, f32le, i8, i16, latin1, left, type Reader, skip, take, toHex, u8, u16, u16le, u32 } from '../../bytes.ts'
import { type Draft, put, putCells, putPosition } from '../../message.ts'
import { utcSeconds } from '../../time.ts'

const bcdNumber = (data: Reader, size: number): number | undefined => {
  const digits = bcd(take(data, size))
  return digits === undefined ? undefined : Number(digits)
}

function clock(data: Reader): number | undefined {
  const digits = bcd(take(data, 6))
  if (digits === undefined) return undefined
  const [year, month, day, hour, minute, second] = [0, 2, 4, 6, 8, 10].map((at) => Number(digits.slice(at, at + 2)))
  return utcSeconds(2000 + year!, month!, day!, hour!, minute!, second!)
}

/** 100 has no two digits and is sent as 00. */
function battery(into: Draft, data: Reader): void {
  const level = bcdNumber(data, 1)
  put(into, 'battery.level', level === 0 ? 100 : level)
}

const volts = (into: Draft, key: 'battery.voltage' | 'external.powersource.voltage', data: Reader): void => {
  const value = bcdNumber(data, 2)
  if (value !== undefined) put(into, key, value / 100)
}

function putPlace(into: Draft, data: Reader, isFix: boolean): void {
  put(into, 'position.valid', isFix)
  if (!isFix) {
    const country = { mcc: u16le(data), mnc: u16le(data) }
    const cells = []
    for (let index = 0; index < 3; index++) cells.push({ ...country, lac: u16le(data), cellid: u16le(data) })
    // The fix may be old rather than missing; then the bytes are no cells.
    if (country.mcc >= 200 && country.mcc <= 799 && country.mnc <= 999) putCells(into, cells)
    return
  }
  put(into, 'position.altitude', f32le(data))
  const longitude = f32le(data)
  putPosition(into, f32le(data), longitude)
  const speed = bcdNumber(data, 2)
  if (speed !== undefined) put(into, 'position.speed', speed / 10)
  put(into, 'position.direction', u16(data))
}

const alarms: ReadonlyMap<number, Alarm> = new Map<number, Alarm>([
  [1, 'power_cut'],
  [2, 'low_battery'],
  [3, 'sos'],
  [4, 'overspeed'],
  [5, 'geofence_enter'],
  [6, 'geofence_exit'],
  [7, 'towing'],
  [8, 'vibration'],
])

function putAlarm(into: Draft, code: number, isAlarm: boolean): void {
  if (!isAlarm) return
  put(into, 'alarm.code', code)
  raise(into, alarms.get(code) ?? 'general')
}

const obd = 0x26
const old = 0x23

export function readVehicle(into: Draft, data: Reader, family: number, type: number): void {
  const isLong = type === 0x13 || type === 0x14
  skip(data, 8)
  put(into, 'custom.rssi', u8(data))
  const state = u8(data)
  const isFix = (state & 0x40) !== 0
  const lines = u16(data)
  put(into, 'position.satellites', state & 0x1f)
  if (family !== old) {
    put(into, 'engine.ignition.status', (lines & 0x4000) !== 0)
    put(into, 'external.powersource.status', (lines & 0x8000) !== 0)
  }
  skip(data, isLong ? 8 : 6)
  for (let input = 1; input <= (family === obd ? 0 : isLong ? 5 : 2); input++) {
    const value = u16(data)
    if (value !== 0xffff) put(into, `ain.${input}`, value / 100)
  }
  const alarm = u8(data)
  skip(data, 1)
  put(into, 'vehicle.mileage', u32(data) / 1000)
  battery(into, data)
  put(into, 'timestamp', clock(data))
  putPlace(into, data, isFix)
  putAlarm(into, alarm, type === 0x04 || type === 0x14)
  if (isLong && left(data) >= 2) volts(into, 'battery.voltage', data)
  if (left(data) >= 2) volts(into, 'external.powersource.voltage', data)
}

export function readAsset(into: Draft, data: Reader, isAlarm: boolean): void {
  const state = u8(data)
  const alarm = u8(data)
  put(into, 'position.satellites', state & 0x1f)
  put(into, 'timestamp', clock(data))
  putPlace(into, data, (state & 0x40) !== 0)
  putAlarm(into, alarm, isAlarm)
  if (left(data) < 14) return
  skip(data, 5)
  battery(into, data)
  put(into, 'device.temperature', bcdNumber(data, 1))
  skip(data, 1)
  const [cell, solar] = [bcdNumber(data, 1), bcdNumber(data, 1)]
  if (cell !== undefined) put(into, 'battery.voltage', cell / 10)
  if (solar !== undefined) put(into, 'custom.solar_voltage', solar / 10)
  put(into, 'vehicle.mileage', u32(data) / 1000)
}

/** u8 what was done, then where and when it began; where it ended is left. */
export function readDriving(into: Draft, data: Reader): void {
  put(into, 'event.enum', u8(data))
  put(into, 'timestamp', clock(data))
  putPlace(into, data, true)
}

/** Big strings are little-endian UTF-16, as firmware of all families writes them. */
export function utf16(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at + 1 < bytes.length; at += 2) text += String.fromCharCode(bytes[at]! + bytes[at + 1]! * 256)
  return text
}

/** Time, then each behind its length: operator, technology, band, IMSI, ICCID. */
export function readNetwork(into: Draft, data: Reader): void {
  put(into, 'timestamp', clock(data))
  put(into, 'custom.operator', utf16(take(data, u8(data))))
  for (const key of ['gsm.network.type', 'custom.band', 'gsm.sim.imsi', 'gsm.sim.iccid'] as const) {
    if (left(data) > 0) put(into, key, latin1(take(data, u8(data))))
  }
}

const thermometer = 0x0004

/** Time, u8, u16 kind, MAC; of a thermometer then u8, u8 battery %, i16 0.01 °C, u16 0.01 %, u16 light, i8 signal. */
export function readTag(into: Draft, data: Reader): void {
  put(into, 'timestamp', clock(data))
  skip(data, 1)
  const kind = u16(data)
  put(into, 'custom.tag_kind', kind)
  if (kind !== thermometer) {
    put(into, 'custom.tag', toHex(take(data, left(data))))
    return
  }
  const id = toHex(take(data, 6))
  skip(data, 1)
  const values = { 'battery.level': u8(data), temperature: i16(data) / 100, humidity: u16(data) / 100 }
  put(into, 'ble.sensor.id.1', id)
  put(into, 'ble.sensor.battery.level.1', values['battery.level'])
  put(into, 'ble.sensor.temperature.1', values.temperature)
  put(into, 'ble.sensor.humidity.1', values.humidity)
  skip(data, 2)
  putBeacons(into, [{ id, rssi: left(data) > 0 ? i8(data) : undefined, ...values }])
}
