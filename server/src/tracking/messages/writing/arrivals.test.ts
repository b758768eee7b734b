import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBucket, noBuckets } from '../live/buckets.ts'
import {
  type Batch,
  bucketPayloadsOf,
  type PositionUpdate,
  payloadsOf,
  stretchPayload,
} from '../live/position-updates.ts'
import { Arrivals } from './arrivals.ts'

const at = (unitId: number, timestamp: number): PositionUpdate => ({
  ...{ unitId, timestamp, kind: 'reported' },
  position: { latitude: 54.687, longitude: 25.28 },
})

const batch = (sequence: number, ...items: PositionUpdate[]): Batch => ({ partition: 1, sequence, items })

function touching(...buckets: number[]) {
  const touched = noBuckets()
  for (const bucket of buckets) addBucket(touched, bucket)
  return touched
}

/** Takes everything that is due from this flush on. */
function take(arrivals: Arrivals, from: number) {
  const taken: [flush: number, unit: number][] = []
  let last = from
  for (let next = arrivals.next(1, last); next; next = arrivals.next(1, last)) {
    last = next.last
    for (const { sequence, items } of next.batches) for (const { unitId } of items) taken.push([sequence, unitId])
  }
  return { last, taken }
}

const everything = () => true
const stretch = { partition: 1, first: 4, last: 6 }

test('a stretch waits for each followed bucket that it touches, and for no other', () => {
  const arrivals = new Arrivals(everything, (bucket) => bucket !== 9)
  arrivals.addStretch(stretchPayload(stretch, touching(3, 5, 9)))
  for (const payload of bucketPayloadsOf(stretch, 3, [batch(4, at(30, 1)), batch(6, at(31, 1))]))
    arrivals.addBucket(payload)
  assert.deepEqual(take(arrivals, 3), { last: 3, taken: [] })
  for (const payload of bucketPayloadsOf(stretch, 5, [batch(4, at(50, 1))])) arrivals.addBucket(payload)
  assert.deepEqual(take(arrivals, 3), {
    last: 6,
    taken: [
      [4, 30],
      [4, 50],
      [6, 31],
    ],
  })
  assert.deepEqual(take(arrivals, 6), { last: 6, taken: [] })
})

test('a stretch that touches no followed bucket only counts', () => {
  const arrivals = new Arrivals(everything, () => false)
  arrivals.addStretch(stretchPayload(stretch, touching(1, 2, 3)))
  assert.deepEqual(take(arrivals, 3), { last: 6, taken: [] })
})

test('positions of a bucket wait until the list of buckets has arrived', () => {
  const arrivals = new Arrivals(everything, everything)
  for (const payload of bucketPayloadsOf(stretch, 3, [batch(4, at(30, 1))])) arrivals.addBucket(payload)
  assert.deepEqual(take(arrivals, 3), { last: 3, taken: [] })
})

test('the rest of a partly delivered stretch is still delivered', () => {
  const arrivals = new Arrivals(everything, everything)
  for (const payload of bucketPayloadsOf(stretch, 3, [batch(4, at(30, 1)), batch(6, at(31, 1))]))
    arrivals.addBucket(payload)
  arrivals.addStretch(stretchPayload(stretch, touching(3)))
  assert.deepEqual(take(arrivals, 5), { last: 6, taken: [[6, 31]] })
})

test('after a gap nothing is due', () => {
  const arrivals = new Arrivals(everything, everything)
  arrivals.addStretch(stretchPayload(stretch, touching()))
  assert.deepEqual(take(arrivals, 2), { last: 2, taken: [] })
  arrivals.addOwn(batch(3, at(30, 1)))
  assert.deepEqual(take(arrivals, 2), { last: 6, taken: [[3, 30]] })
})

test('positions of units that nobody follows are left out', () => {
  const arrivals = new Arrivals((unitId) => unitId === 31, everything)
  for (const payload of payloadsOf(batch(4, at(30, 1), at(31, 1)))) arrivals.addWhole(payload)
  assert.deepEqual(take(arrivals, 3), { last: 4, taken: [[4, 31]] })
})

test('parts may arrive in any order: each position is delivered once, in the order of flushes', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  for (let round = 0; round < 200; round++) {
    const arrivals = new Arrivals(everything, (bucket) => bucket < 4)
    const said: (() => void)[] = []
    const expected: [number, number][] = []
    let sequence = 1
    for (let n = 0; n < 6; n++) {
      const length = between(1, 3)
      const own = { partition: 1, first: sequence, last: sequence + length - 1 }
      const touched = touching()
      for (const bucket of [1, 2, 3, 4, 5]) {
        const flushes: Batch[] = []
        for (let flush = own.first; flush <= own.last; flush++) {
          // Some need several parts.
          const items = random() < 0.5 ? [] : Array.from({ length: between(1, 150) }, (_, at) => 1_000 * bucket + at)
          if (items.length > 0) flushes.push(batch(flush, ...items.map((unit) => at(unit, flush))))
          if (bucket < 4) expected.push(...items.map((unit): [number, number] => [flush, unit]))
        }
        if (flushes.length === 0) continue
        addBucket(touched, bucket)
        if (bucket > 3) continue
        for (const payload of bucketPayloadsOf(own, bucket, flushes)) said.push(() => arrivals.addBucket(payload))
      }
      said.push(() => arrivals.addStretch(stretchPayload(own, touched)))
      sequence += length
    }
    const taken: [number, number][] = []
    let last = 0
    for (const say of said.toSorted(() => random() - 0.5)) {
      say()
      const due = take(arrivals, last)
      last = due.last
      taken.push(...due.taken)
    }
    assert.equal(last, sequence - 1)
    const flushes = taken.map(([flush]) => flush)
    assert.deepEqual(
      flushes,
      flushes.toSorted((a, b) => a - b),
    )
    const inOrder = (all: [number, number][]) => all.map(([flush, unit]) => flush * 10_000 + unit).sort((a, b) => a - b)
    assert.deepEqual(inOrder(taken), inOrder(expected))
  }
})
