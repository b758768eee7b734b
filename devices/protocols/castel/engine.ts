/** Values of the engine by their OBD ids, fault codes and alarms. */

import { i16le, left, type Reader, skip, take, u8, u16le } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import type { ParameterName } from '../../values/parameters.ts'
import { putPlace, readItems } from './status.ts'

/** Bytes of the values of service 01, by the id's low byte; one where nothing is said. */
const sizes: ReadonlyMap<number, number> = new Map([
  ...[
    0x00, 0x01, 0x20, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x2b, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x3b,
  ].map((id) => [id, 4] as const),
  ...[0x40, 0x41, 0x4f, 0x67, 0xa6].map((id) => [id, 4] as const),
  ...[
    0x02, 0x03, 0x0a, 0x0c, 0x10, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1f, 0x21, 0x22, 0x23, 0x31, 0x32,
  ].map((id) => [id, 2] as const),
  ...[0x3c, 0x3d, 0x3e, 0x3f, 0x42, 0x44, 0x4d, 0x4e, 0x50, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5d].map(
    (id) => [id, 2] as const,
  ),
  ...[0x5e, 0x9d].map((id) => [id, 2] as const),
])

/** The tracker has already converted what the standard codes: temperatures are in °C, revolutions in rpm. */
const names: Readonly<Record<number, readonly [ParameterName, number?]>> = {
  4: ['can.engine.load.level'],
  5: ['can.engine.coolant.temperature'],
  11: ['can.intake.map.pressure'],
  12: ['can.engine.rpm'],
  13: ['can.vehicle.speed'],
  15: ['can.intake.air.temperature'],
  17: ['can.throttle.level'],
  33: ['can.dtc.mileage'],
  47: ['can.fuel.level'],
  66: ['can.battery.voltage', 0.001],
  70: ['can.ambient.air.temperature'],
  166: ['can.vehicle.mileage', 0.1],
}

/** 4002: interval, ids, then groups of values; 4005: a flag, ids and the values at once. */
export function readValues(into: Draft, input: Reader, isStream: boolean): void {
  skip(input, isStream ? 2 : 1)
  const ids: number[] = []
  for (let count = u8(input); count > 0; count--) ids.push(u16le(input))
  if (isStream) skip(input, 2)
  for (const id of ids) {
    const size = sizes.get(id & 0xff) ?? 1
    if (left(input) < size) return
    const value = take(input, size).reduceRight((sum, byte) => sum * 256 + byte, 0)
    const [name, factor] = names[id & 0xff] ?? [`custom.pid_${(id & 0xff).toString(16).padStart(2, '0')}` as const]
    put(into, name, factor ? value * factor : value)
  }
}

/** 4003: interval, number, three axes of each in 1/64 g. */
export function readAcceleration(into: Draft, input: Reader): void {
  skip(input, 2)
  const points: string[] = []
  for (let count = u8(input); count > 0 && left(input) >= 6; count--) {
    points.push(`[${i16le(input) / 64},${i16le(input) / 64},${i16le(input) / 64}]`)
  }
  put(into, 'custom.g_sensor', `[${points.join(',')}]`)
}

/** A flag and the number of codes; those of commercial vehicles (400B) have two more bytes each. */
export function readFaults(into: Draft, input: Reader, isCommercial: boolean): void {
  skip(input, 1)
  const codes: string[] = []
  for (let count = u8(input); count > 0 && left(input) >= 2; count--) {
    codes.push(faultCode(u16le(input)))
    if (isCommercial) skip(input, Math.min(2, left(input)))
  }
  put(into, 'can.dtc.number', codes.length)
  put(into, 'can.dtc', codes.join(' ') || undefined)
}

const faultCode = (code: number): string =>
  'PCBU'[code >> 14]! + (code & 0x3fff).toString(16).toUpperCase().padStart(4, '0')

const alarms: Readonly<Record<number, Alarm>> = {
  1: 'overspeed',
  2: 'low_power',
  3: 'temperature',
  4: 'harsh_acceleration',
  5: 'harsh_braking',
  6: 'idle',
  7: 'towing',
  8: 'high_rpm',
  9: 'power_on',
  11: 'lane_change',
  12: 'harsh_cornering',
  13: 'fatigue',
  14: 'power_off',
  15: 'geofence',
  16: 'sos',
  17: 'crash',
  18: 'tampering',
  28: 'vibration',
}

const ignitionOn = 0x16
const ignitionOff = 0x17

/** Positions, then a flag (0: it is over), the kind, its value and its threshold for each alarm. */
export function readAlarms(into: Draft, input: Reader): void {
  const [item] = readItems(input)
  if (item) putPlace(into, item)
  readAlarmList(into, input)
}

export function readAlarmList(into: Draft, input: Reader): void {
  for (let count = u8(input); count > 0 && left(input) >= 6; count--) {
    const isNew = u8(input) !== 0
    const kind = u8(input)
    skip(input, 4)
    put(into, 'alarm.code', kind)
    if (kind === ignitionOn || kind === ignitionOff) put(into, 'engine.ignition.status', kind === ignitionOn)
    else if (isNew) raise(into, alarms[kind] ?? 'general')
  }
}
