import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payer } from '#testing/people/payers.ts'
import type { Rules } from './dunning.ts'
import { type PaymentHabit, simulate } from './simulation.ts'

const monthly: Rules = { periodMonths: 1, notifyDays: 3, blockDays: 5 }
const stage = (habit: PaymentHabit, now = '2026-03-01', until = '2026-05-20') => ({
  habit,
  now: new Date(now),
  until: new Date(until),
})
const days = (steps: ReturnType<typeof simulate>) =>
  steps.map(({ kind, at }) => `${kind} ${at.toISOString().slice(0, 10)}`)

test('a client that never pays gets its payment reminder, is due and is blocked, once each', () =>
  assert.deepEqual(days(simulate(payer, monthly, new Set(), stage('none'))), [
    'notice 2026-03-07',
    'due 2026-03-10',
    'block 2026-03-15',
  ]))

test('a client that always pays is never blocked', () =>
  assert.deepEqual(days(simulate(payer, monthly, new Set(), stage('on_time'))), [
    'notice 2026-03-07',
    'due 2026-03-10',
    'payment 2026-03-10',
    'notice 2026-04-07',
    'due 2026-04-10',
    'payment 2026-04-10',
    'notice 2026-05-07',
    'due 2026-05-10',
    'payment 2026-05-10',
  ]))

test('what has already happened is not simulated again', () =>
  assert.deepEqual(days(simulate(payer, monthly, new Set(['notice', 'due']), stage('none', '2026-03-12'))), [
    'block 2026-03-15',
  ]))

test('a blocked account that pays is open again', () => {
  const late = { ...payer, blocked: true, blockedBy: 'automation' } as const
  const steps = simulate(
    late,
    monthly,
    new Set(['notice', 'due', 'block']),
    stage('on_time', '2026-03-20', '2026-04-15'),
  )
  assert.deepEqual(days(steps).slice(0, 2), ['payment 2026-03-20', 'unblock 2026-03-20'])
})

test('a one-time due date ends with its payment', () =>
  assert.deepEqual(days(simulate(payer, { ...monthly, periodMonths: null }, new Set(), stage('on_time'))), [
    'notice 2026-03-07',
    'due 2026-03-10',
    'payment 2026-03-10',
  ]))

test('an account without a due date has no future', () =>
  assert.deepEqual(simulate({ ...payer, paymentExpectedAt: null }, monthly, new Set(), stage('on_time')), []))
