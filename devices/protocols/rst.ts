/**
 * RST (RST-MINI and others of Brazil), in text over UDP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   RST;A;<model>;<firmware>;<serial number>;<number>;<type>;…;FIM;   L instead of A: from memory
 *     event and fix as dd-mm-yyyy hh:mm:ss;latitude;longitude;km/h;course;metres;fix;satellites;HDOP;inputs 1;2;3;outputs 1;2;
 *     volts;battery;odometer;signal;temperature;sensors;status 1;2[;more]
 *   → RST;A;<model>;<firmware>;<serial number>;<number>;6;FIM;
 */
import { ascii, latin1 } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, hexNumber, isDigits } from '../bytes/text.ts'
import { type Field, hexTimes, putFields, word } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { except, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { defineDecoder, ProtocolError } from '../protocol.ts'

const end = 'FIM;'
const driver = '55'
const answer = '134'

export default defineDecoder({
  frameBytesMax: 1024,
  recognise: opening('RST;', except(';', 1, 1), ';', except(';', 1, 24), ';', except(';', 1, 16), ';'),
  frame: (buffer) => buffer.length,

  decode(frame) {
    const text = latin1(frame).trim()
    const [start, memory, model = '', firmware = '', serial = '', number = '', type = '', ...fields] = text.split(';')
    if (start !== 'RST' || !isDigits(number) || !text.endsWith(end)) throw new ProtocolError('not a report')
    const ident = checkedIdent(serial)
    const reply = ascii(`RST;A;${model};${firmware};${serial};${number};6;${end}`)
    const into = draft()
    // The end is cut off.
    const values = fields.slice(0, -2)
    if (isReport(values)) {
      putFields(into, [type, number, model, firmware], head)
      if (memory === 'L') put(into, 'message.buffered.status', true)
      putReport(into, values, type)
    } else if (type === answer && values.length === 0) {
      put(into, 'message.type', 'command.answer')
      put(into, 'message.content', type)
    }
    // A datagram is not answered with more than it brought.
    return { ...told(ident, into), ...(reply.length <= frame.length ? { reply } : {}) }
  },
})

const head: readonly Field[] = ['event.enum', 'record.seqnum', 'device.model', word('device.firmware.version')]

/** Of other types, such as a summary of a trip, the fields have no names. */
const isReport = (fields: readonly string[]): boolean =>
  fields.length >= report.length && (fields[7] === '0' || fields[7] === '1') && fields[10]!.length === 2

/** `17-05-2026 11:59:58` */
function momentOf(text = ''): number | undefined {
  if (text.length < 19) return undefined
  const date = text.slice(0, 2) + text.slice(3, 5) + text.slice(8, 10)
  return dateAndTime(date, text.slice(11, 13) + text.slice(14, 16) + text.slice(17), 'ddmmyy')
}

/** FE is what a tracker without a thermometer sends. */
function putTemperature(into: Draft, text: string): void {
  const value = hexNumber(text)
  if (value !== undefined && text !== 'FE') put(into, 'sensor.temperature.1', value > 127 ? value - 256 : value)
}

const report: readonly Field[] = [
  undefined,
  undefined,
  undefined,
  undefined,
  'position.speed',
  'position.direction',
  'position.altitude',
  undefined,
  'position.satellites',
  'position.hdop',
  hexTimes('custom.in_1'),
  putSecond,
  hexTimes('custom.in_3'),
  hexTimes('custom.out_1'),
  hexTimes('custom.out_2'),
  'external.powersource.voltage',
  'battery.voltage',
  'custom.odometer',
  'custom.rssi',
  putTemperature,
  hexTimes('custom.sensors'),
  hexTimes('custom.status_1'),
  hexTimes('custom.status_2'),
]

function putSecond(into: Draft, text: string): void {
  const inputs = hexNumber(text)
  put(into, 'custom.in_2', inputs)
  if (inputs !== undefined) put(into, 'engine.ignition.status', (inputs & 0x80) !== 0)
}

function putReport(into: Draft, fields: readonly string[], type: string): void {
  put(into, 'timestamp', momentOf(fields[0]))
  put(into, 'position.timestamp', momentOf(fields[1]))
  putFix(into, fields[7] === '1', decimal(fields[2]), decimal(fields[3]))
  putFields(into, fields, report)
  const rest = fields.slice(report.length)
  if (type === driver) put(into, 'driver.id', rest.shift())
  for (const [index, value] of rest.entries()) if (value !== '') put(into, `custom.value_${index + 1}`, value)
}
