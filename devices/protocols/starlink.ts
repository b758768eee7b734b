/**
 * ERM StarLink, over TCP.
 * Source: recorded traffic and general knowledge of the format; we have no document from the maker (docs/protocols.md).
 *
 *   $SLU id, type, number, fields * sum of the bytes after the dollar, CR LF
 *   06 is a report of an event; its fields are those of a template that the owner of the tracker chose.
 *
 * The template is the unit's setting `format`, as it stands in the tracker: `#EDT#,#EID#,#PDT#,…`. Without it only the first
 * eight fields of the usual one are read, and only from a line that they fit. No answer is described. A wrong sum is marked
 * in the message.
 */

import { ascii, checkedLength, latin1, mayStartWith, type Reader, reader, skip, u8 } from '../bytes/bytes.ts'
import { sum8 } from '../bytes/checksum.ts'
import { checkedIdent, dateAndTime, decimal, degreesMinutes, hexNumber, integer } from '../bytes/text.ts'
import { type Draft, draft, finish, put, putCells, putPosition } from '../message.ts'
import { defineDecoder, ProtocolError } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'
import type { ParameterName } from '../values/parameters.ts'

const start = ascii('$SLU')
const frameBytesMax = 2048
const knots = 1.852
const usual = ['EDT', 'EID', 'PDT', 'LAT', 'LONG', 'SPD', 'HEAD', 'ODO']
/** What follows in the maker's whole template; the first eight are 0 or 1. */
const usualRest = [
  ...['IN1', 'IN2', 'IN3', 'IN4', 'OUT1', 'OUT2', 'OUT3', 'OUT4'],
  ...['LAC', 'CID', 'VIN', 'VBAT', 'DEST', 'IGN', 'ENG'],
]
const namesMax = 128
/** Of what a sensor said, and the field in it that is its battery. */
const sensorTextMax = 512
const sensorBattery = 9

export default defineDecoder({
  frameBytesMax,
  readsUnit: true,

  recognise: (bytes) => (!mayStartWith(bytes, start) ? 'no' : bytes.length < start.length ? 'more' : 'yes'),

  frame(buffer) {
    if (buffer[0] === 10 || buffer[0] === 13) return 1
    const end = buffer.indexOf(10) + 1
    checkedLength(end === 0 ? buffer.length : end, frameBytesMax)
    return end
  },

  decode(frame, _state, _receivedAt, unit) {
    const line = latin1(frame).trim()
    if (line === '') return {}
    const star = line.lastIndexOf('*')
    if (!line.startsWith('$SLU') || star < 0) throw new ProtocolError('no line')
    const [id, type, number, ...fields] = line.slice(start.length, star).split(',')
    const ident = checkedIdent(id!)
    if (type !== '06') return { ident }
    const into = draft()
    put(into, 'record.seqnum', integer(number))
    const names = templateOf(unit?.settings?.format)
    if (names) readFields(into, names, fields)
    else if (isUsual(fields)) readFields(into, hasUsualRest(fields) ? [...usual, ...usualRest] : usual, fields)
    readEvent(into, fields)
    put(into, 'position.valid', 'position.latitude' in into.values)
    const isRight = sum8(ascii(line), 1, star) === hexNumber(line.slice(star + 1, star + 3))
    if (!isRight && unit?.settings?.checksum !== 'ignore') put(into, 'message.checksum.status', false)
    return { ident, messages: [finish(into)!] }
  },
})

/** `#EDT#,#EID#` as its names; undefined if the owner has not set it. */
function templateOf(format: unknown): readonly string[] | undefined {
  if (typeof format !== 'string' || format === '') return undefined
  return format
    .split(',', namesMax)
    .map((name) => name.trim())
    .map((name) => (name.startsWith('#') && name.endsWith('#') ? name.slice(1, -1) : name))
}

const moment = (text: string): number | undefined =>
  text.length === 12 ? dateAndTime(text.slice(0, 6), text.slice(6), 'yymmdd') : undefined

/** A date, an event, a date or nothing, and a position with signs or nothing: a line of another template looks otherwise. */
function isUsual([event = '', id = '', date = '', latitude = '', longitude = '']: readonly string[]): boolean {
  if (moment(event) === undefined || integer(id) === undefined) return false
  if (date === '' && latitude === '' && longitude === '') return true
  return moment(date) !== undefined && isPlace(latitude, 2) && isPlace(longitude, 3)
}

const hasUsualRest = (fields: readonly string[]): boolean =>
  fields.length >= usual.length + 8 &&
  fields.slice(usual.length, usual.length + 8).every((field) => /^[01]?$/.test(field))

const alarms: Readonly<Record<number, Alarm>> = {
  6: 'overspeed',
  7: 'geofence_enter',
  8: 'geofence_exit',
  9: 'power_cut',
  11: 'low_battery',
  26: 'towing',
  36: 'sos',
  42: 'jamming',
}

/** 24 and 25 are the ignition; of 20, a card that was shown, the number stands at the end of the line. */
function readEvent(into: Draft, fields: readonly string[]): void {
  const event = into.values['event.enum']
  if (typeof event !== 'number') return
  raise(into, alarms[event])
  if (event === 24 || event === 25) put(into, 'engine.ignition.status', event === 24)
  const shown = event === 20 ? [fields.at(-1), fields.at(-2)].find((field) => field && !/^0+$/.test(field)) : undefined
  put(into, 'driver.id', shown)
}

const isPlace = (text: string, degreeDigits: number): boolean =>
  (text[0] === '+' || text[0] === '-') && text.indexOf('.') === degreeDigits + 3 && decimal(text) !== undefined

type Field = (into: Draft, text: string) => void

const numeric =
  (key: ParameterName, scale = 1): Field =>
  (into, text) => {
    const value = decimal(text)
    if (value !== undefined) put(into, key, value * scale)
  }

const yesOrNo =
  (key: ParameterName): Field =>
  (into, text) => {
    if (text === '0' || text === '1') put(into, key, text === '1')
  }

const words =
  (key: ParameterName): Field =>
  (into, text) =>
    put(into, key, text)

/** Names of the template. Those without a row pass through as `custom.<name>`. */
const rows: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['EDT', (into, text) => put(into, 'timestamp', moment(text))],
  ['PDT', (into, text) => put(into, 'position.timestamp', moment(text))],
  ['EID', (into, text) => put(into, 'event.enum', integer(text))],
  ['EDSC', words('message.content')],
  ['IMEI', words('device.imei')],
  ['SPD', numeric('position.speed', knots)],
  ['SPDK', numeric('position.speed')],
  ['HEAD', numeric('position.direction')],
  ['ALT', numeric('position.altitude')],
  ['ALTD', numeric('position.altitude')],
  ['PDOP', numeric('position.pdop')],
  ['DAL', words('driver.id')],
  ['DID', words('driver.id')],
  ['IARM', yesOrNo('custom.armed')],
  ['ENG', yesOrNo('custom.engine')],
  ['BATH', numeric('custom.battery_health')],
  ['CFL', numeric('can.fuel.volume')],
  ['CFL2', numeric('fuel.volume.2')],
  ['SAT', numeric('custom.satellites_visible')],
  ['SATN', numeric('custom.satellites_visible')],
  ['DUR', numeric('engine.motorhours', 1 / 3600)],
  ['TDUR', numeric('engine.motorhours', 1 / 3600)],
  ['STRT', numeric('custom.starter')],
  ['TS1', numeric('custom.sensor1_state')],
  ['TS2', numeric('custom.sensor2_state')],
  ['V3', numeric('ain.1')],
  ['V4', numeric('ain.2')],
  ['ODOD', numeric('vehicle.mileage')],
  ...['A', 'B', 'C', 'D'].map((letter, index): [string, Field] => [`OUT${letter}`, yesOrNo(`dout.${index + 1}`)]),
  ['SATU', numeric('position.satellites')],
  ['ODO', numeric('vehicle.mileage')],
  ['CSS', numeric('gsm.signal.level')],
  ['VIN', numeric('external.powersource.voltage')],
  ['VBAT', numeric('battery.voltage')],
  ['BATC', numeric('battery.level')],
  ['TVI', numeric('device.temperature')],
  ['IGN', yesOrNo('engine.ignition.status')],
  ['IGNL', yesOrNo('engine.ignition.status')],
  ...[1, 2, 3, 4].flatMap((line): [string, Field][] => [
    [`IN${line}`, yesOrNo(`din.${line}`)],
    [`OUT${line}`, yesOrNo(`dout.${line}`)],
  ]),
  ...[1, 2, 3, 4].flatMap((sensor): [string, Field][] => [
    [`TI${sensor}`, words(`ble.sensor.id.${sensor}`)],
    [`TV${sensor}`, numeric(`ble.sensor.temperature.${sensor}`)],
    [`TH${sensor}`, numeric(`ble.sensor.humidity.${sensor}`)],
    [`TD${sensor}`, (into, text) => readSensor(into, sensor, text)],
  ]),
])

/** Two fields make one value. */
const together = new Set(['LAT', 'LONG', 'LAC', 'CID'])

function readFields(into: Draft, names: readonly string[], fields: readonly string[]): void {
  const texts = new Map<string, string>()
  for (const [index, name] of names.entries()) {
    const text = fields[index]?.trim() ?? ''
    if (text === '') continue
    if (together.has(name)) texts.set(name, text)
    else (rows.get(name) ?? words(`custom.${name.toLowerCase()}`))(into, text)
  }
  putPosition(into, degreesMinutes(texts.get('LAT')), degreesMinutes(texts.get('LONG')))
  putCells(into, [{ lac: integer(texts.get('LAC')), cellid: integer(texts.get('CID')) }])
}

/**
 * What a wireless sensor said (`#TD1#`): a protocol buffer in base64. Traffic shows field 9 to be its battery in
 * millivolts; temperature and humidity have their own fields.
 */
function readSensor(into: Draft, sensor: number, text: string): void {
  const bytes = fromBase64(text)
  if (!bytes) return
  const data = reader(bytes)
  while (data.at < data.end) {
    const tag = varint(data)
    const kind = tag & 7
    const value = kind === 0 ? varint(data) : undefined
    if (kind === 2) skipUpTo(data, varint(data))
    else if (kind === 5) skipUpTo(data, 4)
    else if (kind === 1) skipUpTo(data, 8)
    else if (kind !== 0) return
    if (tag >>> 3 === sensorBattery && value !== undefined)
      put(into, `ble.sensor.battery.voltage.${sensor}`, value / 1000)
  }
}

/** A sensor's words are cut off with the line; the report around them is kept. */
const skipUpTo = (data: Reader, size: number): void => skip(data, Math.min(size, data.end - data.at))

function varint(data: Reader): number {
  let value = 0
  for (let scale = 1; data.at < data.end && scale < 2 ** 49; scale *= 128) {
    const byte = u8(data)
    value += (byte & 127) * scale
    if (byte < 128) break
  }
  return value
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function fromBase64(text: string): Uint8Array | undefined {
  if (text.length > sensorTextMax) return undefined
  const bytes: number[] = []
  let bits = 0
  let count = 0
  for (const letter of text) {
    if (letter === '=') break
    const value = alphabet.indexOf(letter)
    if (value < 0) return undefined
    bits = ((bits << 6) | value) & 0xfff
    count += 6
    if (count < 8) continue
    count -= 8
    bytes.push((bits >> count) & 0xff)
  }
  return Uint8Array.from(bytes)
}
