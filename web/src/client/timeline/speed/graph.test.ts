import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathOf, topOf } from './graph.ts'

for (const [values, top] of [
  [[], 10],
  [[3], 10],
  [[41], 60],
  [[60, 12], 80],
  [[201], 250],
] as const) {
  test(`over ${JSON.stringify(values)} the scale goes to ${top}`, () => assert.equal(topOf(values), top))
}

test('the line breaks where there is no data, and contains nothing of other days', () => {
  const samples = [
    [-5, 9],
    [0, 0],
    [500, 50],
    [1000, 100],
    [2000, 200],
    [2001, 0],
  ] as const
  assert.equal(pathOf(samples, 0, 2000, 100), 'M0.0 100.0L250.0 50.0L500.0 0.0M1000.0 0.0')
})
