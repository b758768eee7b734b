/**
 * Where a tracker is and how it does.
 *
 *   12 since 2.0   u32 time, u8 mask, [0: i32 latitude, i32 longitude (1/1800000 degrees), i16 altitude, u16 km/h, u16 course,
 *                  u8 satellites], [1: cell with country], [2, 3: cells], [4 to 6: access points], then as many as there
 *                  are of u16 status, u16 battery mV, u16 AIN0, u16 AIN1, u32 mileage m, u16 GSM, u16 GPS counter, u16 steps,
 *                  u16 walking, i16 temperature 1/256, u16 humidity 0.1 %, u32 light 1/256, u32 CO2, i16 temperature 1/16,
 *                  u16 number of tags, u8 their kind, tags
 *   14, 15         the same with a u8 of the warning or the report before the status
 *   02, 04, 05     u32 time, i32 latitude, i32 longitude, u8 km/h, u16 course, u16 country, u16 network, u16 area, u24 cell,
 *                  u8 fix; then 02: u16 status, u16 battery mV, u16 signal, u16 AIN0, u16 AIN1; 04: u8 alarm; 05: u8 report,
 *                  u32 time, u16 status
 */

import { i8, i16, i32, left, type Reader, skip, take, toHex, u8, u16, u24, u32 } from '../../bytes/bytes.ts'
import { type Cell, type Draft, put, putCells, putList, putPosition } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import { putBeacons } from '../../values/beacon.ts'

const scale = 1_800_000

/** Pairs of bits: whether it is known, and what it is. */
export function putStatus(into: Draft, bits: number): void {
  // What the documents do not explain.
  if (bits & 0xf800) put(into, 'custom.status', bits)
  put(into, 'position.valid', (bits & 0x0001) !== 0)
  if (bits & 0x0002) put(into, 'engine.ignition.status', (bits & 0x0004) !== 0)
  if (bits & 0x0008) put(into, 'alarm.mode.status', (bits & 0x0010) !== 0)
  if (bits & 0x0020) put(into, 'engine.blocked.status', (bits & 0x0040) === 0)
  if (bits & 0x0080) put(into, 'external.powersource.status', (bits & 0x0100) !== 0)
  put(into, 'movement.status', (bits & 0x0200) !== 0)
  put(into, 'gnss.status', (bits & 0x0400) !== 0)
}

const warnings: ReadonlyMap<number, Alarm | readonly Alarm[]> = new Map<number, Alarm | readonly Alarm[]>([
  [0x01, ['power_cut', 'power_off']],
  [0x02, 'sos'],
  [0x03, 'low_battery'],
  [0x04, 'vibration'],
  [0x05, 'displacement'],
  [0x08, 'gnss_antenna_cut'],
  [0x09, 'gnss_antenna_cut'],
  [0x20, 'removal'],
  [0x25, ['tampering', 'removal']],
  [0x81, 'low_speed'],
  [0x82, 'overspeed'],
  [0x83, 'geofence_enter'],
  [0x84, 'geofence_exit'],
  [0x85, 'crash'],
  [0x86, 'fall'],
])

function putWarning(into: Draft, code: number): void {
  put(into, 'alarm.code', code)
  const words = warnings.get(code) ?? 'general'
  for (const word of typeof words === 'string' ? [words] : words) raise(into, word)
}

export function readLocation(into: Draft, data: Reader): void {
  readPlace(into, data)
  readState(into, data)
}

/** 16 to 19: a position, then what an operator or the vehicle said, in forms of their own. */
export function readOther(into: Draft, data: Reader): void {
  if (left(data) < 5) return
  readPlace(into, data)
  if (left(data) > 0) put(into, 'custom.content', toHex(take(data, left(data))))
}

export function readWarning(into: Draft, data: Reader, isWarning: boolean): void {
  readPlace(into, data)
  if (left(data) === 0) return
  const code = u8(data)
  if (isWarning) putWarning(into, code)
  else put(into, 'report.reason', code)
  if (left(data) >= 2) readState(into, data)
}

function readPlace(into: Draft, data: Reader): void {
  put(into, 'timestamp', u32(data))
  const mask = u8(data)
  if (mask & 0x01) {
    putPosition(into, i32(data) / scale, i32(data) / scale)
    put(into, 'position.altitude', i16(data))
    put(into, 'position.speed', u16(data))
    put(into, 'position.direction', u16(data))
    put(into, 'position.satellites', u8(data))
  } else put(into, 'position.valid', false)
  const cells: Cell[] = []
  let country: Cell = {}
  if (mask & 0x02) {
    country = { mcc: u16(data), mnc: u16(data) }
    cells.push({ ...country, lac: u16(data), cellid: u32(data), rssi: u8(data) })
  }
  for (const bit of [0x04, 0x08]) {
    if (mask & bit) cells.push({ ...country, lac: u16(data), cellid: u32(data), rssi: u8(data) })
  }
  const points = []
  for (const bit of [0x10, 0x20, 0x40]) if (mask & bit) points.push({ mac: toHex(take(data, 6)), rssi: i8(data) })
  if (points.length > 0) putList(into, 'wifi.points', points)
  if (mask & 0x80) cells.push(...readNetwork(into, data))
  putCells(into, cells)
}

const networkBytes = 14

/** Another layout: nothing after it can be found. */
function skipAll(data: Reader): Cell[] {
  skip(data, left(data))
  return []
}

/** Of newer networks: technology, number, then country, network, area, tracking area, cell, advance; neighbours. */
function readNetwork(into: Draft, data: Reader): Cell[] {
  if (left(data) < 2) return skipAll(data)
  put(into, 'custom.radio', u8(data))
  const count = u8(data)
  if (count === 0) return []
  if (left(data) < networkBytes) return skipAll(data)
  const network = { mcc: u16(data), mnc: u16(data), lac: u16(data) }
  skip(data, 2)
  const cells: Cell[] = [{ ...network, cellid: u32(data) }]
  skip(data, 2)
  for (let n = 0; n < count && left(data) >= 5; n++) {
    const cellid = u16(data)
    skip(data, 2)
    cells.push({ ...network, cellid, rssi: u8(data) })
  }
  return cells
}

function readState(into: Draft, data: Reader): void {
  const fields: readonly [number, (value: Reader) => void][] = [
    [2, () => putStatus(into, u16(data))],
    [2, () => put(into, 'battery.voltage', u16(data) / 1000)],
    [2, () => put(into, 'ain.1', u16(data) / 1000)],
    [2, () => put(into, 'ain.2', u16(data) / 1000)],
    [4, () => put(into, 'vehicle.mileage', known(u32(data), 0xffff_ffff, 1000))],
    [2, () => put(into, 'custom.gsm_counter', u16(data))],
    [2, () => put(into, 'custom.gps_counter', u16(data))],
    [2, () => put(into, 'steps.counter', u16(data))],
    [2, () => put(into, 'custom.walking_time', u16(data))],
    [2, () => put(into, 'sensor.temperature.1', i16(data) / 256)],
    [2, () => put(into, 'sensor.humidity', u16(data) / 10)],
    [4, () => put(into, 'sensor.illuminance', u32(data) / 256)],
    [4, () => put(into, 'carbon.dioxide.ppm', u32(data))],
    [2, () => put(into, 'sensor.temperature.2', i16(data) / 16)],
  ]
  for (const [size, read] of fields) {
    if (left(data) < size) return
    read(data)
  }
  readTags(into, data)
}

const known = (value: number, none: number, divisor: number): number | undefined =>
  value === none ? undefined : value / divisor

/** The tags that a gateway detects: MAC, i8 dBm, three bytes, u16 battery mV, i16 temperature 1/256, two bytes. */
function readTags(into: Draft, data: Reader): void {
  if (left(data) < 2) return
  const count = u8(data)
  const kind = u8(data)
  const beacons = []
  for (let index = 0; index < count && left(data) >= 16; index++) {
    const id = toHex(take(data, 6))
    const rssi = i8(data)
    skip(data, 3)
    const voltage = u16(data) / 1000
    const temperature = Math.round((i16(data) / 256) * 100) / 100
    skip(data, 2)
    beacons.push({ id, rssi, 'battery.voltage': voltage, temperature })
  }
  if (beacons.length === 0) return
  put(into, 'custom.tag_kind', kind)
  putBeacons(into, beacons)
}

function readOldPlace(into: Draft, data: Reader): void {
  put(into, 'timestamp', u32(data))
  putPosition(into, i32(data) / scale, i32(data) / scale)
  put(into, 'position.speed', u8(data))
  put(into, 'position.direction', u16(data))
  putCells(into, [{ mcc: u16(data), mnc: u16(data), lac: u16(data), cellid: u24(data) }])
  put(into, 'position.valid', (u8(data) & 0x01) !== 0)
}

export function readOld(into: Draft, data: Reader): void {
  readOldPlace(into, data)
  const isFix = into.values['position.valid'] === true
  if (left(data) >= 2) putStatus(into, u16(data))
  put(into, 'position.valid', isFix)
  if (left(data) >= 2) put(into, 'battery.voltage', u16(data) / 1000)
  if (left(data) >= 2) put(into, 'custom.rssi', u16(data))
  if (left(data) >= 2) put(into, 'ain.1', u16(data) / 1000)
  if (left(data) >= 2) put(into, 'ain.2', u16(data) / 1000)
}

export function readAlarm(into: Draft, data: Reader): void {
  readOldPlace(into, data)
  if (left(data) > 0) putWarning(into, u8(data))
}

export function readReport(into: Draft, data: Reader): void {
  readOldPlace(into, data)
  if (left(data) === 0) return
  const reason = u8(data)
  put(into, 'report.reason', reason)
  if (reason < 1 || reason > 3 || left(data) < 6) return
  const isFix = into.values['position.valid'] === true
  skip(data, 4)
  putStatus(into, u16(data))
  put(into, 'position.valid', isFix)
}

/** 06, a text message that came in: only the position is ours to read. */
export function readMessage(into: Draft, data: Reader): void {
  if (left(data) >= 25) readOldPlace(into, data)
}
