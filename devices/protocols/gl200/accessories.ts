/** Bluetooth accessories: sensors and tags that a tracker is paired with. A mask says which of their fields follow. */

import { decimal, hexNumber, integer } from '../../bytes/text.ts'
import { type Draft, put } from '../../message.ts'

/** Index, kind, model, raw data, a mask of what follows. Some firmware has one more field before the mask. */
export function readAccessories(into: Draft, fields: readonly string[], at: number, to: number): void {
  const count = at < to ? (integer(fields[at]) ?? 0) : 0
  let next = at + 1
  for (let n = 1; n <= count && next + 5 <= to; n++) {
    next = readAccessory(into, n, fields, next + (fields[next + 4]!.length === 4 ? 4 : 5), to)
  }
}

/** What a mask announces; returns the index after it. */
export function readAccessory(into: Draft, n: number, fields: readonly string[], at: number, to: number): number {
  const mask = hexNumber(fields[at]) ?? 0
  let next = at + 1
  for (let bit = 0; bit < accessoryRows.length && next < to; bit++) {
    if (((mask >> bit) & 1) === 0) continue
    const [size, row] = accessoryRows[bit]!
    row?.(into, n, fields[next]!)
    next += size
  }
  return next
}

type AccessoryRow = readonly [size: number, row?: (into: Draft, n: number, field: string) => void]

/** By bit of the mask: number of fields, and what the first of them is. */
const accessoryRows: readonly AccessoryRow[] = [
  [1, (into, n, field) => field !== '' && put(into, `custom.ble_name_${n}`, field)],
  [1, (into, n, field) => field !== '' && put(into, `ble.sensor.id.${n}`, field)],
  [1, (into, n, field) => field !== '' && put(into, `custom.ble_connected_${n}`, field === '1')],
  [1, (into, n, field) => put(into, `ble.sensor.battery.voltage.${n}`, thousandth(field))],
  [1, (into, n, field) => put(into, `ble.sensor.temperature.${n}`, decimal(field))],
  [1, (into, n, field) => put(into, `ble.sensor.humidity.${n}`, decimal(field))],
  [1],
  [2, (into, n, field) => field !== '' && put(into, `custom.ble_io_${n}`, field)],
  [2, (into, n, field) => field !== '' && put(into, `custom.ble_event_${n}`, field)],
  [1, (into, n, field) => put(into, `tire.pressure.${n}`, decimal(field))],
  [1],
  [1, (into, n, field) => put(into, `ble.sensor.temperature.${n}`, decimal(field))],
  [3, (into, n, field) => field !== '' && put(into, `ble.sensor.magnet.status.${n}`, field === '1')],
  [1, (into, n, field) => put(into, `ble.sensor.battery.level.${n}`, decimal(field))],
  [1, (into, n, field) => field !== '' && put(into, `custom.ble_relay_${n}`, field)],
]

const thousandth = (field: string): number | undefined => {
  const value = decimal(field)
  return value === undefined ? undefined : value / 1000
}
