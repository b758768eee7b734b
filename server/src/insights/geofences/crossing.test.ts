/** Golden tracks past, into and along a border. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openSpans, type State, startState, step, type Watched } from './crossing.ts'
import { borderOf } from './geofence.ts'
import { inOrder, type Point, pointOf } from './point.ts'
import type { Content } from './span.ts'

const start = 1_772_000_000
const metre = 1 / 111_195
/** A border at the equator: inside is south of it. */
const depot: Watched = {
  id: 'depot',
  border: borderOf({
    type: 'polygon',
    points: [
      { lat: -0.1, lon: -0.1 },
      { lat: -0.1, lon: 0.1 },
      { lat: 0, lon: 0.1 },
      { lat: 0, lon: -0.1 },
    ],
  }),
  minSeconds: 30,
  since: 0,
}

/** Seconds since the start, and metres outside the border. */
const fix = (seconds: number, metres: number, more: object = {}) =>
  pointOf({
    timestamp: start + seconds,
    'position.latitude': metres * metre,
    'position.longitude': 0.01,
    ...more,
  })

function folded(points: readonly Point[], geofence = depot): Content[] {
  const state: State = startState()
  const spans: Content[] = []
  for (const point of inOrder(points)) step(state, point, [geofence], (span) => spans.push(span))
  return [...spans, ...openSpans(state)]
}

const visits = (points: readonly Point[], geofence = depot) =>
  folded(points, geofence).map(({ t0, t1, before0, after0 }) => [
    t0 - start,
    t1 === null ? null : t1 - start,
    before0 === null ? null : before0 - start,
    after0 - start,
  ])

suite('a visit', () => {
  test('begins and ends where the straight line meets the border', () => {
    const way = [fix(0, 300), fix(30, 100), fix(60, -100), fix(90, -300), fix(300, -300), fix(330, 300), fix(400, 900)]
    assert.deepEqual(visits(way), [[45, 315, 30, 60]])
  })

  test('is found though no position was near the border', () => {
    const way = [fix(0, 5_000), fix(300, -5_000), fix(600, -5_000), fix(900, 5_000), fix(1_200, 20_000)]
    assert.deepEqual(visits(way), [[150, 750, 0, 300]])
    assert.deepEqual(visits([fix(0, 5_000), fix(300, -5_000), fix(600, 5_000)]), [[150, 450, 0, 300]])
  })

  test('after long silence begins late enough for the drive, not with the silence', () => {
    const [visit] = visits([fix(0, 1_000), fix(36_000, -1_000), fix(36_300, -1_000)])
    assert.deepEqual(visit, [35_820, null, 0, 36_000])
  })

  test('that was in progress at the first position has no observed beginning', () => {
    assert.deepEqual(visits([fix(0, -50), fix(60, -50)]), [[0, null, null, 0]])
    const since = { ...depot, since: start + 100 }
    assert.deepEqual(visits([fix(0, 100), fix(60, 100), fix(120, -50), fix(180, -50)], since), [[120, null, null, 120]])
  })

  test('that is too short does not count, and neither does a short absence', () => {
    assert.deepEqual(visits([fix(0, 200), fix(10, -20), fix(20, 200), fix(60, 200)]), [])
    const brief = [fix(0, -200), fix(60, -200), fix(70, 200), fix(80, -200), fix(200, -200)]
    assert.deepEqual(visits(brief), [[0, null, null, 0]])
    assert.equal(visits([fix(0, 200), fix(10, -20), fix(20, 200)], { ...depot, minSeconds: 0 }).length, 1)
  })

  test('does not flap on the border', () => {
    const wandering = Array.from({ length: 200 }, (_, index) => fix(60 + index * 30, 22 * Math.sin(index * 1.7)))
    assert.deepEqual(visits([fix(0, -200), ...wandering]), [[0, null, null, 0]])
    // The last position was outside: it left when it was last inside, not when it was far enough away.
    const [visit] = visits([fix(0, -200), fix(60, -10), fix(90, 10), fix(120, 20), fix(150, 100), fix(200, 400)])
    assert.deepEqual(visit, [0, 75, null, 0])
  })

  test('is not created by a single outlier, nor by estimated positions', () => {
    const still = (seconds: number) => fix(seconds, 90_000)
    assert.deepEqual(visits([still(0), still(60), fix(90, -50), still(120), still(600)]), [])
    const guess = { 'position.satellites': 1 }
    assert.deepEqual(visits([fix(0, 200), fix(30, -50, guess), fix(60, -50, guess), fix(90, -50, guess)]), [])
    // Two that agree are the true position.
    assert.equal(visits([still(0), still(60), fix(90, -50), fix(150, -60)]).length, 1)
  })
})

suite('an alarm', () => {
  const alarm = (seconds: number, more: object) => pointOf({ timestamp: start + seconds, ...more })
  const rung = (points: readonly Point[]) =>
    folded(points).map(({ alarm: name, t0, t1, count }) => [name, t0 - start, t1! - start, count])

  test('that is repeated while it lasts counts once; later it is another', () => {
    const sos = { 'alarm.event': true, 'alarm.type': 'sos', 'alarm.panic.status': true }
    const points = [0, 60, 120, 420, 800].map((seconds) => alarm(seconds, sos))
    assert.deepEqual(rung(points), [
      ['sos', 0, 420, 4],
      ['sos', 800, 800, 1],
    ])
    assert.deepEqual(rung([...points, ...points]), rung(points))
  })

  test('has its name from alarm.type, from its parameter, or is general', () => {
    assert.deepEqual(rung([alarm(0, { 'alarm.event': true, 'alarm.type': 'crash,towing' })]), [
      ['crash', 0, 0, 1],
      ['towing', 0, 0, 1],
    ])
    assert.deepEqual(rung([alarm(0, { 'harsh.braking.event': true })]), [['harsh_braking', 0, 0, 1]])
    assert.deepEqual(rung([alarm(0, { 'alarm.event': true })]), [['general', 0, 0, 1]])
    assert.deepEqual(rung([alarm(0, { 'alarm.event': false, 'alarm.type': 'nonsense' })]), [])
  })
})
