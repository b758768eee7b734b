/**
 * GlobalSat (TR-102, TR-151, TR-600, GTR-128, GTR-388), in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   GSr,… or GSb,…*sum!     a report, whose fields its owner chooses: setting `format0`, one letter for each
 *   GSh,…*sum!              a heartbeat: setting `format1`          both → ACK\r
 *   $<imei>,mode,fix,ddmmyy,hhmmss,E<longitude>,N<latitude>,metres,knots,course,satellites,HDOP!
 */
import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, degreesMinutes, hexNumber } from '../bytes/text.ts'
import { type Bits, type Field, hexTimes, putBits, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putHexCell } from '../families/network.ts'
import { knots, mile, nmeaSum, putFix } from '../families/nmea.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCustom } from '../message.ts'
import type { KnownUnit } from '../protocol.ts'

interface State {
  readonly ident?: string
}

export default defineLines<State>({
  opening: anyOf(
    ...['GSr,', 'GSb,', 'GSh,', 'GSs,'].map((word) => opening(word)),
    opening('$', digits(14, 15), ',', digits(1, 2), ',', digits(1, 2), ',', digits(6), ','),
  ),
  end: '!',
  readsUnit: true,

  read({ text, state, unit }) {
    const [body = '', sum = ''] = text.split('*')
    const into = draft()
    if (text.startsWith('$')) return told(putPlain(into, body.slice(1).split(',')), into)
    if (!text.startsWith('GS')) return {}
    const isHeartbeat = text.startsWith('GSh')
    const format = formatOf(unit, isHeartbeat)
    const ident = putFormat(into, format.split('*')[0]!, fieldsOf(body).slice(1))
    const isRight = unit?.settings?.checksum === 'ignore' || sum === '' || sum.toUpperCase() === nmeaSum(body)
    if (into.keys > 0 && !isRight) put(into, 'message.checksum.status', false)
    return {
      ...told(ident, into),
      reply: ascii('ACK\r'),
      ...(ident === undefined || ident === state.ident ? {} : { state: { ident } }),
    }
  },

  commands: { text: 'none' },

  encode({ kind, text }, { ident }) {
    if (kind !== 'text' || !text || ident === undefined) return undefined
    const order = `GSC,${ident},${text}`
    return ascii(`${order}*${nmeaSum(order)}!`)
  },
})

/** As the maker sets them at first. */
const defaults = ['TSPRXAB27GHKLMnaicz*U!', 'SARY*U!'] as const

function formatOf(unit: KnownUnit | undefined, isHeartbeat: boolean): string {
  const given = unit?.settings?.[isHeartbeat ? 'format1' : 'format0']
  return typeof given === 'string' ? given : defaults[isHeartbeat ? 1 : 0]
}

/** Fields between quotes hold commas. */
const fieldsOf = (text: string): string[] => text.match(/"[^"]{0,200}"|[^,"]+|(?<=,)(?=,|$)/g) ?? []

const alarms: Bits = {
  0: { alarm: 'sos' },
  3: { alarm: 'geofence' },
  4: { alarm: 'geofence' },
  5: { alarm: 'overspeed' },
  6: { alarm: 'power_cut' },
  7: { alarm: 'low_power' },
}

const inputs: Bits = {
  1: 'din.1',
  7: 'movement.status',
  9: 'dout.1',
  13: 'engine.ignition.status',
  15: 'external.powersource.status',
}

const letters: Readonly<Record<string, Field>> = {
  T: word('device.model'),
  G: 'position.altitude',
  H: knots,
  I: 'position.speed',
  J: times('position.speed', mile),
  K: 'position.direction',
  L: 'position.satellites',
  M: 'position.hdop',
  N: putBattery,
  n: putBattery,
  m: (into, text) => put(into, 'external.powersource.voltage', volts(text)),
  P: (into, text) => putBits(into, hexNumber(text), alarms),
  R: word('custom.report_type'),
  X: hexTimes('custom.event'),
  Y: (into, text) => putBits(into, hexNumber(text), inputs),
  Z: word('custom.geofence'),
  c: 'custom.rssi',
  o: 'vehicle.mileage',
  z: putCellList,
}

/** Tells the ident. */
function putFormat(into: Draft, format: string, fields: readonly string[]): string | undefined {
  let ident: string | undefined
  let [isFix, latitude, longitude] = [false, Number.NaN, Number.NaN]
  const cell: Record<string, string> = {}
  let at = 0
  for (const letter of format) {
    const value = fields[at++] ?? ''
    if (letter === 'S') ident = checkedIdent(value)
    else if (letter === 'A') isFix = value !== '' && value !== '1'
    else if (letter === 'B') put(into, 'timestamp', dateAndTime(value, fields[at++] ?? '', 'ddmmyy'))
    else if (letter === 'C') at++
    else if ('123'.includes(letter)) longitude = degreesOf(letter, value) ?? Number.NaN
    else if ('678'.includes(letter)) latitude = degreesOf(letter, value) ?? Number.NaN
    else if ('tuvw'.includes(letter)) cell[letter] = value
    else if (Object.hasOwn(letters, letter)) putFields(into, [value.replaceAll('"', '')], [letters[letter]])
    else if (value !== '') putCustom(into, `field_${letter}`, decimal(value) ?? value)
  }
  if (!Number.isNaN(latitude)) putFix(into, isFix, latitude, longitude)
  else if (format.includes('A')) put(into, 'gnss.status', isFix)
  putHexCell(into, [cell.t ?? '', cell.u ?? '', cell.v ?? '', cell.w ?? ''])
  return ident
}

/** Degrees after a letter, degrees with minutes after a letter, or millionths. */
function degreesOf(letter: string, text: string): number | undefined {
  if (letter === '3' || letter === '8') {
    const value = decimal(text)
    return value === undefined ? undefined : value / 1e6
  }
  if (letter === '2' || letter === '7') return degreesMinutes(text.slice(1), text[0])
  const value = decimal(text.slice(1))
  return value !== undefined && (text[0] === 'W' || text[0] === 'S') ? -value : value
}

function volts(text: string): number | undefined {
  const value = decimal(text.replace(/m?V$/, ''))
  return value !== undefined && text.endsWith('mV') ? value / 1000 : value
}

/** In millivolts, volts or percent. */
function putBattery(into: Draft, text: string): void {
  if (text.endsWith('V')) put(into, 'battery.voltage', volts(text))
  else put(into, 'battery.level', decimal(text.replace('%', '')))
}

/** Country, network, area, cell, code, signal. */
function putCellList(into: Draft, text: string): void {
  putHexCell(into, text.split(','))
}

function putPlain(
  into: Draft,
  [ident = '', , fix, date = '', time = '', east = '', north = '', ...rest]: readonly string[],
): string {
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putFix(into, fix !== '1', degreesOf('7', north), degreesOf('2', east))
  putFields(into, rest, ['position.altitude', knots, 'position.direction', 'position.satellites', 'position.hdop'])
  return checkedIdent(ident)
}
