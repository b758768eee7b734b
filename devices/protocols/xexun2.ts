/**
 * Xexun's binary protocol, over TCP: the makers' newer asset, personal and vehicle trackers.
 * Source: recorded traffic and general knowledge of the format; we have no document from the maker (docs/protocols.md).
 *
 *   packet   FAAF, u16 type, u16 number, 8 bytes IMEI in BCD and a digit of padding, u16 attributes (low ten bits: length of
 *            the body), u16 ones' complement of the sum of the body, body, FAAF; inside FBBF01 stands for FAAF, FBBF02 for FBBF
 *   answer   the same type, number and IMEI, and the body 01
 *
 *   14       u8 count, u16 length of each record, then
 *   record   u8 number, u32 time, u8 signal, u16 battery % (bit 15: charging), u8 mask, then by its bits
 *            0 u32 alarms   1 positions  3 u32 fingerprint  4 firmware (20), IMSI (8), ICCID (10)  5 parameters (12)
 *   positions  u8 mask, then by its bits  0 u8 satellites, float longitude, float latitude in dddmm.mmmm
 *            1 u8 count, access points of 7 bytes   2 u8 count, cells of 13 bytes   3 u8 count, ranges of 12 bytes
 *            5 u16 speed, u16 course in tenths   6 as 0 with doubles   7 u16 length, letter, u16 length, data
 *
 * A packet with a wrong sum is not answered, so that it is sent again. The answer to a command (07) needs none.
 */

import {
  be16,
  checkedLength,
  concat,
  f32,
  f64,
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
} from '../bytes/bytes.ts'
import { type Cell, type Draft, draft, finish, type Message, put, putCells, putList, putPosition } from '../message.ts'
import { defineDecoder, ProtocolError } from '../protocol.ts'
import { raise } from '../values/alarms.ts'

const frameBytesMax = 4096
const flag = [0xfa, 0xaf] as const
const escaped = [0xfb, 0xbf] as const
const headBytes = 16
const positions = 0x14
const commandAnswer = 0x07

export default defineDecoder({
  frameBytesMax,

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
    if (type === commandAnswer) return { ident, messages: readAnswer(body) }
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

/** What comes between the flags must not look like one. */
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
    if (alarms !== 0 && !(alarms & knownAlarms)) raise(into, 'general')
    if (alarms & sosBit) raise(into, 'sos')
    if (alarms & removalBit) raise(into, 'removal')
    if (alarms & fallBit) raise(into, 'fall')
  }
  if (mask & 0x02) readPlaces(into, input)
  if (mask & 0x08 && left(input) >= 4) put(into, 'custom.fingerprint', u32(input))
  if (mask & 0x10 && left(input) >= 38) {
    put(into, 'device.firmware.version', latin1(take(input, 20)))
    put(into, 'gsm.sim.imsi', toHex(take(input, 8)).slice(0, 15))
    put(into, 'gsm.sim.iccid', toHex(take(input, 10)))
  }
  if (mask & 0x20 && left(input) >= 12) put(into, 'custom.device_parameters', toHex(take(input, 12)))
  if (left(input) > 0) put(into, 'custom.rest', toHex(take(input, left(input))))
}

const sosBit = 1
const removalBit = 2
const fallBit = 0x8000
const knownAlarms = sosBit | removalBit | fallBit

function readPlaces(into: Draft, input: Reader): void {
  const mask = u8(input)
  if (mask & 0x01) {
    put(into, 'position.satellites', u8(input))
    const longitude = degrees(f32(input))
    putPosition(into, degrees(f32(input)), longitude)
  }
  if (mask & 0x02) readPoints(into, input)
  if (mask & 0x04) readCells(into, input)
  if (mask & 0x08) put(into, 'custom.ranges', toHex(take(input, 12 * u8(input))))
  if (mask & 0x20) readMotion(into, input)
  if (mask & 0x40) {
    put(into, 'position.satellites', u8(input))
    const longitude = degrees(f64(input))
    putPosition(into, degrees(f64(input)), longitude)
  }
  put(into, 'position.valid', 'position.latitude' in into.values)
  if (mask & 0x80) readExtension(into, input)
}

function readPoints(into: Draft, input: Reader): void {
  const points: { mac: string; rssi: number }[] = []
  for (let count = u8(input); count > 0; count--) {
    const mac = [...take(input, 6)].map((byte) => byte.toString(16).padStart(2, '0')).join(':')
    points.push({ mac, rssi: i8(input) })
  }
  putList(into, 'wifi.points', points)
}

function readCells(into: Draft, input: Reader): void {
  const cells: Cell[] = []
  for (let count = u8(input); count > 0; count--) {
    cells.push({ mcc: u16(input), mnc: u16(input), lac: u32(input), cellid: u32(input), rssi: i8(input) })
  }
  putCells(into, cells)
}

function readMotion(into: Draft, input: Reader): void {
  put(into, 'position.speed', u16(input) / 10)
  put(into, 'position.direction', u16(input) / 10)
}

const receiverLetter = 0x47
const receiverBytes = 27

/** G: longitude, latitude, fix, satellites, signal to noise, speed, course, altitude. */
function readExtension(into: Draft, input: Reader): void {
  const all = part(input, Math.min(u16(input), left(input)))
  if (left(all) < 3) return
  const letter = u8(all)
  // Whether the inner length counts itself differs; the outer one is certain.
  u16(all)
  if (letter !== receiverLetter || left(all) < receiverBytes) {
    put(into, `custom.extension_${letter}`, toHex(take(all, left(all))))
    return
  }
  const longitude = degrees(f64(all))
  putPosition(into, degrees(f64(all)), longitude)
  put(into, 'position.valid', u8(all) > 0)
  put(into, 'position.satellites', u8(all))
  put(into, 'custom.signal_to_noise', u8(all))
  readMotion(into, all)
  put(into, 'position.altitude', f32(all))
}

function readAnswer(body: Reader): Message[] {
  const into = draft()
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', latin1(take(body, left(body))))
  return [finish(into)!]
}

/** `dddmm.mmmm` as a number. */
function degrees(value: number): number {
  const whole = Math.trunc(value / 100)
  return whole + (value - whole * 100) / 60
}
