/**
 * Maxtrack MXT (MXT-100 to MXT-151), over TCP. Numbers are little-endian.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   packet   01, model, type, u32 id, content, u16 CRC-16/XMODEM of all between, 04; 01, 04, 10, 11 and 13 inside are
 *            written as 10 and the byte plus 20
 *   31       protocol, groups, u16 number, u32 time, i32 latitude, i32 longitude, u32 flags, km/h, mask of inputs, and
 *            what the bits of the groups announce → 01, model, 02, u32 id, the packet's CRC, CRC, 04
 */

import {
  checkedLength,
  i8,
  i32le,
  le16,
  le32,
  left,
  type Reader,
  reader,
  skip,
  take,
  toHex,
  u8,
  u16le,
  u32le,
} from '../bytes/bytes.ts'
import { crc16Xmodem } from '../bytes/checksum.ts'
import { escaped, type Followers, unescaped } from '../families/escaped.ts'
import { putBits } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { type Draft, draft, put } from '../message.ts'
import { defineDecoder, ProtocolError, type Recognition } from '../protocol.ts'
import { raise } from '../values/alarms.ts'

const [start, end, sign] = [0x01, 0x04, 0x10]
const followers: Followers = Object.fromEntries([0x01, 0x04, 0x10, 0x11, 0x13].map((byte) => [byte + 0x20, byte]))
const frameBytesMax = 1024
/** From the model up to the id, and the sum. */
const leastBytes = 10
const place = 0x31
const confirmation = 0x02

export default defineDecoder({
  frameBytesMax,
  recognise,

  frame(buffer) {
    if (buffer[0] !== start) throw new ProtocolError('a packet begins with 01')
    const size = buffer.indexOf(end, 1) + 1
    checkedLength(size === 0 ? buffer.length : size, frameBytesMax)
    return size
  },

  decode(frame, _state, _receivedAt, unit) {
    const bytes = unescaped(frame, sign, followers)
    if (bytes[0] !== start || bytes.length < leastBytes) throw new ProtocolError('no packet')
    const last = bytes.at(-1) === end ? bytes.length - 1 : bytes.length
    const input = reader(bytes, 1, last - 2)
    const model = u8(input)
    const type = u8(input)
    const id = u32le(input)
    const ident = String(id)
    if (type !== place) return { ident }
    const sum = u16le(reader(bytes, last - 2))
    if (unit?.settings?.checksum !== 'ignore' && crc16Xmodem(bytes, 1, last - 2) !== sum) return { ident }
    const into = draft()
    readPlace(into, input)
    const answer = [model, confirmation, ...le32(id), ...le16(sum)]
    const sealed = [...answer, ...le16(crc16Xmodem(Uint8Array.from(answer)))]
    return { ...told(ident, into), reply: Uint8Array.of(start, ...escaped(sealed, sign, followers), end) }
  },
})

/** The first byte is common, so a whole packet with the right sum is asked for. */
function recognise(bytes: Uint8Array): Recognition {
  if (bytes[0] !== start || (bytes[2] ?? place) !== place) return 'no'
  const size = bytes.indexOf(end, 1) + 1
  if (size === 0) return bytes.length < frameBytesMax && !bytes.includes(start, 1) ? 'more' : 'no'
  const packet = unescaped(bytes.subarray(0, size), sign, followers)
  if (packet.length < leastBytes) return 'no'
  return crc16Xmodem(packet, 1, packet.length - 3) === u16le(reader(packet, packet.length - 3)) ? 'yes' : 'no'
}

const day = 86_400
const millennium = Date.UTC(2000, 0, 1) / 1000

/** Seconds, minutes, hours and days since 2000, from the lowest bit. */
const timeOf = (value: number): number =>
  millennium + (value >>> 17) * day + ((value >>> 12) & 31) * 3600 + ((value >>> 6) & 63) * 60 + (value & 63)

function readPlace(into: Draft, input: Reader): void {
  skip(input, 1)
  const groups = u8(input)
  put(into, 'record.seqnum', u16le(input))
  put(into, 'timestamp', timeOf(u32le(input)))
  const [latitude, longitude] = [i32le(input) / 1e6, i32le(input) / 1e6]
  const flags = u32le(input)
  putFix(into, (flags & 0x8000) !== 0, latitude, longitude)
  put(into, 'custom.flags', flags)
  putBits(into, flags, { 0: 'engine.ignition.status', 20: 'external.powersource.status' })
  raise(into, flags & 2 ? 'general' : undefined)
  put(into, 'din', (flags >>> 2) & 31)
  put(into, 'dout', (flags >>> 7) & 7)
  put(into, 'position.direction', ((flags >>> 10) & 7) * 45)
  put(into, 'position.speed', u8(input))
  put(into, 'custom.input_mask', u8(input))
  for (let bit = 0; bit < 8; bit++) if (groups & (1 << bit)) blocks[bit]!(into, input)
  if (left(input) > 0) put(into, 'custom.rest', toHex(take(input, left(input))))
}

const blocks: readonly ((into: Draft, input: Reader) => void)[] = [
  (into, input) => put(into, 'custom.waypoint', toHex(take(input, 8))),
  (into, input) => put(into, 'custom.accessory', toHex(take(input, 8))),
  (into, input) => {
    put(into, 'position.satellites', u8(input))
    put(into, 'position.hdop', u8(input))
    put(into, 'position.accuracy', u8(input))
    put(into, 'custom.rssi', u8(input))
    put(into, 'custom.uptime', u16le(input))
    // A fifth of a volt, as the millivolts of group 6 show.
    put(into, 'external.powersource.voltage', u8(input) / 5)
    put(into, 'device.temperature', i8(input))
  },
  (into, input) => put(into, 'vehicle.mileage', u32le(input) / 1000),
  (into, input) => put(into, 'engine.motorhours', u32le(input) / 60),
  (into, input) => put(into, 'report.reason', u32le(input)),
  (into, input) => {
    put(into, 'external.powersource.voltage', u16le(input) / 1000)
    put(into, 'battery.voltage', u16le(input) / 1000)
  },
  (into, input) => put(into, 'driver.id', String(u32le(input))),
]
