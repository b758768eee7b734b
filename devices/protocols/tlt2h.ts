/**
 * TLT-2H, and Mictrack's MT600, MT700 and MT710, in text over TCP and UDP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   #<imei>#<model>#<password>#[door#fuel#power#battery#temperature#]<event>#<records>\r\n
 *   #<cell or battery>[#mcc,mnc,lac,cell]$GPRMC,…          or $WIFI,hhmmss,A,<dBm>,<address>,…,ddmmyy*sum\r\n
 *   ##\r\n
 *
 * No replies. The password is not kept.
 */

import { checkedLength, indexOf, latin1 } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, integer, isDigits } from '../bytes/text.ts'
import { type Field, putFields, times } from '../families/fields.ts'
import { putHexCell, putPoints } from '../families/network.ts'
import { putRmc } from '../families/nmea.ts'
import { digits, except, opening } from '../families/opening.ts'
import { type Draft, draft, finish, type Message, put } from '../message.ts'
import { defineDecoder, ProtocolError } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'

const frameBytesMax = 16_384

export default defineDecoder({
  frameBytesMax,
  recognise: opening('#', digits(15), '#', except('#', 0, 32), '#', digits(4, 8), '#'),

  frame(buffer) {
    if (buffer[0] === 13 || buffer[0] === 10) return 1
    // An empty field of the head looks like the end; the end stands on a line of its own.
    for (let at = indexOf(buffer, 0x23, 0x23); at >= 0; at = indexOf(buffer, 0x23, 0x23, at + 1)) {
      checkedLength(at + 2, frameBytesMax)
      if (buffer[at - 1] === 10) return at + 2
    }
    return checkedLength(buffer.length, frameBytesMax - 1) && 0
  },

  decode(frame) {
    const [head = '', ...lines] = latin1(frame)
      .trim()
      .split('\n')
      .map((line) => line.trim())
    if (head === '') return {}
    const [before, imei = '', model, , ...rest] = head.split('#')
    if (before !== '') throw new ProtocolError('a report begins with #')
    const records = lines.filter((line) => line.includes('$'))
    const messages = records.map((line) => readRecord(line, model ?? '', rest))
    return { ident: checkedIdent(imei), ...(messages.length > 0 ? { messages } : {}) }
  },
})

const alarms: Readonly<Record<string, Alarm>> = {
  SOS: 'sos',
  TOWED: 'towing',
  SHAKE: 'vibration',
  DEF: 'power_cut',
  BLP: 'low_battery',
  CLP: 'low_power',
  OS: 'geofence_exit',
  RS: 'geofence_enter',
  OVERSPEED: 'overspeed',
}
const ignition: Readonly<Record<string, boolean>> = { AUTO: true, AUTOSTART: true, AUTOSTOP: false, AUTOLOW: false }

const inputs: readonly Field[] = [
  'door.open.status',
  times('ain.1', 0.1),
  times('external.powersource.voltage', 0.1),
  times('battery.voltage', 0.1),
  times('sensor.temperature.1', 0.1),
]

function readRecord(line: string, model: string, rest: readonly string[]): Message {
  const into = draft()
  const event = rest.at(-2) ?? ''
  put(into, 'message.type', event)
  put(into, 'device.model', model)
  if (Object.hasOwn(alarms, event)) raise(into, alarms[event])
  if (Object.hasOwn(ignition, event)) put(into, 'engine.ignition.status', ignition[event])
  const [before = '', sentence = ''] = line.split('$')
  const [, first = '', cell = ''] = before.split('#')
  putFirst(into, first)
  if (cell) putHexCell(into, cell.split(','))
  const fields = sentence.split('*')[0]!.split(',').slice(1)
  if (sentence.startsWith('WIFI')) putScan(into, fields)
  else putRmc(into, fields)
  if (rest.length >= 7) putFields(into, rest, inputs)
  return finish(into)!
}

/** The battery in tenths of a volt or in millivolts, or the area and cell in hex. */
function putFirst(into: Draft, text: string): void {
  if (isDigits(text) && (text.length === 2 || text.length === 4)) {
    put(into, 'battery.voltage', Number(text) / (text.length === 2 ? 10 : 1000))
  } else if (text.length === 8) putHexCell(into, ['', '', text.slice(0, 4), text.slice(4)])
  else if (text !== '') put(into, 'custom.cell', text)
}

function putScan(into: Draft, fields: readonly string[]): void {
  put(into, 'timestamp', dateAndTime(fields.at(-1) ?? '', fields[0] ?? '', 'ddmmyy'))
  put(into, 'position.valid', false)
  const points: [string, number | undefined][] = []
  for (let at = 2; at + 1 < fields.length - 1; at += 2) points.push([fields[at + 1]!, integer(fields[at])])
  putPoints(into, points)
}
