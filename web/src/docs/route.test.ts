import assert from 'node:assert/strict'
import { test } from 'node:test'
import { docsRouteOf, hashOf } from './route.ts'

for (const [hash, dialect, anchor] of [
  ['', 'provider', ''],
  ['#partner', 'partner', ''],
  ['#provider/post-accounts', 'provider', 'post-accounts'],
  ['#/partner/errors', 'partner', 'errors'],
  ['#elsewhere/post-accounts', 'provider', ''],
  ['#partner/%E0%A4%A', 'partner', '%E0%A4%A'],
] as const) {
  test(`"${hash}" leads to ${dialect} ${anchor || 'overview'}`, () => {
    assert.deepEqual(docsRouteOf(hash), { dialect, anchor })
  })
}

test('an address leads back to where it was made', () => {
  for (const route of [
    { dialect: 'partner', anchor: '' },
    { dialect: 'provider', anchor: 'get-units' },
  ] as const)
    assert.deepEqual(docsRouteOf(hashOf(route)), route)
})
