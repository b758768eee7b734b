/**
 * Reports: `…,<type>[,<alert>],<L or H>,<imei>,<registration>,<state, date, time, position>,km/h,course,satellites,metres,
 * PDOP,HDOP,operator,ignition,mains,volts,battery,emergency[,box],signal,mcc,mnc,lac,cell,<neighbours>,inputs,outputs,…`
 */

import { decimal, hexNumber, integer, isDigits } from '../../bytes/text.ts'
import { type Field, putFields, word } from '../../families/fields.ts'
import { type Cell, type Draft, put, putCells } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import { putPlaceAndTime, putRegistration } from './fields.ts'

export function putReport(into: Draft, fields: readonly string[], imei: number): void {
  putHead(into, fields.slice(0, imei))
  putRegistration(into, fields[imei + 1])
  const at = putPlaceAndTime(into, fields, imei + 2)
  const rest = fields.slice(at)
  putFields(into, rest, report)
  // Some makers leave the state of the box out.
  const network = rest.slice(report.length)
  if (/^[A-Za-z]?$/.test(network[0] ?? '')) putBox(into, network.shift())
  const inputs = inputsAt(network)
  putNetwork(into, network.slice(0, inputs))
  if (inputs >= network.length) return
  putInputs(into, network[inputs]!)
  put(into, 'dout', Number.parseInt(network[inputs + 1]!, 2))
  putEnd(into, network.slice(inputs + 2))
}

const types: Readonly<Record<string, Alarm>> = {
  EA: 'sos',
  TA: 'tampering',
  BD: 'power_cut',
  BR: 'power_restored',
  BL: 'low_battery',
  HB: 'harsh_braking',
  HA: 'harsh_acceleration',
  RT: 'harsh_cornering',
  WD: 'tampering',
  OS: 'overspeed',
}

const alerts: Readonly<Record<number, Alarm>> = {
  3: 'power_cut',
  4: 'low_battery',
  6: 'power_restored',
  9: 'tampering',
  10: 'sos',
  13: 'harsh_braking',
  14: 'harsh_acceleration',
  15: 'harsh_cornering',
  16: 'tampering',
  17: 'overspeed',
  18: 'geofence_enter',
  19: 'geofence_exit',
  20: 'overspeed',
  21: 'overspeed',
  22: 'fall',
  23: 'crash',
}

/** The last field says whether it is live; the alert before it is missing from old firmware. */
function putHead(into: Draft, head: readonly string[]): void {
  if (head.at(-1) === 'H') put(into, 'message.buffered.status', true)
  const alert = integer(head.at(-2))
  const [vendor, firmware, type = ''] = head.slice(alert === undefined ? -4 : -5)
  put(into, 'custom.vendor', vendor)
  put(into, 'device.firmware.version', firmware)
  put(into, 'custom.packet_type', type)
  put(into, 'event.enum', alert)
  if (Object.hasOwn(types, type)) raise(into, types[type])
  if (alert !== undefined) raise(into, alerts[alert])
}

const report: readonly Field[] = [
  'position.speed',
  'position.direction',
  'position.satellites',
  'position.altitude',
  'position.pdop',
  'position.hdop',
  word('gsm.operator.code'),
  'engine.ignition.status',
  'external.powersource.status',
  'external.powersource.voltage',
  'battery.voltage',
  // A report of an emergency may come before the state is on.
  (into, text) => put(into, 'alarm.panic.status', text === '1' || into.values['alarm.panic.status'] === true),
]

function putBox(into: Draft, text: string | undefined): void {
  if (text === 'O' || text === 'Y') put(into, 'custom.box_open', true)
  if (text === 'C' || text === 'N') put(into, 'custom.box_open', false)
}

const servingSize = 5
const neighboursSize = 12

/** Where the inputs stand: after four neighbours, after none, or else where they look so. */
function inputsAt(network: readonly string[]): number {
  const isThere = (at: number) => /^[012]{4}$/.test(network[at] ?? '') && /^[01]{2}$/.test(network[at + 1] ?? '')
  for (const at of [servingSize + neighboursSize, servingSize, servingSize + 1]) if (isThere(at)) return at
  const found = network.findIndex((_, at) => at > servingSize && isThere(at))
  return found < 0 ? network.length : found
}

/** An input that is not wired sends 2. */
export function putInputs(into: Draft, text: string): void {
  put(into, 'din', Number.parseInt(text.replaceAll('2', '0'), 2))
}

function putNetwork(into: Draft, network: readonly string[]): void {
  const [signal, mcc, mnc, lac, cellid, ...rest] = network.map((field) => field.trim())
  put(into, 'custom.rssi', integer(signal))
  const serving = { mcc: integer(mcc), mnc: integer(mnc), lac: hexNumber(lac), cellid: hexNumber(cellid) }
  const group = rest[0]?.startsWith('(') ? rest[0].slice(1, -1).split(',') : rest
  putCells(into, [serving, ...neighboursOf(group, serving)])
}

/** Cell, area and signal of each neighbour, in four orders: the signal is small, the area mostly that of the first. */
function neighboursOf(fields: readonly string[], serving: Cell): Cell[] {
  const triples: string[][] = []
  for (let at = 0; at + 2 < fields.length; at += 3) triples.push(fields.slice(at, at + 3))
  const isSignalFirst = triples.every(([first]) => isSignal(first)) && !triples.every(([, , last]) => isSignal(last))
  const rest = triples.map((triple) => (isSignalFirst ? triple.slice(1) : triple.slice(0, 2)))
  const isAreaFirst = matches(rest, 0, serving.lac) > matches(rest, 1, serving.lac)
  const cells = rest.map(([one, two], index): Cell => {
    const signal = integer(triples[index]![isSignalFirst ? 0 : 2])
    const strength = signal === undefined ? {} : signal < 0 ? { dbm: signal } : { rssi: signal }
    const [lac, cellid] = isAreaFirst ? [hexNumber(one), hexNumber(two)] : [hexNumber(two), hexNumber(one)]
    return { mcc: serving.mcc, mnc: serving.mnc, lac, cellid, ...strength }
  })
  return cells.filter(({ lac, cellid }) => lac && cellid && cellid !== 0xffff)
}

const isSignal = (text: string | undefined): boolean => text === 'x' || /^(-\d{1,3}|\d{1,2})$/.test(text ?? '')

const matches = (rows: readonly (readonly string[])[], at: number, lac: number | undefined): number =>
  rows.filter((row) => hexNumber(row[at]) === lac).length

/**
 * What follows the outputs is each maker's own. The number of the packet has four digits or more; analogue inputs before
 * it, or mileage, analogue inputs and axes after it. What is not known keeps its place as `custom.value_<n>`.
 */
function putEnd(into: Draft, end: readonly string[]): void {
  const fields = [...end]
  while (fields.at(-1) === '') fields.pop()
  const number = [0, 2, 1].find((at) => isDigits(fields[at] ?? '') && fields[at]!.length >= 4)
  if (number === undefined) {
    putUnknown(into, fields)
    return
  }
  put(into, 'record.seqnum', integer(fields[number]))
  const behind = fields.slice(number + 1)
  const answer = /^\(.*\)$/.test(behind.at(-1) ?? '') ? behind.pop()!.slice(1, -1) : undefined
  // Without the answer to a command the last field is the sum.
  if (answer === undefined) behind.pop()
  if (number > 0) putBefore(into, fields.slice(0, number), behind)
  else if (answer === undefined) putBehind(into, behind)
  else {
    putFields(into, behind, ['ain.1', 'ain.2', 'custom.distance'])
    if (answer !== '') put(into, 'custom.response', answer)
  }
}

function putBehind(into: Draft, fields: readonly string[]): void {
  const axes = fields[3] ?? ''
  if (axes.startsWith('(')) {
    putFields(into, fields, ['custom.value_1', 'ain.1', 'ain.2'])
    putAxes(into, axes.slice(1, -1).split(','))
    return
  }
  putFields(into, fields, ['vehicle.mileage', 'ain.1'])
  putAxes(into, fields.slice(2, 5))
  putFields(into, fields.slice(5), ['custom.tilt_y', 'custom.tilt_x'])
  putUnknown(into, fields.slice(7))
}

/** One maker writes metres where the others have a second input, and the answer to a command after the number. */
function putBefore(into: Draft, before: readonly string[], behind: readonly string[]): void {
  if (before[0]?.includes('.') && isDigits(before[1] ?? '') && behind.length >= 2 && !behind[0]!.includes('.')) {
    put(into, 'ain.1', decimal(before[0]))
    put(into, 'vehicle.mileage', Number(before[1]) / 1000)
    putFields(into, behind, [word('custom.response_format'), word('custom.response')])
    return
  }
  putFields(into, before, ['ain.1', 'ain.2'])
  putFields(into, behind, ['vehicle.mileage'])
  putUnknown(into, behind.slice(1))
}

function putAxes(into: Draft, [x = '', y = '', z = '']: readonly string[]): void {
  putFields(into, [x, y, z], ['x.acceleration', 'y.acceleration', 'z.acceleration'])
}

const putUnknown = (into: Draft, fields: readonly string[]): void =>
  putFields(
    into,
    fields,
    fields.map((_, index) => word(`custom.value_${index + 1}`)),
  )
