import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import { hasPremium, isActiveAt, type Subscription } from './subscription.ts'

const ends = new Date('2026-03-01T12:00:00Z')
const aSubscription = (active: boolean): Subscription => ({
  id: '019a0000-0000-7000-8000-000000000001',
  accountId: 1,
  appId: consumerApp,
  plan: 'basic',
  type: 'custom',
  active,
  expiresAt: ends,
  orderId: 'order',
  autoRenew: false,
  renewAt: null,
  data: {},
})

suite('a subscription is active until it ends', () => {
  const table: [active: boolean, at: string, isActive: boolean][] = [
    [true, '2026-03-01T11:59:59.999Z', true],
    [true, '2026-03-01T12:00:00.000Z', false],
    [true, '2026-03-02T00:00:00.000Z', false],
    [false, '2026-02-01T00:00:00.000Z', false],
  ]
  for (const [active, at, isActive] of table) {
    test(`${active ? 'running' : 'ended by hand'}, ${at}: ${isActive ? 'yes' : 'no'}`, () => {
      assert.equal(isActiveAt(aSubscription(active), new Date(at)), isActive)
    })
  }
})

test('only owned applications have premium subscriptions', () => {
  assert.deepEqual([consumerApp, petApp, fleetApp, tagsApp].map(hasPremium), [true, true, false, false])
})
