import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { metresBetween } from '#kernel/geo/position.ts'
import type { Place } from '../trips/segments/point.ts'
import { borderOf, onTheWay, partBefore, type Shape, shapeProblems, tidied } from './geofence.ts'

const at = (lat: number, lon: number): Place => ({ lat, lon })
const polygon = (...points: [number, number][]): Shape => ({
  type: 'polygon',
  points: points.map(([a, b]) => at(a, b)),
})
const problems = (shape: Shape) => shapeProblems(tidied(shape)).map(({ message }) => message)

suite('the distance from a border', () => {
  test('of a circle is measured from its centre, on both sides of the date line and at the pole', () => {
    const border = borderOf({ type: 'circle', center: at(-17, 179.999), radius: 500 })
    assert.ok(
      Math.abs(
        border(at(-17, -179.999)) - (metresBetween(at(0, 0), at(0, 0.002)) * Math.cos(17 * (Math.PI / 180)) - 500),
      ) < 1,
    )
    assert.ok(border(at(-17, -179.99)) > 0)
    const polar = borderOf({ type: 'circle', center: at(90, 0), radius: 200_000 })
    for (const lon of [-180, -90, 0, 90, 179]) assert.ok(Math.abs(polar(at(89, lon)) + 88_805) < 10)
  })

  test('of a polygon is negative inside, even with a dent and across the date line', () => {
    const border = borderOf(polygon([0, 0], [0, 4], [4, 4], [4, 0], [2, 2]))
    assert.ok(border(at(1, 2)) < 0)
    assert.ok(border(at(2, 1)) > 0, 'in the dent')
    assert.ok(Math.abs(border(at(-0.01, 2)) - 1112) < 2)
    assert.ok(Math.abs(border(at(0.01, 2)) + 1112) < 2)
    const over = borderOf(polygon([-1, 179], [-1, -179], [1, -179], [1, 179]))
    for (const lon of [179.5, 180, -180, -179.5]) assert.ok(over(at(0, lon)) < 0, String(lon))
    for (const lon of [178.9, -178.9, 0, 90]) assert.ok(over(at(0, lon)) > 0, String(lon))
    assert.ok(Math.abs(over(at(0, -178.99)) - 1112) < 2)
  })

  test('of a corridor is half its width from its line, even across the date line', () => {
    const border = borderOf({ type: 'corridor', points: [at(60, 179.9), at(60, -179.9)], width: 400 })
    assert.ok(Math.abs(border(at(60, 180)) + 200) < 1e-6)
    assert.ok(Math.abs(border(at(60 + 300 / 111_195, -179.95)) - 100) < 1)
    assert.ok(border(at(60, -179.8)) > 5_000)
  })

  test('agrees with a circle drawn as a polygon, wherever polygons are allowed', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -80, max: 80, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        fc.double({ min: 0.1, max: 2, noNaN: true }),
        (lat, lon, angle, share) => {
          const radius = 1_000 / 111_195
          const around = (turn: number, far: number) =>
            onTheWay(at(lat, 0), at(lat, 0), 0) && {
              lat: lat + far * radius * Math.sin(turn),
              lon: onTheWay(
                at(0, lon),
                at(0, lon + (far * radius * Math.cos(turn)) / Math.cos((lat * Math.PI) / 180)),
                1,
              ).lon,
            }
          const points = Array.from({ length: 90 }, (_, index) => around((index * Math.PI) / 45, 1))
          const place = around(angle, share)
          const drawn = borderOf({ type: 'polygon', points })(place)
          const round = borderOf({ type: 'circle', center: at(lat, lon), radius: 1_000 })(place)
          assert.ok(Math.abs(drawn - round) < 10, `${drawn} ${round}`)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('is zero where a route crosses it', () => {
    const border = borderOf({ type: 'circle', center: at(0, 180), radius: 1_000 })
    const [from, to] = [at(0, 179.9), at(0, -179.999)]
    const part = partBefore(border, from, to)
    assert.ok(Math.abs(border(onTheWay(from, to, part))) < 1)
    const back = partBefore(border, to, from)
    assert.ok(Math.abs(part + back - 1) < 1e-4)
  })
})

suite('a shape', () => {
  test('may be closed by its first point, and repeat one', () => {
    const shape = tidied(polygon([0, 0], [0, 1], [0, 1], [1, 1], [0, 0]))
    assert.equal(shape.type === 'polygon' && shape.points.length, 3)
    assert.deepEqual(shapeProblems(shape), [])
    assert.deepEqual(problems(polygon([10, 179], [10, -179], [12, 180])), [])
  })

  const refused: readonly [string, Shape, RegExp][] = [
    ['two corners', polygon([0, 0], [1, 1], [0, 0]), /at least 3 different points/],
    ['a bow tie', polygon([0, 0], [1, 1], [0, 1], [1, 0]), /from point 1 to 2 touches the one from 3 to 4/],
    ['a corner on an edge', polygon([0, 0], [0, 2], [2, 2], [0, 1]), /touches/],
    ['a corner that is met twice', polygon([0, 0], [1, 1], [2, 0], [2, 2], [1, 1], [0, 2]), /touches/],
    ['a line there and back', polygon([0, 0], [0, 2], [0, 1]), /touches/],
    ['a bow tie over the date line', polygon([0, 179], [1, -179], [0, -179], [1, 179]), /touches/],
    ['a ring round the pole', polygon([80, 0], [80, 120], [80, -120]), /pole/],
    ['a corner at the pole', polygon([80, 0], [90, 20], [80, 40]), /85°/],
    ['half the world', polygon([0, -100], [10, 0], [0, 100]), /170°/],
    ['a corridor of one point', { type: 'corridor', points: [at(0, 180), at(0, -180)], width: 50 }, /at least 2/],
  ]
  for (const [name, shape, message] of refused) {
    test(`is refused: ${name}`, () => {
      const found = problems(shape)
      assert.equal(found.length, 1)
      assert.match(found[0]!, message)
    })
  }
})
