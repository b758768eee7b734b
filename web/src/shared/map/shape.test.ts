import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { circleRing, metresBetween, middleOf, outlineOf, placeFrom, touchingEdges } from './shape.ts'

const place = (longitude: number, latitude: number) => ({ longitude, latitude })

test('a circle is equally far from its centre everywhere, even in the north', () => {
  for (const center of [place(10, 0), place(25, 69.5), place(-70, -54)])
    for (const [longitude, latitude] of circleRing(center, 5_000))
      assert.ok(Math.abs(metresBetween(center, { longitude, latitude }) - 5_000) < 1)
})

test('a point at a distance is that many metres away', () => {
  for (const bearing of [0, 90, 222])
    assert.ok(Math.abs(metresBetween(place(14, 50), placeFrom(place(14, 50), 1_234, bearing)) - 1_234) < 0.1)
})

test('a shape across the date line is drawn the shorter way', () => {
  const points = [place(179, 0), place(-179, 0), place(-179, 1)]
  const outline = outlineOf({ type: 'polygon', points })
  assert.deepEqual(outline[1], [181, 0])
  assert.deepEqual(middleOf({ type: 'polygon', points }), [180, 0.5])
})

suite('edges that touch', () => {
  for (const [name, points, edges] of [
    ['a square has none', [place(0, 0), place(1, 0), place(1, 1), place(0, 1)], undefined],
    ['a bow has two', [place(0, 0), place(1, 1), place(1, 0), place(0, 1)], [0, 2]],
    ['a line that comes back has two', [place(0, 0), place(2, 0), place(1, 0), place(1, 1)], [0, 1]],
    ['a corner on an edge touches it', [place(0, 0), place(2, 0), place(2, 2), place(1, 0), place(0, 2)], [0, 2]],
    ['a triangle has none', [place(0, 0), place(1, 0), place(0, 1)], undefined],
    ['a bow over the date line', [place(179, 0), place(-179, 1), place(-179, 0), place(179, 1)], [0, 2]],
  ] as const)
    test(name, () => assert.deepEqual(touchingEdges(points), edges))
})
