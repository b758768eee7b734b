import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cluster, pixelsOf, worldOf } from './clusters.ts'

const nobody = new Map()
const at = (id: number, longitude: number, latitude = 54) => ({ id, longitude, latitude })

test('overlapping markers are a cluster, until the zoom separates them', () => {
  const units = [at(1, 25), at(2, 25.0001), at(3, 26)]
  assert.deepEqual(
    cluster(units, nobody, 8).map(({ ids }) => ids),
    [[1, 2], [3]],
  )
  assert.deepEqual(
    cluster(units, nobody, 19).map(({ ids }) => ids),
    [[1], [2], [3]],
  )
  assert.deepEqual(
    cluster(units, nobody, 1).map(({ ids }) => ids),
    [[1, 2, 3]],
  )
})

test('a cluster is in the middle of its units, and every unit is in one', () => {
  const units = Array.from({ length: 5_000 }, (_, id) => at(id, 25 + (id % 71) / 100, 54 + Math.floor(id / 71) / 100))
  const spots = cluster(units, nobody, 10)
  assert.equal(new Set(spots.flatMap(({ ids }) => ids)).size, 5_000)
  for (const { ids, to } of spots) {
    const places = ids.map((id) => worldOf(units[id]!))
    const middle = places.reduce((sum, { x }) => sum + x, 0) / places.length
    assert.ok(Math.abs(to.x - middle) < 1e-9)
  }
})

test('a unit moves from where it was; from far away it is there at once', () => {
  const before = new Map([
    [1, at(1, 25)],
    [2, at(2, -100)],
  ])
  const [near, far] = cluster([at(1, 25.01), at(2, 27)], before, 10)
  assert.deepEqual([near?.from, near?.to], [worldOf(at(1, 25)), worldOf(at(1, 25.01))])
  assert.deepEqual(far?.from, far?.to)
})

test('the middle of the map is the middle of the screen, and the date line is no barrier', () => {
  const screen = { width: 800, height: 600, zoom: 10, centre: worldOf(at(0, 179.99)) }
  const [here, beyond] = cluster([at(1, 179.99), at(2, -179.99)], nobody, 10)
  assert.deepEqual(pixelsOf(here!, 1, screen), { x: 400, y: 300 })
  const { x } = pixelsOf(beyond!, 1, screen)
  assert.ok(Math.abs(x - (400 + (0.02 / 360) * 512 * 1024)) < 1e-6, String(x))
})
