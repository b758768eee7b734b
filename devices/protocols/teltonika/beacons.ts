/**
 * The beacons that a tracker detects. In all ids the first byte counts the parts of a long list.
 *
 *   385            flags (from bit 4 on: an iBeacon, otherwise Eddystone; bit 0 signal, 1 battery, 2 temperature), id, and
 *                  what the flags announce. An iBeacon's id is UUID, major and minor; an Eddystone's namespace and
 *                  instance.
 *   548, 10828 …   length of a beacon, then { what, length, value }; the beacons nearby, lost, found or with sensors
 */

import { i8, i16, left, part, type Reader, skip, take, textOf, toHex, u8, u16 } from '../../bytes/bytes.ts'
import { type Beacon, putBeacons } from '../../values/beacon.ts'
import type { Row } from './rows.ts'

const list =
  (readBeacon: (input: Reader) => Beacon | undefined): Row =>
  (into, data, at, size) => {
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
function flaggedBeacon(input: Reader): Beacon | undefined {
  const flags = u8(input)
  const isIBeacon = flags >> 4 > 0
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

type Value = readonly [
  key: Exclude<keyof Beacon, 'id'>,
  size: number,
  read: (input: Reader) => string | number | boolean,
]

const values: Readonly<Record<number, Value>> = {
  0: ['rssi', 1, i8],
  5: ['name', 1, (input) => textOf(take(input, left(input)))],
  6: ['temperature', 2, (input) => i16(input) / 100],
  7: ['humidity', 1, u8],
  8: ['magnet.status', 1, (input) => u8(input) > 0],
  9: ['movement.status', 1, (input) => u8(input) > 0],
  10: ['movement.count', 2, u16],
  11: ['pitch', 1, i8],
  12: ['roll', 2, i16],
  13: ['battery.low.status', 1, (input) => u8(input) > 0],
  14: ['battery.voltage', 2, (input) => u16(input) / 1000],
}

function tableBeacon(input: Reader): Beacon | undefined {
  const size = u8(input)
  if (size > left(input)) return undefined
  const data = part(input, size)
  const beacon: { -readonly [Key in keyof Beacon]: unknown } = { id: '' }
  while (left(data) >= 2) {
    const what = u8(data)
    const bytes = u8(data)
    if (bytes > left(data)) break
    const value = part(data, bytes)
    const known = values[what]
    if (known && bytes >= known[1]) beacon[known[0]] = known[2](value)
    else if (what === 1) beacon.id = beaconId(value)
    else if (what === 15) beacon.id ||= toHex(take(value, left(value)))
    else if (what === 2) readAdvertised(beacon, value)
  }
  return beacon as Beacon
}

/** As the other list spells it: 20 bytes are an iBeacon, 16 an Eddystone; others are an address or the owner's choice. */
function beaconId(input: Reader): string {
  const size = left(input)
  if (size === 20) return `${toHex(take(input, 16))}.${u16(input)}.${u16(input)}`
  return size === 16 ? `${toHex(take(input, 10))}.${toHex(take(input, 6))}` : toHex(take(input, size))
}

/** A short one is of an EYE sensor: bit 6 of its flags a low battery, bit 7 a battery voltage from 2 V on. */
function readAdvertised(beacon: Record<string, unknown>, input: Reader): void {
  const size = left(input)
  if (size > 2) beacon.data = toHex(take(input, size))
  if (size === 0 || size > 2) return
  const flags = u8(input)
  if (flags & 0x40) beacon['battery.low.status'] = true
  if (flags & 0x80 && left(input) > 0) beacon['battery.voltage'] = 2 + u8(input) / 100
}

export const beacons = list(flaggedBeacon)
export const beaconTable = list(tableBeacon)
