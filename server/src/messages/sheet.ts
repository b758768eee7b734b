/**
 * How a chunk of live traffic looks until it is merged: names once and values in rows, with what the platform adds said
 * once per frame. It is a sixth of the texts, and so it is made, sent and written in less than half of the time; most of
 * these chunks are never read in this form. Pure.
 */
import type { Message, Value } from '@waymark/devices'
import { type Source, type Surrounding, storer, surrounding } from './message.ts'

/** Names that several messages share, in their order. */
export interface Columns {
  readonly names: readonly string[]
  readonly text: string
  /** What the names add to the text of a message. */
  readonly bytes: number
}

/** What a connection adds to all its messages. */
export interface Heading extends Surrounding {
  readonly text: string
}

/** One frame's messages, each with the time under which it is stored. */
export interface FrameMessages {
  readonly heading: Heading
  readonly serverTime: number
  readonly messages: readonly Message[]
}

type Block = readonly [
  source: readonly [string, number, string, number, number, string],
  serverTime: number,
  /** 0: those of the block before. */
  names: readonly string[] | 0,
  rows: readonly (readonly Value[])[],
]

export function headingOf(source: Source): Heading {
  const { ident, unitId, unitName, deviceTypeId, protocolId, peer } = source
  const text = JSON.stringify([ident, unitId, unitName, deviceTypeId, protocolId, peer])
  return { text, ...surrounding(source) }
}

/** A text never begins like this. */
export const isSheet = (data: Buffer): boolean => data[0] === 0x5b

export interface Sheet {
  readonly text: string
  /** Of the messages' texts. */
  readonly bytes: number
  readonly columns: Columns
}

/** `known` are columns that are likely to be met; `meet` is told the last message of every run with the same ones. */
export function toSheet(
  frames: readonly FrameMessages[],
  known: Columns | undefined,
  meet: (message: Message, columns: Columns) => void,
): Sheet {
  let columns = known
  let isTold = false
  let text = '['
  let bytes = 0
  let last: Message | undefined
  for (const { heading, serverTime, messages } of frames) {
    const added = heading.bytes + String(serverTime).length
    let rows: Value[][] = []
    const close = () => {
      if (rows.length === 0) return
      const cells = JSON.stringify(rows)
      text += `${text.length > 1 ? ',' : ''}[${heading.text},${serverTime},${isTold ? '0' : columns!.text},${cells}]`
      // Each row without its brackets; the rows' own brackets and the commas between them are no part of a text.
      bytes += Buffer.byteLength(cells) - 1 - 3 * rows.length + rows.length * (added + columns!.bytes)
      isTold = true
      rows = []
    }
    for (const message of messages) {
      let row = columns && rowOf(message, columns)
      if (!row) {
        close()
        if (last) meet(last, columns!)
        columns = columnsOf(message)
        isTold = false
        row = rowOf(message, columns)!
      }
      rows.push(row)
      last = message
    }
    close()
  }
  if (last) meet(last, columns!)
  return { text: `${text}]`, bytes, columns: columns! }
}

/** The values, or undefined if the message has other names or another order. */
function rowOf(message: Message, { names }: Columns): Value[] | undefined {
  const row: Value[] = []
  let at = 0
  for (const name in message) {
    if (names[at++] !== name) return undefined
    row.push(message[name]!)
  }
  return at === names.length ? row : undefined
}

export function columnsOf(message: Message): Columns {
  const names = Object.keys(message)
  const text = JSON.stringify(names)
  // Each name comes with a colon; of the brackets and commas around them none is left.
  return { names, text, bytes: Buffer.byteLength(text) - 1 }
}

export const isOfColumns = (message: Message, columns: Columns): boolean => {
  const { names } = columns
  let at = 0
  for (const name in message) if (names[at++] !== name) return false
  return at === names.length
}

/** The texts, exactly as they would have been stored. */
export function textsOfSheet(data: Buffer): string[] {
  let names: readonly string[] = []
  return (JSON.parse(data.toString()) as Block[]).flatMap(([source, serverTime, given, rows]) => {
    if (given !== 0) names = given
    const [ident, unitId, unitName, deviceTypeId, protocolId, peer] = source
    const store = storer({ ident, unitId, unitName, deviceTypeId, protocolId, peer, serverTime })
    return rows.map((row) => store(Object.fromEntries(row.map((value, at) => [names[at]!, value]))).text)
  })
}
