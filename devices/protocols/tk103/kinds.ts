/**
 * The commands of a tracker.
 *
 *   BR00, BP05, BO01, BP02 …   a position, in BP05 after the IMEI, in BO01 after one digit for the alarm
 *   BQ81   ,ALARM,<kind>,<value>,<position>
 *   BQ86   ,<number>,<OBD values>,<yymmddhhmmss>,<state>
 *   BZ00   ,<MCC>,<MNC>,{ <LAC>,<cell>[,<signal>] },[<state>]
 *   BV00   the number of the vehicle
 *   BS51   ,-separated answers of a battery's management system
 *   DW3x, ZC1x, BP05   date, A|V, latitude, longitude, speed, time, course, [altitude, satellites]
 *   DW5x   MCC, MNC, LAC, cell, number of access points, { mac*signal*channel }, date, time
 *   ZC20   date, time, battery code, battery 0.01 V, supply 0.1 V
 *   ZC03   date, time, $the text of an answer$
 */

import { dateAndTime, hexNumber, integer } from '../../bytes/text.ts'
import { type Draft, put, putCells, putList } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import { putBattery, putBatteryFrame } from './battery.ts'
import { putObd } from './obd.ts'
import { findPlace, putDensePlace, putIoState, putSeparatedPlace } from './place.ts'

type Fields = readonly string[]

/** By the digit after BO01. The documents call 0 a cut of fuel or of power. */
const alarms: readonly (Alarm | undefined)[] = [
  'general',
  'crash',
  'sos',
  'vibration',
  'low_speed',
  'overspeed',
  'geofence_exit',
  'movement',
]

/** By the number after BQ81,ALARM. */
const drivingAlarms: readonly Alarm[] = [
  'low_battery',
  'overspeed',
  'idle',
  'harsh_acceleration',
  'harsh_braking',
  'temperature',
]

type Dense = (into: Draft, data: string) => void

const denseKinds: ReadonlyMap<string, Dense> = new Map<string, Dense>([
  ['BV00', (into, data) => put(into, 'vehicle.vin', data)],
  ['BZ00', (into, data) => readCells(into, data.split(',').slice(1))],
  ['BQ86', (into, data) => readObd(into, data.split(',').slice(1))],
  ['BS50', putBatteryFrame],
  ['BS51', putBattery],
])

export function readDense(into: Draft, kind: string, data: string): void {
  const read = denseKinds.get(kind)
  if (read) read(into, data)
  else if (data.includes('{')) readCellGroups(into, data)
  else readPlace(into, kind, data)
}

/** `{mcc,mnc,lac,cell}` for each cell, then the mileage in metres and hex. */
function readCellGroups(into: Draft, data: string): void {
  const end = data.lastIndexOf('}')
  const cells = data
    .slice(0, end)
    .split('{')
    .slice(1, 65)
    .map((group) => group.split('}')[0]!.split(',').map(integer))
    .map(([mcc, mnc, lac, cellid]) => ({ mcc, mnc, lac, cellid }))
  put(into, 'position.valid', false)
  putCells(into, cells)
  const metres = hexNumber(data.slice(end + 1).split(',')[1])
  if (metres !== undefined) put(into, 'vehicle.mileage', metres / 1000)
}

function readPlace(into: Draft, kind: string, data: string): void {
  const at = findPlace(data)
  if (at === undefined) return
  putDensePlace(into, data, at)
  const before = data.slice(0, at)
  if (kind === 'BO01' && before.length === 1) {
    put(into, 'alarm.code', integer(before))
    raise(into, alarms[Number(before)] ?? 'general')
  }
  if (kind === 'BP05' && before.length === 15 && !before.startsWith('000')) put(into, 'device.imei', before)
  if (kind === 'BQ81' && before.startsWith(',ALARM,')) {
    const [, , code, value] = before.split(',')
    put(into, 'alarm.code', integer(code))
    put(into, 'custom.alarm_value', integer(value))
    raise(into, drivingAlarms[integer(code) ?? -1] ?? 'general')
  }
}

/** Pairs, or threes when a number of at most three digits follows the cell. */
function readCells(into: Draft, [mcc, mnc, ...rest]: Fields): void {
  const size = (rest[2]?.length ?? 4) < 4 ? 3 : 2
  const cells = []
  let at = 0
  for (; at + 1 < rest.length; at += size) {
    const [lac, cellid] = [hexNumber(rest[at]), hexNumber(rest[at + 1])]
    cells.push({ mcc: integer(mcc), mnc: integer(mnc), lac, cellid })
  }
  put(into, 'position.valid', false)
  putCells(into, cells)
  putIoState(into, rest.at(-1)?.length === 8 ? rest.at(-1) : undefined)
}

function readObd(into: Draft, [, values = '', time = '', state]: Fields): void {
  put(into, 'timestamp', dateAndTime(time.slice(0, 6), time.slice(6), 'yymmdd'))
  putObd(into, values)
  putIoState(into, state)
}

/** The digits after ZC. */
const reasons: Readonly<Record<string, Alarm>> = {
  11: 'movement',
  12: 'low_battery',
  13: 'power_cut',
  17: 'removal',
  25: 'sos',
  26: 'tampering',
  27: 'low_power',
}
/** What DW31 to DW42 and DW51 to DW62 have in common, and the reason it stands for. */
const reasonOfPlace: Readonly<Record<number, string>> = {
  0: '27',
  2: '29',
  17: '11',
  18: '12',
  19: '13',
  21: '15',
  22: '16',
  23: '17',
  30: '25',
  31: '26',
}
const ignition: Readonly<Record<string, boolean>> = { 15: true, 16: false, 29: true }

function reasonOf(kind: string): string {
  if (kind.startsWith('ZC')) return kind.slice(2)
  const number = kind.startsWith('DW') ? hexNumber(kind.slice(2)) : undefined
  return number === undefined ? '' : (reasonOfPlace[number & 0x1f] ?? '')
}

export function readSeparated(into: Draft, kind: string, fields: Fields): void {
  if (kind === 'ZC03') readAnswer(into, fields)
  else if (kind === 'ZC20') readPower(into, fields)
  else if (kind.startsWith('DW5') || kind.startsWith('DW6')) readNetwork(into, fields)
  else putSeparatedPlace(into, fields)
  const reason = reasonOf(kind)
  raise(into, reasons[reason])
  put(into, 'engine.ignition.status', ignition[reason])
}

function readNetwork(into: Draft, fields: Fields): void {
  const [mcc, mnc, lac, cell, count] = fields
  const after = 5 + (integer(count) ?? 0)
  put(into, 'timestamp', dateAndTime(fields[after] ?? '', fields[after + 1] ?? '', 'ddmmyy'))
  put(into, 'position.valid', false)
  putCells(into, [{ mcc: integer(mcc), mnc: integer(mnc), lac: integer(lac), cellid: integer(cell) }])
  const points = fields.slice(5, after).map((point) => {
    const [mac = '', signal] = point.split('*')
    return { mac: mac.split(':').join('').toLowerCase(), rssi: integer(signal) }
  })
  putList(into, 'wifi.points', points)
}

const batterySteps: Readonly<Record<number, number>> = { 2: 10, 3: 20, 4: 50, 5: 80, 6: 100 }

/** 65535 stands for what a tracker does not have. */
function readPower(into: Draft, [date = '', time = '', code, battery, supply]: Fields): void {
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  put(into, 'custom.battery_code', integer(code))
  put(into, 'battery.level', batterySteps[integer(code) ?? -1])
  const [centivolts, decivolts] = [integer(battery), integer(supply)]
  put(into, 'battery.voltage', centivolts === undefined || centivolts === 65_535 ? undefined : centivolts / 100)
  if (decivolts !== undefined && decivolts !== 65_535) put(into, 'external.powersource.voltage', decivolts / 10)
}

function readAnswer(into: Draft, [date = '', time = '', ...text]: Fields): void {
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', text.join(',').split('$').join(''))
}
