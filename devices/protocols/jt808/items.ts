/**
 * The additional items of a position, { id, length, data }: those of the standard (JT/T 808, table of additional
 * information; JT/T 1078 for 14 to 18; T/JSATL 12 for 64 to 67 and 70) and those of makers in `makers.ts`. Others pass
 * through in hex as `custom.param.<id>`.
 */

import { left, part, type Reader, skip, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import type { ParameterName } from '../../values/parameters.ts'
import { makers } from './makers.ts'
import { readObdItem } from './obd.ts'
import { alarmBits, block, either, number, type Row, type Rows, signal, sized } from './rows.ts'

/** Tenths of a litre; with the highest bit set, percent. */
const fuel: Row = (into, data, size) => {
  if (size !== 2) return false
  const word = u16(data)
  if (word & 0x8000) put(into, 'fuel.level', word & 0x7fff)
  else put(into, 'fuel.volume', word / 10)
  return true
}

/** Of 2019: a byte for each wheel in steps of the vehicle's own, FF without a sensor. */
const wheels: Row = (into, data, size) => {
  if (size !== 30) return false
  for (let n = 1; n <= 30; n++) {
    const value = u8(data)
    if (value !== 0xff) put(into, `custom.wheel_${n}_pressure`, value)
  }
  return true
}

const carriage: Row = (into, data, size) => {
  if (size !== 2) return false
  const word = u16(data)
  // Whole degrees whose sign is the highest bit, or their two's complement.
  put(into, 'sensor.temperature.1', word < 0x8000 ? word : word >= 0xf000 ? word - 0x10000 : -(word & 0x7fff))
  return true
}

/** Kind and id of an area, 0 entered, 1 left. */
const area: Row = (into, data, size) => {
  if (size !== 6) return false
  skip(data, 1)
  put(into, 'geofence.id', u32(data))
  raise(into, u8(data) === 0 ? 'geofence_enter' : 'geofence_exit')
  return true
}

/** Where the speed was too high: a kind, then the id of an area or a section, if it was one. */
const speeding: Row = (into, data, size) => {
  if (size !== 1 && size !== 5) return false
  put(into, 'custom.overspeed_place', u8(data))
  if (size === 5) put(into, 'geofence.id', u32(data))
  raise(into, 'overspeed')
  return true
}

/** Assistance and monitoring of the driver: alarm id, 1 begins 2 ends, type, level, …, 16 bytes of a label. */
const assistance =
  (key: ParameterName, alarms: Readonly<Record<number, Alarm | null>>): Row =>
  (into, data, size) => {
    if (size < 6) return false
    skip(data, 4)
    const isOver = u8(data) === 2
    const type = u8(data)
    put(into, key, type)
    if (size > 6) put(into, 'custom.alarm_level', u8(data))
    if (size >= 47) {
      skip(data, left(data) - 16)
      put(into, 'custom.alarm_label', toHex(take(data, 16)))
    }
    const word = alarms[type] === undefined ? 'general' : alarms[type]
    if (!isOver && word) raise(into, word)
    return true
  }

/** Not an alarm: a picture taken, a sign read, another driver. */
const pictures = { 16: null, 17: null }

const standard: Rows = {
  1: number('vehicle.mileage', 4, 10),
  2: fuel,
  3: number('custom.recorder_speed', 2, 10),
  4: number('event.enum', 2),
  5: wheels,
  6: either(number('battery.level', 1), carriage),
  17: speeding,
  18: area,
  19: sized(7, block(['geofence.id', 4], ['custom.section_seconds', 2], ['custom.section_result', 1])),
  20: number('custom.video_alarm', 4),
  21: number('custom.video_lost', 4),
  22: number('custom.video_covered', 4),
  23: number('custom.storage_fault', 2),
  24: alarmBits('custom.abnormal_driving', 2, { 0: 'fatigue' }),
  37: number('din', 4),
  42: number('custom.io_status', 2),
  43: sized(4, block(['ain.1', 2, 100], ['ain.2', 2, 100])),
  48: signal,
  49: number('position.satellites', 1),
  100: assistance('custom.adas_alarm', { 2: 'lane_change', 5: 'lane_change', 6: 'overspeed', ...pictures }),
  101: assistance('custom.dms_alarm', { 1: 'fatigue', ...pictures }),
  112: assistance('custom.driving_alarm', {
    1: 'harsh_acceleration',
    2: 'harsh_braking',
    3: 'harsh_cornering',
    4: 'idle',
    7: 'high_rpm',
    22: 'crash',
  }),
}

/** An item whose bytes were cut is read as far as it goes. */
export function readItems(into: Draft, input: Reader, own?: Rows): void {
  while (left(input) >= 2) {
    const id = u8(input)
    const size = Math.min(u8(input), left(input))
    const data = part(input, size)
    if (size === 0 || readItem(into, id, data, size, own)) continue
    put(into, `custom.param.${id}`, toHex(take(data, size)))
  }
}

function readItem(into: Draft, id: number, data: Reader, size: number, own?: Rows): boolean {
  const from = data.at
  for (const row of [own?.[id], standard[id], makers[id]]) {
    if (!row) continue
    data.at = from
    if (row(into, data, size)) return true
  }
  data.at = from
  if (readObdItem(into, id, part(data, size), size)) return true
  data.at = from
  return false
}
