/** Packets made of fields with an id and a length: 70 of asset trackers, F1, and the tail of 36, 37 and 38. */

import { bcdImei, i16, left, part, type Reader, skip, take, toHex, u8, u16, u24, u32, uint } from '../../bytes/bytes.ts'
import { type Draft, put, putCells } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import { putMileage, putPlace, readServingCell, rest, withoutPadding } from './blocks.ts'
import type { Read } from './kind.ts'
import { putReason, readFix } from './positions.ts'

type Field = (into: Draft, field: Reader) => void

const events: Readonly<Record<number, Alarm>> = {
  16: 'door',
  18: 'removal',
  20: 'geofence_enter',
  21: 'geofence_exit',
  22: 'temperature',
  26: 'low_battery',
  27: 'overspeed',
  28: 'power_on',
  29: 'power_off',
  32: 'vibration',
  33: 'power_cut',
  35: 'tampering',
}

/** What happened, when, and what belongs to it. */
const event: Field = (into, field) => {
  const code = u8(field)
  put(into, 'event.enum', code)
  raise(into, events[code])
  if (left(field) > 5) put(into, 'custom.event_data', toHex(rest(field).subarray(5)))
}

/** u32 time, satellites, i16 altitude, latitude, longitude, speed, course. */
const gps: Field = (into, field) => {
  const time = u32(field)
  put(into, 'timestamp', time)
  put(into, 'position.satellites', u8(field))
  put(into, 'position.altitude', i16(field))
  const latitude = u32(field)
  const longitude = u32(field)
  put(into, 'position.speed', u8(field))
  putPlace(into, latitude, longitude, u16(field))
}

const cell: Field = (into, field) => {
  const network = { mcc: u16(field), mnc: u16(field), lac: u16(field) }
  if (left(field) >= 3) putCells(into, [{ ...network, cellid: u24(field) }])
}

/** A Bluetooth sensor: its address, two bytes, battery, temperature and humidity in tenths. */
const sensor: Field = (into, field) => {
  put(into, 'ble.sensor.id.1', toHex(take(field, 6)))
  const millivolts = u16(field)
  if (millivolts !== 0x7fff) put(into, 'ble.sensor.battery.voltage.1', millivolts / 1000)
  put(into, 'ble.sensor.battery.level.1', u8(field))
  put(into, 'ble.sensor.temperature.1', i16(field) / 10)
  put(into, 'ble.sensor.humidity.1', u16(field) / 10)
  if (left(field) > 0) put(into, 'custom.tag_1_status', u8(field))
}

/** By the maker's ids; those missing pass through as `custom.param.<id>`. */
const fields: Readonly<Record<number, Field>> = {
  1: (into, field) => put(into, 'device.imei', bcdImei(take(field, 8))),
  2: (into, field) => put(into, 'gsm.sim.imsi', bcdImei(take(field, 8))),
  3: (into, field) => put(into, 'gsm.sim.iccid', withoutPadding(rest(field))),
  9: (into, field) => put(into, 'position.satellites', u8(field)),
  10: (into, field) => put(into, 'custom.satellites_visible', u8(field)),
  17: cell,
  24: (into, field) => put(into, 'battery.voltage', u16(field) / 100),
  39: (into, field) => put(into, 'external.powersource.voltage', u16(field) / 100),
  40: (into, field) => put(into, 'position.hdop', u8(field) / 10),
  41: (into, field) => put(into, 'record.seqnum', u32(field)),
  // Low half the door, high half the case.
  42: (into, field) => {
    const bits = u8(field)
    put(into, 'door.open.status', (bits & 15) > 0)
    put(into, 'custom.tamper', bits >> 4 > 0)
  },
  43: (into, field) => put(into, 'boot.reason', u8(field)),
  // The time of the report; a fix has its own.
  44: (into, field) => into.values.timestamp ?? put(into, 'timestamp', u32(field)),
  46: putMileage,
  50: (into, field) => put(into, 'custom.startup_status', u8(field)),
  51: gps,
  52: event,
  59: (into, field) => put(into, 'position.accuracy', u16(field) / 100),
  67: cell,
  106: (into, field) => put(into, 'battery.level', u8(field)),
  127: sensor,
}

function putField(into: Draft, id: number, field: Reader): void {
  const write = fields[id]
  if (write) write(into, field)
  else if (left(field) === 1) put(into, `custom.param.${id}`, u8(field))
  else if (left(field) === 2) put(into, `custom.param.${id}`, u16(field))
  else if (left(field) === 4) put(into, `custom.param.${id}`, u32(field))
  else if (left(field) > 0) put(into, `custom.param.${id}`, toHex(rest(field)))
}

/** Fields with a length of one byte. */
export function putShortFields(into: Draft, body: Reader): void {
  while (left(body) > 3) {
    const id = u16(body)
    putField(into, id, part(body, u8(body)))
  }
}

/** 70: fields with a length of two bytes. */
export const readFields: Read = (into, body) => {
  while (left(body) > 4) {
    const id = u16(body)
    putField(into, id, part(body, u16(body)))
  }
}

/** The fields of F1, whose ids mean other things. */
const states: Readonly<Record<number, Field>> = {
  1: (into, field) => {
    const state = u8(field)
    put(into, 'movement.status', state === 2 || state === 4)
  },
  2: (into, field) => put(into, 'custom.armed', u8(field) > 0),
  4: (into, field) => put(into, 'engine.ignition.status', u8(field) > 0),
  5: (into, field) => put(into, 'external.powersource.voltage', u16(field) / 100),
  7: (into, field) => put(into, 'battery.charging.status', u8(field) > 0),
  10: (into, field) => put(into, 'custom.charge_voltage', u16(field)),
  11: (into, field) => put(into, 'battery.temperature', u16(field) / 10),
}

/** F1: u32 time, then fields. */
export const readStatusFields: Read = (into, body) => {
  put(into, 'timestamp', u32(body))
  while (left(body) > 3) {
    const id = u16(body)
    const field = part(body, u8(body))
    const write = states[id]
    if (write) write(into, field)
    else if (left(field) > 0 && left(field) <= 4) put(into, `custom.status.${id}`, Number(uint(field, left(field))))
    else if (left(field) > 0) put(into, `custom.status.${id}`, toHex(rest(field)))
  }
}

const sensorId = 10
const batteryId = 12

/** F2: u32 time, then what devices around it say: 0A a Bluetooth device, 0C a battery outside. */
export const readPeripherals: Read = (into, body) => {
  put(into, 'timestamp', u32(body))
  while (left(body) > 3) {
    const id = u16(body)
    // A length of two bytes begins with zero.
    const size = id === sensorId ? u16(body) : u8(body) || u8(body)
    const field = part(body, Math.min(size, left(body)))
    if (id === sensorId && left(field) >= 10) {
      skip(field, 1)
      put(into, 'custom.mac', toHex(take(field, 6)))
      const code = u8(field)
      put(into, 'event.enum', code)
      const data = u8(field)
      if (code > 0) put(into, 'custom.event_data', data)
      put(into, 'custom.data_type', u8(field))
      put(into, 'custom.data_details', toHex(rest(field)))
    } else if (id === batteryId && left(field) >= 4) {
      put(into, 'custom.external_battery_level', u8(field))
      put(into, 'custom.external_battery_charge', u8(field) > 0)
      put(into, 'custom.external_battery_cycles', u16(field))
    } else if (left(field) > 0) put(into, `custom.peripheral_${id}`, toHex(rest(field)))
  }
}

/** A kind of network; from the third on the cell has long numbers and two bytes of strength. */
export function readTypedCell(into: Draft, body: Reader): void {
  const isLong = u8(body) >= 3
  const serving = readServingCell(body, isLong)
  if (serving) putCells(into, [serving])
  skip(body, isLong ? 2 : 1)
}

/** 37: position, cell, ignition, reason and memory flag, then fields. */
export const readLocationWithFields: Read = (into, body, context) => {
  readFix(into, body, context)
  const serving = readServingCell(body, false)
  if (serving) putCells(into, [serving])
  putReason(into, body)
  putShortFields(into, body)
}

/** 38: position, reason and memory flag, kind of network with its cell, then fields. */
export const readLocationWithNetwork: Read = (into, body, context) => {
  readFix(into, body, context)
  put(into, 'report.reason', u8(body))
  put(into, 'message.buffered.status', u8(body) > 0)
  readTypedCell(into, body)
  putShortFields(into, body)
}
