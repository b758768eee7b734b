/** Readers for binary frames. Each checks its bounds: a frame that ends early is a ProtocolError, never `undefined`. */
import { ProtocolError } from '../protocol.ts'

export interface Reader {
  readonly bytes: Uint8Array
  readonly view: DataView
  /** Offset of the next read. */
  at: number
  /** Where reading must stop, at most the end of the bytes. */
  readonly end: number
}

export function reader(bytes: Uint8Array, from = 0, to = bytes.length): Reader {
  if (from < 0 || to > bytes.length || from > to) throw new ProtocolError('frame is too short')
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: from, end: to }
}

export const left = (input: Reader): number => input.end - input.at

function step(input: Reader, size: number): number {
  const at = input.at
  if (size < 0 || at + size > input.end) throw new ProtocolError(`${size} bytes wanted at ${at} of ${input.end}`)
  input.at = at + size
  return at
}

export const skip = (input: Reader, size: number): void => {
  step(input, size)
}
export const u8 = (input: Reader): number => input.view.getUint8(step(input, 1))
export const i8 = (input: Reader): number => input.view.getInt8(step(input, 1))
export const u16 = (input: Reader): number => input.view.getUint16(step(input, 2))
export const i16 = (input: Reader): number => input.view.getInt16(step(input, 2))
export const u24 = (input: Reader): number => u8(input) * 0x10000 + u16(input)
export const u32 = (input: Reader): number => input.view.getUint32(step(input, 4))
export const i32 = (input: Reader): number => input.view.getInt32(step(input, 4))
export const u64 = (input: Reader): bigint => input.view.getBigUint64(step(input, 8))
export const f32 = (input: Reader): number => input.view.getFloat32(step(input, 4))
export const f64 = (input: Reader): number => input.view.getFloat64(step(input, 8))

export const u16le = (input: Reader): number => input.view.getUint16(step(input, 2), true)
export const i16le = (input: Reader): number => input.view.getInt16(step(input, 2), true)
export const u24le = (input: Reader): number => u16le(input) + u8(input) * 0x10000
export const u32le = (input: Reader): number => input.view.getUint32(step(input, 4), true)
export const i32le = (input: Reader): number => input.view.getInt32(step(input, 4), true)
export const u64le = (input: Reader): bigint => input.view.getBigUint64(step(input, 8), true)
export const f32le = (input: Reader): number => input.view.getFloat32(step(input, 4), true)

/** The next byte without reading it; undefined at the end. */
export const peek = (input: Reader, ahead = 0): number | undefined =>
  input.at + ahead < input.end ? input.bytes[input.at + ahead] : undefined

/** A view of the next bytes, not a copy. */
export function take(input: Reader, size: number): Uint8Array {
  const at = step(input, size)
  return input.bytes.subarray(at, at + size)
}

/** A reader for the next bytes, for a part with its own length. */
export function part(input: Reader, size: number): Reader {
  const at = step(input, size)
  return { bytes: input.bytes, view: input.view, at, end: at + size }
}

/** Unsigned, of any size; a bigint if it has more than 48 bits. */
export function uint(input: Reader, size: number): number | bigint {
  const bytes = take(input, size)
  if (size <= 6) return bytes.reduce((value, byte) => value * 256 + byte, 0)
  return bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n)
}

const hexDigits = '0123456789abcdef'

/** Lower case, no separators. Also how a BCD number is read: its digits are its hex. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += hexDigits[byte >> 4]! + hexDigits[byte & 15]!
  return text
}

/** For frames written in code and tests; spaces between bytes are allowed. */
export function hex(text: string): Uint8Array {
  const digits = text.replaceAll(' ', '').replaceAll('\n', '')
  const bytes = new Uint8Array(digits.length / 2)
  for (let index = 0; index < bytes.length; index++) {
    const value = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16)
    if (Number.isNaN(value)) throw new Error(`not hex: ${text}`)
    bytes[index] = value
  }
  return bytes
}

/** Decimal digits of a BCD field; undefined if a nibble is not a digit. */
export function bcd(bytes: Uint8Array): string | undefined {
  for (const byte of bytes) if (byte >> 4 > 9 || (byte & 15) > 9) return undefined
  return toHex(bytes)
}

/** An IMEI in eight BCD bytes: a zero and fifteen digits. Clones that send sixteen digits or letters keep them all. */
export function bcdImei(bytes: Uint8Array): string {
  const digits = toHex(bytes)
  return digits[0] === '0' ? digits.slice(1) : digits
}

const utf8 = new TextDecoder('utf-8')

/** UTF-8, which includes ASCII; invalid sequences become U+FFFD. */
export const textOf = (bytes: Uint8Array): string => utf8.decode(bytes)

/** One character per byte, for ASCII protocols and where every byte must survive. */
export function latin1(bytes: Uint8Array): string {
  if (bytes.length <= callBytesMax) return String.fromCharCode.apply(null, bytes as unknown as number[])
  let text = ''
  for (let at = 0; at < bytes.length; at += callBytesMax) text += latin1(bytes.subarray(at, at + callBytesMax))
  return text
}

/** One call for many characters is several times faster than one call each; this many arguments fit on any stack. */
const callBytesMax = 4096

const encoder = new TextEncoder()

/**
 * ASCII, and other characters as UTF-8. Replies are short, and a loop is then several times faster than the encoder.
 */
export function ascii(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit > 127) return encoder.encode(text)
    bytes[at] = unit
  }
  return bytes
}

export const be16 = (value: number): [number, number] => [(value >> 8) & 0xff, value & 0xff]
export const be32 = (value: number): [number, number, number, number] => [
  (value >>> 24) & 0xff,
  (value >>> 16) & 0xff,
  (value >>> 8) & 0xff,
  value & 0xff,
]
export const le16 = (value: number): [number, number] => [value & 0xff, (value >> 8) & 0xff]
export const le32 = (value: number): [number, number, number, number] => [
  value & 0xff,
  (value >>> 8) & 0xff,
  (value >>> 16) & 0xff,
  (value >>> 24) & 0xff,
]

/** Four bytes, most significant first. */
export const uint32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  bytes[0] = value >>> 24
  bytes[1] = value >>> 16
  bytes[2] = value >>> 8
  bytes[3] = value
  return bytes
}

export function concat(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, item) => size + item.length, 0))
  let at = 0
  for (const item of parts) {
    bytes.set(item, at)
    at += item.length
  }
  return bytes
}

/** Index of a sequence of one or two bytes, or -1. */
export function indexOf(bytes: Uint8Array, first: number, second?: number, from = 0): number {
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (second === undefined || bytes[at + 1] === second) return at
  }
  return -1
}

/** True if the bytes begin with these, as far as both go: a short buffer may still become a match. */
export function mayStartWith(bytes: Uint8Array, start: Uint8Array | readonly number[]): boolean {
  for (let index = 0; index < start.length && index < bytes.length; index++) {
    if (bytes[index] !== start[index]) return false
  }
  return true
}

/** Checks a declared length before anything is buffered for it. */
export function checkedLength(length: number, max: number): number {
  if (length > max) throw new ProtocolError(`a frame of ${length} bytes is announced, ${max} are allowed`)
  return length
}
