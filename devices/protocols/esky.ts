/**
 * eSky (ES610, ES102 and others), in text over TCP and UDP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   EL;n;imei;yymmddhhmmss;
 *   EO;n;imei;R;satellites+yymmddhhmmss+latitude+longitude+m/s+course+0xinputs+event+metres+analogue+voltage[+number]
 *   ET;n;imei;R;… the same to metres, then voltage+n+n+VIN+number+DTC…
 *   EO;n;imei;R;satellites;yymmddhhmmss;latitude;longitude;m/s;course;millivolts;n;|
 *
 * Over UDP a number is confirmed: ACK,number#. Most lines have no end: they are cut where the bytes end or where the next
 * line begins.
 */
import { ascii, checkedLength, latin1 } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, hexNumber, isDigits } from '../bytes/text.ts'
import { type Field, putFields, times, word } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { capitals, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { defineDecoder } from '../protocol.ts'

interface State {
  readonly isDatagram: boolean
}

const frameBytesMax = 1024
const letterE = 0x45
/** A report with fewer separators continues. */
const separatorsMin = 11

export default defineDecoder<State>({
  frameBytesMax,
  start: (link) => ({ isDatagram: link === 'udp' }),
  recognise: opening('E', capitals(1), ';', digits(1, 5), ';', digits(15), ';'),

  frame(buffer) {
    const from = buffer.indexOf(letterE)
    const text = latin1(buffer.subarray(from < 0 ? buffer.length : from))
    const length = lineLength(text)
    checkedLength(length > 0 ? from + length : buffer.length, frameBytesMax)
    return length > 0 ? from + length : 0
  },

  decode(frame, { isDatagram }) {
    const line = /E[A-Z];\d+;(\d+);(?:R;(.*))?/s.exec(latin1(frame))
    if (!line) return {}
    const ident = checkedIdent(line[1]!)
    if (line[2] === undefined) return { ident }
    const into = draft()
    const fields = line[2].replace(/[|;\s]+$/, '').split(/[+;]/)
    const number = putReport(into, fields)
    const confirmation = isDatagram && number !== undefined ? { reply: ascii(`ACK,${number}#`) } : {}
    return { ...told(ident, into), ...confirmation }
  },
})

/** Of the first line, 0 while it may continue. */
function lineLength(text: string): number {
  const next = /[|\r\n]|E[A-Z];\d{1,5};\d{15};/.exec(text.slice(1))
  if (next) return next.index + 1 + (/^[|\r\n]/.test(next[0]) ? 1 : 0)
  const login = /^EL;\d{1,5};\d{15};\d{12};/.exec(text)
  if (login) return login[0].length
  const separators = text.match(/[+;]/g)?.length ?? 0
  return separators >= separatorsMin && text.includes('+') ? text.length : 0
}

function putReport(into: Draft, fields: readonly string[]): string | undefined {
  const [satellites, moment = '', latitude, longitude, speed, course, inputs, ...rest] = fields
  put(into, 'timestamp', dateAndTime(moment.slice(0, 6), moment.slice(6), 'yymmdd'))
  putFix(into, true, decimal(latitude), decimal(longitude))
  putFields(into, [satellites!, speed ?? '', course ?? ''], place)
  if (inputs === undefined) return undefined
  if (!inputs.startsWith('0x')) {
    putFields(into, [inputs, ...rest], [times('battery.voltage', 0.001), 'custom.value_1'])
    return undefined
  }
  putInputs(into, hexNumber(inputs.slice(2)))
  const isVehicle = rest.length > 5
  putFields(into, rest, isVehicle ? vehicle : asset)
  const number = rest[isVehicle ? 6 : 4]
  return number !== undefined && isDigits(number) ? number : undefined
}

const place: readonly Field[] = ['position.satellites', times('position.speed', 3.6), 'position.direction']

/** An input that is on is a zero. */
function putInputs(into: Draft, inputs: number | undefined): void {
  if (inputs === undefined) return
  put(into, 'engine.ignition.status', (inputs & 1) === 0)
  put(into, 'din.1', (inputs & 2) === 0)
  put(into, 'din.2', (inputs & 4) === 0)
}

const counted: readonly Field[] = ['event.enum', times('vehicle.mileage', 0.001)]
const voltage = times('battery.voltage', 0.01)
const asset: readonly Field[] = [...counted, 'custom.adc_1', voltage, 'record.seqnum']
const vehicle: readonly Field[] = [
  ...counted,
  voltage,
  'custom.value_1',
  'custom.value_2',
  word('vehicle.vin'),
  'record.seqnum',
  (into, text) => put(into, 'can.dtc', text === 'DTCNULL' ? undefined : text.replace(/^DTC/, '')),
]
