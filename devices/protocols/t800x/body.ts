/**
 * The bodies of packets.
 *
 *   vehicle   u16, u16, u8, u16, u8 of settings, u8 signal, u8 satellites (bits 0 to 4) and fix (bit 6), six bytes of
 *             settings, u16 lines, analog inputs u16 0.01 V (02: two, 13 and 14: u8 outputs, u8 and five, OBD: none),
 *             u8 alarm, u8, u32 mileage m, BCD battery %, time, position; then 13 and 14: BCD battery 0.01 V, BCD supply
 *             0.01 V; 02 of 25 and 26: BCD supply; of OBD nineteen bytes more
 *   asset     u8 as above, u8 alarm, time, position, five bytes, BCD battery %, i8 temperature, BCD light, BCD battery 0.1 V,
 *             BCD solar 0.1 V, u32 mileage m, u16 lines
 *   time      BCD year, month, day, hour, minute, second in UTC
 *   position  floats, little-endian: altitude, longitude, latitude; BCD 0.1 km/h, u16 course. Without a fix the sixteen bytes
 *             are u16 country, u16 network and three times u16 area, u16 cell, little-endian.
 */

import { bcd, f32le, i8, latin1, left, type Reader, skip, take, toHex, u8, u16, u16le, u32 } from '../../bytes/bytes.ts'
import { utcSeconds } from '../../bytes/time.ts'
import { type Draft, put, putCells, putPosition } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import type { ParameterName } from '../../values/parameters.ts'

export const bcdNumber = (data: Reader, size: number): number | undefined => {
  const digits = bcd(take(data, size))
  return digits === undefined ? undefined : Number(digits)
}

export function clock(data: Reader): number | undefined {
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

/** OBD trackers have something else in place of the speed, and send the speed later. */
function putPlace(into: Draft, data: Reader, isFix: boolean, hasSpeed = true, courseDivisor = 1): void {
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
  if (speed !== undefined && hasSpeed) put(into, 'position.speed', speed / 10)
  const course = u16(data)
  if (course !== 0xffff) put(into, 'position.direction', course / courseDivisor)
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
  [10, 'vibration'],
  [21, 'jamming'],
  [23, 'power_restored'],
  [24, 'low_power'],
])

const assetAlarms: ReadonlyMap<number, Alarm> = new Map<number, Alarm>([
  [1, 'removal'],
  [2, 'tampering'],
  [3, 'sos'],
  [4, 'removal'],
  [5, 'fall'],
  [6, 'low_battery'],
  [14, 'geofence_enter'],
  [15, 'geofence_exit'],
])

/** A position repeats the code of what still lasts. */
function putAlarm(into: Draft, code: number, isAlarm: boolean, words = alarms): void {
  if (code === 0 && !isAlarm) return
  put(into, 'alarm.code', code)
  raise(into, words.get(code) ?? (isAlarm ? 'general' : undefined))
}

const obd = 0x26
const obdBytes = 19

export function readVehicle(into: Draft, data: Reader, family: number, type: number): void {
  const isLong = type === 0x13 || type === 0x14
  skip(data, 8)
  put(into, 'custom.rssi', u8(data) & 0x7f)
  const state = u8(data)
  const isFix = (state & 0x40) !== 0
  put(into, 'position.satellites', state & 0x1f)
  skip(data, 6)
  putLines(into, u16(data), isLong)
  if (isLong) {
    put(into, 'dout', u8(data))
    skip(data, 1)
  }
  for (let input = 1; input <= (family === obd ? 0 : isLong ? 5 : 2); input++) {
    const value = u16(data)
    if (value !== 0xffff) put(into, `ain.${input}`, value / 100)
  }
  const alarm = u8(data)
  skip(data, 1)
  put(into, 'vehicle.mileage', u32(data) / 1000)
  battery(into, data)
  put(into, 'timestamp', clock(data))
  putPlace(into, data, isFix, family !== obd)
  putAlarm(into, alarm, type === 0x04 || type === 0x14)
  if (isLong && left(data) >= 2) volts(into, 'battery.voltage', data)
  if (left(data) >= 2) volts(into, 'external.powersource.voltage', data)
  if (family === obd && left(data) >= obdBytes) readEngine(into, data)
}

/** Bit 14 ignition, 13 the air conditioner, 12 and 11 inputs; 7 to 9 outputs where they have no byte of their own. */
function putLines(into: Draft, lines: number, isLong: boolean): void {
  put(into, 'engine.ignition.status', (lines & 0x4000) !== 0)
  put(into, 'custom.ac', (lines & 0x2000) !== 0)
  put(into, 'din.3', (lines & 0x1000) !== 0)
  put(into, 'din.4', (lines & 0x0800) !== 0)
  if (isLong) return
  for (const n of [1, 2, 3]) put(into, `dout.${n}`, ((lines >> (6 + n)) & 1) === 1)
}

const engine: readonly (readonly [key: ParameterName, offset?: number])[] = [
  ['custom.air_input'],
  ['custom.air_pressure'],
  ['can.engine.coolant.temperature', -40],
  ['can.intake.air.temperature', -40],
  ['can.engine.load.level'],
  ['can.throttle.level'],
  ['can.fuel.level'],
]

/** BCD 0.1 km/h, BCD 0.01 km/h of the vehicle, u32 fuel used and u32 consumption in ml, u16 rpm, a byte each; FF none. */
function readEngine(into: Draft, data: Reader): void {
  const [speed, vehicle] = [bcdNumber(data, 2), bcdNumber(data, 2)]
  if (speed !== undefined) put(into, 'position.speed', speed / 10)
  if (vehicle !== undefined) put(into, 'can.vehicle.speed', vehicle / 100)
  put(into, 'can.fuel.consumed', u32(data) / 1000)
  put(into, 'custom.fuel_consumption', u32(data) / 1000)
  put(into, 'can.engine.rpm', u16(data))
  for (const [key, offset = 0] of engine) {
    if (left(data) === 0) return
    const value = u8(data)
    if (value !== 0xff) put(into, key, value + offset)
  }
}

export function readAsset(into: Draft, data: Reader, isAlarm: boolean): void {
  const state = u8(data)
  const alarm = u8(data)
  put(into, 'position.satellites', state & 0x1f)
  put(into, 'timestamp', clock(data))
  putPlace(into, data, (state & 0x40) !== 0)
  putAlarm(into, alarm, isAlarm, assetAlarms)
  if (left(data) < 14) return
  put(into, 'custom.acceleration', toHex(take(data, 5)))
  battery(into, data)
  put(into, 'device.temperature', i8(data))
  const light = bcdNumber(data, 1)
  if (light !== undefined) put(into, 'custom.light_sensor', light / 10)
  const [cell, solar] = [bcdNumber(data, 1), bcdNumber(data, 1)]
  if (cell !== undefined) put(into, 'battery.voltage', cell / 10)
  if (solar !== undefined) put(into, 'custom.solar_voltage', solar / 10)
  put(into, 'vehicle.mileage', u32(data) / 1000)
  if (left(data) < 2) return
  const lines = u16(data)
  put(into, 'engine.ignition.status', (lines & 4) !== 0)
  put(into, 'custom.rssi', (lines >> 4) & 0x7f)
  put(into, 'din', lines)
}

const driven = ['harsh_braking', 'harsh_acceleration'] as const
const turned: readonly Alarm[] = ['harsh_braking', 'harsh_acceleration', 'harsh_cornering']

/** u8 what was done, even numbers braking and odd ones accelerating, then where and when it began; its end is left. */
export function readDriving(into: Draft, data: Reader): void {
  const kind = u8(data)
  put(into, 'event.enum', kind)
  if (kind <= 5) raise(into, driven[kind & 1])
  put(into, 'timestamp', clock(data))
  putPlace(into, data, true, true, 10)
  if (left(data) >= 2) putRevolutions(into, u16(data))
}

const putRevolutions = (into: Draft, rpm: number): void => {
  if (rpm !== 0xffff) put(into, 'can.engine.rpm', rpm)
}

/** u8 what was done, time, state with bit 7 for no fix, acceleration, position, rpm. */
export function readTurning(into: Draft, data: Reader): void {
  const kind = u8(data)
  put(into, 'event.enum', kind)
  raise(into, turned[kind])
  put(into, 'timestamp', clock(data))
  const isFix = (u8(data) & 0x80) === 0
  put(into, 'custom.acceleration', toHex(take(data, 5)))
  putPlace(into, data, isFix, true, 10)
  if (left(data) >= 2) putRevolutions(into, u16(data))
}

/** Big strings are little-endian UTF-16, as firmware of all families writes them. */
export function utf16(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at + 1 < bytes.length; at += 2) text += String.fromCharCode(bytes[at]! + bytes[at + 1]! * 256)
  return text
}

/** Time, then each after its length: operator, technology, band, IMSI, ICCID. */
export function readNetwork(into: Draft, data: Reader): void {
  put(into, 'timestamp', clock(data))
  put(into, 'custom.operator', utf16(take(data, u8(data))))
  for (const key of ['gsm.network.type', 'custom.band', 'gsm.sim.imsi', 'gsm.sim.iccid'] as const) {
    if (left(data) > 0) put(into, key, latin1(take(data, u8(data))))
  }
}
