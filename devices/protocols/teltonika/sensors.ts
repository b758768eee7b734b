/** Values that more than one family of trackers has, each under numbers of its own. */

import { latin1, toHex } from '../../bytes/bytes.ts'
import { put, putList, type Scalar } from '../../message.ts'
import { raise } from '../../values/alarms.ts'
import type { ParameterName } from '../../values/parameters.ts'
import { mapped, type Row } from './rows.ts'

/** A row for each id, with its place in the list. */
export const each = (ids: readonly number[], row: (n: number) => Row): [number, Row][] =>
  ids.map((id, index) => [id, row(index + 1)])

/** So many ids from the first on. */
export const run = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index)

/** 2000, 3000 and 4000, or the highest numbers, are what the tracker sends for a sensor it cannot read or find. */
export const bleTemperature = (key: ParameterName, divisor = 100): Row =>
  mapped((into, value) => {
    const degrees = value > 0x7fff ? value - 0x1_0000 : value
    const isError = degrees === 2000 || degrees === 3000 || degrees === 4000 || degrees >= 0x7ffd
    if (!isError) put(into, key, degrees / divisor)
  })

/** 850 is a sensor that is not ready; above 115 degrees the numbers are error codes too. */
export const dallasTemperature = (key: ParameterName): Row =>
  mapped((into, value) => {
    const degrees = value > 0x7fff ? value - 0x1_0000 : value
    if (degrees !== 850 && degrees <= 1150) put(into, key, degrees / 10)
  })

export const zone = (n: number): Row =>
  mapped((into, value) => {
    put(into, `geofence.zone.${n}`, value)
    if (value > 1) return
    put(into, 'geofence.id', n)
    raise(into, value === 1 ? 'geofence_enter' : 'geofence_exit')
  })

/** A code in hex; zeros are none. */
export const hexCode =
  (key: ParameterName): Row =>
  (into, data, at, size) => {
    const bytes = data.bytes.subarray(at, at + size)
    if (bytes.some((byte) => byte !== 0)) put(into, key, toHex(bytes))
  }

/** A text that is sent in several values of eight bytes, one after the other. */
export const textPart =
  (key: ParameterName): Row =>
  (into, data, at, size) => {
    const part = latin1(data.bytes.subarray(at, at + size)).replaceAll('\0', '')
    const before = into.values[key]
    if (part !== '') put(into, key, typeof before === 'string' ? before + part : part)
  }

/** Cells are sent field by field. */
export const cellField = (n: number, field: string): Row =>
  mapped((into, value) => {
    const before = into.values['gsm.cells']
    const cells: Record<string, Scalar>[] = Array.isArray(before) ? [...before] : []
    while (cells.length < n) cells.push({})
    cells[n - 1] = { ...cells[n - 1], [field]: value }
    if (value > 0) putList(into, 'gsm.cells', cells)
  })
