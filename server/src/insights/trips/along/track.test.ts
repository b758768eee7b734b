import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { thinned } from './track.ts'

const at = (lat: number, lon: number, t: number) => ({ lat, lon, t })

test('a straight road is its two ends', () => {
  const road = Array.from({ length: 5001 }, (_, index) => at(50, 10 + index * 1e-4, index))
  const line = thinned(road, 1000)
  assert.deepEqual([line[0], line.at(-1)], [road[0], road.at(-1)])
  assert.ok(line.length <= 4, String(line.length))
})

test('a corner stays', () => {
  const road = [
    ...Array.from({ length: 50 }, (_, i) => at(50, 10 + i * 1e-4, i)),
    ...Array.from({ length: 50 }, (_, i) => at(50 + i * 1e-4, 10.005, 50 + i)),
  ]
  assert.ok(thinned(road, 10).some(({ lat, lon }) => lat === 50 && lon >= 10.0049))
})

test('a halt on a straight road stays where and when it was', () => {
  const road = [
    ...Array.from({ length: 100 }, (_, i) => at(50, 10 + i * 1e-4, i)),
    ...Array.from({ length: 100 }, (_, i) => at(50, 10.0099, 100 + i)),
    ...Array.from({ length: 100 }, (_, i) => at(50, 10.0099 + i * 1e-4, 200 + i)),
  ]
  assert.deepEqual(
    thinned(road, 10).map(({ t }) => t),
    [0, 99, 200, 299],
  )
})

test('never more than requested, for any line, with its ends and in its order', () => {
  const place = fc.record({
    lat: fc.double({ min: 49, max: 51, noNaN: true }),
    lon: fc.double({ min: 9, max: 11, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 300 }), fc.integer({ min: 2, max: 100 }), (points, most) => {
      const numbered = points.map((point, index) => ({ ...point, index, t: index }))
      const line = thinned(numbered, most)
      assert.ok(line.length <= Math.max(most, Math.min(2, points.length)))
      if (points.length === 0) return
      assert.deepEqual([line[0]?.index, line.at(-1)?.index], [0, points.length - 1])
      for (const [i, { index }] of line.entries()) if (i > 0) assert.ok(index > line[i - 1]!.index)
    }),
    { numRuns: 100 },
  )
})
