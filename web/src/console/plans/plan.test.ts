import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientPlan, Module } from '../../api/generated.ts'
import { automationText, quotaText, rangesOf, toggled } from './plan.ts'

test('sliders stay within the provider plan, and storage within the steps on sale', () => {
  const limits = {
    unit: { min: 1, max: 500, step: 1, default: 10 },
    unit_storage: { min: 1024, max: 999_999, step: 1024, default: 1024 },
  }
  assert.deepEqual(rangesOf({ features: { limits, modules: [] } }), {
    unit: { min: 1, max: 500, step: 1, start: 10 },
    unit_storage: { min: 10_240, max: 204_800, step: 10_240, start: 10_240 },
  })
  assert.equal(quotaText('unit_storage', 10_240), '10 MB')
  assert.equal(quotaText('unit', 1500), '1,500')
})

test('a module selects what it needs, and is removed with it', () => {
  const module = (name: string, ...depended_on: string[]) => ({ name, depended_on }) as unknown as Module
  const all = [module('notification'), module('extended_notification', 'notification'), module('sharing')]
  const both = toggled(['sharing'], 'extended_notification', all)
  assert.deepEqual(both, ['sharing', 'notification', 'extended_notification'])
  assert.deepEqual(toggled(both, 'notification', all), ['sharing'])
  assert.deepEqual(toggled(both, 'extended_notification', all), ['sharing', 'notification'])
})

test('automation in words', () => {
  const plan = (payment_period: number | null) =>
    ({ client_payment_lifecycle: { payment_period, payment_notify_offset: 3, block_offset: 0 } }) as ClientPlan
  assert.equal(automationText(plan(1)), 'Paid every month, reminder 3 days before, block on the day')
  assert.equal(automationText(plan(null)), 'No billing automation')
})
