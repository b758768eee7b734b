import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setHabits } from './habits.ts'
import { formatAgo, formatDays } from './times.ts'

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

test('a period is shown by its days in its own zone, whatever zone the reader is in', () => {
  const from = Date.parse('2026-03-02T05:00Z') / 1000
  setHabits({ zone: 'Europe/Berlin' })
  try {
    assert.match(formatDays(from, from + 86_400, 'America/New_York'), /^Mar 2, 2026$|^2 Mar 2026$/)
    assert.match(formatDays(from, from + 2 * 86_400, 'America/New_York'), /2.* – .*3/)
    assert.match(formatDays(from, from + 86_400, 'Mars/Olympus'), /2.* – .*3/)
  } finally {
    setHabits({})
  }
})
