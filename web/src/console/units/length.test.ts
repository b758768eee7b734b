import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lengthText } from './length.ts'

for (const [seconds, text] of [
  [-3, '0 s'],
  [0.4, '0 s'],
  [99, '99 s'],
  [100, '2 min'],
  [5_999, '100 min'],
  [6_000, '2 h'],
  [172_799, '48 h'],
  [172_800, '2 d'],
  [86_400 * 1_500, '1,500 d'],
] as const) {
  test(`${seconds} seconds are ${text}`, () => assert.equal(lengthText(seconds), text))
}
