/**
 * The parameters of an address or a form. Those without a row here go to `custom.<name>`.
 *
 *   id, deviceid                      who it is; else aid or ser, which GPSLogger sends with %ALL
 *   lat, lon or location=lat,lon      degrees
 *   timestamp, time                   seconds, milliseconds or a date, UTC unless it says a zone
 *   speed                             in the unit of `speedScale` below
 *   spd, s                            metres per second: GPSLogger's names
 *   speed_unit                        km/h, m/s, knots or mph, as in the address
 *   bearing, altitude, accuracy, hdop, batt, charge, valid, driverUniqueId, …
 *   dir, alt, acc, sat, ischarging    GPSLogger's names of the same
 *   cell=mcc,mnc,lac,cell[,dBm]       may come several times, the serving cell first
 *   wifi=mac,dBm                      may come several times
 */

import { recognised } from '../../bytes/json.ts'
import { decimal, integer } from '../../bytes/text.ts'
import { type Query, readQuery } from '../../http/http.ts'
import type { Report } from '../../http/phones.ts'
import { type Cell, type Draft, draft, finish, put, putCells, putCustom, putList, putPosition } from '../../message.ts'
import type { KnownUnit } from '../../protocol.ts'
import type { ParameterName } from '../../values/parameters.ts'
import { momentOf, putAlarm, truth } from './reports.ts'

/** What is known only after all parameters have been read. */
interface Form {
  id?: string
  /** Set by the phone, not by a person. */
  ownId?: string
  speed?: number
  speedUnit?: string
  isMetres?: boolean
  latitude?: number
  longitude?: number
  isValid?: boolean
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
  form.id ??= value
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

const speed: Row = (_into, value, form) => {
  form.speed = decimal(value) ?? form.speed
}

const metres: Row = (into, value, form) => {
  speed(into, value, form)
  form.isMetres = true
}

const ownId =
  (name: string): Row =>
  (into, value, form) => {
    form.ownId ??= value
    putCustom(into, name, value)
  }

const moment: Row = (into, value) => put(into, 'timestamp', momentOf(value.trim()))

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
  ['aid', ownId('aid')],
  ['ser', ownId('ser')],
  ['lat', latitude],
  ['latitude', latitude],
  ['lon', longitude],
  ['lng', longitude],
  ['longitude', longitude],
  ['location', location],
  ['timestamp', moment],
  ['time', moment],
  ['speed', speed],
  ['spd', metres],
  ['s', metres],
  [
    'speed_unit',
    (_into, value, form) => {
      form.speedUnit = value
    },
  ],
  ['dir', number('position.direction')],
  ['alt', number('position.altitude')],
  ['acc', number('position.accuracy')],
  ['ischarging', boolean('battery.charging.status')],
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

/** The contents of a form, and whose it is. `unit` is undefined while its owner is unknown. */
export function readForm(query: Query, body: Query, unit: KnownUnit | undefined): { id?: string; into: Draft } {
  const into = draft()
  const form: Form = { cells: [], points: [] }
  readAll(into, query, form)
  readAll(into, body, form)
  if (form.latitude !== undefined && form.longitude !== undefined) {
    putPosition(into, form.latitude, form.longitude)
    put(into, 'position.valid', form.isValid ?? true)
  }
  if (form.speed !== undefined) put(into, 'position.speed', form.speed * speedScale(form, into, unit))
  putCells(into, form.cells)
  putList(into, 'wifi.points', form.points)
  return { id: form.id ?? form.ownId, into }
}

/** A form sent to the address for JSON. Only applications that send the speed in m/s can supply the secret there. */
export function readFormReport(query: string, body: string): Report {
  const { into } = readForm(readQuery(query), readQuery(body), { settings: { speed_unit: 'm/s' } })
  return { messages: [recognised(finish(into))] }
}

const scales: Readonly<Record<string, number>> = {
  ...{ 'km/h': 1, kmh: 1, kph: 1, 'm/s': 3.6, ms: 3.6, mps: 3.6, knots: 1.852, kn: 1.852, kt: 1.852, mph: 1.609344 },
}
const scaleNamed = (name: unknown): number | undefined =>
  typeof name === 'string' && Object.hasOwn(scales, name.toLowerCase()) ? scales[name.toLowerCase()] : undefined

/** Models of the catalogue whose form has the speed in metres per second. */
const metresModels = new Set(['OsmAnd', 'GPSLogger', 'Locus Map'])

/**
 * Factor to km/h. Knots are the custom on this port, which Traccar Client follows; OsmAnd and GPSLogger send metres per
 * second. Traccar Client may be registered as "OsmAnd", the name of the protocol: it always sends `accuracy` and `batt`
 * and never `hdop`, OsmAnd the other way round.
 */
function speedScale({ speedUnit, isMetres }: Form, { values }: Draft, unit: KnownUnit | undefined): number {
  const said = scaleNamed(speedUnit)
  if (said !== undefined) return said
  if (isMetres) return 3.6
  const set = scaleNamed(unit?.settings?.speed_unit)
  if (set !== undefined) return set
  const isTraccar = 'position.accuracy' in values && 'battery.level' in values && !('position.hdop' in values)
  const isMetresModel = metresModels.has(unit?.model ?? '') && !(unit?.model === 'OsmAnd' && isTraccar)
  return isMetresModel ? 3.6 : 1.852
}

/** More than any message can hold; the rest of an endless form is ignored. */
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

/** A number or boolean if it is written like one; digits with leading zeros are a code and stay text. */
function typed(value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true'
  const isCode = value.length > 15 || (value.length > 1 && value[0] === '0' && value[1] !== '.')
  return (isCode ? undefined : decimal(value)) ?? value
}
