/**
 * Armoli, in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   [L<imei>]; and [Q<8 digits><imei><iccid>,…];           → [TX,];;
 *   [W<imei>,<answer>];
 *   [M<imei>ddmmyyhhmmssN<degrees>E<degrees>, in fixed columns: fix, satellites, km/h, course, two voltages, status, highest
 *      km/h, metres, HDOP if it is there, idle time; then what is there of :alarms, G acceleration, H and E voltages, !driver, @engine];
 */
import { ascii, hex } from '../bytes/bytes.ts'
import { dateAndTime, decimal } from '../bytes/text.ts'
import { columns, type Field, hexTimes, putFields, times, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { putObd } from '../families/obd.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { ProtocolError } from '../protocol.ts'

interface State {
  readonly iccid?: string
}

const welcome = ascii('[TX,];;')

export default defineLines<State>({
  opening: anyOf(
    opening('[M', digits(27), anyHemisphere()),
    opening('[L', digits(15), ']'),
    opening('[Q', digits(38, 44), ','),
    opening('[W', digits(15), ','),
  ),
  end: ';',

  read({ text, state }) {
    const inside = text.replace(/\]$/, '')
    const content = inside.slice(2)
    if (inside[0] !== '[') throw new ProtocolError('a line begins with a bracket')
    switch (inside[1]) {
      case 'L':
        return { ...named(content), reply: welcome }
      case 'Q': {
        const [, imei = '', iccid = ''] = /^\d{8}(\d{15})(\d{15,21}),/.exec(content) ?? []
        return { ...named(imei), reply: welcome, ...(iccid === '' ? {} : { state: { iccid } }) }
      }
      case 'W': {
        const into = draft()
        put(into, 'message.type', 'command.answer')
        put(into, 'message.content', content.slice(content.indexOf(',') + 1))
        return told(named(content).ident, into)
      }
      case 'M':
        return readReport(content, state)
      default:
        return {}
    }
  },
})

function anyHemisphere() {
  return { is: (byte: number) => byte === 0x4e || byte === 0x53, least: 1, most: 1 }
}

const named = (content: string): { ident?: string } => {
  const imei = /^\d{15}/.exec(content)?.[0]
  return imei === undefined ? {} : { ident: imei }
}

/** How many letters each column has. */
const widths = [15, 6, 6, 1, 9, 1, 10, 1, 1, 2, 3, 3, 3, 2, 2, 6]
const width = widths.reduce((sum, one) => sum + one)

const table: readonly Field[] = [
  hexTimes('position.satellites'),
  hexTimes('position.speed'),
  'position.direction',
  hexTimes('ain.1', 1 / 27),
  hexTimes('ain.2', 1 / 27),
  hexTimes('custom.status'),
  hexTimes('custom.speed_max'),
  hexTimes('vehicle.mileage', 0.001),
]

function readReport(content: string, { iccid }: State) {
  const cut = columns(content, ...widths)
  if (!cut) throw new ProtocolError('a report is longer')
  const [imei = '', date = '', time = '', north, latitude, east, longitude, fix, ...values] = cut
  const into = draft()
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putFix(into, fix !== '0', signed(latitude, north === 'S'), signed(longitude, east === 'W'))
  putFields(into, values, table)
  putFields(into, (parts.exec(content.slice(width)) ?? []).slice(1), rest)
  put(into, 'gsm.sim.iccid', iccid)
  return told<State>(named(imei).ident, into)
}

function signed(text: string | undefined, isNegative: boolean): number | undefined {
  const value = decimal(text)
  return value !== undefined && isNegative ? -value : value
}

const parts =
  /^(\d\d)?([\dA-F]{4})(?::([\dA-F]+))?(?:G([\dA-F]{6}))?(?:H([\dA-F]{3}))?(?:E([\dA-F]{3}))?(?:!([\dA-F]+))?(?:@([\dA-F>]*))?([^\dA-F].*)?$/

const rest: readonly Field[] = [
  times('position.hdop', 0.1),
  // No idle time is FFFF.
  (into, text) => putFields(into, [text === 'FFFF' ? '' : text], [hexTimes('custom.idle_time')]),
  word('custom.alarms'),
  word('custom.acceleration'),
  hexTimes('external.powersource.voltage', 0.01),
  hexTimes('battery.voltage', 0.01),
  word('driver.id'),
  putEngine,
  word('custom.rest'),
]

/** `A6D>04410C2482>…`: after a sum, the length of each answer of the diagnostic socket, its mode, parameter and value. */
function putEngine(into: Draft, text: string): void {
  for (const answer of text.split('>').slice(1)) {
    if (/^[\dA-F]{8,}$/.test(answer) && answer.length % 2 === 0) {
      putObd(into, Number.parseInt(answer.slice(4, 6), 16), hex(answer.slice(6)))
    }
  }
}
