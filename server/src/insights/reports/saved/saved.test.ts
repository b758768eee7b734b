import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextRun, periodBefore } from './saved.ts'

const t = (text: string) => Date.parse(text) / 1000

for (const [what, schedule, after, next, from, to] of [
  [
    'a day',
    { every: 'day', hour: 7, zone: 'Europe/Berlin' },
    '2026-03-02T05:59:59Z',
    '2026-03-02T06:00:00Z',
    '2026-02-28T23:00:00Z',
    '2026-03-01T23:00:00Z',
  ],
  [
    'the day after',
    { every: 'day', hour: 7, zone: 'Europe/Berlin' },
    '2026-03-02T06:00:00Z',
    '2026-03-03T06:00:00Z',
    '2026-03-01T23:00:00Z',
    '2026-03-02T23:00:00Z',
  ],
  [
    'a day of 23 hours',
    { every: 'day', hour: 7, zone: 'Europe/Berlin' },
    '2026-03-29T06:00:00Z',
    '2026-03-30T05:00:00Z',
    '2026-03-28T23:00:00Z',
    '2026-03-29T22:00:00Z',
  ],
  [
    'an hour that the clocks skip',
    { every: 'day', hour: 2, zone: 'Europe/Berlin' },
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:00:00Z',
    '2026-03-27T23:00:00Z',
    '2026-03-28T23:00:00Z',
  ],
  [
    'a week',
    { every: 'week', hour: 0, zone: 'UTC' },
    '2026-03-02T00:00:00Z',
    '2026-03-09T00:00:00Z',
    '2026-03-02T00:00:00Z',
    '2026-03-09T00:00:00Z',
  ],
  [
    'a week that begins on Sunday',
    { every: 'week', hour: 7, zone: 'America/Chicago', firstWeekday: 0 },
    '2026-03-01T13:00:00Z',
    '2026-03-08T12:00:00Z',
    '2026-03-01T06:00:00Z',
    '2026-03-08T06:00:00Z',
  ],
  [
    'a month',
    { every: 'month', hour: 23, zone: 'America/New_York' },
    '2026-02-02T04:00:00Z',
    '2026-03-02T04:00:00Z',
    '2026-02-01T05:00:00Z',
    '2026-03-01T05:00:00Z',
  ],
] as const) {
  test(`a report of ${what} is made at its hour, for the time before`, () => {
    const due = nextRun({ firstWeekday: 1, ...schedule }, t(after))
    assert.equal(new Date(due * 1000).toISOString(), new Date(next).toISOString())
    assert.deepEqual(periodBefore({ firstWeekday: 1, ...schedule }, due), { from: t(from), to: t(to) })
  })
}
