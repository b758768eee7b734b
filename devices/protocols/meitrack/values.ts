/** Values of CCE records by their id. Ids that are missing here pass through as `custom.param.<id>`. */

import { i16le, latin1, left, type Reader, reader, skip, take, toHex, u8, u16le, u32le } from '../../bytes/bytes.ts'
import { type Cell, type Draft, put, putCells, putList, rounded } from '../../message.ts'
import { putBeacons } from '../../values/beacon.ts'
import type { ParameterName } from '../../values/parameters.ts'
import { putEvent } from './events.ts'
import { putSignal, putTemperature } from './text.ts'

/** Records count seconds from 2000. */
export const epoch2000 = 946_684_800

type Row = readonly [key: ParameterName, divisor?: number]

const rows: Readonly<Record<number, Row>> = {
  6: ['position.satellites'],
  8: ['position.speed'],
  9: ['position.direction'],
  10: ['position.hdop', 10],
  12: ['vehicle.mileage', 1000],
  13: ['custom.run_time'],
  20: ['dout'],
  21: ['din'],
  22: ['ain.1', 100],
  23: ['ain.2', 100],
  24: ['ain.3', 100],
  25: ['battery.voltage', 100],
  26: ['external.powersource.voltage', 100],
  41: ['fuel.level', 100],
  145: ['can.vehicle.speed'],
  146: ['can.vehicle.speed'],
  151: ['can.throttle.level'],
  152: ['can.fuel.consumed'],
  153: ['can.engine.rpm'],
  155: ['can.vehicle.mileage', 1000],
  156: ['can.engine.coolant.temperature'],
  157: ['can.fuel.level'],
  159: ['custom.temp_1'],
  160: ['can.fuel.consumed', 1000],
  162: ['custom.fuel_consumption', 100],
  201: ['custom.fuel_consumption'],
  65129: ['battery.level'],
  65268: ['engine.motorhours', 60],
}

export function putNumber(into: Draft, id: number, size: number, data: Reader): void {
  if (id === 0x0b && size === 2) {
    put(into, 'position.altitude', i16le(data))
    return
  }
  const value = size === 1 ? u8(data) : size === 2 ? u16le(data) : u32le(data)
  const row = rows[id]
  if (row) put(into, row[0], value / (row[1] ?? 1))
  else if (id === 0x01 || id === 0x40) putEvent(into, value)
  else if (id === 0x04) put(into, 'timestamp', value + epoch2000)
  else if (id === 0x05) put(into, 'position.valid', value === 1)
  else if (id === 0x07) putSignal(into, value)
  else if (id === 0x25 && size === 4) put(into, 'rfid.code', String(value))
  else if (id === 0x47) putLock(into, value)
  else put(into, `custom.param.${id}`, value)
}

/** 0 none, 1 open, 2 locked. */
function putLock(into: Draft, state: number): void {
  if (state === 0) return
  put(into, 'lock.status', state === 2)
  put(into, 'custom.lock', state === 2)
}

export function putBytes(into: Draft, id: number, bytes: Uint8Array): void {
  if (bytes.length === 0) return
  if (cellIds.has(id) && bytes.length >= 10) putCell(into, bytes)
  else if (id >= 0x1d && id <= 0x25 && bytes.length === 8) putAccessPoint(into, bytes)
  else if (id >= 0x2a && id <= 0x31 && bytes.length === 3) {
    const n = id - 0x2a + 1
    putTemperature(into, n, signed(bytes[1]! + bytes[2]! * 256))
  } else if (id === 0x25) put(into, 'rfid.code', toHex(bytes))
  else if (id === 0x28) put(into, 'custom.image', printable(bytes))
  else if (id === 0xfe31) putCameraAlarm(into, bytes)
  else if (id === 0xfe73) putTag(into, reader(bytes))
  else if (id === 0x4b) put(into, 'gsm.network.type', printable(bytes))
  else if (id === 0xfea8) putBatteries(into, bytes)
  else if (id !== filling) put(into, `custom.param.${id}`, toHex(bytes.subarray(0, 256)))
}

const signed = (value: number): number => (value > 0x7fff ? value - 0x1_0000 : value)

/** Records end with bytes FF on some firmware, which is no id. */
const filling = 0xff

/** The serving cell and its neighbours. */
const cellIds = new Set([0x0e, 0x0f, 0x10, 0x11, 0x12, 0x13])

/** MCC, MNC, LAC, CI of four bytes, strength in dBm. */
function putCell(into: Draft, bytes: Uint8Array): void {
  const input = reader(bytes)
  const mcc = u16le(input)
  const mnc = u16le(input)
  const lac = u16le(input)
  const cellid = u32le(input)
  const dbm = left(input) >= 2 ? i16le(input) : 0
  putMoreCells(into, { mcc, mnc, lac, cellid, ...(dbm < 0 ? { dbm } : {}) })
}

/** The first is the serving one; each has an id of its own. */
function putMoreCells(into: Draft, cell: Cell): void {
  const { 'gsm.cells': listed, 'gsm.mcc': mcc, 'gsm.mnc': mnc, 'gsm.lac': lac, 'gsm.cellid': cellid } = into.values
  const dbm = into.values['gsm.signal.dbm']
  const serving = { mcc, mnc, lac, cellid, ...(dbm === undefined ? {} : { dbm }) } as Cell
  putCells(into, [...(Array.isArray(listed) ? (listed as Cell[]) : cellid === undefined ? [] : [serving]), cell])
}

/** Address and strength in dBm; up to eight of them come with ids of their own. */
function putAccessPoint(into: Draft, bytes: Uint8Array): void {
  const before = into.values['wifi.points']
  const point = { mac: toHex(bytes.subarray(0, 6)), rssi: signed(bytes[6]! + bytes[7]! * 256) }
  putList(into, 'wifi.points', [...(Array.isArray(before) ? before : []), point])
}

/** Kind and number of an alarm that a camera saw, then the name of a file the tracker keeps. */
function putCameraAlarm(into: Draft, bytes: Uint8Array): void {
  put(into, 'custom.alarm_protocol', bytes[0])
  put(into, 'custom.alarm_type', bytes[1])
  put(into, 'custom.image', printable(bytes.subarray(2)))
}

/** A wireless thermometer: version, length and letters of its name, address, battery, degrees and humidity in 1/256. */
function putTag(into: Draft, input: Reader): void {
  if (left(input) < 2) return
  skip(input, 1)
  const size = u8(input)
  if (left(input) < size + 11) return
  const name = latin1(take(input, size))
  const id = toHex(take(input, 6))
  const level = u8(input)
  const temperature = rounded(i16le(input) / 256, 2)
  const humidity = rounded(i16le(input) / 256, 2)
  putBeacons(into, [{ id, name, 'battery.level': level, temperature, humidity }])
}

/** What can be read, from the first letter on. */
function printable(bytes: Uint8Array): string {
  const from = bytes.findIndex((byte) => byte >= 33 && byte < 127)
  return from < 0 ? '' : latin1(take(reader(bytes, from), bytes.length - from))
}

/** State and percent of each battery. */
function putBatteries(into: Draft, bytes: Uint8Array): void {
  for (let n = 1; n * 2 <= bytes.length; n++) {
    const state = bytes[n * 2 - 2]!
    const level = bytes[n * 2 - 1]!
    if (state === 0) continue
    if (n === 1) put(into, 'battery.level', level)
    put(into, `battery.level.${n}`, level)
  }
}
