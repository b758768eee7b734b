import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addMonths, fromSeconds, seconds, secondsOrNull } from './clock.ts'

suite('a month is a calendar month in UTC and ends where the month ends', () => {
  const table: [from: string, months: number, to: string][] = [
    ['2026-01-15T10:20:30.400Z', 1, '2026-02-15T10:20:30.400Z'],
    ['2026-01-31T00:00:00.000Z', 1, '2026-02-28T00:00:00.000Z'],
    ['2028-01-31T23:59:59.999Z', 1, '2028-02-29T23:59:59.999Z'],
    ['2026-03-31T12:00:00.000Z', 1, '2026-04-30T12:00:00.000Z'],
    ['2026-08-31T12:00:00.000Z', 1, '2026-09-30T12:00:00.000Z'],
    ['2026-12-31T12:00:00.000Z', 1, '2027-01-31T12:00:00.000Z'],
    ['2026-12-31T12:00:00.000Z', 2, '2027-02-28T12:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 12, '2029-02-28T12:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 48, '2032-02-29T12:00:00.000Z'],
    ['2026-01-31T12:00:00.000Z', 120, '2036-01-31T12:00:00.000Z'],
    ['2026-05-31T12:00:00.000Z', 0, '2026-05-31T12:00:00.000Z'],
    // Half past eleven at night in UTC is already the next day in half of the world.
    ['2026-10-30T23:30:00.000Z', 1, '2026-11-30T23:30:00.000Z'],
    ['2026-03-28T23:30:00.000Z', 1, '2026-04-28T23:30:00.000Z'],
  ]
  for (const [from, months, to] of table) {
    test(`${from} plus ${months}`, () => {
      assert.equal(addMonths(new Date(from), months).toISOString(), to)
    })
  }

  test('the date it starts from stays as it is', () => {
    const start = new Date('2026-01-31T00:00:00Z')
    addMonths(start, 1)
    assert.equal(start.toISOString(), '2026-01-31T00:00:00.000Z')
  })
})

test('times leave as whole seconds, never in the future', () => {
  assert.equal(seconds(new Date(1_999)), 1)
  assert.equal(secondsOrNull(null), null)
  assert.equal(secondsOrNull(new Date(5_000)), 5)
  assert.equal(fromSeconds(5).getTime(), 5_000)
})
