/** Tags that are carried from one reader to the next and back, and what the readers detect of them. Pure. */
import { depots } from './town/network.ts'
import { toDegrees } from './town/plane.ts'
import type { Beacon, Fix, Vehicle } from './vehicle.ts'

/** What a reader understands of a tag: the number that an iBeacon sends, or its address. */
export type TagKind = 'ibeacon' | 'address'

const uuid = Buffer.from('waymark tags sim').toString('hex')

/** For accounts with both kinds of readers. */
export const kindOf = (number: number): TagKind => (number % 2 === 0 ? 'ibeacon' : 'address')

/** As the platform writes it. */
export const tagIdOf = (kind: TagKind, number: number): string =>
  kind === 'ibeacon' ? `${uuid}.1.${number}` : `0257${number.toString(16).padStart(8, '0')}`

const metresPerDegree = 111_320
const readerMetres = 45

/** In the hall of the harbour's depot. Readers are in rows of four, close enough that some detect the same tags. */
export function readerPlace(index: number): { readonly latitude: number; readonly longitude: number } {
  const [x, y] = [(index % 4) * readerMetres, Math.floor(index / 4) * readerMetres]
  const { x: east, y: north } = depots[1]!.centre
  return toDegrees({ x: east + x - 60, y: north + y })
}

const restSeconds = 150
const walkSeconds = 60

/**
 * Where the tag is among the readers that understand it: 0 at the first, 1.5 on its way from the second to the third.
 */
export function stationAt(tag: number, stations: number, at: number): number {
  if (stations < 2) return 0
  const leg = restSeconds + walkSeconds
  // They do not all start at the same time.
  const since = at + tag * 97
  const turn = 2 * (stations - 1)
  const legs = Math.floor(since / leg) % turn
  const walked = Math.min(1, Math.max(0, (since % leg) - restSeconds) / walkSeconds)
  const along = legs + walked
  return along <= stations - 1 ? along : turn - along
}

const weakest = -95

/** As a signal fades with distance; it varies by some decibels even at rest. */
function rssiAt(metres: number, tag: number, at: number): number {
  const wavers = Math.sin(at * 0.9 + tag * 1.7) * 2.5
  return Math.round(-52 - 24 * Math.log10(Math.max(1, metres)) + wavers)
}

export interface Reader {
  /** Its number among all readers, which determines its position. */
  readonly index: number
  readonly kind: TagKind
}

/** A reader that stands still and detects what is near. Tags are divided among the kinds of readers. */
export function readerVehicle(reader: Reader, readers: readonly Reader[], tags: number): Vehicle {
  const place = readerPlace(reader.index)
  const stations = readers.filter(({ kind }) => kind === reader.kind)
  const isOfOneKind = stations.length === readers.length
  const numbers = Array.from({ length: tags }, (_, index) => index + 1).filter(
    (number) => isOfOneKind || kindOf(number) === reader.kind,
  )
  const distanceTo = (station: number): number => {
    const [low, high] = [stations[Math.floor(station)]!, stations[Math.ceil(station)]!].map(({ index }) =>
      readerPlace(index),
    )
    const part = station % 1
    const north = low!.latitude + (high!.latitude - low!.latitude) * part - place.latitude
    const east = low!.longitude + (high!.longitude - low!.longitude) * part - place.longitude
    return metresPerDegree * Math.hypot(north, east * Math.cos((place.latitude * Math.PI) / 180))
  }
  const hear = (at: number): Beacon[] =>
    numbers
      .map((number) => ({
        id: tagIdOf(reader.kind, number),
        rssi: rssiAt(distanceTo(stationAt(number, stations.length, at)), number, at),
        batteryLevel: 60 + ((number * 7) % 40),
      }))
      .filter(({ rssi }) => rssi >= weakest)
  return {
    advanceTo: (at): Fix => ({
      at,
      ...place,
      ...{ altitude: 112, speedKmh: 0, heading: 0, satellites: 11, hdop: 0.9, ignition: false },
      ...{ volts: 12.4, batteryVolts: 4.1, mileageKm: 0, signal: 4 },
      beacons: hear(at),
    }),
  }
}
