import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitted, fractionsOf, moved, type Plane, zoomed } from './plane.ts'

const window = { width: 800, height: 400 }
const size = { width: 800, height: 600 }

test('at first the whole plan is visible, in the middle', () => {
  const { zoom, left, top } = fitted(window, size)
  assert.deepEqual([zoom, left, top], [2 / 3, (800 - 800 * (2 / 3)) / 2, 0])
})

test('what is under the pointer stays under it', () => {
  let plane: Plane = fitted(window, size)
  const before = fractionsOf(plane, size, 320, 200)
  for (const by of [1.5, 1.5, 0.8, 3]) {
    plane = zoomed(plane, window, size, by, 320, 200)
    assert.deepEqual(fractionsOf(plane, size, 320, 200), before)
  }
})

test('zoom is limited, and the plan cannot be moved out of view', () => {
  let plane = fitted(window, size)
  for (let times = 0; times < 40; times++) plane = zoomed(plane, window, size, 2, 0, 0)
  assert.equal(plane.zoom, 8)
  for (let times = 0; times < 40; times++) plane = zoomed(plane, window, size, 0.5, 0, 0)
  assert.equal(plane.zoom, 0.5)
  plane = moved(plane, window, size, 5000, -5000)
  assert.ok(plane.left < window.width && plane.top + size.height * plane.zoom > 0)
})

test('a point outside is moved to the nearest edge', () => {
  const plane = fitted(window, size)
  assert.deepEqual(fractionsOf(plane, size, -50, 5000), { x: 0, y: 1 })
})
