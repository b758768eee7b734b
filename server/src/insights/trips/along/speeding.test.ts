import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Road } from '#kernel/geo/addresses.ts'
import { type RoadPoint, speedingIn, worstOf } from './speeding.ts'

const town: Road = { kind: 'residential', limit: 50, usual: 40 }
const lane: Road = { kind: 'tertiary', usual: 60 }
type Given = readonly (readonly [t: number, speed: number, road?: Road])[]
const points = (...given: Given): RoadPoint[] => given.map(([t, speed, road]) => ({ t, speed, road, lat: 50, lon: 10 }))
const told = (...given: Given) =>
  speedingIn(points(...given)).map(({ from, to, worst: { t, speed, limit, isPosted } }) => ({
    ...{ from, to, t, speed, limit, isPosted },
  }))

for (const [what, given, expected] of [
  [
    'its worst moment, with the limit there',
    [
      [0, 50, town],
      [10, 57, town],
      [20, 61, town],
      [30, 58, town],
      [40, 50, town],
    ],
    [{ from: 10, to: 30, t: 20, speed: 61, limit: 50, isPosted: true }],
  ],
  [
    'nothing within the tolerance, and nothing of a single position',
    [
      [0, 55, town],
      [10, 55, town],
      [20, 70, town],
      [30, 40, town],
    ],
    [],
  ],
  [
    'nothing where no road is known',
    [
      [0, 150],
      [10, 150],
    ],
    [],
  ],
  [
    'what is usual as usual, and only where it stands out',
    [
      [0, 70, lane],
      [10, 72, lane],
      [20, 80, lane],
      [30, 75, lane],
    ],
    [{ from: 20, to: 30, t: 20, speed: 80, limit: 60, isPosted: false }],
  ],
  [
    'two stretches on either side of a silence, and of a road of the other kind',
    [
      [0, 60, town],
      [10, 60, town],
      [100, 61, town],
      [110, 61, town],
      [120, 90, lane],
      [130, 90, lane],
    ],
    [
      { from: 0, to: 10, t: 0, speed: 60, limit: 50, isPosted: true },
      { from: 100, to: 110, t: 100, speed: 61, limit: 50, isPosted: true },
      { from: 120, to: 130, t: 120, speed: 90, limit: 60, isPosted: false },
    ],
  ],
] as [string, Given, object[]][]) {
  test(`speeding has ${what}`, () => assert.deepEqual(told(...given), expected))
}

test('the worst are those over a posted limit first, listed in order of time', () => {
  const all = speedingIn(
    points([0, 60, town], [10, 60, town], [100, 95, lane], [110, 95, lane], [200, 65, town], [210, 65, town]),
  )
  assert.deepEqual(
    worstOf(all, 2).map(({ from }) => from),
    [0, 200],
  )
  assert.deepEqual(
    worstOf(all, 1).map(({ from }) => from),
    [200],
  )
})
