import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setHabits } from '../../../shared/format/habits.ts'
import { dateOf, dayOf, daysAway, isDate, zone } from './day.ts'

const { TZ } = process.env
process.env.TZ = 'Europe/Berlin'
// Drops formats of the previous time zone.
setHabits({})
after(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
  setHabits({})
})

for (const [text, isReal] of [
  ['2026-11-15', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['today', false],
  ['1969-12-31', false],
] as const) {
  test(`${text} is ${isReal ? 'a' : 'no'} date`, () => assert.equal(isDate(text), isReal))
}

test('a day begins and ends at midnight, even when the clocks change', () => {
  const hours = (date: string) => (dayOf(date).to - dayOf(date).from) / 3600
  assert.deepEqual(['2026-11-15', '2026-03-29', '2026-10-25'].map(hours), [24, 23, 25])
  assert.equal(dayOf('2026-11-15').from, Date.UTC(2026, 10, 14, 23) / 1000)
})

test('the next day is correct across months and clock changes', () => {
  assert.equal(daysAway('2026-10-31', 1), '2026-11-01')
  assert.equal(daysAway('2026-03-30', -1), '2026-03-29')
  assert.equal(dateOf(dayOf('2026-10-25').to - 1), '2026-10-25')
})

test('a day belongs to the chosen time zone', () => {
  setHabits({ zone: 'America/Los_Angeles' })
  try {
    assert.equal(dayOf('2026-11-18').from, Date.UTC(2026, 10, 18, 8) / 1000)
    assert.equal(dateOf(Date.UTC(2026, 10, 18, 7) / 1000), '2026-11-17')
    assert.equal(zone(), 'America/Los_Angeles')
    assert.equal((dayOf('2026-11-01').to - dayOf('2026-11-01').from) / 3600, 25)
  } finally {
    setHabits({})
  }
})
