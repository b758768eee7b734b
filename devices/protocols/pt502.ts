/**
 * PT502, PT510 and their copies, in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   $<event>,<id>,<GPRMC without its name>/<inputs>,<outputs>/<analogue, hex>/<metres>/<card>/<battery, signal, satellites>/…\r\n
 *   $FUS<imei>,<versions>     $PHO<size>-<n>,…  a report with a photo, which we do not ask for
 *
 * Some models put five bytes before a line, the first of them BF. No replies.
 */
import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, hexNumber, isDigits } from '../bytes/text.ts'
import { alarmOf, binary, type Field, putFields, times } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putRmc } from '../families/nmea.ts'
import { anyOf, capitals, digits, except, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { defineDecoder } from '../protocol.ts'

const lines = defineLines({
  opening: anyOf(
    opening('$', capitals(3), ',', digits(3, 15), ',', digits(6), '.', digits(3), ','),
    opening('$PHO', digits(1, 7), except(',', 0, 4), ',', digits(3, 15), ','),
  ),

  read({ text }) {
    const comma = text.indexOf(',')
    const [ident = '', ...sentence] = text
      .split('/')[0]!
      .slice(comma + 1)
      .split(',')
    if (!text.startsWith('$') || sentence.length < 9 || !isDigits(ident)) return {}
    const into = draft()
    event(into, text.slice(1, 4))
    putRmc(into, sentence)
    const [inputs = '', ...rest] = text.split('/').slice(1)
    putFields(into, inputs.split(','), [binary('din'), binary('dout')])
    putFields(into, rest, report)
    return told(checkedIdent(ident), into)
  },

  commands: { 'engine.stop': 'none', 'engine.resume': 'none', text: 'none' },

  encode({ kind, text }) {
    const order = kind === 'engine.stop' ? '#OPC1,1' : kind === 'engine.resume' ? '#OPC1,0' : text
    return order && (kind === 'text' || kind.startsWith('engine.')) ? ascii(`${order}\r\n`) : undefined
  },
})

const headBytes = 5

export default defineDecoder({
  ...lines,
  frame(buffer, state) {
    if (buffer[0] !== 0xbf) return lines.frame(buffer, state)
    return buffer.length < headBytes ? 0 : headBytes
  },
  decode: (frame, ...rest) => (frame[0] === 0xbf ? {} : lines.decode(frame, ...rest)),
})

const event = alarmOf(
  {
    IN1: 'sos',
    GOF: 'geofence',
    TOW: 'towing',
    HDA: 'harsh_acceleration',
    HDB: 'harsh_braking',
    FDA: 'fatigue',
    SKA: 'vibration',
    PMA: 'movement',
    CPA: 'power_cut',
  },
  'message.type',
)

const report: readonly Field[] = [
  (into, text) => {
    for (const [index, value] of text.split(',').entries()) put(into, `custom.adc_${index + 1}`, hexNumber(value))
  },
  times('vehicle.mileage', 0.001),
  'driver.id',
  putState,
]

/** Three digits; the scales of the first two are not described. */
function putState(into: Draft, text: string): void {
  putFields(
    into,
    [...text],
    [
      (draft, digit) => put(draft, 'custom.battery_code', hexNumber(digit)),
      (draft, digit) => put(draft, 'custom.rssi', hexNumber(digit)),
      (draft, digit) => put(draft, 'position.satellites', hexNumber(digit)),
    ],
  )
}
