import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexAt, linesOf, placeAt, sumsOf, type Timeline, type TrackPoint, type Trip, valueAt } from './track.ts'

const track: TrackPoint[] = [
  [100, 50, 10, 0],
  [200, 50, 11, 60],
  [300, 51, 11, null],
]
const place = { latitude: 0, longitude: 0, geofence: null, address: null }
const boundary = { rule: 'left', seconds: null, message_at: 0, why: '' }
const aTrip = (kind: Trip['kind'], from: number, to: number, change: Partial<Trip> = {}): Trip => ({
  id: `${kind}-${from}`,
  unit_id: 1,
  kind,
  from,
  to,
  private: false,
  from_place: place,
  to_place: place,
  driver: null,
  duration: to - from,
  distance: 0,
  max_speed: 0,
  average_speed: 0,
  idle_seconds: 0,
  quality: 100,
  open: false,
  short: false,
  began: boundary,
  ended: boundary,
  revised_at: null,
  ...change,
})

test('finds the point of a moment among many', () => {
  assert.deepEqual(
    [99, 100, 199, 200, 300, 999].map((at) => indexAt(track, at)),
    [-1, 0, 0, 1, 2, 2],
  )
  assert.equal(indexAt([], 1), -1)
})

test('between two points a unit is on the line between them', () => {
  assert.deepEqual(placeAt(track, 150), { latitude: 50, longitude: 10.5 })
  assert.deepEqual(placeAt(track, 300), { latitude: 51, longitude: 11 })
  assert.equal(placeAt(track, 99), undefined)
  assert.equal(placeAt(track, 301), undefined)
})

test('a value holds until the next, but not through a gap', () => {
  const samples = [
    [100, 5],
    [200, 9],
  ] as const
  assert.deepEqual(
    [99, 100, 199, 200, 1100, 1101].map((at) => valueAt(samples, at)),
    [undefined, 5, 5, 9, 9, undefined],
  )
})

test('each trip is a line from its beginning to its end; stops and gaps have none', () => {
  const trips = [aTrip('trip', 125, 200), aTrip('gap', 200, 300), aTrip('trip', 300, 400)]
  const timeline: Timeline = { unit_id: 1, trips, track, series: {} }
  assert.deepEqual(linesOf(timeline), [
    {
      trip: 'trip-125',
      line: [
        [10.25, 50],
        [11, 50],
      ],
    },
  ])
})

test('a trip over midnight counts with its part of the day, on the day it begins', () => {
  const trips = [
    aTrip('trip', 50, 150, { distance: 1000, max_speed: 80 }),
    aTrip('stop', 150, 180),
    aTrip('trip', 180, 220, { distance: 400, max_speed: 50 }),
    aTrip('gap', 220, 300),
  ]
  assert.deepEqual(sumsOf(trips, 100, 200), { distance: 700, driving: 70, standing: 30, topSpeed: 80, trips: 1 })
})
