/**
 * AVL id 385, the beacons a tracker hears: a byte with the part's number and how many there are, then for each beacon a
 * byte of flags (bit 5 iBeacon, otherwise Eddystone; bit 0 signal, 1 battery, 2 temperature), its id, and what the flags
 * announce. An iBeacon's id is a UUID, major and minor; an Eddystone's namespace and instance.
 */
import { type Beacon, putBeacons } from '../../beacon.ts'
import { i8, i16, left, part, type Reader, skip, take, toHex, u8, u16 } from '../../bytes.ts'
import type { Row } from './rows.ts'

export const beacons: Row = (into, data, at, size) => {
  const input = part({ ...data, at }, size)
  if (left(input) < 2) return
  skip(input, 1)
  const heard: Beacon[] = []
  while (left(input) > 0) {
    const beacon = readBeacon(input)
    if (!beacon) break
    heard.push(beacon)
  }
  putBeacons(into, heard)
}

/** Undefined when the value ends within it. */
function readBeacon(input: Reader): Beacon | undefined {
  const flags = u8(input)
  const isIBeacon = (flags & 0x20) !== 0
  const extras = (flags & 1 ? 1 : 0) + (flags & 2 ? 2 : 0) + (flags & 4 ? 2 : 0)
  if (left(input) < (isIBeacon ? 20 : 16) + extras) return undefined
  const id = isIBeacon
    ? `${toHex(take(input, 16))}.${u16(input)}.${u16(input)}`
    : `${toHex(take(input, 10))}.${toHex(take(input, 6))}`
  return {
    id,
    rssi: flags & 1 ? i8(input) : undefined,
    'battery.voltage': flags & 2 ? u16(input) / 1000 : undefined,
    temperature: flags & 4 ? i16(input) / 100 : undefined,
  }
}
