/** What the tables of items are written in. */

import { latin1, left, part, type Reader, take, toHex, u8, u16, uint } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import type { ParameterName } from '../../values/parameters.ts'

/** False when the length is not one it knows. */
export type Row = (into: Draft, data: Reader, size: number) => boolean | undefined
export type Rows = Readonly<Record<number, Row>>

/** A field of a block: its bytes, negative when it has a sign. Without a name it is skipped. */
export type Field = readonly [key: ParameterName | undefined, bytes: number, divisor?: number, offset?: number]

export function integerOf(data: Reader, bytes: number): number {
  const size = Math.abs(bytes)
  const value = Number(uint(data, size))
  return bytes < 0 && value >= 2 ** (size * 8 - 1) ? value - 2 ** (size * 8) : value
}

/** Fields of fixed size, one after the other; what follows them is not ours. */
export function block(...fields: readonly Field[]): Row {
  const bytes = fields.reduce((sum, field) => sum + Math.abs(field[1]), 0)
  return (into, data, size) => {
    if (size < bytes) return false
    for (const [key, length, divisor = 1, offset = 0] of fields) {
      const value = integerOf(data, length)
      if (key) put(into, key, value / divisor + offset)
    }
    return true
  }
}

/** A number of exactly this size. */
export const number = (key: ParameterName, bytes: number, divisor = 1, offset = 0): Row =>
  sized(Math.abs(bytes), block([key, bytes, divisor, offset]))

export const text =
  (key: ParameterName): Row =>
  (into, data, size) => {
    put(into, key, latin1(take(data, size)).replaceAll('\0', ''))
    return true
  }

export const inHex =
  (key: ParameterName): Row =>
  (into, data, size) => {
    put(into, key, toHex(take(data, size)))
    return true
  }

/** The row for this length only. */
export const sized =
  (bytes: number, row: Row): Row =>
  (into, data, size) =>
    size === bytes && row(into, data, size)

/** The first that knows the length: two makers took one number. */
export const either =
  (...rows: readonly Row[]): Row =>
  (into, data, size) => {
    const from = data.at
    for (const row of rows) {
      data.at = from
      if (row(into, data, size)) return true
    }
    return false
  }

/** Whether a byte is this one. */
export const flag = (key: ParameterName, value: number): Row =>
  sized(1, (into, data) => {
    put(into, key, integerOf(data, 1) === value)
    return true
  })

/** A word of bits that are alarms, kept as a number too. */
export const alarmBits =
  (key: ParameterName, bytes: number, alarms: Readonly<Record<number, Alarm>>): Row =>
  (into, data, size) => {
    if (size < bytes) return false
    const bits = integerOf(data, bytes)
    put(into, key, bits)
    raiseBits(into, bits, alarms)
    return true
  }

export function raiseBits(into: Draft, bits: number, alarms: Readonly<Record<number, Alarm | readonly Alarm[]>>): void {
  if (bits === 0) return
  for (const [bit, words] of Object.entries(alarms)) {
    if (!((bits >>> Number(bit)) & 1)) continue
    for (const word of typeof words === 'string' ? [words] : words) raise(into, word)
  }
}

/** Entries of one size, counted from 1. */
export const entries =
  (bytes: number, read: (into: Draft, entry: Reader, n: number) => void): Row =>
  (into, data, size) => {
    if (size === 0 || size % bytes !== 0) return false
    for (let n = 1; left(data) >= bytes; n++) read(into, part(data, bytes), n)
    return true
  }

/** Tenths whose sign is the highest bit, or the two's complement of them: only one of the two is a temperature. */
function temperature(word: number): number | undefined {
  if (word === 0xffff || word === 0x8000) return undefined
  if (word < 0x8000) return word / 10
  return word >= 0xf800 ? (word - 0x10000) / 10 : -(word & 0x7fff) / 10
}

export const temperatures: Row = (into, data, size) => {
  if (size % 2 !== 0) return false
  for (let n = 1; left(data) >= 2; n++) put(into, `sensor.temperature.${n}`, temperature(u16(data)))
  return true
}

export const signal: Row = (into, data, size) => {
  if (size !== 1) return false
  const rssi = u8(data)
  put(into, 'custom.rssi', rssi)
  // 0 to 31 is the modem's scale; some makers send percent.
  if (rssi > 0 && rssi <= 31) put(into, 'gsm.signal.dbm', rssi * 2 - 113)
  return true
}
