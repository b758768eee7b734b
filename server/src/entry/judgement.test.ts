/**
 * The order of validation. Each row has two problems of neighbouring kinds, and the earlier one must win: otherwise an
 * outsider learns from the later one what it must not know.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { DialectName } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type Answer, openApi } from '#testing/api.ts'
import {
  aManagedAccount,
  anActivatedAccount,
  anApprovedDealer,
  anOwnedAccount,
  anUnclaimedAccount,
  aPlan,
  aUnit,
  newPlan,
  newUnit,
  newUser,
} from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'

const api = await openApi()
const past = seconds(api.ctx.clock.now()) - 60
const missingPlan = '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30'
const archivedPlan = '019a0000-0000-7000-8000-000000000106'
const text = { 'content-type': 'text/plain' }
const json = { 'content-type': 'application/json' }
const large = JSON.stringify({ title: 'x'.repeat(1024 * 1024) })

async function aCast(dialect: DialectName) {
  const dealer = await api.dealer(dialect)
  const outsider = await api.dealer(dialect)
  const foreign = await anActivatedAccount(api, outsider)
  const owned = await anOwnedAccount(api, dealer)
  const unclaimed = await anUnclaimedAccount(dealer)
  const full = await aManagedAccount(
    dealer,
    (await aPlan(dealer, { quotas: { unit: 1, geofence: 0, unit_storage: 10240 } })).id,
  )
  await aUnit(dealer, full.id)
  const trial = await api.dealer(dialect)
  const trialPlan = await aPlan(trial)
  await api.ctx.db.updateTable('paymentInfos').set({ verified: false }).where('dealerId', '=', trial.dealer).execute()
  return {
    dialect,
    dealer,
    reader: await api.tokenOf(dealer.dealer, dialect, 'read'),
    unverified: await api.dealer(dialect, false),
    approved: await anApprovedDealer(api, dialect),
    /** Its company profile is approved, and it has a plan from the time when it was verified. */
    trial,
    trialPlan: trialPlan.id as string,
    managed: await anActivatedAccount(api, dealer),
    inactive: await aManagedAccount(dealer),
    owned,
    ownedUnit: await aUnit(dealer, owned.id, { app_id: consumerApp }),
    unclaimed,
    full,
    foreign,
    foreignUnit: await aUnit(outsider, foreign.id),
    foreignPlan: (await aPlan(outsider)).id as string,
  }
}

type Cast = Awaited<ReturnType<typeof aCast>>
type Expected = [status: number, ...problems: string[]]
/** What a row expects of its answer, unless its whole kind expects the same. */
type Row = [what: string, ask: (cast: Cast) => Promise<Answer>, ...expected: Expected | []]

const sameForAll: Readonly<Record<string, Expected>> = {
  'the token before the path': [401, 'INVALID_TOKEN'],
  'whether the dealer may before the item': [403, 'FORBIDDEN'],
  'whether the dealer may before the values': [403, 'FORBIDDEN'],
  'the item before the values': [404, 'NOT_FOUND'],
  'ownership before the values': [403, 'FORBIDDEN'],
}

const managedBody = (planId: string, change: object = {}) => ({
  reg_apps: [fleetApp],
  tariff_plans: { [fleetApp]: planId },
  user: newUser(),
  ...change,
})
const shortUser = { user: { name: 'x', login_key: 'key-1' } }
const withoutToken = ({ dialect }: Cast, method: string, path: string, body?: unknown, headers = {}) =>
  api.ask(method, `/${dialect}${path}`, body, headers)

const table: Readonly<Record<string, readonly Row[]>> = {
  'the token before the path': [
    ['a path that does not exist', (cast) => withoutToken(cast, 'GET', '/nothing')],
    ['a malformed id', (cast) => withoutToken(cast, 'GET', '/accounts/x')],
    ['a body that is no JSON', (cast) => withoutToken(cast, 'POST', '/accounts', 'x', text)],
  ],
  'path, dialect and level before the body': [
    [
      'a path that does not exist, with a body that is no JSON',
      ({ dealer }) => dealer.ask('POST', '/nothing', 'x', text),
      404,
      'ROUTE_NOT_FOUND',
    ],
    [
      'the other dialect, with a body that is no JSON',
      ({ dealer, dialect }) =>
        dealer.ask('POST', `/${dialect === 'provider' ? 'partner' : 'provider'}/accounts`, 'x', text),
      403,
      'FORBIDDEN',
    ],
    [
      'a malformed id, with the wrong media type',
      ({ dealer }) => dealer.ask('PATCH', '/accounts/x', 'x', text),
      404,
      'NOT_FOUND',
    ],
    [
      'a malformed id, with a body that is no JSON',
      ({ dealer }) => dealer.ask('PATCH', '/units/1.5', '{', json),
      404,
      'NOT_FOUND',
    ],
    [
      'a malformed id, with a body of the wrong shape',
      ({ dealer }) => dealer.ask('PATCH', '/users/X', { name: 5 }),
      404,
      'NOT_FOUND',
    ],
    [
      'a malformed id, with a body that is too large',
      ({ dealer }) => dealer.ask('PATCH', '/accounts/0', large, json),
      404,
      'NOT_FOUND',
    ],
    [
      'a token that may only read, with the wrong media type',
      ({ reader, managed }) => reader.ask('PATCH', `/accounts/${managed.id}`, 'x', text),
      403,
      'FORBIDDEN',
    ],
    [
      'a token that may only read, with a body of the wrong shape',
      ({ reader }) => reader.ask('POST', '/units', { name: 5 }),
      403,
      'FORBIDDEN',
    ],
  ],
  'the body’s type, size and shape before whether the dealer may': [
    [
      'the wrong media type, not verified',
      ({ unverified }) => unverified.ask('POST', '/client-plans', 'x', text),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a body that is too large, not verified',
      ({ unverified }) => unverified.ask('POST', '/accounts/managed', large, json),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'a body that is no JSON, not verified',
      ({ unverified }) => unverified.ask('POST', '/accounts/managed', '{', json),
      400,
      'INVALID_PAYLOAD',
    ],
    [
      'a plan of the wrong shape, not verified',
      ({ unverified }) => unverified.ask('POST', '/client-plans', newPlan({ name: 5 })),
      400,
      'INVALID_PAYLOAD name',
    ],
    [
      'a managed account of the wrong shape, not verified',
      ({ unverified }) => unverified.ask('POST', '/accounts/managed', managedBody(missingPlan, { title: 5 })),
      400,
      'INVALID_PAYLOAD title',
    ],
    [
      'the wrong shape for a foreign account',
      ({ dealer, foreign }) => dealer.ask('PATCH', `/accounts/${foreign.id}`, { title: 5 }),
      400,
      'INVALID_PAYLOAD title',
    ],
    [
      'the wrong shape for an account of its client',
      ({ dealer, owned }) => dealer.ask('PATCH', `/accounts/${owned.id}/set-blocked`, { blocked: 'yes' }),
      400,
      'INVALID_PAYLOAD blocked',
    ],
    [
      'an unknown parameter for a foreign unit',
      ({ dealer, foreignUnit }) => dealer.ask('GET', `/units/${foreignUnit.id}/messages?limit=1`),
      400,
      'INVALID_QUERY limit',
    ],
  ],
  'whether the dealer may before the item': [
    [
      'not verified, an account that is not there',
      ({ unverified }) =>
        unverified.ask('PUT', '/accounts/1/client-plan', { tariff_plan_id: missingPlan, app_id: fleetApp }),
    ],
    [
      'not verified, a foreign account',
      ({ unverified, foreign, foreignPlan }) =>
        unverified.ask('PUT', `/accounts/${foreign.id}/client-plan`, { tariff_plan_id: foreignPlan, app_id: fleetApp }),
    ],
  ],
  'whether the dealer may before the values': [
    [
      'not verified, a plan with a bad quota',
      ({ unverified }) =>
        unverified.ask('POST', '/client-plans', newPlan({ quotas: { unit: 0, geofence: 0, unit_storage: 10240 } })),
    ],
    [
      'not verified, a provider plan that is not there',
      ({ unverified }) => unverified.ask('POST', '/client-plans', newPlan({ managed_plan_id: missingPlan })),
    ],
    [
      'not verified, a managed account with a short user name',
      ({ unverified }) => unverified.ask('POST', '/accounts/managed', managedBody(missingPlan, shortUser)),
    ],
    [
      'only trial plans allowed, a plan with a bad quota on another',
      ({ approved }) => approved.ask('POST', '/client-plans', newPlan({ name: '' })),
    ],
    [
      'only trial plans allowed, a managed account with a short user name on another',
      ({ trial, trialPlan }) => trial.ask('POST', '/accounts/managed', managedBody(trialPlan, shortUser)),
    ],
  ],
  'the item before the values': [
    [
      'a foreign account and a short title',
      ({ dealer, foreign }) => dealer.ask('PATCH', `/accounts/${foreign.id}`, { title: 'x' }),
    ],
    [
      'a foreign account and a forbidden application',
      ({ dealer, foreign }) => dealer.ask('PATCH', `/accounts/${foreign.id}`, { reg_apps: [consumerApp] }),
    ],
    [
      'a foreign account and a time in the past',
      ({ dealer, foreign }) => dealer.ask('PATCH', `/accounts/${foreign.id}/set-blocked-at`, { blocked_at: past }),
    ],
    [
      'a foreign account and an application it has not',
      ({ dealer, foreign }) => dealer.ask('GET', `/accounts/${foreign.id}/limits?app_id=${consumerApp}`),
    ],
    [
      'a foreign account and a plan that is not there',
      ({ dealer, foreign }) =>
        dealer.ask('PUT', `/accounts/${foreign.id}/client-plan`, { tariff_plan_id: missingPlan, app_id: fleetApp }),
    ],
    [
      'a foreign user and a short name',
      ({ dealer, foreign }) => dealer.ask('PATCH', `/users/${foreign.user.id}`, { name: 'x' }),
    ],
    [
      'a foreign user and two different passwords',
      ({ dealer, foreign }) =>
        dealer.ask('PUT', `/users/${foreign.user.id}/password`, { new_password: 'x', repeat_password: 'y' }),
    ],
    [
      'a foreign user and an application it has not',
      ({ dealer, foreign }) => dealer.ask('PUT', `/users/${foreign.user.id}/appToken/${consumerApp}`),
    ],
    [
      'a unit in a foreign account and a bad ident',
      ({ dealer, foreign }) => dealer.ask('POST', '/units', newUnit(foreign.id, { ident: '', hw_id: 0, name: '' })),
    ],
    [
      'a foreign unit and a bad ident',
      ({ dealer, foreignUnit }) => dealer.ask('PATCH', `/units/${foreignUnit.id}`, { ident: 'a b' }),
    ],
  ],
  'ownership before the values': [
    [
      'a user of its client and a short name',
      ({ dealer, owned }) => dealer.ask('PATCH', `/users/${owned.user.id}`, { name: 'x' }),
    ],
    [
      'a user of its client and two different passwords',
      ({ dealer, owned }) =>
        dealer.ask('PUT', `/users/${owned.user.id}/password`, { new_password: 'x', repeat_password: 'y' }),
    ],
    [
      'a unit of its client and a bad ident',
      ({ dealer, ownedUnit }) => dealer.ask('PATCH', `/units/${ownedUnit.id}`, { ident: 'a b' }),
    ],
    [
      'an account of its client and a time in the past',
      ({ dealer, owned }) => dealer.ask('PATCH', `/accounts/${owned.id}/set-blocked-at`, { blocked_at: past }),
    ],
    [
      'a token as the user, without support access',
      ({ dealer, owned }) =>
        dealer.ask('PUT', `/users/${owned.user.id}/appToken/${consumerApp}?token_type=service_as_user`),
    ],
    [
      'a token for an application it has not, before its client has activated it',
      ({ dealer, unclaimed }) => dealer.ask('PUT', `/users/${unclaimed.user.id}/appToken/${fleetApp}`),
    ],
  ],
  'the values before the state': [
    [
      'a time in the past, not activated',
      ({ dealer, inactive }) => dealer.ask('PATCH', `/accounts/${inactive.id}/set-blocked-at`, { blocked_at: past }),
      400,
      'FAILED_VALIDATION blocked_at',
    ],
    [
      'a short title, a user name that is taken',
      ({ dealer, managed }) => {
        const user = { name: managed.user.name, login_key: 'key-1' }
        return dealer.ask('POST', '/accounts', { reg_apps: [consumerApp], title: 'x', user })
      },
      400,
      'FAILED_VALIDATION title',
    ],
    [
      'a short login key, a user name that is taken',
      ({ dealer, managed, inactive }) =>
        dealer.ask('PATCH', `/users/${inactive.user.id}`, { name: managed.user.name, login_key: 'x' }),
      400,
      'FAILED_VALIDATION login_key',
    ],
    [
      'a provider plan that is retired, a bad quota',
      ({ dealer }) =>
        dealer.ask(
          'POST',
          '/client-plans',
          newPlan({ managed_plan_id: archivedPlan, quotas: { unit: 0, geofence: 0, unit_storage: 10240 } }),
        ),
      400,
      'FAILED_VALIDATION quotas.unit',
    ],
    [
      'a unit without a name, no place left',
      ({ dealer, full }) => dealer.ask('POST', '/units', newUnit(full.id, { name: '' })),
      400,
      'FAILED_VALIDATION name',
    ],
    [
      'an unknown model, an ident that is taken',
      ({ dealer, managed, ownedUnit }) =>
        dealer.ask('POST', '/units', newUnit(managed.id, { hw_id: 0, ident: ownedUnit.ident })),
      400,
      'FAILED_VALIDATION hw_id',
    ],
  ],
}

/** Only the provider dialect has these operations. */
const ofProvider: readonly Row[] = [
  [
    'a foreign plan and a bad period',
    ({ dealer, foreignPlan }) =>
      dealer.ask('PATCH', `/client-plans/${foreignPlan}/payment-lifecycle`, {
        payment_period: 0,
        payment_notify_offset: 0,
        block_offset: 0,
      }),
    404,
    'NOT_FOUND',
  ],
  [
    'a foreign account and a bad offset',
    ({ dealer, foreign }) => dealer.ask('PATCH', `/accounts/${foreign.id}/set-payment-lifecycle`, { block_offset: 11 }),
    404,
    'NOT_FOUND',
  ],
  [
    'a bad offset, not activated',
    ({ dealer, inactive }) =>
      dealer.ask('PATCH', `/accounts/${inactive.id}/set-payment-lifecycle`, { block_offset: 11 }),
    400,
    'FAILED_VALIDATION block_offset',
  ],
]

const casts = [await aCast('provider'), await aCast('partner')]

for (const cast of casts) {
  const { dialect } = cast
  const kinds = { ...table, ...(dialect === 'provider' && { 'plans and automation': ofProvider }) }
  for (const [kind, rows] of Object.entries(kinds)) {
    suite(`${kind} (${dialect})`, () => {
      for (const [what, ask, ...own] of rows) {
        const expected = (sameForAll[kind] ?? own) as Expected
        test(what, async () => assertRefused(await ask(cast), ...expected))
      }
    })
  }
}

test('nothing of this was our own error', () => {
  assert.deepEqual(api.failures, [])
})
