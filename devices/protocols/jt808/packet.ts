/**
 * The envelope of a message and of our answers.
 *
 *   7E, id u16, attributes u16, [version], terminal number (6 BCD; 10 in 2019), serial u16, [packages u16, package u16],
 *   body, XOR of all before it, 7E; inside 7E is written 7D 02 and 7D is written 7D 01
 *   attributes: bits 0 to 9 length of the body, 10 to 12 encryption, 13 one of several packages, 14 version of 2019
 *
 * A dialect marks with E7 instead (E6 02 for E7, E6 01 for E6, 3E 02 for 3D, 3E 01 for 3E) and has a number of seven
 * bytes. Locks (ids 55xx) have a serial of one byte.
 */
import { hex, toHex } from '../../bytes/bytes.ts'
import { xor8 } from '../../bytes/checksum.ts'
import { ProtocolError } from '../../protocol.ts'

/** The terminal to answer, and how. */
export interface Peer {
  /** As sent. */
  readonly terminal: Uint8Array
  readonly version?: number
  readonly mark: number
}

export interface Packet extends Peer {
  readonly id: number
  readonly attributes: number
  readonly serial: number
  /** How many packages make the message and which this is, counted from 1. */
  readonly packages: number
  readonly index: number
  readonly body: Uint8Array
  readonly isWhole: boolean
}

export const mark = 0x7e
export const otherMark = 0xe7

const escapes: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  [mark]: { 32001: 0x7d, 32002: 0x7e },
  [otherMark]: { 58881: 0xe6, 58882: 0xe7, 15873: 0x3e, 15874: 0x3d },
}

function unescaped(bytes: Uint8Array, byMark: number): Uint8Array {
  const table = escapes[byMark]!
  const plain = new Uint8Array(bytes.length)
  let size = 0
  for (let at = 0; at < bytes.length; at++) {
    const replaced = table[bytes[at]! * 256 + bytes[at + 1]!]
    plain[size++] = replaced ?? bytes[at]!
    if (replaced !== undefined) at++
  }
  return plain.subarray(0, size)
}

export const isLock = (id: number): boolean => id >> 8 === 0x55

function headBytes(bytes: Uint8Array, byMark: number): number {
  const id = bytes[0]! * 256 + bytes[1]!
  if (isLock(id)) return 11
  const attributes = bytes[2]! * 256 + bytes[3]!
  const split = attributes & 0x2000 ? 4 : 0
  if (attributes & 0x4000) return 17 + split
  return (byMark === otherMark ? 13 : 12) + split
}

export function readPacket(frame: Uint8Array): Packet {
  const byMark = frame[0]!
  const last = frame[frame.length - 1] === byMark ? frame.length - 1 : frame.length
  let bytes = frame.subarray(1, last)
  if (bytes.length < 12) throw new ProtocolError('a message shorter than its head')
  const length = (bytes[2]! * 256 + bytes[3]!) & 0x3ff
  // Recorded messages come unescaped, which their length shows.
  if (bytes.length !== headBytes(bytes, byMark) + length + 1) bytes = unescaped(bytes, byMark)
  const head = headBytes(bytes, byMark)
  if (bytes.length < head + 1) throw new ProtocolError('a message shorter than its head')
  return takeApart(bytes, head, byMark)
}

function takeApart(bytes: Uint8Array, head: number, byMark: number): Packet {
  const id = bytes[0]! * 256 + bytes[1]!
  const attributes = bytes[2]! * 256 + bytes[3]!
  const is2019 = !isLock(id) && (attributes & 0x4000) !== 0
  const isSplit = !isLock(id) && (attributes & 0x2000) !== 0
  const numberAt = is2019 ? 5 : 4
  const serialAt = isSplit ? head - 6 : isLock(id) ? head - 1 : head - 2
  const u16 = (at: number) => bytes[at]! * 256 + bytes[at + 1]!
  return {
    id,
    attributes,
    terminal: bytes.subarray(numberAt, serialAt),
    ...(is2019 ? { version: bytes[4]! } : {}),
    mark: byMark,
    serial: isLock(id) ? bytes[serialAt]! : u16(serialAt),
    packages: isSplit ? u16(head - 4) : 1,
    index: isSplit ? u16(head - 2) : 1,
    body: bytes.subarray(head, bytes.length - 1),
    isWhole: xor8(bytes, 0, bytes.length - 1) === bytes[bytes.length - 1],
  }
}

/**
 * The terminal's number: its digits as sent, without the zeros that fill the twenty digits of 2019. Makers who want to
 * send an IMEI in six bytes send its first fourteen digits as a number; the last one follows from them.
 */
export function identOf(packet: Packet): string {
  const digits = toHex(packet.terminal)
  if (isDecimal(digits)) return digits.length === 20 ? withoutZeros(digits) : digits
  const number = String(Number.parseInt(digits.slice(0, 12), 16))
  return number.length === 14 ? number + luhn(number) : digits
}

function withoutZeros(digits: string): string {
  let at = 0
  while (at < digits.length - 1 && digits[at] === '0') at++
  return digits.slice(at)
}

const isDecimal = (digits: string): boolean => {
  for (let at = 0; at < digits.length; at++) if (digits.charCodeAt(at) > 57) return false
  return true
}

/** The check digit of an IMEI. */
function luhn(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48
    const doubled = at % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return (10 - (sum % 10)) % 10
}

/** 0 done, 1 failed, 2 the message is wrong, 3 not supported. */
export type Result = 0 | 1 | 2 | 3

/** The platform's general answer, 8001: serial and id of the message, result. */
export const answer = (packet: Packet, result: Result, serial = packet.serial): Uint8Array =>
  message(packet, 0x8001, [serial >> 8, serial & 0xff, packet.id >> 8, packet.id & 0xff, result])

/** The answer to a lock, 4401: the message's id and 0; its serial has one byte. */
export function lockAnswer({ id, terminal, mark }: Packet): Uint8Array {
  const plain = Uint8Array.from([0x44, 0x01, 0, 3, ...terminal, 1, id >> 8, id & 0xff, 0, 0])
  plain[plain.length - 1] = xor8(plain)
  return escaped(plain, mark)
}

/** A message of ours in the terminal's own dialect. Answers have serial 0; a command has one that its answer repeats. */
export function message(peer: Peer, id: number, body: Uint8Array | readonly number[], serial = 0): Uint8Array {
  const { version, terminal } = peer
  const plain = new Uint8Array(4 + (version === undefined ? 0 : 1) + terminal.length + 2 + body.length + 1)
  plain[0] = id >> 8
  plain[1] = id
  plain[2] = (body.length >> 8) | (version === undefined ? 0 : 0x40)
  plain[3] = body.length
  if (version !== undefined) plain[4] = version
  plain.set(terminal, version === undefined ? 4 : 5)
  plain.set(body, plain.length - 1 - body.length)
  plain[plain.length - 3 - body.length] = serial >> 8
  plain[plain.length - 2 - body.length] = serial
  plain[plain.length - 1] = xor8(plain)
  return escaped(plain, peer.mark)
}

/** The two bytes for a byte that must not stand alone, by mark and byte. */
const pairs: Readonly<Record<number, readonly (number | undefined)[]>> = {
  [mark]: pairsOf(mark),
  [otherMark]: pairsOf(otherMark),
}

function pairsOf(byMark: number): (number | undefined)[] {
  const table = new Array<number | undefined>(256).fill(undefined)
  for (const [pair, byte] of Object.entries(escapes[byMark]!)) table[byte] = Number(pair)
  return table
}

function escaped(plain: Uint8Array, byMark: number): Uint8Array {
  const table = pairs[byMark]!
  const bytes = new Uint8Array(plain.length * 2 + 2)
  let size = 0
  bytes[size++] = byMark
  for (let at = 0; at < plain.length; at++) {
    const pair = table[plain[at]!]
    if (pair === undefined) bytes[size++] = plain[at]!
    else {
      bytes[size++] = pair >> 8
      bytes[size++] = pair
    }
  }
  bytes[size++] = byMark
  return bytes.slice(0, size)
}

/** YYYYMMDDhhmmss in UTC. */
export const timeDigits = (time: Date): string =>
  time.toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '').replace('T', '')

/** Six BCD bytes YY MM DD hh mm ss in UTC. */
export function bcdTime(time: Date): Uint8Array {
  return hex(timeDigits(time).slice(2))
}
