import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Calendar, nextStep, offeredSteps, type Step, stepProblems, workday } from './reminder.ts'
import { filledIn, ourTexts, unknownPlaceholders, wordingOf } from './wording.ts'

const step = (days: number): Step => ({ days, texts: { en: null, de: null }, fee: null, attachesPdf: false })
const usual: Calendar = {
  ...{ zone: 'UTC', hour: 9, isQuietOnWeekends: false, since: '2020-01-01', pausedUntil: null },
  steps: offeredSteps,
}

suite('Saturday and Sunday wait for Monday', () => {
  for (const [day, expected] of [
    ['2026-02-27', '2026-02-27'],
    ['2026-02-28', '2026-03-02'],
    ['2026-03-01', '2026-03-02'],
    ['2026-03-02', '2026-03-02'],
    ['2028-02-26', '2028-02-28'],
    ['2027-12-31', '2027-12-31'],
    ['2028-01-01', '2028-01-03'],
  ] as const) {
    test(day, () => assert.equal(workday(day), expected))
  }
})

suite('the step to send now or next, and when', () => {
  type Case = readonly [
    what: string,
    due: string,
    change: Partial<Calendar & { issuedOn: string; lastSent: number }>,
    now: string,
    expected: readonly [days: number, at: string] | undefined,
  ]
  const cases: readonly Case[] = [
    ['the first is to come', '2026-03-20', {}, '2026-03-01T00:00:00Z', [-3, '2026-03-17T09:00:00.000Z']],
    ['the first is due', '2026-03-20', {}, '2026-03-17T09:00:00Z', [-3, '2026-03-17T09:00:00.000Z']],
    ['a moment before it', '2026-03-20', {}, '2026-03-17T08:59:59Z', [-3, '2026-03-17T09:00:00.000Z']],
    ['the next after it', '2026-03-20', { lastSent: -3 }, '2026-03-17T09:00:01Z', [3, '2026-03-23T09:00:00.000Z']],
    [
      'of several only the latest',
      '2026-03-20',
      { lastSent: -3 },
      '2026-03-31T09:00:00Z',
      [10, '2026-03-30T09:00:00.000Z'],
    ],
    [
      'never one before the last',
      '2026-03-20',
      { lastSent: 10 },
      '2026-03-31T09:00:00Z',
      [20, '2026-04-09T09:00:00.000Z'],
    ],
    ['nothing after the last', '2026-03-20', { lastSent: 20 }, '2027-01-01T00:00:00Z', undefined],
    [
      'over the end of February',
      '2026-02-26',
      { lastSent: -3 },
      '2026-02-01T00:00:00Z',
      [3, '2026-03-01T09:00:00.000Z'],
    ],
    ['over a leap day', '2028-02-26', { lastSent: -3 }, '2028-02-01T00:00:00Z', [3, '2028-02-29T09:00:00.000Z']],
    ['over the end of a year', '2027-12-31', { lastSent: -3 }, '2027-12-31T00:00:00Z', [3, '2028-01-03T09:00:00.000Z']],
    // Due on Wednesday: three days later is Saturday.
    [
      'a weekend',
      '2026-03-18',
      { isQuietOnWeekends: true, lastSent: -3 },
      '2026-03-19T00:00:00Z',
      [3, '2026-03-23T09:00:00.000Z'],
    ],
    [
      'a weekend over the end of a month',
      '2026-02-25',
      { isQuietOnWeekends: true, lastSent: -3 },
      '2026-02-26T00:00:00Z',
      [3, '2026-03-02T09:00:00.000Z'],
    ],
    [
      'two that wait for one Monday are one email',
      '2026-03-18',
      { isQuietOnWeekends: true, steps: [step(3), step(4)] },
      '2026-03-23T09:00:00Z',
      [4, '2026-03-23T09:00:00.000Z'],
    ],
    [
      'nine in Berlin, in winter',
      '2026-03-20',
      { zone: 'Europe/Berlin' },
      '2026-03-01T00:00:00Z',
      [-3, '2026-03-17T08:00:00.000Z'],
    ],
    [
      'nine in Berlin, in summer',
      '2026-03-31',
      { zone: 'Europe/Berlin', lastSent: -3 },
      '2026-03-31T00:00:00Z',
      [3, '2026-04-03T07:00:00.000Z'],
    ],
    [
      'an hour that the clocks skip',
      '2026-03-26',
      { zone: 'Europe/Berlin', hour: 2, lastSent: -3 },
      '2026-03-26T00:00:00Z',
      [3, '2026-03-29T01:00:00.000Z'],
    ],
    [
      'Sunday in Auckland is Saturday in UTC',
      '2026-03-18',
      { zone: 'Pacific/Auckland', isQuietOnWeekends: true, lastSent: -3 },
      '2026-03-19T00:00:00Z',
      [3, '2026-03-22T20:00:00.000Z'],
    ],
    [
      'not before the invoice was issued',
      '2026-03-20',
      { issuedOn: '2026-03-18' },
      '2026-03-18T00:00:00Z',
      [3, '2026-03-23T09:00:00.000Z'],
    ],
    [
      'on the day it was issued',
      '2026-03-20',
      { issuedOn: '2026-03-17' },
      '2026-03-17T12:00:00Z',
      [-3, '2026-03-17T09:00:00.000Z'],
    ],
    [
      'days before reminders were turned on are not made up for',
      '2026-03-20',
      { since: '2026-03-25' },
      '2026-03-25T12:00:00Z',
      [10, '2026-03-30T09:00:00.000Z'],
    ],
    ['nor is an old debt', '2025-03-20', { since: '2026-03-25' }, '2026-03-25T12:00:00Z', undefined],
    [
      'a pause puts off',
      '2026-03-20',
      { pausedUntil: '2026-04-02', lastSent: -3 },
      '2026-03-25T12:00:00Z',
      [3, '2026-04-02T09:00:00.000Z'],
    ],
    [
      'after a pause only the latest',
      '2026-03-20',
      { pausedUntil: '2026-04-02', lastSent: -3 },
      '2026-04-02T09:00:00Z',
      [10, '2026-04-02T09:00:00.000Z'],
    ],
    [
      'a pause that ends on a Saturday',
      '2026-03-20',
      { pausedUntil: '2026-04-04', isQuietOnWeekends: true, lastSent: -3 },
      '2026-03-25T12:00:00Z',
      [3, '2026-04-06T09:00:00.000Z'],
    ],
    ['no steps', '2026-03-20', { steps: [] }, '2026-03-25T12:00:00Z', undefined],
    [
      'in whatever order they are written',
      '2026-03-20',
      { steps: [step(9), step(1)] },
      '2026-03-20T12:00:00Z',
      [1, '2026-03-21T09:00:00.000Z'],
    ],
  ]
  for (const [what, dueOn, { issuedOn = '2020-01-01', lastSent = null, ...change }, now, expected] of cases) {
    test(what, () => {
      const next = nextStep({ issuedOn, dueOn }, { ...usual, ...change }, lastSent, new Date(now))
      assert.deepEqual(next && [next.step.days, next.at.toISOString()], expected)
    })
  }
})

suite('invalid steps', () => {
  const said = (text: string) => ({ ...step(1), texts: { en: null, de: { subject: 'Hallo', text } } })
  for (const [what, steps, currency, field] of [
    ['two on one day', [step(1), step(1)], null, 'steps.1.days'],
    ['a fee without a currency', [{ ...step(1), fee: 100 }], null, 'steps.0.fee'],
    ['an unknown placeholder', [said('{name}')], null, 'steps.0.texts.de.text'],
    ['a web address', [said('See https://example.com')], null, 'steps.0.texts.de.text'],
  ] as const) {
    test(what, () =>
      assert.deepEqual(
        stepProblems(steps, currency).map((problem) => problem.field),
        [field],
      ),
    )
  }
  test('and a valid one', () => assert.deepEqual(stepProblems([{ ...said('{total} {fees}'), fee: 5 }], 'eur'), []))
})

test('our own texts have only known placeholders, and a wording for every day', () => {
  const all = Object.values(ourTexts).flatMap(({ en, de }) => [en.subject, en.text, de.subject, de.text])
  assert.deepEqual(all.flatMap(unknownPlaceholders), [])
  assert.deepEqual([-60, -1, 0, 9, 10, 365].map(wordingOf), ['before', 'before', 'first', 'first', 'later', 'later'])
})

test('filled-in values are not filled in again', () => {
  const values = { client: '{amount}', company: '', invoice: '', amount: '1', due: '', fees: '', total: '' }
  assert.equal(filledIn('{client} {amount}', values), '{amount} 1')
})
