/**
 * The records of fixed layout from before FLEX, as far as recorded traffic shows them: F5.2 (25) and F6 (06).
 *
 *   u8 format, u32 number, u16 event, time, u8 status, u8 modules, u8 signal of 31, u8, u8, u16 supply mV, u16 battery mV,
 *   …, u8 navigation, time of the fix, latitude, longitude, [F6: i32 altitude 0.1 m], float km/h, u16 course, float km
 *
 * A time is hour, minute, second, day, month from 0, year from 2000. A place is in radians in F5.2 and in ten-thousandths
 * of a minute in F6.
 */
import { f32le, i32le, part, type Reader, skip, take, u8, u16le, u32le } from '../../bytes.ts'
import { draft, finish, type Message, put, putPosition } from '../../message.ts'
import { utcSeconds } from '../../time.ts'
import { navigation } from './flex.ts'

const formats: ReadonlyMap<number, { readonly bytes: number; readonly navigationAt: number }> = new Map([
  [0x25, { bytes: 86, navigationAt: 34 }],
  [0x06, { bytes: 111, navigationAt: 74 }],
])

const degrees = 180 / Math.PI

function clock(data: Reader): number | undefined {
  const [hour, minute, second, day, month, year] = take(data, 6)
  return utcSeconds(2000 + year!, month! + 1, day!, hour!, minute!, second!)
}

/** Undefined for a format we have no layout of. The record's number is needed for the answer. */
export function readFixed(data: Reader): { readonly number: number; readonly message: Message } | undefined {
  const format = formats.get(data.bytes[data.at]!)
  if (!format) return undefined
  const record = part(data, format.bytes)
  const isSixth = u8(record) === 0x06
  const start = record.at - 1
  const into = draft()
  const number = u32le(record)
  put(into, 'record.seqnum', number)
  put(into, 'event.enum', u16le(record))
  put(into, 'timestamp', clock(record))
  skip(record, 2)
  const signal = u8(record)
  if (signal <= 31) put(into, 'gsm.signal.level', (signal * 100) / 31)
  skip(record, 2)
  put(into, 'external.powersource.voltage', u16le(record) / 1000)
  put(into, 'battery.voltage', u16le(record) / 1000)
  skip(record, start + format.navigationAt - record.at)
  navigation(into, record)
  put(into, 'position.timestamp', clock(record))
  if (isSixth) putPosition(into, i32le(record) / 600_000, i32le(record) / 600_000)
  else putPosition(into, f32le(record) * degrees, f32le(record) * degrees)
  if (isSixth) put(into, 'position.altitude', i32le(record) / 10)
  put(into, 'position.speed', f32le(record))
  put(into, 'position.direction', u16le(record))
  put(into, 'vehicle.mileage', f32le(record))
  return { number, message: finish(into)! }
}
