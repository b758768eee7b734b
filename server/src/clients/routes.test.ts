import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { consumerApp, fleetApp, petApp } from '../applications.ts'
import { assertRefused } from '../testing/answers.ts'
import { openApi } from '../testing/api.ts'
import { aManagedAccount, anActivatedAccount, anUnclaimedAccount, aUnit, received } from '../testing/builders.ts'
import { aClient, askAs, goodPassword, logIn, serviceKey } from '../testing/client.ts'

const api = await openApi()
const provider = await api.dealer('provider')
const partner = await api.dealer('partner')

test('a client activates, logs in, sees itself and logs out', async () => {
  const client = await aClient(api, provider)
  const me = await client.ask('GET', '/me')
  assert.equal(me.status, 200, me.text)
  const { account, user, plan, usage, modules, service_apps, company, session, next_payment, two_factor } = me.body
  assert.equal(account.id, client.account.id)
  assert.equal(account.ack, api.ctx.clock.now().getTime() / 1000)
  assert.deepEqual([user.email, user.enabled, user.login_key], [client.email, true, null])
  assert.equal(plan.name, 'free')
  assert.equal(usage.unit, 0)
  assert.deepEqual([modules, service_apps, next_payment, two_factor], [[], [], null, false])
  assert.equal(company.account_id, provider.dealer)
  assert.deepEqual([session.kind, session.dealer], ['client', undefined])
  assert.equal((await client.ask('DELETE', '/sessions/current')).status, 204)
  assertRefused(await client.ask('GET', '/me'), 401, 'INVALID_TOKEN')
})

test('a login answers token, expiry, ids and applications, and sets a cookie that scripts cannot read', async () => {
  const client = await aClient(api, provider)
  const answer = await api.ask('POST', '/client/sessions', {
    login: client.email.toUpperCase(),
    password: goodPassword,
  })
  assert.equal(answer.status, 201)
  const { token, expire, ...rest } = answer.body
  assert.deepEqual(rest, { user_id: client.user.id, account_id: client.account.id, apps: [consumerApp] })
  assert.equal(expire, api.ctx.clock.now().getTime() + 30 * 86_400_000)
  assert.equal(
    answer.headers['set-cookie'],
    `waymark_session=${token}; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax`,
  )
})

test('a client of a managed account logs in by user name until it has an e-mail', async () => {
  const account = await anActivatedAccount(api, provider)
  await provider.ask('PUT', `/users/${account.user.id}/password`, {
    new_password: goodPassword,
    repeat_password: goodPassword,
  })
  const token = await logIn(api, account.user.name.toUpperCase())
  const me = await askAs(api, token)('GET', '/me')
  assert.deepEqual([me.body.plan.quotas.unit, me.body.usage.unit], [5, 0])
  assert.ok(me.body.modules.includes('geofence') && me.body.modules.includes('unit'))
})

test('units, telemetry and messages are the own ones only', async () => {
  const account = await anUnclaimedAccount(partner, [consumerApp, petApp])
  const unit = await aUnit(partner, account.id, { app_id: petApp })
  const other = await aUnit(partner, (await anUnclaimedAccount(partner)).id, { app_id: consumerApp })
  const start = 1_772_000_000
  const messages = [100, 200, 300, 400].map((after) => ({
    timestamp: start + after,
    'position.latitude': 50 + after / 1000,
    'position.longitude': 10,
  }))
  await received(api, unit, messages)
  const client = await aClient(api, partner, account)
  const list = await client.ask('GET', '/units')
  assert.deepEqual(
    list.body.map(({ id }: { id: number }) => id),
    [unit.id],
  )
  assert.equal(list.body[0].ident, unit.ident)
  assert.equal((await client.ask('GET', `/units/${unit.id}`)).body.id, unit.id)
  const telemetry = await client.ask('GET', `/units/${unit.id}/telemetry`)
  assert.equal(telemetry.body.position.value.latitude, 50.4)
  const times = async (query: string) =>
    (
      await client.ask(
        'GET',
        `/units/${unit.id}/messages${query.replace(/(from|to)=(\d+)/g, (_, name, after) => `${name}=${start + Number(after)}`)}`,
      )
    ).body.map((one: { timestamp: number }) => one.timestamp - start)
  assert.deepEqual(await times(''), [100, 200, 300, 400])
  assert.deepEqual(await times('?count=2&reverse=true'), [400, 300])
  assert.deepEqual(await times('?from=150&to=300'), [200, 300])
  assert.deepEqual(await times('?from=150&count=1'), [400])
  assert.deepEqual(await times('?to=250&reverse=true'), [200, 100])
  assert.deepEqual(await times('?from=500'), [])
  assertRefused(await client.ask('GET', `/units/${unit.id}/messages?from=3&to=2`), 400, 'INVALID_QUERY from')
  assertRefused(await client.ask('GET', `/units/${unit.id}/messages?count=0`), 400, 'INVALID_QUERY count')
  for (const path of ['', '/telemetry', '/messages']) {
    const foreign = await client.ask('GET', `/units/${other.id}${path}`)
    const missing = await client.ask('GET', `/units/999999999999${path}`)
    assertRefused(foreign, 404, 'NOT_FOUND')
    assert.deepEqual(foreign.body.errors, missing.body.errors)
  }
})

suite('service mode', () => {
  test('is switched by the client, and off ends the visit at once', async () => {
    const client = await aClient(api, provider)
    const on = await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
    assert.deepEqual([on.status, on.body], [200, { app_id: consumerApp, enabled: true }])
    const key = await serviceKey(provider, client.user.id, consumerApp)
    const visit = askAs(api, key)
    const me = await visit('GET', '/me')
    assert.equal(me.status, 200, me.text)
    assert.deepEqual(
      [me.body.session.kind, me.body.session.dealer, me.body.account.service_apps],
      ['service', 'Dealer provider', [consumerApp]],
    )
    assert.deepEqual((await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: false })).body, {
      app_id: consumerApp,
      enabled: false,
    })
    assertRefused(await visit('GET', '/me'), 401, 'INVALID_TOKEN')
    // Switched on again, the old key stays what it is: ended.
    await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
    assertRefused(await visit('GET', '/me'), 401, 'INVALID_TOKEN')
    const visits = (await client.ask('GET', '/visits')).body
    const now = api.ctx.clock.now().getTime() / 1000
    assert.deepEqual(visits, [
      {
        at: now,
        until: now,
        dealer: 'Dealer provider',
        prefix: 'service',
        app_id: consumerApp,
        acts: [{ at: now, action: 'visits.look', subject: 'GET /client/me', count: 1 }],
      },
    ])
  })

  test('is for an application of the account', async () => {
    const client = await aClient(api, provider)
    for (const app of [fleetApp, 'nonsense', petApp]) {
      assertRefused(await client.ask('PUT', `/service-mode/${app}`, { enabled: true }), 404, 'NOT_FOUND')
    }
  })
})

test('of an account that waits for its client nobody can log in, with whatever password', async () => {
  const account = await aManagedAccount(provider)
  await provider.ask('PUT', `/users/${account.user.id}/password`, {
    new_password: goodPassword,
    repeat_password: goodPassword,
  })
  const right = await api.ask('POST', '/client/sessions', { login: account.user.name, password: goodPassword })
  assertRefused(right, 403, 'FORBIDDEN')
  const wrong = await api.ask('POST', '/client/sessions', { login: account.user.name, password: 'something else' })
  assertRefused(wrong, 401, 'INVALID_CREDENTIALS')
})
