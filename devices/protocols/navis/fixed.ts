/**
 * The records of fixed layout from before FLEX: F1 (01), F2 (02), F3 (03), F4 (04), F5 (05), F5.1 (15), F5.2 (25) and F6 (06).
 *
 *   u8 format (or 00 and the format), u32 number, u16 event, time, u8 guard, u8 modules, u8 signal of 31, outputs, inputs,
 *   u16 supply mV, u16 battery mV, [i16 temperature], [u16 inputs mV], [two u32 counters], [F6: fuel sensors, four
 *   thermometers, u32 load, u16 rpm], [u8 navigation, time of the fix, latitude, longitude, [F6: i32 altitude 0.1 m], float
 *   km/h, u16 course, float km, float km of the segment, u16 and u16 its seconds], [fuel sensors], [four thermometers]
 *
 * A time is hour, minute, second, day, month from 0, year from 2000. A position is in radians, in F6 in ten-thousandths of a
 * minute. Traffic shows F5.2 and F6; the others are as public implementations have them.
 */

import {
  f32le,
  i8,
  i16le,
  i32le,
  left,
  part,
  type Reader,
  skip,
  take,
  toHex,
  u8,
  u16le,
  u32le,
} from '../../bytes/bytes.ts'
import { utcSeconds } from '../../bytes/time.ts'
import { type Draft, draft, finish, type Message, put, putPosition } from '../../message.ts'
import { raise } from '../../values/alarms.ts'
import { navigation } from './flex.ts'

interface Format {
  readonly bytes: number
  /** Bytes of outputs and of inputs. */
  readonly outputs: 1 | 2
  readonly inputs: 1 | 2
  /** The outputs in the lowest bits; above them the satellites. */
  readonly outputBits?: number
  readonly hasThermometer?: true
  readonly analogue: 0 | 2 | 3
  readonly hasCounters?: true
  readonly isSixth?: true
  readonly hasPlace?: true
  readonly fuelBytes?: number
  readonly hasThermometers?: true
}

const old = { outputs: 2, inputs: 2, hasThermometer: true } as const
const fifth = { outputs: 1, inputs: 1, outputBits: 2, analogue: 2, hasCounters: true, hasPlace: true } as const

const formats: ReadonlyMap<number, Format> = new Map<number, Format>([
  [0x01, { ...old, bytes: 30, analogue: 2 }],
  [0x02, { ...old, bytes: 71, analogue: 2, hasCounters: true, hasPlace: true }],
  [0x03, { ...old, bytes: 26, analogue: 0 }],
  [0x04, { bytes: 27, outputs: 1, inputs: 2, outputBits: 4, analogue: 0, hasThermometers: true }],
  [0x05, { ...fifth, bytes: 67 }],
  [0x15, { ...fifth, bytes: 82, fuelBytes: 15 }],
  [0x25, { ...fifth, bytes: 86, fuelBytes: 15, hasThermometers: true }],
  [
    0x06,
    { bytes: 111, outputs: 1, inputs: 1, outputBits: 4, analogue: 3, hasCounters: true, isSixth: true, hasPlace: true },
  ],
])

const degrees = 180 / Math.PI
const sixthFuelBytes = 28
const noThermometer = -128

function clock(data: Reader): number | undefined {
  const [hour, minute, second, day, month, year] = take(data, 6)
  return utcSeconds(2000 + year!, month! + 1, day!, hour!, minute!, second!)
}

/** Undefined for a format we have no layout of. The record's number is needed for the answer. */
export function readFixed(data: Reader): { readonly number: number; readonly message: Message } | undefined {
  const isWide = data.bytes[data.at] === 0 && left(data) > 1
  const format = formats.get(data.bytes[data.at + (isWide ? 1 : 0)]!)
  if (!format || left(data) < format.bytes + (isWide ? 1 : 0)) return undefined
  if (isWide) skip(data, 1)
  const record = part(data, format.bytes)
  skip(record, 1)
  const into = draft()
  const number = u32le(record)
  put(into, 'record.seqnum', number)
  put(into, 'event.enum', u16le(record))
  put(into, 'timestamp', clock(record))
  putState(into, record, format)
  if (format.isSixth) putSixth(into, record)
  if (format.hasPlace) putPlace(into, record, format.isSixth === true)
  else put(into, 'position.valid', false)
  if (format.fuelBytes) put(into, 'custom.fuel_sensors', toHex(take(record, format.fuelBytes)))
  if (format.hasThermometers) putThermometers(into, record)
  return { number, message: finish(into)! }
}

function putState(into: Draft, record: Reader, format: Format): void {
  const guard = u8(record)
  put(into, 'custom.armed', (guard & (format.isSixth ? 0x01 : 0x7f)) !== 0)
  if (guard & (format.isSixth ? 0x02 : 0x80)) raise(into, 'general')
  put(into, 'custom.status', u8(record))
  const signal = u8(record)
  put(into, 'custom.rssi', signal)
  if (signal <= 31) put(into, 'gsm.signal.level', (signal * 100) / 31)
  const outputs = format.outputs === 2 ? u16le(record) : u8(record)
  const { outputBits = 16 } = format
  put(into, 'dout', outputs & ((1 << outputBits) - 1))
  // In the fifth format they stand here, where firmware counts them.
  if (outputBits === 2) put(into, 'position.satellites', outputs >> 2 || undefined)
  put(into, 'din', format.inputs === 2 ? u16le(record) : u8(record))
  put(into, 'external.powersource.voltage', u16le(record) / 1000)
  put(into, 'battery.voltage', u16le(record) / 1000)
  if (format.hasThermometer) put(into, 'sensor.temperature.1', i16le(record))
  for (let n = 1; n <= format.analogue; n++) put(into, `ain.${n}`, u16le(record) / 1000)
  if (format.hasCounters) for (let n = 1; n <= 2; n++) put(into, `counter.${n}`, u32le(record))
}

function putSixth(into: Draft, record: Reader): void {
  put(into, 'custom.fuel_sensors', toHex(take(record, sixthFuelBytes)))
  putThermometers(into, record)
  const load = i32le(record)
  if (load >= 0) put(into, 'can.axle.weight.1', load)
  const rpm = u16le(record)
  if (rpm !== 0xffff) put(into, 'can.engine.rpm', rpm)
}

function putThermometers(into: Draft, record: Reader): void {
  for (let n = 1; n <= 4; n++) {
    const value = i8(record)
    if (value !== noThermometer) put(into, `sensor.temperature.${n}`, value)
  }
}

function putPlace(into: Draft, record: Reader, isSixth: boolean): void {
  const satellites = into.values['position.satellites']
  navigation(into, record)
  if (typeof satellites === 'number') put(into, 'position.satellites', satellites)
  put(into, 'position.timestamp', clock(record))
  if (isSixth) putPosition(into, i32le(record) / 600_000, i32le(record) / 600_000)
  else putPosition(into, f32le(record) * degrees, f32le(record) * degrees)
  if (isSixth) put(into, 'position.altitude', i32le(record) / 10)
  put(into, 'position.speed', f32le(record))
  put(into, 'position.direction', u16le(record))
  put(into, 'vehicle.mileage', f32le(record))
  put(into, 'segment.vehicle.mileage', f32le(record))
  put(into, 'custom.segment_seconds', u16le(record))
  put(into, 'custom.segment_valid_seconds', u16le(record))
}
