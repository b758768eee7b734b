/** What comes before the data of an SC packet, and the positions after it. */

import { left, type Reader, skip, u8, u16le, u32le } from '../../bytes/bytes.ts'
import { utcSeconds } from '../../bytes/time.ts'
import { type Draft, put, putPosition } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'

export interface Status {
  readonly started: number
  readonly time: number
  readonly metres: number
  readonly tripMetres: number
  readonly fuel: number
  readonly tripFuel: number
  readonly state: number
}

/** Seconds since 1970, metres and hundredths of a litre; then four bytes of state and eight we have no document for. */
export function readStatus(input: Reader): Status {
  const status = {
    started: u32le(input),
    time: u32le(input),
    metres: u32le(input),
    tripMetres: u32le(input),
    fuel: u32le(input),
    tripFuel: u16le(input),
    state: u32le(input),
  }
  skip(input, 8)
  return status
}

const alarmBits: readonly (readonly [bit: number, alarm: Alarm])[] = [
  [4, 'harsh_acceleration'],
  [5, 'harsh_braking'],
  [6, 'idle'],
]
const ignitionBit = 18

export function putStatus(into: Draft, status: Status): void {
  put(into, 'timestamp', status.time)
  put(into, 'custom.engine_start_timestamp', status.started || undefined)
  put(into, 'vehicle.mileage', status.metres / 1000)
  put(into, 'segment.vehicle.mileage', status.tripMetres / 1000)
  put(into, 'fuel.consumed', status.fuel / 100)
  put(into, 'custom.trip_fuel_consumed', status.tripFuel / 100)
  put(into, 'custom.status', status.state)
  put(into, 'engine.ignition.status', ((status.state >>> ignitionBit) & 1) === 1)
  for (const [bit, alarm] of alarmBits) if ((status.state >>> bit) & 1) raise(into, alarm)
}

export interface Item {
  readonly time?: number
  readonly latitude: number
  readonly longitude: number
  readonly speed: number
  readonly direction: number
  readonly satellites: number
  readonly isFixed: boolean
}

export function readItems(input: Reader, count = left(input) > 0 ? u8(input) : 0): Item[] {
  const items: Item[] = []
  for (let index = 0; index < count; index++) items.push(readItem(input))
  return items
}

function readItem(input: Reader): Item {
  const [day, month, year] = [u8(input), u8(input), u8(input)]
  const time = utcSeconds(2000 + year, month, day, u8(input), u8(input), u8(input))
  const latitude = u32le(input) / 3_600_000
  const longitude = u32le(input) / 3_600_000
  const speed = u16le(input) * 0.036
  const direction = u16le(input) / 10
  const flags = u8(input)
  return {
    time,
    latitude: flags & 2 ? latitude : -latitude,
    longitude: flags & 1 ? longitude : -longitude,
    speed,
    direction,
    satellites: flags >> 4,
    isFixed: (flags & 0x0c) !== 0,
  }
}

export function putPlace(into: Draft, item: Item): void {
  put(into, 'timestamp', item.time)
  putPosition(into, item.latitude, item.longitude)
  put(into, 'position.valid', item.isFixed && 'position.latitude' in into.values)
  put(into, 'position.speed', item.speed)
  put(into, 'position.direction', item.direction)
  put(into, 'position.satellites', item.satellites)
}
