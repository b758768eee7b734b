import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withSteps } from './use-trail.ts'

const step = (at: number) => ({ at, latitude: at, longitude: 0 })
const times = (...all: number[]) => all.map(step)

test('a trail is in chronological order, whenever positions arrive, and has each moment once', () => {
  const asked = times(1, 2, 5)
  assert.deepEqual(withSteps(asked, times(6, 7)), times(1, 2, 5, 6, 7))
  assert.deepEqual(withSteps(asked, times(4, 3)), times(1, 2, 3, 4, 5))
  assert.equal(withSteps(asked, times(2, 5)), asked)
})

test('a trail keeps its newest five hundred', () => {
  const long = withSteps(times(...Array.from({ length: 500 }, (_, index) => index)), times(500))
  assert.deepEqual([long.length, long[0]?.at, long.at(-1)?.at], [500, 1, 500])
})
