import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openApi } from '#testing/api.ts'
import { queuesFor } from '../writing/queue.ts'
import { hashOf, partOf, partsFor, type Shard, workerOf } from './shards.ts'

const { ctx } = await openApi()

const ids = [0, 1, 2, 4_294_967_295, 4_294_967_296, 100_000_000_000, 314_159_265_358, 999_999_999_999]
for (let id = 100_000_000_007; id < 1e12; id += 9_876_543_211) ids.push(id)

test('units have the hash by which the database chooses their shard', async () => {
  const { rows } = await sql<{ hash: number }>`
    select hashint8(id) as hash from unnest(${ids}::bigint[]) with ordinality as one (id, at) order by at`.execute(
    ctx.db,
  )
  assert.deepEqual(
    ids.map(hashOf),
    rows.map(({ hash }) => hash),
  )
})

const shards: Shard[] = [-(2 ** 31), -(2 ** 30), 0, 2 ** 30].map((from, at) => ({ from, worker: 1 + (at % 2) }))

test('a shard has the hashes from its own beginning to that of the next', () => {
  for (const id of ids) {
    const own = shards.findLast(({ from }) => from <= hashOf(id))
    assert.equal(workerOf(shards, id), own?.worker)
  }
})

const place = { parts: [], reach: async () => ctx.db, avoid: () => {} }

test('units of one worker share a queue, and no queue has units of two workers', () => {
  const queues = queuesFor({ shards, all: [place, place] })
  const workers = new Map<unknown, Set<number | undefined>>()
  for (const id of ids) {
    const queue = queues.of(id)
    workers.set(queue, (workers.get(queue) ?? new Set()).add(workerOf(shards, id)))
  }
  assert.deepEqual(
    [...workers.values()].map(({ size }) => size),
    [1, 1],
  )
  const plain = queuesFor({ shards: [], all: [place] })
  assert.equal(plain.isCluster, false)
  assert.equal(new Set(ids.map(plain.of)).size, 2)
})

test('each part has its own key, which is in the part and in its shard', () => {
  const parts = partsFor(shards)
  assert.equal(new Set(parts.map(({ key }) => key)).size, shards.length)
  for (const { key } of parts) assert.equal(partOf(parts, key), key)
  for (const id of ids) assert.equal(workerOf(shards, partOf(parts, id)), workerOf(shards, id))
})
