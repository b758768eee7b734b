import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf, offsetOf, paddingOf } from './fit.ts'

const unit = (longitude: number, latitude: number) => ({ longitude, latitude })
const square = (west: number, south: number, side: number) => ({
  shape: {
    type: 'polygon' as const,
    points: [unit(west, south), unit(west + side, south), unit(west + side, south + side), unit(west, south + side)],
  },
})

test('a map shows all units and the geofences around them, and none far away', () => {
  const units = [unit(9.5, 47.1), unit(9.6, 47.2)]
  assert.deepEqual(boundsOf(units, []), [9.5, 47.1, 9.6, 47.2])
  assert.deepEqual(boundsOf(units, [square(9.5625, 47.1875, 0.0625), square(12, 50, 1)]), [9.5, 47.1, 9.625, 47.25])
  // Units one above the other still have what is next to them.
  assert.deepEqual(boundsOf([unit(9.5, 47), unit(9.5, 47.25)], [square(9.75, 47, 0.125)]), [9.5, 47, 9.875, 47.25])
  assert.deepEqual(boundsOf([], [square(12, 50, 1)]), [12, 50, 13, 51])
  assert.equal(boundsOf([], []), undefined)
})

test('overlays take room at the side of a map, but never more than half of it', () => {
  assert.deepEqual(paddingOf({ start: 390, bottom: 0 }, 1000, 700), { top: 70, right: 70, bottom: 70, left: 460 })
  assert.deepEqual(paddingOf({ start: 0, bottom: 500 }, 390, 600), { top: 70, right: 65, bottom: 370, left: 65 })
  assert.deepEqual(offsetOf({ start: 390, bottom: 0 }), [195, -0])
  assert.deepEqual(offsetOf({ start: 390, bottom: 0 }, true), [-195, -0])
  assert.equal(paddingOf({ start: 390, bottom: 0 }, 1000, 700, true).right, 460)
})
