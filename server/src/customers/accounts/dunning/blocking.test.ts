import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { fleetApp, tagsApp } from '#kernel/applications.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type Caller, openApi } from '#testing/api.ts'
import {
  aManagedAccount,
  anActivatedAccount,
  anOwnedAccount,
  anUnclaimedAccount,
  aPlan,
  aTagsPlan,
} from '#testing/builders.ts'
import { assertRefused, noAutomation, payloadIn, payloadOf } from '#testing/checks/answers.ts'
import { behind } from '#testing/faults/behind.ts'
import { goodPassword } from '#testing/people/client.ts'

const api = await openApi()
const now = () => seconds(api.ctx.clock.now())
const later = () => api.ctx.clock.advance(60)
const dealers: Record<DialectName, Caller> = {
  provider: await api.dealer('provider'),
  partner: await api.dealer('partner'),
}
const read = async (dealer: Caller, id: number) => payloadIn(dealer.dialect, await dealer.ask('GET', `/accounts/${id}`))
const enabledOf = async (id: number) =>
  (await api.ctx.db.selectFrom('users').select('enabled').where('accountId', '=', id).execute())[0]?.enabled

suite('activation by the dealer', () => {
  const dealer = dealers.provider

  for (const app of [fleetApp, tagsApp]) {
    test(`sets the time of activation and enables the user: ${app === tagsApp ? 'tags_app' : 'fleet_app'}`, async () => {
      const plan = app === tagsApp ? await aTagsPlan(dealer) : await aPlan(dealer)
      const { user: _, ...account } = await aManagedAccount(dealer, plan.id, app)
      later()
      const answer = payloadOf(await dealer.ask('PUT', `/accounts/${account.id}/activate`), 200, 'bare')
      assert.deepEqual(answer, { ...account, ack: now(), updated_at: now() })
      assert.deepEqual(await read(dealer, account.id), answer)
      assert.equal(await enabledOf(account.id), true)
    })
  }

  test('a second time changes nothing and answers 200', async () => {
    const account = await anActivatedAccount(api, dealer)
    const first = await read(dealer, account.id)
    later()
    assert.deepEqual(payloadOf(await dealer.ask('PUT', `/accounts/${account.id}/activate`), 200, 'bare'), first)
  })

  for (const [what, body, headers] of [
    ['a body that is not JSON', 'not json', { 'content-type': 'text/plain' }],
    ['an empty body called JSON', '', { 'content-type': 'application/json' }],
    ['unknown fields', { ack: 5 }, {}],
  ] as const) {
    test(`ignores ${what}`, async () => {
      const account = await aManagedAccount(dealer)
      const answer = await dealer.ask('PUT', `/accounts/${account.id}/activate`, body, headers)
      assert.equal(payloadOf(answer, 200, 'bare').ack, now())
    })
  }

  for (const [what, make] of [
    ['waits for its client', () => anUnclaimedAccount(dealer)],
    ['belongs to its client', () => anOwnedAccount(api, dealer)],
  ] as const) {
    test(`is refused for an account that ${what}`, async () => {
      const { id } = await make()
      assertRefused(await dealer.ask('PUT', `/accounts/${id}/activate`), 403, 'FORBIDDEN')
    })
  }

  test('with a plan that has a payment period makes the first payment due after that many months', async () => {
    const plan = await aPlan(dealer)
    const automation = { payment_period: 1, payment_notify_offset: 2, block_offset: 3 }
    assert.equal((await dealer.ask('PATCH', `/client-plans/${plan.id}/payment-lifecycle`, automation)).status, 201)
    const { id } = await aManagedAccount(dealer, plan.id)
    const before = api.ctx.clock.now()
    api.ctx.clock.set(new Date('2026-05-31T08:00:00Z'))
    const account = payloadOf(await dealer.ask('PUT', `/accounts/${id}/activate`), 200, 'bare')
    api.ctx.clock.set(before)
    assert.equal(account.ack, Date.parse('2026-05-31T08:00:00Z') / 1000)
    assert.deepEqual(account.client_payment_lifecycle, {
      ...noAutomation,
      payment_expected_at: Date.parse('2026-06-30T08:00:00Z') / 1000,
    })
  })

  test('with a plan whose period is null makes nothing due', async () => {
    const plan = await aPlan(dealer)
    const automation = { payment_period: null, payment_notify_offset: 2, block_offset: 3 }
    assert.equal((await dealer.ask('PATCH', `/client-plans/${plan.id}/payment-lifecycle`, automation)).status, 201)
    const account = await anActivatedAccount(api, dealer, plan.id)
    assert.deepEqual(account.client_payment_lifecycle, noAutomation)
  })
})

test('a client who signs in while being blocked has no session when the block is lifted', async () => {
  const dealer = dealers.provider
  const { id, user } = await anActivatedAccount(api, dealer)
  await dealer.ask('PUT', `/users/${user.id}/password`, { new_password: goodPassword, repeat_password: goodPassword })
  const late = await behind(
    api.ctx.db,
    (db) => db.updateTable('accounts').set({ blocked: true, blockedBy: 'person' }).where('id', '=', id).execute(),
    () => api.ask('POST', '/client/sessions', { login: user.name, password: goodPassword }),
  )
  assert.deepEqual([late.status, late.body.token], [403, undefined], late.text)
  const { rows } = await sql`select from sessions where account_id = ${id}`.execute(api.ctx.db)
  assert.equal(rows.length, 0)
})

for (const dialect of dialectNames) {
  const dealer = dealers[dialect]
  const block = (id: number, blocked: unknown) => dealer.ask('PATCH', `/accounts/${id}/set-blocked`, { blocked })
  const blockAt = (id: number, blocked_at: unknown) =>
    dealer.ask('PATCH', `/accounts/${id}/set-blocked-at`, { blocked_at })

  suite(`blocking in ${dialect}`, () => {
    test('an activated account can be blocked and unblocked any number of times', async () => {
      const { user: _, ...account } = await anActivatedAccount(api, dealer)
      for (const blocked of [true, true, false, false, true]) {
        later()
        const answer = payloadIn(dialect, await block(account.id, blocked))
        assert.deepEqual(answer, { ...account, blocked, updated_at: now() })
        assert.deepEqual(await read(dealer, account.id), answer)
      }
    })

    test('an account that is not activated cannot be blocked or unblocked', async () => {
      const { id } = await aManagedAccount(dealer)
      assertRefused(await block(id, true), 409, 'CONFLICT')
      assertRefused(await block(id, false), 409, 'CONFLICT')
      assertRefused(await blockAt(id, now() + 60), 409, 'CONFLICT')
      assertRefused(await blockAt(id, null), 409, 'CONFLICT')
    })

    for (const [what, make] of [
      ['waits for its client', () => anUnclaimedAccount(dealer)],
      ['belongs to its client', () => anOwnedAccount(api, dealer)],
    ] as const) {
      test(`an account that ${what} is never blocked`, async () => {
        const { id } = await make()
        assertRefused(await block(id, true), 403, 'FORBIDDEN')
        assertRefused(await block(id, false), 403, 'FORBIDDEN')
        assertRefused(await blockAt(id, now() + 60), 403, 'FORBIDDEN')
        assertRefused(await blockAt(id, null), 403, 'FORBIDDEN')
      })
    }

    for (const blocked of ['true', 1, null, []]) {
      test(`${JSON.stringify(blocked)} is neither true nor false`, async () => {
        const { id } = await anActivatedAccount(api, dealer)
        assertRefused(await block(id, blocked), 400, 'INVALID_PAYLOAD blocked')
      })
    }
  })

  suite(`blocking at a time in ${dialect}`, () => {
    test('the time is shown, and the account stays as it is until then', async () => {
      const { user: _, ...account } = await anActivatedAccount(api, dealer)
      const at = now() + 3600
      later()
      const answer = payloadIn(dialect, await blockAt(account.id, at))
      assert.deepEqual(answer, { ...account, blocked_at: at, updated_at: now() })
      assert.deepEqual(await read(dealer, account.id), answer)
    })

    test('now is not too early, a second ago is', async () => {
      const { id } = await anActivatedAccount(api, dealer)
      assert.equal(payloadIn(dialect, await blockAt(id, now())).blocked_at, now())
      assertRefused(await blockAt(id, now() - 1), 400, 'FAILED_VALIDATION blocked_at')
      assert.equal((await read(dealer, id)).blocked_at, now())
    })

    test('milliseconds are refused with a sentence that says seconds', async () => {
      const { id } = await anActivatedAccount(api, dealer)
      const answer = await blockAt(id, now() * 1000)
      assertRefused(answer, 400, 'FAILED_VALIDATION blocked_at')
      assert.match(answer.body.errors[0].message, /seconds/)
    })

    const wrong: [value: unknown, problem: string][] = [
      [0, 'FAILED_VALIDATION'],
      [-1, 'FAILED_VALIDATION'],
      [1e11 + 1, 'FAILED_VALIDATION'],
      [2_000_000_000.5, 'FAILED_VALIDATION'],
      ['2000000000', 'INVALID_PAYLOAD'],
      ['2030-01-01', 'INVALID_PAYLOAD'],
      [true, 'INVALID_PAYLOAD'],
      [undefined, 'INVALID_PAYLOAD'],
    ]
    for (const [value, code] of wrong) {
      test(`${JSON.stringify(value) ?? 'nothing'} is not a time`, async () => {
        const { id } = await anActivatedAccount(api, dealer)
        assertRefused(await blockAt(id, value), 400, `${code} blocked_at`)
      })
    }

    test('null cancels the block', async () => {
      const { user: _, ...account } = await anActivatedAccount(api, dealer)
      await blockAt(account.id, now() + 60)
      assert.deepEqual(payloadIn(dialect, await blockAt(account.id, null)), { ...account, blocked_at: null })
      assert.deepEqual(await read(dealer, account.id), account)
    })

    test('unblocking cancels it too, even before its time', async () => {
      const { user: _, ...account } = await anActivatedAccount(api, dealer)
      await blockAt(account.id, now() + 60)
      assert.deepEqual(payloadIn(dialect, await block(account.id, false)), account)
    })

    test('blocking by hand keeps the time', async () => {
      const { id } = await anActivatedAccount(api, dealer)
      const at = now() + 60
      await blockAt(id, at)
      const account = payloadIn(dialect, await block(id, true))
      assert.deepEqual([account.blocked, account.blocked_at], [true, at])
    })
  })
}

test('the provider dialect has the time only while there is one, the partner dialect always', async () => {
  const { provider } = dealers
  const partner = await api.tokenOf(provider.dealer, 'partner')
  const { id } = await anActivatedAccount(api, provider)
  const shown = async () => [(await read(provider, id)).blocked_at, (await read(partner, id)).blocked_at]
  const inList = async (dealer: Caller) => (await dealer.ask('GET', `/accounts?ids=${id}`)).body.data[0]
  assert.deepEqual(await shown(), [undefined, null])
  assert.ok(!('blocked_at' in (await inList(provider))))
  const at = now() + 60
  await provider.ask('PATCH', `/accounts/${id}/set-blocked-at`, { blocked_at: at })
  assert.deepEqual(await shown(), [at, at])
  assert.equal((await inList(provider)).blocked_at, at)
  await partner.ask('PATCH', `/accounts/${id}/set-blocked`, { blocked: false })
  assert.deepEqual(await shown(), [undefined, null])
})
