import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAgo } from './times.ts'

const now = 1_800_000_000
for (const [away, shown] of [
  [0, 'just now'],
  // A tracker's clock that is a little ahead.
  [4, 'just now'],
  [-30, '30 seconds ago'],
  [-89, '89 seconds ago'],
  [-120, '2 minutes ago'],
  [-3600, '60 minutes ago'],
  [-7200, '2 hours ago'],
  [-86_400 * 3, '3 days ago'],
  [3600 * 5, 'in 5 hours'],
] as const) {
  test(`${away} seconds from now is ${shown}`, () => assert.equal(formatAgo(now + away, now), shown))
}
