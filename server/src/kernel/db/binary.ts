/** PostgreSQL's binary forms of rows (for COPY) and of arrays (for parameters), written into a growing buffer. Pure. */

export interface Bytes {
  buffer: Buffer
  at: number
}

/** `size` is an estimate: too much is garbage at every flush, too little is copied when it grows. */
export const bytes = (size: number): Bytes => ({ buffer: Buffer.allocUnsafe(size), at: 0 })
export const written = ({ buffer, at }: Bytes): Buffer => buffer.subarray(0, at)

/** Where to write. The buffer may be replaced here, so read it afterwards. */
export function room(into: Bytes, size: number): number {
  const { buffer, at } = into
  if (at + size > buffer.length) {
    into.buffer = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + size))
    buffer.copy(into.buffer, 0, 0, at)
  }
  return at
}

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')

export function beginRows(into: Bytes): void {
  const at = room(into, signature.length)
  into.at = at + signature.copy(into.buffer, at)
}

export function beginRow(into: Bytes, fields: number): void {
  const at = room(into, 2)
  into.at = into.buffer.writeInt16BE(fields, at)
}

export const endRows = (into: Bytes): void => beginRow(into, -1)

export function putBigint(into: Bytes, value: number): void {
  const at = room(into, 12)
  into.buffer.writeInt32BE(8, at)
  into.buffer.writeInt32BE(Math.floor(value / 0x1_0000_0000), at + 4)
  into.at = into.buffer.writeUInt32BE(value >>> 0, at + 8)
}

export function putInteger(into: Bytes, value: number): void {
  const at = room(into, 8)
  into.buffer.writeInt32BE(4, at)
  into.at = into.buffer.writeInt32BE(value, at + 4)
}

export function putDouble(into: Bytes, value: number): void {
  const at = room(into, 12)
  into.buffer.writeInt32BE(8, at)
  into.at = into.buffer.writeDoubleBE(value, at + 4)
}

export function putBoolean(into: Bytes, value: boolean): void {
  const at = room(into, 5)
  into.buffer.writeInt32BE(1, at)
  into.at = into.buffer.writeUInt8(value ? 1 : 0, at + 4)
}

/** PostgreSQL counts microseconds from the year 2000. */
const year2000 = 946_684_800_000_000
export const putTime = (into: Bytes, seconds: number): void => putBigint(into, Math.round(seconds * 1e6) - year2000)

/** Text as UTF-8, or bytes as they are. */
export function putBytes(into: Bytes, data: string | Uint8Array): void {
  const isText = typeof data === 'string'
  const at = room(into, 4 + (isText ? data.length * 3 : data.length))
  const length = isText ? into.buffer.write(data, at + 4) : data.length
  if (!isText) into.buffer.set(data, at + 4)
  into.buffer.writeInt32BE(length, at)
  into.at = at + 4 + length
}

/** As text, after the version of the format. */
export function putJsonb(into: Bytes, text: string): void {
  const at = room(into, 5 + text.length * 3)
  const length = into.buffer.write(text, at + 5)
  into.buffer.writeInt32BE(length + 1, at)
  into.buffer.writeUInt8(1, at + 4)
  into.at = at + 5 + length
}

const types = { integer: 23, bigint: 20, double: 701, timestamptz: 1184, jsonb: 3802 } as const

/** One value of PostgreSQL's `type[]`; `put` writes one element. */
export function arrayOf<T>(type: keyof typeof types, items: readonly T[], put: (into: Bytes, item: T) => void): Buffer {
  const into = bytes(20 + items.length * 12)
  putElements(into, type, items, put)
  return written(into)
}

/** The same as a field of a row, without building it first. */
export function putArray<T>(
  into: Bytes,
  type: keyof typeof types,
  items: readonly T[],
  put: (into: Bytes, item: T) => void,
): void {
  const at = room(into, 4)
  into.at = at + 4
  putElements(into, type, items, put)
  into.buffer.writeInt32BE(into.at - at - 4, at)
}

function putElements<T>(
  into: Bytes,
  type: keyof typeof types,
  items: readonly T[],
  put: (into: Bytes, item: T) => void,
): void {
  const head = [items.length > 0 ? 1 : 0, 0, types[type], ...(items.length > 0 ? [items.length, 1] : [])]
  for (const word of head) {
    const at = room(into, 4)
    into.at = into.buffer.writeInt32BE(word, at)
  }
  for (const item of items) put(into, item)
}
