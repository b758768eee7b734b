import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { metresBetween } from '#kernel/geo/position.ts'
import { inOrder, type Place, type Point } from './point.ts'
import type { Segment } from './segment.ts'
import { openSegment, type State, startState, step } from './segmentation.ts'

/** A road east of a position in the middle of nowhere: a fixed number of metres per degree. */
const home: Place = { lat: 50, lon: 10 }
const metreLat = 1 / 111_195
const metreLon = metreLat / Math.cos((50 * Math.PI) / 180)
const east = (metres: number, north = 0): Place => ({
  lat: home.lat + north * metreLat,
  lon: home.lon + metres * metreLon,
})

const base = 1_790_000_000
const at = (t: number, place: Place | undefined, speed?: number, ignition?: boolean): Point => ({
  t: base + t,
  place,
  speed,
  ignition,
})

/** A vehicle that stands and drives, reported every this many seconds. */
function route(
  legs: readonly { seconds: number; kmh: number; ignition?: boolean }[],
  every = 10,
  drift: (index: number) => number = () => 0,
): Point[] {
  const points: Point[] = []
  let metres = 0
  let t = 0
  for (const { seconds, kmh, ignition } of legs) {
    for (let passed = 0; passed < seconds; passed += every) {
      points.push(at(t, east(metres, kmh === 0 ? drift(points.length) : 0), kmh, ignition))
      metres += (kmh / 3.6) * every
      t += every
    }
  }
  return points
}

function run(points: readonly Point[], state: State = startState()): Segment[] {
  const segments: Segment[] = []
  for (const point of inOrder(points)) step(state, point, (segment) => segments.push(segment))
  const open = openSegment(state)
  return open ? [...segments, open] : segments
}

const told = (segments: readonly Segment[]) =>
  segments.map(({ kind, began, ended }) => [kind, began.t - base, ended.t - base, began.rule, ended.rule])

const km = ({ sums }: Segment) => Math.round(sums.metres / 100) / 10

suite('a day without ignition', () => {
  const day = route([
    { seconds: 600, kmh: 0 },
    { seconds: 1200, kmh: 60 },
    { seconds: 900, kmh: 0 },
    { seconds: 600, kmh: 30 },
    { seconds: 600, kmh: 0 },
  ])

  test('consists of stops and trips, one after the other', () => {
    assert.deepEqual(told(run(day)), [
      ['stop', 0, 600, 'first_message', 'left'],
      ['trip', 600, 1800, 'left', 'standing'],
      ['stop', 1800, 2700, 'standing', 'left'],
      ['trip', 2700, 3300, 'left', 'standing'],
      ['stop', 3300, 3890, 'standing', null],
    ])
  })

  test('has the distances and speeds that were driven', () => {
    const [, first, , second] = run(day) as [Segment, Segment, Segment, Segment]
    assert.deepEqual([km(first), km(second)], [20, 5])
    assert.deepEqual([first.sums.topKmh, second.sums.topKmh], [60, 30])
    assert.ok(Math.abs(first.sums.moving - 1190) <= 10, String(first.sums.moving))
  })

  test('names the message that decided', () => {
    const [, trip] = run(day) as [Segment, Segment]
    assert.equal(trip.ended.seen! - base, 2100)
  })
})

test('with ignition a trip is from key to key, and includes idling', () => {
  const day = route([
    { seconds: 600, kmh: 0, ignition: false },
    { seconds: 120, kmh: 0, ignition: true },
    { seconds: 900, kmh: 40, ignition: true },
    { seconds: 120, kmh: 0, ignition: true },
    { seconds: 900, kmh: 40, ignition: true },
    { seconds: 100, kmh: 0, ignition: true },
    { seconds: 600, kmh: 0, ignition: false },
  ])
  const segments = run(day)
  assert.deepEqual(told(segments), [
    ['stop', 0, 600, 'first_message', 'ignition_on'],
    ['trip', 600, 2740, 'ignition_on', 'ignition_off'],
    ['stop', 2740, 3330, 'ignition_off', null],
  ])
  const trip = segments[1] as Segment
  assert.equal(km(trip), 20)
  assert.ok(Math.abs(trip.sums.idle - (120 + 120 + 100)) <= 30, String(trip.sums.idle))
  assert.ok(Math.abs(trip.sums.engine - 2140) <= 10, String(trip.sums.engine))
})

test('an engine that runs for half an hour is not a trip, and the time is counted', () => {
  const segments = run(
    route([
      { seconds: 600, kmh: 0, ignition: false },
      { seconds: 1800, kmh: 0, ignition: true },
      { seconds: 600, kmh: 0, ignition: false },
    ]),
  )
  assert.deepEqual(told(segments), [['stop', 0, 2990, 'first_message', null]])
  assert.equal(segments[0]?.sums.engine, 1800)
})

test('a parked receiver that wanders for a night makes no trip', () => {
  const wander = (index: number) => 75 * Math.sin(index * 1.7) + 20 * Math.sin(index * 0.31)
  const segments = run(route([{ seconds: 36_000, kmh: 0 }], 30, wander))
  assert.deepEqual(told(segments), [['stop', 0, 35_970, 'first_message', null]])
  assert.equal(segments[0]?.sums.metres, 0)
})

test('a single position out of reach is rejected, and costs quality only', () => {
  const day = route([
    { seconds: 300, kmh: 0 },
    { seconds: 1200, kmh: 60 },
    { seconds: 600, kmh: 0 },
  ])
  const spiked = day.map((point, index) => (index === 70 ? { ...point, place: east(60_000) } : point))
  const segments = run(spiked)
  assert.deepEqual(
    segments.map(({ kind }) => kind),
    ['stop', 'trip', 'stop'],
  )
  assert.deepEqual([km(segments[1] as Segment), segments[1]?.sums.dropped], [20, 1])
})

test('a unit that is really elsewhere is accepted at its second position', () => {
  const points = [
    ...route([{ seconds: 600, kmh: 0 }]),
    at(610, east(500_000), 0),
    at(640, east(500_000), 0),
    at(900, east(500_000), 0),
  ]
  assert.deepEqual(told(run(points)), [
    ['stop', 0, 590, 'first_message', 'jump'],
    ['gap', 590, 610, 'jump', 'jump'],
    ['stop', 610, 900, 'jump', null],
  ])
})

suite('silence', () => {
  const driving = route([
    { seconds: 300, kmh: 0 },
    { seconds: 900, kmh: 60 },
  ])
  const after = (seconds: number, metres: number) =>
    route([
      { seconds: 600, kmh: 60 },
      { seconds: 600, kmh: 0 },
    ]).map((point) => ({
      ...point,
      t: point.t + 1200 + seconds,
      place: east(15_000 + metres + metresBetween(home, point.place as Place)),
    }))

  test('of a tunnel is bridged, and counted', () => {
    const segments = run([...driving, ...after(900, 15_000)])
    assert.deepEqual(
      segments.map(({ kind }) => kind),
      ['stop', 'trip', 'stop'],
    )
    const trip = segments[1] as Segment
    assert.equal(km(trip), 40)
    assert.ok(Math.abs(trip.sums.silent - 910) < 2)
  })

  test('of hours ends the trip, and the time in between is unknown', () => {
    assert.deepEqual(
      told(run([...driving, ...after(7200, 15_000)])).map(([kind, , , began, ended]) => [kind, began, ended]),
      [
        ['stop', 'first_message', 'left'],
        ['trip', 'left', 'silence'],
        ['gap', 'silence', 'heard_again'],
        ['trip', 'heard_again', 'standing'],
        ['stop', 'standing', null],
      ],
    )
  })

  test('at one place is a stop there', () => {
    assert.deepEqual(
      told(run([...driving, at(8000, east(14_850), 0), at(8100, east(14_850), 0)])).map(([kind, , , began]) => [
        kind,
        began,
      ]),
      [
        ['stop', 'first_message'],
        ['trip', 'left'],
        ['stop', 'silent_here'],
      ],
    )
  })

  test('of a tracker that sleeps while parked is parking', () => {
    const parked = route([{ seconds: 600, kmh: 0, ignition: false }])
    const woken = route([{ seconds: 900, kmh: 36, ignition: true }]).map((point) => ({
      ...point,
      t: point.t + 30_000,
      place: east(800 + metresBetween(home, point.place as Place)),
    }))
    const [stop, trip] = run([...parked, ...woken]) as [Segment, Segment]
    assert.deepEqual([stop.kind, trip.kind], ['stop', 'trip'])
    // 800 m at 36 km/h before it was received.
    assert.deepEqual([stop.ended.t - base, trip.began.t - base], [29_920, 29_920])
  })
})

test('a trip needs a distance: a few metres are none', () => {
  for (const segment of run(
    route([
      { seconds: 600, kmh: 0 },
      { seconds: 20, kmh: 20 },
      { seconds: 600, kmh: 0 },
    ]),
  )) {
    assert.equal(segment.kind, 'stop')
  }
})

suite('the order of messages', () => {
  const leg = fc.record({
    seconds: fc.integer({ min: 1, max: 40 }).map((n) => n * 60),
    kmh: fc.constantFrom(0, 0, 4, 30, 90),
    ignition: fc.constantFrom(true, false, undefined),
  })
  const day = fc.record({
    legs: fc.array(leg, { minLength: 1, maxLength: 12 }),
    every: fc.constantFrom(5, 20, 60),
    drift: fc.integer({ min: 0, max: 80 }),
    /** Each point is lost, duplicated, or an outlier, by its number. */
    noise: fc.array(fc.constantFrom('', '', '', '', 'lost', 'twice', 'outlier', 'blind'), {
      minLength: 7,
      maxLength: 50,
    }),
    gap: fc.option(fc.record({ from: fc.nat(300), points: fc.nat(200) })),
  })
  const pointsOf = ({
    legs,
    every,
    drift,
    noise,
    gap,
  }: typeof day extends fc.Arbitrary<infer T> ? T : never): Point[] =>
    route(legs as never, every, (index) => drift * Math.sin(index * 2.1)).flatMap((point, index): Point[] => {
      if (gap && index >= gap.from && index < gap.from + gap.points) return []
      switch (noise[index % noise.length]) {
        case 'lost':
          return []
        case 'twice':
          return [point, { ...point, speed: (point.speed ?? 0) + 1 }]
        case 'outlier':
          return [{ ...point, place: east(2_000_000) }]
        case 'blind':
          return point.ignition === undefined ? [] : [{ ...point, place: undefined, speed: undefined }]
        default:
          return [point]
      }
    })

  test('changes nothing, nor does continuing from a stored state', () => {
    fc.assert(
      fc.property(day, fc.array(fc.nat(), { maxLength: 5 }), fc.infiniteStream(fc.nat()), (made, cuts, keys) => {
        const points = pointsOf(made)
        const whole = run(points)
        const shuffled = points.map((point) => ({ point, key: keys.next().value as number }))
        shuffled.sort((a, b) => a.key - b.key)
        assert.deepEqual(run(shuffled.map(({ point }) => point)), whole)
        const ordered = inOrder(points)
        let state = startState()
        const segments: Segment[] = []
        const stops = new Set(cuts.map((cut) => cut % Math.max(1, ordered.length)))
        for (const [index, point] of ordered.entries()) {
          if (stops.has(index)) state = JSON.parse(JSON.stringify(state))
          step(state, point, (segment) => segments.push(segment))
        }
        const open = openSegment(state)
        assert.deepEqual(open ? [...segments, open] : segments, whole)
      }),
      { numRuns: 60 },
    )
  })

  test('segments follow each other without overlap, and every trip has a distance', () => {
    fc.assert(
      fc.property(day, (made) => {
        let before = Number.NEGATIVE_INFINITY
        for (const { kind, began, ended, sums } of run(pointsOf(made))) {
          assert.ok(
            began.t >= before && ended.t > began.t,
            `${kind} ${began.t - base} ${ended.t - base} ${before - base}`,
          )
          before = ended.t
          for (const [name, value] of Object.entries(sums)) assert.ok(value >= 0, `${name} ${value}`)
          if (kind === 'trip') {
            const seconds = sums.moving + sums.idle + sums.silent
            assert.ok(sums.metres >= 150, String(sums.metres))
            assert.ok(Math.abs(seconds - (ended.t - began.t)) < 1, `${seconds} of ${ended.t - began.t}`)
          }
        }
      }),
      { numRuns: 100 },
    )
  })
})
