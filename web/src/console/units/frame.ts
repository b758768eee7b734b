/** A frame as rows of bytes and as fields, linked in both directions. Pure. */
import type { Frame } from '../../api/generated.ts'

type Range = NonNullable<Frame['ranges']>[number]

interface Segment {
  /** Which range of the frame; -1: none. */
  readonly range: number
  readonly from: number
  /** Two digits each. */
  readonly bytes: readonly string[]
  /** Whether the range begins here; it may continue in the rows below. */
  readonly isFirst: boolean
}

export interface HexRow {
  readonly offset: number
  readonly segments: readonly Segment[]
  /** The same bytes as characters; a dot for what is not printable. */
  readonly letters: string
}

export function hexRows(hex: string, ranges: readonly Range[], perRow: number): readonly HexRow[] {
  const bytes = hex.match(/../g) ?? []
  const rangeAt = new Int32Array(bytes.length).fill(-1)
  for (const [index, { from, to }] of ranges.entries()) rangeAt.fill(index, from, to)
  const rows: HexRow[] = []
  for (let offset = 0; offset < bytes.length; offset += perRow) {
    const row = bytes.slice(offset, offset + perRow)
    const segments: { range: number; from: number; bytes: string[]; isFirst: boolean }[] = []
    for (const [index, byte] of row.entries()) {
      const from = offset + index
      const range = rangeAt[from]!
      const last = segments.at(-1)
      if (last && last.range === range) last.bytes.push(byte)
      else segments.push({ range, from, bytes: [byte], isFirst: range === -1 || ranges[range]!.from === from })
    }
    rows.push({ offset, segments, letters: row.map(letterOf).join('') })
  }
  return rows
}

function letterOf(byte: string): string {
  const code = Number.parseInt(byte, 16)
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '·'
}

export interface Field {
  readonly key: string
  readonly name: string
  /** Which message of the frame; null: the frame itself. */
  readonly message: number | null
  readonly value: unknown
  /** The ranges of the field; empty if its value follows from others. */
  readonly ranges: readonly number[]
}

const keyOf = (message: number | null, field: string) => `${message ?? ''}:${field}`
export const keysOf = ({ message, fields }: Range): readonly string[] =>
  (fields.length > 0 ? fields : ['none']).map((field) => keyOf(message, field))

/** Message by message in the order of their bytes, then the frame's own fields. */
export function fieldsOf({ messages, ranges }: Pick<Frame, 'messages' | 'ranges'>): readonly Field[] {
  const saying = new Map<string, number[]>()
  for (const [index, range] of (ranges ?? []).entries())
    for (const key of keysOf(range)) saying.set(key, [...(saying.get(key) ?? []), index])
  const told = [...saying].map(([key, places]): Field => {
    const [number, ...rest] = key.split(':')
    const message = number === '' ? null : Number(number)
    const name = rest.join(':')
    return { key, name, message, ranges: places, value: message === null ? undefined : messages[message]?.[name] }
  })
  const derived = messages.flatMap((content, message) =>
    Object.entries(content)
      .filter(([name]) => !saying.has(keyOf(message, name)))
      .map(([name, value]): Field => ({ key: keyOf(message, name), name, message, value, ranges: [] })),
  )
  const place = ({ message }: Field) => message ?? Number.MAX_SAFE_INTEGER
  return [...told, ...derived].sort((a, b) => place(a) - place(b) || firstOf(a) - firstOf(b))
}

const firstOf = ({ ranges }: Field) => ranges[0] ?? Number.MAX_SAFE_INTEGER
