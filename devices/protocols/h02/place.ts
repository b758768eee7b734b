/** The position in a text frame, wherever it stands, and the fields after it. */

import { dateAndTime, decimal, degreesMinutes, hexNumber, integer, isDigits } from '../../bytes/text.ts'
import { type Cell, type Draft, put, putCells, putPosition } from '../../message.ts'
import { putBattery, putStatus } from './status.ts'

const knot = 1.852

/** Puts time and position in and says where the fields after the date begin; undefined when there is no position. */
export function putPlace(into: Draft, fields: readonly string[]): number | undefined {
  const at = fields.findIndex(
    (field, index) =>
      (field === 'N' || field === 'S') && index > 1 && (fields[index + 2] === 'E' || fields[index + 2] === 'W'),
  )
  if (at < 0) return undefined
  const dateAt = isDate(fields[at + 5]) || !isDate(fields[at + 6]) ? at + 5 : at + 6
  put(into, 'timestamp', dateAndTime(fields[dateAt] ?? '', fields[at - 3] ?? '', 'ddmmyy'))
  putPosition(into, degrees(fields[at - 1]!, fields[at], 2), degrees(fields[at + 1]!, fields[at + 2], 3))
  put(into, 'position.valid', fields[at - 2] === 'A')
  const knots = decimal(fields[at + 3]?.trim())
  put(into, 'position.speed', knots === undefined ? undefined : knots * knot)
  put(into, 'position.direction', decimal(fields[at + 4]))
  return dateAt + 1
}

const isDate = (field: string | undefined): boolean => field?.length === 6 && isDigits(field)

/** `ddmm.mmmm`; also without its point, and as `-dd-mm.mmmm`, where the letter next to it still gives the hemisphere. */
function degrees(field: string, hemisphere: string | undefined, size: number): number | undefined {
  const dash = field.indexOf('-', 1)
  if (field[0] === '-' && dash > 0) {
    const whole = integer(field.slice(1, dash))
    const minutes = decimal(field.slice(dash + 1))
    if (whole === undefined || minutes === undefined) return undefined
    const total = whole + minutes / 60
    return hemisphere === 'S' || hemisphere === 'W' ? -total : total
  }
  const text =
    field.length > size + 4 && isDigits(field) ? `${field.slice(0, size + 2)}.${field.slice(size + 2)}` : field
  return degreesMinutes(text, hemisphere)
}

/** After the date: telephone and ICCID in V19 and V6, the status, the network in one of several ways. */
export function putVehicle(into: Draft, fields: readonly string[], id: string): void {
  const statusAt = fields.findIndex((field, index) => index < 5 && field.length === 8 && hexNumber(field) !== undefined)
  if (statusAt < 0) return
  putStatus(into, hexNumber(fields[statusAt]))
  for (let at = 0; at < statusAt; at++) putSim(into, fields[at]!)
  const [mcc, mnc, lac, cell, battery, ...rest] = fields.slice(statusAt + 1)
  if (mcc === undefined) return
  if (isMeasured(fields.slice(statusAt + 1))) putMeasured(into, fields.slice(statusAt + 1))
  else if (cell === undefined) putExtra(into, fields.slice(statusAt + 1))
  else {
    putCells(into, [cellOf(mcc.trim(), mnc!.trim(), lac!.trim(), cell.trim(), id)])
    const level = integer(battery)
    if (level !== undefined && level <= 6) putBattery(into, level)
    else if (battery !== undefined) putExtra(into, [battery, ...rest])
  }
}

/** Mileage in metres, temperature, fuel with its point, altitude, area and cell in hex. */
const isMeasured = (fields: readonly string[]): boolean =>
  fields.length === 6 && isDigits(fields[0]!) && fields[2]!.includes('.') && decimal(fields[2]) !== undefined

function putMeasured(into: Draft, [mileage, temperature, fuel, altitude, lac, cellid]: readonly string[]): void {
  put(into, 'vehicle.mileage', (integer(mileage) ?? Number.NaN) / 1000)
  put(into, 'sensor.temperature.1', integer(temperature))
  put(into, 'fuel.volume', decimal(fuel))
  put(into, 'position.altitude', integer(altitude))
  putCells(into, [{ lac: hexNumber(lac), cellid: hexNumber(cellid) }])
}

function putSim(into: Draft, field: string): void {
  const digits = field.endsWith('?') ? field.slice(0, -1) : field
  if (!isDigits(digits)) return
  if (digits.length >= 18) put(into, 'gsm.sim.iccid', digits)
  else if (digits.length >= 7) put(into, 'phone.number.1', digits)
}

const putExtra = (into: Draft, fields: readonly string[]): void => put(into, 'custom.extra', fields.join(','))

/**
 * Trackers known by their IMEI write the country and operator in hex, those known by ten digits in decimals. The cell of
 * a 4G network, with its seven digits, comes before the area.
 */
function cellOf(mcc: string, mnc: string, lac: string, cell: string, id: string): Cell {
  const hex = id.length >= 15 || integer(mcc) === undefined
  const numbers = { mcc: hex ? hexNumber(mcc) : integer(mcc), mnc: hex ? hexNumber(mnc) : integer(mnc) }
  const [first, second] = [hexNumber(lac), hexNumber(cell)]
  const swapped = first !== undefined && second !== undefined && first > 0xffff && second <= 0xffff
  return { ...numbers, lac: swapped ? second : first, cellid: swapped ? first : second }
}
