/**
 * The fields after the position.
 *
 *   vehicles   [append mask, values], mileage, hour meter, analogue inputs, backup battery %, device status, …
 *   others     mileage or nothing, …, battery %
 *
 * The device status (motion state, inputs, outputs, two or four digits each) identifies a vehicle's report. GTERI
 * continues with what its mask announces: fuel sensor, 1-wire sensors, CAN, fuel sensors, Bluetooth accessories.
 */

import { decimal, hexNumber, integer, isDigits } from '../../bytes/text.ts'
import { type Draft, put } from '../../message.ts'
import { readAccessories } from './accessories.ts'
import { putSignal } from './information.ts'
import { isMotionState, modelCode, putMotionState, type Report, readTime } from './report.ts'
import { readCan } from './vehicle.ts'

const appendMax = 7
/** GV200 and its successor send inputs and outputs instead of a device status. */
const withoutStatus = new Set(['04', '35'])
/** These put engine speed, consumption and fuel level after the device status. */
const withObd = new Set(['1F', '36', '5E'])

export function readRest(into: Draft, report: Report, prefix: readonly string[], from: number): void {
  const { fields } = report
  let to = report.to
  // Some firmware sends the time of the event before the time of sending.
  if (to > from && readTime(fields[to - 1]) !== undefined) to--
  const status = findStatus(fields, from, to)
  const isLarge = status < 0 && !isVehicle(prefix) && to - from >= 6
  const start = isLarge ? from : skipAppended(into, fields, from, to)
  if (status >= 0) {
    putDistance(into, fields, start, status - 1)
    putBattery(into, fields[status - 1])
    putDeviceStatus(into, fields[status]!)
    if (withObd.has(modelCode(report))) putObd(into, fields, status + 1, to)
    if (report.type === 'ERI') readExtension(into, report, prefix, status + 1, to)
  } else if (withoutStatus.has(modelCode(report)) && to - start >= 7) {
    putDistance(into, fields, start, start + 5)
    put(into, 'din', hexNumber(fields[start + 5]))
    put(into, 'dout', hexNumber(fields[start + 6]))
    if (report.type === 'ERI') readExtension(into, report, prefix, start + 7, to)
  } else if (isVehicle(prefix) && report.type === 'FRI' && to - start >= 5) {
    putDistance(into, fields, start, start + 4)
    putBattery(into, fields[start + 4])
  } else {
    readPortable(into, report, prefix, fields.slice(start, to))
  }
}

/** Vehicles have report id and type in one field before the number of positions. */
export const isVehicle = (prefix: readonly string[]): boolean => prefix.length < 3 || prefix.at(-2)!.length === 2

/** Bit 0 the satellites used, bit 1 what made the receiver fix, bit 2 jamming; a field for each. Others send a mileage. */
function skipAppended(into: Draft, fields: readonly string[], from: number, to: number): number {
  if (from >= to) return to
  const mask = fields[from]!.length === 2 ? (hexNumber(fields[from]) ?? 0) : 0
  if (fields[from]!.includes('.')) putMileage(into, fields[from])
  if (mask > appendMax) return from + 1
  let at = from + 1
  for (let bit = 0; bit < 3 && at < to; bit++) {
    if (((mask >> bit) & 1) === 0) continue
    if (bit === 0) put(into, 'position.satellites', integer(fields[at]))
    at++
  }
  return at
}

function findStatus(fields: readonly string[], from: number, to: number): number {
  for (let at = from + 1; at < to; at++) {
    const field = fields[at]!
    if ((field.length !== 6 && field.length !== 10) || !isMotionState(field.slice(0, 2))) continue
    if (hexNumber(field) === undefined) continue
    const before = fields[at - 1]!
    if (before === '' || (before.length <= 3 && isDigits(before))) return at
  }
  return -1
}

function putDistance(into: Draft, fields: readonly string[], from: number, to: number): void {
  putMileage(into, fields[from])
  if (from + 1 < to) putHourMeter(into, fields[from + 1]!)
  for (let at = from + 2; at < to; at++) putAnalogue(into, at - from - 1, fields[at]!)
}

const putMileage = (into: Draft, field: string | undefined) => put(into, 'vehicle.mileage', decimal(field))

/** HHHHH:MM:SS. */
function putHourMeter(into: Draft, field: string): void {
  const [hours, minutes, seconds] = field.split(':').map(decimal)
  if (hours === undefined || minutes === undefined || seconds === undefined) return
  put(into, 'engine.motorhours', hours + minutes / 60 + seconds / 3600)
}

/** Millivolts, or a fuel level in percent after an F. */
function putAnalogue(into: Draft, n: number, field: string): void {
  if (field[0] === 'F') put(into, `fuel.level.${n}`, decimal(field.slice(1)))
  else put(into, `ain.${n}`, thousandth(field))
}

function putBattery(into: Draft, field: string | undefined): void {
  if (field && field.length <= 3 && isDigits(field)) put(into, 'battery.level', Number(field))
}

function putDeviceStatus(into: Draft, field: string): void {
  putMotionState(into, field.slice(0, 2))
  const half = (field.length - 2) / 2
  put(into, 'din', hexNumber(field.slice(2, 2 + half)))
  put(into, 'dout', hexNumber(field.slice(2 + half)))
}

function putObd(into: Draft, fields: readonly string[], at: number, to: number): void {
  if (at + 3 > to) return
  put(into, 'can.engine.rpm', decimal(fields[at]))
  put(into, 'can.fuel.consumption.distance', decimal(fields[at + 1]))
  put(into, 'can.fuel.level', decimal(fields[at + 2]))
}

/**
 * Portable trackers end with the battery; the larger ones (GL500M) have signal, charging and more around it, and some
 * (GL500) send temperature and battery before the position. Events of vehicles end with the mileage.
 */
function readPortable(into: Draft, { type }: Report, prefix: readonly string[], rest: readonly string[]): void {
  for (const field of isLargeRest(type, rest) ? [] : rest) {
    if (field.includes(':')) putHourMeter(into, field)
    else if (field.includes('.')) putMileage(into, field)
  }
  if (type === 'CAN' || type === 'OBD') return
  if (prefix.length === 5) {
    put(into, 'device.temperature', decimal(prefix[3]))
    putBattery(into, prefix[4])
  } else if (rest.length >= 6) {
    readLarge(into, type, rest)
  } else if (!isVehicle(prefix) || type === 'ERI' || type === 'FRI' || rest.length === 1 || endsWithBattery(rest)) {
    // A mileage has a point, so one whole number is the battery.
    putBattery(
      into,
      rest.findLast((field) => field !== ''),
    )
  }
}

/** Events of portable trackers without a type of report: a reserved field or the mileage, then the battery. */
function endsWithBattery(rest: readonly string[]): boolean {
  const before = rest.at(-2)
  return before !== undefined && rest.at(-1) !== '' && (before === '' || before.includes('.'))
}

const large = new Set(['FRI', 'ERI', 'LSA', 'RTL', 'STR', 'CTN'])

const isLargeRest = (type: string, rest: readonly string[]): boolean =>
  large.has(type) && rest.length >= 6 && integer(rest[1]) !== undefined

/** Signal, error rate, battery in millivolts (light in GTLSA), battery %, mode, movement, temperature. */
function readLarge(into: Draft, type: string, rest: readonly string[]): void {
  putBattery(into, rest[3])
  if (!isLargeRest(type, rest)) return
  putSignal(into, rest[0])
  const third = integer(rest[2])
  if (type === 'LSA') put(into, 'custom.light_level', third)
  else if (third !== undefined && third > 1000) put(into, 'battery.voltage', third / 1000)
  put(into, 'custom.mode', integer(rest[4]))
  if (rest[5] === '0' || rest[5] === '1') put(into, 'movement.status', rest[5] === '1')
  if (rest[6]?.includes('.')) put(into, 'device.temperature', decimal(rest[6]))
}

/** What a mask announces after the device status. `at` is the index of the kind of device on the serial port. */
function readExtension(into: Draft, report: Report, prefix: readonly string[], at: number, to: number): void {
  const { fields } = report
  const mask = hexNumber(prefix[0]) ?? 0
  let next = Math.min(at + 1, to)
  if (mask & 1) next = readFuelSensor(into, fields, next, to)
  if (mask & 2) next = readOneWire(into, fields, next, to)
  if (mask & 4) next = readCan(into, fields, next, to)
  if (mask & 0x18) next = readFuelSensors(into, fields, next, to, mask)
  if (mask & 0x80) next = readRadioSensors(into, fields, next, to)
  if (mask & 0x100) readAccessories(into, fields, next, to)
}

/** One value in hex, or a number of sensors with index, kind and value each. */
function readFuelSensor(into: Draft, fields: readonly string[], at: number, to: number): number {
  if (at >= to) return to
  const count = fields[at]!.length <= 2 ? (integer(fields[at]) ?? 0) : 0
  if (count === 0) {
    put(into, 'custom.fuel', hexNumber(fields[at]))
    return at + 1
  }
  for (let n = 1; n <= count && at + n * 3 < to; n++) {
    put(into, n === 1 ? 'custom.fuel' : `custom.fuel_${n}`, hexNumber(fields[at + n * 3]))
  }
  return Math.min(at + 1 + count * 3, to)
}

/** Id, kind and value; kind 1 is a thermometer with sixteen steps to a degree. */
function readOneWire(into: Draft, fields: readonly string[], at: number, to: number): number {
  const count = at < to ? (integer(fields[at]) ?? 0) : 0
  let next = at + 1
  for (let n = 1; n <= count && next + 3 <= to; n++, next += 3) {
    const value = hexNumber(fields[next + 2])
    put(into, `custom.sensor_id_${n}`, fields[next])
    if (fields[next + 1] === '1' && value !== undefined) {
      put(into, `sensor.temperature.${n}`, (value > 0x7fff ? value - 0x1_0000 : value) / 16)
    }
  }
  return Math.min(next, to)
}

/** Serial number, kind and temperature; kind 2 measures humidity as well. */
function readRadioSensors(into: Draft, fields: readonly string[], at: number, to: number): number {
  const count = at < to ? (integer(fields[at]) ?? 0) : 0
  let next = at + 1
  for (let n = 1; n <= count && next + 3 <= to; n++, next += 3) {
    put(into, `ble.sensor.id.${n}`, fields[next] || undefined)
    put(into, `ble.sensor.temperature.${n}`, decimal(fields[next + 2]))
    if (fields[next + 1] !== '2' || next + 3 >= to) continue
    put(into, `ble.sensor.humidity.${n}`, decimal(fields[next + 3]))
    next++
  }
  return Math.min(next, to)
}

/** Kind, then percent and litres as bits 3 and 4 say. */
function readFuelSensors(into: Draft, fields: readonly string[], at: number, to: number, mask: number): number {
  const count = at < to ? (integer(fields[at]) ?? 0) : 0
  let next = at + 1
  for (let n = 1; n <= count && next < to; n++) {
    next++
    if (mask & 8 && next < to) put(into, `fuel.level.${n}`, decimal(fields[next++]))
    if (mask & 16 && next < to) put(into, `fuel.volume.${n}`, decimal(fields[next++]))
  }
  return Math.min(next, to)
}

const thousandth = (field: string): number | undefined => {
  const value = decimal(field)
  return value === undefined ? undefined : value / 1000
}
