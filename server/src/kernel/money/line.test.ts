import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { amountsOf, type PricedLine, rounded, taxOn, totalsOf } from './line.ts'

const once = { months: 1, days: 1, discountRate: 0, taxRate: 0 }

suite('a line is rounded to the smallest unit, half away from zero', () => {
  for (const [what, line, expected] of [
    ['10.00 a month for 17 of 31 days', { unitAmount: 1000, quantity: 17, months: 1, days: 31 }, [548, 0, 548, 0, 548]],
    ['half a cent goes up', { unitAmount: 1, quantity: 1, months: 1, days: 2 }, [1, 0, 1, 0, 1]],
    ['less than half a cent goes', { unitAmount: 1, quantity: 14, months: 1, days: 31 }, [0, 0, 0, 0, 0]],
    ['a quarter of three months', { unitAmount: 1000, quantity: 92, months: 3, days: 92 }, [3000, 0, 3000, 0, 3000]],
    ['tax of 19 %', { unitAmount: 1250, quantity: 5, taxRate: 1900 }, [6250, 0, 6250, 1188, 7438]],
    [
      'discount before tax',
      { unitAmount: 999, quantity: 1, discountRate: 1000, taxRate: 810 },
      [999, 100, 899, 73, 972],
    ],
    ['a credit of it', { unitAmount: -1250, quantity: 5, taxRate: 1900 }, [-6250, 0, -6250, -1188, -7438]],
    [
      'yen, which have no decimals',
      { unitAmount: 500, quantity: 10, months: 1, days: 31, taxRate: 1000 },
      [161, 0, 161, 16, 177],
    ],
    [
      'dinars, which have three',
      { unitAmount: 1500, quantity: 10, months: 1, days: 31, taxRate: 500 },
      [484, 0, 484, 24, 508],
    ],
  ] as const) {
    test(what, () => {
      const { subtotal, discount, net, tax, total } = amountsOf({ ...once, ...line })
      assert.deepEqual([subtotal, discount, net, tax, total], expected)
    })
  }

  test('an amount that no number can hold is not charged wrongly', () =>
    assert.throws(() => amountsOf({ ...once, unitAmount: 2 ** 52, quantity: 3 }), RangeError))
})

const priced: fc.Arbitrary<PricedLine> = fc.record({
  unitAmount: fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
  quantity: fc.integer({ min: 0, max: 10 ** 5 }),
  months: fc.integer({ min: 1, max: 120 }),
  days: fc.integer({ min: 1, max: 3660 }),
  discountRate: fc.integer({ min: 0, max: 10_000 }),
  taxRate: fc.integer({ min: 0, max: 10_000 }),
})
/** With tax it is at most twice as much. Larger amounts are refused. */
const lines = priced.filter(
  ({ unitAmount, quantity, months, days }) =>
    (Math.abs(unitAmount) * quantity * months) / days < Number.MAX_SAFE_INTEGER / 2,
)

test('a rounded share is never more than half a unit off, and its negative mirrors it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 9n }), (n, d) => {
      const distance = rounded(n, d) * d - n
      assert.ok((distance < 0n ? -distance : distance) * 2n <= d)
      assert.equal(rounded(-n, d), -rounded(n, d))
    }),
  )
})

test('a line is the sum of its parts, and charging and crediting it leaves nothing', () => {
  fc.assert(
    fc.property(lines, (line) => {
      const charged = amountsOf(line)
      assert.equal(charged.total, charged.subtotal - charged.discount + charged.tax)
      assert.equal(charged.tax, taxOn(charged.net, line.taxRate))
      const credited = amountsOf({ ...line, unitAmount: -line.unitAmount })
      assert.deepEqual(totalsOf([charged, credited]), { net: 0, tax: 0, total: 0 })
    }),
  )
})

test('the days of a period, charged one by one, differ from the whole by half a unit a day at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 7 }), fc.integer({ min: 28, max: 31 }), (unitAmount, days) => {
      const whole = amountsOf({ ...once, unitAmount, quantity: days, days }).net
      const byDay = days * amountsOf({ ...once, unitAmount, quantity: 1, days }).net
      assert.equal(whole, unitAmount)
      assert.ok(Math.abs(whole - byDay) * 2 <= days)
    }),
  )
})
