/**
 * TAIP, Trimble's ASCII interface, as trackers of Lantrix, Virloc, Akroz and others use it, over TCP and UDP.
 * Sources: recorded traffic and public implementations (docs/protocols.md).
 *
 *   >RPV<seconds of the day><position>…  >REV<event><week><day><seconds><position>…;ID=…;*sum<
 *   >RGP, RCQ, RCV, RBR, RPI, RUS00, RUV… [event] ddmmyyhhmmss<position>…;ID=…;#<number>;*sum<
 *   position: latitude and longitude in hundred thousandths of a degree or as ±ddmm.mmmm, mph, course
 *
 *   → >ACK;ID=…;#<number>;*sum< in the order they came, >SAK;ID=…;#IP…< to numbers that begin so, the id without a number
 */

import { ascii } from '../bytes/bytes.ts'
import { xor8 } from '../bytes/checksum.ts'
import { checkedIdent, dateAndTime, decimal, degreesMinutes, hexNumber, integer } from '../bytes/text.ts'
import { columns, type Field, hexTimes, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { hex2, mile, nearTime, putFix } from '../families/nmea.ts'
import { capitals, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCustom } from '../message.ts'
import type { KnownUnit } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'

export default defineLines({
  opening: opening('>R', capitals(2)),
  end: '<',
  readsUnit: true,

  read({ text, receivedAt, unit }) {
    const [report = '', ...attributes] = text.slice(text.indexOf('>') + 1).split(';')
    const id = attributes.find((one) => one.toUpperCase().startsWith('ID='))
    if (id === undefined) return {}
    const ident = checkedIdent(id.slice(3).trim())
    const into = draft()
    if (places.test(report.slice(0, 3))) {
      putReport(into, report, receivedAt)
      for (const one of attributes) putAttribute(into, one)
    }
    return { ...told(ident, into), reply: ascii(answer(ident, attributes, unit)) }
  },
})

const places = /^(R[EP]V|RGP|RC[QV]|RBR|RUS|RPI|RUV)$/

function answer(ident: string, attributes: readonly string[], unit: KnownUnit | undefined): string {
  const number = attributes.find((one) => one.startsWith('#'))?.split('*')[0]
  if (number === undefined) return ident
  if (number.startsWith('#IP')) return `>SAK;ID=${ident};${number}<`
  const isFirst = attributes[0]?.startsWith('#')
  const sentence = isFirst ? `>ACK;${number};ID=${ident};` : `>ACK;ID=${ident};${number};`
  // Lantrix leaves the star out of the sum.
  const isLantrix = unit?.model?.toUpperCase().startsWith('LANTRIX')
  return `${sentence}*${hex2(xor8(ascii(isLantrix ? sentence : `${sentence}*`)))}<`
}

const degrees = /([-+]\d{7})([-+]\d{8})(\d{3})(\d{3})/
const minutes = /([-+]\d{4}\.\d{4})([-+]\d{5}\.\d{4})(\d{3})(\d{3})/

function putReport(into: Draft, text: string, receivedAt: Date): void {
  const type = text.slice(0, 3)
  put(into, 'message.type', type)
  const found = degrees.exec(text) ?? minutes.exec(text)
  const head = found ? text.slice(3, found.index) : text.slice(3)
  const isEvent = putTime(into, type, head, receivedAt)
  const tail = found ? text.slice(found.index + found[0].length) : ''
  if (found) {
    const [, latitude = '', longitude = '', speed, course] = found
    const isPlain = !latitude.includes('.')
    const [y, x] = isPlain
      ? [Number(latitude) / 1e5, Number(longitude) / 1e5]
      : [degreesMinutes(latitude), degreesMinutes(longitude)]
    putFix(into, true, y, x)
    put(into, 'position.speed', Number(speed) * (type === 'RUV' ? 1 : mile))
    put(into, 'position.direction', Number(course))
  }
  if (isEvent) putSource(into, tail)
  else if (type === 'RCQ' || type === 'RCV' || type === 'RBR') putStates(into, tail)
  else putMode(into, type, tail)
  if (type === 'RUV') putAkroz(into, text.split(','))
}

const weekZero = Date.UTC(1980, 0, 6) / 1000

/** True for the reports of the standard, which have no date. */
function putTime(into: Draft, type: string, head: string, receivedAt: Date): boolean {
  if (type === 'REV' || type === 'RPV') {
    const [event = '', week, day, seconds] = columns(head, 2, 4, 1, 5) ?? ['', '', '', head]
    if (event) {
      put(into, 'event.enum', integer(event))
      put(into, 'timestamp', weekZero + (Number(week) * 7 + Number(day)) * 86_400 + Number(seconds))
    } else {
      const ofDay = new Date((integer(seconds) ?? 0) * 1000).toISOString().slice(11, 19).replaceAll(':', '')
      put(into, 'timestamp', nearTime(ofDay, receivedAt))
    }
    return true
  }
  const moment = /\d{12}(?=,|$)/.exec(head)?.[0] ?? head.slice(-12)
  put(into, 'timestamp', dateAndTime(moment.slice(0, 6), moment.slice(6), 'ddmmyy'))
  const event = /^,?(\d{1,5})(?=\d{12}|,)/.exec(head)?.[1]
  if (event) put(into, 'event.enum', integer(type === 'RUV' || type === 'RUS' ? event.slice(2) : event))
  return false
}

/** Where the position is from and its age: 9 not known, 0 too old. */
function putSource(into: Draft, tail: string): void {
  if (tail[0] === '9' || tail[1] === '0') put(into, 'position.valid', false)
}

const first: Readonly<Record<number, Alarm>> = { 1: 'sos', 2: 'power_cut' }
const second: Readonly<Record<number, Alarm>> = {
  22: 'harsh_acceleration',
  23: 'harsh_braking',
  24: 'crash',
  26: 'harsh_cornering',
  28: 'harsh_cornering',
}
const akroz: Readonly<Record<number, Alarm>> = {
  104: 'overspeed',
  106: 'overspeed',
  109: 'high_rpm',
  111: 'idle',
  119: 'temperature',
  120: 'harsh_acceleration',
  121: 'harsh_braking',
  122: 'harsh_cornering',
  127: 'power_cut',
  128: 'power_restored',
  129: 'low_battery',
}

/** Mode of the fix, age, inputs, then the event and HDOP, or a meter, mileage, voltages, revolutions, temperatures, alarm. */
function putMode(into: Draft, type: string, tail: string): void {
  const [states = '', ...rest] = tail.split(',')
  const [mode = '', , inputs = '', event = '', hdop = ''] = columns(states.padEnd(9), 1, 2, 2, 2, 2) ?? []
  const isAkroz = type === 'RUV'
  if (/\d/.test(mode)) {
    const size = Number(mode)
    const isFix = isAkroz ? size >= 2 && size < 8 : size > 0
    if (!isFix || !('position.latitude' in into.values)) put(into, 'position.valid', false)
  }
  const bits = hexNumber(inputs)
  put(into, 'din', bits)
  if (bits !== undefined) put(into, 'engine.ignition.status', (bits & 0x80) !== 0)
  if (bits !== undefined && isAkroz) put(into, 'external.powersource.status', (bits & 0x40) !== 0)
  if (type === 'RUS' && rest.length >= 5) putFields(into, [...rest.slice(0, 4), ...rest.slice(4, -1)], meter)
  else if (!isAkroz && type !== 'RUS') put(into, 'event.enum', integer(event))
  put(into, 'position.hdop', integer(hdop))
  if (type === 'RUS' && rest.length >= 5) put(into, 'event.enum', hexNumber(rest.at(-1)))
  const code = into.values['event.enum']
  if (typeof code === 'number') raise(into, (isAkroz ? akroz : type === 'RUS' ? second : first)[code])
}

const meter: readonly Field[] = [
  word('custom.flow'),
  times('vehicle.mileage', 0.001),
  (into, text) => {
    const voltages = columns(text, 4, 4) ?? []
    putFields(into, voltages, [times('external.powersource.voltage', 0.01), times('battery.voltage', 0.01)])
  },
  'engine.rpm',
  'sensor.temperature.1',
  'sensor.temperature.2',
]

/** Inputs, outputs, voltage, mileage, receiver, mode, PDOP, satellites, age, modem, its state, signal, temperatures. */
function putStates(into: Draft, tail: string): void {
  const fields = columns(tail.padEnd(26), 2, 2, 3, 8, 1, 1, 2, 2, 4, 1, 1, 2) ?? []
  putFields(into, fields, [
    hexTimes('din'),
    undefined,
    times('external.powersource.voltage', 0.1),
    hexTimes('vehicle.mileage', 0.001),
    undefined,
    (draft, text) => put(draft, 'position.valid', text !== '0' && 'position.latitude' in draft.values),
    'position.pdop',
    'position.satellites',
    undefined,
    undefined,
    undefined,
    'custom.rssi',
  ])
  const [warm, , cold] = columns(tail.slice(29), 5, 2, 5) ?? []
  putFields(into, [warm ?? '', cold ?? ''], [times('sensor.temperature.1', 0.01), times('sensor.temperature.2', 0.01)])
}

const voltages: Field = (into, text) =>
  putFields(into, columns(text, 4, 4) ?? [], [
    times('battery.voltage', 0.01),
    times('external.powersource.voltage', 0.01),
  ])
const minutesRun = times('engine.motorhours', 1 / 60)
const engine: readonly Field[] = [
  minutesRun,
  times('can.vehicle.mileage', 0.001),
  'can.engine.rpm',
  'can.engine.coolant.temperature',
  'custom.oil_pressure',
  'can.fuel.level',
]
const skipped = (count: number): undefined[] => Array.from({ length: count })

/** By the number after RUV. */
const akrozFields: Readonly<Record<string, readonly Field[]>> = {
  '00': [
    voltages,
    word('device.serial.number'),
    'device.firmware.version',
    'device.hardware.version',
    ...skipped(5),
    word('gsm.sim.iccid'),
  ],
  '01': [voltages, ...skipped(3), ...engine, ...skipped(3), word('driver.id')],
  '02': [...skipped(8), 'custom.trip_time', times('segment.vehicle.mileage', 0.001), times('can.fuel.consumed', 0.1)],
  '03': [
    'can.throttle.level',
    ...engine,
    times('can.fuel.consumed', 0.1),
    undefined,
    'can.vehicle.speed',
    'custom.torque',
  ],
}

const putAkroz = (into: Draft, fields: readonly string[]): void =>
  putFields(into, fields.slice(3), akrozFields[fields[0]!.slice(3, 5)] ?? [])

/** `SV=8` and the like; unknown ones keep their name. */
function putAttribute(into: Draft, text: string): void {
  const [name = '', value = ''] = text.split('=')
  switch (name.toUpperCase()) {
    case 'ID':
    case '':
      return
    case 'IO':
      putIo(into, value)
      return
    case 'SV':
      put(into, 'position.satellites', integer(value))
      return
    case 'BL':
      putFields(into, [value], [times('battery.voltage', 0.001)])
      return
    case 'VO':
      putFields(into, [value], [times('vehicle.mileage', 0.001)])
      return
    default:
      if (text.includes('=')) putCustom(into, name, decimal(value) ?? value)
  }
}

/** Three digits: ignition and supply, outputs, inputs. */
function putIo(into: Draft, value: string): void {
  const [power, outputs, inputs] = [...value].map((digit) => integer(digit))
  if (power !== undefined) {
    put(into, 'engine.ignition.status', (power & 1) !== 0)
    put(into, 'external.powersource.status', (power & 2) !== 0)
  }
  put(into, 'dout', outputs)
  put(into, 'din', inputs)
}
