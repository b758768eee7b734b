import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { dayAfter, dayAt, dayIn, dayNumber, daysBetween, isDay, monthsAfter } from './day.ts'

suite('days of the calendar', () => {
  for (const [day, months, expected] of [
    ['2026-03-31', -1, '2026-02-28'],
    ['2028-03-31', -1, '2028-02-29'],
    ['2028-02-29', -12, '2027-02-28'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-12-15', 2, '2027-02-15'],
  ] as const) {
    test(`${months} months after ${day} is ${expected}`, () => assert.equal(monthsAfter(day, months), expected))
  }
  for (const [text, expected] of [
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-04-31', false],
    ['2026-4-3', false],
    ['0000-00-00', false],
    ['tomorrow', false],
  ] as const) {
    test(`${text} is ${expected ? 'a' : 'no'} day`, () => assert.equal(isDay(text), expected))
  }
  // 22:30 UTC is the next day in Berlin in winter; the clocks change on 29 March.
  for (const [zone, at, expected] of [
    ['Europe/Berlin', '2026-03-01T22:59:59Z', '2026-03-01'],
    ['Europe/Berlin', '2026-03-01T23:00:00Z', '2026-03-02'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['Pacific/Kiritimati', '2026-02-28T10:00:00Z', '2026-03-01'],
    ['America/New_York', '2028-03-01T04:59:59Z', '2028-02-29'],
  ] as const) {
    test(`${at} is ${expected} in ${zone}`, () => assert.equal(dayIn(zone, new Date(at)), expected))
  }
})

test('counting days agrees with stepping from one to the next', () => {
  const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2190-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 800 }), (date, count) => {
      const from = date.toISOString().slice(0, 10)
      const walked = new Date(`${from}T00:00:00Z`)
      walked.setUTCDate(walked.getUTCDate() + count)
      const until = walked.toISOString().slice(0, 10)
      assert.equal(dayAfter(from, count), until)
      assert.equal(daysBetween(from, until), count)
      assert.equal(dayAt(dayNumber(from)), from)
    }),
  )
})
