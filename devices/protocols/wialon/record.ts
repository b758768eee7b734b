/**
 * A record of Wialon IPS, its fields separated by semicolons; `NA` or nothing is an absent value.
 *
 *   date ddmmyy; time hhmmss[.n]; latitude ddmm.mm; N|S; longitude dddmm.mm; E|W; speed km/h; course; altitude m;
 *   satellites [; hdop; inputs; outputs; analogue inputs, …; key; name:type:value, …]
 */

import { dateAndTime, decimal, degreesMinutes, integer } from '../../bytes/text.ts'
import {
  type Cell,
  type Draft,
  draft,
  finish,
  type Message,
  put,
  putCells,
  putCustom,
  putPosition,
} from '../../message.ts'
import { raise } from '../../values/alarms.ts'
import type { ParameterName } from '../../values/parameters.ts'

/** The codes of the replies: what in the record could not be read. */
export const accepted = 1
const wrong = { structure: -1, time: 0, place: 10, movement: 11, satellites: 12, inputs: 13, analogue: 14 } as const
type Code = (typeof wrong)[keyof typeof wrong] | typeof accepted

const fieldsMin = 10

const isAbsent = (text: string | undefined): boolean => text === undefined || text === '' || text === 'NA'

/** Thrown within this file only: the record is refused with this code. */
class Unreadable extends Error {
  readonly code: Code
  constructor(code: Code) {
    super()
    this.code = code
  }
}

export interface Reading {
  readonly message?: Message
  readonly code: Code
}

export function readRecord(fields: readonly string[]): Reading {
  if (fields.length < fieldsMin) return { code: wrong.structure }
  const into = draft()
  try {
    readFields(into, fields)
  } catch (error) {
    if (error instanceof Unreadable) return { code: error.code }
    throw error
  }
  const message = finish(into)
  return message ? { message, code: accepted } : { code: wrong.structure }
}

function readFields(into: Draft, fields: readonly string[]): void {
  const [date, time, latitude, north, longitude, east, speed, course, altitude, satellites] = fields
  if (!isAbsent(date) && !isAbsent(time)) put(into, 'timestamp', known(dateAndTime(date!, time!, 'ddmmyy'), wrong.time))
  if (!isAbsent(latitude) && !isAbsent(longitude)) {
    const place = [degreesMinutes(latitude, north), degreesMinutes(longitude, east)]
    putPosition(into, known(place[0], wrong.place), known(place[1], wrong.place))
  }
  if (into.values['position.latitude'] === undefined) put(into, 'position.valid', false)
  put(into, 'position.speed', number(speed, wrong.movement))
  put(into, 'position.direction', number(course, wrong.movement))
  put(into, 'position.altitude', number(altitude, wrong.movement))
  put(into, 'position.satellites', number(satellites, wrong.satellites))
  const [hdop, inputs, outputs, analogue, key, parameters] = fields.slice(fieldsMin)
  put(into, 'position.hdop', number(hdop, wrong.satellites))
  put(into, 'din', number(inputs, wrong.inputs))
  put(into, 'dout', number(outputs, wrong.inputs))
  if (!isAbsent(analogue)) {
    for (const [index, text] of analogue!.split(',').entries()) {
      putAnalogue(into, index + 1, number(text, wrong.analogue))
    }
  }
  if (!isAbsent(key)) put(into, 'ibutton.code', key)
  if (!isAbsent(parameters)) putParameters(into, parameters!)
}

function known<T>(value: T | undefined, code: Code): T {
  if (value === undefined) throw new Unreadable(code)
  return value
}

/** A number, or nothing if nothing was sent; text in its place is the sender's mistake, which the reply reports. */
const number = (text: string | undefined, code: Code): number | undefined =>
  isAbsent(text) ? undefined : known(decimal(text!.trim()), code)

/** Volts; what cannot be volts is a reading in a unit of the sender's own. */
function putAnalogue(into: Draft, n: number, value: number | undefined): void {
  const isVolts = value === undefined || (value >= 0 && value <= 1000)
  put(into, isVolts ? `ain.${n}` : `custom.adc_${n}`, value)
}

/** Names with one meaning for all senders; any other is kept as it is. */
const commonNames: Readonly<Record<string, ParameterName>> = {
  accuracy: 'position.accuracy',
  bat: 'battery.level',
  temp: 'device.temperature',
}

function putNamed(into: Draft, name: string, value: string | number | boolean | undefined): void {
  const common = commonNames[name.toLowerCase()]
  const before = into.keys
  if (common) put(into, common, value)
  if (into.keys === before) putCustom(into, name, value)
}

/** The names of cells are documented, each with the number of the cell; all others are the sender's own. */
const cellFields = [
  ['mcc', 'mcc'],
  ['mnc', 'mnc'],
  ['lac', 'lac'],
  ['cell_id', 'cellid'],
] as const

/** Type 1 is a whole number, 2 a decimal, 3 a text. A parameter that cannot be read costs only itself. */
function putParameters(into: Draft, text: string): void {
  const cells = new Map<number, Record<string, number>>()
  for (const parameter of text.split(',')) {
    const first = parameter.indexOf(':')
    const second = parameter.indexOf(':', first + 1)
    if (first <= 0 || second < 0) continue
    const name = parameter.slice(0, first).trim()
    const value = typed(parameter.slice(first + 1, second), parameter.slice(second + 1))
    if (name === 'SOS' && value === 1) raise(into, 'sos')
    else if (!putCellField(cells, name, value)) putNamed(into, name, value)
  }
  const isWhole = (cell: Record<string, number>) => Object.keys(cell).length === cellFields.length
  putCells(into, [...cells.values()].filter(isWhole) as Cell[])
  for (const [index, cell] of cells) {
    if (isWhole(cell)) continue
    for (const [prefix, field] of cellFields) putCustom(into, `${prefix}${index || ''}`, cell[field])
  }
}

function typed(type: string, text: string): string | number | boolean | undefined {
  if (text === 'true' || text === 'false') return text === 'true'
  return (type === '1' ? integer(text) : type === '2' ? decimal(text) : undefined) ?? text
}

function putCellField(cells: Map<number, Record<string, number>>, name: string, value: unknown): boolean {
  for (const [prefix, field] of cellFields) {
    if (!name.startsWith(prefix)) continue
    const index = integer(name.slice(prefix.length) || '0')
    if (index === undefined || index > 64 || typeof value !== 'number') continue
    const cell = cells.get(index) ?? {}
    cell[field] = value
    cells.set(index, cell)
    return true
  }
  return false
}
