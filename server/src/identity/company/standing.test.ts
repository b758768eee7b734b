/** Which managed applications a dealer may use, by how far its company was checked; tested through the API. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, tagsApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { anApprovedDealer, anUnclaimedAccount, aPlan, aUnit, newPlan, newUser } from '#testing/builders.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'
import { verifyPaymentInfo } from './actions.ts'

const api = await openApi()
const trialFleet = {
  managed_plan_id: '019a0000-0000-7000-8000-000000000105',
  quotas: { unit: 1, geofence: 0, unit_storage: 10240 },
}
const trialTags = {
  managed_plan_id: '019a0000-0000-7000-8000-000000000202',
  app_id: tagsApp,
  quotas: { sensor: 1, gateway: 1, asset: 1, geofence: 0, unit_storage: 10240 },
  modules: [],
}
const set = (dealer: Caller, change: { verified?: boolean; agreement?: boolean }) =>
  api.ctx.db.updateTable('paymentInfos').set(change).where('dealerId', '=', dealer.dealer).execute()
const create = (dealer: Caller, planId: string, app = fleetApp) =>
  dealer.ask('POST', '/accounts/managed', { reg_apps: [app], tariff_plans: { [app]: planId }, user: newUser() })
const created = { provider: 201, partner: 200 }

type Standing =
  | 'unknown'
  | 'verified without the offer accepted'
  | 'offer accepted but not verified'
  | 'approved'
  | 'verified'
const makers: Record<Standing, (dialect: DialectName) => Promise<Caller>> = {
  unknown: (dialect) => api.dealer(dialect, false),
  'verified without the offer accepted': async (dialect) => {
    const dealer = await api.dealer(dialect, false)
    await set(dealer, { verified: true })
    return dealer
  },
  'offer accepted but not verified': async (dialect) => {
    const dealer = await api.dealer(dialect, false)
    await set(dealer, { agreement: true })
    return dealer
  },
  approved: (dialect) => anApprovedDealer(api, dialect),
  // Verified billing details make up for a profile that is not approved.
  verified: async (dialect) => {
    const dealer = await api.dealer(dialect, false)
    await verifyPaymentInfo({ ...api.ctx, actor: operator('dealer verify') }, dealer.dealer)
    return dealer
  },
}
const mayUse: Record<Standing, { trial: boolean; managed: boolean }> = {
  unknown: { trial: false, managed: false },
  'verified without the offer accepted': { trial: false, managed: false },
  'offer accepted but not verified': { trial: false, managed: false },
  approved: { trial: true, managed: false },
  verified: { trial: true, managed: true },
}

for (const dialect of dialectNames) {
  for (const [standing, make] of Object.entries(makers) as [Standing, (typeof makers)[Standing]][]) {
    suite(`a dealer that is ${standing}, in ${dialect}`, () => {
      const { trial, managed } = mayUse[standing]

      test(`may ${trial ? '' : 'not '}create a plan and an account of the trial`, async () => {
        const dealer = await make(dialect)
        const answer = await dealer.ask('POST', '/client-plans', newPlan(trialFleet))
        if (!trial) return assertRefused(answer, 403, 'FORBIDDEN')
        const { id } = payloadIn(dialect, answer, 201)
        payloadIn(dialect, await create(dealer, id), created[dialect])
      })

      test(`may ${managed ? '' : 'not '}create a plan and an account beyond it`, async () => {
        const dealer = await make(dialect)
        const answer = await dealer.ask('POST', '/client-plans', newPlan())
        if (!managed) return assertRefused(answer, 403, 'FORBIDDEN')
        const { id } = payloadIn(dialect, answer, 201)
        payloadIn(dialect, await create(dealer, id), created[dialect])
      })

      test('may create owned accounts with units, and read everything', async () => {
        const dealer = await make(dialect)
        const { id } = await anUnclaimedAccount(dealer)
        await aUnit(dealer, id, { app_id: consumerApp })
        for (const path of ['/accounts', '/accounts/count', '/units', '/units/count', '/users', '/client-plans']) {
          assert.equal((await dealer.ask('GET', path)).status, 200, path)
        }
        for (const path of ['/client-plans/modules', '/company', '/company/payment-info']) {
          assert.equal((await dealer.ask('GET', path)).status, 200, path)
        }
      })
    })
  }

  test(`a dealer that is no longer verified cannot move an account to a plan beyond the trial: ${dialect}`, async () => {
    const dealer = await api.dealer(dialect)
    const [bigger, small] = [await aPlan(dealer), await aPlan(dealer, trialFleet)]
    const account = payloadIn(dialect, await create(dealer, small.id), created[dialect])
    await set(dealer, { verified: false })
    assertRefused(await create(dealer, bigger.id), 403, 'FORBIDDEN')
    const change = (tariff_plan_id: string) =>
      dealer.ask('PUT', `/accounts/${account.id}/client-plan`, { tariff_plan_id, app_id: fleetApp })
    assertRefused(await change(bigger.id), 403, 'FORBIDDEN')
    assert.equal((await change(small.id)).status, 200)
  })

  test(`a refused request leaves nothing behind: ${dialect}`, async () => {
    const dealer = await api.dealer(dialect, false)
    const plan = await aPlan(await api.dealer(dialect))
    assertRefused(await create(dealer, plan.id), 403, 'FORBIDDEN')
    assertRefused(await dealer.ask('POST', '/client-plans', newPlan()), 403, 'FORBIDDEN')
    assert.deepEqual(payloadIn(dialect, await dealer.ask('GET', '/client-plans')), [])
    assert.deepEqual((await dealer.ask('GET', '/accounts')).body, { data: [] })
  })
}

test('the trial of tags_app is open to an approved dealer too', async () => {
  const dealer = await anApprovedDealer(api, 'provider')
  const { id } = await aPlan(dealer, trialTags)
  assert.equal((await create(dealer, id, tagsApp)).status, 201)
})

test('a pending change of the profile locks nothing', async () => {
  const dealer = await anApprovedDealer(api, 'provider')
  await dealer.ask('PATCH', '/company', { name: 'Another name' })
  await aPlan(dealer, trialFleet)
})
