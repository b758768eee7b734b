import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stateOf } from './client.ts'

const day = 86_400
const now = 1_800_000_000
const none = { payment_expected_at: null, payment_notify_offset: null, block_offset: null, use_fleet_lifecycle: false }
const plan = { id: 'plan', client_payment_lifecycle: { payment_period: 1, payment_notify_offset: 3, block_offset: 5 } }
const account = { ack: now - day, blocked: false, tariff_plans: { fleet: 'plan' }, client_payment_lifecycle: none }
const due = (days: number, own = {}) => ({
  ...account,
  client_payment_lifecycle: { ...none, payment_expected_at: now + days * day, ...own },
})

for (const [what, given, state] of [
  ['nobody has activated it', { ...account, ack: 0 }, 'inactive'],
  ['nothing is due', account, 'active'],
  ['the due date is far', due(10), 'active'],
  ['the notice of the plan has gone out', due(3), 'notice'],
  [
    'its own notice comes later than the plan’s',
    due(3, { payment_notify_offset: 1, use_fleet_lifecycle: true }),
    'active',
  ],
  ['the due date has passed', due(-1), 'overdue'],
  ['a block is set for a date', { ...account, blocked_at: now + day }, 'scheduled'],
  ['it is blocked, whatever is due', { ...due(-20), blocked: true, blocked_at: now - day }, 'blocked'],
  ['it speaks the dialect that knows no due dates', { ...account, client_payment_lifecycle: undefined }, 'active'],
] as const) {
  test(`a client is ${state} when ${what}`, () => assert.equal(stateOf(given as never, plan, now), state))
}
