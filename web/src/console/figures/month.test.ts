import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf, churnOf, monthIn, shortMonth } from './month.ts'

test('churn is relative to the start of the month', () => {
  assert.equal(churnOf({ count: 100, joined: 10, left: 10 }), '10%')
  assert.equal(churnOf({ count: 99, joined: 0, left: 1 }), '1%')
  assert.equal(churnOf({ count: 3, joined: 3, left: 0 }), undefined)
})

test('a change is relative to the value before, if there was one', () => {
  assert.equal(changeOf(150, 100), '+50%')
  assert.equal(changeOf(50, 100), '-50%')
  assert.equal(changeOf(100, 100), '0%')
  assert.equal(changeOf(100, 0), undefined)
})

test('a month in the address is used only if it is valid', () => {
  assert.equal(monthIn('2026-11'), '2026-11')
  assert.equal(monthIn('2026-13'), undefined)
  assert.equal(monthIn(null), undefined)
  assert.equal(shortMonth('2026-11'), 'Nov 26')
})
