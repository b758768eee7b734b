import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from './attention.ts'

test('a need leads to those it counts, or to where such things are mended', () => {
  assert.equal(addressOf({ kind: 'accounts.waiting', ids: [7, 12] }), '#/clients?ids=7,12')
  assert.equal(addressOf({ kind: 'units.turned-away', ids: [3] }), '#/units?ids=3')
  assert.equal(addressOf({ kind: 'webhooks.failed', ids: ['a'] }), '#/developers')
  assert.equal(addressOf({ kind: 'company.approve', ids: [] }), '#/company')
})
