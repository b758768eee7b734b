/**
 * Sanav (San Jose Navigation: GC-101, GX-101, CT-58, MU-201, GS-818), in text over TCP and UDP.
 * Source: the maker's manuals (formats of CT-58 and GC-101, events of MU-201, report of OT101); public implementations;
 * recorded traffic.
 *
 *   imei=<imei>&rmc=$GPRMC,…*<sum>,<event>[,<inputs, hex>,HDOP,signal,{mcc,mnc,lac,cell,signal},…]
 *   imei:<imei>rmc:$GPRMC,…*<sum>,<event>-4095mv      …,<metres>,<HDOP>,<event>      …,<event>,V3.872;67%,S4,H8.3,D2.38
 *   <imei>,$GNRMC,…*<sum>,<event>,I<bracelet>,,,,<number>,M<signal>,3782mV,<signal of satellites>,HDOP,mcc,mnc,lac,cell,…
 *
 * A B before the event says that the report was stored. No replies.
 */

import { checkedIdent, decimal, hexNumber, integer } from '../bytes/text.ts'
import { type Bits, type Field, putBits, putFields, word } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { nmeaSum, putRmc } from '../families/nmea.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Cell, type Draft, draft, put, putCells } from '../message.ts'
import { type Alarm, raise } from '../values/alarms.ts'

const separators = ['=', ':']

export default defineLines({
  // The form without a name is also that of NMEA sentences (t55), which has it on the common port.
  opening: anyOf(
    ...separators.flatMap((sign) =>
      ['rmc', 'RMC'].flatMap((name) =>
        ['', '&'].map((and) => opening(`imei${sign}`, digits(5, 15), `${and}${name}${sign}$G`)),
      ),
    ),
  ),
  next: 'imei',
  frameBytesMax: 2048,

  read({ text, unit }) {
    const at = text.indexOf('RMC,')
    const [ident] = /\d{5,15}/.exec(text.slice(0, Math.max(at, 0))) ?? []
    if (ident === undefined) return {}
    const star = text.indexOf('*', at)
    const sentence = text.slice(at - 2, star < 0 ? undefined : star)
    const sum = star < 0 ? '' : text.slice(star + 1, star + 3)
    const rest = star < 0 ? '' : text.slice(star + 4)
    const into = draft()
    putRmc(into, sentence.split(',').slice(1))
    putRest(into, rest.replaceAll(' ', '').split(','))
    const isWrong = sum !== '' && sum.toUpperCase() !== nmeaSum(sentence)
    if (isWrong && unit?.settings?.checksum !== 'ignore') put(into, 'message.checksum.status', false)
    return told(checkedIdent(ident), into)
  },
})

const alarms: Readonly<Record<string, Alarm>> = { SOS: 'sos', LP: 'low_battery', MOVE: 'movement' }

/** Where the event stands differs by model; what surrounds it is known by its shape. */
function putRest(into: Draft, values: readonly string[]): void {
  const at = values.findIndex((value) => event.test(value) && !millivolts.test(value))
  const [, stored, name = '', voltage] = event.exec(values[at] ?? '') ?? []
  if (name !== '') {
    put(into, 'message.type', name.toUpperCase())
    if (stored) put(into, 'message.buffered.status', true)
    if (Object.hasOwn(alarms, name.toUpperCase())) raise(into, alarms[name.toUpperCase()])
    putMillivolts(into, voltage)
  }
  const before = values.slice(0, Math.max(at, 0))
  if (before.length === 2) putFields(into, before, ['position.altitude', 'position.hdop'])
  for (const value of values) putMarked(into, value)
  const [inputs = '', ...rest] = values.slice(at + 1)
  if (/^[\dA-F]{4}$/i.test(inputs)) putVehicle(into, hexNumber(inputs), rest)
  else if (inputs.startsWith('I')) putBracelet(into, values.slice(at + 1))
}

const event = /^(B(?=[A-Z]{3}))?([A-Z]{2,12}\d?)(?:-(\d{3,5})mV)?$/i
const millivolts = /^(\d{3,5})mV$/i

const putMillivolts = (into: Draft, text: string | undefined): void => {
  if (text) put(into, 'battery.voltage', Number(text) / 1000)
}

const marks: Readonly<Record<string, Field>> = {
  S: 'position.satellites',
  H: 'position.hdop',
  D: 'custom.d',
  M: 'custom.rssi',
}

/** `3950mV`, `V3.872;67%`, and numbers after a letter. */
function putMarked(into: Draft, value: string): void {
  if (value.endsWith('V') || value.endsWith('v')) putMillivolts(into, millivolts.exec(value)?.[1])
  const letter = value[0] ?? ''
  if (letter === 'V') putFields(into, value.slice(1).split(/[;%]/), ['battery.voltage', 'battery.level'])
  else if (Object.hasOwn(marks, letter) && decimal(value.slice(1)) !== undefined)
    putFields(into, [value.slice(1)], [marks[letter]])
}

const switches: Bits = {
  0: 'din.1',
  1: 'din.2',
  2: 'din.3',
  3: 'din.4',
  4: 'din.5',
  5: 'engine.ignition.status',
  6: 'dout.1',
  7: 'dout.2',
  8: 'external.powersource.status',
}
const batteryIsFull = 0x200
const cellFields = 5

function putVehicle(into: Draft, inputs: number | undefined, rest: readonly string[]): void {
  if (inputs === undefined) return
  putBits(into, inputs, switches)
  if ((inputs & batteryIsFull) === 0) raise(into, 'low_battery')
  putFields(into, rest, ['position.hdop', 'custom.value'])
  const cells: Cell[] = []
  for (let at = 2; at + cellFields <= rest.length; at += cellFields) cells.push(cellOf(rest.slice(at, at + cellFields)))
  putCells(into, cells)
}

const cellOf = ([mcc, mnc, lac, cellid, rssi]: readonly string[]): Cell => ({
  mcc: integer(mcc),
  mnc: integer(mnc),
  lac: hexNumber(lac),
  cellid: hexNumber(cellid),
  rssi: integer(rssi),
})

/** The first cell; those around it are in another form, which is not described. */
function putBracelet(into: Draft, fields: readonly string[]): void {
  putFields(into, [fields[0]!.slice(1), fields[4] ?? ''], [word('custom.bracelet'), 'record.seqnum'])
  putFields(into, fields.slice(7, 9), ['custom.satellite_signal', 'position.hdop'])
  putCells(into, [cellOf(fields.slice(9, 14))])
}
