import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, petApp, tagsApp } from '#kernel/applications.ts'
import { fromSeconds, seconds } from '#kernel/time/clock.ts'
import { type Caller, openApi } from '#testing/api.ts'
import {
  aManagedAccount,
  anOwnedAccount,
  anUnclaimedAccount,
  aPlan,
  aTagsPlan,
  aUnit,
  newUnit,
} from '#testing/builders.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'

const api = await openApi()

/** Creates units until one is refused, and returns how many there were. */
async function fill(dealer: Caller, account: number, change: object = {}): Promise<number> {
  for (let made = 0; ; made++) {
    const answer = await dealer.ask('POST', '/units', newUnit(account, change))
    if (answer.status !== 201) {
      assertRefused(answer, 409, 'QUOTA_EXCEEDED')
      return made
    }
  }
}
const smallPlan = (dealer: Caller, unit: number) =>
  aPlan(dealer, { quotas: { unit, geofence: 0, unit_storage: 10240 } })

for (const dialect of dialectNames) {
  suite(`an account has room for its quota of units: ${dialect}`, () => {
    test('by its client plan', async () => {
      const dealer = await api.dealer(dialect)
      const { id } = await aManagedAccount(dealer, (await smallPlan(dealer, 3)).id)
      assert.equal(await fill(dealer, id), 3)
    })

    test('each account separately, though both have the same plan', async () => {
      const dealer = await api.dealer(dialect)
      const plan = await smallPlan(dealer, 1)
      for (const { id } of [await aManagedAccount(dealer, plan.id), await aManagedAccount(dealer, plan.id)]) {
        assert.equal(await fill(dealer, id), 1)
      }
    })

    for (const [what, make] of [
      ['waits for its client', anUnclaimedAccount],
      ['belongs to its client', (dealer: Caller) => anOwnedAccount(api, dealer)],
    ] as const) {
      test(`by its subscription, if it ${what}`, async () => {
        const dealer = await api.dealer(dialect)
        const { id } = await make(dealer)
        const unit = { app_id: consumerApp }
        assert.equal(await fill(dealer, id, unit), 5)
        const now = seconds(api.ctx.clock.now())
        await giveSubscription(api.ctx, id, 'basic', fromSeconds(now + 3600))
        assert.equal(await fill(dealer, id, unit), 5)
        api.ctx.clock.advance(3600)
        assert.equal(await fill(dealer, id, unit), 0)
      })
    }

    test('a deleted unit makes room for another', async () => {
      const dealer = await api.dealer(dialect)
      const { id } = await aManagedAccount(dealer, (await smallPlan(dealer, 2)).id)
      const unit = await aUnit(dealer, id)
      assert.equal(await fill(dealer, id), 1)
      await dealer.ask('DELETE', `/units/${unit.id}`)
      assert.equal(await fill(dealer, id), 1)
    })

    test('a refused creation uses no quota', async () => {
      const dealer = await api.dealer(dialect)
      const { id } = await aManagedAccount(dealer, (await smallPlan(dealer, 2)).id)
      const { ident } = await aUnit(dealer, id)
      for (let tries = 0; tries < 3; tries++) {
        assertRefused(await dealer.ask('POST', '/units', newUnit(id, { ident })), 409, 'CONFLICT ident')
      }
      assert.equal(await fill(dealer, id), 1)
    })

    test('of ten that race for the last place one wins', async () => {
      const dealer = await api.dealer(dialect)
      const { id } = await aManagedAccount(dealer, (await smallPlan(dealer, 4)).id)
      for (let made = 0; made < 3; made++) await aUnit(dealer, id)
      const answers = await Promise.all(Array.from({ length: 10 }, () => dealer.ask('POST', '/units', newUnit(id))))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)])
      assert.equal(payloadIn(dialect, await dealer.ask('GET', '/units')).length, 4)
    })

    test('concurrent creating and deleting loses no place and never fails', async () => {
      const dealer = await api.dealer(dialect)
      const { id } = await aManagedAccount(dealer, (await smallPlan(dealer, 6)).id)
      for (let round = 0; round < 5; round++) {
        const units = [await aUnit(dealer, id), await aUnit(dealer, id), await aUnit(dealer, id)]
        const answers = await Promise.all([
          ...units.map((unit) => dealer.ask('DELETE', `/units/${unit.id}`)),
          ...Array.from({ length: 3 }, () => dealer.ask('POST', '/units', newUnit(id))),
          dealer.ask('PATCH', `/units/${units[0].id}`, { name: 'Changed' }),
        ])
        for (const { status, text } of answers) assert.ok([200, 201, 404].includes(status), text)
        const left = payloadIn(dialect, await dealer.ask('GET', `/units?account_ids=${id}`))
        await Promise.all(left.map((unit: { id: number }) => dealer.ask('DELETE', `/units/${unit.id}`)))
      }
      assert.equal(await fill(dealer, id), 6)
    })
  })
}

test('in tags_app gateways are counted', async () => {
  const dealer = await api.dealer('provider')
  const plan = await aTagsPlan(dealer)
  assert.equal(plan.quotas.gateway, 2)
  const { id } = await aManagedAccount(dealer, plan.id, tagsApp)
  assert.equal(await fill(dealer, id, { app_id: tagsApp }), 2)
})

test('each owned application has its own quota', async () => {
  const dealer = await api.dealer('partner')
  const { id } = await anUnclaimedAccount(dealer, [consumerApp, petApp])
  assert.equal(await fill(dealer, id, { app_id: consumerApp }), 5)
  assert.equal(await fill(dealer, id, { app_id: petApp }), 5)
})

test('a changed plan counts at once', async () => {
  const dealer = await api.dealer('provider')
  const { id } = await aManagedAccount(dealer, (await smallPlan(dealer, 1)).id)
  assert.equal(await fill(dealer, id), 1)
  const bigger = await smallPlan(dealer, 3)
  const change = { tariff_plan_id: bigger.id, app_id: 'b901da51-ce00-4af2-b978-8d0fca8ae1ea' }
  assert.equal((await dealer.ask('PUT', `/accounts/${id}/client-plan`, change)).status, 200)
  assert.equal(await fill(dealer, id), 2)
})

test('a blocked account still accepts units: the dealer loses nothing', async () => {
  const dealer = await api.dealer('provider')
  const { id } = await aManagedAccount(dealer, (await smallPlan(dealer, 1)).id)
  await dealer.ask('PUT', `/accounts/${id}/activate`)
  await dealer.ask('PATCH', `/accounts/${id}/set-blocked`, { blocked: true })
  const unit = await aUnit(dealer, id)
  for (const path of ['', '/messages', '/telemetry', '/channel']) {
    assert.equal((await dealer.ask('GET', `/units/${unit.id}${path}`)).status, 200)
  }
  assert.equal((await dealer.ask('PATCH', `/units/${unit.id}`, { name: 'Still mine' })).status, 200)
})
