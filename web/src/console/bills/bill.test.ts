import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bill } from '../../api/generated.ts'
import { agesOf, lastMonths, monthOf, totalOf } from './bill.ts'

test('a month has all of its seconds, in UTC', () => {
  assert.deepEqual(monthOf('2026-02'), { name: '2026-02', from: 1_769_904_000, to: 1_772_323_199 })
  const names = lastMonths(new Date('2026-01-31T23:00:00Z'), 3).map(({ name }) => name)
  assert.deepEqual(names, ['2026-01', '2025-12', '2025-11'])
})

test('a total is known once every item is', () => {
  const item = { key: 1, name: 'A', quantity: 3, price: '0.10' }
  assert.equal(totalOf([item, { ...item, key: 2, quantity: 1, price: '5' }], 'eur'), 530)
  assert.equal(totalOf([{ ...item, price: '' }], 'eur'), undefined)
})

test('unpaid bills by age', () => {
  const now = 1_000_000_000
  const bill = (days: number, payment_status = 'unpaid') => ({ created: now - days * 86_400, payment_status }) as Bill
  assert.deepEqual(agesOf([bill(0), bill(2), bill(6), bill(20), bill(30, 'paid')], now), { day: 1, week: 2, older: 1 })
})
