import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setHabits } from '../../shared/format/habits.ts'
import { monthsOf, stepsIn, stepsOf } from './calendar.ts'

const at = (text: string) => Date.parse(text) / 1000
const day = { date: '2027-02-01', notice: 2, due: 1, block: 0, unblock: 0 }

test('months from now on, each complete, with Monday first', () => {
  const months = monthsOf({ from: at('2026-12-30T10:00Z'), until: at('2027-02-28T10:00Z'), days: [day] })
  assert.deepEqual(
    months.map(({ name }) => name),
    ['2026-12', '2027-01', '2027-02'],
  )
  const february = months[2]!
  // The first of February 2027 is a Monday.
  assert.deepEqual(february.cells[0], { date: '2027-02-01', day })
  assert.equal(february.cells.length, 28)
  // The first of January 2027 is a Friday.
  assert.equal(months[1]!.cells.filter(({ date }) => date === undefined).length, 4)
  assert.equal(stepsIn(day), 3)
})

test('the clients of a day by what happens to them', () => {
  const steps = [
    { account_id: 1, at: at('2027-02-01T00:00Z'), what: 'notice' },
    { account_id: 2, at: at('2027-02-01T23:59Z'), what: 'notice' },
    { account_id: 3, at: at('2027-02-02T00:00Z'), what: 'due' },
  ]
  assert.deepEqual([...stepsOf(steps, '2027-02-01')], [['notice', [1, 2]]])
})

test('weeks begin on the day that the reader has chosen', () => {
  setHabits({ week_start: 'sunday' })
  try {
    const [february] = monthsOf({ from: at('2027-02-01T10:00Z'), until: at('2027-02-02T10:00Z'), days: [day] })
    assert.deepEqual(
      february!.cells.slice(0, 2).map(({ date }) => date),
      [undefined, '2027-02-01'],
    )
  } finally {
    setHabits({})
  }
})
