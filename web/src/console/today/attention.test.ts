import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from './attention.ts'

test('an item opens what it counts, or the page where it can be fixed', () => {
  assert.equal(addressOf({ kind: 'accounts.waiting', ids: [7, 12] }), '#/clients?ids=7,12')
  assert.equal(addressOf({ kind: 'units.turned-away', ids: [3] }), '#/units?ids=3')
  assert.equal(addressOf({ kind: 'webhooks.failed', ids: ['a'] }), '#/developers')
  assert.equal(addressOf({ kind: 'company.approve', ids: [] }), '#/company')
})
