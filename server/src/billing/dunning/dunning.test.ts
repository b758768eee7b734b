import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { payer } from '#testing/people/payers.ts'
import { blockOutcome, dueAfterPayment, milestonesAhead, milestonesOf, type Payer, pay, rulesOf } from './dunning.ts'

const plan = { payment_period: 1, payment_notify_offset: 3, block_offset: 5 }

suite('which rules apply', () => {
  const table: [
    what: string,
    Partial<Payer>,
    typeof plan | { payment_period: null; payment_notify_offset: number; block_offset: number } | null,
    object,
  ][] = [
    ['the plan’s', {}, plan, { periodMonths: 1, notifyDays: 3, blockDays: 5 }],
    [
      'the account’s own, when it says so; the period stays the plan’s',
      { useFleetLifecycle: true, paymentNotifyOffset: 7, blockOffset: 0 },
      plan,
      { periodMonths: 1, notifyDays: 7, blockDays: 0 },
    ],
    [
      'an own block offset of null is never to block, and no notice offset is no notice',
      { useFleetLifecycle: true },
      plan,
      { periodMonths: 1, notifyDays: null, blockDays: null },
    ],
    [
      'own values that are not in force change nothing',
      { paymentNotifyOffset: 7, blockOffset: 0 },
      plan,
      { periodMonths: 1, notifyDays: 3, blockDays: 5 },
    ],
    ['a plan without automation brings none', {}, null, { periodMonths: null, notifyDays: null, blockDays: null }],
    [
      'a plan without a period brings none either',
      {},
      { ...plan, payment_period: null },
      { periodMonths: null, notifyDays: null, blockDays: null },
    ],
    [
      'a single due date can have the account’s own offsets',
      { useFleetLifecycle: true, paymentNotifyOffset: 1, blockOffset: 2 },
      null,
      { periodMonths: null, notifyDays: 1, blockDays: 2 },
    ],
  ]
  for (const [what, changed, lifecycle, rules] of table) {
    test(what, () => assert.deepEqual(rulesOf({ ...payer, ...changed }, lifecycle), rules))
  }
})

suite('the steps of a due date', () => {
  const due = new Date('2026-03-10T00:00:00Z')
  const kinds = (notifyDays: number | null, blockDays: number | null) =>
    milestonesOf(due, { periodMonths: 1, notifyDays, blockDays }).map(({ kind, at }) => `${kind} ${at.toISOString()}`)

  test('notice, due and block, in days of 24 hours', () =>
    assert.deepEqual(kinds(3, 5), [
      'notice 2026-03-07T00:00:00.000Z',
      'due 2026-03-10T00:00:00.000Z',
      'block 2026-03-15T00:00:00.000Z',
    ]))
  test('all at once with offsets of 0, in that order', () =>
    assert.deepEqual(
      kinds(0, 0).map((text) => text.split(' ')[0]),
      ['notice', 'due', 'block'],
    ))
  test('only the due date without offsets', () => assert.deepEqual(kinds(null, null), ['due 2026-03-10T00:00:00.000Z']))

  test('a step that was reached does not come again', () => {
    const rules = rulesOf(payer, plan)
    const ahead = milestonesAhead(payer, rules, new Set(['notice', 'due']))
    assert.deepEqual(
      ahead.map(({ kind }) => kind),
      ['block'],
    )
  })
  test('an account without a due date or activation has no steps ahead', () => {
    const rules = rulesOf(payer, plan)
    assert.deepEqual(milestonesAhead({ ...payer, paymentExpectedAt: null }, rules, new Set()), [])
    assert.deepEqual(milestonesAhead({ ...payer, ack: null }, rules, new Set()), [])
  })
})

suite('a payment', () => {
  const rules = rulesOf(payer, plan)
  const now = new Date('2026-03-12T00:00:00Z')

  test('moves the due date on by one period', () =>
    assert.deepEqual(pay(payer, rules, now).paymentExpectedAt, new Date('2026-04-10T00:00:00Z')))
  test('that comes months late starts a new period now', () =>
    assert.deepEqual(
      pay(payer, rules, new Date('2026-06-15T08:00:00Z')).paymentExpectedAt,
      new Date('2026-07-15T08:00:00Z'),
    ))
  test('settles a one-time due date for good', () =>
    assert.equal(pay(payer, { ...rules, periodMonths: null }, now).paymentExpectedAt, null))
  test('without a due date moves nothing', () =>
    assert.equal(pay({ ...payer, paymentExpectedAt: null }, rules, now).paymentExpectedAt, null))

  for (const [blockedBy, isLifted] of [
    ['automation', true],
    ['person', false],
    ['schedule', false],
  ] as const) {
    test(`${isLifted ? 'lifts' : 'never lifts'} a block by ${blockedBy}`, () => {
      const after = pay({ ...payer, blocked: true, blockedBy }, rules, now)
      assert.equal(after.blocked, !isLifted)
      assert.equal(after.blockedBy, isLifted ? null : blockedBy)
    })
  }

  test('a blocked account is not blocked again', () => {
    assert.equal(blockOutcome(payer), 'blocked')
    assert.equal(blockOutcome({ ...payer, blocked: true, blockedBy: 'person' }), 'already blocked')
  })
})

/** Counts days by the calendar instead of letting Date add months. */
function monthsLater(date: Date, months: number): string {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const index = year * 12 + month + months
  const [newYear, newMonth] = [Math.floor(index / 12), index % 12]
  const isLeap = (newYear % 4 === 0 && newYear % 100 !== 0) || newYear % 400 === 0
  const length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][newMonth] as number
  const digits = (value: number, width: number) => String(value).padStart(width, '0')
  return `${digits(newYear, 4)}-${digits(newMonth + 1, 2)}-${digits(Math.min(day, length), 2)}${date.toISOString().slice(10)}`
}

suite('the calendar', () => {
  for (const [date, months, expected] of [
    ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
    ['2028-02-29T00:00:00.000Z', 12, '2029-02-28T00:00:00.000Z'],
    ['2026-08-31T23:59:59.999Z', 120, '2036-08-31T23:59:59.999Z'],
    ['2026-12-31T00:00:00.000Z', 2, '2027-02-28T00:00:00.000Z'],
  ] as const) {
    test(`${date} and ${months} months is ${expected}`, () =>
      assert.equal(dueAfterPayment(new Date(date), months, new Date(date))?.toISOString(), expected))
  }

  test('a due date moves as counting the days by hand does', () => {
    const dates = fc.date({ min: new Date('1990-01-01'), max: new Date('2190-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(dates, fc.integer({ min: 1, max: 120 }), (due, months) => {
        assert.equal(dueAfterPayment(due, months, due)?.toISOString(), monthsLater(due, months))
      }),
      { numRuns: 5_000 },
    )
  })
})
