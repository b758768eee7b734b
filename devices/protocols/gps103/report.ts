/**
 * Reports.
 *
 *   <imei>, <keyword>, <local yymmddhhmm[ss]>, <telephone, card or battery>, F, <UTC hhmmss.sss>, A|V, <ddmm.mmmm>, N|S,
 *   <dddmm.mmmm>, E|W, <knots>, <course>, <altitude>, <ACC>, <door>, <fuel 1 %>, <fuel 2 %>, <temperature>
 *   without satellites: …, L, , , <LAC hex>, , <cell hex>
 *   <imei>, OBD, <local time>, <km>, <l/h>, <l/100 km>, <hours>, <km/h>, <load %>, <coolant>, <throttle %>, <rpm>, <volts>,
 *   up to four fault codes
 *   one maker's own: <imei>, <name>, <event>, <sensor>, <volts>, <hhmmss>, <ddmmyy>, <signal>, <fix>, <latitude>,
 *   <longitude>, <km/h>, <course>, <altitude>, <HDOP>, <satellites>, <ignition>, <charging>, <error>
 */

import { dateAndTime, decimal, degreesMinutes, hexNumber, integer, isDigits } from '../../bytes/text.ts'
import { type Draft, draft, put, putCells, putPosition } from '../../message.ts'
import { raise } from '../../values/alarms.ts'
import { putKeyword } from './keywords.ts'

export interface Report {
  readonly into: Draft
  /** Local time minus UTC, if this report shows it. */
  readonly offsetSeconds?: number
}

type Fields = readonly string[]

const knot = 1.852
const day = 86_400
const quarter = 900

export function readReport(fields: Fields, knownOffset: number): Report | undefined {
  if (isOfOtherMaker(fields)) return { into: readOfOtherMaker(fields) }
  const kind = fields[4]
  if (kind !== 'F' && kind !== 'L') return undefined
  const into = draft()
  const local = localSeconds(fields[2])
  const utc = kind === 'F' ? utcSeconds(local, fields[5]) : undefined
  put(into, 'timestamp', utc ?? (local === undefined ? undefined : local - knownOffset))
  putKeyword(into, fields[1]!, fields)
  if (kind === 'L') putLac(into, fields)
  else putPlace(into, fields)
  const offset = utc === undefined || local === undefined ? undefined : Math.round((local - utc) / quarter) * quarter
  return { into, offsetSeconds: offset }
}

/** The digits of `yymmddhhmm`, with seconds or not; some write them with slashes and a colon. */
function localSeconds(field = ''): number | undefined {
  let digits = field
  if (!isDigits(field)) digits = field.split('/').join('').split(':').join('').split(' ').join('')
  if (digits.length !== 10 && digits.length !== 12) return undefined
  return dateAndTime(digits.slice(0, 6), digits.slice(6).padEnd(6, '0'), 'yymmdd')
}

/** UTC has a time only: its day is the one that brings it nearest to the local time. */
function utcSeconds(local: number | undefined, time = ''): number | undefined {
  if (local === undefined || time.length < 6) return undefined
  const ofDay = dateAndTime('700101', time, 'yymmdd')
  if (ofDay === undefined) return undefined
  const utc = Math.floor(local / day) * day + (ofDay % day)
  return utc + Math.round((local - utc) / day) * day
}

/** Without satellites: the cell, if it knows one. */
function putLac(into: Draft, fields: Fields): void {
  put(into, 'position.valid', false)
  putCells(into, [{ lac: hexNumber(fields[7]), cellid: hexNumber(fields[9]) }])
}

function putPlace(into: Draft, fields: Fields): void {
  // A few write the letter before its number.
  const swapped = fields[7] === 'N' || fields[7] === 'S'
  const [latitude, north, longitude, east] = swapped
    ? [fields[8], fields[7], fields[10], fields[9]]
    : [fields[7], fields[8], fields[9], fields[10]]
  putPosition(into, degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  put(into, 'position.valid', fields[6] === 'A')
  const knots = decimal(fields[11])
  put(into, 'position.speed', knots === undefined ? undefined : knots * knot)
  put(into, 'position.direction', decimal(fields[12]))
  put(into, 'position.altitude', decimal(fields[13]))
  if (fields.length > 14) putState(into, fields)
}

function putState(into: Draft, fields: Fields): void {
  const keyword = fields[1]!
  if (keyword === 'oil1' || keyword === 'oil2') {
    put(into, 'fuel.level.1', percent(fields[15]))
    put(into, 'fuel.level.2', percent(fields[16]))
    return
  }
  put(into, 'engine.ignition.status', bit(fields[14]))
  put(into, 'door.open.status', bit(fields[15]))
  put(into, 'fuel.level.1', percent(fields[16]))
  if (keyword === 'DTC') put(into, 'can.dtc', fields[17])
  else put(into, 'fuel.level.2', percent(fields[17]))
  put(into, 'sensor.temperature.1', decimal(fields[18]))
}

const bit = (field: string | undefined): boolean | undefined =>
  field === '1' ? true : field === '0' ? false : undefined

const percent = (field: string | undefined): number | undefined =>
  decimal(field?.endsWith('%') ? field.slice(0, -1) : field)

/** A coolant temperature of `+` alone means that the adapter receives nothing from the bus. */
export function readObd(fields: Fields, knownOffset: number): Report | undefined {
  if (fields[9] === '+') return undefined
  const into = draft()
  const local = localSeconds(fields[2])
  put(into, 'timestamp', local === undefined ? undefined : local - knownOffset)
  put(into, 'can.vehicle.mileage', integer(fields[3]))
  put(into, 'can.fuel.consumption.hour', decimal(fields[4]))
  put(into, 'can.fuel.consumption.distance', decimal(fields[5]))
  put(into, 'engine.motorhours', decimal(fields[6]))
  put(into, 'can.vehicle.speed', decimal(fields[7]))
  put(into, 'can.engine.load.level', percent(fields[8]))
  put(into, 'can.engine.coolant.temperature', decimal(fields[9]))
  put(into, 'can.throttle.level', percent(fields[10]))
  put(into, 'can.engine.rpm', decimal(fields[11]))
  put(into, 'can.battery.voltage', decimal(fields[12]))
  const codes = fields.slice(13, 17).filter((code) => code !== '')
  if (codes.length > 0) {
    put(into, 'can.dtc', codes.join(' '))
    raise(into, 'fault')
  }
  return { into }
}

/** Dashes stand for nothing. */
const known = (field: string | undefined): string | undefined => (field?.startsWith('-') ? undefined : field)

const isOfOtherMaker = (fields: Fields): boolean =>
  fields.length > 15 && fields[5]!.length === 6 && fields[6]!.length === 6 && isDigits(fields[5]! + fields[6]!)

function readOfOtherMaker(fields: Fields): Draft {
  const into = draft()
  put(into, 'timestamp', dateAndTime(fields[6]!, fields[5]!, 'ddmmyy'))
  putPosition(into, decimal(fields[9]), decimal(fields[10]))
  put(into, 'position.valid', fields[8] === '1')
  put(into, 'position.speed', decimal(fields[11]))
  put(into, 'position.direction', decimal(fields[12]))
  put(into, 'position.altitude', decimal(fields[13]))
  put(into, 'position.hdop', decimal(fields[14]))
  put(into, 'position.satellites', integer(fields[15]))
  put(into, 'message.type', known(fields[2]))
  put(into, 'custom.sensor_id', known(fields[3]))
  put(into, 'custom.sensor_voltage', decimal(known(fields[4])))
  put(into, 'custom.rssi', integer(fields[7]))
  put(into, 'engine.ignition.status', bit(fields[16]))
  put(into, 'battery.charging.status', bit(fields[17]))
  put(into, 'custom.error', known(fields[18]?.replace('*', '')))
  return into
}
