/**
 * A position is NMEA's RMC without its head, then fields between bars:
 *
 *   hhmmss.sss,A,ddmm.mmmm,N,dddmm.mmmm,E,knots,course,ddmmyy,…*sum|HDOP|metres|state|AD1,AD2…|cell|signal|metres|satellites
 *
 * Everything after the altitude is in hexadecimal digits, but a mileage of nine digits that follows the AD values.
 */

import { latin1, reader, u32 } from '../../bytes/bytes.ts'
import { dateAndTime, decimal, degreesMinutes, hexNumber, integer } from '../../bytes/text.ts'
import { type Draft, put, putCells, putPosition } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import type { ParameterName } from '../../values/parameters.ts'

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
  if (parts.length === 6 || parts.length === 7 || parts[5]?.length === 9) {
    readMileage(into, integer(parts[5]))
    put(into, 'rfid.code', parts[6] || undefined)
  } else readNetwork(into, parts)
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
  put(into, 'driver.id', parts[9] || undefined)
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

const totalNames: readonly ParameterName[] = [
  'custom.total_ignition_no',
  'custom.total_driving_time',
  'custom.total_idling_time',
  'custom.average_hot_start_time',
  'custom.average_speed',
  'custom.history_highest_speed',
  'custom.history_highest_rpm',
  'custom.total_harsh_acceleration',
  'custom.total_harsh_brake',
]

/** 9902: what the tracker has counted of its trips. */
export function readTotals(into: Draft, text: string): void {
  const values = text.split(',')
  for (const [index, name] of totalNames.entries()) put(into, name, decimal(values[index]))
}

const cardsMax = 15

/** Up to fifteen cards of four bytes and, after a bar, time, date and position. The last card shown counts. */
export function readCard(into: Draft, data: Uint8Array): void {
  const bar = data.length > cardsMax * 4 ? data.indexOf(0x7c, cardsMax * 4) : data.indexOf(0x7c, 4)
  const cards = reader(data, 0, Math.max(0, bar < 0 ? data.length : bar))
  for (let n = 1; n <= cardsMax && cards.at + 4 <= cards.end; n++) {
    const card = u32(cards)
    if (card === 0) continue
    put(into, `custom.card_${n}`, String(card).padStart(10, '0'))
    put(into, 'rfid.code', String(card).padStart(10, '0'))
  }
  if (bar < 0) return
  const [time, date, latitude, north, longitude, east] = latin1(data.subarray(bar + 1)).split(',')
  put(into, 'timestamp', dateAndTime(date ?? '', time ?? '', 'ddmmyy'))
  putPosition(into, degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  put(into, 'position.valid', 'position.latitude' in into.values)
}

type Words = Readonly<Record<number, Alarm | readonly Alarm[]>>

const alarms: Words = {
  1: 'sos',
  16: 'low_battery',
  17: 'overspeed',
  18: 'movement',
  19: ['geofence', 'geofence_enter'],
  20: 'power_on',
  80: ['power_cut', 'power_off'],
  83: 'gnss_antenna_cut',
  114: 'harsh_braking',
  115: 'harsh_acceleration',
}
const ofTk218: Words = {
  96: 'fatigue',
  113: 'harsh_braking',
  114: 'harsh_acceleration',
  115: 'crash',
  116: 'idle',
}

/** 02 to 05 say that an input came on, 32 to 35 that it went off. A kind without a word is still an alarm. */
export function putAlarm(into: Draft, code: number, model?: string): void {
  put(into, 'alarm.code', code)
  const input = code >= 0x32 && code <= 0x35 ? code - 0x30 : code >= 2 && code <= 5 ? code : undefined
  if (input !== undefined) {
    put(into, `din.${input}`, code < 0x30)
    return
  }
  const words = (model === 'TK218' ? ofTk218[code] : undefined) ?? alarms[code] ?? 'general'
  for (const word of typeof words === 'string' ? [words] : words) raise(into, word)
}
