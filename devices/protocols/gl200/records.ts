/**
 * The binary frames of newer models (GL601 @Track Air Interface Protocol V10, "Report" and "Heartbeat Data"). Big-endian.
 *
 *   report      2B (2D from memory) 00, u16 length, flags, [frames, frame], IMEI (8 BCD), u16 device type, u16 protocol
 *               version, custom version, size and bytes reserved, records, u16 count, check byte, 24
 *   record      length (one byte, or two with the top bit), u32 time, u16 count, id, event, { id, length, data }…
 *   heartbeat   2B 10 18, IMEI, u16 device type, u16 version, custom version, u32 time, u16 count, check byte, 24
 *
 * Of the data only 52, the position, is known to us; the rest is kept in hex.
 */
import {
  bcdImei,
  i32,
  left,
  part,
  type Reader,
  reader,
  skip,
  take,
  toHex,
  u8,
  u16,
  u24,
  u32,
} from '../../bytes/bytes.ts'
import { checkedIdent } from '../../bytes/text.ts'
import { type Draft, draft, finish, type Message, put, putPosition } from '../../message.ts'

interface Frame {
  readonly ident: string
  readonly messages: readonly Message[]
  readonly count: number
  readonly isHeartbeat?: boolean
}

export const heartbeatBytes = 24
/** Count, check byte and dollar sign. */
const tailBytes = 4
const placeId = 0x52

export function readHeartbeat(frame: Uint8Array): Frame {
  const ident = checkedIdent(bcdImei(frame.subarray(3, 11)))
  return { ident, messages: [], count: frame[20]! * 256 + frame[21]!, isHeartbeat: true }
}

export function readRecords(frame: Uint8Array): Frame {
  const input = reader(frame, 4, frame.length - tailBytes)
  if (u8(input) & 0x80) skip(input, 2)
  const ident = checkedIdent(bcdImei(take(input, 8)))
  skip(input, 5)
  skip(input, u8(input))
  const messages: Message[] = []
  while (left(input) > 0) {
    const message = readRecord(input)
    if (message) messages.push(message)
  }
  const count = reader(frame, frame.length - tailBytes)
  return { ident, messages, count: u16(count) }
}

/** The length counts itself. */
function readRecord(input: Reader): Message | undefined {
  const first = u8(input)
  const size = first & 0x80 ? (first & 0x7f) * 256 + u8(input) : first
  const record = part(input, size - (first & 0x80 ? 2 : 1))
  const into = draft()
  put(into, 'timestamp', u32(record))
  put(into, 'record.seqnum', u16(record))
  put(into, 'report.reason', u8(record))
  put(into, 'event.enum', u8(record))
  while (left(record) >= 2) {
    const id = u8(record)
    const size = u8(record)
    const data = part(record, size)
    if (id !== placeId || left(data) < 13) {
      put(into, `custom.data_${id.toString(16)}`, toHex(take(data, left(data))))
      continue
    }
    readPlace(into, data)
  }
  return finish(into)
}

/** Bits 2 and 3 of the first byte are 2 with a fix; then coordinates, time, speed, HDOP, azimuth, altitude, satellites. */
function readPlace(into: Draft, data: Reader): void {
  const state = u8(data)
  put(into, 'custom.fix', state)
  put(into, 'position.valid', ((state >> 2) & 3) === 2)
  const longitude = i32(data) / 1e6
  putPosition(into, i32(data) / 1e6, longitude)
  put(into, 'position.timestamp', u32(data))
  if (left(data) >= 9) {
    put(into, 'position.speed', u16(data) / 10)
    put(into, 'position.hdop', u8(data) / 10)
    put(into, 'position.direction', u16(data))
    put(into, 'position.altitude', ((u24(data) << 8) >> 8) / 10)
    put(into, 'position.satellites', u8(data))
  }
  if (left(data) > 0) put(into, 'custom.data_52', toHex(take(data, left(data))))
}
