/**
 * IntelliTrac (X1, X8, A1, of Systems & Technology), in text over TCP and UDP.
 * Source: recorded traffic and public implementations; of the maker's documents (X series, 3.05) we know the contents page
 * (docs/protocols.md).
 *
 *   [<tag>,]<id>,yyyymmddhhmmss,longitude,latitude,km/h,course,metres,satellites,event,inputs,outputs[,volts 1,volts 2]
 *           [,yyyymmddhhmmss of the clock,0[,km/h,rpm,coolant,fuel,consumption,fuel °C,pressure,load,axle,km of the bus]]\r\n
 *   FAF8, six bytes                     asks whether the line still stands → itself
 *   $OK:…  $ERR:…  $RP:<line>           answers to commands
 */
import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, isDigits } from '../bytes/text.ts'
import { alarmOf, type Field, putFields, times } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { lonLatOf, lonLatSize, putLonLat } from '../families/lonlat.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { defineDecoder } from '../protocol.ts'

const tagged = anyOf(
  opening('$RP:', digits(1, 8), ',', digits(9, 15), ','),
  opening('$RP:', digits(9, 15), ',', digits(14), ','),
  opening(digits(1, 8), ',', digits(9, 15), ',', digits(14), ','),
  opening('\u00fa\u00f8'),
)
const plain = lonLatOf('intellitrac')

const lines = defineLines({
  opening: tagged,

  read({ text }) {
    if (/^\$(OK|ERR):/.test(text)) return { answers: [{ text, isRefusal: text.startsWith('$ERR') }] }
    const into = draft()
    const fields = text.replace('$RP:', '').split(',')
    const at = fields[1]?.length === 14 ? 0 : 1
    const ident = fields[at] ?? ''
    if (!isDigits(ident) || fields.length - at <= lonLatSize) return {}
    if (at > 0) put(into, 'custom.tag', fields[0])
    putReport(into, fields.slice(at + 1))
    return told(checkedIdent(ident), into)
  },

  commands: { text: 'plain' },

  encode({ kind, text }) {
    return kind === 'text' && text ? ascii(`${text}\r\n`) : undefined
  },
})

const sync = 0xfa
const syncBytes = 8

export default defineDecoder({
  ...lines,
  recognise(bytes, link) {
    const one = tagged(bytes)
    if (one === 'yes') return one
    const other = plain(bytes, link)
    return other === 'no' ? one : other
  },
  frame(buffer, state) {
    if (buffer[0] !== sync) return lines.frame(buffer, state)
    return buffer.length < syncBytes ? 0 : syncBytes
  },
  decode(frame, ...rest) {
    return frame[0] === sync ? { reply: frame.slice() } : lines.decode(frame, ...rest)
  },
})

const event = alarmOf({
  164: 'geofence_enter',
  165: 'geofence_exit',
  168: 'low_power',
  169: 'low_power',
  170: 'power_off',
  176: 'power_restored',
  180: 'fall',
  225: 'jamming',
  995: 'sos',
})

/** Values of the vehicle's bus, after the clock and a number that means nothing. */
const bus: readonly Field[] = [
  'can.vehicle.speed',
  'can.engine.rpm',
  'can.engine.coolant.temperature',
  'can.fuel.level',
  'custom.fuel_consumption',
  'custom.fuel_temperature',
  'custom.charger_pressure',
  'custom.tpl',
  'can.axle.weight.1',
  times('can.vehicle.mileage', 0.001),
]

function putReport(into: Draft, fields: readonly string[]): void {
  const rest = putLonLat(into, fields)
  putFields(into, [fields[lonLatSize - 1] ?? ''], [event])
  putFields(into, rest, ['din', 'dout'])
  const clock = rest.findIndex((field) => field.length === 14 && isDigits(field))
  const values = rest.slice(2, clock < 0 ? undefined : clock)
  // Analogue inputs have a point; the other values between are a maker's own.
  const volts = values.length <= 2 ? values : []
  putFields(into, volts, ['ain.1', 'ain.2'])
  if (volts.length === 0) for (const [index, value] of values.entries()) put(into, `custom.value_${index + 1}`, value)
  if (clock < 0) return
  const moment = rest[clock]!
  put(into, 'custom.clock', dateAndTime(moment.slice(2, 8), moment.slice(8), 'yymmdd'))
  const behind = rest.slice(clock + 2)
  if (behind.length >= bus.length) putFields(into, behind, bus)
  else if (volts.length === 0) putFields(into, behind, ['ain.1', 'ain.2'])
}
