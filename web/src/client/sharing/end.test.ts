import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOf } from './end.ts'

const now = new Date('2026-11-15T10:00').getTime() / 1000

for (const [end, date, seconds] of [
  ['hour', '', 3600],
  ['shift', '', 8 * 3600],
  ['day', '', 86_400],
  ['week', '', 7 * 86_400],
  ['date', '2026-11-15T12:30', 9000],
  ['date', '2026-11-15T09:59', undefined],
  ['date', '2028-01-01T00:00', undefined],
  ['date', '', undefined],
] as const) {
  test(`${end} ${date}: ${seconds ?? 'no end'}`, () =>
    assert.equal(endOf(end, date, now), seconds === undefined ? undefined : now + seconds))
}
