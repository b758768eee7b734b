/**
 * Xexun's binary protocol, over TCP: the makers' newer asset, personal and vehicle trackers.
 * Source: recorded traffic and what is commonly known of the format; we have no document of the maker (docs/protocols.md).
 *
 *   packet   FAAF, u16 type, u16 number, 8 bytes IMEI in BCD and a digit of padding, u16 attributes (low ten bits: length of
 *            the body), u16 ones' complement of the sum of the body, body, FAAF; inside FBBF01 stands for FAAF, FBBF02 for FBBF
 *   answer   the same type, number and IMEI, and the body 01
 *
 *   14       u8 count, u16 length of each record, then
 *   record   u8 number, u32 time, u8 signal, u16 battery % (bit 15: charging), u8 mask, then by its bits
 *            0 u32 alarms   1 places: u8 mask (0 u8 satellites, float longitude, float latitude in dddmm.mmmm;
 *            1 u8 count, access points of 7 bytes)   4 firmware (20), IMSI (8), ICCID (10)
 *
 * A packet with a wrong sum is not answered, so that it is sent again. What other bits bring is left alone.
 */
import { raise } from '../alarms.ts'
import {
  be16,
  checkedLength,
  concat,
  f32,
  i8,
  indexOf,
  latin1,
  left,
  part,
  type Reader,
  reader,
  take,
  toHex,
  u8,
  u16,
  u32,
} from '../bytes.ts'
import { type Draft, draft, finish, type Message, put, putList, putPosition } from '../message.ts'
import { defineDecoder, ProtocolError } from '../protocol.ts'

type State = Record<string, never>

const frameBytesMax = 4096
const flag = [0xfa, 0xaf] as const
const escaped = [0xfb, 0xbf] as const
const headBytes = 16
const positions = 0x14

export default defineDecoder<State>({
  frameBytesMax,
  start: () => ({}),

  recognise(bytes) {
    if (bytes[0] !== flag[0] || (bytes[1] ?? flag[1]) !== flag[1]) return 'no'
    if (bytes.length < 3) return 'more'
    return bytes[2] === 0 ? 'yes' : 'no'
  },

  frame(buffer) {
    if (buffer[0] !== flag[0] || (buffer[1] ?? flag[1]) !== flag[1])
      throw new ProtocolError('a packet begins with FAAF')
    const end = indexOf(buffer, flag[0], flag[1], 2)
    checkedLength(end < 0 ? buffer.length : end + 2, frameBytesMax)
    return end < 0 ? 0 : end + 2
  },

  decode(frame, _state, _receivedAt, unit) {
    const bytes = unescaped(frame)
    if (bytes.length < headBytes) throw new ProtocolError('a packet without an IMEI')
    const input = reader(bytes)
    const head = take(input, 12)
    const type = u16(reader(head))
    const size = u16(input) & 0x03ff
    const sum = u16(input)
    const body = part(input, size)
    if (sum !== checksum(bytes, body.at, body.end) && unit?.settings?.checksum !== 'ignore') return {}
    const ident = toHex(head.subarray(4)).slice(0, 15)
    const messages = type === positions ? readRecords(body) : []
    const reply = concat(flag, head, be16(1), be16(0xfffe), [1], flag)
    return { ident, ...(messages.length > 0 ? { messages } : {}), reply: escapedPacket(reply) }
  },
})

function checksum(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += bytes[at]!
  return ~sum & 0xffff
}

/** The bytes between the flags, as they were before they were escaped. */
function unescaped(frame: Uint8Array): Uint8Array {
  const bytes: number[] = []
  const end = frame.at(-2) === flag[0] && frame.at(-1) === flag[1] ? frame.length - 2 : frame.length
  for (let at = 2; at < end; at++) {
    const isEscape = frame[at] === escaped[0] && frame[at + 1] === escaped[1] && at + 2 < end
    const pair = isEscape ? (frame[at + 2] === 1 ? flag : frame[at + 2] === 2 ? escaped : undefined) : undefined
    if (pair) bytes.push(...pair)
    else bytes.push(frame[at]!)
    if (pair) at += 2
  }
  return Uint8Array.from(bytes)
}

/** What stands between the flags must not look like one. */
function escapedPacket(packet: Uint8Array): Uint8Array {
  const bytes: number[] = [...flag]
  for (let at = 2; at < packet.length - 2; at++) {
    const isFlag = packet[at] === flag[0] && packet[at + 1] === flag[1]
    if (isFlag || (packet[at] === escaped[0] && packet[at + 1] === escaped[1])) {
      bytes.push(...escaped, isFlag ? 1 : 2)
      at++
    } else bytes.push(packet[at]!)
  }
  return Uint8Array.from([...bytes, ...flag])
}

function readRecords(input: Reader): Message[] {
  const lengths: number[] = []
  for (let count = u8(input); count > 0; count--) lengths.push(u16(input))
  const messages: Message[] = []
  for (const length of lengths) {
    const into = draft()
    readRecord(into, part(input, length))
    const message = finish(into)
    if (message) messages.push(message)
  }
  return messages
}

function readRecord(into: Draft, input: Reader): void {
  put(into, 'record.seqnum', u8(input))
  put(into, 'timestamp', u32(input))
  put(into, 'custom.rssi', u8(input))
  const battery = u16(input)
  put(into, 'battery.level', battery & 0x7fff)
  put(into, 'battery.charging.status', battery >= 0x8000)
  const mask = u8(input)
  if (mask & 0x01) {
    const alarms = u32(input)
    put(into, 'alarm.code', alarms)
    if (alarms !== 0) raise(into, alarms & 1 ? 'sos' : 'general')
  }
  if (mask & 0x02) readPlaces(into, input)
  // Bits 2 and 3 come before the sheet of the device and have no size we know.
  if ((mask & 0x1c) === 0x10 && left(input) >= 38) {
    put(into, 'device.firmware.version', latin1(take(input, 20)))
    put(into, 'gsm.sim.imsi', toHex(take(input, 8)).slice(0, 15))
    put(into, 'gsm.sim.iccid', toHex(take(input, 10)))
  }
}

function readPlaces(into: Draft, input: Reader): void {
  const mask = u8(input)
  if (mask & 0x01) {
    put(into, 'position.satellites', u8(input))
    const longitude = degrees(f32(input))
    putPosition(into, degrees(f32(input)), longitude)
  }
  put(into, 'position.valid', 'position.latitude' in into.values)
  if (!(mask & 0x02)) return
  const points: { mac: string; rssi: number }[] = []
  for (let count = u8(input); count > 0; count--) {
    const mac = [...take(input, 6)].map((byte) => byte.toString(16).padStart(2, '0')).join(':')
    points.push({ mac, rssi: i8(input) })
  }
  putList(into, 'wifi.points', points)
}

/** `dddmm.mmmm` as a number. */
function degrees(value: number): number {
  const whole = Math.trunc(value / 100)
  return whole + (value - whole * 100) / 60
}
