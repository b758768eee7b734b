/**
 * Fifotrack (A100, A300, S20, Q-series), in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   $$<length>,<imei>,<number, hex>,<type>,…*<sum of all before it, two digits>\r\n
 *   A00, A01 …  alarm,yymmddhhmmss,A,latitude,longitude,km/h,course,metres,odometer,seconds of the engine,status,inputs,
 *               outputs,mcc|mnc|lac|cell,analogue|…[,card,sensor|…]
 *   A03         alarm,yymmddhhmmss,mcc|mnc|lac|cell,volts,battery,status,0,A,km/h,satellites,latitude,longitude or
 *               1,access points → ##<length>,<imei>,<number>,A03,<UTC yymmddhhmmss>*<sum>\r\n
 *   B…          answers to ##<length>,<imei>,1,<command>*<sum>\r\n      D05, D06 photos, which we do not ask for
 */
import { ascii, latin1 } from '../bytes/bytes.ts'
import { sum8 } from '../bytes/checksum.ts'
import { checkedIdent, dateAndTime, decimal, hexNumber, integer } from '../bytes/text.ts'
import { alarmOf, type Field, hexTimes, putFields, times } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { putHexCell, putPoints } from '../families/network.ts'
import { hex2, putFix } from '../families/nmea.ts'
import { digits, hexDigits, opening } from '../families/opening.ts'
import { sized } from '../families/sized.ts'
import { type Draft, draft, put } from '../message.ts'
import { defineDecoder, ProtocolError } from '../protocol.ts'

interface State {
  readonly ident?: string
}

const frameBytesMax = 4096

export default defineDecoder<State>({
  frameBytesMax,
  recognise: opening('$$', digits(2, 4), ',', digits(15), ',', hexDigits(1, 8), ','),
  frame: sized({ start: '$$', skip: 0, plus: 5, max: frameBytesMax }),

  decode(frame, state, receivedAt, unit) {
    const text = latin1(frame).trim()
    if (text === '') return {}
    const star = text.lastIndexOf('*')
    const [head = '', imei = '', number = '', type, ...fields] = text.slice(0, star < 0 ? undefined : star).split(',')
    if (!head.startsWith('$$') || type === undefined) throw new ProtocolError('not a packet')
    const ident = checkedIdent(imei)
    const into = draft()
    if (type === 'A03') putSmall(into, fields)
    else if (type.startsWith('A')) putReport(into, fields)
    else if (type.startsWith('B')) {
      put(into, 'message.type', 'command.answer')
      put(into, 'message.content', fields.join(','))
    }
    const isRight = hexNumber(text.slice(star + 1)) === sum8(frame.subarray(0, star + 1))
    if (into.keys > 0 && unit?.settings?.checksum !== 'ignore' && !isRight) put(into, 'message.checksum.status', false)
    const time = receivedAt.toISOString().replaceAll(/\D/g, '').slice(2, 14)
    return {
      ...told(ident, into),
      ...(type === 'A03' ? { reply: packet(ident, `${number},A03,${time}`) } : {}),
      ...(ident === state.ident ? {} : { state: { ident } }),
    }
  },

  commands: { text: 'plain' },

  encode({ kind, text }, { ident }) {
    return kind === 'text' && text && ident !== undefined ? packet(ident, `1,${text}`) : undefined
  },
})

function packet(ident: string, content: string): Uint8Array {
  const length = ident.length + content.length + 2
  const sentence = `##${String(length).padStart(2, '0')},${ident},${content}*`
  return ascii(`${sentence}${hex2(sum8(ascii(sentence)))}\r\n`)
}

const event = alarmOf({
  2: 'sos',
  14: 'low_power',
  15: 'power_cut',
  16: 'power_restored',
  17: 'low_battery',
  18: 'overspeed',
  20: 'gnss_antenna_cut',
  21: 'vibration',
  23: 'harsh_acceleration',
  24: 'harsh_braking',
  27: 'fatigue',
  30: 'jamming',
  31: 'fall',
  32: 'jamming',
  33: 'geofence_exit',
  34: 'geofence_enter',
  35: 'idle',
  40: 'temperature',
  41: 'temperature',
  53: 'power_on',
  54: 'power_off',
})

const cell: Field = (into, text) => putHexCell(into, text.split('|'))
const moment: Field = (into, text) => put(into, 'timestamp', dateAndTime(text.slice(0, 6), text.slice(6), 'yymmdd'))

const report: readonly Field[] = [
  event,
  moment,
  undefined,
  undefined,
  undefined,
  'position.speed',
  'position.direction',
  'position.altitude',
  times('vehicle.mileage', 0.001),
  times('engine.motorhours', 1 / 3600),
  putStatus,
  hexTimes('din'),
  hexTimes('dout'),
  cell,
  (into, text) => {
    for (const [index, value] of text.split('|').entries()) put(into, `custom.adc_${index + 1}`, hexNumber(value))
  },
  putCard,
  (into, text) => {
    for (const [index, value] of text.split('|').entries()) put(into, `custom.sensor_${index + 1}`, value)
  },
]

function putReport(into: Draft, fields: readonly string[]): void {
  putFix(into, fields[2] === 'A', decimal(fields[3]), decimal(fields[4]))
  putFields(into, fields, report)
}

/** Signal in bits 3 to 7, satellites from bit 28. */
function putStatus(into: Draft, text: string): void {
  const status = hexNumber(text)
  if (status === undefined) return
  put(into, 'custom.status', status)
  put(into, 'custom.rssi', Math.floor(status / 8) % 32)
  if (text.length > 7) put(into, 'position.satellites', Math.floor(status / 2 ** 28))
}

/** The number of a card is written in hex and printed on it in decimal. */
function putCard(into: Draft, text: string): void {
  const card = hexNumber(text)
  put(into, 'driver.id', card === undefined ? text : String(card))
}

const small: readonly Field[] = [event, moment, cell, 'battery.voltage', 'battery.level', hexTimes('custom.status')]

function putSmall(into: Draft, fields: readonly string[]): void {
  putFields(into, fields, small)
  const [kind, ...rest] = fields.slice(small.length)
  if (kind === '0') {
    const [status, speed = '', satellites = '', latitude, longitude] = rest
    putFix(into, status === 'A', decimal(latitude), decimal(longitude))
    putFields(into, [speed, satellites], ['position.speed', 'position.satellites'])
    return
  }
  put(into, 'position.valid', false)
  const points = (rest[0] ?? '').split('|').map((point) => point.split(':'))
  putPoints(
    into,
    points.map(([mac = '', rssi]) => [mac, integer(rssi)]),
  )
}
