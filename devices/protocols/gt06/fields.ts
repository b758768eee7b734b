/** Packets made of fields with an id and a length: 70 of asset trackers, F1, and the tail of 36, 37 and 38. */
import { raise } from '../../alarms.ts'
import { bcdImei, i8, i16, left, part, type Reader, skip, take, toHex, u8, u16, u32 } from '../../bytes.ts'
import { type Draft, put, putCells } from '../../message.ts'
import { putMileage, putPlace, readServingCell, rest } from './blocks.ts'
import type { Read } from './kind.ts'
import { readFix } from './positions.ts'

type Field = (into: Draft, field: Reader) => void

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
  put(into, 'gsm.mcc', u16(field))
  put(into, 'gsm.mnc', u16(field))
  put(into, 'gsm.lac', u16(field))
}

/** A Bluetooth sensor: its address, two bytes, battery, temperature and humidity in tenths. */
const sensor: Field = (into, field) => {
  put(into, 'ble.sensor.id.1', toHex(take(field, 6)))
  skip(field, 2)
  put(into, 'ble.sensor.battery.level.1', u8(field))
  put(into, 'ble.sensor.temperature.1', i16(field) / 10)
  put(into, 'ble.sensor.humidity.1', u16(field) / 10)
}

const withoutPadding = (bytes: Uint8Array): string => toHex(bytes).replaceAll('f', '')

/** By the maker's ids; those missing pass through as `custom.param.<id>`. */
const fields: Readonly<Record<number, Field>> = {
  1: (into, field) => put(into, 'device.imei', bcdImei(take(field, 8))),
  2: (into, field) => put(into, 'gsm.sim.imsi', bcdImei(take(field, 8))),
  3: (into, field) => put(into, 'gsm.sim.iccid', withoutPadding(rest(field))),
  9: (into, field) => put(into, 'position.satellites', u8(field)),
  10: (into, field) => put(into, 'custom.satellites_visible', u8(field)),
  17: cell,
  24: (into, field) => put(into, 'battery.voltage', u16(field) / 100),
  40: (into, field) => put(into, 'position.hdop', u8(field) / 10),
  43: (into, field) => put(into, 'device.temperature', i8(field)),
  // The time of the report; a fix has its own.
  44: (into, field) => into.values.timestamp ?? put(into, 'timestamp', u32(field)),
  46: putMileage,
  51: gps,
  53: (into, field) => raise(into, u8(field) === 1 ? 'removal' : undefined),
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

/** F1: u32 time, then fields whose ids mean other things: 5 is the supply voltage. */
export const readStatusFields: Read = (into, body) => {
  put(into, 'timestamp', u32(body))
  while (left(body) > 3) {
    const id = u16(body)
    const field = part(body, u8(body))
    if (id === 5 && left(field) === 2) put(into, 'external.powersource.voltage', u16(field) / 100)
    else if (left(field) === 1) put(into, `custom.status.${id}`, u8(field))
    else if (left(field) === 2) put(into, `custom.status.${id}`, u16(field))
  }
}

/** 37 and, with longer cells, 38: position, cell, ignition, reason and memory flag, then fields. */
export const readLocationWithFields =
  (is4g: boolean): Read =>
  (into, body, context) => {
    readFix(into, body, context)
    // 38 has its three bytes before the cell and two more behind it.
    if (is4g) skip(body, 3)
    const serving = readServingCell(body, is4g)
    if (serving) putCells(into, [serving])
    skip(body, is4g ? 2 : 3)
    putShortFields(into, body)
  }
