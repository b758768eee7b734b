/** How one value of a record goes into a message. A row of the IO tables is one of these. */
import { latin1, type Reader } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import type { ParameterName } from '../../values/parameters.ts'

export type Row = (into: Draft, data: Reader, at: number, size: number) => void

function number(data: Reader, at: number, size: number): number {
  switch (size) {
    case 1:
      return data.view.getUint8(at)
    case 2:
      return data.view.getUint16(at)
    case 4:
      return data.view.getUint32(at)
    case 8:
      return Number(data.view.getBigUint64(at))
    default:
      return Number.NaN
  }
}

function signedNumber(data: Reader, at: number, size: number): number {
  switch (size) {
    case 1:
      return data.view.getInt8(at)
    case 2:
      return data.view.getInt16(at)
    case 4:
      return data.view.getInt32(at)
    default:
      return number(data, at, size)
  }
}

export const unsigned =
  (key: ParameterName, divisor = 1): Row =>
  (into, data, at, size) =>
    put(into, key, number(data, at, size) / divisor)

export const signed =
  (key: ParameterName, divisor = 1): Row =>
  (into, data, at, size) =>
    put(into, key, signedNumber(data, at, size) / divisor)

export const bit =
  (key: ParameterName): Row =>
  (into, data, at, size) =>
    put(into, key, number(data, at, size) !== 0)

/** Text, ended by the first NUL. */
export const text =
  (key: ParameterName): Row =>
  (into, data, at, size) => {
    const whole = latin1(data.bytes.subarray(at, at + size))
    const end = whole.indexOf('\0')
    put(into, key, end < 0 ? whole : whole.slice(0, end))
  }

/** For the few values that need more than a scale. */
export const mapped =
  (write: (into: Draft, value: number) => unknown): Row =>
  (into, data, at, size) => {
    write(into, number(data, at, size))
  }
