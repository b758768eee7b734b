/** Tags and beacons that a tracker detects: one shape for all protocols, as items of `ble.beacons`. */
import { type Draft, putList } from '../message.ts'

export interface Beacon {
  /** See `tagId`. */
  readonly id: string
  /** In dBm. */
  readonly rssi?: number | undefined
  readonly 'battery.voltage'?: number | undefined
  readonly 'battery.level'?: number | undefined
  readonly temperature?: number | undefined
  readonly humidity?: number | undefined
  readonly name?: string | undefined
  readonly 'battery.low.status'?: boolean | undefined
  readonly 'magnet.status'?: boolean | undefined
  readonly 'movement.status'?: boolean | undefined
  readonly 'movement.count'?: number | undefined
  /** Tilt in degrees. */
  readonly pitch?: number | undefined
  readonly roll?: number | undefined
  /** Other advertised data, in hex. */
  readonly data?: string | undefined
}

/**
 * One spelling, so that a tag has the same id at every gateway: an address as twelve hexadecimal digits, an iBeacon as
 * `uuid.major.minor`, an Eddystone as `namespace.instance`; lower case, without colons and dashes.
 */
export const tagId = (given: string): string => given.toLowerCase().replaceAll(/[\s:-]/g, '')

/** Adds beacons to those that this message already has. */
export function putBeacons(into: Draft, heard: readonly Beacon[]): void {
  const before = into.values['ble.beacons']
  const known = Array.isArray(before) ? before : []
  putList(into, 'ble.beacons', [...known, ...heard.map((beacon) => ({ ...beacon, id: tagId(beacon.id) }))])
}
