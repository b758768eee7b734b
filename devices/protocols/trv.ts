/**
 * Thinkrace watches and trackers (IW…, TRV…), in text over TCP.
 * Sources: the maker's commands as public implementations show them; recorded traffic (docs/protocols.md).
 *
 *   IWAP00<imei>#      login → IWBP00,<UTC yyyymmddhhmmss>,0#; of TRV TRVBP00#
 *   …AP01, AP10, YP03, YP14  position → the same with the next letter: AP01 → BP01#
 *   …AP02 cells and access points, AP03 heartbeat, CP01 state, AP49, APHT, APHP, AP50 health → likewise
 *   …AP16,<number>#    answers the command IWBP16,<imei>,<number># → nothing
 */

import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, degreesMinutes, integer, isDigits } from '../bytes/text.ts'
import { columns, type Field, putFields } from '../families/fields.ts'
import { defineLines } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, finish, put, putCells, putList } from '../message.ts'
import { type Command, type Decoded, ProtocolError } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'

interface State {
  readonly ident?: string
  readonly maker?: string
}

export default defineLines<State>({
  opening: anyOf(opening('IWAP00', digits(15)), opening('TRVAP00', digits(15))),
  end: '#',
  frameBytesMax: 2048,

  read({ text, state, receivedAt }) {
    const maker = text.startsWith('TRV') ? 'TRV' : text.slice(0, 2)
    const type = text.slice(maker.length, maker.length + 4)
    const content = text.slice(maker.length + 4)
    if (!/^[A-Z][A-Z][A-Z\d]{2}$/.test(type)) throw new ProtocolError('a packet has a type')
    if (type === 'AP00') return login(maker, content, receivedAt)
    const fields = content.split(',')
    if (answered.has(type) || /^,\d{6}$/.test(content)) return answer(type, fields)
    const into = draft()
    readers[type]?.(into, fields)
    const message = finish(into)
    return {
      ...(message ? { messages: [message] } : {}),
      ...(state.ident === undefined && !message ? {} : { reply: reply(maker, type) }),
    }
  },

  commands: {
    position: 'numbered',
    interval: 'numbered',
    reboot: 'numbered',
    server: 'numbered',
    text: 'numbered',
  },

  encode(command, { ident, maker }) {
    const [type, ...values] = orderOf(command)
    if (!type || ident === undefined || maker !== 'IW') return undefined
    const number = String(command.id ?? 1).padStart(6, '0')
    return ascii(`${[`IW${type}`, ident, number, ...values].join(',')}#`)
  },
})

function orderOf({ kind, text, seconds, host, port }: Command): string[] {
  switch (kind) {
    case 'position':
      return ['BP16']
    case 'interval':
      return ['BP15', String(seconds)]
    case 'reboot':
      return ['BP18']
    case 'server':
      return ['BP19', '0', host!, String(port)]
    case 'text':
      return (text ?? '').split(',')
    default:
      return []
  }
}

/** The answer's type: the next letter of the alphabet at its beginning. */
const reply = (maker: string, type: string, content = ''): Uint8Array =>
  ascii(`${maker}${String.fromCharCode(type.charCodeAt(0) + 1)}${type.slice(1)}${content}#`)

function login(maker: string, content: string, receivedAt: Date): Decoded<State> {
  const ident = checkedIdent(content.split(',')[0]!)
  const time = receivedAt.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  return { ident, reply: reply(maker, 'AP00', maker === 'IW' ? `,${time},0` : ''), state: { ident, maker } }
}

/** Types with which only commands are answered. */
const answered = new Set(['AP12', 'AP14', 'AP33', 'AP34', 'AP40', 'AP76', 'AP77', 'AP84', 'AP85', 'AP86', 'AP87'])

function answer(type: string, [, number = '', ...rest]: readonly string[]): Decoded<State> {
  const id = isDigits(number) ? Number(number) : 0
  return { answers: [{ ...(id > 0 ? { id } : {}), text: [type, ...rest].join(',') }] }
}

type Read = (into: Draft, fields: readonly string[]) => void

const health =
  (...table: Field[]): Read =>
  (into, fields) =>
    putFields(into, fields.slice(1), table)

const pressures: Field[] = ['heart.rate', 'custom.pressure_systolic', 'custom.pressure_diastolic']

const readers: Readonly<Record<string, Read>> = {
  AP01: putPlace,
  AP10: putPlace,
  YP03: putPlace,
  YP14: putPlace,
  AP02: putScan,
  AP03: (into, [, state = '', steps]) => {
    putState(into, state)
    put(into, 'steps.counter', integer(steps))
  },
  CP01: (into, [, state = '']) => putState(into, state),
  AP49: health('heart.rate'),
  APHT: health(...pressures),
  APHP: health(...pressures, 'blood.oxygen.level', 'custom.blood_sugar', 'custom.temperature'),
  AP50: health('custom.temperature', 'battery.level'),
}

/** Signal, satellites, battery, ignition, armed, mode; a state adds settings and what is switched. */
function putState(into: Draft, text: string): void {
  const fields = columns(text, 3, 3, 3, 1, 2, 2)
  if (!fields) return
  putFields(into, fields, [
    'custom.rssi',
    'position.satellites',
    'battery.level',
    choice('engine.ignition.status', '1'),
    choice('alarm.mode.status', '01'),
  ])
  if (Number(fields[5]) > 0) put(into, 'custom.mode', Number(fields[5]))
  const more = columns(text.slice(14), 3, 1, 3, 1, 4, 1, 1, 1)
  if (!more) return
  putFields(into, more, [
    'custom.interval',
    undefined,
    undefined,
    undefined,
    undefined,
    choice('engine.blocked.status', '2'),
    choice('external.powersource.status', '1'),
    choice('movement.status', '1'),
  ])
}

/** 0 says that it is not known. */
const choice =
  (
    name:
      | 'engine.ignition.status'
      | 'alarm.mode.status'
      | 'engine.blocked.status'
      | 'external.powersource.status'
      | 'movement.status',
    yes: string,
  ): Field =>
  (into, text) => {
    if (Number(text) > 0) put(into, name, text === yes)
  }

const alarms: Readonly<Record<string, Alarm>> = { '01': 'sos', '05': 'fall', '06': 'fall' }

/** `080524A2232.9806N11404.9355E000.1061830323.8706000908000102`, then the cell, an alarm, access points. */
function putPlace(into: Draft, [first = '', mcc, mnc, lac, cell, ...rest]: readonly string[]): void {
  const north = first.search(/[NS]/)
  const east = first.search(/[EW]/)
  const after = columns(first.slice(east + 1), 5, 6, 6)
  if (north < 0 || east < north || !after) return
  put(into, 'timestamp', dateAndTime(first.slice(0, 6), after[1]!, 'yymmdd'))
  const latitude = degreesMinutes(first.slice(7, north), first[north])
  putFix(into, first[6] === 'A', latitude, degreesMinutes(first.slice(north + 1, east), first[east]))
  putFields(into, after, ['position.speed', undefined, 'position.direction'])
  putState(into, first.slice(east + 18, east + 32))
  putCells(into, [{ mcc: integer(mcc), mnc: integer(mnc), lac: integer(lac), cellid: integer(cell) }])
  const code = rest[0] ?? ''
  if (/^\d\d$/.test(code) && code !== '00') {
    put(into, 'alarm.code', Number(code))
    raise(into, alarms[code] ?? 'general')
  }
  putPoints(into, rest.find((field) => field.includes('|')) ?? '')
}

/** Language, whether it wants an address, cells, country, network, lac|cell|signal of each, access points. */
function putScan(into: Draft, [, , , count, mcc, mnc, ...rest]: readonly string[]): void {
  const size = Math.min(integer(count) ?? 0, rest.length)
  const cells = rest.slice(0, Math.max(size, 0)).map((text) => {
    const [lac, cell, rssi] = text.split('|').map(integer)
    return { mcc: integer(mcc), mnc: integer(mnc), lac, cellid: cell, rssi }
  })
  putCells(into, cells)
  putPoints(into, rest.slice(cells.length + 1).join(','))
  put(into, 'position.valid', false)
}

function putPoints(into: Draft, text: string): void {
  const points = text.split('&').map((point) => point.split('|'))
  putList(
    into,
    'wifi.points',
    points
      .filter((point) => point.length === 3)
      .map(([name, mac, rssi]) => ({ mac: mac!.toLowerCase().replaceAll('-', ':'), rssi: signal(rssi), name })),
  )
}

/** In dBm, with or without its sign. */
const signal = (text?: string): number | undefined => {
  const value = integer(text)
  return value === undefined ? undefined : -Math.abs(value)
}
