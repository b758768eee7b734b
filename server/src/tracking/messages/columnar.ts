/**
 * The form of a chunk of live traffic until it is merged: names once and values in rows, with the platform's own values
 * once per frame. It is a sixth of the size of the texts, and takes less than half of the time to make, send and write.
 * Most of these chunks are never read in this form. Pure.
 */
import type { Message, Value } from '@waymark/devices'
import { bytes as bytesFor, written } from '#kernel/db/binary.ts'
import { putByte, putRow, putText } from './json-values.ts'
import { type Source, type Surrounding, separator, serverPart, surrounding } from './message.ts'

/** Names that several messages share, in their order. */
export interface Columns {
  readonly names: readonly string[]
  readonly text: string
  /** The length that the names add to the text of a message. */
  readonly bytes: number
}

/** The values that a connection adds to all its messages. */
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
  /** 0: the same as in the previous block. */
  names: readonly string[] | 0,
  rows: readonly (readonly Value[])[],
]

export function headingOf(source: Source): Heading {
  const { ident, unitId, unitName, deviceTypeId, protocolId, peer } = source
  const text = JSON.stringify([ident, unitId, unitName, deviceTypeId, protocolId, peer])
  return { text, ...surrounding(source) }
}

/** A text never begins like this. */
export const isColumnar = (data: Buffer): boolean => data[0] === 0x5b

export interface ColumnarData {
  readonly data: Buffer
  /** The length of the messages' texts. */
  readonly bytes: number
  readonly columns: Columns
}

/** Where data is put together while its length is unknown. */
const draft = bytesFor(64 * 1024)

/** `known`: likely columns. `meet` gets the last message of every run with the same columns. */
export function toColumnar(
  frames: readonly FrameMessages[],
  known: Columns | undefined,
  meet: (message: Message, columns: Columns) => void,
): ColumnarData {
  let columns = known
  let hasNames = false
  let bytes = 0
  let last: Message | undefined
  draft.at = 0
  for (const { heading, serverTime, messages } of frames) {
    const added = heading.bytes + String(serverTime).length
    let isOpen = false
    for (const message of messages) {
      if (!columns || !isOfColumns(message, columns)) {
        if (isOpen) putText(draft, ']]')
        isOpen = false
        if (last) meet(last, columns!)
        columns = columnsOf(message)
        hasNames = false
      }
      if (isOpen) putByte(draft, comma)
      else putText(draft, `${last ? ',' : '['}[${heading.text},${serverTime},${hasNames ? '0' : columns.text},[`)
      isOpen = true
      hasNames = true
      const begun = draft.at
      putRow(draft, Object.values(message))
      // Without its brackets, which are not part of a text.
      bytes += draft.at - begun - 2 + added + columns.bytes
      last = message
    }
    if (isOpen) putText(draft, ']]')
  }
  if (last) meet(last, columns!)
  putText(draft, ']')
  return { data: Buffer.from(written(draft)), bytes, columns: columns! }
}

/** Trackers of one model send the same names, so thousands of units share a few of these. */
const shared = new Map<string, Columns>()
const sharedMax = 10_000

export function columnsOf(message: Message): Columns {
  const names = Object.keys(message)
  const text = JSON.stringify(names)
  const known = shared.get(text)
  if (known) return known
  // Each name is followed by a colon; the brackets and commas around the names are not part of a message.
  const columns = { names, text, bytes: Buffer.byteLength(text) - 1 }
  if (shared.size >= sharedMax) shared.clear()
  shared.set(text, columns)
  return columns
}

export const isOfColumns = (message: Message, columns: Columns): boolean => {
  const { names } = columns
  let at = 0
  for (const name in message) if (names[at++] !== name) return false
  return at === names.length
}

/** The texts as they would have been stored, in one buffer. Copies bytes and parses no value. */
export function expand(data: Buffer): Buffer {
  const into = { bytes: Buffer.allocUnsafe(data.length * 8 + 1024), at: 0 }
  let names: readonly Buffer[] = []
  // Each block is [source, time, names, rows]; `at` is the position of its bracket.
  for (let at = 1; data[at] === openBracket; at += 3) {
    const sourceEnd = valueEnd(data, at + 1)
    const timeEnd = valueEnd(data, sourceEnd + 1)
    const namesEnd = valueEnd(data, timeEnd + 1)
    const [ident, unitId, unitName, deviceTypeId, protocolId, peer] = parse(data, at + 1, sourceEnd) as Block[0]
    const around = surrounding({ ident, unitId, unitName, deviceTypeId, protocolId, peer })
    const before = Buffer.from(around.before)
    const after = Buffer.from(serverPart + data.toString('latin1', sourceEnd + 1, timeEnd) + around.after)
    const given = parse(data, timeEnd + 1, namesEnd) as Block[2]
    if (given !== 0) names = given.map((name, index) => Buffer.from(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`))
    for (at = namesEnd + 2; data[at] === openBracket; at += data[at] === comma ? 1 : 0) {
      at = expandRow(into, data, at, names, before, after)
    }
  }
  return into.bytes.subarray(0, into.at)
}

const openBracket = 0x5b
const comma = 0x2c
const quote = 0x22

const parse = (data: Buffer, from: number, to: number): unknown => JSON.parse(data.toString('utf8', from, to))

/** Returns its end. */
function expandRow(
  into: { bytes: Buffer; at: number },
  data: Buffer,
  from: number,
  names: readonly Buffer[],
  before: Buffer,
  after: Buffer,
): number {
  if (into.at > 0) append(into, between)
  append(into, before)
  let at = from + 1
  for (const name of names) {
    const end = valueEnd(data, at)
    append(into, name)
    append(into, data, at, end)
    at = end + 1
  }
  append(into, after)
  return at
}

const between = Buffer.from(separator)

function append(into: { bytes: Buffer; at: number }, from: Buffer, start = 0, end = from.length): void {
  const { bytes, at } = into
  if (at + end - start > bytes.length) {
    into.bytes = Buffer.allocUnsafe(bytes.length * 2 + end - start)
    bytes.copy(into.bytes, 0, 0, at)
  }
  // Values are a few bytes long; a call into the platform would take longer than copying them.
  if (end - start < 24) for (let index = start, to = at; index < end; index++) into.bytes[to++] = from[index]!
  else from.copy(into.bytes, at, start, end)
  into.at = at + end - start
}

/** Where the JSON value that begins here ends. */
function valueEnd(data: Buffer, from: number): number {
  let depth = 0
  for (let at = from; at < data.length; at++) {
    const byte = data[at]!
    if (byte === quote) at = textEnd(data, at)
    else if (byte === openBracket || byte === 0x7b) depth++
    else if (byte === 0x5d || byte === 0x7d) {
      if (depth-- === 0) return at
      if (depth === 0) return at + 1
    } else if (byte === comma && depth === 0) return at
  }
  throw new Error('Columnar data ends early.')
}

/** The position of the closing quotation mark. */
function textEnd(data: Buffer, from: number): number {
  for (let at = from + 1; at < data.length; at++) {
    if (data[at] === quote) return at
    if (data[at] === 0x5c) at++
  }
  throw new Error('Columnar data ends early.')
}
