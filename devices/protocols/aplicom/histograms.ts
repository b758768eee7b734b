/** H: how often values lay in which range, as tables of `columns × rows` counts or shares. */
import { i8, i16, left, type Reader, u8, u16, u32 } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import { moment, readParts, value } from './parts.ts'

const hasTypes = 0x0008
const hasLimits = 0x0010
const isShare = 0x0020
const tablesMax = 32

export function putHistograms(into: Draft, input: Reader, selector: number): void {
  readParts(into, input, selector, [
    [0x0004, moment],
    [0x0040, value('custom.reset_time', u32)],
    [0x2000, value('record.seqnum', u16)],
  ])
  for (let index = 1; left(input) >= 5 && index <= tablesMax; index++)
    putTable(into, input, selector, `custom.h${index}`)
}

function putTable(into: Draft, input: Reader, selector: number, name: `custom.h${number}`): void {
  put(into, `${name}_index`, u8(input))
  u16(input)
  const [columns, rows] = [u8(input), u8(input)]
  put(into, `${name}_x_length`, columns)
  put(into, `${name}_y_length`, rows)
  if (selector & hasTypes) {
    put(into, `${name}_x_type`, u8(input))
    put(into, `${name}_y_type`, u8(input))
    put(into, `${name}_parameters`, u8(input))
  }
  const read = selector & isShare ? () => u8(input) * 0.5 : () => u16(input)
  put(into, `${name}_data`, list(columns * rows, read))
  put(into, `${name}_total`, u32(input))
  if ((selector & hasLimits) === 0) return
  const limit = u8(input) === 1 ? () => i8(input) : () => i16(input)
  put(into, `${name}_x_limits`, list(columns - 1, limit))
  put(into, `${name}_y_limits`, list(rows - 1, limit))
}

const list = (count: number, read: () => number): string =>
  Array.from({ length: Math.max(count, 0) }, () => read()).join(' ')
