/**
 * The records of codecs 8, 8 Extended, 16 and 7.
 *
 *   u64 time ms, u8 priority, i32 longitude, i32 latitude (1e-7 degrees), i16 altitude, u16 angle, u8 satellites,
 *   u16 speed km/h, event id, [generation type], number of values, then four groups of values of 1, 2, 4 and 8 bytes:
 *   number, { id, value }; in 8 Extended a fifth of { id, length, value }.
 *
 * Ids are one byte in codec 8 and two in the others; numbers are two bytes in 8 Extended and one in the others.
 */
import { f32, i16, i32, type Reader, skip, u8, u16, u32 } from '../../bytes/bytes.ts'
import { type Draft, draft, finish, type Message, put, putPosition } from '../../message.ts'
import { ProtocolError } from '../../protocol.ts'
import { gh3000, type IoTable, putIo } from './io.ts'

const codec8 = 0x08
const codec8Extended = 0x8e
const codec16 = 0x10
const codec7 = 0x07

/** What differs between units with the same codec. */
export interface Layout {
  readonly table: IoTable
  /** Some codec 8 firmware ends a record with a group of 16-byte values. */
  readonly hasGroup16: boolean
}

export const isRecordCodec = (codec: number | undefined): boolean =>
  codec === codec8 || codec === codec8Extended || codec === codec16 || codec === codec7

export function readRecords(codec: number, data: Reader, layout: Layout): { messages: Message[]; count: number } {
  const count = u8(data)
  const messages: Message[] = []
  for (let index = 0; index < count; index++) {
    const into = draft()
    put(into, 'codec.id', codec)
    if (codec === codec7) readMaskedRecord(into, data)
    else readRecord(into, codec, data, layout)
    messages.push(finish(into)!)
  }
  if (u8(data) !== count) throw new ProtocolError('the two numbers of records differ')
  return { messages, count }
}

function readRecord(into: Draft, codec: number, data: Reader, layout: Layout): void {
  put(into, 'timestamp', (u32(data) * 0x1_0000_0000 + u32(data)) / 1000)
  put(into, 'event.priority.enum', u8(data))
  const longitude = i32(data) / 1e7
  const latitude = i32(data) / 1e7
  const altitude = i16(data)
  const direction = u16(data)
  const satellites = u8(data)
  const speed = u16(data)
  putPosition(into, latitude, longitude)
  put(into, 'position.satellites', satellites)
  // Without a fix the tracker repeats the last position it knew and sends zeros for the rest.
  put(into, 'position.valid', satellites > 0)
  if (satellites > 0) {
    put(into, 'position.altitude', altitude)
    put(into, 'position.direction', direction)
    put(into, 'position.speed', speed)
  }
  readValues(into, codec, data, layout)
}

function readValues(into: Draft, codec: number, data: Reader, layout: Layout): void {
  const id = codec === codec8 ? u8 : u16
  const number = codec === codec8Extended ? u16 : u8
  const event = id(data)
  if (event > 0) put(into, 'event.enum', event)
  if (codec === codec16) put(into, 'report.reason', u8(data))
  number(data)
  const largest = codec === codec8 && layout.hasGroup16 ? 16 : 8
  for (let size = 1; size <= largest; size *= 2) {
    const count = number(data)
    for (let index = 0; index < count; index++) readValue(into, id(data), size, data, layout.table)
  }
  if (codec !== codec8Extended) return
  const count = u16(data)
  for (let index = 0; index < count; index++) {
    const id = u16(data)
    readValue(into, id, u16(data), data, layout.table, true)
  }
}

function readValue(into: Draft, id: number, size: number, data: Reader, table: IoTable, varies = false): void {
  const at = data.at
  skip(data, size)
  putIo(into, table, id, data, at, size, varies)
}

/** Seconds of GH3000 count from 2007. */
const epoch2007 = 1_167_609_600

/** Codec 7: u32 with priority in the top bits, a mask of the parts present, in the position a mask of its fields. */
function readMaskedRecord(into: Draft, data: Reader): void {
  const time = u32(data)
  put(into, 'timestamp', (time % 0x4000_0000) + epoch2007)
  put(into, 'event.priority.enum', time >>> 30)
  const parts = u8(data)
  if (parts & 1) readMaskedPosition(into, data)
  for (let group = 0; group < 3; group++) {
    if (!(parts & (2 << group))) continue
    const count = u8(data)
    for (let index = 0; index < count; index++) readValue(into, u8(data), 1 << group, data, gh3000)
  }
}

function readMaskedPosition(into: Draft, data: Reader): void {
  const fields = u8(data)
  if (fields & 1) {
    const latitude = f32(data)
    putPosition(into, latitude, f32(data))
  }
  if (fields & 2) put(into, 'position.altitude', i16(data))
  if (fields & 4) put(into, 'position.direction', (u8(data) * 360) / 256)
  if (fields & 8) put(into, 'position.speed', u8(data))
  if (fields & 16) {
    const satellites = u8(data)
    put(into, 'position.satellites', satellites)
    put(into, 'position.valid', satellites > 0)
  }
  if (fields & 32) {
    put(into, 'gsm.lac', u16(data))
    put(into, 'gsm.cellid', u16(data))
  }
  if (fields & 64) put(into, 'custom.signal_quality', u8(data))
  if (fields & 128) put(into, 'gsm.operator.code', String(u32(data)))
}
