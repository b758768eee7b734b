/** What a plan allows per unit: shown in the limits of both dialects, enforced where the client creates it. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setSubscriptionTerms } from '#billing/plans/actions.ts'
import { dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'
import { aClient, askFor, type Client } from '#testing/people/client.ts'

const api = await openApi()
const fields = (count: number) => ({
  extra_data: Array.from({ length: count }, (_, index) => ({ label: `Field ${index}`, value: 'x' })),
})
const ruleFor = (...unit_ids: readonly number[]) => ({
  ...{ name: 'Silent', condition: { type: 'silence', minutes: 60 }, unit_ids, for_all: false },
})

/** Two fields and one rule per unit, and no more; what existed before stays. */
async function assertEnforced(ask: Client['ask'], [unit, other]: readonly [number, number]): Promise<void> {
  const setFields = (count: number) => ask('PUT', `/units/${unit}/extra-data`, fields(count))
  assertRefused(await setFields(4), 409, 'QUOTA_EXCEEDED extra_data')
  assert.equal((await setFields(3)).status, 200, 'it had three before')
  assert.equal((await setFields(2)).status, 200)
  assertRefused(await setFields(3), 409, 'QUOTA_EXCEEDED extra_data')

  const makeRule = (body: object) => ask('POST', '/notification-rules', body)
  const both = await Promise.all([makeRule(ruleFor(unit)), makeRule(ruleFor(unit))])
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
  assertRefused(await makeRule(ruleFor(other, unit)), 409, 'QUOTA_EXCEEDED unit_ids')
  const free = await makeRule(ruleFor(other))
  assert.equal(free.status, 201, free.text)
  const change = (body: object) => ask('PATCH', `/notification-rules/${free.body.id}`, body)
  assertRefused(await change({ unit_ids: [other, unit] }), 409, 'QUOTA_EXCEEDED unit_ids')
  assert.equal((await change({ name: 'Quiet', unit_ids: [other] })).status, 200)
  assert.equal((await makeRule({ ...ruleFor(), for_all: true })).status, 201, 'a rule for all units names none')
}

const two = { unit_extra_fields: 2, unit_notify_settings: 1 }

for (const dialect of dialectNames) {
  suite(`limits per unit, in ${dialect}`, () => {
    const limits = async (dealer: Awaited<ReturnType<typeof api.dealer>>, account: number, app: string) => {
      const answer = await dealer.ask('GET', `/accounts/${account}/limits?app_id=${app}`)
      const { unit_extra_fields, unit_notify_settings } = payloadIn(dialect, answer)
      return { unit_extra_fields, unit_notify_settings }
    }

    test('come from the client plan that the dealer made', async () => {
      const dealer = await api.dealer(dialect)
      const plan = await aPlan(dealer)
      const account = await anActivatedAccount(api, dealer, plan.id)
      const ask = await askFor(api, dealer, account.user)
      const units = [(await aUnit(dealer, account.id)).id, (await aUnit(dealer, account.id)).id] as const
      assert.equal((await ask('PUT', `/units/${units[0]}/extra-data`, fields(3))).status, 200)
      assert.deepEqual(await limits(dealer, account.id, fleetApp), {
        unit_extra_fields: null,
        unit_notify_settings: null,
      })
      const path = `/console/client-plans/${plan.id}/unit-limits`
      const saved = await dealer.ask('PUT', path, two)
      assert.deepEqual([saved.status, saved.body], [200, two])
      assert.deepEqual((await dealer.ask('GET', path)).body, two)
      assertRefused(
        await dealer.ask('PUT', path, { ...two, unit_extra_fields: -1 }),
        400,
        'FAILED_VALIDATION unit_extra_fields',
      )
      assert.deepEqual(await limits(dealer, account.id, fleetApp), two)
      assert.deepEqual((await ask('GET', '/me')).body.plan.unit_limits, two)
      await assertEnforced(ask, units)
      assertRefused(await (await api.dealer(dialect)).ask('PUT', path, two), 404, 'NOT_FOUND')
    })

    test('come from the subscription if the account belongs to its client', async () => {
      const dealer = await api.dealer(dialect)
      const { ask, account } = await aClient(api, dealer)
      const app = { app_id: consumerApp }
      const units = [(await aUnit(dealer, account.id, app)).id, (await aUnit(dealer, account.id, app)).id] as const
      assert.equal((await ask('PUT', `/units/${units[0]}/extra-data`, fields(3))).status, 200)
      const change = (unitExtraFields: number | null, unitNotifySettings: number | null) =>
        setSubscriptionTerms(
          { ...api.ctx, actor: operator('test'), validate: () => {} } as never,
          consumerApp,
          'free',
          { price: null, currency: null, unitExtraFields, unitNotifySettings },
        )
      await change(2, 1)
      assert.deepEqual(await limits(dealer, account.id, consumerApp), two)
      const offers: { plan: string; limits: object }[] = (await ask('GET', '/subscription-offers')).body
      const freely = offers.find(({ plan }) => plan === 'free')
      assert.deepEqual({ ...freely?.limits, ...two }, freely?.limits)
      await assertEnforced(ask, units)
      await change(null, null)
    })
  })
}
