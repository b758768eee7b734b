import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { consumerApp, fleetApp, tagsApp } from '#kernel/applications.ts'
import {
  applySessionUpdate,
  draftInvoices,
  isAbout,
  monthAfter,
  monthlyAmount,
  monthName,
  monthOf,
  nextCheck,
  type Payment,
  type SessionUpdate,
  startOf,
  type Use,
} from './invoice.ts'

test('months are those of UTC, and a year ends with December', () => {
  assert.equal(monthOf(new Date('2026-03-31T23:59:59.999Z')), '2026-03-01')
  assert.equal(monthOf(new Date('2026-04-01T00:00:00Z')), '2026-04-01')
  assert.equal(monthAfter('2026-12-01'), '2027-01-01')
  assert.equal(startOf('2028-02-01').toISOString(), '2028-02-01T00:00:00.000Z')
  assert.equal(monthName('2026-03-01'), 'March 2026')
})

const amounts: readonly [price: number, currency: string, period: string, amount: number][] = [
  [19, 'eur', 'month', 1900],
  [19.99, 'eur', 'month', 1999],
  [0.07, 'eur', 'month', 7],
  [1.005, 'eur', 'month', 100],
  [1500, 'jpy', 'month', 1500],
  [1.234, 'kwd', 'month', 1234],
  [120, 'eur', 'year', 1000],
  [100, 'eur', 'year', 833],
  [30, 'eur', 'quarter', 1000],
  [0, 'eur', 'month', 0],
]
for (const [price, currency, period, amount] of amounts) {
  test(`${price} ${currency} a ${period} is ${amount} of the smallest unit a month`, () => {
    assert.equal(monthlyAmount({ price, currency, period }), amount)
  })
}

const use = (change: Partial<Use>): Use => ({
  appId: fleetApp,
  name: 'Starter',
  type: 'managed',
  price: 19,
  currency: 'eur',
  period: 'month',
  units: 3,
  ...change,
})
const fee = { appId: fleetApp, name: 'Service fee', price: 25, currency: 'eur', period: 'month' }

suite('the lines of an invoice', () => {
  test('units by plan and the fee, each line exact', () => {
    assert.deepEqual(draftInvoices('2026-03-01', [use({}), use({ name: 'Lite', price: 49.5, units: 2 })], [fee]), [
      {
        currency: 'eur',
        amountTotal: 5700 + 9900 + 2500,
        lines: [
          { description: 'Activated units on Starter, March 2026', quantity: 3, unitAmount: 1900, amountTotal: 5700 },
          { description: 'Activated units on Lite, March 2026', quantity: 2, unitAmount: 4950, amountTotal: 9900 },
          { description: 'Service fee, March 2026', quantity: 1, unitAmount: 2500, amountTotal: 2500 },
        ],
      },
    ])
  })

  const totals: readonly [what: string, uses: readonly Use[], totals: readonly [string, number][]][] = [
    ['nothing used, nothing to pay', [], []],
    ['trying out costs nothing, not even the fee', [use({ type: 'trial', price: 0 })], []],
    ['another application has its own fee or none', [use({ appId: tagsApp, units: 1 })], [['eur', 1900]]],
    ['a free plan that is not a trial still costs the fee', [use({ price: 0 })], [['eur', 2500]]],
    [
      'each currency has a separate invoice',
      [use({}), use({ currency: 'jpy', price: 1500, units: 2 })],
      [
        ['eur', 8200],
        ['jpy', 3000],
      ],
    ],
    ['a million units', [use({ price: 199.99, units: 1_000_000 })], [['eur', 19_999_002_500]]],
  ]
  for (const [what, uses, expected] of totals) {
    test(what, () => {
      const drafts = draftInvoices('2026-03-01', uses, [fee, { ...fee, appId: consumerApp }])
      assert.deepEqual(
        drafts.map(({ currency, amountTotal }) => [currency, amountTotal]),
        expected,
      )
    })
  }

  test('an amount too large for a number is not charged at all', () => {
    assert.throws(() => draftInvoices('2026-03-01', [use({ price: 1e9, units: 2_000_000_000 })], []), /too large/)
  })
})

const now = new Date('2026-04-01T12:00:00Z')
const payment: Payment = {
  id: 'reference',
  invoiceId: 'invoice',
  processor: 'sandbox',
  livemode: false,
  sessionId: 'session',
  url: 'https://pay.example',
  status: 'open',
  paymentId: null,
  createdAt: now,
  expiresAt: new Date(now.getTime() + 86_400_000),
  nextCheckAt: now,
  email: 'office@example.com',
  lang: null,
  returnUrl: null,
  keepsCard: false,
  isCharge: false,
  accountId: null,
}
const update: SessionUpdate = {
  id: 'session',
  reference: 'reference',
  status: 'open',
  paymentStatus: 'unpaid',
  url: 'https://pay.example',
  amountTotal: 5700,
  currency: 'eur',
  payment: null,
  livemode: false,
}
const paid: SessionUpdate = { ...update, status: 'complete', paymentStatus: 'paid', url: null, payment: 'pi_1' }

suite('updates of a payment page', () => {
  const rows: readonly [what: string, before: Partial<Payment>, heard: SessionUpdate, after: Payment['status']][] = [
    ['open stays open', {}, update, 'open'],
    ['paid is complete', {}, paid, 'complete'],
    ['complete without money is not paid', {}, { ...paid, paymentStatus: 'unpaid' }, 'open'],
    ['its time is up', {}, { ...update, status: 'expired' }, 'expired'],
    ['paid in the moment it expired', { status: 'expired' }, paid, 'complete'],
    ['an old word after it expired', { status: 'expired' }, update, 'expired'],
    ['expired after it was paid', { status: 'complete' }, { ...update, status: 'expired' }, 'complete'],
  ]
  for (const [what, before, heard, after] of rows) {
    test(what, () => assert.equal(applySessionUpdate({ ...payment, ...before }, heard, now).status, after))
  }

  const invoice = { amountTotal: 5700, currency: 'eur' } as Parameters<typeof isAbout>[2]
  const foreign: readonly Partial<SessionUpdate>[] = [
    { reference: 'another' },
    { id: 'another' },
    { amountTotal: 5699 },
    { currency: 'usd' },
    { livemode: true },
  ]
  for (const change of foreign) {
    test(`${JSON.stringify(change)} belongs to something else`, () => {
      assert.deepEqual(
        [isAbout(update, payment, invoice), isAbout({ ...update, ...change }, payment, invoice)],
        [true, false],
      )
    })
  }
})

test('a payment page is checked after a quarter of an hour, then hourly, and when it expires', () => {
  const at: string[] = []
  for (let check = nextCheck(payment, now); check < payment.expiresAt; check = nextCheck(payment, check))
    at.push(check.toISOString())
  assert.deepEqual(at.slice(0, 2), ['2026-04-01T12:15:00.000Z', '2026-04-01T13:15:00.000Z'])
  assert.equal(nextCheck(payment, new Date(at.at(-1) as string)).getTime(), payment.expiresAt.getTime())
  assert.equal(nextCheck(payment, payment.expiresAt).getTime(), payment.expiresAt.getTime() + 3600_000)
})
