/** The writer's cached state of a unit between two flushes. */
import type { Message } from '@waymark/devices'
import { type Framed, isSmall, type LiveChunk, smallCount, toFrameData, toLiveChunk } from '../chunk.ts'
import { type Columns, columnsOf, type FrameMessages, type Heading, isOfColumns, toColumnar } from '../columnar.ts'
import { type Latest, newerValues, type StoredMessage, type Telemetry, textOf } from '../message.ts'
import { around, type ChangedStretch, isClose, joined, stretchesIn } from './stretches.ts'

/** What one flush writes for one unit. */
export interface UnitWrite {
  readonly unitId: number
  readonly chunk: LiveChunk | undefined
  /** Absent while a busy unit's frames and latest values are gathered in memory. Its frames are written separately. */
  readonly state: StateWrite | undefined
  /** Arrival times of the first and the last frame of the chunk, in seconds. */
  readonly received?: { readonly s0: number; readonly s1: number }
}

interface StateWrite {
  readonly parameters: Readonly<Record<string, Latest>>
  readonly tMax: number
  /** In seconds. */
  readonly lastActive: number
  readonly count: number
  readonly bytes: number
  readonly smallChunks: number
  /** Device times of new messages, for projections. */
  readonly changed: readonly ChangedStretch[]
  readonly frames: { readonly received0: number; readonly received1: number; readonly data: Buffer } | undefined
}

export interface CachedUnit {
  /** The newest stored device time. */
  tMax: number
  readonly parameters: Record<string, Latest>
  /** The columns of the last messages, and the heading of their connection. */
  columns: Columns | undefined
  heading: Heading | undefined
  headingOf: object | undefined
  headingPeer: string
  /** Stored as messages, but not yet written as frames and latest values. */
  pending: Pending | undefined
  writtenAtMs: number
  /** Digests of records with a wrong clock. Undefined until such a record arrives. */
  badClocks: Set<string> | undefined
  /** The tracker has disconnected: the unit is dropped when nothing is pending. */
  isReleased: boolean
  /** Another process has stored something for it: it is read again when nothing is pending. */
  isOutdated: boolean
}

interface Pending {
  readonly sinceMs: number
  /** Only the newest of consecutive messages with the same names, because it has all the latest values. */
  readonly newest: { timestamp: number; values: Message; columns?: Columns }[]
  readonly frames: Framed[]
  count: number
  bytes: number
  smallChunks: number
  /** Device times of the messages. */
  readonly changed: ChangedStretch[]
  lastActive: number
  /** Takes precedence over the messages. */
  latest?: Telemetry
}

export const cacheUnit = (tMax: number | undefined, parameters: Telemetry): CachedUnit => ({
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

export function pendingOf(unit: CachedUnit, nowMs: number): Pending {
  unit.pending ??= {
    sinceMs: nowMs,
    newest: [],
    frames: [],
    count: 0,
    bytes: 0,
    smallChunks: 0,
    changed: [],
    lastActive: 0,
  }
  return unit.pending
}

/** Messages in order of time that cannot be repeats. */
export function addAscending(
  unit: CachedUnit,
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
  // Deliveries with derived values only have no messages.
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
    const { data, bytes } = toColumnar(frames, unit.columns, meet)
    const timesOf = () => frames.flatMap(({ messages }) => messages.map(({ timestamp }) => timestamp as number))
    return counted(unit, pending, { t0, t1, count, bytes, isPacked: false, data }, timesOf)
  }
  const { heading, serverTime, messages } = frames[0]!
  const message = messages[0]!
  meet(message, unit.columns && isOfColumns(message, unit.columns) ? unit.columns : columnsOf(message))
  const data = textOf(message, heading, serverTime)
  const chunk = { t0, t1, count, bytes: Buffer.byteLength(data), isPacked: false, data }
  return counted(unit, pending, chunk, () => [t0])
}

/** Messages in any order, without repeats. */
export function addTexts(
  unit: CachedUnit,
  pending: Pending,
  messages: readonly StoredMessage[],
): LiveChunk | undefined {
  if (messages.length === 0) return undefined
  for (const { timestamp, values } of messages) pending.newest.push({ timestamp, values })
  return counted(unit, pending, toLiveChunk(messages), () => messages.map(({ timestamp }) => timestamp))
}

export const textsIn = ({ heading, serverTime, messages }: FrameMessages): StoredMessage[] =>
  messages.map((values) => ({
    timestamp: values.timestamp as number,
    text: textOf(values, heading, serverTime),
    values,
  }))

function counted(unit: CachedUnit, pending: Pending, chunk: LiveChunk, timesOf: () => readonly number[]): LiveChunk {
  pending.count += chunk.count
  pending.bytes += chunk.bytes
  pending.smallChunks += isSmall(chunk) ? 1 : 0
  for (const { t0, t1 } of stretchesIn(chunk, timesOf)) {
    const last = pending.changed.at(-1)
    if (last && isClose(last, { t0, t1 })) pending.changed[pending.changed.length - 1] = around(last, { t0, t1 })
    else pending.changed.push({ t0, t1 })
  }
  unit.tMax = Math.max(unit.tMax, chunk.t1)
  return chunk
}

/** The pending state, to be written now. */
export function takeState(unit: CachedUnit, nowMs: number): StateWrite | undefined {
  const { pending } = unit
  if (!pending) return undefined
  const parameters = { ...newerValues(unit.parameters, pending.newest, pending.lastActive), ...pending.latest }
  Object.assign(unit.parameters, parameters)
  unit.pending = undefined
  unit.writtenAtMs = nowMs
  const { frames, lastActive, count, bytes, smallChunks, changed } = pending
  const [first, last] = [frames[0], frames.at(-1)]
  return {
    parameters,
    tMax: Number.isFinite(unit.tMax) ? unit.tMax : 0,
    lastActive,
    count,
    bytes,
    smallChunks,
    changed: joined(changed),
    frames: first && last && { received0: first.serverTime, received1: last.serverTime, data: toFrameData(frames) },
  }
}
