import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { spansOf } from '#kernel/time/zone.ts'
import type { Trip } from '../trip.ts'
import { figuresOf, sumOf } from './statistics.ts'

const midnight = Date.parse('2026-03-02T23:00:00Z') / 1000
const spans = spansOf('Europe/Berlin', 'day', midnight - 86_400, midnight + 86_400)

const one = (kind: 'trip' | 'stop' | 'gap', t0: number, t1: number, metres = 0): Trip =>
  ({
    kind,
    t0,
    t1,
    metres,
    movingSeconds: t1 - t0,
    idleSeconds: 60,
    silentSeconds: 0,
    topKmh: metres > 0 ? 80 : 0,
  }) as Trip

test('a trip over midnight is split by its time and counts where it begins', () => {
  const [first, second] = figuresOf([one('trip', midnight - 900, midnight + 2700, 40_000)], spans)
  assert.deepEqual([first?.metres, second?.metres], [10_000, 30_000])
  assert.deepEqual([first?.trips, second?.trips], [1, 0])
  assert.deepEqual([first?.topKmh, second?.topKmh], [80, 80])
})

test('a night at one place is stop time of both days', () => {
  const [first, second] = figuresOf([one('stop', midnight - 3600, midnight + 7200)], spans)
  assert.deepEqual([first?.stopSeconds, second?.stopSeconds], [3600, 7200])
  assert.deepEqual([first?.idleSeconds, second?.idleSeconds], [20, 40])
})

test('silence is neither', () => {
  const [first] = figuresOf([one('gap', midnight - 3600, midnight, 5000)], spans)
  assert.deepEqual([first?.silentSeconds, first?.metres, first?.stopSeconds], [3600, 0, 0])
})

test('a short move is distance and time, but not a trip; one that is short in only one of them is', () => {
  const [across, far, long] = [119, 119, 120].map((seconds, index) =>
    one('trip', midnight - 3600, midnight - 3600 + seconds, index === 1 ? 500 : 499),
  )
  const [figures] = figuresOf([across!], spans)
  assert.deepEqual([figures?.trips, figures?.metres, figures?.movingSeconds], [0, 499, 119])
  for (const trip of [far!, long!, { ...across!, endedRule: null }]) {
    assert.equal(figuresOf([trip], spans)[0]?.trips, 1)
  }
})

test('the days of a month add up to the month', () => {
  const [from, to] = [midnight - 40 * 86_400, midnight]
  const days = spansOf('Europe/Berlin', 'day', from, to)
  const trip = fc
    .tuple(fc.integer({ min: days[0]!.from, max: days.at(-1)!.to - 90_000 }), fc.integer({ min: 120, max: 80_000 }))
    .map(([t0, seconds]) => one('trip', t0, t0 + seconds, seconds))
  fc.assert(
    fc.property(fc.array(trip, { maxLength: 20 }), (trips) => {
      const { metres, trips: count } = sumOf(figuresOf(trips, days))
      assert.ok(Math.abs(metres - trips.reduce((sum, { metres: own }) => sum + own, 0)) < 1e-6)
      assert.equal(count, trips.length)
    }),
    { numRuns: 50 },
  )
})
