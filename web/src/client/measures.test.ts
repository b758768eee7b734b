import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setHabits } from '../shared/format/habits.ts'
import {
  formatAmount,
  formatClock,
  formatClockIn,
  formatDuration,
  formatHours,
  formatKm,
  formatKmh,
  formatTotal,
} from './measures.ts'

for (const [seconds, text] of [
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3599, '1 h'],
  [3600, '1 h'],
  [7800, '2 h 10 min'],
  [90_000, '25 h'],
  [172_000, '2 d'],
  [183_600, '2 d 3 h'],
  [1053 * 3600, '44 d'],
] as const) {
  test(`${seconds} seconds are ${text}`, () => assert.equal(formatDuration(seconds), text))
}

test('totals stay in hours', () => assert.equal(formatTotal(577_200), '160 h 20 min'))

test('hours in a column are short, and a few seconds are not zero', () => {
  assert.deepEqual([20, 3599, 83_100, 90_000].map(formatHours), ['0:01', '1:00', '23:05', '25:00'])
})

test('distances, speeds and amounts have a unit and no false precision', () => {
  assert.deepEqual([formatKm(0), formatKm(24_310.5), formatKm(1_234_567)], ['0.0 km', '24.3 km', '1,235 km'])
  assert.deepEqual([formatKmh(92.5), formatAmount(41.55, 'l')], ['93 km/h', '41.6 l'])
})

test('a time on another day includes the day', () => {
  const at = (hours: number) => new Date(2026, 10, 15, hours, 5).getTime() / 1000
  const clock = (hours: number) => formatClockIn(at(hours), at(0) - 300, at(24) - 300)
  assert.match(clock(18), /^(18:05|06:05)/)
  for (const [hours, day] of [
    [-6, '14'],
    [30, '16'],
  ] as const)
    assert.match(clock(hours), new RegExp(`\\b${day}\\b.*05`))
})

test('miles and a 12-hour clock are used everywhere', () => {
  setHabits({ measure: 'imperial', volume: 'us_gallons', clock: '12h', zone: 'America/New_York' })
  try {
    assert.deepEqual([formatKm(24_310.5), formatKmh(100), formatAmount(41.55, 'l')], ['15.1 mi', '62 mph', '11 gal'])
    assert.equal(formatClock(Date.UTC(2026, 10, 18, 18, 5) / 1000).replaceAll('\u202f', ' '), '1:05 PM')
  } finally {
    setHabits({})
  }
})
