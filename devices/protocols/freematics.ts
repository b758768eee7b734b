/**
 * Freematics (ONE, ONE+), in text over UDP.
 * Source: the maker's pages on the packed data format and on the server's interface; public implementations; traffic.
 *
 *   <device>#<id, hex>:<value>,<id>:<value>;<value>;<value>,…*<sum of all before it, two digits>
 *     0 begins a record, with its milliseconds since start; 11 ddmmyy and 10 hhmmss and hundredths, UTC
 *   <device>#EV=<event>,TS=<milliseconds>,ID=<device>[,VIN=…]*<sum>
 *     → 1#EV=<event>,RX=1,TS=<milliseconds>*<sum>
 */
import { ascii, latin1 } from '../bytes/bytes.ts'
import { sum8 } from '../bytes/checksum.ts'
import { checkedIdent, dateAndTime, decimal, hexNumber, isDigits } from '../bytes/text.ts'
import { type Field, putFields, times } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { hex2, nearTime, putFix } from '../families/nmea.ts'
import { anyOf, digits, opening, type Run } from '../families/opening.ts'
import { draft, finish, type Message, put, putCustom } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'

const name: Run = {
  is: (byte) => (byte >= 48 && byte <= 57) || ((byte & 0xdf) >= 65 && (byte & 0xdf) <= 90),
  least: 1,
  most: 24,
}

export default defineDecoder({
  recognise: anyOf(
    opening(name, '#0:', digits(1, 12)),
    opening(name, '#0=', digits(1, 12)),
    opening(name, '#EV=', digits(1, 3)),
    opening(name, '#DF=', digits(1, 12)),
  ),
  frame: (buffer) => buffer.length,

  decode(frame, _state, receivedAt, unit) {
    const text = latin1(frame).trimEnd()
    const hash = text.indexOf('#')
    const star = Math.max(text.lastIndexOf('*'), text.lastIndexOf('$'))
    if (hash < 1 || star < hash) throw new ProtocolError('not a packet')
    const pairs = text
      .slice(hash + 1, star)
      .split(',')
      .map(pairOf)
    if (pairs.some(([key]) => key === 'EV')) return readEvent(pairs, frame.length)
    const isRight = unit?.settings?.checksum === 'ignore' || hexNumber(text.slice(star + 1)) === sum8(frame, 0, star)
    return { ident: checkedIdent(text.slice(0, hash)), messages: readRecords(pairs, receivedAt, isRight) }
  },
})

type Pair = readonly [key: string, value: string]

function pairOf(text: string): Pair {
  const colon = text.indexOf(':')
  const at = colon < 0 ? text.indexOf('=') : colon
  return at < 0 ? [text, ''] : [text.slice(0, at).toUpperCase(), text.slice(at + 1)]
}

/** The device waits for the answer to its login and sends it again without one. */
function readEvent(pairs: readonly Pair[], size: number): Decoded<Record<string, never>> {
  const { EV: event, TS: time, ID: ident, VIN: vin } = Object.fromEntries(pairs)
  if (!ident) return {}
  const into = draft()
  put(into, 'vehicle.vin', vin)
  const sentence = `1#EV=${event},RX=1,TS=${time}`
  const reply = ascii(`${sentence}*${hex2(sum8(ascii(sentence)))}`)
  const isAnswered = isDigits(event ?? '') && isDigits(time ?? '') && reply.length <= size
  return { ...told(checkedIdent(ident), into), ...(isAnswered ? { reply } : {}) }
}

/** Each begins with its milliseconds. */
function readRecords(pairs: readonly Pair[], receivedAt: Date, isRight: boolean): Message[] {
  const messages: Message[] = []
  for (let from = 0; from < pairs.length && messages.length < recordsMax; ) {
    let to = from + 1
    while (to < pairs.length && pairs[to]![0] !== '0') to++
    if (pairs[from]![0] === '0') messages.push(readRecord(pairs.slice(from, to), receivedAt, isRight))
    from = to
  }
  return messages
}

const recordsMax = 256

function readRecord(pairs: readonly Pair[], receivedAt: Date, isRight: boolean): Message {
  const into = draft()
  const place: Partial<Record<string, string>> = {}
  for (const [key, value] of pairs) {
    const field = fields.get(key)
    if (placed.has(key)) place[key] = value
    else if (field) putFields(into, [value], [field])
    else if (/^[\dA-Fa-f]{1,4}$/.test(key)) putCustom(into, `pid_${key}`, decimal(value) ?? value)
  }
  const { A: latitude, B: longitude, '10': clock = '', '11': day } = place
  putFix(into, true, decimal(latitude), decimal(longitude))
  if (isDigits(clock)) put(into, 'timestamp', momentOf(clock.padStart(8, '0'), day, receivedAt))
  if (!isRight) put(into, 'message.checksum.status', false)
  return finish(into)!
}

const placed = new Set(['A', 'B', '10', '11'])

function momentOf(clock: string, day: string | undefined, receivedAt: Date): number | undefined {
  const time = `${clock.slice(0, 6)}.${clock.slice(6)}`
  return day ? dateAndTime(day.padStart(6, '0'), time, 'ddmmyy') : nearTime(time, receivedAt)
}

function triple(names: readonly Parameters<typeof times>[0][], factor: number): Field {
  const table = names.map((one) => times(one, factor))
  return (into, text) => putFields(into, text.split(';'), table)
}

/** Values of the diagnostic socket (1..) come in its units already. */
const fields: ReadonlyMap<string, Field> = new Map<string, Field>(
  Object.entries({
    '0': 'custom.uptime',
    C: 'position.altitude',
    D: 'position.speed',
    E: 'position.direction',
    F: 'position.satellites',
    '12': 'position.hdop',
    '20': triple(['x.acceleration', 'y.acceleration', 'z.acceleration'], 0.01),
    '21': triple(['custom.gyroscope_x', 'custom.gyroscope_y', 'custom.gyroscope_z'], 1),
    '22': triple(['custom.magnetometer_x', 'custom.magnetometer_y', 'custom.magnetometer_z'], 1),
    '23': times('sensor.temperature.1', 0.1),
    '24': times('external.powersource.voltage', 0.01),
    '25': triple(['custom.yaw', 'custom.pitch', 'custom.roll'], 1),
    '30': times('segment.vehicle.mileage', 0.001),
    '81': 'gsm.signal.dbm',
    '82': times('device.temperature', 0.1),
    '104': 'can.engine.load.level',
    '105': 'can.engine.coolant.temperature',
    '10A': 'custom.fuel_pressure',
    '10B': 'can.intake.map.pressure',
    '10C': 'can.engine.rpm',
    '10D': 'can.vehicle.speed',
    '10E': 'custom.timing_advance',
    '10F': 'can.intake.air.temperature',
    '110': 'custom.air_flow',
    '111': 'can.throttle.level',
    '11F': 'custom.run_time',
    '121': 'custom.fault_distance',
    '12F': 'can.fuel.level',
    '131': 'can.dtc.mileage',
    '133': 'barometer.pressure',
    '142': 'can.battery.voltage',
    '143': 'custom.absolute_load',
    '15B': 'can.battery.level',
    '15C': 'can.engine.oil.temperature',
    '15E': 'can.fuel.consumption.hour',
  } satisfies Record<string, Field>),
)
