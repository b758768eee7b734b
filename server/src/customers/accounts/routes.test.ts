import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import {
  aManagedAccount,
  anActivatedAccount,
  anOwnedAccount,
  anUnclaimedAccount,
  aPlan,
  aTagsPlan,
  aUnit,
  fresh,
  newUnit,
  received,
  setServiceMode,
} from '#testing/builders.ts'
import { accountIn, assertRefused, payloadIn, payloadOf } from '#testing/checks/answers.ts'

const api = await openApi()
const now = () => seconds(api.ctx.clock.now())
/** Makes the time of a change differ from that of the creation. */
const later = () => api.ctx.clock.advance(60)

for (const dialect of dialectNames) {
  suite(`an account is read as it was created, without its user: ${dialect}`, () => {
    test('a managed one', async () => {
      const dealer = await api.dealer(dialect)
      const plan = await aPlan(dealer)
      const { user: _, ...account } = await aManagedAccount(dealer, plan.id)
      const expected = {
        ...accountIn(dialect, { id: account.id, pid: dealer.dealer, at: now() }),
        reg_apps: [fleetApp],
        type: 10,
        tariff_plans: { [fleetApp]: plan.id },
      }
      assert.deepEqual(account, expected)
      assert.deepEqual(payloadIn(dialect, await dealer.ask('GET', `/accounts/${account.id}`)), expected)
      assert.deepEqual(payloadOf(await dealer.ask('GET', '/accounts'), 200, 'data'), [expected])
    })

    test('an owned one, with its support access', async () => {
      const dealer = await api.dealer(dialect)
      const { user: _, ...account } = await anOwnedAccount(api, dealer)
      await setServiceMode(api, account.id, [consumerApp])
      const expected = {
        ...accountIn(dialect, { id: account.id, pid: dealer.dealer, at: now() }),
        reg_apps: [consumerApp],
        type: null,
        tariff_plans: {},
        ack: now(),
        service_apps: [consumerApp],
      }
      assert.deepEqual(payloadIn(dialect, await dealer.ask('GET', `/accounts/${account.id}`)), expected)
      assert.deepEqual(payloadOf(await dealer.ask('GET', '/accounts'), 200, 'data'), [expected])
    })

    test('an attached one says since when', async () => {
      const dealer = await api.dealer(dialect)
      const { id } = await anUnclaimedAccount(dealer)
      const attached = { isAttached: true, attachedAt: api.ctx.clock.now(), linkApp: consumerApp }
      await api.ctx.db.updateTable('accounts').set(attached).where('id', '=', id).execute()
      const account = payloadIn(dialect, await dealer.ask('GET', `/accounts/${id}`))
      assert.deepEqual([account.is_attached, account.attached_at, account.link_app], [true, now(), consumerApp])
    })
  })

  suite(`title and description can be changed: ${dialect}`, () => {
    test('one by one and together, in owned and managed accounts', async () => {
      const dealer = await api.dealer(dialect)
      const accounts = [
        await aManagedAccount(dealer),
        await anActivatedAccount(api, dealer),
        await anUnclaimedAccount(dealer),
        await anOwnedAccount(api, dealer),
      ]
      for (const { id } of accounts) {
        const before = payloadIn(dialect, await dealer.ask('GET', `/accounts/${id}`))
        later()
        const titled = payloadIn(dialect, await dealer.ask('PATCH', `/accounts/${id}`, { title: 'New title' }))
        assert.deepEqual(titled, { ...before, title: 'New title', updated_at: now() })
        const change = { title: 'Newer', description: 'Described' }
        const described = payloadIn(dialect, await dealer.ask('PATCH', `/accounts/${id}`, change))
        assert.deepEqual(described, { ...before, ...change, updated_at: now() })
        assert.deepEqual(payloadIn(dialect, await dealer.ask('GET', `/accounts/${id}`)), described)
      }
    })

    test('an empty change changes nothing', async () => {
      const dealer = await api.dealer(dialect)
      const { user: _, ...account } = await anUnclaimedAccount(dealer)
      later()
      assert.deepEqual(payloadIn(dialect, await dealer.ask('PATCH', `/accounts/${account.id}`, {})), account)
    })

    const problems: [change: object, ...problems: string[]][] = [
      [{ title: 'xxx' }, 'FAILED_VALIDATION title'],
      [{ title: 'x'.repeat(51) }, 'FAILED_VALIDATION title'],
      [{ title: null }, 'INVALID_PAYLOAD title'],
      [{ description: 7 }, 'INVALID_PAYLOAD description'],
      [{ reg_apps: 'x' }, 'INVALID_PAYLOAD reg_apps'],
      [{ reg_apps: [] }, 'FAILED_VALIDATION reg_apps'],
      [{ reg_apps: ['nonsense'], title: '' }, 'FAILED_VALIDATION reg_apps', 'FAILED_VALIDATION title'],
      [{ user: {} }, 'INVALID_PAYLOAD user'],
      [{ blocked: true }, 'INVALID_PAYLOAD blocked'],
    ]
    for (const [change, ...expected] of problems) {
      test(`but not with ${JSON.stringify(change)}`, async () => {
        const dealer = await api.dealer(dialect)
        const { id } = await anUnclaimedAccount(dealer)
        assertRefused(await dealer.ask('PATCH', `/accounts/${id}`, change), 400, ...expected)
      })
    }
  })

  suite(`deleting answers the id as a number: ${dialect}`, () => {
    const kinds = {
      'managed, not activated': aManagedAccount,
      'managed and activated': (dealer: Parameters<typeof aManagedAccount>[0]) => anActivatedAccount(api, dealer),
      'owned, not activated': anUnclaimedAccount,
    }
    for (const [kind, make] of Object.entries(kinds)) {
      test(kind, async () => {
        const dealer = await api.dealer(dialect)
        const { id } = await make(dealer)
        assert.equal(payloadIn(dialect, await dealer.ask('DELETE', `/accounts/${id}`)), id)
        assertRefused(await dealer.ask('GET', `/accounts/${id}`), 404, 'NOT_FOUND')
        assertRefused(await dealer.ask('DELETE', `/accounts/${id}`), 404, 'NOT_FOUND')
      })
    }

    test('an owned account cannot be deleted', async () => {
      const dealer = await api.dealer(dialect)
      const { id } = await anOwnedAccount(api, dealer)
      assertRefused(await dealer.ask('DELETE', `/accounts/${id}`), 403, 'FORBIDDEN')
      assert.equal((await dealer.ask('GET', `/accounts/${id}`)).status, 200)
    })
  })
}

test('an account is deleted with its users, units, messages and tokens, and its name and ident are free', async () => {
  const { db } = api.ctx
  const dealer = await api.dealer('provider')
  const account = await aManagedAccount(dealer)
  const unit = await aUnit(dealer, account.id)
  await dealer.ask('PUT', `/users/${account.user.id}/appToken/${fleetApp}`)
  await received(api, unit, [{ 'din.1': true }])
  assert.equal((await dealer.ask('DELETE', `/accounts/${account.id}`)).status, 200)
  for (const path of ['/users', '/units']) assert.deepEqual((await dealer.ask('GET', path)).body, [])
  assertRefused(await dealer.ask('GET', `/units/${unit.id}`), 404, 'NOT_FOUND')
  for (const table of ['messageChunks', 'frameChunks', 'telemetry'] as const) {
    assert.deepEqual(await db.selectFrom(table).selectAll().where('unitId', '=', unit.id).execute(), [])
  }
  const tokens = db.selectFrom('serviceTokens').select('id').where('accountId', '=', account.id)
  assert.deepEqual(await tokens.execute(), [])
  const outsider = await api.dealer('partner')
  const user = { name: account.user.name, login_key: 'another' }
  const again = await anUnclaimedAccount(outsider, [consumerApp], user)
  await aUnit(outsider, again.id, { app_id: consumerApp, ident: unit.ident })
})

test('units created while their account is deleted are created or not found, and nothing fails', async () => {
  const dealer = await api.dealer('provider')
  const plan = await aPlan(dealer, { quotas: { unit: 70, geofence: 0, unit_storage: 10240 } })
  for (let round = 0; round < 8; round++) {
    const { id } = await aManagedAccount(dealer, plan.id)
    await aUnit(dealer, id)
    const creations = Array.from({ length: 4 }, () => dealer.ask('POST', '/units', newUnit(id)))
    const [deletion, ...answers] = await Promise.all([dealer.ask('DELETE', `/accounts/${id}`), ...creations])
    assert.equal(deletion.status, 200, deletion.text)
    for (const { status, text } of answers) assert.ok(status === 201 || status === 404, text)
  }
  assert.deepEqual((await dealer.ask('GET', '/units')).body, [])
})

suite('the applications of an account', () => {
  test('pet_app can be added to consumer_app, and the two can be swapped: partner', async () => {
    const dealer = await api.dealer('partner')
    const { id } = await anUnclaimedAccount(dealer)
    for (const reg_apps of [[consumerApp, petApp], [petApp], [consumerApp]]) {
      later()
      const account = payloadOf(await dealer.ask('PATCH', `/accounts/${id}`, { reg_apps }), 200, 'data')
      assert.deepEqual([account.reg_apps, account.updated_at], [reg_apps, now()])
    }
  })

  test('even after activation', async () => {
    const dealer = await api.dealer('partner')
    const { id } = await anOwnedAccount(api, dealer)
    const answer = await dealer.ask('PATCH', `/accounts/${id}`, { reg_apps: [consumerApp, petApp] })
    assert.deepEqual(payloadOf(answer, 200, 'data').reg_apps, [consumerApp, petApp])
  })

  const forbidden: [what: string, dialect: 'provider' | 'partner', kind: 'managed' | 'owned', wanted: string[]][] = [
    ['fleet_app to consumer_app', 'partner', 'managed', [consumerApp]],
    ['fleet_app to pet_app', 'partner', 'managed', [petApp]],
    ['fleet_app and consumer_app', 'partner', 'managed', [fleetApp, consumerApp]],
    ['consumer_app to fleet_app', 'partner', 'owned', [fleetApp]],
    ['consumer_app and fleet_app', 'partner', 'owned', [consumerApp, fleetApp]],
    ['consumer_app to tags_app', 'partner', 'owned', [tagsApp]],
    ['fleet_app to consumer_app', 'provider', 'managed', [consumerApp]],
    ['fleet_app to tags_app', 'provider', 'managed', [tagsApp]],
    ['consumer_app to fleet_app', 'provider', 'owned', [fleetApp]],
    ['consumer_app to pet_app', 'provider', 'owned', [petApp]],
  ]
  for (const [what, dialect, kind, reg_apps] of forbidden) {
    test(`cannot be switched from ${what}: ${dialect}`, async () => {
      const dealer = await api.dealer(dialect)
      const { id } = kind === 'managed' ? await aManagedAccount(dealer) : await anUnclaimedAccount(dealer)
      const answer = await dealer.ask('PATCH', `/accounts/${id}`, { reg_apps })
      assertRefused(answer, 400, 'FAILED_VALIDATION reg_apps')
    })
  }

  test('an application with units in it cannot be removed', async () => {
    const dealer = await api.dealer('partner')
    const { id } = await anUnclaimedAccount(dealer, [consumerApp, petApp])
    const unit = await aUnit(dealer, id, { app_id: petApp })
    const change = { reg_apps: [consumerApp] }
    assertRefused(await dealer.ask('PATCH', `/accounts/${id}`, change), 409, 'CONFLICT reg_apps')
    await dealer.ask('DELETE', `/units/${unit.id}`)
    assert.equal((await dealer.ask('PATCH', `/accounts/${id}`, change)).status, 200)
  })
})

suite('an account with consumer_app and pet_app is two halves of one account', () => {
  test('each dialect sees and changes only its own half', async () => {
    const partner = await api.dealer('partner')
    const provider = await api.tokenOf(partner.dealer, 'provider')
    const { id } = await anOwnedAccount(api, partner, [consumerApp, petApp])
    await setServiceMode(api, id, [consumerApp, petApp])
    const car = await aUnit(partner, id, { app_id: consumerApp })
    const dog = await aUnit(partner, id, { app_id: petApp })

    const seen = payloadOf(await provider.ask('GET', `/accounts/${id}`), 200, 'bare')
    assert.deepEqual([seen.reg_apps, seen.service_apps], [[consumerApp], [consumerApp]])
    assert.deepEqual(
      (await provider.ask('GET', '/units')).body.map((unit: { id: number }) => unit.id),
      [car.id],
    )
    assertRefused(await provider.ask('GET', `/units/${dog.id}`), 404, 'NOT_FOUND')

    const answer = await provider.ask('PATCH', `/accounts/${id}`, { reg_apps: [consumerApp] })
    assert.deepEqual(payloadOf(answer, 200, 'bare').reg_apps, [consumerApp])
    const whole = payloadOf(await partner.ask('GET', `/accounts/${id}`), 200, 'data')
    assert.deepEqual(whole.reg_apps, [consumerApp, petApp])
    assert.deepEqual(whole.service_apps, [consumerApp, petApp])
  })

  test('the application of registration shows only where it is known', async () => {
    const partner = await api.dealer('partner')
    const provider = await api.tokenOf(partner.dealer, 'provider')
    const { id } = await anUnclaimedAccount(partner, [consumerApp, petApp])
    await api.ctx.db.updateTable('accounts').set({ linkApp: petApp }).where('id', '=', id).execute()
    assert.equal(payloadOf(await partner.ask('GET', `/accounts/${id}`), 200, 'data').link_app, petApp)
    assert.equal(payloadOf(await provider.ask('GET', `/accounts/${id}`), 200, 'bare').link_app, null)
  })

  test('an account of pet_app alone does not exist in provider, nor one of tags_app in partner', async () => {
    const partner = await api.dealer('partner')
    const provider = await api.tokenOf(partner.dealer, 'provider')
    const pets = await anUnclaimedAccount(partner, [petApp])
    const tags = await aManagedAccount(provider, (await aTagsPlan(provider)).id, tagsApp)
    const title = { title: fresh('title') }
    for (const [caller, { id, user }] of [[provider, pets] as const, [partner, tags] as const]) {
      assertRefused(await caller.ask('GET', `/accounts/${id}`), 404, 'NOT_FOUND')
      assertRefused(await caller.ask('PATCH', `/accounts/${id}`, title), 404, 'NOT_FOUND')
      assertRefused(await caller.ask('DELETE', `/accounts/${id}`), 404, 'NOT_FOUND')
      assertRefused(await caller.ask('PATCH', `/users/${user.id}`, { lang: 'en' }), 404, 'NOT_FOUND')
      assert.deepEqual(payloadOf(await caller.ask('GET', `/accounts?ids=${id}`), 200, 'data'), [])
      assert.deepEqual(payloadIn(caller.dialect, await caller.ask('GET', `/users?ids=${user.id}`)), [])
    }
  })

  test('activation and automation do not exist in partner', async () => {
    const dealer = await api.dealer('partner')
    const { id } = await aManagedAccount(dealer)
    assertRefused(await dealer.ask('PUT', `/accounts/${id}/activate`), 404, 'ROUTE_NOT_FOUND')
    const answer = await dealer.ask('PATCH', `/accounts/${id}/set-payment-lifecycle`, { block_offset: 1 })
    assertRefused(answer, 404, 'ROUTE_NOT_FOUND')
  })
})
