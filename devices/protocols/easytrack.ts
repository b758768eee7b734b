/**
 * EasyTrack (ET-series, E3), in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   *ET,<imei>,<type>,A,yymmdd,hhmmss,latitude,longitude,km/h,course,status,signal,power,fuel,odometer[,metres,…]#  all in hex
 *   TX time, MQ heartbeat → itself     JZ cell → *ET,<imei>,JZ,undefined# when it asks for an address     OB engine
 *   HB, DW, AM, CC, JZ of the E3+4G → *ET,<imei>,<type>,ACK#
 */
import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, hexNumber, integer } from '../bytes/text.ts'
import { utcSeconds } from '../bytes/time.ts'
import { type Bits, columns, type Field, hexTimes, putBits, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { digits, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCells } from '../message.ts'

interface State {
  readonly ident?: string
}

export default defineLines<State>({
  opening: opening('*ET,', digits(15), ','),
  end: '#',
  readsUnit: true,

  read({ text, state, unit }) {
    const [maker, imei = '', type = '', ...fields] = text.split(',')
    if (maker !== '*ET') return {}
    const ident = checkedIdent(imei)
    const isNew = unit?.model === 'E3+4G'
    const into = draft()
    if (type === 'OB') putEngine(into, fields.join(','))
    else if (type === 'JZ') putCells(into, [cellOf(fields)])
    else putReport(into, type, fields, isNew)
    const reply = answer(text, ident, type, fields, isNew)
    return {
      ...told(ident, into),
      ...(reply ? { reply: ascii(reply) } : {}),
      ...(ident === state.ident ? {} : { state: { ident } }),
    }
  },

  commands: { 'engine.stop': 'none', 'engine.resume': 'none', text: 'none' },

  encode({ kind, text }, { ident }) {
    const order =
      kind === 'engine.stop'
        ? 'FD,Y1'
        : kind === 'engine.resume'
          ? 'FD,Y2'
          : kind === 'text' && text
            ? `KS,${text}`
            : ''
    return order === '' || ident === undefined ? undefined : ascii(`*ET,${ident},${order}#`)
  },
})

const confirmed = new Set(['HB', 'CC', 'AM', 'DW', 'JZ'])

function answer(text: string, ident: string, type: string, fields: readonly string[], isNew: boolean): string {
  if (type === 'TX' || type === 'MQ') return `${text}#`
  if (isNew && confirmed.has(type)) return `*ET,${ident},${type},ACK#`
  return type === 'JZ' && fields[0] === '1' ? `*ET,${ident},JZ,undefined#` : ''
}

const cellOf = ([, cell, lac, mcc, mnc]: readonly string[]) => ({
  mcc: integer(mcc),
  mnc: integer(mnc),
  lac: integer(lac),
  cellid: integer(cell),
})

const status: Bits = {
  0: { alarm: 'harsh_braking' },
  1: { alarm: 'harsh_acceleration' },
  3: { alarm: 'jamming' },
  8: { alarm: 'removal' },
  10: { alarm: 'sos' },
  14: { alarm: 'low_power' },
  15: { alarm: 'temperature' },
  16: { alarm: 'sos' },
  18: { alarm: 'power_cut' },
  19: 'engine.blocked.status',
  23: 'engine.ignition.status',
  25: { alarm: 'geofence_enter' },
  26: { alarm: 'geofence_exit' },
  27: { alarm: 'low_battery' },
  28: { alarm: 'jamming' },
  29: { alarm: 'vibration' },
  31: { alarm: 'overspeed' },
}

/** A login (CC) has a number before the state of the fix. */
function putReport(into: Draft, type: string, fields: readonly string[], isNew: boolean): void {
  const at = fields[0] === 'A' || fields[0] === 'V' ? 0 : 1
  const [state, date = '', time = '', latitude = '', longitude = '', ...rest] = fields.slice(at)
  if ((state !== 'A' && state !== 'V') || rest.length < 5) return
  put(into, 'message.type', type)
  const [year = 0, month = 0, day = 0] = pairs(date)
  const [hour = 0, minute = 0, second = 0] = pairs(time)
  put(into, 'timestamp', utcSeconds(2000 + year, month, day, hour, minute, second))
  putFix(into, state === 'A', degreesOf(latitude), degreesOf(longitude))
  putFields(into, rest, report)
  putFields(into, rest.slice(5), [isNew ? hexTimes('record.seqnum') : hexTimes('custom.fuel')])
  putFields(into, rest.slice(9), [isNew ? hexTimes('engine.motorhours', 1 / 60) : putCard])
}

const pairs = (text: string): (number | undefined)[] => (columns(text, 2, 2, 2) ?? []).map(hexNumber)

/** The highest bit is the sign. */
function degreesOf(text: string): number | undefined {
  const sign = hexNumber(text[0])
  const size = hexNumber(text.slice(1))
  return sign === undefined || size === undefined ? undefined : (sign & 8 ? -size : size) / 600_000
}

const report: readonly Field[] = [
  hexTimes('position.speed', 0.01),
  hexTimes('position.direction', 0.01),
  (into, text) => {
    putBits(into, hexNumber(text), status)
    put(into, 'custom.status', hexNumber(text))
  },
  hexTimes('custom.rssi'),
  'custom.power',
  undefined,
  hexTimes('vehicle.mileage', 0.1),
  'position.altitude',
  undefined,
  undefined,
  hexTimes('sensor.temperature.1', 0.01),
  'ain.1',
  'position.satellites',
]

function putCard(into: Draft, text: string): void {
  if (!/^0*$/.test(text)) put(into, 'driver.id', text)
}

const engine: Readonly<Record<string, Field>> = {
  V: 'external.powersource.voltage',
  R: 'can.engine.rpm',
  S: 'can.vehicle.speed',
  P: 'can.throttle.level',
  O: 'can.engine.load.level',
  C: 'can.engine.coolant.temperature',
  L: 'can.fuel.level',
  XM: 'custom.trip_consumption',
  M: 'custom.mileage',
  F: 'custom.fuel_consumption',
  T: times('engine.motorhours', 1 / 3600),
  A: 'custom.harsh_accelerations',
  B: 'custom.harsh_brakings',
  D: word('custom.fault_codes'),
  GX: 'custom.axis_x',
  GY: 'custom.axis_y',
  GZ: 'custom.axis_z',
}

/** `BD$V13.6;R01510;…`: a letter or two and a number. */
function putEngine(into: Draft, text: string): void {
  for (const part of text.slice(text.indexOf('$') + 1).split(';')) {
    const [, name = '', value = ''] = /^([A-Z]{1,2})(-?[\d.]{1,12})$/.exec(part) ?? []
    if (Object.hasOwn(engine, name)) putFields(into, [value], [engine[name]])
  }
}
