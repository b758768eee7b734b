import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Disc, placeLabels } from './labels.ts'

const disc = (id: number, x: number, y: number): Disc => ({
  ...{ x, y, radius: 13 },
  name: { id, text: `Van ${id}`, width: 40, height: 12 },
})
const sidesOf = (discs: readonly Disc[], before = new Map<number, number>()) =>
  placeLabels(discs, before).map(({ id, side }) => [id, side])

test('a name is below its marker, or next to it if another marker is below', () => {
  assert.deepEqual(sidesOf([disc(1, 100, 100)]), [[1, 0]])
  assert.deepEqual(sidesOf([disc(1, 100, 100), disc(2, 100, 130)]), [
    [1, 1],
    [2, 0],
  ])
})

test('names never cover each other, and one without room is left out', () => {
  const crowd = Array.from({ length: 9 }, (_, index) =>
    disc(index, 100 + (index % 3) * 28, 100 + Math.floor(index / 3) * 28),
  )
  const placed = placeLabels(crowd, new Map())
  assert.ok(placed.length > 0 && placed.length < crowd.length)
  for (const a of placed)
    for (const b of placed)
      if (a !== b)
        assert.ok(Math.abs(a.x - b.x) * 2 >= a.width + b.width || Math.abs(a.y - b.y) * 2 >= a.height + b.height)
})

test('a name stays where it was as long as it can', () => {
  assert.deepEqual(sidesOf([disc(1, 100, 100)], new Map([[1, 3]])), [[1, 3]])
})
