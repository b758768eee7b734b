import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { curveOf, scaleOf } from './scale.ts'

suite('a scale has round ends around all values', () => {
  for (const [values, low, high] of [
    [[], 0, 1],
    [[0], 0, 1],
    [[3, 17], 0, 20],
    [[12.2, 12.9], 12, 13],
    [[-18, 4], -20, 10],
    [[-30, -28], -30, -28],
    [[101_000, 480_000], 0, 600_000],
  ] as const) {
    test(`${values.join(', ') || 'none'}: ${low} to ${high}`, () => {
      const found = scaleOf(values)
      assert.ok(Math.abs(found.low - low) < 1e-9 && Math.abs(found.high - high) < 1e-9, JSON.stringify(found))
      assert.ok(values.every((value) => value >= found.low - 1e-9 && value <= found.high + 1e-9))
    })
  }
})

test('a curve is broken where there are no values', () => {
  const path = curveOf(
    [
      [0, 0],
      [10, 5],
      [100, 10],
    ],
    0,
    100,
    { low: 0, high: 10 },
    60,
  )
  assert.equal(path, 'M0.0 100.0L100.0 50.0M1000.0 0.0')
})
