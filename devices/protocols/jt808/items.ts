/**
 * The additional items of a position, { id, length, data }: those of the standard (JT/T 808, table of additional
 * information; JT/T 1078 for 14 to 18; T/JSATL 12 for 64 to 67) and those of makers, told apart by their length where
 * two makers took one number. Others pass through in hex as `custom.param.<id>`.
 */
import { raise } from '../../alarms.ts'
import { i16, latin1, left, part, type Reader, skip, take, toHex, u8, u16, u32 } from '../../bytes.ts'
import { type Draft, put } from '../../message.ts'
import type { ParameterName } from '../../parameters.ts'
import {
  areaCell,
  longCell,
  plainCell,
  readAccessPoints,
  readCells,
  readCountedCells,
  reversedCell,
  wideCell,
} from './cells.ts'
import { iccid, readExtension } from './extension.ts'
import { readObdItem, readObdItems } from './obd.ts'

/** False when the length is not one it knows. */
export type Row = (into: Draft, data: Reader, size: number) => boolean | undefined

const number =
  (key: ParameterName, size: 1 | 2 | 4, divisor = 1): Row =>
  (into, data, length) => {
    if (length !== size) return false
    put(into, key, (size === 1 ? u8(data) : size === 2 ? u16(data) : u32(data)) / divisor)
    return true
  }

const text =
  (key: ParameterName): Row =>
  (into, data, size) => {
    put(into, key, latin1(take(data, size)))
    return true
  }

const signal: Row = (into, data, size) => {
  if (size !== 1) return false
  const rssi = u8(data)
  put(into, 'custom.rssi', rssi)
  // 0 to 31 is the modem's scale; some makers send percent.
  if (rssi > 0 && rssi <= 31) put(into, 'gsm.signal.dbm', rssi * 2 - 113)
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

/** Abnormal driving: tired, on the telephone, smoking. */
const driving: Row = (into, data, size) => {
  if (size < 2) return false
  const bits = u16(data)
  put(into, 'custom.abnormal_driving', bits)
  raise(into, bits & 1 ? 'fatigue' : undefined)
  return true
}

/** Driver assistance and driver monitoring: alarm id, 1 begins 2 ends, type, level, … */
const assistance =
  (alarms: Readonly<Record<number, Parameters<typeof raise>[1]>>, key: ParameterName): Row =>
  (into, data, size) => {
    if (size < 30) return false
    skip(data, 4)
    const isOver = u8(data) === 2
    const type = u8(data)
    put(into, key, type)
    if (!isOver) raise(into, alarms[type] ?? 'general')
    return true
  }

const batteryLevel = number('battery.level', 1)

const rows: Readonly<Record<number, Row>> = {
  1: number('vehicle.mileage', 4, 10),
  2: number('fuel.volume', 2, 10),
  3: number('custom.recorder_speed', 2, 10),
  4: number('event.enum', 2),
  6: (into, data, size) => {
    if (size === 1) return batteryLevel(into, data, size)
    if (size !== 2) return false
    put(into, 'sensor.temperature.1', i16(data))
    return true
  },
  18: area,
  20: number('custom.video_alarm', 4),
  21: number('custom.video_lost', 4),
  22: number('custom.video_covered', 4),
  23: number('custom.storage_fault', 2),
  24: driving,
  37: number('custom.vehicle_signals', 4),
  42: number('custom.io_status', 2),
  43: (into, data, size) => {
    if (size !== 4) return false
    put(into, 'custom.ad_2', u16(data))
    put(into, 'custom.ad_1', u16(data))
    return true
  },
  48: signal,
  49: number('position.satellites', 1),
  81: (into, data, size) => {
    if (size % 2 !== 0) return false
    for (let n = 1; left(data) >= 2; n++) {
      const tenths = i16(data)
      if (tenths > -3276) put(into, `sensor.temperature.${n}`, tenths / 10)
    }
    return true
  },
  83: (into, data) => {
    readCountedCells(into, data)
    return true
  },
  84: (into, data, size) => {
    if ((size - 1) % 7 !== 0) return false
    skip(data, 1)
    readAccessPoints(into, data)
    return true
  },
  93: (into, data) => {
    readCountedCells(into, data)
    return true
  },
  96: (into, data, size) => {
    if (size < 2) return false
    put(into, 'event.enum', u16(data))
    return true
  },
  100: assistance({ 2: 'lane_change' }, 'custom.assistance_alarm'),
  101: assistance({ 1: 'fatigue' }, 'custom.driver_alarm'),
  102: (into, data, size) => {
    if (size !== 11) return false
    readCells(into, part(data, 9), 9, plainCell)
    return true
  },
  105: number('battery.voltage', 2, 100),
  106: signal,
  108: text('gsm.sim.imsi'),
  113: text('gsm.sim.iccid'),
  119: tires,
  130: number('external.powersource.voltage', 2, 10),
  204: text('gsm.sim.iccid'),
  212: batteryLevel,
  213: (into, data, size) =>
    size === 2 ? number('battery.voltage', 2, 100)(into, data, size) : locks(into, data, size),
  214: text('gsm.sim.iccid'),
  225: (into, data, size) => {
    if (size === 1) return batteryLevel(into, data, size)
    if (size === 2) return number('external.powersource.voltage', 2, 10)(into, data, size)
    if (size !== 12) return false
    readCells(into, data, 12, areaCell)
    return true
  },
  227: power,
  228: (into, data, size) => {
    if (size !== 2) return false
    put(into, 'battery.charging.status', u8(data) === 1)
    put(into, 'battery.level', u8(data))
    return true
  },
  229: (into, data, size) => {
    if (size !== 1) return false
    put(into, 'movement.status', u8(data) === 1)
    return true
  },
  230: thermometers,
  235: (into, data) => {
    readExtension(into, data)
    return true
  },
  236: (into, data, size) => {
    if (size % 7 !== 0) return false
    readAccessPoints(into, data)
    return true
  },
  238: (into, data, size) => {
    if (size !== 10) return false
    readCells(into, data, 10, wideCell)
    return true
  },
  240: (into, data, size) => {
    if (size % 13 !== 0) return false
    readCells(into, data, 13, reversedCell)
    return true
  },
  241: number('external.powersource.voltage', 4, 1000),
  242: text('device.firmware.version'),
  243: (into, data, size) => size > 4 && readObdItems(into, data),
  247: (into, data, size) => {
    if (size !== 6) return false
    put(into, 'battery.voltage', u32(data) / 1000)
    put(into, 'battery.charging.status', u8(data) === 2)
    put(into, 'battery.level', u8(data))
    return true
  },
  248: (into, data, size) => {
    if (size === 2) return number('steps.counter', 2)(into, data, size)
    if (size < 19) return false
    skip(data, 9)
    put(into, 'gsm.sim.iccid', iccid(take(data, 10)))
    put(into, 'device.model', latin1(take(data, left(data))))
    return true
  },
  254: (into, data, size) => (size === 1 ? batteryLevel(into, data, size) : behaviour(into, data, size)),
  255: (into, data, size) => {
    if (size !== 12) return false
    readCells(into, data, 12, longCell)
    return true
  },
}

/** Index, id of three bytes, state, pressure in steps of 2.5 kPa, temperature from -50, battery. */
function tires(into: Draft, data: Reader, size: number): boolean {
  if (size % 8 !== 0) return false
  while (left(data) >= 8) {
    const n = u8(data)
    skip(data, 4)
    const pressure = u8(data)
    const temperature = u8(data)
    skip(data, 1)
    // A wheel without a sensor sends zeros.
    if (n === 0 || (pressure === 0 && temperature === 0)) continue
    put(into, `tire.pressure.${n}`, pressure * 2.5)
    put(into, `tire.temperature.${n}`, temperature - 50)
  }
  return true
}

/** A number of locks: id and card of five bytes, battery, state in which bit 5 means open. */
function locks(into: Draft, data: Reader, size: number): boolean {
  const count = u8(data)
  if (size !== 1 + count * 13) return false
  for (let n = 1; n <= count; n++) {
    put(into, `custom.lock_${n}_id`, toHex(take(data, 5)))
    put(into, `custom.lock_${n}_card`, toHex(take(data, 5)))
    put(into, `custom.lock_${n}_battery`, u8(data))
    put(into, `custom.lock_${n}_locked`, (u16(data) & 0x20) === 0)
  }
  return true
}

/** Battery in percent and its voltage; vehicles without one send 0 percent and the voltage of the supply. */
function power(into: Draft, data: Reader, size: number): boolean {
  if (size !== 6) return false
  const level = u16(data)
  const volts = u16(data) / 100
  if (level > 0) put(into, 'battery.level', level)
  put(into, level > 0 ? 'battery.voltage' : 'external.powersource.voltage', volts)
  return true
}

/** Index, address, degrees and 1/255 of a degree, humidity, state. */
function thermometers(into: Draft, data: Reader, size: number): boolean {
  if (size % 11 !== 0) return false
  while (left(data) >= 11) {
    const n = u8(data)
    const id = toHex(take(data, 6))
    const whole = u8(data)
    const fraction = u8(data) / 255
    const humidity = u8(data)
    skip(data, 1)
    if (n === 0) continue
    put(into, `ble.sensor.id.${n}`, id)
    put(into, `ble.sensor.temperature.${n}`, whole > 127 ? whole - 256 - fraction : whole + fraction)
    put(into, `ble.sensor.humidity.${n}`, humidity)
  }
  return true
}

/** 7C, then items of its own, of which 01 is how the vehicle is driven. */
function behaviour(into: Draft, data: Reader, size: number): boolean {
  if (size < 7 || u8(data) !== 0x7c) return false
  while (left(data) >= 2) {
    const id = u8(data)
    const item = part(data, Math.min(u8(data), left(data)))
    if (id !== 0x01 || left(item) < 4) continue
    const bits = u32(item)
    raise(into, bits & 1 ? 'harsh_acceleration' : undefined)
    raise(into, bits & 2 ? 'harsh_braking' : undefined)
    raise(into, bits & 4 ? 'harsh_cornering' : undefined)
  }
  return true
}

export function readItems(into: Draft, input: Reader, own?: Readonly<Record<number, Row>>): void {
  while (left(input) >= 2) {
    const id = u8(input)
    // The last item of a message that was cut is read as far as it goes.
    const size = Math.min(u8(input), left(input))
    const data = part(input, size)
    const from = data.at
    const isKnown =
      own?.[id]?.(into, data, size) ||
      rows[id]?.(into, data, size) ||
      readObdItem(into, id, part(data, left(data)), size)
    if (isKnown || size === 0) continue
    data.at = from
    put(into, `custom.param.${id}`, toHex(take(data, size)))
  }
}
