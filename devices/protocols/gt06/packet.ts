/**
 * The envelope of GT06 packets.
 *
 *   78 78, u8 length   or   79 79, u16 length;  u8 type, content, u16 serial, u16 CRC-ITU, 0D 0A
 *
 * The length counts from the type to the CRC, the CRC covers the length to the serial. Clones leave the CRC, or one byte
 * of something, out of the length; and the packets 17 and 69 of a clone carry a number of access points in its place.
 */
import { be16, checkedLength, concat, type Reader, reader } from '../../bytes/bytes.ts'
import { crc16X25 } from '../../bytes/checksum.ts'
import { ProtocolError } from '../../protocol.ts'

export const frameBytesMax = 4096

export interface Packet {
  readonly type: number
  /** Began with 79 79. */
  readonly long: boolean
  /** Between the type and the serial. */
  readonly body: Reader
  /** Undefined when the packet is too short to have one. */
  readonly serial: number | undefined
  readonly checksumOk: boolean
  /** Without length, serial and CRC: access points and cells of a clone. */
  readonly bare: boolean
}

const isTerminator = (bytes: Uint8Array, at: number): boolean => bytes[at] === 0x0d && bytes[at + 1] === 0x0a

/** The packets whose length byte is a number of access points; a genuine 17 is longer than 24 bytes. */
const isBare = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x78 && (bytes[3] === 0x69 || bytes[3] === 0x17) && bytes[2]! < 16

/** 4 bytes of head, 6 of time, 7 per access point, a number of cells, 3 of network, 5 per cell, 0D 0A. */
function bareLength(buffer: Uint8Array): number {
  const cellsAt = 10 + buffer[2]! * 7
  const cells = buffer[cellsAt]
  return cells === undefined ? 0 : cellsAt + 1 + 3 + cells * 5 + 2
}

/** A login of 15 bytes, as Topin trackers send it: one byte after the IMEI and no CRC. */
export function isShortLogin(buffer: Uint8Array): boolean {
  if (buffer[2] !== 0x0d || buffer[3] !== 0x01 || !isTerminator(buffer, 13)) return false
  // In a genuine login these two are the end of the serial and the beginning of the CRC.
  return crc16X25(buffer, 2, 14) >> 8 !== 0x0a
}

export function frameLength(buffer: Uint8Array): number {
  const first = buffer[0]
  if (first === undefined) return 0
  if (first === 0x0d || first === 0x0a) return 1
  if ((first !== 0x78 && first !== 0x79) || (buffer.length > 1 && buffer[1] !== first)) {
    throw new ProtocolError('a packet begins with 7878 or 7979')
  }
  if (buffer.length < 5) return 0
  if (isBare(buffer)) {
    const length = bareLength(buffer)
    return length > 0 && buffer.length >= checkedLength(length, frameBytesMax) ? length : 0
  }
  if (buffer.length >= 15 && isShortLogin(buffer)) return 15
  const length = first === 0x78 ? 5 + buffer[2]! : 6 + buffer[2]! * 256 + buffer[3]!
  checkedLength(length, frameBytesMax)
  for (let extra = 0; extra <= 2; extra++) {
    if (buffer.length < length + extra) return 0
    if (isTerminator(buffer, length + extra - 2)) return length + extra
  }
  throw new ProtocolError('no line end where the packet should end')
}

export function openPacket(frame: Uint8Array): Packet {
  const long = frame[0] === 0x79
  const head = long ? 4 : 3
  if (frame.length < head + 1 || frame[0] !== frame[1] || (!long && frame[0] !== 0x78)) {
    throw new ProtocolError('a packet begins with 7878 or 7979')
  }
  const type = frame[head]!
  const end = contentEnd(frame)
  if (isBare(frame)) {
    return { type, long, body: reader(frame, head + 1, end), serial: undefined, checksumOk: true, bare: true }
  }
  const declared = head + (long ? frame[2]! * 256 + frame[3]! : frame[2]!)
  // Another packet may follow a whole one; a byte or two more belong to a clone's packet.
  const limit = declared <= end && frame.length - declared > 4 ? declared : end
  // A length one too short counts the content alone; such clones send neither serial nor CRC.
  const countsContent = end - declared === 1
  const bodyEnd = limit - (countsContent ? 0 : 4)
  if (countsContent || bodyEnd < head + 1) {
    return { type, long, body: reader(frame, head + 1, limit), serial: undefined, checksumOk: false, bare: false }
  }
  const { view } = reader(frame)
  const checksumOk = crc16X25(frame, 2, limit - 2) === view.getUint16(limit - 2)
  const body = reader(frame, head + 1, bodyEnd)
  return { type, long, body, serial: view.getUint16(bodyEnd), checksumOk, bare: false }
}

/** The frame may come without its line end, or with half of it. */
function contentEnd(frame: Uint8Array): number {
  if (isTerminator(frame, frame.length - 2)) return frame.length - 2
  return frame.at(-1) === 0x0d ? frame.length - 1 : frame.length
}

/** A packet from us: `serial` is that of the packet we answer. */
export function seal(type: number, content: Uint8Array | readonly number[], serial: number): Uint8Array {
  const packet = concat([0x78, 0x78, content.length + 5, type], content, be16(serial))
  return concat(packet, be16(crc16X25(packet, 2)), [0x0d, 0x0a])
}

export function sealLong(type: number, content: Uint8Array, serial: number): Uint8Array {
  const packet = concat([0x79, 0x79], be16(content.length + 5), [type], content, be16(serial))
  return concat(packet, be16(crc16X25(packet, 2)), [0x0d, 0x0a])
}
