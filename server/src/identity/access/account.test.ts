import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { activate } from '#customers/accounts/activate.ts'
import { dialects } from '#kernel/api/dialects.ts'
import { type AppId, consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import {
  type Account,
  managedAppProblems,
  ownedAppProblems,
  scheduleBlock,
  setBlocked,
  setLifecycle,
  switchApps,
} from './account.ts'

const created = new Date('2026-01-31T10:00:00Z')
const now = new Date('2026-03-01T12:00:00Z')

const anAccount = (change: Partial<Account> = {}): Account => ({
  id: 1,
  dealerId: 2,
  clientPlanId: '019a0000-0000-7000-8000-000000000001',
  title: 'Fleet',
  description: '',
  type: 10,
  linkApp: null,
  regApps: [fleetApp],
  serviceApps: [],
  ack: null,
  isAttached: false,
  attachedAt: null,
  addedAt: created,
  blocked: false,
  blockedBy: null,
  blockedAt: null,
  blockedSince: null,
  paymentExpectedAt: null,
  paymentNotifyOffset: null,
  blockOffset: null,
  useFleetLifecycle: false,
  createdAt: created,
  updatedAt: created,
  subscriptions: {},
  ...change,
})

const all = [consumerApp, petApp, fleetApp, tagsApp] as const
const { provider, partner } = dialects
const names = new Map<string, string>([
  [consumerApp, 'consumer'],
  [petApp, 'pet'],
  [fleetApp, 'fleet'],
  [tagsApp, 'tags'],
])
const say = (apps: readonly string[]) => apps.map((app) => names.get(app) ?? app).join(' and ') || 'none'

suite('which applications a new account may have', () => {
  const choices = [[], ...all.map((app) => [app]), [consumerApp, petApp], [fleetApp, tagsApp], [consumerApp, fleetApp]]
  const owned: Readonly<Record<string, readonly string[]>> = {
    provider: ['consumer'],
    partner: ['consumer', 'pet', 'consumer and pet'],
  }
  const managed: Readonly<Record<string, readonly string[]>> = { provider: ['fleet', 'tags'], partner: ['fleet'] }
  for (const { name, apps: known } of [provider, partner]) {
    for (const apps of choices) {
      test(`${say(apps)} in ${name}`, () => {
        assert.equal(ownedAppProblems(apps, known).length === 0, owned[name]?.includes(say(apps)) ?? false)
        assert.equal(managedAppProblems(apps, known).length === 0, managed[name]?.includes(say(apps)) ?? false)
      })
    }
  }
})

suite('which applications an account may be switched to', () => {
  type Row = [has: AppId[], wanted: AppId[], by: typeof provider, becomes: AppId[] | 'refused']
  const table: readonly Row[] = [
    [[consumerApp], [consumerApp], partner, [consumerApp]],
    [[consumerApp], [petApp], partner, [petApp]],
    [[petApp], [consumerApp], partner, [consumerApp]],
    [[consumerApp], [consumerApp, petApp], partner, [consumerApp, petApp]],
    [[consumerApp, petApp], [petApp], partner, [petApp]],
    [[consumerApp], [fleetApp], partner, 'refused'],
    [[consumerApp], [consumerApp, fleetApp], partner, 'refused'],
    [[consumerApp], [tagsApp], partner, 'refused'],
    [[consumerApp], [], partner, 'refused'],
    [[fleetApp], [fleetApp], partner, [fleetApp]],
    [[fleetApp], [consumerApp], partner, 'refused'],
    [[fleetApp], [petApp], partner, 'refused'],
    [[fleetApp], [fleetApp, consumerApp], partner, 'refused'],
    [[consumerApp], [consumerApp], provider, [consumerApp]],
    [[consumerApp], [petApp], provider, 'refused'],
    [[consumerApp], [fleetApp], provider, 'refused'],
    [[fleetApp], [tagsApp], provider, 'refused'],
    [[fleetApp], [fleetApp, tagsApp], provider, 'refused'],
    [[tagsApp], [tagsApp], provider, [tagsApp]],
    [[tagsApp], [fleetApp], provider, 'refused'],
    // A caller cannot remove what it does not know.
    [[consumerApp, petApp], [consumerApp], provider, [consumerApp, petApp]],
    [[petApp, consumerApp], [consumerApp], provider, [petApp, consumerApp]],
  ]
  for (const [has, wanted, by, becomes] of table) {
    test(`${say(has)} to ${say(wanted)} in ${by.name}: ${becomes === 'refused' ? becomes : say(becomes)}`, () => {
      const type = has.includes(fleetApp) || has.includes(tagsApp) ? 10 : null
      const result = switchApps(anAccount({ regApps: has, type }), wanted, by.apps)
      if (becomes === 'refused') {
        assert.deepEqual(
          result.map((problem) => typeof problem === 'object' && [problem.code, problem.field]),
          [['FAILED_VALIDATION', 'reg_apps']],
        )
      } else assert.deepEqual(result, becomes)
    })
  }
})

suite('activation', () => {
  test('with a payment period makes the first payment due that many months later', () => {
    const on = new Date('2026-01-31T10:00:00Z')
    const lifecycle = { payment_period: 1, payment_notify_offset: 3, block_offset: 5 }
    const account = activate(anAccount(), on, lifecycle)
    assert.deepEqual(
      account,
      anAccount({ ack: on, updatedAt: on, paymentExpectedAt: new Date('2026-02-28T10:00:00Z') }),
    )
  })

  for (const lifecycle of [null, { payment_period: null, payment_notify_offset: 3, block_offset: 5 }]) {
    test(`${lifecycle ? 'with automation but no period' : 'without automation'} makes nothing due`, () => {
      assert.deepEqual(activate(anAccount(), now, lifecycle), anAccount({ ack: now, updatedAt: now }))
    })
  }
})

suite('only an activated account', () => {
  const acts: Readonly<Record<string, (account: Account) => Account>> = {
    'can be blocked': (account) => setBlocked(account, true, now),
    'can be unblocked': (account) => setBlocked(account, false, now),
    'can be blocked at a time': (account) => scheduleBlock(account, now, now),
    'can have billing automation': (account) => setLifecycle(account, { blockOffset: 1 }, now),
  }
  for (const [what, act] of Object.entries(acts)) {
    test(what, () => {
      assert.throws(() => act(anAccount()), { code: 'CONFLICT' })
      assert.equal(act(anAccount({ ack: created })).updatedAt, now)
    })
  }
})

test('unblocking also clears the scheduled block', () => {
  const blocked = anAccount({ ack: created, blocked: true, blockedBy: 'schedule', blockedAt: created })
  const free = setBlocked(blocked, false, now)
  assert.deepEqual([free.blocked, free.blockedBy, free.blockedAt], [false, null, null])
})

test('blocking by hand keeps the scheduled block, and is recorded as done by a person', () => {
  const account = setBlocked(anAccount({ ack: created, blockedAt: now }), true, now)
  assert.deepEqual([account.blocked, account.blockedBy, account.blockedAt], [true, 'person', now])
})

test('automation changes the given fields and nothing else', () => {
  const before = anAccount({ ack: created, paymentNotifyOffset: 2, blockOffset: 3, useFleetLifecycle: true })
  const after = setLifecycle(before, { blockOffset: null }, now)
  assert.deepEqual(after, { ...before, blockOffset: null, updatedAt: now })
})
