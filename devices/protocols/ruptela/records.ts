/**
 * Records and fault codes.
 *
 *   u8 records left in the tracker, u8 number of records, then each
 *     u32 time, u8 its extension, [u8 part], u8 priority, i32 longitude, i32 latitude (1e-7 degrees), u16 altitude 0.1 m,
 *     u16 course 0.01 degrees, u8 satellites, u16 km/h, u8 HDOP 0.1, event id, four groups of values of 1, 2, 4 and 8
 *     bytes: u8 number, { id, value }
 *
 * Ids are two bytes in extended records and one in the others. An extended record of many values comes in parts, whose
 * byte has the last part's number in the high half and its own in the low; they become one message.
 */
import { i32, latin1, type Reader, skip, take, u8, u16, u32 } from '../../bytes/bytes.ts'
import { type Draft, draft, finish, type Message, put, putPosition } from '../../message.ts'
import { joinTexts, putIo } from './io.ts'

/** Both coordinates of a tracker that never had a fix. */
const noFix = -0x8000_0000

export function readRecords(data: Reader, isExtended: boolean): Message[] {
  const drafts: Draft[] = []
  const withTexts = new Set<Draft>()
  skip(data, 1)
  const count = u8(data)
  for (let index = 0, time = -1; index < count; index++) {
    const before = time
    time = u32(data)
    const extension = u8(data)
    const part = isExtended ? u8(data) & 0x0f : 0
    const previous = drafts.at(-1)
    const continues = part > 0 && time === before && previous !== undefined
    const into = continues ? previous : draft()
    if (!continues) drafts.push(into)
    put(into, 'timestamp', time)
    if (extension > 0) put(into, 'custom.timestamp_extension', extension)
    if (readRecord(into, data, isExtended)) withTexts.add(into)
  }
  for (const into of withTexts) joinTexts(into)
  return drafts.map((into) => finish(into)!)
}

/** True when there is a piece of a text among its values. */
function readRecord(into: Draft, data: Reader, isExtended: boolean): boolean {
  const id = isExtended ? u16 : u8
  put(into, 'event.priority.enum', u8(data))
  const longitude = i32(data)
  const latitude = i32(data)
  const altitude = u16(data)
  const course = u16(data)
  const satellites = u8(data)
  const speed = u16(data)
  const hdop = u8(data)
  const hasPlace = latitude !== noFix && longitude !== noFix
  if (hasPlace) putPosition(into, latitude / 1e7, longitude / 1e7)
  put(into, 'position.satellites', satellites)
  put(into, 'position.valid', hasPlace && satellites > 0)
  if (hasPlace) {
    put(into, 'position.altitude', altitude / 10)
    put(into, 'position.direction', course / 100)
    put(into, 'position.speed', speed)
    put(into, 'position.hdop', hdop / 10)
  }
  const event = id(data)
  if (event > 0) put(into, 'event.enum', event)
  let hasText = false
  for (let size = 1; size <= 8; size *= 2) {
    const values = u8(data)
    for (let index = 0; index < values; index++) {
      const key = id(data)
      const at = data.at
      skip(data, size)
      if (putIo(into, key, data, at, size)) hasText = true
    }
  }
  return hasText
}

/** u8 number, then each: u8, u32 time, i32 longitude, i32 latitude, u8, five letters. Codes of one moment are joined. */
export function readFaults(data: Reader): Message[] {
  const count = u8(data)
  const moments = new Map<number, Draft>()
  for (let index = 0; index < count; index++) {
    skip(data, 1)
    const time = u32(data)
    const longitude = i32(data)
    const latitude = i32(data)
    const isStored = u8(data) === 2
    const code = latin1(take(data, 5))
    const into = moments.get(time) ?? draft()
    moments.set(time, into)
    put(into, 'timestamp', time)
    if (isStored) put(into, 'message.buffered.status', true)
    if (latitude !== noFix && longitude !== noFix) putPosition(into, latitude / 1e7, longitude / 1e7)
    const codes = into.values['can.dtc']
    put(into, 'can.dtc', typeof codes === 'string' ? `${codes},${code}` : code)
  }
  return [...moments.values()].map((into) => finish(into)!).filter((message) => message !== undefined)
}
