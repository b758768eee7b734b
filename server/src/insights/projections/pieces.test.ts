import assert from 'node:assert/strict'
import { test } from 'node:test'
import { piecesMax, piecesOf } from './pieces.ts'

test('pieces keep every peak, and their averages and counts are those of all values, in any order', () => {
  const values = Array.from(
    { length: 5_000 },
    (_, index) => [1000 + index * 7.3, Math.sin(index / 50) * 20 + (index % 13)] as const,
  )
  const shuffled = values.toSorted(([, one], [, other]) => one - other)
  const [from, to] = [1000, 1000 + 5_000 * 7.3]
  const made = [values, shuffled].map((some) => {
    const pieces = piecesOf(from, to)
    for (const [at, value] of some) pieces.add(at, value)
    return pieces.pieces()
  })
  const [pieces, others] = made as [ReturnType<ReturnType<typeof piecesOf>['pieces']>, unknown]
  // The middle of a piece may be rounded either way.
  const rough = (some: unknown) =>
    JSON.parse(JSON.stringify(some), (key, one) =>
      key === 'at' ? 0 : typeof one === 'number' ? Math.round(one * 1e6) : one,
    )
  assert.deepEqual(rough(pieces), rough(others))
  assert.ok(pieces.length <= piecesMax)
  const all = values.map(([, value]) => value)
  assert.deepEqual(
    [Math.min(...pieces.map(({ min }) => min)), Math.max(...pieces.map(({ max }) => max))],
    [Math.min(...all), Math.max(...all)],
  )
  const sum = pieces.reduce((total, { average, count }) => total + average * count, 0)
  assert.ok(Math.abs(sum - all.reduce((total, value) => total + value, 0)) < 1e-6)
  assert.equal(
    pieces.reduce((total, { count }) => total + count, 0),
    values.length,
  )
})
