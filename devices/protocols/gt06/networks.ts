/** Packets that locate a tracker by cells and access points. */

import { bcd, left, part, peek, type Reader, skip, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { utcSeconds } from '../../bytes/time.ts'
import { type Cell, type Draft, put, putCells, putList } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import { cellBytes, gpsBytes, readCell, readGps, readNetwork, readServingCell, readTime } from './blocks.ts'
import type { Read } from './kind.ts'
import { readFix } from './positions.ts'

/** A serving cell and six neighbours, each with its signal. */
const cellsOfOneNetwork = 7

function readCells(body: Reader, network: Cell, count: number, is4g: boolean): Cell[] {
  const cells: Cell[] = []
  for (let index = 0; index < count && left(body) > cellBytes(is4g); index++) {
    cells.push({ ...readCell(body, network, is4g), rssi: u8(body) })
  }
  return cells
}

/** Access points: address and signal. An address of zeros is padding. */
function putPoints(into: Draft, body: Reader, count: number, rssiFirst = false): void {
  const points: { mac: string; rssi: number }[] = []
  for (let index = 0; index < count && left(body) >= (rssiFirst ? 8 : 7); index++) {
    const before = rssiFirst ? u16(body) : 0
    const mac = toHex(take(body, 6))
    const rssi = rssiFirst ? before : u8(body)
    if (mac !== '000000000000') points.push({ mac, rssi })
  }
  putList(into, 'wifi.points', points)
}

/** 18, 28, 2E, A1: time, network, seven cells, timing advance, language; in 2C and A2 access points follow. */
export const readCellList =
  (is4g = false): Read =>
  (into, body, { offsetMinutes }) => {
    put(into, 'timestamp', readTime(body, offsetMinutes))
    putCells(into, readCells(body, readNetwork(body), cellsOfOneNetwork, is4g))
    if (left(body) < 2) return
    skip(body, 1)
    putPoints(into, body, u8(body))
  }

/** A9 up to its alarm: time, network, 1 for long cells, number of cells, cells, timing advance, access points. */
export const readAlarmNetworks: Read = (into, body, { offsetMinutes }) => {
  put(into, 'timestamp', readTime(body, offsetMinutes))
  const network = readNetwork(body)
  const is4g = u8(body) > 0
  putCells(into, readCells(body, network, u8(body), is4g))
  skip(body, 1)
  putPoints(into, body, u8(body))
}

const isCountry = (mcc: number): boolean => mcc >= 200 && mcc < 800

/**
 * 33 and 34: time, network, cells with ids of four bytes. SL4X has the timing advance before a network of two and two
 * bytes; others have it after the cells. 33 has six cells, and access points after them.
 */
export const readWideCells =
  (count: number, hasPoints = false): Read =>
  (into, body, { offsetMinutes }) => {
    put(into, 'timestamp', readTime(body, offsetMinutes))
    const isPlain = isCountry(((peek(body) ?? 0) & 0x7f) * 256 + (peek(body, 1) ?? 0))
    if (!isPlain) skip(body, 1)
    const network = isPlain ? readNetwork(body) : { mcc: u16(body), mnc: u16(body) }
    const cells: Cell[] = []
    for (let n = 0; n < count && left(body) >= 7; n++)
      cells.push({ ...network, lac: u16(body), cellid: u32(body), rssi: u8(body) })
    putCells(
      into,
      cells.filter(({ lac }) => lac !== undefined && lac > 0),
    )
    if (!hasPoints || left(body) < 2) return
    if (isPlain) skip(body, 1)
    putPoints(into, body, u8(body))
  }

/** 1E: a position and then the cells. */
export const readFixAndCells: Read = (into, body, context) => {
  readFix(into, body, context)
  if (left(body) > 3) putCells(into, readCells(body, readNetwork(body), cellsOfOneNetwork, false))
}

/** 24 without a fix: time, 00, network, number of cells, cells. */
export const readCountedCells: Read = (into, body, { offsetMinutes }) => {
  put(into, 'timestamp', readTime(body, offsetMinutes))
  skip(body, 1)
  const network = readNetwork(body)
  putCells(into, readCells(body, network, u8(body), false))
}

/** A7: the cell, and the number of who asked where the tracker is. */
export const readCellQuery =
  (is4g: boolean): Read =>
  (into, body) => {
    const cell = readServingCell(body, is4g)
    if (cell) putCells(into, [cell])
  }

/** F3: time, number of access points, each with two bytes before its address. */
export const readPoints: Read = (into, body, { offsetMinutes }) => {
  put(into, 'timestamp', readTime(body, offsetMinutes))
  putPoints(into, body, u8(body), true)
}

const statusAlarms: Readonly<Record<number, Alarm>> = {
  162: 'low_battery',
  163: 'low_battery',
  164: 'general',
  165: 'door',
}

/** 33 in a long packet: as 32, with an alarm for its status. */
export const readBlocksWithAlarm: Read = (into, body, context) => {
  readBlocks(into, body, context)
  const status = into.values['custom.status']
  if (status === 0xa0 || status === 0xa1) put(into, 'custom.armed', status === 0xa0)
  raise(into, statusAlarms[Number(status)])
}

/** 32 in a long packet: time, then blocks with their length: position, cell, neighbours, access points; a status. */
export const readBlocks: Read = (into, body, { offsetMinutes }) => {
  put(into, 'timestamp', readTime(body, offsetMinutes))
  const gpsLength = u8(body)
  if (gpsLength >= gpsBytes) readGps(into, part(body, gpsLength))
  else skip(body, gpsLength)
  if (left(body) < 1) return
  const hasCell = u8(body) >= 8
  const network = hasCell ? readNetwork(body) : {}
  const cells = hasCell ? readCells(body, network, 1, false) : []
  const neighbours = part(body, Math.min(u8(body), left(body)))
  putCells(into, [...cells, ...readCells(neighbours, network, cellsOfOneNetwork, false)])
  if (left(body) < 1) return
  const length = u8(body)
  const points = part(body, Math.min(length, left(body)))
  putPoints(into, points, Math.floor(length / 7))
  if (left(body) > 0) put(into, 'custom.status', u8(body))
}

/** 17 and 69 of a clone: access points, then cells with ids of two bytes, all without length, serial and CRC. */
export function readBareNetworks(into: Draft, body: Reader, points: number): void {
  put(into, 'timestamp', bcdTime(take(body, 6)))
  putPoints(into, body, points)
  if (peek(body) === undefined) return
  const count = u8(body)
  if (count === 0 || left(body) < 3) return
  const network = { mcc: u16(body), mnc: u8(body) }
  const cells: Cell[] = []
  for (let index = 0; index < count && left(body) >= 5; index++) {
    cells.push({ ...network, lac: u16(body), cellid: u16(body), rssi: u8(body) })
  }
  putCells(into, cells)
}

function bcdTime(bytes: Uint8Array): number | undefined {
  const digits = bcd(bytes)
  if (!digits) return undefined
  const pair = (index: number) => Number(digits.slice(index * 2, index * 2 + 2))
  return utcSeconds(2000 + pair(0), pair(1), pair(2), pair(3), pair(4), pair(5))
}
