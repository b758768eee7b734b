import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gridLines, gridStep } from './grid.ts'

for (const [zoom, step] of [
  [0, 45],
  [2, 20],
  [5, 5],
  [10, 0.1],
  [14, 0.005],
  [16, 0.002],
  [18, 0.0005],
] as const) {
  test(`at zoom ${zoom} the lines are ${step}° apart`, () => assert.equal(Number(gridStep(zoom).toFixed(6)), step))
}

test('lines are never too close together, nor so far apart that none is on the screen', () => {
  for (let zoom = 1; zoom <= 22; zoom += 0.1) {
    const pixels = (gridStep(zoom) / 360) * 512 * 2 ** zoom
    assert.ok(pixels >= 64 && pixels <= 300, `${pixels} pixels at zoom ${zoom}`)
  }
})

test('the lines cover the screen at round degrees', () => {
  const lines = gridLines({ west: 25.2, south: 54.6, east: 25.36, north: 54.74 }, 11)
  const step = gridStep(11)
  assert.ok(lines.length >= 4)
  for (const [[x, y] = [0, 0], [x2, y2] = [0, 0]] of lines) {
    const fixed = x === x2 ? x : y
    assert.ok(Math.abs(fixed / step - Math.round(fixed / step)) < 1e-9)
    assert.ok(x === x2 ? y < y2 : x < x2)
  }
})

test('a screen over the pole has no line beyond the map', () => {
  for (const line of gridLines({ west: -180, south: -90, east: 180, north: 90 }, 1))
    for (const [, latitude] of line) assert.ok(Math.abs(latitude) <= 85)
})
