/**
 * Records in fewer bytes: compressed packets (08) and packets through the Iridium satellites.
 *
 *   compressed   records of ten bytes (1 bit unused, 25 seconds of this year, 1 no fix, 22 longitude, 21 latitude, 1 alarm),
 *                a number of tags, the tags, and then their values without the tags
 *   Iridium      01, u16 length, { id, u16 size, … } big-endian: 01 call (u32 number, IMEI, state, u32, u32 time),
 *                03 position of the terminal by the satellite (flags, degrees and 1/1000 minutes, u32 accuracy in km), 02 the
 *                tags of a record
 */

import { latin1, left, part, type Reader, reader, skip, take, u8, u16, u32 } from '../../bytes/bytes.ts'
import { type Draft, draft, put, putPosition } from '../../message.ts'
import { ProtocolError } from '../../protocol.ts'
import { raise } from '../../values/alarms.ts'
import { isTag, readTag } from './tags.ts'

const day = 86_400

/** The year is not sent: the last in which it is not tomorrow yet. */
function timeInYear(seconds: number, receivedAt: Date): number {
  const start = (year: number) => Date.UTC(year, 0, 1) / 1000 + seconds
  const thisYear = start(receivedAt.getUTCFullYear())
  return thisYear > receivedAt.getTime() / 1000 + day ? start(receivedAt.getUTCFullYear() - 1) : thisYear
}

function readPlace(into: Draft, data: Reader, receivedAt: Date): void {
  const bits = BigInt.asUintN(71, take(data, 10).reduce((all, byte) => (all << 8n) | BigInt(byte), 0n) >> 9n)
  const field = (from: bigint, size: number) => Number(BigInt.asUintN(size, bits >> from))
  put(into, 'timestamp', timeInYear(field(45n, 25), receivedAt))
  const hasFix = field(44n, 1) === 0
  put(into, 'position.valid', hasFix)
  const longitude = (360 * field(22n, 22)) / 2 ** 22 - 180
  const latitude = (180 * field(1n, 21)) / 2 ** 21 - 90
  if (hasFix) putPosition(into, latitude, longitude)
  if (field(0n, 1)) raise(into, 'general')
}

function readCompactRecord(data: Reader, receivedAt: Date): Draft {
  const into = draft()
  readPlace(into, data, receivedAt)
  for (const tag of take(data, u8(data))) {
    if (!isTag(tag)) throw new ProtocolError(`tag ${tag}`)
    readTag(into, tag, data)
  }
  return into
}

export function readCompactRecords(data: Reader, receivedAt: Date): Draft[] {
  const records: Draft[] = []
  while (left(data) > 10) records.push(readCompactRecord(data, receivedAt))
  return records
}

const callId = 0x01
const callBytes = 28

/** A packet with tags begins with 01 as well, but no tag is 1C. */
export const isIridium = (bytes: Uint8Array): boolean =>
  bytes.length > 5 && bytes[3] === callId && bytes[4] === 0 && bytes[5] === callBytes

export const iridiumLength = (bytes: Uint8Array): number => 3 + bytes[1]! * 256 + bytes[2]!

export interface Call {
  readonly ident: string
  readonly record: Draft
}

export function readCall(frame: Uint8Array, receivedAt: Date, isCompressed: boolean): Call {
  const input = reader(frame, 3)
  let ident = ''
  let record = draft()
  const seen = draft()
  while (left(input) >= 3) {
    const id = u8(input)
    const data = part(input, u16(input))
    if (id === callId) ident = readCallHead(seen, data)
    else if (id === 0x03 && left(data) >= 7) readSeen(seen, data)
    else if (id === 0x02) record = isCompressed ? readCompactRecord(data, receivedAt) : readTags(data)
  }
  return { ident, record: { values: { ...seen.values, ...record.values }, keys: seen.keys + record.keys } }
}

function readCallHead(into: Draft, data: Reader): string {
  put(into, 'record.seqnum', u32(data))
  const ident = latin1(take(data, 15))
  put(into, 'custom.session_state', u8(data))
  skip(data, 4)
  put(into, 'timestamp', u32(data))
  return ident
}

/** Bit 1 south, bit 0 west. */
function readSeen(into: Draft, data: Reader): void {
  const flags = u8(data)
  const degrees = () => u8(data) + u16(data) / 60_000
  const latitude = degrees()
  const longitude = degrees()
  putPosition(into, flags & 2 ? -latitude : latitude, flags & 1 ? -longitude : longitude)
  if (left(data) >= 4) put(into, 'position.accuracy', u32(data) * 1000)
}

function readTags(data: Reader): Draft {
  const into = draft()
  while (left(data) > 0) {
    const tag = u8(data)
    if (!isTag(tag)) break
    readTag(into, tag, data)
  }
  return into
}
