import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addBucket,
  allBuckets,
  bucketOf,
  bucketsCount,
  hasBucket,
  noBuckets,
  readListener,
  writeListener,
} from './buckets.ts'

test('the bucket of an account is the same in every version', () => {
  const accounts = [1, 2, 1_000, 4_294_967_295, 4_294_967_296, 123_456_789_012]
  assert.deepEqual(accounts.map(bucketOf), [632, 241, 34, 391, 632, 691])
})

for (const [name, idOf] of [
  ['one after the other', (n: number) => 1_000 + n],
  ['a thousand apart', (n: number) => n * 1_024],
  ['above four billion', (n: number) => 100_000_000_000 + n * 7],
] as const) {
  test(`accounts with ids ${name} are spread`, () => {
    const sizes = new Array(bucketsCount).fill(0)
    for (let n = 0; n < 100 * bucketsCount; n++) sizes[bucketOf(idOf(n))] += 1
    assert.ok(Math.max(...sizes) < 200 && Math.min(...sizes) > 50, `${Math.min(...sizes)} to ${Math.max(...sizes)}`)
  })
}

test('a node announces the buckets it wants in less than a notification may hold', () => {
  const wanted = noBuckets()
  for (const bucket of [0, 8, 1_023]) addBucket(wanted, bucket)
  const { id, buckets } = readListener(writeListener('anode', wanted))
  const found = Array.from({ length: bucketsCount }, (_, bucket) => bucket).filter((one) => hasBucket(buckets!, one))
  assert.deepEqual([id, found], ['anode', [0, 8, 1_023]])
  assert.ok(writeListener('x'.repeat(36), allBuckets()).length < 8_000)
})

test('a node of the previous version announces only its id', () => {
  assert.deepEqual(readListener('anode'), { id: 'anode', buckets: undefined })
})
