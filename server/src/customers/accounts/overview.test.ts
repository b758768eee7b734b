/** How a dealer finds clients: by plan, payment and due date; and what a list shows about each. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dialectNames } from '#kernel/api/dialects.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, anActivatedAccount, anUnclaimedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { assertRefused, payloadIn, payloadOf } from '#testing/checks/answers.ts'
import { walk } from '#testing/checks/lists.ts'
import { goodPassword, logIn } from '#testing/people/client.ts'

const api = await openApi()
const day = 86_400
const now = () => seconds(api.ctx.clock.now())
const provider = await api.dealer('provider')
const callers = { provider, partner: await api.tokenOf(provider.dealer, 'partner') }
const plan = await aPlan(provider)
const lifecycle = { payment_period: 1, payment_notify_offset: 3, block_offset: 5 }
await provider.ask('PATCH', `/client-plans/${plan.id}/payment-lifecycle`, lifecycle)
const quiet = await aPlan(provider)
const account = async (change: object, planId = plan.id): Promise<number> => {
  const { id } = await anActivatedAccount(api, provider, planId)
  const { status, text } = await provider.ask('PATCH', `/accounts/${id}/set-payment-lifecycle`, change)
  assert.equal(status, 200, text)
  return id
}
const dueIn = (days: number) => ({ payment_expected_at: now() + days * day })
const far = await account(dueIn(20))
const noticed = await account(dueIn(2.5))
const ownNotice = await account({
  ...dueIn(8),
  payment_notify_offset: 9,
  block_offset: null,
  use_fleet_lifecycle: true,
})
const late = await account(dueIn(1))
const lateForGood = await account({ ...dueIn(1), block_offset: null, use_fleet_lifecycle: true })
const withoutRules = await account(dueIn(2.5), quiet.id)
const scheduled = (await anActivatedAccount(api, provider, quiet.id)).id
await provider.ask('PATCH', `/accounts/${scheduled}/set-blocked-at`, { blocked_at: now() + 3 * day })
const waiting = (await aManagedAccount(provider, plan.id)).id
const unclaimed = (await anUnclaimedAccount(provider)).id
api.ctx.clock.advance(1.5 * day)

for (const dialect of dialectNames) {
  const caller = callers[dialect]
  const list = async (query: string): Promise<readonly number[]> =>
    (await payloadOf(await caller.ask('GET', `/accounts${query}`), 200, 'data')).map(({ id }: { id: number }) => id)
  const sorted = (...ids: readonly number[]) => ids.toSorted((one, other) => one - other)

  suite(`clients in ${dialect}`, () => {
    test('are filtered by payment state, and counted as on the dashboard', async () => {
      assert.deepEqual(await list('?payment=notice'), sorted(noticed, ownNotice))
      assert.deepEqual(await list('?payment=overdue'), sorted(late, lateForGood))
      assert.deepEqual(await list('?payment=blocked_soon'), sorted(noticed, late, scheduled))
      const { clients } = payloadIn(dialect, await caller.ask('GET', '/today'))
      const count = async (payment: string) =>
        payloadIn(dialect, await caller.ask('GET', `/accounts/count?payment=${payment}`))
      assert.deepEqual(
        [await count('notice'), await count('overdue'), await count('blocked_soon')],
        [clients.notice, clients.overdue, clients.blocked_soon],
      )
    })

    test('are filtered by plan', async () => {
      assert.deepEqual(await list(`?tariff_plan_ids=${quiet.id}`), sorted(withoutRules, scheduled))
      assert.equal((await list(`?tariff_plan_ids=${quiet.id},${plan.id}`)).length, 8)
    })

    test('are sorted by due date, those without one last', async () => {
      const order = await list('?sort=payment_expected_at')
      assert.deepEqual(sorted(...order.slice(0, 2)), sorted(late, lateForGood))
      assert.equal(order.indexOf(far), order.indexOf(ownNotice) + 1)
      assert.deepEqual(sorted(...order.slice(-3)), sorted(scheduled, waiting, unclaimed))
      const pages = await walk(caller, '/accounts?sort=-payment_expected_at&limit=2')
      assert.deepEqual(
        pages.flat().map((one) => (one as { id: number }).id),
        await list('?sort=-payment_expected_at'),
      )
    })
  })
}

test('the usage of quotas and the last visit are returned for many clients at once', async () => {
  await aUnit(provider, far)
  await aUnit(provider, far)
  const [user] = payloadOf(await provider.ask('GET', `/users?account_ids=${far}`), 200, 'bare')
  const password = { new_password: goodPassword, repeat_password: goodPassword }
  await provider.ask('PUT', `/users/${user.id}/password`, password)
  await logIn(api, user.name)
  const foreign = await anActivatedAccount(api, await api.dealer('provider'))
  const answer = await provider.ask('GET', `/accounts/usage?ids=${far},${waiting},${foreign.id}`)
  assert.deepEqual(
    payloadOf(answer, 200, 'bare').toSorted((one: { id: number }) => (one.id === far ? -1 : 1)),
    [
      { id: far, used: { unit: 2 }, booked: { unit: 0 }, last_seen_at: now() },
      { id: waiting, used: {}, booked: { unit: 0 }, last_seen_at: null },
    ],
  )
})

test('the usage of all clients at once is refused', async () => {
  const ids = Array.from({ length: 501 }, (_, index) => index + 1).join(',')
  assertRefused(await provider.ask('GET', `/accounts/usage?ids=${ids}`), 400, 'INVALID_QUERY ids')
  assertRefused(await provider.ask('GET', '/accounts/usage'), 400, 'INVALID_QUERY ids')
})
