/** What the samples are made of. */
import { be16, concat, hex } from '../../../bytes/bytes.ts'
import { xor8 } from '../../../bytes/checksum.ts'

export const ident = '013800138000'
export const imei = '869999001234567'

export function wrapped(plain: Uint8Array, flip = 0): Uint8Array {
  const bytes = [0x7e]
  for (const byte of [...plain, xor8(plain) ^ flip]) {
    if (byte === 0x7e) bytes.push(0x7d, 2)
    else if (byte === 0x7d) bytes.push(0x7d, 1)
    else bytes.push(byte)
  }
  return Uint8Array.from([...bytes, 0x7e])
}
export const packet = (id: string, body: string, serial = '0007', terminal = ident) => {
  const bytes = hex(body)
  return wrapped(concat(hex(id), be16(bytes.length), hex(terminal), hex(serial), bytes))
}
/** Of 2019: bit 14, a version and twenty digits. */
export const packet2019 = (id: string, body: string, serial = '0007') => {
  const bytes = hex(body)
  return wrapped(concat(hex(id), be16(bytes.length | 0x4000), hex(`01 00000${imei} ${serial}`), bytes))
}
/** Of a lock, whose serial has one byte. */
export const lockPacket = (body: string) => {
  const bytes = hex(body)
  return wrapped(concat(hex('5501'), be16(bytes.length), hex(ident), [7], bytes))
}
/** One of several packages. */
export const piece = (id: string, body: string, serial: string, total: number, index: number) => {
  const bytes = hex(body)
  return wrapped(concat(hex(id), be16(bytes.length | 0x2000), hex(ident), hex(serial), be16(total), be16(index), bytes))
}
export const answer = (id: string, result: string, serial = '0007') =>
  packet('8001', `${serial} ${id} ${result}`, '0000')
export const stored = { reply: answer('0200', '00'), nack: answer('0200', '01') }

// No alarm, ignition and fix, latitude, longitude, 112 m, 43.5 km/h, 90°, 19:59:58 in China.
export const place = '00000000 00000003 034275b5 0181bd38 0070 01b3 005a 260517195958'
export const position = {
  timestamp: 1779019198,
  'position.valid': true,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.altitude': 112,
  'position.speed': 43.5,
  'position.direction': 90,
  'engine.ignition.status': true,
  'engine.blocked.status': false,
  'battery.charging.status': false,
}
export const noFix = '00000000 00000000 00000000 00000000 0000 0000 0000 260517195958'
export const without = {
  timestamp: 1779019198,
  'position.valid': false,
  'position.altitude': 0,
  'position.speed': 0,
  'position.direction': 0,
  'engine.ignition.status': false,
  'engine.blocked.status': false,
  'battery.charging.status': false,
}
