import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newLine, sumOf } from './invoice.ts'

test('the running total is rounded line by line, as on the server', () => {
  const line = (price: string, quantity: number, discount = '0', tax = '19') => ({
    ...{ ...newLine(tax), price, quantity, discount },
  })
  assert.deepEqual(sumOf([line('12.50', 5)], 'eur'), { net: 6250, tax: 1188 })
  assert.deepEqual(sumOf([line('9.99', 1, '10', '8.1'), line('x', 1)], 'eur'), { net: 899, tax: 73 })
  assert.deepEqual(sumOf([line('500', 2, '0', '10')], 'jpy'), { net: 1000, tax: 100 })
})
