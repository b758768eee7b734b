import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampled } from './sampled.ts'

test('a graph keeps its peak and its valley', () => {
  const samples = Array.from({ length: 10_000 }, (_, t) => [t, t === 4321 ? 99 : t === 77 ? -5 : t % 7] as const)
  const shown = sampled(samples, 500)
  assert.ok(shown.length <= 500)
  assert.ok(shown.some(([t]) => t === 4321) && shown.some(([t]) => t === 77))
  for (const [index, [t]] of shown.entries()) if (index > 0) assert.ok(t > shown[index - 1]![0])
})
