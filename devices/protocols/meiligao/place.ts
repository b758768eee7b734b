/**
 * A place is NMEA's RMC without its head, then fields between bars:
 *
 *   hhmmss.sss,A,ddmm.mmmm,N,dddmm.mmmm,E,knots,course,ddmmyy,…*sum|HDOP|metres|state|AD1,AD2…|cell|signal|metres|satellites
 *
 * Everything behind the altitude is in hexadecimal digits, but a mileage of nine digits that follows the AD values.
 */
import type { Alarm } from '../../alarms.ts'
import { latin1, toHex } from '../../bytes.ts'
import { type Draft, put, putCells, putPosition } from '../../message.ts'
import type { ParameterName } from '../../parameters.ts'
import { dateAndTime, decimal, degreesMinutes, hexNumber, integer } from '../../text.ts'

const knots = 1.852

export function readPlace(into: Draft, text: string): void {
  const parts = text.split('|')
  const [time, status, latitude, north, longitude, east, speed, course, date] = parts[0]!.split(',')
  put(into, 'timestamp', dateAndTime(date?.slice(0, 6) ?? '', time ?? '', 'ddmmyy'))
  putPosition(into, degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  put(into, 'position.valid', status === 'A' && 'position.latitude' in into.values)
  const velocity = decimal(speed)
  if (velocity !== undefined) put(into, 'position.speed', velocity * knots)
  put(into, 'position.direction', decimal(course))
  put(into, 'position.hdop', decimal(parts[1]))
  put(into, 'position.altitude', decimal(parts[2]))
  readState(into, parts[3])
  readAnalogue(into, parts[4])
  if (parts.length === 6 || parts[5]?.length === 9) readMileage(into, integer(parts[5]))
  else readNetwork(into, parts)
}

const readMileage = (into: Draft, metres: number | undefined): void =>
  put(into, 'vehicle.mileage', metres === undefined ? undefined : metres / 1000)

/** Inputs in the upper byte, outputs in the lower. */
function readState(into: Draft, text: string | undefined): void {
  const state = text?.length === 4 ? hexNumber(text) : undefined
  if (state === undefined) return
  put(into, 'din', state >> 8)
  put(into, 'dout', state & 0xff)
}

/** What a converter read; its scale differs by model. */
function readAnalogue(into: Draft, text: string | undefined): void {
  for (const [index, value] of (text ?? '').split(',').entries()) put(into, `custom.adc_${index + 1}`, hexNumber(value))
}

function readNetwork(into: Draft, parts: readonly string[]): void {
  const cell = parts[5] ?? ''
  if (cell.length === 16 || cell.length === 20) {
    putCells(into, [
      {
        mcc: hexNumber(cell.slice(0, 4)),
        mnc: hexNumber(cell.slice(4, 8)),
        lac: hexNumber(cell.slice(8, 12)),
        cellid: hexNumber(cell.slice(12)),
      },
    ])
  }
  put(into, 'custom.rssi', hexNumber(parts[6]))
  readMileage(into, hexNumber(parts[7]))
  put(into, 'position.satellites', hexNumber(parts[8]))
  put(into, 'driver.message', parts[9])
}

const engineNames: readonly ParameterName[] = [
  'external.powersource.voltage',
  'can.engine.rpm',
  'can.vehicle.speed',
  'can.throttle.level',
  'can.engine.load.level',
  'can.engine.coolant.temperature',
  'custom.fuel_consumption_now',
  'can.fuel.consumption.distance',
  'custom.driving_range',
  'can.vehicle.mileage',
  'custom.trip_fuel_consumed',
  'can.fuel.consumed',
  'can.dtc.number',
  'custom.harsh_accelerations',
  'custom.harsh_brakings',
]

export function readEngine(into: Draft, text: string): void {
  const values = text.split(',')
  for (const [index, name] of engineNames.entries()) put(into, name, decimal(values[index]))
}

/** A card's number in four bytes, and, behind a bar, time, date and place. */
export function readCard(into: Draft, data: Uint8Array): void {
  put(into, 'rfid.code', toHex(data.subarray(0, 4)))
  const bar = data.indexOf(0x7c)
  if (bar < 0) return
  const [time, date, latitude, north, longitude, east] = latin1(data.subarray(bar + 1)).split(',')
  put(into, 'timestamp', dateAndTime(date ?? '', time ?? '', 'ddmmyy'))
  putPosition(into, degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  put(into, 'position.valid', 'position.latitude' in into.values)
}

const alarms: Readonly<Record<number, Alarm>> = {
  1: 'sos',
  16: 'low_battery',
  17: 'overspeed',
  18: 'movement',
  19: 'geofence',
  20: 'power_on',
  80: 'power_cut',
  83: 'gnss_antenna_cut',
}

/** A kind that is not in the table is an alarm all the same. */
export const alarmOf = (code: number): Alarm => alarms[code] ?? 'general'
