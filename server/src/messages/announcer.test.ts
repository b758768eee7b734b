import assert from 'node:assert/strict'
import { test } from 'node:test'
import { announcer, payloadsOf } from './announcer.ts'

test('news of many units fit into notifications, and none is left out', () => {
  const units = Array.from({ length: 2_000 }, (_, index) => 100_000_000_000 + index)
  const payloads = payloadsOf(units)
  assert.ok(payloads.every((payload) => Buffer.byteLength(payload) <= 7_000))
  assert.equal(payloads.length, 4)
  assert.deepEqual(
    payloads.flatMap((payload) => JSON.parse(payload)),
    units,
  )
  assert.deepEqual(payloadsOf([]), [])
})

test('a unit that sends again before it was announced is announced once', async () => {
  const told: string[] = []
  const news = announcer(async (payloads) => void told.push(...payloads))
  news.announce([1, 2])
  news.announce([2, 3])
  await news.close()
  assert.deepEqual(told, ['[1,2,3]'])
})
