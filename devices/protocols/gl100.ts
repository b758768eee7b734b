/**
 * Queclink GL100, GT200, GT300 and GT301 (@Track of the first generation), in text over TCP and UDP.
 * Source: recorded traffic, public implementations and a public description of the makers' family (docs/protocols.md).
 *
 *   +RESP:GT<report>,<imei>,<positions>,{id, value, fix, km/h, course, metres, accuracy, longitude, latitude,
 *     yyyymmddhhmmss, mcc, mnc, lac, cell, TA},<count, hex>,<version>\0
 *   +RESP:GTINF,<imei>,<iccid>,<signal>,<BER>,<battery>,…,yyyymmddhhmmss,<count>,<version>\0
 *   +RESP:GTLBC,<imei>,<caller>,{fix …},<count>,<version>\0        +BUFF: what was stored       +ACK: answers
 *   AT+GTHBD=HeartBeat,<imei>,<time>,<count>,<version>\0
 *     → +RESP:GTHBD,GPRS ACTIVE,HeartBeat,<imei>,<time>,<count>\0
 *
 * Its newer relatives send their version before the IMEI and end with a dollar sign: gl200. A datagram gets no reply,
 * because the reply is longer than the heartbeat.
 */

import { ascii, latin1 } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, isDigits } from '../bytes/text.ts'
import { type Field, hexTimes, putFields, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putHexCell } from '../families/network.ts'
import { putFix } from '../families/nmea.ts'
import { anyOf, capitals, digits, opening } from '../families/opening.ts'
import { type Draft, draft, finish, put } from '../message.ts'
import { type Decoded, defineDecoder, type Link, type Recognition } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'

interface State {
  readonly link: Link
}

const heartbeat = 'AT+GTHBD='
const report = opening('+RESP:GT', capitals(3), ',', digits(15), ',')
const stored = opening('+BUFF:GT', capitals(3), ',', digits(15), ',')
const beat = opening(`${heartbeat}HeartBeat,`, digits(15), ',')
const ending = /,(?:[\dA-Fa-f]{4},\d{10}|\d{10},[\dA-Fa-f]{4})\0?$/

const lines = defineLines<State>({
  opening: beat,
  end: '\0',
  start: (link) => ({ link }),

  read({ text, state }) {
    if (text.startsWith(heartbeat)) return readHeartbeat(text, state)
    const [head = '', ident = '', ...fields] = text.split(',')
    if (!isDigits(ident)) return {}
    if (head.startsWith('+ACK:GT')) return readAnswer(ident, head.slice(5), fields)
    return head.startsWith('+') ? readReport(head, ident, fields) : {}
  },
})

export default defineDecoder<State>({
  ...lines,
  recognise(bytes, link) {
    const recognition = recogniseOldReport(bytes, link)
    return recognition === 'no' ? beat(bytes) : recognition
  },
})

/** Before its end, a report may belong to a newer relative that sends no version either. */
export function recogniseOldReport(bytes: Uint8Array, link: Link): Recognition {
  const early = anyOf(report, stored)(bytes)
  if (early !== 'yes') return early
  if (link === 'udp') return ending.test(latin1(bytes)) ? 'yes' : 'no'
  const [nul, dollar] = [bytes.indexOf(0), bytes.indexOf(0x24)]
  if (nul < 0) return dollar < 0 ? 'more' : 'no'
  return dollar < 0 || nul < dollar ? 'yes' : 'no'
}

function readHeartbeat(text: string, { link }: State): Decoded<State> {
  const ident = checkedIdent(text.split(',')[1] ?? '')
  const said = text.slice(heartbeat.length, text.lastIndexOf(','))
  return { ident, ...(link === 'udp' ? {} : { reply: ascii(`+RESP:GTHBD,GPRS ACTIVE,${said}\0`) }) }
}

function readAnswer(ident: string, command: string, fields: readonly string[]): Decoded<State> {
  const into = draft()
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', [command, ...fields].join(','))
  return told(checkedIdent(ident), into)
}

const alarms: Readonly<Record<string, Alarm>> = {
  GTSOS: 'sos',
  GTGEO: 'geofence',
  GTSPD: 'overspeed',
  GTNMR: 'movement',
  GTBPL: 'low_battery',
  GTPNA: 'power_on',
  GTPFA: 'power_off',
}

const placeFields = 15
const count = hexTimes('record.seqnum')
const version = word('custom.protocol_version')

/** Positions, as many as fit between the number of them and the two last fields; a report without one keeps its words. */
function readReport(head: string, ident: string, fields: readonly string[]): Decoded<State> {
  const type = head.slice(6)
  const begin = (): Draft => {
    const into = draft()
    put(into, 'message.type', type)
    if (head.startsWith('+BUFF')) put(into, 'message.buffered.status', true)
    raise(into, Object.hasOwn(alarms, type) ? alarms[type] : undefined)
    for (const field of fields.slice(-2)) putFields(into, [field], [field.length === 10 ? version : count])
    return into
  }
  const isCall = type === 'GTLBC'
  const content = isCall ? ['', '', ...fields.slice(1, -2)] : fields.slice(1, -2)
  const messages = []
  for (let at = 0; at + placeFields <= content.length; at += placeFields) {
    const into = begin()
    if (isCall) put(into, 'phone.number.1', fields[0])
    putPlace(into, type, content.slice(at, at + placeFields))
    messages.push(finish(into)!)
  }
  if (messages.length > 0) return { ident: checkedIdent(ident), messages }
  const into = begin()
  if (type === 'GTINF') putFields(into, fields.slice(0, -2), information)
  else put(into, 'message.content', fields.slice(0, -2).join(','))
  return told(checkedIdent(ident), into)
}

const momentOf = (text: string): number | undefined => dateAndTime(text.slice(2, 8), text.slice(8), 'yymmdd')

/** What comes between battery and time is not described. */
const information: readonly Field[] = [
  word('gsm.sim.iccid'),
  'custom.rssi',
  'custom.ber',
  'battery.level',
  'custom.value_1',
  'custom.value_2',
  'custom.value_3',
  'custom.value_4',
  (into, text) => put(into, 'timestamp', momentOf(text)),
]

function putPlace(into: Draft, type: string, fields: readonly string[]): void {
  const [first = '', second = '', fix, , , , , longitude, latitude, moment = ''] = fields
  putFix(into, fix === '0', decimal(latitude), decimal(longitude))
  put(into, 'timestamp', momentOf(moment))
  putFields(into, fields, place)
  if (type === 'GTGEO') putFields(into, [first, second], ['geofence.id', 'custom.geofence_state'])
  // The level of the battery stands in the second field of periodic reports, zero from models that do not measure it.
  else if (second !== '0') putFields(into, [second], ['battery.level'])
  putHexCell(into, fields.slice(10, 14))
}

const place: readonly Field[] = [
  undefined,
  undefined,
  undefined,
  'position.speed',
  'position.direction',
  'position.altitude',
  'position.hdop',
]
