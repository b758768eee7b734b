import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, tagsApp } from '#kernel/applications.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type Caller, openApi } from '#testing/api.ts'
import {
  aManagedAccount,
  anActivatedAccount,
  anOwnedAccount,
  anUnclaimedAccount,
  aPlan,
  aTagsPlan,
  aUnit,
  newUnit,
} from '#testing/builders.ts'
import { assertRefused, noAutomation, payloadIn, payloadOf } from '#testing/checks/answers.ts'

const api = await openApi()
const provider = await api.dealer('provider')
const now = () => seconds(api.ctx.clock.now())
const later = () => api.ctx.clock.advance(60)

suite('billing automation of an account', () => {
  const set = (id: number, body: object) => provider.ask('PATCH', `/accounts/${id}/set-payment-lifecycle`, body)

  test('each value can be set alone, and the others stay', async () => {
    const { user: _, ...account } = await anActivatedAccount(api, provider)
    const steps: object[] = [
      { payment_expected_at: now() + 86_400 },
      { payment_notify_offset: 3 },
      { block_offset: 5 },
      { use_fleet_lifecycle: true },
      { block_offset: null },
      { payment_expected_at: null },
      { payment_notify_offset: 0, block_offset: 0, use_fleet_lifecycle: false },
      { payment_notify_offset: 10, block_offset: 10, payment_expected_at: now() + 90_000 },
    ]
    let expected: object = noAutomation
    for (const step of steps) {
      later()
      expected = { ...expected, ...step }
      const answer = payloadOf(await set(account.id, step), 200, 'bare')
      assert.deepEqual(answer, { ...account, client_payment_lifecycle: expected, updated_at: now() })
    }
    assert.deepEqual(
      payloadOf(await provider.ask('GET', `/accounts/${account.id}`), 200, 'bare').client_payment_lifecycle,
      expected,
    )
  })

  const wrong: [what: string, body: object, ...problems: string[]][] = [
    ['nothing', {}, 'INVALID_PAYLOAD'],
    ['a notice 11 days ahead', { payment_notify_offset: 11 }, 'FAILED_VALIDATION payment_notify_offset'],
    ['a notice -1 days ahead', { payment_notify_offset: -1 }, 'FAILED_VALIDATION payment_notify_offset'],
    ['a notice half a day ahead', { payment_notify_offset: 0.5 }, 'FAILED_VALIDATION payment_notify_offset'],
    ['no notice', { payment_notify_offset: null }, 'INVALID_PAYLOAD payment_notify_offset'],
    ['a notice as text', { payment_notify_offset: '3' }, 'INVALID_PAYLOAD payment_notify_offset'],
    ['a block after 11 days', { block_offset: 11 }, 'FAILED_VALIDATION block_offset'],
    ['a block after -1 days', { block_offset: -1 }, 'FAILED_VALIDATION block_offset'],
    ['a block as text', { block_offset: '3' }, 'INVALID_PAYLOAD block_offset'],
    ['use_fleet_lifecycle as a number', { use_fleet_lifecycle: 1 }, 'INVALID_PAYLOAD use_fleet_lifecycle'],
    ['use_fleet_lifecycle as null', { use_fleet_lifecycle: null }, 'INVALID_PAYLOAD use_fleet_lifecycle'],
    ['a due date of yesterday', { payment_expected_at: now() - 86_400 }, 'FAILED_VALIDATION payment_expected_at'],
    ['a due date in milliseconds', { payment_expected_at: now() * 1000 }, 'FAILED_VALIDATION payment_expected_at'],
    ['a due date as text', { payment_expected_at: '2030-01-01' }, 'INVALID_PAYLOAD payment_expected_at'],
    ['a period, which is the plan’s', { payment_period: 1 }, 'INVALID_PAYLOAD payment_period'],
    [
      'everything wrong at once',
      { payment_notify_offset: 11, block_offset: 11, payment_expected_at: 1 },
      'FAILED_VALIDATION payment_notify_offset',
      'FAILED_VALIDATION block_offset',
      'FAILED_VALIDATION payment_expected_at',
    ],
  ]
  for (const [what, body, ...problems] of wrong) {
    test(`is refused with ${what}`, async () => {
      const { id } = await anActivatedAccount(api, provider)
      assertRefused(await set(id, body), 400, ...problems)
    })
  }

  test('a due date of this second is accepted', async () => {
    const { id } = await anActivatedAccount(api, provider)
    const answer = payloadOf(await set(id, { payment_expected_at: now() }), 200, 'bare')
    assert.equal(answer.client_payment_lifecycle.payment_expected_at, now())
  })

  test('needs an activated account', async () => {
    const { id } = await aManagedAccount(provider)
    assertRefused(await set(id, { block_offset: 1 }), 409, 'CONFLICT')
  })

  for (const [what, make] of [
    ['tags_app', async () => anActivatedAccount(api, provider, (await aTagsPlan(provider)).id, tagsApp)],
    ['consumer_app, not activated', () => anUnclaimedAccount(provider)],
    ['consumer_app', () => anOwnedAccount(api, provider)],
  ] as const) {
    test(`is only for fleet_app, not for ${what}`, async () => {
      const { id } = await make()
      assertRefused(await set(id, { block_offset: 1 }), 400, 'FAILED_VALIDATION')
    })
  }
})

for (const dialect of dialectNames) {
  suite(`changing the client plan in ${dialect}`, () => {
    const change = (dealer: Caller, id: number, body: object, method = 'PUT') =>
      dealer.ask(method, `/accounts/${id}/client-plan`, body)

    for (const method of ['PUT', 'POST']) {
      test(`answers account, plan and application, and the account shows the plan: ${method}`, async () => {
        const dealer = await api.dealer(dialect)
        const [account, plan] = [await aManagedAccount(dealer), await aPlan(dealer)]
        later()
        const body = { tariff_plan_id: plan.id, app_id: fleetApp }
        const answer = payloadIn(dialect, await change(dealer, account.id, body, method))
        assert.deepEqual(answer, { account_id: account.id, ...body })
        const { user: _, ...before } = account
        assert.deepEqual(payloadIn(dialect, await dealer.ask('GET', `/accounts/${account.id}`)), {
          ...before,
          tariff_plans: { [fleetApp]: plan.id },
          updated_at: now(),
        })
      })
    }

    test('below the current usage deletes nothing, and creation is refused until there is room again', async () => {
      const dealer = await api.dealer(dialect)
      const roomy = await aPlan(dealer, { quotas: { unit: 3, geofence: 0, unit_storage: 10240 } })
      const small = await aPlan(dealer, { quotas: { unit: 1, geofence: 0, unit_storage: 10240 } })
      const { id } = await aManagedAccount(dealer, roomy.id)
      const units = [await aUnit(dealer, id), await aUnit(dealer, id)]
      assert.equal((await change(dealer, id, { tariff_plan_id: small.id, app_id: fleetApp })).status, 200)
      assert.equal(payloadIn(dialect, await dealer.ask('GET', '/units')).length, 2)
      for (const { id: unit } of units) {
        assertRefused(await dealer.ask('POST', '/units', newUnit(id)), 409, 'QUOTA_EXCEEDED')
        await dealer.ask('DELETE', `/units/${unit}`)
      }
      await aUnit(dealer, id)
    })

    const plan = 'FAILED_VALIDATION tariff_plan_id'
    test('to a foreign, deleted or invalid plan is refused', async () => {
      const dealer = await api.dealer(dialect)
      const { id } = await aManagedAccount(dealer)
      const foreign = await aPlan(await api.dealer(dialect))
      const gone = await aPlan(dealer)
      await dealer.ask('DELETE', `/client-plans/${gone.id}`)
      for (const tariff_plan_id of [foreign.id, gone.id, 'nonsense', '']) {
        assertRefused(await change(dealer, id, { tariff_plan_id, app_id: fleetApp }), 400, plan)
      }
    })

    test('in an application the account does not have is refused', async () => {
      const dealer = await api.dealer(dialect)
      const tariff_plan_id = (await aPlan(dealer)).id
      const managed = await aManagedAccount(dealer)
      const owned = await anUnclaimedAccount(dealer)
      for (const [{ id }, app_id] of [
        [managed, consumerApp],
        [managed, tagsApp],
        [managed, 'nonsense'],
        [owned, fleetApp],
        [owned, consumerApp],
      ]) {
        assertRefused(await change(dealer, id, { tariff_plan_id, app_id }), 400, 'FAILED_VALIDATION app_id')
      }
    })

    for (const [body, ...problems] of [
      [{}, 'INVALID_PAYLOAD tariff_plan_id', 'INVALID_PAYLOAD app_id'],
      [{ tariff_plan_id: 5, app_id: fleetApp }, 'INVALID_PAYLOAD tariff_plan_id'],
      [{ tariff_plan_id: 'x', app_id: null }, 'INVALID_PAYLOAD app_id'],
    ] as [object, ...string[]][]) {
      test(`with ${JSON.stringify(body)} is refused`, async () => {
        const dealer = await api.dealer(dialect)
        const { id } = await aManagedAccount(dealer)
        assertRefused(await change(dealer, id, body), 400, ...problems)
      })
    }
  })
}

test('a plan of the other managed application is refused', async () => {
  const { id } = await aManagedAccount(provider)
  const tags = await aTagsPlan(provider)
  const answer = await provider.ask('PUT', `/accounts/${id}/client-plan`, { tariff_plan_id: tags.id, app_id: fleetApp })
  assertRefused(answer, 400, 'FAILED_VALIDATION tariff_plan_id')
})

test('a tags account changes between plans of tags_app', async () => {
  const [one, other] = [await aTagsPlan(provider), await aTagsPlan(provider)]
  const { id } = await aManagedAccount(provider, one.id, tagsApp)
  const body = { tariff_plan_id: other.id, app_id: tagsApp }
  const answer = payloadOf(await provider.ask('PUT', `/accounts/${id}/client-plan`, body), 200, 'bare')
  assert.deepEqual(answer, { account_id: id, ...body })
})
