import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoney, minorOf } from './money.ts'

for (const [amount, currency, shown] of [
  [1999, 'eur', '€19.99'],
  [5, 'usd', 'US$0.05'],
  [100000, 'jpy', 'JP¥100,000'],
  [50000, 'ugx', 'UGX 50,000'],
  [1234567, 'kwd', 'KWD 1,234.567'],
  [7, 'bhd', 'BHD 0.007'],
  [-250, 'gbp', '-£2.50'],
  [9007199254740991, 'eur', '€90,071,992,547,409.91'],
  // Browsers customarily omit the decimals of these currencies, but amounts follow the standard.
  [150, 'all', 'ALL 1.50'],
  [100, '??', '1.00 ??'],
] as const) {
  test(`${amount} of ${currency} is shown as ${shown}`, () => {
    assert.equal(formatMoney(amount, currency, 'en-GB').replaceAll('\u00a0', ' '), shown)
  })
}

test('a price reads back as it is written, with the decimals of its currency', () => {
  assert.equal(minorOf('12.50', 'eur'), 1250)
  assert.equal(minorOf('12,5', 'eur'), 1250)
  assert.equal(minorOf('0.29', 'eur'), 29)
  assert.equal(minorOf('500', 'jpy'), 500)
  assert.equal(minorOf('1.234', 'kwd'), 1234)
  for (const wrong of ['', '12.505', '-1', '1e3', '1 000', '5.5.5'])
    assert.equal(minorOf(wrong, 'eur'), undefined, wrong)
  assert.equal(minorOf('5.5', 'jpy'), undefined)
})
