/**
 * Totem (AT05, AT07, AT09), in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   $$<length, 2 hex digits><imei>|<alarm>$GPRMC,…|PDOP|HDOP|VDOP|io|time|power|…|cell|temperature|km|number|sum
 *   $$<length, 2 hex digits><imei>|<alarm>ddmmyyhhmmss|A|latitude|N|…       both old forms → ACK OK
 *   $$<length, 2 hex digits><imei>|<alarm>ddmmyyhhmmss…                     in columns      → ACK OK
 *   $$<length, 4 digits><type><imei>|<status>yymmddhhmmss…<number><sum>     in columns      → $$0014AA<number><sum>
 *
 * The first digit of the new length is a zero. The sum of the new form is the XOR of all before it. Scales of analogue
 * inputs and temperatures differ by model: they stay as they were sent.
 */

import { ascii, checkedLength, latin1 } from '../bytes/bytes.ts'
import { xor8 } from '../bytes/checksum.ts'
import { checkedIdent, dateAndTime, decimal, degreesMinutes, hexNumber, integer } from '../bytes/text.ts'
import { type Bits, columns, type Field, putBits, putFields, times, word } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { hex2, knots, putFix, putRmc } from '../families/nmea.ts'
import { anyOf, digits, hexDigits, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCells } from '../message.ts'
import { type Command, defineDecoder, ProtocolError } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'

const frameBytesMax = 1024

export default defineDecoder({
  frameBytesMax,
  recognise: anyOf(
    opening('$$0', digits(3), hexDigits(2), digits(15), '|'),
    opening('$$', hexDigits(8, 19), '|', hexDigits(2)),
  ),

  frame(buffer) {
    const text = latin1(buffer.subarray(0, 6))
    if (text[0] !== '$') return Math.max(buffer.indexOf(0x24), 0) || checkedLength(buffer.length, frameBytesMax)
    if (!'$$'.startsWith(text.slice(0, 2))) throw new ProtocolError('a packet begins with $$')
    const size = text[2] === '0' ? 4 : 2
    if (text.length < 2 + size) return 0
    const length = size === 4 ? integer(text.slice(2)) : hexNumber(text.slice(2, 4))
    if (length === undefined || length < 16) throw new ProtocolError('a packet without a length')
    checkedLength(length, frameBytesMax)
    return buffer.length >= length ? length : 0
  },

  decode(frame) {
    const text = latin1(frame).trim()
    if (!text.startsWith('$$')) return {}
    const bar = text.indexOf('|')
    if (bar < 0) throw new ProtocolError('a packet does not name its tracker')
    const into = draft()
    if (text[2] === '0') {
      putNew(into, text.slice(6, 8), text.slice(bar + 1))
      const head = `$$0014AA${text.slice(-6, -2)}`
      return { ...told(checkedIdent(text.slice(8, bar)), into), reply: ascii(head + hex2(xor8(ascii(head)))) }
    }
    putOld(into, text.slice(bar + 1))
    return { ...told(checkedIdent(text.slice(4, bar)), into), reply: ascii('ACK OK\r\n') }
  },

  commands: { position: 'none', reboot: 'none', 'engine.stop': 'none', 'engine.resume': 'none', text: 'none' },

  encode(command, _state, unit) {
    const order = orderOf(command)
    if (order === undefined) return undefined
    const content = `CF${unit?.password ?? '000000'},${order}`
    const head = `$$${String(content.length + 8).padStart(4, '0')}${content}`
    return ascii(head + hex2(xor8(ascii(head))))
  },
})

const orders: Readonly<Partial<Record<Command['kind'], string>>> = {
  position: '012',
  reboot: '006',
  'engine.stop': '025,C,1',
  'engine.resume': '025,C,0',
}

const orderOf = ({ kind, text }: Command): string | undefined => (kind === 'text' ? text : orders[kind])

const oldAlarms: Readonly<Record<string, Alarm>> = {
  '01': 'sos',
  10: 'low_battery',
  11: 'overspeed',
  30: 'parking',
  42: 'geofence_exit',
  43: 'geofence_enter',
}

const alarms: Readonly<Record<string, Alarm>> = {
  '01': 'sos',
  '02': 'overspeed',
  '04': 'geofence_exit',
  '05': 'geofence_enter',
  '06': 'towing',
  '07': 'gnss_antenna_cut',
  10: 'power_cut',
  11: 'power_restored',
  12: 'low_power',
  13: 'low_battery',
  40: 'vibration',
  41: 'idle',
  42: 'harsh_acceleration',
  43: 'harsh_braking',
}

function putAlarm(into: Draft, code: string, table: Readonly<Record<string, Alarm>>): void {
  put(into, 'event.enum', hexNumber(code))
  if (Object.hasOwn(table, code)) raise(into, table[code])
}

function putOld(into: Draft, text: string): void {
  putAlarm(into, text.slice(0, 2), oldAlarms)
  const fields = text.slice(2).split('|')
  const sentence = text.indexOf('$GPRMC,')
  if (sentence === 2) putSentence(into, fields)
  else if (fields.length > 13 && fields[1]!.length === 1) putBars(into, fields)
  else if (fields.length === 1) putColumns(into, text.slice(2))
  else putSentence(into, fields)
}

const sentenceBits: Bits = {
  0: { alarm: 'sos' },
  4: 'din.3',
  5: 'din.4',
  6: 'din.1',
  7: 'din.2',
  8: 'dout.1',
  9: 'dout.2',
}

/** What follows the power differs; the mileage is the only field with a point among it. */
function putSentence(into: Draft, fields: readonly string[]): void {
  putRmc(into, fields[0]!.slice('$GPRMC,'.length).split('*')[0]!.split(','))
  putFields(into, fields.slice(1), ['position.pdop', 'position.hdop', 'position.vdop'])
  putBits(into, bits(fields[4]), sentenceBits)
  if (!('timestamp' in into.values)) put(into, 'timestamp', longTime(fields[5]))
  const power = columns(fields[6] ?? '', 1, 3, 4)
  if (power) {
    put(into, 'battery.charging.status', power[0] === '1')
    putFields(into, power.slice(1), [times('battery.voltage', 0.01), times('external.powersource.voltage', 0.01)])
  }
  const distance = fields.findIndex((field, index) => index > 6 && field.includes('.'))
  if (distance < 0) return
  if (distance > 9) put(into, 'custom.adc', fields[7])
  putOldCell(into, fields[distance - 2] ?? '')
  putFields(into, fields.slice(distance - 1), [word('custom.temperature'), 'vehicle.mileage', 'record.seqnum'])
}

const bits = (text = ''): number | undefined => (/^[01]{1,16}$/.test(text) ? Number.parseInt(text, 2) : undefined)
const longTime = (text = '') => dateAndTime(text.slice(2, 8), text.slice(8), 'yymmdd')

function putOldCell(into: Draft, text: string): void {
  putCells(into, [{ lac: hexNumber(text.slice(0, 4)), cellid: hexNumber(text.slice(4)) }])
}

const barBits: Bits = {
  0: 'gnss.antenna.cut.status',
  1: 'external.powersource.status',
  2: 'din.1',
  3: 'din.2',
  4: 'din.3',
  5: 'din.4',
  6: 'din.5',
  7: 'din.6',
  8: 'dout.1',
  9: 'dout.2',
  10: 'dout.3',
  11: 'dout.4',
}

function putBars(into: Draft, fields: readonly string[]): void {
  const [moment = '', status, latitude, north, longitude, east, ...rest] = fields
  put(into, 'timestamp', dateAndTime(moment.slice(0, 6), moment.slice(6), 'ddmmyy'))
  putFix(into, status === 'A', degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  putFields(into, rest, [
    knots,
    'position.direction',
    'position.hdop',
    (draft, text) => putBits(draft, bits(text), barBits),
    (draft, text) => putPower(draft, text.slice(1)),
    word('custom.adc_1'),
    putOldCell,
    word('custom.temperature'),
    'vehicle.mileage',
    'record.seqnum',
  ])
}

/** Two digits each: tenths of a volt of the battery, whole volts of the vehicle. */
const putPower = (into: Draft, text: string): void =>
  putFields(into, [text.slice(0, 2), text.slice(2, 4)], [times('battery.voltage', 0.1), 'external.powersource.voltage'])

const oldColumns: readonly Field[] = [
  undefined,
  word('custom.io'),
  'battery.charging.status',
  putPower,
  word('custom.adc_1'),
  word('custom.adc_2'),
  word('custom.temperature_1'),
  word('custom.temperature_2'),
  putOldCell,
  undefined,
  'position.satellites',
  'position.direction',
  knots,
  'position.pdop',
  'vehicle.mileage',
  undefined,
  undefined,
  'record.seqnum',
]

function putColumns(into: Draft, text: string): void {
  const fields = columns(text, 12, 4, 1, 4, 4, 4, 3, 3, 8, 1, 2, 3, 3, 4, 7, 10, 11, 4)
  if (!fields) throw new ProtocolError('columns are missing')
  put(into, 'timestamp', dateAndTime(fields[0]!.slice(0, 6), fields[0]!.slice(6), 'ddmmyy'))
  putFix(into, fields[9] === 'A', hemisphere(fields[15]!), hemisphere(fields[16]!))
  putFields(into, fields, oldColumns)
}

/** `2245.3919N`. */
const hemisphere = (text: string) => degreesMinutes(text.slice(0, -1), text.slice(-1))

const statusBits: Bits = {
  31: { alarm: 'sos' },
  30: 'engine.ignition.status',
  29: { alarm: 'overspeed' },
  28: 'external.powersource.status',
  27: { alarm: 'geofence_exit' },
  26: { alarm: 'geofence_enter' },
  25: { alarm: 'gnss_antenna_cut' },
  23: 'dout.1',
  22: 'dout.2',
  21: 'dout.3',
}

function putNew(into: Draft, type: string, text: string): void {
  putAlarm(into, type, alarms)
  if (type === 'E2' || type === 'E5') {
    putReader(into, type, text)
    return
  }
  const east = Math.max(text.lastIndexOf('E', text.length - 7), text.lastIndexOf('W', text.length - 7))
  const place = text.slice(east - 20, east + 1)
  const head = columns(text, 8, 12)
  const tail = columns(text.slice(east - 41, east - 20), 2, 2, 3, 3, 4, 7)
  if (!head || !tail || east < 41 + 35) throw new ProtocolError('columns are missing')
  const status = hexNumber(head[0]) ?? 0
  put(into, 'timestamp', dateAndTime(head[1]!.slice(0, 6), head[1]!.slice(6), 'yymmdd'))
  putBits(into, status, statusBits)
  put(into, 'custom.status', status)
  const isShort = text.length - east > 8
  const hasTwo = putMiddle(into, text.slice(20, east - 41), isShort)
  putFix(
    into,
    Math.floor(status / 2 ** (hasTwo ? 12 : 14)) % 2 === 1,
    hemisphere(place.slice(0, 10)),
    hemisphere(place.slice(10)),
  )
  putFields(into, tail, [
    'position.satellites',
    'custom.rssi',
    'position.direction',
    'position.speed',
    'position.hdop',
    'vehicle.mileage',
  ])
  put(into, 'record.seqnum', integer(text.slice(-6, -2)))
}

/**
 * Battery, power, one or four analogue inputs, up to two temperatures, the cell, and on some models the network before it
 * in five digits: the number of columns says which are there. Tells whether there are two temperatures.
 */
function putMiddle(into: Draft, text: string, isShort: boolean): boolean {
  const powerSize = isShort ? 3 : 4
  if (isShort) putFields(into, [text.slice(0, 3)], [times('battery.voltage', 0.01)])
  else putPower(into, text.slice(0, 4))
  const hasNetwork = (text.length - powerSize) % 4 === 1
  const cellAt = text.length - (hasNetwork ? 13 : 8)
  const readings = text.slice(powerSize, cellAt).match(/.{4}/g) ?? []
  const analogue = readings.length > 3 ? 4 : 1
  for (const [index, value] of readings.entries()) {
    if (index < analogue) put(into, `custom.adc_${index + 1}`, value)
    else put(into, `custom.temperature_${index - analogue + 1}`, value)
  }
  putCells(into, [
    {
      ...(hasNetwork ? { mnc: integer(text.slice(-5, -3)), mcc: integer(text.slice(-3)) } : {}),
      lac: hexNumber(text.slice(cellAt, cellAt + 4)),
      cellid: hexNumber(text.slice(cellAt + 4, cellAt + 8)),
    },
  ])
  return readings.length - analogue === 2
}

/** E2: a card was read. E5: values of the engine. */
function putReader(into: Draft, type: string, text: string): void {
  const [moment = '', longitude, latitude, first, ...rest] = text.slice(0, text.lastIndexOf('|')).split(',')
  put(into, 'timestamp', dateAndTime(moment.slice(0, 6), moment.slice(6), 'yymmdd'))
  putFix(into, true, decimal(latitude), decimal(longitude))
  if (type === 'E2') put(into, 'driver.id', first)
  else putFields(into, rest, engine)
}

const engine: readonly Field[] = [
  times('can.vehicle.mileage', 0.001),
  'can.fuel.consumed',
  'custom.fuel_consumption',
  times('external.powersource.voltage', 0.001),
  'can.engine.rpm',
  'can.vehicle.speed',
  'custom.intake_flow',
  'can.intake.map.pressure',
  'can.engine.coolant.temperature',
  'can.intake.air.temperature',
  'can.engine.load.level',
  'can.throttle.level',
  'can.fuel.level',
]
