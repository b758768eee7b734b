import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { inTransaction } from '../db/transaction.ts'
import { createMeters } from '../runtime/meters.ts'
import { leaseSlices, type Share, SliceLost, type Slices } from './leases.ts'
import { everyUnit, listThrough, rangesOf, sliceCount, sliceOf, sliceOfName } from './slice.ts'

const { ctx } = await openApi()
const { db } = ctx

const aNode = (): Slices => leaseSlices({ db, meters: createMeters() }, 0)

/** As if it had not renewed for a minute. */
async function takeForDead(share: Share): Promise<void> {
  const [slice] = slicesOf(share)
  const { holder } = await db
    .selectFrom('slices')
    .select('holder')
    .where('slice', '=', slice!)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('sliceHolders')
    .set({ seenAt: new Date(Date.now() - 60_000) })
    .where('id', '=', holder!)
    .execute()
}

const someUnitIn = (slice: number): number => {
  const { from, to } = rangesOf([slice])[0]!
  return Math.max(from, 100_000_000_000) + Math.floor((Math.min(to, 1e12) - Math.max(from, 100_000_000_000)) / 2)
}
const allUnits = Array.from({ length: sliceCount }, (_, slice) => someUnitIn(slice))
const isIn = ({ ranges }: Share, unitId: number) => ranges.some(({ from, to }) => unitId >= from && unitId < to)
const slicesOf = (share: Share): number[] => allUnits.filter((id) => isIn(share, id)).map(sliceOf)

/** Until each has seen what the others claimed. */
async function settle(nodes: readonly Slices[]): Promise<Share[]> {
  for (let round = 0; round < 3; round++) for (const node of nodes) await node.share()
  return Promise.all(nodes.map((node) => node.share()))
}

const isRefused = (share: Share, unitIds: readonly number[]): Promise<boolean> =>
  inTransaction(ctx, ({ db: within }) => share.require(within, unitIds)).then(
    () => false,
    (error) => {
      assert.ok(error instanceof SliceLost)
      return true
    },
  )

test('every id is in exactly one slice, including those without a unit', () => {
  const ranges = Array.from({ length: sliceCount }, (_, slice) => rangesOf([slice])[0]!)
  for (const [slice, { from, to }] of ranges.entries()) {
    assert.deepEqual([sliceOf(from), sliceOf(to - 1)], [slice, slice])
    assert.equal(to, ranges[slice + 1]?.from ?? everyUnit.to)
  }
  assert.deepEqual(rangesOf(ranges.keys()), [everyUnit])
})

test('a list goes through all ranges and continues where it ended', async () => {
  const [ranges, ids] = [
    [
      { from: 3, to: 6 },
      { from: 8, to: 11 },
    ],
    [1, 3, 5, 6, 8, 9, 10, 11],
  ]
  const list = async (after: number, to: number, most: number) =>
    ids.filter((id) => id > after && id < to).slice(0, most)
  const seen: number[][] = []
  let after = 0
  do {
    const { items, next } = await listThrough(ranges, after, 2, list, (id) => id)
    seen.push(items)
    after = next
  } while (after > 0)
  assert.deepEqual(seen, [[3, 5], [8, 9], [10]])
})

test('new nodes share the slices; nodes that end or die leave theirs to the others', async () => {
  const [one, two, three] = [aNode(), aNode(), aNode()]
  assert.deepEqual((await one.share()).ranges, [everyUnit])
  const shares = await settle([one, two, three])
  const parts = shares.map(slicesOf)
  assert.deepEqual(
    parts.flat().sort((a, b) => a - b),
    [...Array(sliceCount).keys()],
  )
  for (const part of parts) assert.ok(part.length >= 20 && part.length <= 22, `${part.length} slices`)
  // Long ranges, so that a round over the units needs few queries.
  for (const { ranges } of shares) assert.ok(ranges.length <= 3, `${ranges.length} ranges`)
  const jobs = ['events.forget', 'sessions.forget', 'links.forget']
  for (const name of jobs) assert.equal(shares.filter((share) => share.has(name)).length, 1, name)
  assert.deepEqual(
    jobs.map(sliceOfName).map((slice) => slice < sliceCount),
    [true, true, true],
  )

  await three.release()
  assert.deepEqual((await three.share()).ranges, [])
  const [ofOne, ofTwo] = await settle([one, two])
  assert.equal(slicesOf(ofOne!).length + slicesOf(ofTwo!).length, sliceCount)

  await takeForDead(ofOne!)
  assert.deepEqual((await two.share()).ranges, [everyUnit])
  // It was only slow: what it began is refused, and it gets its part again.
  assert.ok(await isRefused(ofOne!, [someUnitIn(slicesOf(ofOne!)[0]!)]))
  assert.equal(slicesOf(await one.share()).length, sliceCount / 2)
  await Promise.all([one.release(), two.release()])
})

test('a slice is not taken while its node writes, and its node does not write after it was taken', async () => {
  const [one, two] = [aNode(), aNode()]
  const share = await one.share()
  await takeForDead(share)
  const unit = someUnitIn(7)
  await inTransaction(ctx, async ({ db: within }) => {
    await share.require(within, [unit])
    // Does not wait for it either.
    assert.deepEqual(
      slicesOf(await two.share()),
      [...Array(sliceCount).keys()].filter((slice) => slice !== 7),
    )
  })
  assert.ok(await isRefused(share, [someUnitIn(8)]))
  assert.ok(await isRefused(share, [unit, someUnitIn(8)]))
  assert.equal(await isRefused(share, [unit]), false)
  await takeForDead({ ...share, ranges: rangesOf([7]) })
  await two.share()
  assert.ok(await isRefused(share, [unit]))
  await Promise.all([one.release(), two.release()])
})
