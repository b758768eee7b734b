/** Parts of a packet that are there when their bit is set in the selector, in the order in which they are written. */
import { type Reader, take, textOf, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import type { ParameterName } from '../../values/parameters.ts'

export type Read = (into: Draft, input: Reader) => void
/** A mask of 0 is always there. */
export type Part = readonly [mask: number, ...reads: readonly Read[]]

export function readParts(into: Draft, input: Reader, selector: number, parts: readonly Part[]): void {
  for (const [mask, ...reads] of parts) {
    if (mask === 0 || selector & mask) for (const read of reads) read(into, input)
  }
}

export const value =
  (name: ParameterName, read: (input: Reader) => number, factor = 1, offset = 0): Read =>
  (into, input) =>
    put(into, name, read(input) * factor + offset)

const nothing: ReadonlyMap<(input: Reader) => number, number> = new Map([
  [u8, 0xff],
  [u16, 0xffff],
  [u32, 0xffff_ffff],
])

/** A value of a vehicle's bus: all bits set means that there is none. */
export const busValue =
  (name: ParameterName, read: (input: Reader) => number, factor = 1, offset = 0): Read =>
  (into, input) => {
    const raw = read(input)
    if (raw !== nothing.get(read)) put(into, name, raw * factor + offset)
  }

export const hexOf =
  (name: ParameterName, size: number): Read =>
  (into, input) =>
    put(into, name, toHex(take(input, size)))

/** Text up to its first NUL. */
export const textAt =
  (name: ParameterName, size: number): Read =>
  (into, input) =>
    put(into, name, textOf(take(input, size)).split('\0', 1)[0])

export const moment: Read = value('timestamp', u32)
