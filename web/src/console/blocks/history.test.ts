import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionTitle, changesOf } from './history.ts'

test('only changed fields are listed, with their old values', () => {
  assert.deepEqual(changesOf({ title: 'A', blocked: false }, { title: 'A', blocked: true }), [
    { field: 'blocked', from: 'false', to: 'true' },
  ])
})

test('what is new has no before', () => {
  assert.deepEqual(changesOf(null, { title: 'A' }), [{ field: 'title', from: undefined, to: 'A' }])
  assert.deepEqual(changesOf({}, { apps: ['x'] }), [{ field: 'apps', from: undefined, to: '["x"]' }])
})

test('what is gone is null', () => assert.deepEqual(changesOf({ at: 5 }, {}), [{ field: 'at', from: '5', to: 'null' }]))
test('nothing recorded is nothing to tell', () => assert.deepEqual(changesOf(null, null), []))

test('an action is said as a thing and what was done to it', () => {
  assert.equal(actionTitle('accounts.set-lifecycle'), 'Accounts: set lifecycle')
})
