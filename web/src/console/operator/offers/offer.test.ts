import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRange, limitOf, limitText, priceText, rangeText, startRange } from './offer.ts'

test('a range goes from its minimum to its maximum', () => {
  assert.equal(isRange('unit', { min: 1, start: 5, max: 10 }), true)
  assert.equal(isRange('unit', { min: 6, start: 5, max: 10 }), false)
  assert.equal(isRange('unit', { min: 1, start: 11, max: 10 }), false)
  assert.equal(isRange('unit', { min: '', start: 5, max: 10 }), false)
  assert.equal(isRange('unit', { min: 0.5, start: 5, max: 10 }), false)
})

test('storage has steps of ten megabytes', () => {
  assert.equal(isRange('unit_storage', { min: 10, start: 20, max: 200 }), true)
  assert.equal(isRange('unit_storage', { min: 0, start: 20, max: 200 }), false)
  assert.equal(isRange('unit_storage', { min: 10, start: 25, max: 200 }), false)
  const limit = { min: 10240, default: 20480, max: 204800, step: 10240 }
  assert.deepEqual(limitOf('unit_storage', { min: 10, start: 20, max: 200 }), limit)
  assert.equal(rangeText('unit_storage', limit), '10 MB – 200 MB')
})

test('the initial values of the form are valid', () => {
  for (const quota of ['unit', 'unit_storage']) assert.ok(isRange(quota, startRange(quota)))
})

test('prices are per month', () => {
  assert.equal(priceText(29.5, 'eur'), '€29.50 per month')
  assert.equal(priceText(0, 'eur'), 'Free')
})

test('limits of a subscription are words, and missing ones are not listed', () => {
  assert.deepEqual(limitText('unit_storage', 51_200), ['Storage per unit: 50 MB'])
  assert.deepEqual(limitText('calculator', true), ['Statistics'])
  assert.deepEqual(limitText('calculator', false), [])
})
