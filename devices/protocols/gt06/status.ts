/** Heartbeats and other packets of status without a position. */
import { i8, latin1, left, type Reader, skip, take, toHex, u8, u16, u32, uint } from '../../bytes/bytes.ts'
import { hexNumber } from '../../bytes/text.ts'
import { type Draft, put } from '../../message.ts'
import type { ParameterName } from '../../values/parameters.ts'
import { putAlarm } from './alarm-codes.ts'
import { putInformation, putSignal, putStatus, readTime } from './blocks.ts'
import { putShortFields } from './fields.ts'
import type { Read } from './kind.ts'

/** 13: information, voltage level, signal, alarm and language. Some models put a voltage into it. */
export const readHeartbeat: Read = (into, body, { model }) => {
  if (model === 'R11') {
    putInformation(into, u8(body))
    put(into, 'external.powersource.voltage', u16(body) / 100)
    putSignal(into, u8(body))
    return left(body) > 0 ? putAlarm(into, u8(body), model) : undefined
  }
  if (left(body) === 14 || left(body) === 16) return readLongHeartbeat(into, body, model)
  if (left(body) < 3) return
  putStatus(into, body)
  if (left(body) < 1) return
  if (model?.startsWith('LW') && left(body) >= 2) put(into, 'external.powersource.voltage', (u16(body) & 0xfff) / 10)
  else if (model === 'SEEWORLD') put(into, 'external.powersource.voltage', u8(body))
  else putAlarm(into, u8(body), model)
}

const thermometerMode = 4

/**
 * Of 14 bytes: information, signal and satellites, alarm, language, battery, mode, supply, one byte, minutes of work,
 * temperature in mode 4. Of 16: two bytes more before the temperature, whose highest bit means warmer than zero.
 */
function readLongHeartbeat(into: Draft, body: Reader, model: string | undefined): void {
  const isLonger = left(body) === 16
  putInformation(into, u8(body))
  const signal = u16(body)
  put(into, 'position.satellites', ((signal >> 10) & 31) + ((signal >> 5) & 31))
  put(into, 'custom.rssi', signal & 31)
  putAlarm(into, u8(body), model)
  skip(body, 1)
  put(into, 'battery.level', u8(body))
  const mode = u8(body)
  put(into, 'custom.mode', mode)
  put(into, 'external.powersource.voltage', u16(body) / 100)
  skip(body, isLonger ? 5 : 3)
  const word = u16(body)
  if (isLonger) put(into, 'sensor.temperature.1', (word & 0x8000 ? word & 0x7fff : -word) / 10)
  else if (mode === thermometerMode) put(into, 'sensor.temperature.1', ((word << 16) >> 16) / 10)
}

/** 23: information, battery in 0.01 V, signal, language. */
export const readHeartbeatWithVoltage: Read = (into, body) => {
  putInformation(into, u8(body))
  put(into, 'battery.voltage', u16(body) / 100)
  putSignal(into, u8(body))
}

/** 36 in its short form: information, voltage level, signal, alarm, language, then fields. */
export const readHeartbeatWithFields: Read = (into, body, { model }) => {
  putStatus(into, body)
  putAlarm(into, u8(body), model)
  skip(body, 1)
  putShortFields(into, body)
}

/**
 * A3 in its short form, of wearable trackers: information, two bytes, voltage level, battery in percent. In the longer
 * one the signal and the supply, language, sound, light, steps, battery in percent, charging, movement.
 */
export const readWearableStatus: Read = (into, body) => {
  const isShort = left(body) < 16
  putInformation(into, u8(body))
  skip(body, 3)
  if (isShort) return put(into, 'battery.level', u8(body))
  put(into, 'custom.rssi', u8(body))
  put(into, 'external.powersource.voltage', u8(body))
  skip(body, 3)
  put(into, 'steps.counter', u32(body))
  put(into, 'battery.level', u8(body))
  put(into, 'battery.charging.status', u8(body) === 1)
  put(into, 'movement.status', u8(body) === 1)
}

const bms: readonly (readonly [key: ParameterName, bytes: number, divisor?: number, offset?: number])[] = [
  ['custom.relative_capacity', 1],
  ['custom.remaining_capacity', 2],
  ['custom.absolute_capacity', 1],
  ['custom.full_capacity', 2],
  ['custom.battery_health', 1],
  ['battery.temperature', 2, 10, -273.1],
  ['custom.current', 2],
  ['battery.voltage', 2, 1000],
  ['custom.cycle_index', 2],
  ...Array.from({ length: 14 }, (_, index) => [`custom.battery_cell_${index + 1}`, 2, 1000] as const),
  ['custom.current_charge_interval', 2],
  ['custom.max_charge_interval', 2],
]

/** 40 of WD-209: serial number, u32 time, then what the battery's own computer says. */
export const readBattery: Read = (into, body) => {
  skip(body, 8)
  put(into, 'timestamp', u32(body))
  for (const [key, bytes, divisor = 1, offset = 0] of bms) put(into, key, Number(uint(body, bytes)) / divisor + offset)
  put(into, 'custom.barcode', latin1(take(body, 16)))
  put(into, 'custom.battery_version', u16(body))
  put(into, 'custom.manufacturer', latin1(take(body, 16)))
  put(into, 'custom.battery_status', u32(body))
  put(into, 'custom.controller_status', u32(body))
  put(into, 'custom.controller_fault', u32(body))
}

/** B2: time, strength, address, UUID, major, minor, battery in 0.01 V and state of a beacon that someone approached. */
export const readClock: Read = (into, body, { offsetMinutes }) => {
  put(into, 'timestamp', readTime(body, offsetMinutes))
  put(into, 'ble.rssi', i8(body))
  put(into, 'custom.tag_mac', toHex(take(body, 6)))
  put(into, 'custom.tag_uuid', toHex(take(body, 16)))
  put(into, 'custom.tag_major', u16(body))
  put(into, 'custom.tag_minor', u16(body))
  put(into, 'custom.tag_battery', u16(body) / 100)
  put(into, 'custom.clock', (u8(body) >> 2) & 15)
}

const engine: Readonly<Record<number, ParameterName>> = {
  40: 'custom.odometer',
  43: 'can.fuel.level',
  45: 'can.engine.coolant.temperature',
  53: 'can.vehicle.speed',
  54: 'can.engine.rpm',
  71: 'can.fuel.consumed',
  73: 'custom.hours',
}
const vinId = 0x4a
const tailBytes = 12

/** 8C of FM08: time, ignition, `id=value,…` with hundredths in hex, twelve bytes. */
export const readEngine: Read = (into, body, { offsetMinutes }) => {
  put(into, 'timestamp', readTime(body, offsetMinutes))
  put(into, 'engine.ignition.status', u8(body) > 0)
  const text = latin1(take(body, Math.max(0, left(body) - tailBytes)))
  for (const pair of text.split(',')) {
    const [name = '', value] = pair.split('=', 2)
    const id = hexNumber(name.slice(0, 2))
    if (id === undefined || value === undefined) continue
    if (id === vinId) put(into, 'vehicle.vin', value)
    else put(into, engine[id] ?? `custom.obd_${id.toString(16)}`, (hexNumber(value) ?? Number.NaN) / 100)
  }
}
