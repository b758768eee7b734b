import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hearing } from './hearing.ts'

const [van, bus] = [1, 2]
const at = (unitId: number, lastActive: number) => ({ unitId, lastActive })

/** What is written at once. */
function hear(hearing: Hearing, nowMs: number, ...heard: ReturnType<typeof at>[]) {
  const now = hearing.now(heard)
  hearing.note(now, heard, nowMs)
  return now
}

test('a unit that was quiet is written at once, with the newest time it sent', () => {
  const hearing = new Hearing()
  assert.deepEqual(hear(hearing, 0, at(van, 10), at(van, 12), at(van, 11)), [at(van, 12)])
  assert.deepEqual(hear(hearing, 100, at(bus, 13)), [at(bus, 13)])
  assert.deepEqual(hearing.waiting(), [])
  assert.equal(hearing.isWritten([at(van, 12)]), true)
})

test('what it sends within the next seconds waits and is written together', () => {
  const hearing = new Hearing()
  hear(hearing, 0, at(van, 10), at(bus, 10))
  assert.deepEqual(hear(hearing, 1000, at(van, 11)), [])
  assert.deepEqual(hear(hearing, 2000, at(van, 12)), [])
  assert.equal(hearing.isWritten([at(van, 11)]), false)
  assert.equal(hearing.isWritten([at(bus, 10)]), true)
  assert.deepEqual([hearing.isDue(4999), hearing.isDue(5000)], [false, true])
  assert.deepEqual(hearing.waiting(), [at(van, 12)])
})

test('a unit that keeps sending is written once per period, and one that stopped is quiet again', () => {
  const hearing = new Hearing()
  hear(hearing, 0, at(van, 10), at(bus, 10))
  hear(hearing, 1000, at(van, 11))
  hearing.settle(5000)
  assert.equal(hearing.isWritten([at(van, 11)]), true)
  assert.deepEqual(hear(hearing, 5100, at(van, 15), at(bus, 15)), [at(bus, 15)])
  assert.equal(hearing.isDue(10_000), true)
  assert.deepEqual(hearing.waiting(), [at(van, 15)])
  hearing.settle(10_000)
  hearing.settle(15_000)
  assert.deepEqual(hearing.waiting(), [])
  assert.equal(hearing.isDue(60_000), false)
  assert.deepEqual(hear(hearing, 60_000, at(van, 70)), [at(van, 70)])
})
