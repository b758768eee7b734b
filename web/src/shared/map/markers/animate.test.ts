import assert from 'node:assert/strict'
import { test } from 'node:test'
import { between } from './animate.ts'

const at = (longitude: number, latitude: number) => ({ longitude, latitude })

test('half way is half way', () => {
  const places = between(new Map([[1, at(25.28, 54.68)]]), new Map([[1, at(25.3, 54.7)]]), 0.5)
  assert.deepEqual(places, new Map([[1, at((25.28 + 25.3) / 2, (54.68 + 54.7) / 2)]]))
})

test('a new marker, or one from far away, is at its position at once; a removed one is gone', () => {
  const from = new Map([
    [1, at(-179.9, 10)],
    [3, at(1, 1)],
  ])
  const target = new Map([
    [1, at(179.9, 10)],
    [2, at(5, 5)],
  ])
  assert.deepEqual(between(from, target, 0.3), target)
})
