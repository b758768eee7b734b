import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import { fromSeconds, seconds } from '#kernel/time/clock.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aManagedAccount, anOwnedAccount, anUnclaimedAccount, aPlan, aTagsPlan } from '#testing/builders.ts'
import { assertRefused, payloadIn, payloadOf } from '#testing/checks/answers.ts'
import { giveSubscription } from './actions.ts'

const api = await openApi()
const now = () => seconds(api.ctx.clock.now())
const dealers: Record<DialectName, Caller> = {
  provider: await api.dealer('provider'),
  partner: await api.dealer('partner'),
}
const give = (account: number, plan = 'basic', forSeconds = 3600) =>
  giveSubscription(api.ctx, account, plan, fromSeconds(now() + forSeconds))
const free = { unit: 5, geofence: 5, user: 1, triggers: 10 }
const basic = { unit: 10, geofence: 20, user: 3, triggers: 50 }

for (const dialect of dialectNames) {
  const dealer = dealers[dialect]
  const subscriptions = async (id: number) =>
    payloadIn(dialect, await dealer.ask('GET', `/accounts/${id}/subscriptions`))
  const account = async (id: number) => payloadIn(dialect, await dealer.ask('GET', `/accounts/${id}`))
  const limits = async (id: number, app: string) =>
    payloadIn(dialect, await dealer.ask('GET', `/accounts/${id}/limits?app_id=${app}`))

  suite(`subscriptions in ${dialect}`, () => {
    test('are empty at first, and always for a managed account', async () => {
      for (const { id } of [await anUnclaimedAccount(dealer), await aManagedAccount(dealer)]) {
        assert.deepEqual(await subscriptions(id), [])
      }
      await assert.rejects(give((await aManagedAccount(dealer)).id), { code: 'CONFLICT' })
    })

    test('are active one at a time, even if several are given at the same moment', async () => {
      const { id } = await anOwnedAccount(api, dealer)
      await Promise.all([give(id), give(id, 'premium'), give(id), give(id, 'premium')])
      const given: { active: boolean }[] = await subscriptions(id)
      assert.deepEqual([given.length, given.filter(({ active }) => active).length], [4, 1])
    })

    test('have every field once given, and make the account premium until they end', async () => {
      const { id } = await anOwnedAccount(api, dealer)
      const [subscription] = await give(id)
      const expiry = now() + 3600
      const expected = {
        account_id: id,
        app_id: consumerApp,
        active: true,
        type: 'custom',
        subscription_id: subscription,
        expiry,
        purchase_data: { order_id: subscription, auto_renew: false },
        data: {},
      }
      assert.deepEqual(await subscriptions(id), [expected])
      const premium = await account(id)
      assert.deepEqual([premium.is_premium, premium.subscriptions], [true, { [consumerApp]: subscription }])
      const [listed] = payloadOf(await dealer.ask('GET', `/accounts?ids=${id}`), 200, 'data')
      assert.deepEqual(listed, premium)
      api.ctx.clock.advance(3600)
      assert.deepEqual(await subscriptions(id), [{ ...expected, active: false }])
      const plain = await account(id)
      assert.deepEqual([plain.is_premium, plain.subscriptions], [false, {}])
    })

    test('are replaced by a second one', async () => {
      const { id } = await anOwnedAccount(api, dealer)
      const [first] = await give(id, 'basic')
      api.ctx.clock.advance(1)
      const [second] = await give(id, 'premium')
      const seen: { subscription_id: string; active: boolean }[] = await subscriptions(id)
      assert.deepEqual(
        seen.map((one) => [one.subscription_id, one.active]),
        [
          [first, false],
          [second, true],
        ],
      )
      assert.deepEqual((await account(id)).subscriptions, { [consumerApp]: second })
    })

    test('cannot be given for an unknown plan', async () => {
      const { id } = await anOwnedAccount(api, dealer)
      await assert.rejects(give(id, 'platinum'), { code: 'FAILED_VALIDATION' })
      assert.deepEqual(await subscriptions(id), [])
    })

    test('accept no parameters', async () => {
      const { id } = await anUnclaimedAccount(dealer)
      const answer = await dealer.ask('GET', `/accounts/${id}/subscriptions?active=true`)
      assertRefused(answer, 400, 'INVALID_QUERY active')
    })
  })

  suite(`the limits of an account in ${dialect}`, () => {
    const shown = (id: number, change: object) => ({
      account_id: id,
      unit_extra_fields: null,
      unit_notify_settings: null,
      ...change,
    })

    test('are those of its subscription', async () => {
      for (const { id } of [await anUnclaimedAccount(dealer), await anOwnedAccount(api, dealer)]) {
        assert.deepEqual(await limits(id, consumerApp), shown(id, free))
        await give(id)
        assert.deepEqual(await limits(id, consumerApp), shown(id, basic))
        api.ctx.clock.advance(3600)
        assert.deepEqual(await limits(id, consumerApp), shown(id, free))
      }
    })

    test('are those of its client plan', async () => {
      const plan = await aPlan(dealer, { quotas: { unit: 7, geofence: 0, unit_storage: 10240 } })
      const { id } = await aManagedAccount(dealer, plan.id)
      const { user, triggers, ...seen } = await limits(id, fleetApp)
      assert.deepEqual(seen, shown(id, { unit: 7, geofence: 0 }))
      assert.ok(Number.isInteger(user) && Number.isInteger(triggers))
    })

    test('are refused for an application that the account does not have', async () => {
      const owned = await anUnclaimedAccount(dealer)
      const managed = await aManagedAccount(dealer)
      for (const [{ id }, app] of [
        [owned, fleetApp],
        [owned, 'nonsense'],
        [owned, dialect === 'provider' ? petApp : tagsApp],
        [managed, consumerApp],
      ]) {
        const answer = await dealer.ask('GET', `/accounts/${id}/limits?app_id=${app}`)
        assertRefused(answer, 400, 'FAILED_VALIDATION app_id')
      }
    })

    test('need an application', async () => {
      const { id } = await anUnclaimedAccount(dealer)
      assertRefused(await dealer.ask('GET', `/accounts/${id}/limits`), 400, 'INVALID_QUERY app_id')
    })
  })
}

test('the limits of tags_app show the gateways as units, and the three quotas', async () => {
  const dealer = dealers.provider
  const { id } = await aManagedAccount(dealer, (await aTagsPlan(dealer)).id, tagsApp)
  const answer = await dealer.ask('GET', `/accounts/${id}/limits?app_id=${tagsApp}`)
  const seen = payloadOf(answer, 200, 'bare')
  assert.deepEqual(seen, {
    account_id: id,
    unit: 2,
    geofence: 4,
    user: seen.user,
    triggers: seen.triggers,
    unit_extra_fields: null,
    unit_notify_settings: null,
    sensor: 50,
    gateway: 2,
    asset: 50,
  })
})

test('for an account with both owned applications each dialect shows the subscriptions it knows', async () => {
  const partner = dealers.partner
  const provider = await api.tokenOf(partner.dealer, 'provider')
  const { id } = await anOwnedAccount(api, partner, [consumerApp, petApp])
  await give(id)
  const appsIn = async (caller: Caller) => {
    const seen: { app_id: string }[] = payloadIn(
      caller.dialect,
      await caller.ask('GET', `/accounts/${id}/subscriptions`),
    )
    const account = payloadIn(caller.dialect, await caller.ask('GET', `/accounts/${id}`))
    assert.deepEqual(Object.keys(account.subscriptions).toSorted(), seen.map((one) => one.app_id).toSorted())
    assert.equal(account.is_premium, true)
    return seen.map((one) => one.app_id).toSorted()
  }
  assert.deepEqual(await appsIn(partner), [consumerApp, petApp].toSorted())
  assert.deepEqual(await appsIn(provider), [consumerApp])
})

test('a subscription of pet_app alone makes no account premium in provider', async () => {
  const partner = dealers.partner
  const provider = await api.tokenOf(partner.dealer, 'provider')
  const { id } = await anOwnedAccount(api, partner, [petApp])
  await give(id)
  const both = { reg_apps: [consumerApp, petApp] }
  assert.equal(payloadOf(await partner.ask('PATCH', `/accounts/${id}`, both), 200, 'data').is_premium, true)
  const seen = payloadOf(await provider.ask('GET', `/accounts/${id}`), 200, 'bare')
  assert.deepEqual([seen.is_premium, seen.subscriptions], [false, {}])
})
