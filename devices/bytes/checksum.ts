/** Checksums by their catalogue names (reveng). Each takes the bytes from `from` up to `to`, not including it. */

function reflectedTable(polynomial: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1
    return value
  })
}

function straightTable(polynomial: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << 8
    for (let bit = 0; bit < 8; bit++) value = value & 0x8000 ? (value << 1) ^ polynomial : value << 1
    return value & 0xffff
  })
}

type Checksum = (bytes: Uint8Array, from?: number, to?: number) => number

function reflected(table: Uint16Array, start: number, final: number): Checksum {
  return (bytes, from = 0, to = bytes.length) => {
    let crc = start
    for (let at = from; at < to; at++) crc = (crc >>> 8) ^ table[(crc ^ bytes[at]!) & 0xff]!
    return crc ^ final
  }
}

function straight(table: Uint16Array, start: number): Checksum {
  return (bytes, from = 0, to = bytes.length) => {
    let crc = start
    for (let at = from; at < to; at++) crc = ((crc << 8) & 0xffff) ^ table[(crc >>> 8) ^ bytes[at]!]!
    return crc
  }
}

const a001 = reflectedTable(0xa001)
const c8408 = reflectedTable(0x8408)
const c1021 = straightTable(0x1021)

/** CRC-16/ARC, also called CRC-16/IBM. */
export const crc16Arc = reflected(a001, 0, 0)
export const crc16Modbus = reflected(a001, 0xffff, 0)
/** CRC-16/X-25, in Chinese documents CRC-ITU. */
export const crc16X25 = reflected(c8408, 0xffff, 0xffff)
export const crc16Kermit = reflected(c8408, 0, 0)
export const crc16Xmodem = straight(c1021, 0)
/** CRC-16/CCITT-FALSE, also called IBM-3740. */
export const crc16Ccitt = straight(c1021, 0xffff)

/** CRC-8 with polynomial 31 and start FF (NRSC-5 table, not reflected). */
export const crc8: Checksum = (bytes, from = 0, to = bytes.length) => {
  let crc = 0xff
  for (let at = from; at < to; at++) {
    crc ^= bytes[at]!
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x31) & 0xff : (crc << 1) & 0xff
  }
  return crc
}

export const xor8: Checksum = (bytes, from = 0, to = bytes.length) => {
  let value = 0
  for (let at = from; at < to; at++) value ^= bytes[at]!
  return value
}

export const sum8: Checksum = (bytes, from = 0, to = bytes.length) => {
  let value = 0
  for (let at = from; at < to; at++) value = (value + bytes[at]!) & 0xff
  return value
}
