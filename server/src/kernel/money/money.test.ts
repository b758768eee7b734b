import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { decimalsOf, formatMoney, type Price, priceProblems, ratesProblem, totalOf } from './money.ts'
import { builtInRates } from './rates.ts'

const rates = { date: '2026-01-01', perDollar: { usd: '1', eur: '0.9', jpy: '150', kwd: '0.3', inr: '83.333333333' } }
const price = (unitAmount: number, currency = 'usd', quantity = 1): Price => ({ unitAmount, currency, quantity })
const problemsOf = (prices: readonly Price[]) => priceProblems(prices, rates).map(({ field }) => field)

suite('a total is worth at least 50 US cents, to the smallest unit', () => {
  for (const [currency, least] of [
    ['usd', 50],
    ['eur', 45],
    // No decimals: 75 yen are 50 cents.
    ['jpy', 75],
    // Three decimals: 150 fils are 0.150 dinar.
    ['kwd', 150],
    // 41.6666666665 rupees, so 4167 paise are the first that reach it.
    ['inr', 4167],
  ] as const) {
    test(`${least} of ${currency}`, () => {
      assert.deepEqual(problemsOf([price(least, currency)]), [])
      assert.deepEqual(problemsOf([price(least - 1, currency)]), ['prices'])
    })
  }
})

suite('prices that no bill can have', () => {
  for (const [what, prices, ...fields] of [
    ['two currencies', [price(100), price(100, 'eur'), price(5)], 'prices.1.currency'],
    ['a currency that nobody knows', [price(100, 'xyz')], 'prices.0.currency'],
    ['a currency with upper-case letters', [price(100, 'USD')], 'prices.0.currency'],
    ['a currency called like a part of every object', [price(100, 'constructor')], 'prices.0.currency'],
    ['more than a card can pay', [price(99_999_999), price(1)], 'prices'],
    ['a product beyond all whole numbers', [price(2 ** 53 - 1, 'usd', 2 ** 53 - 1)], 'prices'],
  ] as const) {
    test(what, () => assert.deepEqual(problemsOf(prices), fields))
  }

  test('the maximum of a card is accepted', () => assert.deepEqual(problemsOf([price(99_999_999)]), []))
})

test('a total is exact, and valid exactly if its worth is', () => {
  const amount = fc.integer({ min: 1, max: 2 ** 40 })
  const prices = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 2 ** 40 }), unitAmount: amount }), {
    minLength: 1,
    maxLength: 100,
  })
  fc.assert(
    fc.property(prices, fc.constantFrom('usd', 'jpy', 'kwd'), (lines, currency) => {
      const total = lines.reduce((sum, { quantity, unitAmount }) => sum + BigInt(quantity) * BigInt(unitAmount), 0n)
      assert.equal(totalOf(lines), total)
      // In thousandths of the smallest unit of each currency: 1 dollar is 100 cents, 150 yen, 300 fils.
      const perDollar = { usd: 100n, jpy: 150n, kwd: 300n }[currency] as bigint
      const isRight = total * 2n >= perDollar && total * 100n <= perDollar * 99_999_999n
      const problems = priceProblems(
        lines.map((line) => ({ ...line, currency })),
        rates,
      )
      assert.equal(problems.length === 0, isRight)
    }),
  )
})

suite('an amount in words', () => {
  for (const [amount, currency, text] of [
    [2500, 'eur', '25.00 EUR'],
    [5, 'usd', '0.05 USD'],
    [0, 'usd', '0.00 USD'],
    [150, 'jpy', '150 JPY'],
    [1234567, 'kwd', '1,234.567 KWD'],
    [9007199254740991n, 'usd', '90,071,992,547,409.91 USD'],
  ] as const) {
    test(text, () => assert.equal(formatMoney(amount, currency), text))
  }
  test('in German the separators are swapped', () => assert.equal(formatMoney(123456, 'eur', 'de'), '1.234,56 EUR'))
})

suite('a rate table', () => {
  test('the built-in one is valid, and has the currencies of the world', () => {
    assert.equal(ratesProblem(builtInRates), undefined)
    assert.ok(Object.keys(builtInRates.perDollar).length > 120)
    for (const code of Object.keys(builtInRates.perDollar)) assert.ok([0, 2, 3].includes(decimalsOf(code)))
  })
  for (const [what, table] of [
    ['nothing', null],
    ['no date', { perDollar: { usd: '1' } }],
    ['a time for a date', { date: 'today', perDollar: { usd: '1' } }],
    ['no rates', { date: '2026-01-01' }],
    ['a number, which could be bent', { date: '2026-01-01', perDollar: { usd: 1 } }],
    ['a rate of nothing', { date: '2026-01-01', perDollar: { usd: '1', eur: '0' } }],
    ['a rate below nothing', { date: '2026-01-01', perDollar: { usd: '1', eur: '-1' } }],
    ['an upper-case code', { date: '2026-01-01', perDollar: { usd: '1', EUR: '1' } }],
    ['a dollar that is worth two', { date: '2026-01-01', perDollar: { usd: '2' } }],
  ] as const) {
    test(`with ${what} is refused`, () => assert.match(ratesProblem(table) ?? '', /.{10,}/))
  }
})
