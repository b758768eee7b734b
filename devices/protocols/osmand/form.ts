/**
 * The parameters of an address or a form. Those without a row here go to `custom.<name>`.
 *
 *   id, deviceid                      who it is
 *   lat, lon or location=lat,lon      degrees
 *   timestamp                         seconds, milliseconds or a date, UTC unless it says a zone
 *   speed                             knots, or as the unit's setting says
 *   bearing, altitude, accuracy, hdop, batt, charge, valid, driverUniqueId, …
 *   cell=mcc,mnc,lac,cell[,dBm]       may come several times, the serving cell first
 *   wifi=mac,dBm                      may come several times
 */
import { type Query, readQuery } from '../../http.ts'
import { type Cell, type Draft, draft, put, putCells, putCustom, putList, putPosition } from '../../message.ts'
import type { ParameterName } from '../../parameters.ts'
import { decimal, integer } from '../../text.ts'
import { momentOf, putAlarm, type Reports, truth } from './reports.ts'

/** What is known only when all parameters have been read. */
interface Form {
  id?: string
  latitude?: number
  longitude?: number
  isValid?: boolean
  readonly speedScale: number
  readonly cells: Cell[]
  readonly points: { mac: string; rssi?: number }[]
}

type Row = (into: Draft, value: string, form: Form) => void

const number =
  (key: ParameterName, divisor = 1): Row =>
  (into, value) => {
    const found = decimal(value)
    put(into, key, found === undefined ? undefined : found / divisor)
  }

const boolean =
  (key: ParameterName): Row =>
  (into, value) =>
    put(into, key, truth(value))

const id: Row = (_into, value, form) => {
  form.id = value
}

const latitude: Row = (_into, value, form) => {
  form.latitude = decimal(value)
}

const longitude: Row = (_into, value, form) => {
  form.longitude = decimal(value)
}

const location: Row = (_into, value, form) => {
  const [first, second] = value.split(',')
  form.latitude = decimal(first?.trim())
  form.longitude = decimal(second?.trim())
}

const speed: Row = (into, value, form) => {
  const found = decimal(value)
  put(into, 'position.speed', found === undefined ? undefined : found * form.speedScale)
}

const battery: Row = (into, value) =>
  put(into, 'battery.level', decimal(value.endsWith('%') ? value.slice(0, -1) : value))

const cell: Row = (_into, value, form) => {
  const [mcc, mnc, lac, cellid, dbm] = value.split(',').map(integer)
  if (form.cells.length < 64) form.cells.push({ mcc, mnc, lac, cellid, dbm })
}

const wifi: Row = (_into, value, form) => {
  const [mac = '', rssi] = value.split(',')
  if (form.points.length < 64) {
    form.points.push({ mac: mac.split('-').join('').split(':').join('').toLowerCase(), rssi: integer(rssi) })
  }
}

const rows: ReadonlyMap<string, Row> = new Map<string, Row>([
  ['id', id],
  ['deviceid', id],
  ['device_id', id],
  ['lat', latitude],
  ['lon', longitude],
  ['location', location],
  ['timestamp', (into, value) => put(into, 'timestamp', momentOf(value.trim()))],
  ['speed', speed],
  ['bearing', number('position.direction')],
  ['heading', number('position.direction')],
  ['course', number('position.direction')],
  ['altitude', number('position.altitude')],
  ['accuracy', number('position.accuracy')],
  ['hacc', number('position.accuracy')],
  ['hdop', number('position.hdop')],
  ['pdop', number('position.pdop')],
  ['vdop', number('position.vdop')],
  ['sat', number('position.satellites')],
  ['batt', battery],
  ['battery', battery],
  ['charge', boolean('battery.charging.status')],
  ['ignition', boolean('engine.ignition.status')],
  ['motion', boolean('movement.status')],
  ['power', number('external.powersource.voltage')],
  ['odometer', number('vehicle.mileage', 1000)],
  ['rpm', number('engine.rpm')],
  ['fuellevel', number('fuel.level')],
  ['vin', (into, value) => put(into, 'vehicle.vin', value)],
  ['driveruniqueid', (into, value) => put(into, 'driver.id', value)],
  ['alarm', (into, value) => putAlarm(into, value)],
  [
    'valid',
    (_into, value, form) => {
      form.isValid = truth(value)
    },
  ],
  ['cell', cell],
  ['wifi', wifi],
])

export function readForm(query: Query, body: string, speedScale: number): Reports {
  const into = draft()
  const form: Form = { speedScale, cells: [], points: [] }
  readAll(into, query, form)
  if (body !== '') readAll(into, readQuery(body), form)
  if (form.latitude !== undefined && form.longitude !== undefined) {
    putPosition(into, form.latitude, form.longitude)
    put(into, 'position.valid', form.isValid ?? true)
  }
  putCells(into, form.cells)
  putList(into, 'wifi.points', form.points)
  return { id: form.id, drafts: [into] }
}

/** More than any message can hold; the rest of a form without end is not looked at. */
const parametersMax = 320

function readAll(into: Draft, parameters: Query, form: Form): void {
  let count = 0
  for (const [name, value] of parameters) {
    if (++count > parametersMax) return
    const row = rows.get(name) ?? rows.get(name.toLowerCase())
    if (row) row(into, value, form)
    else putCustom(into, name, typed(value))
  }
}

/** A number or a truth when it is written like one; digits of a code, with their zeros in front, stay a text. */
function typed(value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true'
  const isCode = value.length > 15 || (value.length > 1 && value[0] === '0' && value[1] !== '.')
  return (isCode ? undefined : decimal(value)) ?? value
}
