/** What the samples are made of. */
import { be16, concat, hex } from '../../../bytes/bytes.ts'
import { crc16X25 } from '../../../bytes/checksum.ts'

export function packet(type: string, content: string, serial: number): Uint8Array {
  const inner = concat(hex(type), hex(content), be16(serial))
  const packet = concat([0x78, 0x78, inner.length + 2], inner)
  return concat(packet, be16(crc16X25(packet, 2)), [0x0d, 0x0a])
}

export function longPacket(type: string, content: Uint8Array, serial: number): Uint8Array {
  const inner = concat(hex(type), content, be16(serial))
  const packet = concat([0x79, 0x79], be16(inner.length + 2), inner)
  return concat(packet, be16(crc16X25(packet, 2)), [0x0d, 0x0a])
}

/** The same type and serial again. */
export const answer = (type: string, serial: number) => packet(type, '', serial)

// 2026-05-17 11:59:58, nine satellites, latitude 54.687157, longitude 25.2798, 43 km/h, north, east, fix, 90°.
export const fix = '1a05110b3b3a c9 05de0713 02b65498 2b 145a'
export const position = {
  timestamp: 1779019198,
  'position.satellites': 9,
  'position.latitude': 54.6871572,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.direction': 90,
  'position.speed': 43,
}
export const cell = '00f6 01 0bb8 002711'
export const gsm = { 'gsm.mcc': 246, 'gsm.mnc': 1, 'gsm.lac': 3000, 'gsm.cellid': 10001 }
export const cell4g = '80f6 0001 00000bb8 0000000001312d01'
export const gsm4g = { ...gsm, 'gsm.cellid': 20000001 }
export const running = {
  'custom.armed': false,
  'engine.ignition.status': true,
  'battery.charging.status': true,
  'gnss.status': true,
  'engine.blocked.status': false,
}
