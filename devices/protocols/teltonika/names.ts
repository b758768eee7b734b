/**
 * Tables of values that need no more than a name. A number with a colon is the AVL id of the name after it, and the names
 * that follow have the ids that follow; `tire_[1-4]_pressure` stands for four names. After a name, `*0.1` scales it, `~`
 * says that it may be negative and `$` that it is text. Source: "Teltonika Data Sending Parameters ID" of each model.
 */
import { toHex } from '../../bytes/bytes.ts'
import { put } from '../../message.ts'
import { type Row, signed, text, unsigned } from './rows.ts'

export function namedRows(table: string): [number, Row][] {
  const rows: [number, Row][] = []
  let id = 0
  for (const word of table.trim().split(/\s+/)) {
    if (word.endsWith(':')) id = Number(word.slice(0, -1))
    else for (const name of series(word)) rows.push([id++, namedRow(name)])
  }
  return rows
}

function series(word: string): string[] {
  const [, before, first, last, after] = /^(.*)\[(\d+)-(\d+)\](.*)$/.exec(word) ?? []
  if (first === undefined) return [word]
  const from = Number(first)
  return Array.from({ length: Number(last) - from + 1 }, (_, index) => `${before}${from + index}${after}`)
}

function namedRow(word: string): Row {
  const [, name, scale, sign] = /^([a-z0-9_]+)(?:\*([0-9.]+))?(~?)\$?$/.exec(word)!
  const key = `custom.${name}` as const
  if (word.endsWith('$')) return text(key)
  const number = (sign ? signed : unsigned)(key, 1 / Number(scale ?? 1))
  return (into, data, at, size) => {
    if (size === 1 || size === 2 || size === 4) number(into, data, at, size)
    else if (size === 8) put(into, key, data.view.getBigUint64(at))
    else if (size > 0) put(into, key, toHex(data.bytes.subarray(at, at + size)))
  }
}
