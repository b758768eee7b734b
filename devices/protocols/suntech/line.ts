/**
 * A report in text, cut into its fields. Data of a device on the serial port may hold semicolons and line ends, so a
 * report that carries some (UEX) is cut by the length it gives.
 *
 *   ST300UEX;id;…;LAT;LON;SPD;CRS;SATT;FIX;DIST;PWR_VOLT;I/O;LEN;DATA;CHK_SUM;…
 *   UEX;id;map;…;LAT;LON;SPD;CRS;SATT;FIX;IN;OUT;LEN;DATA;CHK_SUM;…
 */
import { latin1, textOf } from '../../bytes/bytes.ts'
import { decimal, integer, isDigits } from '../../bytes/text.ts'

const cr = 13
const lf = 10
const semicolon = 59

export interface Line {
  readonly fields: readonly string[]
  /** What the device on the serial port said. */
  readonly data?: string
}

/** True for a coordinate, which always has a sign and a fraction. */
export const isCoordinate = (field: string | undefined): boolean =>
  field !== undefined && (field[0] === '+' || field[0] === '-') && field.includes('.') && decimal(field) !== undefined

/** Index of the latitude, -1 when there is no position. */
export function findPlace(fields: readonly string[], from: number): number {
  for (let at = from; at + 1 < fields.length; at++) {
    if (isCoordinate(fields[at]) && isCoordinate(fields[at + 1])) return at
  }
  return -1
}

interface Data {
  readonly length: number
  /** Index of the first byte of the data. */
  readonly from: number
  readonly fields: readonly string[]
}

/** Where the data of a UEX report lies, as far as its bytes have arrived. */
function findData(bytes: Uint8Array): Data | undefined {
  const fields: string[] = []
  let from = 0
  let place = -1
  while (fields.length < 32) {
    const end = bytes.indexOf(semicolon, from)
    if (end < 0 || end - from > 64) return undefined
    fields.push(latin1(bytes.subarray(from, end)))
    from = end + 1
    if (place < 0) place = findPlace(fields, 2)
    // Legacy reports have distance, voltage and I/O after the fix, universal ones inputs and outputs.
    const lengthAt = place < 0 ? -1 : place + (fields[0]!.length > 3 ? 9 : 8)
    if (fields.length - 1 !== lengthAt) continue
    const length = integer(fields[lengthAt])
    return length !== undefined && length >= 0 && length <= 1024 ? { length, from, fields } : undefined
  }
  return undefined
}

const carriesData = (bytes: Uint8Array): boolean => {
  const at = bytes.indexOf(semicolon)
  return at >= 3 && bytes[at - 3] === 0x55 && bytes[at - 2] === 0x45 && bytes[at - 1] === 0x58
}

/** Length with the CR that ends it, 0 until it has arrived. A CR before an LF belongs to the data. */
export function lineLength(buffer: Uint8Array): number {
  const data = carriesData(buffer) ? findData(buffer) : undefined
  let at = buffer.indexOf(cr, data ? data.from + data.length : 0)
  while (at >= 0 && !data && buffer[at + 1] === lf && carriesData(buffer)) at = buffer.indexOf(cr, at + 2)
  return at < 0 ? 0 : at + 1
}

export function splitLine(bytes: Uint8Array): Line {
  const data = carriesData(bytes) ? findData(bytes) : undefined
  if (!data) return { fields: textOf(bytes).split(';') }
  const rest = bytes.subarray(Math.min(data.from + data.length + 1, bytes.length))
  return {
    fields: [...data.fields, '', ...latin1(rest).split(';')],
    data: latin1(bytes.subarray(data.from, data.from + data.length)),
  }
}

/** True for YYYYMMDD with hh:mm:ss after it. */
const isDate = (fields: readonly string[], at: number): boolean =>
  fields[at]?.length === 8 && isDigits(fields[at]!) && fields[at + 1]?.length === 8 && fields[at + 1]![2] === ':'

/** Index of the date, -1 when there is none. */
export function findDate(fields: readonly string[], from: number): number {
  for (let at = from; at + 1 < fields.length; at++) if (isDate(fields, at)) return at
  return -1
}
