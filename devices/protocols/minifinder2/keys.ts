/** The values of a data packet, by their keys. */

import {
  i8,
  i16,
  i16le,
  i32le,
  left,
  type Reader,
  skip,
  take,
  textOf,
  toHex,
  u8,
  u16le,
  u32le,
} from '../../bytes/bytes.ts'
import { type Cell, type Draft, put, putCells, putList, putPosition } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import { putBeacons } from '../../values/beacon.ts'

export const statusKey = 0x24

const alarms: Readonly<Record<number, Alarm>> = {
  0: 'low_battery',
  1: 'overspeed',
  2: 'fall',
  8: 'power_off',
  9: 'power_on',
  10: 'movement',
  12: 'sos',
}

const barkBit = 31
const address = (input: Reader): string => (toHex(take(input, 6)).match(/../g) ?? []).join(':')
const text = (input: Reader): string | undefined => textOf(take(input, left(input))) || undefined
const has = (flags: number, bit: number): boolean => ((flags >>> bit) & 1) === 1

/** The moment of a record is that of its status. */
function putTime(into: Draft, time: number): void {
  if (!('timestamp' in into.values)) put(into, 'timestamp', time)
}

type Read = (into: Draft, input: Reader) => void

const readers: Readonly<Record<number, Read>> = {
  2: (into, input) => {
    const flags = u32le(input)
    if (left(input) >= 4) putTime(into, u32le(input))
    put(into, 'alarm.code', flags)
    for (const [bit, alarm] of Object.entries(alarms)) if (has(flags, Number(bit))) raise(into, alarm)
    // One bit for each of four fences, and one that tells entering from leaving.
    for (const n of [0, 1, 2, 3]) {
      if (!has(flags, 4 + n)) continue
      raise(into, has(flags, 26 + n) ? 'geofence_enter' : 'geofence_exit')
      put(into, 'geofence.id', n + 1)
    }
    if (has(flags, 13)) put(into, 'custom.button_1', true)
    if (has(flags, 14)) put(into, 'custom.button_2', true)
    if (has(flags, barkBit)) put(into, 'custom.bark', true)
  },
  20: (into, input) => {
    put(into, 'battery.level', u8(input))
    put(into, 'battery.voltage', u16le(input) / 1000)
  },
  // Access points with their names.
  25: (into, input) => {
    const points: { rssi: number; mac: string; ssid?: string }[] = []
    while (left(input) >= 8) {
      const rssi = i8(input)
      const mac = address(input)
      const size = u8(input)
      points.push({ rssi, mac, ssid: textOf(take(input, Math.min(size, left(input)))) || undefined })
    }
    putList(into, 'wifi.points', points)
  },
  32: (into, input) => {
    putPosition(into, i32le(input) / 1e7, i32le(input) / 1e7)
    put(into, 'position.valid', 'position.latitude' in into.values)
    put(into, 'position.speed', u16le(input))
    put(into, 'position.direction', u16le(input))
    put(into, 'position.altitude', i16le(input))
    put(into, 'position.hdop', u16le(input) / 10)
    put(into, 'vehicle.mileage', u32le(input) / 1000)
    put(into, 'position.satellites', u8(input))
  },
  33: (into, input) => readCells(into, input, 5, (cell) => ({ lac: u16le(cell), cellid: u16le(cell) })),
  41: (into, input) => readCells(into, input, 7, (cell) => ({ lac: u16le(cell), cellid: u32le(cell) })),
  43: (into, input) => readCells(into, input, 7, (cell) => ({ lac: u16le(cell), cellid: u32le(cell) }), u16le),
  34: (into, input) => {
    const points: { rssi: number; mac: string }[] = []
    while (left(input) >= 7) points.push({ rssi: i8(input), mac: address(input) })
    putList(into, 'wifi.points', points)
  },
  // A fixed beacon: address, position, name.
  35: (into, input) => {
    putBeacons(into, [{ id: address(input) }])
    putBeaconPlace(into, input)
    put(into, 'custom.description', text(input))
  },
  [statusKey]: (into, input) => {
    put(into, 'timestamp', u32le(input))
    const flags = u32le(input)
    put(into, 'custom.status', flags)
    put(into, 'battery.charging.status', has(flags, 4))
    put(into, 'message.buffered.status', has(flags, 7))
    put(into, 'movement.status', has(flags, 9))
    put(into, 'custom.rssi', (flags >>> 19) & 0x1f)
    put(into, 'battery.level', flags >>> 24)
  },
  42: (into, input) => {
    const flags = u8(input)
    const id = address(input)
    putBeacons(into, [{ id, rssi: i8(input) }])
    if (has(flags, 7)) putBeaconPlace(into, input)
    if (has(flags, 6)) put(into, 'custom.description', text(input))
  },
  // A call: when, state, seconds, result, number.
  37: (into, input) => {
    putTime(into, u32le(input))
    put(into, 'custom.call_status', u8(input))
    put(into, 'custom.call_duration', u16le(input))
    put(into, 'custom.call_result', u8(input))
    put(into, 'phone.number.1', text(input))
  },
  // A position indoors, by a beacon or without one.
  38: (into, input) => {
    putBeacons(into, [{ id: address(input) }])
    putIndoorPlace(into, input)
  },
  39: (into, input) => putIndoorPlace(into, input),
  // One of the beacons in sight, by number: address, signal, signal at a metre, battery, position, name, temperature.
  40: (into, input) => readBeacon(into, input, false),
  44: (into, input) => readBeacon(into, input, true),
  48: (into, input) => readCounts(into, input, 'steps.counter'),
  49: (into, input) => readCounts(into, input, 'custom.activity'),
  // The highest bit says that it has stopped.
  55: (into, input) => {
    readCounts(into, input, 'custom.bark_count')
    const count = into.values['custom.bark_count']
    if (typeof count !== 'number' || count < 0x8000_0000) return
    put(into, 'custom.bark_count', count - 0x8000_0000)
    put(into, 'custom.bark_stop', true)
  },
  64: (into, input) => {
    putTime(into, u32le(input))
    put(into, 'heart.rate', measured(u8(input)))
  },
  65: (into, input) => {
    putTime(into, u32le(input))
    put(into, 'blood.oxygen.level', measured(u8(input)))
  },
}

/** 0 and 1 say that nothing could be measured. */
const measured = (value: number): number | undefined => (value > 1 ? value : undefined)

function putIndoorPlace(into: Draft, input: Reader): void {
  putBeaconPlace(into, input)
  if (left(input) < 4) return
  put(into, 'position.hdop', u16le(input) / 10)
  put(into, 'position.altitude', i16le(input))
}

function readBeacon(into: Draft, input: Reader, hasBattery: boolean): void {
  const flags = u8(input)
  const id = address(input)
  const rssi = i8(input)
  skip(input, 1)
  const level = hasBattery ? { 'battery.level': u8(input) } : {}
  if (has(flags, 7)) putBeaconPlace(into, input)
  if (has(flags, 6) && left(input) > 0) {
    const size = hasBattery ? u8(input) : left(input)
    put(into, 'custom.description', textOf(take(input, Math.min(size, left(input)))) || undefined)
  }
  const temperature = hasBattery && left(input) >= 2 ? { temperature: i16(input) / 10 } : {}
  putBeacons(into, [{ id, rssi, ...level, ...temperature }])
}

function putBeaconPlace(into: Draft, input: Reader): void {
  putPosition(into, i32le(input) / 1e7, i32le(input) / 1e7)
  put(into, 'position.valid', 'position.latitude' in into.values)
}

function readCells(
  into: Draft,
  input: Reader,
  size: number,
  read: (input: Reader) => Cell,
  network: (input: Reader) => number = u8,
): void {
  const mcc = u16le(input)
  const mnc = network(input)
  const cells: Cell[] = []
  while (left(input) >= size) cells.push({ mcc, mnc, rssi: i8(input), ...read(input) })
  putCells(into, cells)
}

/** A moment and a number each; the last one counts. */
function readCounts(into: Draft, input: Reader, name: 'steps.counter' | 'custom.activity' | 'custom.bark_count'): void {
  while (left(input) >= 8) {
    putTime(into, u32le(input))
    put(into, name, u32le(input))
  }
}

/** Keys without a line here are kept as they came. */
export function readKey(into: Draft, key: number, value: Reader): void {
  const read = readers[key]
  if (read) read(into, value)
  else if (left(value) > 0) put(into, `custom.param.${key}`, toHex(take(value, left(value))))
}
