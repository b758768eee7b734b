/**
 * eSeal, an electronic lock for containers, in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   ##S,eSeal,<id>,<customer>,<firmware>,<kind>,…,E##\r\n
 *   Normal, Startup, Event-Door …  number,yyyy-mm-dd,hh:mm:ss,interval,A,<latitude>N <longitude>E,course,km/h,Close,
 *                                  acceleration,NFC,volts,dBm → the same head,<kind> ACK,<number>,E##
 *   Startup OK, RC-… ACK           answers
 *   command                        the same head,<text>,E##
 *
 * A start-up is confirmed with a configuration that only the owner knows: the setting `startup` of a unit.
 */

import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, degrees } from '../bytes/text.ts'
import { type Field, flag, putFields, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { except, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { type Alarm, raise } from '../values/alarms.ts'

interface State {
  /** Up to the firmware, as the lock writes it. */
  readonly head?: string
}

const answerMax = 256
const answered = new Set(['Normal', 'Button-Normal', 'Termination'])

export default defineLines<State>({
  opening: opening('##S,', except(',#', 1, 20), ',', except(',#', 1, 20), ','),
  readsUnit: true,

  read({ text, state, unit }) {
    const parts = text.split(',')
    const [, , id = '', , firmware = '', kind, ...fields] = parts
    if (parts[0] !== '##S' || kind === undefined) return {}
    const ident = checkedIdent(id)
    const head = parts.slice(0, 5).join(',')
    const next = head === state.head ? {} : { state: { head } }
    const end = fields.lastIndexOf('E##')
    const values = end < 0 ? fields : fields.slice(0, end)
    if (values.length < report.length) {
      const answer = [kind, ...values.filter((value) => value !== '')].join(',')
      return { ident, ...next, ...(kind.startsWith('RC-') ? { answers: [{ text: answer.slice(0, answerMax) }] } : {}) }
    }
    const into = draft()
    put(into, 'message.type', kind.toLowerCase())
    put(into, 'device.firmware.version', firmware)
    raise(into, alarms[kind])
    putReport(into, values)
    const content = confirmed(kind, values[0]!, unit?.settings?.startup)
    const reply = content ? { reply: ascii(`${head},${kind} ACK,${content},E##\r\n`) } : {}
    return { ...told(ident, into), ...next, ...reply }
  },

  commands: { text: 'plain' },

  encode({ kind, text }, { head }) {
    return kind === 'text' && text && head ? ascii(`${head},${text},E##\r\n`) : undefined
  },
})

function confirmed(kind: string, number: string, configuration: unknown): string | undefined {
  if (kind === 'Startup') return typeof configuration === 'string' ? `${number},${configuration}` : undefined
  return answered.has(kind) || kind.startsWith('Event-') ? number : undefined
}

const alarms: Readonly<Record<string, Alarm>> = {
  'Event-Door': 'door',
  'Event-Shock': 'vibration',
  'Event-Drop': 'fall',
  'Event-Lock': 'lock',
  'Event-RC-Unlock': 'unlock',
}

const report: readonly Field[] = [
  'record.seqnum',
  undefined,
  undefined,
  'custom.interval',
  undefined,
  undefined,
  'position.direction',
  'position.speed',
  flag('door.open.status', 'Open', 'Close'),
  'custom.acceleration',
  word('custom.nfc'),
  'battery.voltage',
  'gsm.signal.dbm',
]

function putReport(into: Draft, fields: readonly string[]): void {
  const [, date = '', time = '', , status, place = ''] = fields
  put(into, 'timestamp', dateAndTime(date.slice(2).replaceAll('-', ''), time.replaceAll(':', ''), 'yymmdd'))
  const [latitude = '', longitude = ''] = place.split(' ')
  putFix(into, status === 'A', coordinate(latitude), coordinate(longitude))
  putFields(into, fields, report)
}

const coordinate = (text: string): number | undefined => degrees(text.slice(0, -1), text.at(-1))
