/**
 * The HEX format. What a report has between the state of the inputs and the position differs by model and type, so the
 * position is found by its shape.
 *
 *   +RSP +BSP +EVT +BVT   type, u32 mask, u16 length, …
 *   +INF +BNF +CRD +BRD   type, u16 mask, u16 length, …
 *   +LGN                  type, u8 mask, u16 length, …
 *   +ACK                  type, u8 mask, u8 length, …
 *   +HBD                  u8 mask, u8 length, …
 *   all end               send time, u16 count, CRC, 0D 0A
 *
 * After the length, bit by bit of the mask: device type, protocol version, firmware, unique id (the IMEI with two digits
 * a byte, or the name), voltages, inputs, outputs, motion state, satellites, …, number of positions; a position: accuracy, speed
 * (km/h and tenths), azimuth, altitude, i32 longitude and latitude (1e-6 degrees), UTC time, MCC, MNC, LAC, cell.
 */
import { i32, latin1, left, part, type Reader, reader, skip, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { checkedIdent } from '../../bytes/text.ts'
import { utcSeconds } from '../../bytes/time.ts'
import { type Draft, draft, finish, type Message, put, putCells, putPosition } from '../../message.ts'
import { type KnownUnit, ProtocolError } from '../../protocol.ts'
import { heartbeatBytes, readHeartbeat, readRecords } from './records.ts'
import { putMotionState } from './report.ts'
import { readTrack, trackType } from './track.ts'

export interface Binary {
  readonly ident?: string
  readonly messages: readonly Message[]
  readonly count?: number
  readonly isHeartbeat?: boolean
}

/** Where the length stands and how many bytes it has, by the second and third letter of the header. */
const lengths: Readonly<Record<string, readonly [at: number, size: 1 | 2]>> = {
  '+RSP': [9, 2],
  '+BSP': [9, 2],
  '+EVT': [9, 2],
  '+BVT': [9, 2],
  '+INF': [7, 2],
  '+BNF': [7, 2],
  '+CRD': [7, 2],
  '+BRD': [7, 2],
  '+LGN': [6, 2],
  '+ACK': [6, 1],
  '+HBD': [5, 1],
}

/** 0 until the length has arrived. */
export function binaryLength(bytes: Uint8Array): number {
  if (bytes[1] === 0x10) return heartbeatBytes
  const place = bytes[1] === 0x00 ? ([2, 2] as const) : lengths[latin1(bytes.subarray(0, 4))]
  if (!place) throw new ProtocolError('an unknown header')
  const [at, size] = place
  if (bytes.length < at + size) return 0
  const length = size === 1 ? bytes[at]! : bytes[at]! * 256 + bytes[at + 1]!
  if (length < at + size + 3) throw new ProtocolError('a length no report has')
  return length
}

export function readBinary(frame: Uint8Array, _unit: KnownUnit | undefined): Binary {
  const length = binaryLength(frame)
  if (length === 0 || frame.length < length) throw new ProtocolError('a report shorter than it says')
  if (frame[1] === 0x10) return readHeartbeat(frame)
  if (frame[1] === 0x00) return readRecords(frame.subarray(0, length))
  const header = latin1(frame.subarray(0, 4))
  // Count, CRC and line end.
  const count = reader(frame, length - 6).view.getUint16(length - 6)
  if (header === '+HBD') return { ...identOfHeartbeat(frame), messages: [], count, isHeartbeat: true }
  if (header[2] === 'S' || header[2] === 'V') return { ...readLocation(frame, header, length), count }
  return { messages: header === '+ACK' ? [] : [readOther(frame, header, length)], count }
}

/** Versions, states and crash data: their fields differ by model, so they are kept as they are. */
function readOther(frame: Uint8Array, header: string, length: number): Message {
  const into = draft()
  put(into, 'message.type', header.slice(1))
  put(into, 'event.enum', frame[4])
  put(into, 'timestamp', length > 20 ? readDate(reader(frame, length - 13, length)) : undefined)
  put(into, 'message.content', toHex(frame.subarray(5, length - 6)))
  return finish(into)!
}

/** Bits 1 to 3 bring device type, protocol version and firmware; bit 4 says that the id is the name, bit 7 that it is there. */
function identOfHeartbeat(frame: Uint8Array): { ident?: string } {
  const mask = frame[4]!
  const input = reader(frame, 6)
  skip(input, (mask & 2 ? 1 : 0) + (mask & 4 ? 2 : 0) + (mask & 8 ? 2 : 0))
  return mask & 0x80 ? { ident: readId(input, (mask & 0x10) !== 0) } : {}
}

/** Seven bytes of two decimal digits and one of one; or the name, padded with zeros. */
function readId(input: Reader, isName: boolean): string {
  const bytes = take(input, 8)
  if (isName) return checkedIdent(latin1(bytes).replaceAll('\0', ''))
  let digits = ''
  for (let at = 0; at < 7; at++) digits += String(bytes[at]! % 100).padStart(2, '0')
  return digits + (bytes[7]! % 10)
}

const gb100 = 0x45

function readLocation(frame: Uint8Array, header: string, length: number): Binary {
  const input = reader(frame, 4, length)
  const type = u8(input)
  const mask = u32(input)
  const has = (bit: number) => ((mask >>> bit) & 1) === 1
  skip(input, 2)
  const device = has(8) ? u8(input) : 0
  skip(input, (has(9) ? 2 : 0) + (has(10) ? 2 : 0))
  const ident = readId(input, has(6))
  const common = draft()
  put(common, 'message.type', header.slice(1))
  if (header[1] === 'B') put(common, 'message.buffered.status', true)
  put(common, 'event.enum', type)
  if (has(11) && device === gb100) put(common, 'battery.level', u8(input))
  if (has(12)) put(common, 'external.powersource.voltage', u16(input) / 1000)
  for (let n = 1; n <= 3; n++) if (has(12 + n)) put(common, `ain.${n}`, u16(input) / 1000)
  if (has(16)) put(common, 'din', u8(input))
  if (has(17)) put(common, 'dout', u8(input))
  if (has(18)) putMotionState(common, toHex(take(input, 1)).toUpperCase())
  if (has(19)) put(common, 'position.satellites', u8(input) & 0x0f)
  const messages = header === '+RSP' && type === trackType ? readTrack(input, common) : readPlaces(input, mask, common)
  return { ident, messages }
}

const placeBytes = (mask: number): number =>
  16 + (mask & 1 ? 3 : 0) + (mask & 2 ? 2 : 0) + (mask & 4 ? 2 : 0) + (mask & 8 ? 9 : 0)

/** The number of positions comes before the first of them, which is the first that can be one. */
function readPlaces(input: Reader, mask: number, common: Draft): Message[] {
  const size = placeBytes(mask)
  const messages: Message[] = []
  for (let at = input.at; at + 1 + size <= input.end; at++) {
    const count = input.bytes[at]!
    if (count < 1 || count > 15 || at + 1 + count * size > input.end) continue
    const places = reader(input.bytes, at + 1, input.end)
    const first = readPlace(part(places, size), mask, common)
    if (!first) continue
    messages.push(first)
    for (let n = 1; n < count; n++) {
      const next = readPlace(part(places, size), mask, common)
      if (next) messages.push(next)
    }
    messages[messages.length - 1] = withDistance(messages.at(-1)!, places, mask)
    return messages
  }
  const lone = finish(common)
  return lone ? [lone] : []
}

/** Undefined when these bytes cannot be a position. */
function readPlace(input: Reader, mask: number, common: Draft): Message | undefined {
  const into: Draft = { values: { ...common.values }, keys: common.keys }
  const accuracy = u8(input)
  const speed = mask & 1 ? u16(input) + u8(input) / 10 : undefined
  const direction = mask & 2 ? u16(input) : undefined
  const altitude = mask & 4 ? (u16(input) << 16) >> 16 : undefined
  const longitude = i32(input) / 1e6
  const latitude = i32(input) / 1e6
  const time = readDate(input)
  const possible =
    accuracy <= 50 && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (direction ?? 0) <= 360 && time
  if (!possible) return undefined
  put(into, accuracy > 0 ? 'timestamp' : 'position.timestamp', time)
  put(into, 'position.valid', accuracy > 0)
  putPosition(into, latitude, longitude)
  if (accuracy > 0) put(into, 'position.hdop', accuracy)
  put(into, 'position.speed', speed)
  put(into, 'position.direction', direction)
  put(into, 'position.altitude', altitude)
  if (mask & 8) putCells(into, [readCell(input)])
  return finish(into)
}

/** Year in two bytes, then five of one. */
function readDate(input: Reader): number | undefined {
  const year = u16(input)
  const time = utcSeconds(year, u8(input), u8(input), u8(input), u8(input), u8(input))
  return year >= 2000 && year < 2100 ? time : undefined
}

/** MCC and MNC are written with a digit a nibble. */
function readCell(input: Reader) {
  const digits = () => Number.parseInt(u16(input).toString(16), 10)
  return { mcc: digits(), mnc: digits(), lac: u16(input), cellid: u16(input) }
}

/** Bits 20 to 23: trip mileage, mileage (whole and tenths), trip hours, hours. The send time dates a position without a fix. */
function withDistance(message: Message, input: Reader, mask: number): Message {
  const has = (bit: number) => ((mask >>> bit) & 1) === 1
  const into: Draft = { values: { ...message }, keys: Object.keys(message).length }
  if (has(20) && left(input) >= 3) put(into, 'segment.vehicle.mileage', u16(input) + u8(input) / 10)
  if (has(21) && left(input) >= 5) put(into, 'vehicle.mileage', u32(input) + u8(input) / 10)
  if (has(22) && left(input) >= 3) skip(input, 3)
  if (has(23) && left(input) >= 6) put(into, 'engine.motorhours', u32(input) + u8(input) / 60 + u8(input) / 3600)
  if (has(4) && has(5) && !into.values.timestamp && left(input) >= 13) {
    put(into, 'timestamp', readDate(reader(input.bytes, input.end - 13, input.end)))
  }
  return into.values
}
