import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anchorOf, checkAfter, type Extension, extended, momentsOf, nextAnchor, shareOf, stateAt } from './unit-term.ts'

suite('a renewal', () => {
  const rows: readonly [paid: string | null, today: string, by: Extension, from: string, until: string][] = [
    // Before its end it continues where it ends.
    ['2026-03-31', '2026-03-10', { months: 1 }, '2026-04-01', '2026-04-30'],
    ['2026-03-31', '2026-03-31', { months: 12 }, '2026-04-01', '2027-03-31'],
    // After its end, or without an earlier term, it begins today.
    ['2026-03-31', '2026-04-01', { months: 1 }, '2026-04-01', '2026-04-30'],
    ['2026-03-31', '2026-07-20', { months: 3 }, '2026-07-20', '2026-10-19'],
    [null, '2026-01-01', { months: 1 }, '2026-01-01', '2026-01-31'],
    // Ends of months and leap days.
    [null, '2026-01-31', { months: 1 }, '2026-01-31', '2026-02-27'],
    [null, '2028-01-31', { months: 1 }, '2028-01-31', '2028-02-28'],
    [null, '2028-02-29', { months: 12 }, '2028-02-29', '2029-02-27'],
    [null, '2028-02-29', { months: 48 }, '2028-02-29', '2032-02-28'],
    ['2026-02-28', '2026-02-01', { months: 1 }, '2026-03-01', '2026-03-31'],
    ['2028-02-29', '2028-02-01', { months: 1 }, '2028-03-01', '2028-03-31'],
    ['2026-12-31', '2026-12-31', { months: 2 }, '2027-01-01', '2027-02-28'],
    // Until a day; never shorter than before.
    [null, '2026-03-10', { until: '2026-03-10' }, '2026-03-10', '2026-03-10'],
    ['2026-03-31', '2026-03-10', { until: '2026-05-15' }, '2026-04-01', '2026-05-15'],
    ['2026-03-31', '2026-03-10', { until: '2026-03-20' }, '2026-04-01', '2026-03-31'],
  ]
  for (const [paidUntil, today, by, from, until] of rows) {
    test(`of ${paidUntil ?? 'no term'} on ${today} by ${JSON.stringify(by)} is until ${until}`, () => {
      const before = paidUntil === null ? null : { paidUntil, anchor: anchorOf(paidUntil) }
      const after = extended(before, today, by)
      assert.deepEqual([after.paidFrom, after.paidUntil], [from, until])
    })
  }

  test('month by month returns to the day of the month after a short one', () => {
    let term: { paidUntil: string; anchor: number } | null = null
    const ends: string[] = []
    for (let month = 0; month < 4; month++) {
      term = extended(term, '2027-01-31', { months: 1 })
      ends.push(term.paidUntil)
    }
    assert.deepEqual(ends, ['2027-02-27', '2027-03-30', '2027-04-29', '2027-05-30'])
    const year = extended(null, '2027-01-31', { months: 4 })
    assert.equal(term?.paidUntil, year.paidUntil)
  })
})

suite('the price of a term until a day', () => {
  const rows: readonly [from: string, until: string, quantity: number, days: number][] = [
    ['2026-03-01', '2026-03-31', 1, 1],
    ['2026-02-01', '2026-02-28', 1, 1],
    ['2026-01-31', '2026-02-27', 1, 1],
    ['2026-03-01', '2026-03-01', 1, 31],
    ['2026-03-01', '2026-04-10', 1 * 30 + 10, 30],
    ['2028-02-01', '2028-02-28', 28, 29],
    ['2026-01-15', '2027-01-14', 12, 1],
    ['2026-01-15', '2027-01-15', 12 * 31 + 1, 31],
    ['2026-03-10', '2026-03-09', 0, 1],
  ]
  for (const [from, until, quantity, days] of rows) {
    test(`from ${from} until ${until} is ${quantity}/${days} months`, () => {
      assert.deepEqual(shareOf(from, until), { quantity, days })
    })
  }
  test('is that of the months that would reach the same day, also after a short month', () => {
    for (const paidUntil of ['2027-01-30', '2027-02-27', '2027-04-29', '2028-02-28']) {
      const term = { paidUntil, anchor: 31 }
      for (const months of [1, 2, 12]) {
        const { paidFrom, paidUntil: until } = extended(term, '2027-01-15', { months })
        assert.deepEqual(shareOf(paidFrom, until, nextAnchor(term, '2027-01-15')), { quantity: months, days: 1 })
      }
    }
  })
})

suite('the end of a term', () => {
  const rows: readonly [zone: string, paidUntil: string, dueDays: number, due: string, expires: string][] = [
    ['UTC', '2026-03-31', 14, '2026-03-18T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    ['Europe/Berlin', '2026-03-28', 1, '2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z'],
    // The clocks go forward in the night after.
    ['Europe/Berlin', '2026-03-29', 1, '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Pacific/Auckland', '2026-06-30', 0, '2026-06-30T12:00:00.000Z', '2026-06-30T12:00:00.000Z'],
    ['America/Los_Angeles', '2028-02-28', 7, '2028-02-22T08:00:00.000Z', '2028-02-29T08:00:00.000Z'],
  ]
  for (const [zone, paidUntil, dueDays, due, expires] of rows) {
    test(`${paidUntil} in ${zone} is due ${dueDays} days before, and over when the day ends`, () => {
      const moments = momentsOf(paidUntil, zone, dueDays)
      assert.deepEqual([moments.dueAt.toISOString(), moments.expiresAt.toISOString()], [due, expires])
      const before = new Date(moments.expiresAt.getTime() - 1)
      assert.equal(stateAt(moments, before), dueDays === 0 ? 'active' : 'due')
      assert.equal(stateAt(moments, moments.expiresAt), 'expired')
      assert.equal(stateAt(moments, new Date(moments.dueAt.getTime() - 1)), 'active')
    })
  }

  test('is checked when it is due, when it is over, and not again', () => {
    const moments = momentsOf('2026-03-31', 'UTC', 14)
    assert.deepEqual(checkAfter('active', moments), moments.dueAt)
    assert.deepEqual(checkAfter('due', moments), moments.expiresAt)
    assert.equal(checkAfter('expired', moments), null)
  })
})
