/**
 * Telic (SBC-AVL, SBC3, Picotrack), in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   line     u32le length before it, or a NUL after it
 *   report   four digits, id of 6 or 15 digits, event, ddmmyyhhmmss of the event, n, ddmmyyhhmmss of the fix, longitude,
 *            latitude, fix, km/h, course, satellites, n, n, metres, odometer, network, inputs, outputs, values …
 *   login    four digits, id|network|…
 *
 * No replies.
 */

import { checkedLength, latin1, reader, u32le } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, integer } from '../bytes/text.ts'
import { binary, type Field, putFields, times, word } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { defineDecoder } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'

const frameBytesMax = 1024
const lengthBytes = 4
const lineOpening = anyOf(
  opening(digits(11, 21), ',', digits(12), ',', digits(1, 3), ','),
  opening(digits(10, 19), '|', digits(3), '|'),
)

/** The length of a line is less than its text could be taken for. */
const hasLength = (bytes: Uint8Array): boolean => bytes[2] === 0 && bytes[3] === 0 && bytes[1]! < 4

export default defineDecoder({
  frameBytesMax,

  recognise(bytes) {
    if (bytes.length > lengthBytes && hasLength(bytes)) return lineOpening(bytes.subarray(lengthBytes))
    return bytes.length <= lengthBytes && bytes.slice(1).every((byte) => byte < 4) ? 'more' : lineOpening(bytes)
  },

  frame(buffer) {
    if (buffer.length < lengthBytes) return 0
    if (hasLength(buffer)) {
      const length = checkedLength(u32le(reader(buffer)) + lengthBytes, frameBytesMax)
      return buffer.length >= length ? length : 0
    }
    const end = buffer.indexOf(0)
    checkedLength(end < 0 ? buffer.length : end + 1, frameBytesMax)
    return end + 1
  },

  decode(frame) {
    const text = latin1(frame.length > lengthBytes && hasLength(frame) ? frame.subarray(lengthBytes) : frame).replace(
      /\0+$/,
      '',
    )
    const report = /^\d{4}(\d{15}|\d{6})(\d{1,2}),/.exec(text)
    if (report) {
      const into = draft()
      putEvent(into, report[2]!)
      putReport(into, text.split(',').slice(3))
      return told(checkedIdent(report[1]!), into)
    }
    const login = /^\d{4}(\d{15}|\d{6})[|A-Z]/.exec(text)
    return login ? { ident: login[1]! } : {}
  },
})

const alarms: Readonly<Record<number, Alarm>> = {
  1: 'power_on',
  2: 'sos',
  5: 'power_off',
  7: 'geofence_enter',
  8: 'geofence_exit',
  22: 'low_battery',
  25: 'movement',
}

function putEvent(into: Draft, code: string): void {
  const event = Number(code)
  put(into, 'event.enum', event)
  raise(into, alarms[event])
  if (event === 11 || event === 12) put(into, 'engine.ignition.status', event === 11)
}

const values: readonly Field[] = [
  'position.speed',
  'position.direction',
  'position.satellites',
  undefined,
  undefined,
  'position.altitude',
  times('vehicle.mileage', 0.001),
  word('gsm.operator.code'),
  binary('din'),
  binary('dout'),
  'custom.battery',
]

function putReport(into: Draft, [moment = '', longitude = '', latitude = '', fix, ...rest]: readonly string[]): void {
  put(into, 'timestamp', dateAndTime(moment.slice(0, 6), moment.slice(6), 'ddmmyy'))
  // Newer models send millionths of a degree, older ones ten thousandths.
  const unit = longitude.replace('-', '').length >= 8 && latitude.replace('-', '').length >= 7 ? 1e6 : 1e4
  const [x, y] = [integer(longitude), integer(latitude)]
  putFix(into, fix !== '1', y === undefined ? y : y / unit, x === undefined ? x : x / unit)
  putFields(into, rest, values)
  for (const [index, value] of rest.slice(values.length).entries()) {
    if (value !== '') put(into, `custom.value_${index + 1}`, value)
  }
}
