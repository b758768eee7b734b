import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { expiryOf } from './expiry.ts'

suite('on 17 November 2026', () => {
  for (const [day, expected] of [
    [null, 'none'],
    ['2026-11-16', 'over'],
    ['2026-11-17', 'soon'],
    ['2026-12-17', 'soon'],
    ['2026-12-18', 'good'],
    ['2028-02-29', 'good'],
  ] as const) {
    test(`${day} is ${expected}`, () => assert.equal(expiryOf(day, '2026-11-17'), expected))
  }
})
