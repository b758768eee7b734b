/** Items of 04, each of a size that its type gives or that follows it. */
import { i32le, latin1, left, part, type Reader, skip, take, toHex, u8, u16le, u32le } from '../../bytes/bytes.ts'
import { putFix } from '../../families/nmea.ts'
import { type Draft, put } from '../../message.ts'

type Read = (into: Draft, item: Reader) => void

interface Item {
  readonly read: Read
  /** Undefined: two bytes of length follow the type and count themselves and it. */
  readonly size?: number
}

const hexAs =
  (name: string): Read =>
  (into, item) =>
    put(into, `custom.${name}`, toHex(take(item, left(item))))

const types: Readonly<Record<number, Item>> = {
  0: { size: 40, read: putPlace },
  1: { read: putLandmark },
  4: { size: 53, read: putTrip },
  20: { size: 32, read: hexAs('extended') },
  30: { size: 79, read: hexAs('system_status') },
  40: { size: 40, read: hexAs('analog') },
  50: { read: (into, item) => put(into, 'message.content', latin1(take(item, left(item)))) },
  255: { size: 4, read: (_into, item) => skip(item, left(item)) },
}
const zone = 22

/** A type that is not known ends the reading; what came before it is kept. */
export function putItems(into: Draft, input: Reader): void {
  while (left(input) > 0) {
    const type = u8(input)
    const known = types[type]
    if (type === zone && left(input) >= 3) putZone(into, input)
    else if (known) {
      const size = known.size ?? (left(input) >= 2 ? u16le(input) - 3 : 0)
      known.read(into, part(input, Math.min(Math.max(size, 0), left(input))))
    } else put(into, `custom.item_${type}`, toHex(take(input, left(input))))
  }
}

function putPlace(into: Draft, item: Reader): void {
  put(into, 'event.enum', u16le(item))
  put(into, 'custom.event_data', u32le(item))
  const state = u16le(item)
  put(into, 'custom.status', state)
  put(into, 'engine.ignition.status', (state & 0x20) !== 0)
  putFix(into, true, i32le(item) / 1e5, i32le(item) / 1e5)
  put(into, 'position.speed', u16le(item))
  put(into, 'position.direction', u16le(item))
  put(into, 'custom.rssi', u8(item))
  put(into, 'custom.gps_signal', u8(item))
  put(into, 'battery.level', u8(item))
  put(into, 'segment.vehicle.mileage', u16le(item) / 1000)
  put(into, 'custom.max_acceleration', u16le(item) / 1000)
  put(into, 'custom.max_deceleration', u16le(item) / 1000)
  put(into, 'custom.landmark_bearing', u16le(item))
  put(into, 'custom.landmark_distance', u32le(item))
  put(into, 'position.timestamp', u32le(item))
}

/** A trip that has ended: time and position of its beginning and its end, and the metres between. */
function putTrip(into: Draft, item: Reader): void {
  put(into, 'custom.trip_start', u32le(item))
  skip(item, 8)
  put(into, 'custom.trip_start_latitude', i32le(item) / 1e5)
  put(into, 'custom.trip_start_longitude', i32le(item) / 1e5)
  const end = u32le(item)
  put(into, 'custom.trip_end', end)
  skip(item, 8)
  putFix(into, true, i32le(item) / 1e5, i32le(item) / 1e5)
  put(into, 'position.timestamp', end)
  put(into, 'segment.vehicle.mileage', u32le(item) / 1000)
  put(into, 'custom.trip', toHex(take(item, left(item))))
}

/** A place near by: eight bytes, the sizes of its name, district and town, two letters of the country, the three. */
function putLandmark(into: Draft, item: Reader): void {
  skip(item, 8)
  const sizes = [u16le(item), u16le(item), u16le(item)]
  const country = latin1(take(item, 2))
  const names = sizes.map((size) => latin1(take(item, Math.min(size, left(item)))))
  if (!('position.address' in into.values))
    put(into, 'position.address', [...names, country].filter(Boolean).join(', '))
}

function putZone(into: Draft, input: Reader): void {
  put(into, 'geofence.status', u8(input) !== 0)
  const size = u16le(input)
  put(into, 'custom.zone', latin1(take(input, Math.min(size, left(input)))))
}
