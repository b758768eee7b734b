import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAmount, formatDuration, formatKm, formatKmh } from './measures.ts'

for (const [seconds, text] of [
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3599, '1 h'],
  [3600, '1 h'],
  [7800, '2 h 10 min'],
  [90_000, '25 h'],
] as const) {
  test(`${seconds} seconds are ${text}`, () => assert.equal(formatDuration(seconds), text))
}

test('distances, speeds and amounts have their unit and no false precision', () => {
  assert.deepEqual([formatKm(0), formatKm(24_310.5), formatKm(1_234_567)], ['0.0 km', '24.3 km', '1,235 km'])
  assert.deepEqual([formatKmh(92.5), formatAmount(41.55, 'l')], ['93 km/h', '41.6 l'])
})
