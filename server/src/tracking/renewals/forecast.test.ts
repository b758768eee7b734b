/** The forecast of terms, by hand and compared with the terms themselves, day by day. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ClientPrice, PriceItem, PriceList } from '#billing/prices/price.ts'
import { anchorOf, extended } from '#billing/usage/unit-term.ts'
import { type Day, dayAfter } from '#kernel/time/day.ts'
import { type ForecastUnit, type ForecastWindow, stepsOf, type TermStep, tally } from './forecast.ts'

const list = (change: Partial<PriceList> = {}): PriceList => ({
  ...{ currency: 'eur', taxRate: 1900, discountRate: 0, freeDays: 0, unitTerms: { dueDays: 7, extendsOn: 'payment' } },
  items: [{ kind: 'unit', name: 'Tracking', amount: 1000, tiers: [] }],
  ...change,
})
const held = (prices: PriceList | undefined, own?: ClientPrice) => () => prices && { list: prices, own }
const unit = (paidUntil: Day, change: Partial<ForecastUnit> = {}): ForecastUnit => ({
  ...{ unitId: 1, accountId: 1, name: 'Van 1', place: 1, clientPlanId: null, isReverseCharge: false, months: null },
  ...{ paidUntil, anchor: anchorOf(paidUntil), state: 'active', dueOn: dayAfter(paidUntil, 1 - 7) },
  ...change,
})
const within = (today: Day, until: Day, isRenewed = false): ForecastWindow => ({ today, until, isRenewed })
const short = (steps: readonly TermStep[]) => steps.map(({ kind, on }) => `${on} ${kind}`)

suite('if nobody renews, a unit', () => {
  const rows: readonly [what: string, unit: ForecastUnit, window: ForecastWindow, steps: readonly string[]][] = [
    [
      'is due, then ends the day after its last one',
      unit('2027-03-31'),
      within('2027-03-01', '2027-06-01'),
      ['2027-03-25 due', '2027-04-01 expired'],
    ],
    ['whose days are all paid has no step', unit('2027-12-31'), within('2027-03-01', '2027-06-01'), []],
    [
      'is due on the last day of the window',
      unit('2027-03-31'),
      within('2027-03-01', '2027-03-25'),
      ['2027-03-25 due'],
    ],
    ['is not yet due the day before', unit('2027-03-31'), within('2027-03-01', '2027-03-24'), []],
    [
      'that is due already only ends',
      unit('2027-03-31', { state: 'due' }),
      within('2027-03-28', '2027-06-01'),
      ['2027-04-01 expired'],
    ],
    ['that has ended stays as it is', unit('2027-03-31', { state: 'expired' }), within('2027-04-20', '2027-06-01'), []],
    [
      'whose due day has passed unseen is due today',
      unit('2027-03-31'),
      within('2027-03-29', '2027-06-01'),
      ['2027-03-29 due', '2027-04-01 expired'],
    ],
    [
      'with no days between is only ended',
      unit('2027-03-31', { dueOn: '2027-04-01' }),
      within('2027-03-01', '2027-06-01'),
      ['2027-04-01 expired'],
    ],
    [
      'ends after a leap day',
      unit('2028-02-29'),
      within('2028-02-01', '2028-06-01'),
      ['2028-02-23 due', '2028-03-01 expired'],
    ],
    [
      'ends in another year',
      unit('2027-12-31'),
      within('2027-12-01', '2028-02-01'),
      ['2027-12-25 due', '2028-01-01 expired'],
    ],
  ]
  for (const [what, one, window, steps] of rows) {
    test(what, () => assert.deepEqual(short(stepsOf(one, window, held(list()))), steps))
  }
})

suite('if everybody pays on the last day, a unit', () => {
  const rows: readonly [what: string, unit: ForecastUnit, window: ForecastWindow, steps: readonly string[]][] = [
    [
      'is renewed by the month, and keeps its day over short months',
      unit('2027-01-30'),
      within('2027-01-01', '2027-05-01', true),
      [
        ...['2027-01-24 due', '2027-01-30 renewed', '2027-02-21 due', '2027-02-27 renewed', '2027-03-24 due'],
        ...['2027-03-30 renewed', '2027-04-23 due', '2027-04-29 renewed'],
      ],
    ],
    [
      'is renewed for as many months as the last time',
      unit('2027-03-09', { months: 3 }),
      within('2027-03-01', '2027-10-01', true),
      [
        ...['2027-03-03 due', '2027-03-09 renewed', '2027-06-03 due', '2027-06-09 renewed'],
        ...['2027-09-03 due', '2027-09-09 renewed'],
      ],
    ],
    [
      'that has ended is renewed today, and its month begins today',
      unit('2027-03-09', { state: 'expired' }),
      within('2027-03-20', '2027-05-01', true),
      ['2027-03-20 renewed', '2027-04-13 due', '2027-04-19 renewed'],
    ],
    [
      'is renewed over a leap day',
      unit('2028-01-30'),
      within('2028-01-25', '2028-03-31', true),
      [
        '2028-01-25 due',
        '2028-01-30 renewed',
        '2028-02-22 due',
        '2028-02-28 renewed',
        '2028-03-24 due',
        '2028-03-30 renewed',
      ],
    ],
  ]
  for (const [what, one, window, steps] of rows) {
    test(what, () => assert.deepEqual(short(stepsOf(one, window, held(list()))), steps))
  }
})

suite('a renewal costs', () => {
  const item = (amount: number, tiers: PriceItem['tiers'] = []): PriceItem => ({
    ...{ kind: 'unit', name: 'Tracking', amount, tiers },
  })
  const own = (discountRate: number) => ({ discountRate, addOns: [] }) as unknown as ClientPrice
  const priceOf = (one: ForecastUnit, prices: PriceList | undefined, agreed?: ClientPrice) =>
    stepsOf(one, within('2027-03-01', '2027-03-31', true), held(prices, agreed)).find(({ kind }) => kind === 'renewed')
      ?.price
  const rows: readonly [string, ForecastUnit, PriceList | undefined, ClientPrice | undefined, number | undefined][] = [
    ['a month with tax', unit('2027-03-31'), list(), undefined, 1190],
    ['no tax under reverse charge', unit('2027-03-31', { isReverseCharge: true }), list(), undefined, 1000],
    ['three months', unit('2027-03-31', { months: 3 }), list(), undefined, 3570],
    [
      'the price of its tier',
      unit('2027-03-31', { place: 11 }),
      list({ items: [item(1000, [{ from: 11, amount: 700 }])] }),
      undefined,
      833,
    ],
    ['less with the client’s discount', unit('2027-03-31'), list(), own(5000), 595],
    ['the sum of all prices per unit', unit('2027-03-31'), list({ items: [item(1000), item(250)] }), undefined, 1488],
    [
      'nothing that is not per unit',
      unit('2027-03-31'),
      list({ items: [{ ...item(9), kind: 'account' }] }),
      undefined,
      undefined,
    ],
    ['nothing where units have no terms', unit('2027-03-31'), list({ unitTerms: null }), undefined, undefined],
    ['nothing where there is no price', unit('2027-03-31'), undefined, undefined, undefined],
  ]
  for (const [what, one, prices, agreed, amount] of rows) {
    test(what, () =>
      assert.deepEqual(priceOf(one, prices, agreed), amount === undefined ? undefined : { currency: 'eur', amount }),
    )
  }

  test('the prices of its day: a new price from April on', () => {
    const heldOn = (day: Day) => ({ list: list(day < '2027-04-01' ? {} : { items: [item(2000)] }), own: undefined })
    const steps = stepsOf(unit('2027-03-31'), within('2027-03-01', '2027-05-31', true), heldOn)
    assert.deepEqual(
      steps.flatMap(({ price }) => price?.amount ?? []),
      [1190, 2380, 2380],
    )
  })
})

test('units are counted, the first steps are listed, and a renewal without a price is reported', () => {
  const counted = tally(2)
  const window = within('2027-03-01', '2027-04-30', true)
  for (const [unitId, prices] of [
    [2, list()],
    [1, list({ currency: 'usd' })],
    [3, undefined],
  ] as const) {
    const one = unit('2027-03-31', { unitId })
    counted.add(one, stepsOf(one, window, held(prices)))
  }
  const { steps, days, ...sums } = counted.sum()
  assert.deepEqual(sums, {
    ...{ units: 3, withoutPrice: 2, totals: { due: 6, expired: 0, renewed: 6 } },
    expected: [
      { currency: 'eur', amount: 2380 },
      { currency: 'usd', amount: 2380 },
    ],
  })
  assert.deepEqual(
    steps.map(({ unitId, on }) => [unitId, on]),
    [
      [1, '2027-03-25'],
      [2, '2027-03-25'],
    ],
  )
  assert.equal(
    days.reduce((sum, { due, expired, renewed }) => sum + due + expired + renewed, 0),
    12,
  )
})

test('five hundred random units: the forecast is what happens day by day', () => {
  let seed = 20_270_301
  const below = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  for (let count = 0; count < 500; count += 1) {
    const today = dayAfter('2027-01-01', below(800))
    const dueDays = below(20)
    const prices = list({ unitTerms: { dueDays, extendsOn: 'payment' } })
    const paidUntil = dayAfter(today, below(90))
    const months = 1 + below(13)
    const one = unit(paidUntil, { months, dueOn: dayAfter(paidUntil, 1 - dueDays) })
    const window = within(today, dayAfter(today, below(700)), below(2) === 0)
    assert.deepEqual(
      short(stepsOf(one, window, held(prices))),
      played(one, window, dueDays),
      JSON.stringify({ one, window }),
    )
  }
})

/** Computed in another way: day by day, as the job and a client who always pays on the last day would. */
function played(one: ForecastUnit, { today, until, isRenewed }: ForecastWindow, dueDays: number): string[] {
  const steps: string[] = []
  let term: Pick<ForecastUnit, 'paidUntil' | 'anchor'> = one
  let isDue = false
  for (let day = today; day <= until; day = dayAfter(day)) {
    const dueOn = dayAfter(term.paidUntil, 1 - dueDays)
    if (!isDue && dueOn <= day && dueOn <= term.paidUntil) {
      steps.push(`${day} due`)
      isDue = true
    }
    if (isRenewed && day === term.paidUntil) {
      steps.push(`${day} renewed`)
      term = extended(term, day, { months: one.months ?? 1 })
      isDue = false
    }
    if (!isRenewed && day === dayAfter(term.paidUntil)) {
      steps.push(`${day} expired`)
      return steps
    }
  }
  return steps
}
