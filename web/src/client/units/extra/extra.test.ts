import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardFieldsOf, fieldsOf } from './extra.ts'

test('only fields for the card are on it', () => {
  const driver = { label: 'Driver', value: 'Ann', icon: null, showOnCard: true }
  const plate = { label: 'Plate', value: 'AB 12', icon: 'car', showOnCard: false }
  assert.deepEqual(cardFieldsOf({ extra_data: [driver, plate] }), [driver])
  assert.deepEqual(fieldsOf({ extra_data: [driver, plate] }), [driver, plate])
})

test('invalid fields are left out, and other values become text', () => {
  assert.deepEqual(fieldsOf({ extra_data: null }), [])
  const odd = [
    null,
    'x',
    { value: 1 },
    { label: ' ', value: 1 },
    { label: 'Seats', value: 5 },
    { label: 'None', value: null },
  ]
  assert.deepEqual(fieldsOf({ extra_data: odd }), [{ label: 'Seats', value: '5', icon: null, showOnCard: false }])
})
