import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceText } from '../../shared/format/money.ts'
import { listOf, rateOf, rateText, typedList } from './price.ts'

test('a percentage has at most two decimals', () => {
  assert.deepEqual(['19', '7,7', '0.25', '100', '100.01', '', '-1', '1.234', 'x'].map(rateOf), [
    ...[1900, 770, 25, 10_000, undefined, undefined, undefined, undefined, undefined],
  ])
  assert.deepEqual([1900, 770, 25].map(rateText), ['19', '7.7', '0.25'])
})

test('an amount is shown with the decimals of its currency', () =>
  assert.deepEqual([priceText(5, 'eur'), priceText(1250, 'jpy'), priceText(1250, 'kwd')], ['0.05', '1250', '1.250']))

test('a price list survives the form', () => {
  const list = {
    ...{ currency: 'eur', tax_rate: 1900, discount_rate: 250, free_days: 14 },
    items: [{ kind: 'unit', name: 'Tracking', amount: 1250, tiers: [{ from: 11, amount: 990 }] }],
    unit_terms: { due_days: 14, extends_on: 'payment' },
  } as const
  assert.deepEqual(listOf(typedList(list, 'usd')), list)
  const [item] = typedList(list, 'usd').items
  assert.equal(listOf({ ...typedList(list, 'usd'), items: [{ ...item!, price: 'much' }] }), undefined)
})
