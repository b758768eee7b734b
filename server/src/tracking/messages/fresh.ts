/** What a flush has stored, as whoever shows it live is told it; and how far somebody was told. Pure. */
import type { Message } from '@waymark/devices'
import { aheadSeconds, positionOf, type Telemetry } from './message.ts'

/** A position that was just stored. */
export interface Fresh {
  readonly unitId: number
  /** The tracker's own time, in seconds. */
  readonly timestamp: number
  readonly position: object
  /**
   * `said`: where the unit was then. `heard`: where a gateway was that heard it then, which need not be the one that hears it
   * best. `placed`: where it is now, concluded of all that was heard; no message.
   */
  readonly kind: 'said' | 'heard' | 'placed'
}

/** One flush of one lane, with what it has stored of those units that somebody wants to see. */
export interface Batch {
  readonly lane: number
  readonly n: number
  readonly items: readonly Fresh[]
}

/** What the platform itself writes into messages of units that are heard by others. */
const heardBy = 'gateway.id'

export function freshOf(unitId: number, values: Message, serverTime: number): Fresh | undefined {
  const position = positionOf(values)
  if (!position) return undefined
  // As in the latest values: a clock that runs ahead rules for five minutes.
  const timestamp = Math.min(values.timestamp as number, serverTime + aheadSeconds)
  return { unitId, timestamp, position, kind: heardBy in values ? 'heard' : 'said' }
}

export function placedOf(unitId: number, { position }: Telemetry): Fresh | undefined {
  if (!position) return undefined
  return { unitId, timestamp: position.ts, position: position.value as object, kind: 'placed' }
}

/** How far somebody was told, lane by lane, and when that was in the database's time: later nobody remembers it. */
export interface Cursor {
  readonly at: number
  readonly lanes: ReadonlyMap<number, number>
}

export const writeCursor = ({ at, lanes }: Cursor): string =>
  [Math.floor(at).toString(36), ...[...lanes].map(([lane, n]) => `${lane.toString(36)}.${n.toString(36)}`)].join('-')

const cursorPattern = /^[0-9a-z]{1,8}(-[0-9a-z]{1,6}\.[0-9a-z]{1,6}){0,200}$/

/** Whatever is not ours is nothing. */
export function readCursor(text: string): Cursor | undefined {
  if (!cursorPattern.test(text)) return undefined
  const [at, ...lanes] = text.split('-')
  const number = (word = '') => Number.parseInt(word, 36)
  return {
    at: number(at),
    lanes: new Map(lanes.map((part) => part.split('.')).map(([lane, n]) => [number(lane), number(n)])),
  }
}

const kinds = ['said', 'heard', 'placed'] as const
type Packed = readonly [unitId: number, timestamp: number, kind: number, position: object]

/** PostgreSQL takes less than 8,000 bytes a notification. */
const payloadBytesMax = 7_000

/** One flush in as many notifications as it takes; each says which part of how many it is. */
export function payloadsOf({ lane, n, items }: Batch): string[] {
  const parts: string[] = []
  let text = ''
  for (const { unitId, timestamp, kind, position } of items) {
    const packed: Packed = [unitId, timestamp, kinds.indexOf(kind), position]
    const word = JSON.stringify(packed)
    // Positions are numbers and letters without accents: a character is a byte.
    if (text !== '' && text.length + word.length > payloadBytesMax) {
      parts.push(text)
      text = ''
    }
    text += text === '' ? word : `,${word}`
  }
  parts.push(text)
  return parts.map((part, index) => `[${lane},${n},${index},${parts.length},[${part}]]`)
}

export interface Part extends Batch {
  readonly part: number
  readonly parts: number
}

export function partOf(payload: string): Part {
  const [lane, n, part, parts, packed] = JSON.parse(payload) as [number, number, number, number, Packed[]]
  const items = packed.map(([unitId, timestamp, kind, position]) => ({
    unitId,
    timestamp,
    position,
    kind: kinds[kind] ?? 'said',
  }))
  return { lane, n, part, parts, items }
}
