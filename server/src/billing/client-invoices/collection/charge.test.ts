import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { amountsOf } from '#kernel/money/line.ts'
import type { PriceItem, PriceList } from '../../prices/price.ts'
import { creditLines, type Line, leftOf, linesFrom } from '../client-invoice.ts'
import { chargesFor, type Facts, isPriced, type Period } from './charge.ts'

const plan = '019a0000-0000-7000-8000-00000000000a'
const other = '019a0000-0000-7000-8000-00000000000b'
const at = (text: string) => new Date(`${text}Z`)
const unit = (joinedAt: string, removedAt: string | null = null, lastActive: string | null = null) => ({
  unitId: 1,
  ...{ joinedAt: at(joinedAt), isNew: true },
  removedAt: removedAt === null ? null : at(removedAt),
  lastActive: lastActive === null ? null : at(lastActive),
})
const item = (kind: PriceItem['kind'], amount: number, tiers: PriceItem['tiers'] = []): PriceItem => ({
  ...{ kind, name: kind, amount, tiers },
})
const list = (items: readonly PriceItem[], change: Partial<PriceList> = {}): PriceList => ({
  ...{ currency: 'eur', taxRate: 0, discountRate: 0, freeDays: 0, items, ...change },
})
const priced = (clientPlanId: string, validFrom: string, prices: PriceList) => ({
  ...{
    id: `${clientPlanId}${validFrom}`,
    dealerId: 1,
    clientPlanId,
    validFrom,
    list: prices,
    createdAt: at('2026-01-01'),
  },
})
const agreed = (validFrom: string, prices: PriceList | null, more: object = {}) => ({
  ...{ id: validFrom, dealerId: 1, accountId: 1, validFrom, list: prices, discountRate: null, addOns: [] },
  ...{ createdAt: at('2026-01-01'), ...more },
})
const facts = (change: Partial<Facts> = {}): Facts => ({
  zone: 'UTC',
  activatedAt: at('2026-03-01T08:00'),
  usage: { plans: [{ clientPlanId: plan, leftAt: null }], units: [] },
  planPrices: [],
  clientPrices: [],
  planNames: new Map(),
  ...change,
})
const using = (...units: ReturnType<typeof unit>[]) => ({ plans: [{ clientPlanId: plan, leftAt: null }], units })
const march: Period = { starts: '2026-03-01', ends: '2026-04-01', months: 1, days: 31 }
const april: Period = { starts: '2026-04-01', ends: '2026-05-01', months: 1, days: 30 }

const lines = (period: Period, given: Facts) =>
  chargesFor(period, given).flatMap(({ currency, lines }) =>
    lines.map((line) => `${line.description} ${line.quantity}×${line.unitAmount} = ${amountsOf(line).net} ${currency}`),
  )

suite('a month costs', () => {
  const perUnit = [priced(plan, '2026-01-01', list([item('unit', 1000)]))]
  for (const [what, period, given, expected] of [
    ['nothing without a price', march, {}, []],
    [
      'its price for the account, in a long month',
      march,
      { planPrices: [priced(plan, '2026-01-01', list([item('account', 2000)]))] },
      ['account 31×2000 = 2000 eur'],
    ],
    [
      'the same in a short one',
      { starts: '2028-02-01', ends: '2028-03-01', months: 1, days: 29 },
      { planPrices: [priced(plan, '2026-01-01', list([item('account', 2000)]))] },
      ['account 29×2000 = 2000 eur'],
    ],
    [
      'three months for a quarter',
      { starts: '2026-03-01', ends: '2026-06-01', months: 3, days: 92 },
      { planPrices: [priced(plan, '2026-01-01', list([item('account', 2000)]))] },
      ['account 92×2000 = 6000 eur'],
    ],
    [
      'only its days if it is cut short',
      { ...march, ends: '2026-03-29' },
      { planPrices: [priced(plan, '2026-01-01', list([item('account', 3100)]))] },
      ['account 28×3100 = 2800 eur'],
    ],
    [
      'days beyond a month if it was extended',
      { ...march, ends: '2026-04-11' },
      { planPrices: [priced(plan, '2026-01-01', list([item('account', 3100)]))] },
      ['account 41×3100 = 4100 eur'],
    ],
    [
      'each unit from its day on',
      march,
      { planPrices: perUnit, usage: using(unit('2026-02-01'), unit('2026-03-17T12:00')) },
      ['unit 46×1000 = 1484 eur'],
    ],
    [
      'nothing for a unit that came and went on one day',
      march,
      { planPrices: perUnit, usage: using(unit('2026-03-17T01:00', '2026-03-17T23:00')) },
      [],
    ],
    [
      'two days for one that left on the third',
      march,
      { planPrices: perUnit, usage: using(unit('2026-03-10T12:00', '2026-03-12T01:00')) },
      ['unit 2×1000 = 65 eur'],
    ],
    [
      'the dealer’s days, which begin earlier in the east',
      march,
      { zone: 'Asia/Tokyo', planPrices: perUnit, usage: using(unit('2026-03-10T16:00', '2026-03-12T01:00')) },
      ['unit 1×1000 = 32 eur'],
    ],
    [
      'nothing for days before activation',
      april,
      { activatedAt: at('2026-04-16T10:00'), planPrices: perUnit, usage: using(unit('2026-01-01')) },
      ['unit 15×1000 = 500 eur'],
    ],
    [
      'only active units, if that is the price',
      march,
      {
        planPrices: [priced(plan, '2026-01-01', list([item('active_unit', 1000)]))],
        usage: using(
          unit('2026-01-01'),
          unit('2026-01-01', null, '2026-02-27'),
          unit('2026-01-01', null, '2026-03-05'),
        ),
      },
      ['active_unit 31×1000 = 1000 eur'],
    ],
    [
      'less for units beyond the second',
      march,
      {
        planPrices: [priced(plan, '2026-01-01', list([item('unit', 1000, [{ from: 3, amount: 500 }])]))],
        usage: using(unit('2026-01-01'), unit('2026-01-01'), unit('2026-03-22'), unit('2026-03-31')),
      },
      ['unit 62×1000 = 2000 eur', 'unit 11×500 = 177 eur'],
    ],
    [
      'setting up once, with the new units',
      march,
      {
        planPrices: [priced(plan, '2026-01-01', list([item('account_setup', 5000), item('unit_setup', 900)]))],
        usage: using(unit('2026-01-01'), unit('2026-03-30'), unit('2026-03-30T01:00', '2026-03-30T02:00')),
      },
      ['account_setup 1×5000 = 5000 eur', 'unit_setup 2×900 = 1800 eur'],
    ],
    [
      'no setting up in a later month',
      april,
      { planPrices: [priced(plan, '2026-01-01', list([item('account_setup', 5000)]))] },
      [],
    ],
    [
      'no setting up for who was there before the price',
      march,
      { planPrices: [priced(plan, '2026-03-02', list([item('account_setup', 5000)]))] },
      [],
    ],
    [
      'nothing on free days, and setting up after them',
      march,
      {
        planPrices: [
          priced(plan, '2026-01-01', list([item('account', 3100), item('account_setup', 700)], { freeDays: 14 })),
        ],
      },
      ['account 17×3100 = 1700 eur', 'account_setup 1×700 = 700 eur'],
    ],
    [
      'the new price from its day on',
      march,
      {
        planPrices: [
          priced(plan, '2026-01-01', list([item('account', 3100)])),
          priced(plan, '2026-03-22', list([item('account', 6200)])),
        ],
      },
      ['account 21×3100 = 2100 eur', 'account 10×6200 = 2000 eur'],
    ],
    [
      'the new plan from its day on',
      march,
      {
        planPrices: [
          priced(plan, '2026-01-01', list([item('account', 3100)])),
          priced(other, '2026-01-01', list([item('account', 620)])),
        ],
        usage: {
          plans: [
            { clientPlanId: plan, leftAt: at('2026-03-11T15:00') },
            { clientPlanId: other, leftAt: null },
          ],
          units: [],
        },
      },
      ['account 10×3100 = 1000 eur', 'account 21×620 = 420 eur'],
    ],
    [
      'what was agreed with the client, until it was not',
      march,
      {
        planPrices: [priced(plan, '2026-01-01', list([item('account', 3100)]))],
        clientPrices: [agreed('2026-03-02', list([item('account', 310)])), agreed('2026-03-31', null)],
      },
      ['account 1×3100 = 100 eur', 'account 29×310 = 290 eur', 'account 1×3100 = 100 eur'],
    ],
    [
      'add-ons in addition to the plan, with the client’s own discount',
      march,
      {
        planPrices: [priced(plan, '2026-01-01', list([item('account', 1000)]))],
        clientPrices: [
          agreed('2026-03-01', null, { discountRate: 1000, addOns: [{ name: 'SMS', amount: 500, quantity: 2 }] }),
        ],
      },
      ['account 31×1000 = 900 eur', 'SMS 62×500 = 900 eur'],
    ],
    [
      'one invoice for each currency',
      march,
      {
        planPrices: [
          priced(plan, '2026-01-01', list([item('account', 3100)])),
          priced(plan, '2026-03-22', list([item('account', 31_000)], { currency: 'jpy' })),
        ],
      },
      ['account 21×3100 = 2100 eur', 'account 10×31000 = 10000 jpy'],
    ],
  ] as const) {
    test(what, () => assert.deepEqual(lines(period, facts(given as Partial<Facts>)), expected))
  }
})

test('a free period counts as priced, so no one is blocked for it', () => {
  const given = facts({ planPrices: [priced(plan, '2026-01-01', list([item('account', 3100)], { freeDays: 60 }))] })
  assert.deepEqual([chargesFor(march, given), isPriced(march, given), isPriced(march, facts())], [[], true, false])
})

test('credits in small parts add up to the charge, and never more', () => {
  const priced = { unitAmount: 10, quantity: 1, months: 1, days: 1, discountRate: 0, taxRate: 5000 }
  const charged = linesFrom([{ ...priced, description: 'Tracker', starts: null, ends: null }], false)
  const credited: Line[] = []
  for (let part = 0; part < 10; part++) {
    credited.push(...creditLines(charged, leftOf(charged, credited), [{ position: 0, net: 1 }]))
  }
  assert.deepEqual(
    credited.map(({ total }) => total),
    [-2, -2, -2, -2, -2, -1, -1, -1, -1, -1],
  )
})
