/** Recurring revenue equals the invoice for a whole month, computed in another way. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { amountsOf } from '#kernel/money/line.ts'
import { monthlyOf } from '../prices/monthly.ts'
import type { ClientPrice, PriceItem, PriceList } from '../prices/price.ts'
import { chargesFor } from './collection/charge.ts'

const item = (kind: PriceItem['kind'], amount: number, tiers: PriceItem['tiers'] = []): PriceItem => ({
  ...{ kind, name: kind, amount, tiers },
})
const list = (items: readonly PriceItem[], change: Partial<PriceList> = {}): PriceList => ({
  ...{ currency: 'eur', taxRate: 1900, discountRate: 0, freeDays: 0, items, ...change },
})
const counted = (units: number, activeUnits = 0, termUnits = 0) => ({ units, activeUnits, termUnits })
const terms = { unitTerms: { dueDays: 14, extendsOn: 'payment' as const } }
const tiers = [
  { from: 11, amount: 990 },
  { from: 51, amount: 700 },
]

suite('monthly revenue', () => {
  for (const [what, prices, own, numbers, byPeriod, byTerm] of [
    ['nothing of no items', list([]), undefined, counted(5), 0, 0],
    ['the account’s price once', list([item('account', 2000)]), undefined, counted(5), 2000, 0],
    ['each unit’s price', list([item('unit', 1250)]), undefined, counted(5), 6250, 0],
    ['each tier’s price for its units', list([item('unit', 1250, tiers)]), undefined, counted(60), 59_100, 0],
    ['active units only', list([item('active_unit', 300)]), undefined, counted(5, 2), 600, 0],
    [
      'nothing that is paid once',
      list([item('account_setup', 9900), item('unit_setup', 5)]),
      undefined,
      counted(5),
      0,
      0,
    ],
    ['less with a discount', list([item('unit', 333)], { discountRate: 1000 }), undefined, counted(1), 300, 0],
    [
      'by the client’s discount',
      list([item('unit', 1000)], { discountRate: 1000 }),
      { discountRate: 0, addOns: [] },
      counted(2),
      2000,
      0,
    ],
    [
      'add-ons too',
      list([item('account', 1000)]),
      { discountRate: null, addOns: [{ name: 'SMS', amount: 500, quantity: 3 }] },
      counted(0),
      2500,
      0,
    ],
    [
      'by the terms of units',
      list([item('unit', 1000), item('account', 1)], terms),
      undefined,
      counted(9, 0, 4),
      1,
      4000,
    ],
  ] as const) {
    test(`${what}`, () => {
      assert.deepEqual(monthlyOf(prices, own, numbers), { byPeriod, byTerm })
    })
  }
})

/** Pseudo-random numbers, the same in every run. */
function* numbers(): Generator<number, never> {
  for (let state = 1234567; ; ) {
    state = (state * 1103515245 + 12345) % 2147483648
    yield state
  }
}

test('equals the invoice for a whole month, for any list, discount and number of units', () => {
  const next = numbers()
  const below = (most: number) => next.next().value % most
  const at = new Date('2026-01-15T12:00:00Z')
  const clientPlanId = '019a0000-0000-7000-8000-00000000000a'
  for (let round = 0; round < 300; round++) {
    const [units, activeUnits] = [below(120), below(40)]
    const first = 2 + below(20)
    const steps = below(2)
      ? [
          { from: first, amount: below(2000) },
          { from: first + 1 + below(30), amount: below(2000) },
        ]
      : []
    const prices = list(
      [
        item('account', below(9000)),
        item('unit', below(3000), steps),
        item('active_unit', below(500), steps),
        item('unit_setup', 77),
      ],
      { discountRate: below(10_000) },
    )
    const own: ClientPrice | undefined = below(2)
      ? {
          ...{ id: 'x', dealerId: 1, accountId: 1, validFrom: '2026-01-01', list: null, createdAt: at },
          ...{ discountRate: below(3000), addOns: [{ name: 'SMS', amount: below(900), quantity: 1 + below(5) }] },
        }
      : undefined
    const active = Math.min(units, activeUnits)
    const charges = chargesFor(
      { starts: '2026-03-01', ends: '2026-04-01', months: 1, days: 31 },
      {
        ...{ zone: 'UTC', activatedAt: at, planNames: new Map(), clientPrices: own ? [own] : [] },
        planPrices: [{ id: 'p', dealerId: 1, clientPlanId, validFrom: '2026-01-01', list: prices, createdAt: at }],
        usage: {
          plans: [{ clientPlanId, leftAt: null }],
          units: Array.from({ length: units }, (_, unitId) => ({
            ...{ unitId, joinedAt: at, isNew: true, removedAt: null },
            lastActive: unitId < active ? new Date('2026-03-20T00:00:00Z') : null,
          })),
        },
      },
    )
    const invoiced = charges.flatMap(({ lines }) => lines).reduce((sum, line) => sum + amountsOf(line).net, 0)
    assert.equal(monthlyOf(prices, own, counted(units, active)).byPeriod, invoiced, `round ${round}`)
  }
})
