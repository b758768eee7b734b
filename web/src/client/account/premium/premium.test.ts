import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentOf, effectOf, extrasOf, isSold, type Offer, planName } from './premium.ts'

const offer = (plan: string, amount: number | null, modules: readonly string[]): Offer => ({
  app_id: 'app',
  plan,
  amount,
  currency: amount === null ? null : 'eur',
  limits: { unit: 5 },
  modules,
})
const free = offer('free', null, ['unit', 'timeline'])
const premium = offer('premium', 500, ['unit', 'timeline', 'statistics'])
const bought = {
  id: '1',
  app_id: 'app',
  plan: 'premium',
  type: 'cardpay',
  active: true,
  expires_at: 1,
  auto_renew: false,
}

test('lists what the free plan does not include', () => {
  assert.deepEqual(extrasOf(premium, [free, premium]), ['statistics'])
  assert.deepEqual(extrasOf(free, [free, premium]), [])
  assert.deepEqual([isSold(free), isSold(premium)], [false, true])
})

test('more of the same is added, something else replaces it', () => {
  const other = { ...bought, active: false }
  assert.equal(currentOf([other], 'app'), undefined)
  assert.equal(effectOf('premium', currentOf([other], 'app')), 'begins')
  assert.equal(effectOf('premium', currentOf([other, bought], 'app')), 'adds')
  assert.equal(effectOf('basic', bought), 'replaces')
})

test('a plan that the operator created keeps its own name', () => {
  assert.deepEqual([planName('premium'), planName('gold')], ['Premium', 'gold'])
})
