/** The positions of a flush for live views, and the cursor of a reader. Pure. */
import type { Message } from '@waymark/devices'
import { aheadSeconds, positionOf, type Telemetry } from '../message.ts'
import { type Buckets, readBuckets, writeBuckets } from './buckets.ts'

/** A position that was just stored. */
export interface PositionUpdate {
  readonly unitId: number
  /** The tracker's own time, in seconds. */
  readonly timestamp: number
  readonly position: object
  /**
   * `reported`: where the unit was then. `relayed`: the position of a gateway that detected it then, which need not be the one
   * with the best signal. `derived`: where it is now, computed from all detections; not a message.
   */
  readonly kind: 'reported' | 'relayed' | 'derived'
}

/** One flush of one partition, with the positions of wanted units. */
export interface Batch {
  readonly partition: number
  readonly sequence: number
  readonly items: readonly PositionUpdate[]
}

/** The platform adds this to messages of units that a gateway reports. */
const relayedBy = 'gateway.id'

export function positionUpdateOf(unitId: number, values: Message, serverTime: number): PositionUpdate | undefined {
  const position = positionOf(values)
  if (!position) return undefined
  // As in the latest values: a clock that runs ahead counts for five minutes.
  const timestamp = Math.min(values.timestamp as number, serverTime + aheadSeconds)
  return { unitId, timestamp, position, kind: relayedBy in values ? 'relayed' : 'reported' }
}

export function derivedUpdateOf(unitId: number, { position }: Telemetry): PositionUpdate | undefined {
  if (!position) return undefined
  return { unitId, timestamp: position.ts, position: position.value as object, kind: 'derived' }
}

/** How far a reader is in each partition, and when that was in the database's time: old cursors cannot be resumed. */
export interface Cursor {
  readonly at: number
  readonly partitions: ReadonlyMap<number, number>
}

export const writeCursor = ({ at, partitions }: Cursor): string =>
  [
    Math.floor(at).toString(36),
    ...[...partitions].map(([partition, sequence]) => `${partition.toString(36)}.${sequence.toString(36)}`),
  ].join('-')

const cursorPattern = /^[0-9a-z]{1,8}(-[0-9a-z]{1,6}\.[0-9a-z]{1,6}){0,200}$/

/** Undefined for any text that we did not write. */
export function readCursor(text: string): Cursor | undefined {
  if (!cursorPattern.test(text)) return undefined
  const [at, ...partitions] = text.split('-')
  const number = (word = '') => Number.parseInt(word, 36)
  return {
    at: number(at),
    partitions: new Map(
      partitions.map((part) => part.split('.')).map(([partition, sequence]) => [number(partition), number(sequence)]),
    ),
  }
}

const kinds = ['reported', 'relayed', 'derived'] as const
type Packed = readonly [unitId: number, timestamp: number, kind: number, position: object]

/** PostgreSQL limits a notification to 8,000 bytes. */
const payloadBytesMax = 7_000

const pack = ({ unitId, timestamp, kind, position }: PositionUpdate): Packed => [
  unitId,
  timestamp,
  kinds.indexOf(kind),
  position,
]

const unpack = ([unitId, timestamp, kind, position]: Packed): PositionUpdate => ({
  unitId,
  timestamp,
  position,
  kind: kinds[kind] ?? 'reported',
})

/** As many texts as necessary, at least one. Positions are ASCII only, so a character is a byte. */
function joined(words: Iterable<string>): string[] {
  const parts: string[] = []
  let text = ''
  for (const word of words) {
    if (text !== '' && text.length + word.length > payloadBytesMax) {
      parts.push(text)
      text = ''
    }
    text += text === '' ? word : `,${word}`
  }
  return [...parts, text]
}

/** Splits a flush into as many notifications as necessary; each has its part number and the number of parts. */
export function payloadsOf({ partition, sequence, items }: Batch): string[] {
  const parts = joined(items.map((item) => JSON.stringify(pack(item))))
  return parts.map((part, index) => `[${partition},${sequence},${index},${parts.length},[${part}]]`)
}

export interface Part extends Batch {
  readonly part: number
  readonly parts: number
}

export function partOf(payload: string): Part {
  const [partition, sequence, part, parts, packed] = JSON.parse(payload) as [number, number, number, number, Packed[]]
  const items = packed.map(unpack)
  return { partition, sequence, part, parts, items }
}

/** Consecutive flushes of a partition that are announced together. */
export interface Stretch {
  readonly partition: number
  readonly first: number
  readonly last: number
}

/** The channel in which nodes announce which buckets a stretch touches, whether their positions were sent or not. */
export const stretchesChannel = 'stretches'

export const stretchPayload = ({ partition, first, last }: Stretch, touched: Buckets): string =>
  JSON.stringify([partition, first, last, writeBuckets(touched)])

export function stretchOf(payload: string): Stretch & { readonly touched: Buckets } {
  const [partition, first, last, touched] = JSON.parse(payload) as [number, number, number, string]
  return { partition, first, last, touched: readBuckets(touched) }
}

/** The part of a stretch for one bucket, for its channel, with the flush of each position. */
export function bucketPayloadsOf(
  { partition, first, last }: Stretch,
  bucket: number,
  batches: readonly Pick<Batch, 'sequence' | 'items'>[],
): string[] {
  const words = batches.flatMap(({ sequence, items }) =>
    items.map((item) => JSON.stringify([sequence - first, ...pack(item)])),
  )
  const parts = joined(words)
  return parts.map((part) => `[${partition},${first},${last},${bucket},${parts.length},[${part}]]`)
}

export interface BucketPart extends Stretch {
  readonly bucket: number
  readonly parts: number
  readonly items: readonly { readonly sequence: number; readonly item: PositionUpdate }[]
}

export function bucketPartOf(payload: string): BucketPart {
  const [partition, first, last, bucket, parts, packed] = JSON.parse(payload) as [
    ...[number, number, number, number, number],
    (readonly [number, ...Packed])[],
  ]
  const items = packed.map(([after, ...one]) => ({ sequence: first + after, item: unpack(one) }))
  return { partition, first, last, bucket, parts, items }
}
