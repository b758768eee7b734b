import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stateOf } from './dealer.ts'

const active = { suspended_at: null, verified: true, agreement: true, approved: true, review_waiting: false }

test('the state of a dealer is the most important one', () => {
  assert.equal(stateOf(active), 'active')
  assert.equal(stateOf({ ...active, review_waiting: true }), 'review')
  assert.equal(stateOf({ ...active, approved: false }), 'review')
  assert.equal(stateOf({ ...active, approved: false, agreement: false }), 'unverified')
  assert.equal(stateOf({ ...active, verified: false, suspended_at: 1 }), 'suspended')
})
