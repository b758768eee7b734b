/**
 * A list of beacons: `mode:mask:hex`. The mask says, from bit 7 down, which fields each of them has; the mode what they are.
 *
 *   all   bit 7 address, bit 3 signal
 *   1     bit 6 major, 5 minor, 4 power of sending
 *   2     bit 6 battery in millivolts, 5 temperature, 4 power of sending
 *   3     bit 6 humidity, 5 temperature, 2 two bytes unknown
 */

import { hex, i16, left, reader, skip, take, toHex, u8, u16 } from '../../bytes/bytes.ts'
import { hexNumber, integer } from '../../bytes/text.ts'
import type { Draft } from '../../message.ts'
import { type Beacon, putBeacons } from '../../values/beacon.ts'

/** Bytes of the fields of bits 7 to 0, by mode. */
const sizes: Readonly<Record<number, readonly number[]>> = {
  1: [6, 2, 2, 1, 1, 0, 0, 0],
  2: [6, 2, 2, 1, 1, 0, 0, 0],
  3: [6, 2, 2, 0, 1, 2, 0, 0],
}

/** False when it is no such list. */
export function putBeaconList(into: Draft, value: string): boolean {
  const [mode, mask, data] = value.split(':')
  const fields = sizes[integer(mode) ?? 0]
  const bits = integer(mask)
  if (!fields || bits === undefined || !data || data.length % 2 !== 0 || data.length > 2048 || !isHex(data))
    return false
  const present = fields.map((size, index) => (bits & (0x80 >> index) ? size : 0))
  const total = present.reduce((sum, size) => sum + size, 0)
  if (total === 0) return false
  const input = reader(hex(data))
  const heard: Beacon[] = []
  while (left(input) >= total) heard.push(readBeacon(Number(mode), present, input))
  putBeacons(into, heard)
  return true
}

function readBeacon(
  mode: number,
  [address, first, second, power, signal, last]: readonly number[],
  input: ReturnType<typeof reader>,
): Beacon {
  const id = address ? toHex(take(input, 6)) : ''
  const one = first ? u16(input) : undefined
  const two = second ? i16(input) : undefined
  if (power) skip(input, 1)
  const level = signal ? u8(input) : undefined
  if (last) skip(input, 2)
  const rssi = level === undefined ? undefined : level > 127 ? level - 256 : level
  if (mode === 1) return { id: `${id}.${one ?? 0}.${two === undefined ? 0 : two & 0xffff}`, rssi }
  const voltage = mode === 2 && one !== undefined ? one / 1000 : undefined
  const humidity = mode === 3 ? one : undefined
  return { id, rssi, 'battery.voltage': voltage, humidity, temperature: two }
}

function isHex(text: string): boolean {
  for (let at = 0; at < text.length; at += 12) if (hexNumber(text.slice(at, at + 12)) === undefined) return false
  return true
}
