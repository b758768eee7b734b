/** Items that begin with a mask of what follows. */
import { left, part, type Reader, take, toHex, u8, u16 } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import { block, inHex, type Row } from './rows.ts'

const sensors: readonly (readonly [bit: number, bytes: number, read?: (into: Draft, data: Reader) => void])[] = [
  [0, 2, (into, data) => put(into, 'custom.light_sensor', u16(data))],
  [1, 2, (into, data) => put(into, 'sensor.temperature.1', ((u16(data) << 16) >> 16) / 10)],
  [2, 2, (into, data) => put(into, 'sensor.humidity.1', u16(data) / 10)],
  [3, 6, (into, data) => put(into, 'custom.g_sensor', axes(data))],
  [4, 10, (into, data) => put(into, 'custom.thresholds', toHex(take(data, 10)))],
  [5, 2, (into, data) => put(into, 'custom.air_pressure', u16(data))],
]

export function axes(data: Reader): string {
  const axis = () => (u16(data) << 16) >> 16
  return `[${axis()},${axis()},${axis()}]`
}

/** What happened, which sensors follow, and their values. */
export const measured: Row = (into, data, size) => {
  if (size < 2) return false
  const event = u8(data)
  const mask = u8(data)
  const present = sensors.filter(([bit]) => (mask >> bit) & 1)
  if (present.reduce((sum, [, bytes]) => sum + bytes, 2) > size) return false
  put(into, 'event.enum', event)
  if (event === 2) put(into, 'movement.status', true)
  for (const [, , read] of present) read?.(into, data)
  return true
}

/** By mask: age of the fix, time since ignition, HDOP, its time, …, intervals, a probe. */
const receiver: readonly (readonly [bit: number, row: Row, bytes: number])[] = [
  [0, block(['position.fix.age', 4]), 4],
  [1, block(['custom.ignition_seconds', 4]), 4],
  [2, block(['position.hdop', 2, 10]), 2],
  [3, inHex('custom.fix_time'), 6],
  [5, block(['custom.sampling_interval', 4], ['custom.report_interval', 4]), 8],
  [6, block(['sensor.temperature.3', -2, 10], ['custom.probe_high', -2, 10], ['custom.probe_low', -2, 10]), 6],
]

export const reception: Row = (into, data, size) => {
  if (size < 2) return false
  const mask = u16(data)
  for (const [bit, row, bytes] of receiver) {
    if ((mask >> bit) & 1 && left(data) >= bytes) row(into, part(data, bytes), bytes)
  }
  return true
}
