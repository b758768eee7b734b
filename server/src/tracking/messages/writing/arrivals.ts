/**
 * Announcements of other nodes that are not due yet: flushes that came before their turn, or in parts. A stretch is
 * complete when every followed bucket that it touches has arrived.
 */
import { type Buckets, hasBucket, noBuckets } from '../live/buckets.ts'
import {
  type Batch,
  bucketPartOf,
  type PositionUpdate,
  partOf,
  type Stretch,
  stretchOf,
} from '../live/position-updates.ts'

interface Arrival extends Stretch {
  /** By flush. */
  readonly items: Map<number, PositionUpdate[]>
  /** The buckets that it touches; undefined: not known yet. */
  touched: Buckets | undefined
  /** How many parts of each bucket are still to come. */
  readonly missing: Map<number, number>
}

const arrivalsMax = 10_000
/** A flush that was announced as a whole counts as one bucket that everyone follows. */
const whole = -1

export class Arrivals {
  readonly #wants: (unitId: number) => boolean
  readonly #follows: (bucket: number) => boolean
  /** By partition, and then by kind and first flush. */
  readonly #partitions = new Map<number, Map<string, Arrival>>()
  #size = 0

  constructor(wants: (unitId: number) => boolean, follows: (bucket: number) => boolean) {
    this.#wants = wants
    this.#follows = follows
  }

  /** A flush of this process, before its turn. */
  addOwn({ partition, sequence, items }: Batch): void {
    const one = this.#arrivalOf({ partition, first: sequence, last: sequence }, 'own')
    one.touched = noBuckets()
    one.items.set(sequence, [...items])
  }

  /** A flush of another node, or a part of it. */
  addWhole(payload: string): number {
    const { partition, sequence, parts, items } = partOf(payload)
    const one = this.#arrivalOf({ partition, first: sequence, last: sequence }, 'whole')
    one.touched = noBuckets()
    this.#add(
      one,
      whole,
      parts,
      items.map((item) => ({ sequence, item })),
    )
    return partition
  }

  addStretch(payload: string): number {
    const { touched, ...stretch } = stretchOf(payload)
    this.#arrivalOf(stretch, 'stretch').touched = touched
    return stretch.partition
  }

  addBucket(payload: string): number {
    const { bucket, parts, items, ...stretch } = bucketPartOf(payload)
    this.#add(this.#arrivalOf(stretch, 'stretch'), bucket, parts, items)
    return stretch.partition
  }

  /** What follows this flush without a gap and is complete: the last flush, and its positions. */
  next(partition: number, sequence: number): { readonly last: number; readonly batches: readonly Batch[] } | undefined {
    const own = this.#partitions.get(partition)
    if (!own) return undefined
    this.#drop(own, partition, ({ last }) => last <= sequence)
    for (const one of own.values()) {
      if (one.first > sequence + 1 || !this.#isComplete(one)) continue
      const flushes = [...one.items].filter(([flush]) => flush > sequence).sort(([a], [b]) => a - b)
      return { last: one.last, batches: flushes.map(([flush, items]) => ({ partition, sequence: flush, items })) }
    }
    return undefined
  }

  /** Everything up to here was found by polling; incomplete announcements would never be completed. */
  forget(partition: number, sequence: number): void {
    const own = this.#partitions.get(partition)
    if (own) this.#drop(own, partition, ({ first }) => first <= sequence)
  }

  clear(): void {
    this.#partitions.clear()
    this.#size = 0
  }

  #arrivalOf({ partition, first, last }: Stretch, kind: 'own' | 'whole' | 'stretch'): Arrival {
    const known = this.#partitions.get(partition)?.get(`${kind} ${first}`)
    if (known) return known
    if (this.#size >= arrivalsMax) this.clear()
    const made: Arrival = { partition, first, last, items: new Map(), touched: undefined, missing: new Map() }
    const own = this.#partitions.get(partition) ?? new Map<string, Arrival>()
    this.#partitions.set(partition, own.set(`${kind} ${first}`, made))
    this.#size += 1
    return made
  }

  #add(one: Arrival, bucket: number, parts: number, items: ReturnType<typeof bucketPartOf>['items']): void {
    one.missing.set(bucket, (one.missing.get(bucket) ?? parts) - 1)
    for (const { sequence, item } of items) {
      if (!this.#wants(item.unitId)) continue
      const own = one.items.get(sequence)
      if (own) own.push(item)
      else one.items.set(sequence, [item])
    }
  }

  #isComplete({ touched, missing }: Arrival): boolean {
    if (!touched) return false
    for (const left of missing.values()) if (left > 0) return false
    for (const [at, bits] of touched.entries()) {
      if (bits === 0) continue
      for (let bucket = at * 8; bucket < at * 8 + 8; bucket++) {
        if (hasBucket(touched, bucket) && !missing.has(bucket) && this.#follows(bucket)) return false
      }
    }
    return true
  }

  #drop(own: Map<string, Arrival>, partition: number, isOver: (one: Arrival) => boolean): void {
    for (const [key, one] of own) if (isOver(one) && own.delete(key)) this.#size -= 1
    if (own.size === 0) this.#partitions.delete(partition)
  }
}
