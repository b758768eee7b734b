/** The blocks GT06 packets are made of: time, position, cells and the terminal's status. */

import { left, type Reader, take, toHex, u8, u16, u24, u32, u64 } from '../../bytes/bytes.ts'
import { utcSeconds } from '../../bytes/time.ts'
import { type Cell, type Draft, put, putPosition } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'

/** Six bytes: year from 2000, month, day, hour, minute, second. */
export function readTime(body: Reader, offsetMinutes: number): number | undefined {
  const time = utcSeconds(2000 + u8(body), u8(body), u8(body), u8(body), u8(body), u8(body))
  return time === undefined ? undefined : time - offsetMinutes * 60
}

/** True when a plausible time and not something else stands here. */
export function looksLikeTime(body: Reader, ahead = 0): boolean {
  const { bytes, at, end } = body
  const from = at + ahead
  if (end - from < 6) return false
  const year = bytes[from]!
  return (
    year >= 10 &&
    year < 60 &&
    utcSeconds(
      2000 + year,
      bytes[from + 1]!,
      bytes[from + 2]!,
      bytes[from + 3]!,
      bytes[from + 4]!,
      bytes[from + 5]!,
    ) !== undefined
  )
}

export const gpsBytes = 12

/**
 * u8 length and satellites, u32 latitude, u32 longitude (both in 1/1,800,000 degree), u8 speed km/h, u16 course and
 * status: bits 0-9 course, 10 north, 11 west, 12 fix, 13 differential; with 14 set, 15 is the ignition.
 */
export function readGps(into: Draft, body: Reader): void {
  put(into, 'position.satellites', u8(body) & 0x0f)
  const latitude = u32(body)
  const longitude = u32(body)
  const speed = u8(body)
  putPlace(into, latitude, longitude, u16(body))
  put(into, 'position.speed', speed)
}

export function putPlace(into: Draft, latitude: number, longitude: number, course: number): void {
  const north = (course & 0x0400) !== 0
  const west = (course & 0x0800) !== 0
  putPosition(into, (north ? latitude : -latitude) / 1_800_000, (west ? -longitude : longitude) / 1_800_000)
  put(into, 'position.valid', (course & 0x1000) !== 0)
  put(into, 'position.direction', course & 0x03ff)
  if (course & 0x4000) put(into, 'engine.ignition.status', (course & 0x8000) !== 0)
}

/** MCC, of which bit 15 says that the MNC has two bytes. */
export function readNetwork(body: Reader): Cell {
  const mcc = u16(body)
  return { mcc: mcc & 0x7fff, mnc: mcc & 0x8000 ? u16(body) : u8(body) }
}

/** Network of two and two bytes, area of two, cell of four. */
export function readWideCell(body: Reader): Cell {
  return { mcc: u16(body) & 0x7fff, mnc: u16(body), lac: u16(body), cellid: u32(body) }
}

/** 4G packets have room for longer area codes and cell ids. */
export const readCell = (body: Reader, network: Cell, is4g: boolean): Cell =>
  is4g ? { ...network, lac: u32(body), cellid: u64(body) } : { ...network, lac: u16(body), cellid: u24(body) }

export const cellBytes = (is4g: boolean): number => (is4g ? 12 : 5)

/** Network and one cell, as most packets have them; undefined when the packet ends before. */
export function readServingCell(body: Reader, is4g: boolean): Cell | undefined {
  if (left(body) < 4) return undefined
  const wide = (body.bytes[body.at]! & 0x80) !== 0 ? 1 : 0
  if (left(body) < 3 + wide + cellBytes(is4g)) return undefined
  return readCell(body, readNetwork(body), is4g)
}

/** What bits 3 to 5 of the terminal information say. */
const informationAlarms = [undefined, 'vibration', 'power_cut', 'low_battery', 'sos', undefined, 'geofence'] as const

/**
 * Terminal information: bit 0 armed, 1 ignition, 2 charging, 3-5 alarm, 6 GPS on, 7 fuel and power cut. `highest` is what
 * the highest alarm means.
 */
export function putInformation(into: Draft, information: number, highest: Alarm = 'removal'): void {
  put(into, 'custom.armed', (information & 0x01) !== 0)
  put(into, 'engine.ignition.status', (information & 0x02) !== 0)
  put(into, 'battery.charging.status', (information & 0x04) !== 0)
  put(into, 'gnss.status', (information & 0x40) !== 0)
  put(into, 'engine.blocked.status', (information & 0x80) !== 0)
  const alarm = (information >> 3) & 7
  raise(into, alarm === 7 ? highest : informationAlarms[alarm])
}

/** Seven steps from no power (0) to full (6); clones send percent. */
export function putVoltageLevel(into: Draft, level: number): void {
  put(into, 'battery.level', level <= 6 ? Math.floor((level * 100) / 6) : level)
}

/** Five steps from no signal (0) to strong (4); clones send the modem's own number. */
export function putSignal(into: Draft, level: number): void {
  put(into, 'custom.rssi', level)
  if (level <= 4) put(into, 'gsm.signal.level', level * 25)
}

export function putStatus(into: Draft, body: Reader): void {
  putInformation(into, u8(body))
  putVoltageLevel(into, u8(body))
  putSignal(into, u8(body))
}

/** A card or chip of eight bytes; zeros mean that there is none. */
export function putDriver(into: Draft, body: Reader, size: number): void {
  if (left(body) < size) return
  const bytes = take(body, size)
  if (bytes.some((byte) => byte !== 0)) put(into, 'rfid.code', toHex(bytes))
}

/** Mileage in metres, where a packet has room for it. */
export function putMileage(into: Draft, body: Reader): void {
  if (left(body) >= 4) put(into, 'vehicle.mileage', u32(body) / 1000)
}

export const rest = (body: Reader): Uint8Array => take(body, left(body))

/** Digits filled with F at their end; an F among them belongs to the number. */
export function withoutPadding(bytes: Uint8Array): string {
  const digits = toHex(bytes)
  let end = digits.length
  while (end > 0 && digits[end - 1] === 'f') end--
  return digits.slice(0, end)
}
