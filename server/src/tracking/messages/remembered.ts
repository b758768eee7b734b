/** What the writer remembers of a unit between two flushes, and what a flush makes of it. */
import type { Message } from '@waymark/devices'
import { type Framed, isSmall, type LiveChunk, smallCount, toFrameData, toLiveChunk } from './chunk.ts'
import { type Latest, newerValues, type StoredMessage, type Telemetry, textOf } from './message.ts'
import { type Columns, columnsOf, type FrameMessages, type Heading, isOfColumns, toSheet } from './sheet.ts'

export interface StateWrite {
  readonly parameters: Readonly<Record<string, Latest>>
  readonly tMax: number
  /** In seconds. */
  readonly lastActive: number
  readonly count: number
  readonly bytes: number
  readonly smallChunks: number
  /** Device times of what is new, for those who compute from messages. */
  readonly changed: { readonly t0: number; readonly t1: number } | undefined
  readonly frames: { readonly received0: number; readonly received1: number; readonly data: Buffer } | undefined
}

export interface Remembered {
  /** Newest device time that is stored. */
  tMax: number
  readonly parameters: Record<string, Latest>
  /** Of the last messages, and of the connection they came by. */
  columns: Columns | undefined
  heading: Heading | undefined
  headingOf: object | undefined
  headingPeer: string
  /** What is stored as messages and not yet written as frames and latest values. */
  pending: Pending | undefined
  writtenAtMs: number
  /** Digests of records whose clock was wrong. Unknown until such a record comes. */
  badClocks: Set<string> | undefined
  /** The tracker has gone: to be forgotten when nothing is pending. */
  isReleased: boolean
  /** Somebody else has stored something of it: to be read again when nothing is pending. */
  isOutdated: boolean
}

interface Pending {
  readonly sinceMs: number
  /** Of messages with the same names only the newest: it has all the latest values. */
  readonly newest: { timestamp: number; values: Message; columns?: Columns }[]
  readonly frames: Framed[]
  count: number
  bytes: number
  smallChunks: number
  /** Device times of the messages, infinite while there are none. */
  t0: number
  t1: number
  lastActive: number
  /** Holds whatever the messages say. */
  latest?: Telemetry
}

export const remember = (tMax: number | undefined, parameters: Telemetry): Remembered => ({
  tMax: tMax ?? Number.NEGATIVE_INFINITY,
  parameters: { ...parameters },
  columns: undefined,
  heading: undefined,
  headingOf: undefined,
  headingPeer: '',
  pending: undefined,
  writtenAtMs: Number.NEGATIVE_INFINITY,
  badClocks: undefined,
  isReleased: false,
  isOutdated: false,
})

export function pendingOf(unit: Remembered, nowMs: number): Pending {
  unit.pending ??= {
    sinceMs: nowMs,
    newest: [],
    frames: [],
    count: 0,
    bytes: 0,
    smallChunks: 0,
    t0: Number.POSITIVE_INFINITY,
    t1: Number.NEGATIVE_INFINITY,
    lastActive: 0,
  }
  return unit.pending
}

/** Messages in the order of time that cannot be repeats. */
export function addAscending(
  unit: Remembered,
  pending: Pending,
  frames: readonly FrameMessages[],
): LiveChunk | undefined {
  const count = frames.reduce((sum, { messages }) => sum + messages.length, 0)
  if (count === 0) return undefined
  const meet = (values: Message, columns: Columns) => {
    const { newest } = pending
    const one = { timestamp: values.timestamp as number, values, columns }
    if (newest.at(-1)?.columns === columns) newest[newest.length - 1] = one
    else newest.push(one)
    unit.columns = columns
  }
  // What was concluded without a message.
  if (frames.some(({ messages }) => messages.length === 0)) {
    return addAscending(
      unit,
      pending,
      frames.filter(({ messages }) => messages.length > 0),
    )
  }
  const t0 = frames[0]!.messages[0]!.timestamp as number
  const t1 = frames.at(-1)!.messages.at(-1)!.timestamp as number
  if (count >= smallCount) return addTexts(unit, pending, frames.flatMap(textsIn))
  if (count > 1) {
    const { text, bytes } = toSheet(frames, unit.columns, meet)
    return counted(unit, pending, { t0, t1, count, bytes, isPacked: false, data: text })
  }
  const { heading, serverTime, messages } = frames[0]!
  const message = messages[0]!
  meet(message, unit.columns && isOfColumns(message, unit.columns) ? unit.columns : columnsOf(message))
  const data = textOf(message, heading, serverTime)
  return counted(unit, pending, { t0, t1, count, bytes: Buffer.byteLength(data), isPacked: false, data })
}

/** Messages in any order, without repeats. */
export function addTexts(
  unit: Remembered,
  pending: Pending,
  messages: readonly StoredMessage[],
): LiveChunk | undefined {
  if (messages.length === 0) return undefined
  for (const { timestamp, values } of messages) pending.newest.push({ timestamp, values })
  return counted(unit, pending, toLiveChunk(messages))
}

export const textsIn = ({ heading, serverTime, messages }: FrameMessages): StoredMessage[] =>
  messages.map((values) => ({
    timestamp: values.timestamp as number,
    text: textOf(values, heading, serverTime),
    values,
  }))

function counted(unit: Remembered, pending: Pending, chunk: LiveChunk): LiveChunk {
  pending.count += chunk.count
  pending.bytes += chunk.bytes
  pending.smallChunks += isSmall(chunk) ? 1 : 0
  pending.t0 = Math.min(pending.t0, chunk.t0)
  pending.t1 = Math.max(pending.t1, chunk.t1)
  unit.tMax = Math.max(unit.tMax, chunk.t1)
  return chunk
}

/** What is pending, to be written now. */
export function takeState(unit: Remembered, nowMs: number): StateWrite | undefined {
  const { pending } = unit
  if (!pending) return undefined
  const parameters = { ...newerValues(unit.parameters, pending.newest, pending.lastActive), ...pending.latest }
  Object.assign(unit.parameters, parameters)
  unit.pending = undefined
  unit.writtenAtMs = nowMs
  const { frames, lastActive, count, bytes, smallChunks, t0, t1 } = pending
  const [first, last] = [frames[0], frames.at(-1)]
  return {
    parameters,
    tMax: Number.isFinite(unit.tMax) ? unit.tMax : 0,
    lastActive,
    count,
    bytes,
    smallChunks,
    changed: count > 0 ? { t0, t1 } : undefined,
    frames: first && last && { received0: first.serverTime, received1: last.serverTime, data: toFrameData(frames) },
  }
}
