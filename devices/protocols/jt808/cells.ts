/** Cells and access points, which every maker writes in an order of his own. */
import { left, type Reader, skip, take, toHex, u8, u16, u24, u32 } from '../../bytes/bytes.ts'
import { type Cell, type Draft, putCells, putList } from '../../message.ts'

/** Strength as a positive number that means dBm below zero, or as a signed byte. */
const dbm = (value: number): number | undefined =>
  value === 0 ? undefined : value > 127 ? value - 256 : value > 31 ? -value : undefined

type Layout = (input: Reader) => Cell

/** MCC, MNC, LAC, cell id of two or four bytes, strength. */
const shortCell: Layout = (input) => ({
  mcc: u16(input),
  mnc: u8(input),
  lac: u16(input),
  cellid: u16(input),
  dbm: dbm(u8(input)),
})
export const wideCell: Layout = (input) => ({
  mcc: u16(input),
  mnc: u8(input),
  lac: u16(input),
  cellid: u32(input),
  dbm: dbm(u8(input)),
})
/** MCC, MNC of two bytes, cell id before the area, strength. */
export const reversedCell: Layout = (input) => ({
  mcc: u16(input),
  mnc: u16(input),
  cellid: u32(input),
  lac: u32(input),
  dbm: dbm(u8(input)),
})
export const plainCell: Layout = (input) => ({ mcc: u16(input), mnc: u8(input), lac: u16(input), cellid: u32(input) })
export const longCell: Layout = (input) => ({ mcc: u16(input), mnc: u16(input), lac: u32(input), cellid: u32(input) })

/** As many cells of a size as there are bytes. */
export function readCells(into: Draft, input: Reader, size: number, layout: Layout): void {
  const cells: Cell[] = []
  while (left(input) >= size) cells.push(layout(input))
  putCells(into, cells)
}

/** A number of cells, eight or ten bytes each. */
export function readCountedCells(into: Draft, input: Reader): void {
  const count = u8(input)
  const size = count > 0 ? Math.floor(left(input) / count) : 0
  if (size === 8) readCells(into, input, 8, shortCell)
  else if (size === 10) readCells(into, input, 10, wideCell)
}

/** MCC and MNC once, then LAC, cell id of two bytes and strength. */
export function readNeighbours(into: Draft, input: Reader): void {
  const mcc = u16(input)
  const mnc = u8(input)
  const cells: Cell[] = []
  while (left(input) >= 5) cells.push({ mcc, mnc, lac: u16(input), cellid: u16(input), dbm: dbm(u8(input)) })
  putCells(into, cells)
}

/** MCC and MNC of two bytes once, then area of three bytes, cell id of four and strength. */
export function readAreaCells(into: Draft, input: Reader, size: number): boolean {
  if (size < 12 || (size - 4) % 8 !== 0) return false
  const mcc = u16(input)
  const mnc = u16(input)
  const cells: Cell[] = []
  while (left(input) >= 8) cells.push({ mcc, mnc, lac: u24(input), cellid: u32(input), dbm: dbm(u8(input)) })
  putCells(into, cells)
  return true
}

/** Address and signed strength. */
export function readAccessPoints(into: Draft, input: Reader): void {
  const points = []
  while (left(input) >= 7) points.push({ mac: toHex(take(input, 6)), rssi: dbm(u8(input)) })
  skip(input, left(input))
  putList(into, 'wifi.points', points)
}
