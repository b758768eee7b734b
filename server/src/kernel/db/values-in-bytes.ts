/** How single values are read from the bytes of a row: what `connect.ts` reads from text, and the same from binary. */
import pg from 'pg'

export type Read = (bytes: Buffer, at: number, end: number) => unknown

const { INT2, INT4, INT8, BOOL, FLOAT8, TIMESTAMPTZ, JSON: json, JSONB } = pg.types.builtins

/** Types that are read from binary. All others come as text. */
export const binaryReaders: ReadonlyMap<number, Read> = new Map<number, Read>([
  [INT2, (bytes, at) => bytes.readInt16BE(at)],
  [INT4, int32],
  [INT8, int64],
  [BOOL, (bytes, at) => bytes[at] === 1],
  [FLOAT8, (bytes, at) => bytes.readDoubleBE(at)],
  [TIMESTAMPTZ, time],
])

function int32(bytes: Buffer, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
}

const high = 2 ** 32

function int64(bytes: Buffer, at: number): number {
  const value = int32(bytes, at) * high + (int32(bytes, at + 4) >>> 0)
  if (!Number.isSafeInteger(value)) throw new Error(`${bytes.readBigInt64BE(at)} is too large for a number.`)
  return value
}

/** PostgreSQL counts microseconds from here. The highest and lowest number are the infinite times. */
const year2000 = Date.UTC(2000, 0, 1)

function time(bytes: Buffer, at: number): unknown {
  const [upper, lower] = [int32(bytes, at), int32(bytes, at + 4) >>> 0]
  if (upper === 0x7fff_ffff) return Number.POSITIVE_INFINITY
  if (upper === -0x8000_0000) return Number.NEGATIVE_INFINITY
  // Divided in two steps, because the whole is not exact as one number. 2 ** 32 = 4294967 * 1000 + 296
  return new Date(year2000 + upper * 4_294_967 + Math.floor((upper * 296 + lower) / 1000))
}

export function textReader(type: number): Read {
  const parse = pg.types.getTypeParser(type, 'text') as (text: string) => unknown
  const read: Read = (bytes, at, end) => parse(bytes.toString('utf8', at, end))
  if (type === json || type === JSONB) return unlessEmpty(read)
  return read
}

const [bracket, brace] = [...Buffer.from('[{')]

/** Most columns with JSON are empty lists or objects. */
const unlessEmpty =
  (read: Read): Read =>
  (bytes, at, end) => {
    if (end - at === 2 && bytes[at] === bracket) return []
    if (end - at === 2 && bytes[at] === brace) return {}
    return read(bytes, at, end)
  }
