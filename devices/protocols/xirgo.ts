/**
 * Xirgo (XT-2000, XT-4500, XT-4700), in text over TCP and UDP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   $$<imei>,<event>,yyyy/mm/dd,hh:mm:ss,latitude,longitude,metres,mph,…##
 *   older: …,course,satellites,HDOP,volts,signal,miles,fix,…
 *   newer: …,acceleration,braking,revolutions,course,satellites,HDOP,miles,consumption,volts,signal,fix,…
 *
 * Over UDP → !UDP_ACK,<event>,<last field>. The owner can choose the fields: setting `form`, such as
 * `UID,EV,D,T,LT,LN,AL,GSPT,HD,SV,HP,BV,CQ,GS,SI,IG,OT`.
 */

import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, integer, isDigits } from '../bytes/text.ts'
import { type Field, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { mile, putFix } from '../families/nmea.ts'
import { digits, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCustom } from '../message.ts'
import type { Link } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'
import type { ParameterName } from '../values/parameters.ts'

interface State {
  readonly link: Link
}

export default defineLines<State>({
  opening: opening('$$', digits(6, 15), ',', digits(4), ','),
  end: '##',
  readsUnit: true,
  start: (link) => ({ link }),

  read({ text, state, unit }) {
    const fields = text.replace(/^\$+/, '').split(',')
    if (!text.startsWith('$$') || fields.length < 2) return {}
    const into = draft()
    const form = unit?.settings?.form
    const isFormed = typeof form === 'string'
    if (fields.length > 14) {
      if (isFormed) putForm(into, form.split(','), fields)
      else putReport(into, fields)
    }
    const last = fields.at(-1)!
    const isAsked = state.link === 'udp' && isDigits(last)
    return {
      ...told(checkedIdent(fields[0]!), into),
      ...(isAsked ? { reply: ascii(`!UDP_ACK,${fields[1]},${last}`) } : {}),
    }
  },

  commands: { 'engine.stop': 'none', 'engine.resume': 'none', text: 'none' },

  encode({ kind, text }) {
    if (kind === 'engine.stop') return ascii('+XT:7005,2,1')
    if (kind === 'engine.resume') return ascii('+XT:7005,1,1')
    return kind === 'text' && text ? ascii(text) : undefined
  },
})

const alarms: Readonly<Record<string, Alarm>> = {
  6002: 'overspeed',
  6006: 'harsh_acceleration',
  6007: 'harsh_braking',
  6008: 'low_power',
  6009: 'power_cut',
  6010: 'power_restored',
  6016: 'idle',
  6017: 'towing',
  6032: 'parking',
  6090: 'removal',
  6091: 'low_battery',
}

const states: Readonly<Record<string, readonly [ParameterName, boolean]>> = {
  4001: ['engine.ignition.status', true],
  4002: ['engine.ignition.status', false],
  4003: ['engine.ignition.status', true],
  4004: ['engine.ignition.status', false],
  4005: ['external.powersource.status', false],
  6011: ['engine.ignition.status', true],
  6012: ['engine.ignition.status', false],
  6013: ['engine.ignition.status', true],
  6014: ['engine.ignition.status', false],
  6030: ['movement.status', true],
  6031: ['movement.status', false],
  6071: ['movement.status', true],
}

function putEvent(into: Draft, code: string): void {
  put(into, 'event.enum', integer(code))
  if (Object.hasOwn(alarms, code)) raise(into, alarms[code])
  const state = Object.hasOwn(states, code) ? states[code] : undefined
  if (state) put(into, state[0], state[1])
}

const miles = times('vehicle.mileage', mile)
const mph = times('position.speed', mile)

const older: readonly Field[] = [
  'position.direction',
  'position.satellites',
  'position.hdop',
  'external.powersource.voltage',
  'custom.rssi',
  miles,
]

const newer: readonly Field[] = [
  'custom.acceleration',
  'custom.deceleration',
  'engine.rpm',
  'position.direction',
  'position.satellites',
  'position.hdop',
  miles,
  'custom.fuel_consumption',
  'external.powersource.voltage',
  'custom.rssi',
]

const bits: readonly Field[] = ['din.1', 'din.2', 'din.3', 'dout.1']

const engine: readonly Field[] = [
  'custom.reset_mode',
  (into, text) => putFields(into, [...text], bits),
  'ain.1',
  'fuel.level',
  'can.engine.load.level',
  'engine.motorhours',
  'custom.oil_pressure',
  'custom.oil_level',
  'custom.oil_temperature',
  'custom.coolant_pressure',
  'custom.coolant_level',
  'custom.coolant_temperature',
]

function putReport(into: Draft, fields: readonly string[]): void {
  const [, event = '', date = '', time = '', latitude, longitude, altitude = '', speed = '', ...rest] = fields
  const isNewer = isDigits(rest[2] ?? '') && isDigits(rest[4] ?? '') && (rest[8] ?? '').includes('.')
  const table = isNewer ? newer : older
  putEvent(into, event)
  put(into, 'timestamp', dateAndTime(date.replaceAll('/', '').slice(2), time.replaceAll(':', ''), 'yymmdd'))
  putFix(into, rest[table.length] === '1', decimal(latitude), decimal(longitude))
  putFields(into, [altitude, speed], ['position.altitude', mph])
  putFields(into, rest, table)
  const more = rest.slice(table.length + 1)
  if (isNewer && /^[01]{4}$/.test(more[1] ?? '')) putFields(into, more, engine)
  else putOwn(into, more)
}

/** What follows depends on the model: the vehicle's number has a shape of its own, the others have no name. */
function putOwn(into: Draft, fields: readonly string[]): void {
  const vin = fields.findIndex((field) => /^[A-HJ-NPR-Z\d]{17}$/.test(field))
  if (vin >= 0) put(into, 'vehicle.vin', fields[vin])
  for (const [index, field] of fields.entries()) if (index !== vin) put(into, `custom.value_${index + 1}`, field)
}

/** The names of the owner's form. */
const names: Readonly<Record<string, Field>> = {
  AL: 'position.altitude',
  GSPT: 'position.speed',
  HD: (into, text) => put(into, 'position.direction', text.includes('.') ? decimal(text) : Number(text) / 10),
  SV: 'position.satellites',
  HP: 'position.hdop',
  BV: 'external.powersource.voltage',
  CQ: 'custom.rssi',
  MI: times('vehicle.mileage', 0.001),
  SI: word('gsm.sim.iccid'),
  IG: (into, text) => put(into, 'engine.ignition.status', text === '1' ? true : text === '2' ? false : undefined),
  OT: 'dout',
  EV: putEvent,
}
const readApart = new Set(['UID', 'IM', 'D', 'T', 'LT', 'LN', 'GS'])

function putForm(into: Draft, keys: readonly string[], fields: readonly string[]): void {
  const fieldOf = (key: string) => fields[keys.indexOf(key)] ?? ''
  const [month = '', day = '', year = ''] = fieldOf('D').split('/')
  put(into, 'timestamp', dateAndTime(year.slice(2) + month + day, fieldOf('T').replaceAll(':', ''), 'yymmdd'))
  putFix(into, fieldOf('GS') === '3', decimal(fieldOf('LT')), decimal(fieldOf('LN')))
  for (const [index, key] of keys.entries()) {
    const value = fields[index] ?? ''
    if (Object.hasOwn(names, key)) putFields(into, [value], [names[key]])
    else if (!readApart.has(key)) putCustom(into, key, value)
  }
}
