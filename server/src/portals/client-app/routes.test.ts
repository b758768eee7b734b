import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { blockDueAccounts } from '#customers/accounts/dunning/scheduled-blocks.ts'
import { computeVisits } from '#insights/geofences/compute.ts'
import { computeTrips } from '#insights/trips/compute.ts'
import { consumerApp, fleetApp, petApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, anActivatedAccount, anUnclaimedAccount, aUnit, received } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aClient, askAs, goodPassword, logIn, serviceKey } from '#testing/people/client.ts'
import { day, routeStart } from '#testing/routes.ts'

const api = await openApi()
const provider = await api.dealer('provider')
const partner = await api.dealer('partner')

test('a client activates its account, signs in, sees itself and signs out', async () => {
  const client = await aClient(api, provider)
  const me = await client.ask('GET', '/me')
  assert.equal(me.status, 200, me.text)
  const { account, user, plan, usage, modules, service_apps, company, session, next_payment, two_factor } = me.body
  assert.equal(account.id, client.account.id)
  assert.equal(account.ack, api.ctx.clock.now().getTime() / 1000)
  assert.deepEqual([user.email, user.enabled, user.login_key], [client.email, true, null])
  assert.equal(plan.name, 'free')
  assert.equal(usage.unit, 0)
  assert.deepEqual([service_apps, next_payment, two_factor], [[], null, false])
  assert.ok(modules.includes('timeline') && !modules.includes('statistics'))
  assert.equal(company.account_id, provider.dealer)
  assert.deepEqual([session.kind, session.dealer], ['client', undefined])
  assert.equal((await client.ask('DELETE', '/sessions/current')).status, 204)
  assertRefused(await client.ask('GET', '/me'), 401, 'INVALID_TOKEN')
})

test('signing in returns token, expiry, ids and applications, and sets a cookie that scripts cannot read', async () => {
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

test('a client of a managed account signs in by username until it has an email', async () => {
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

test('a client sees only its own units, telemetry and messages', async () => {
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

suite('support access', () => {
  test('is granted by the client, and withdrawing it ends the support session at once', async () => {
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
    // After granting it again, the old key is still ended.
    await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
    assertRefused(await visit('GET', '/me'), 401, 'INVALID_TOKEN')
    const now = api.ctx.clock.now().getTime() / 1000
    const session = { at: now, until: now, dealer: 'Dealer provider', prefix: 'service', app_id: consumerApp }
    assert.deepEqual((await client.ask('GET', '/visits')).body, [session])
    const acts = [{ at: now, action: 'visits.look', subject: 'GET /client/me', count: 1 }]
    assert.deepEqual((await client.ask('GET', '/visits?with=acts')).body, [{ ...session, acts }])
    assertRefused(await client.ask('GET', '/visits?with=more'), 400, 'INVALID_QUERY with')
  })

  test('needs an application of the account', async () => {
    const client = await aClient(api, provider)
    for (const app of [fleetApp, 'nonsense', petApp]) {
      assertRefused(await client.ask('PUT', `/service-mode/${app}`, { enabled: true }), 400, 'FAILED_VALIDATION app_id')
    }
  })
})

test('no one can sign in to an account before its activation, with any password', async () => {
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

suite('a blocked client', () => {
  test('is signed out at once, and the sign-in says why and what to pay', async () => {
    const account = await aManagedAccount(provider)
    const client = await aClient(api, provider, account)
    const prices = [{ quantity: 2, currency: 'eur', unit_amount: 1250, name: 'Tracking in March' }]
    const bill = await provider.ask('POST', '/billing/cardpay-payments', {
      app_id: fleetApp,
      account_id: account.id,
      prices,
      name: 'March',
    })
    assert.equal(bill.status, 201, bill.text)
    const bills = (await client.ask('GET', '/bills')).body
    assert.deepEqual(bills, [bill.body])
    const more = await client.ask('GET', '/bills?with=currency')
    assert.deepEqual(more.body, [{ ...bill.body, currency: 'eur' }])
    await provider.ask('PATCH', `/accounts/${account.id}/set-blocked`, { blocked: true })
    const since = api.ctx.clock.now().getTime() / 1000
    assertRefused(await client.ask('GET', '/me'), 401, 'INVALID_TOKEN')
    const answer = await api.ask('POST', '/client/sessions', { login: client.email, password: goodPassword })
    assert.equal(answer.status, 403)
    assert.deepEqual(Object.keys(answer.body), ['errors', 'blocked', 'request_id'])
    assert.equal(answer.body.errors[0].code, 'BLOCKED')
    const { marketing_info, ...card } = (await provider.ask('GET', '/company')).body.data
    const company = { ...card, marketing_info: { ...marketing_info, website: null, email: null } }
    const { id, url } = bill.body
    assert.deepEqual(answer.body.blocked, {
      since,
      reason: 'person',
      company,
      bills: [{ id, name: 'March', amount_total: 2500, currency: 'eur', url }],
    })
    assertRefused(
      await api.ask('POST', '/client/sessions', { login: client.email, password: 'not this one' }),
      401,
      'INVALID_CREDENTIALS',
    )
    await api.ctx.db.updateTable('users').set({ role: 'driver' }).where('email', '=', client.email).execute()
    const driver = await api.ask('POST', '/client/sessions', { login: client.email, password: goodPassword })
    assert.deepEqual(driver.body.blocked.bills, [], 'a driver does not see what the account owes')
    await api.ctx.db.updateTable('users').set({ role: 'owner' }).where('email', '=', client.email).execute()
    // After unblocking it must sign in again.
    await provider.ask('PATCH', `/accounts/${account.id}/set-blocked`, { blocked: false })
    assertRefused(await client.ask('GET', '/me'), 401, 'INVALID_TOKEN')
    assert.ok(await logIn(api, client.email))
  })

  test('still allows a support session with a `service` token', async () => {
    const account = await anActivatedAccount(api, provider)
    const [service, asUser] = [
      askAs(api, await serviceKey(provider, account.user.id, fleetApp)),
      askAs(api, await serviceKey(provider, account.user.id, fleetApp, 'service_as_user')),
    ]
    await provider.ask('PATCH', `/accounts/${account.id}/set-blocked`, { blocked: true })
    assert.equal((await service('GET', '/me')).status, 200)
    assertRefused(await asUser('GET', '/me'), 401, 'INVALID_TOKEN')
    assert.equal((await askAs(api, await serviceKey(provider, account.user.id, fleetApp))('GET', '/me')).status, 200)
  })

  test('is signed out by a scheduled block as well', async () => {
    const account = await aManagedAccount(provider)
    const client = await aClient(api, provider, account)
    const blocked_at = Math.floor(api.ctx.clock.now().getTime() / 1000) + 60
    assert.equal((await provider.ask('PATCH', `/accounts/${account.id}/set-blocked-at`, { blocked_at })).status, 200)
    assert.equal((await client.ask('GET', '/me')).status, 200)
    api.ctx.clock.advance(60)
    const actor = { kind: 'job', id: 'accounts.block-due', address: null, requestId: null } as const
    await blockDueAccounts({ ...api.ctx, actor })
    assertRefused(await client.ask('GET', '/me'), 401, 'INVALID_TOKEN')
    const answer = await api.ask('POST', '/client/sessions', { login: client.email, password: goodPassword })
    assert.deepEqual([answer.body.blocked.since, answer.body.blocked.reason], [blocked_at, 'schedule'])
  })
})

test('an export has everything of the client and nothing else', async () => {
  const account = await anUnclaimedAccount(provider)
  const [one, two] = [
    await aUnit(provider, account.id, { app_id: consumerApp }),
    await aUnit(provider, account.id, { app_id: consumerApp }),
  ]
  await aUnit(provider, (await anUnclaimedAccount(provider)).id, { app_id: consumerApp })
  const messages = Array.from({ length: 500 }, (_, at) => ({ timestamp: 1_772_000_000 + at, 'ain.1': at }))
  await received(api, one, messages)
  const client = await aClient(api, provider, account)
  const until = Math.floor(api.ctx.clock.now().getTime() / 1000) + 3600
  await giveSubscription(api.ctx, account.id, 'premium', new Date((until + 3600) * 1000))
  await client.ask('POST', '/shares', { units: [one.id], until, title: 'Delivery' })
  const service = await client.ask('POST', `/units/${one.id}/services`, { name: 'Oil', every_days: 30 })
  await client.ask('POST', `/services/${service.body.id}/done`, { note: 'Filter too' })
  await client.ask('PATCH', `/units/${one.id}/counters`, { mileage: 1200 })
  const group = await client.ask('POST', '/groups', { name: 'Family', unit_ids: [one.id] })
  const shape = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
  const geofence = await client.ask('POST', '/geofences', { name: 'Home', shape, since: routeStart })
  const command = await client.ask('POST', `/units/${one.id}/commands`, { type: 'position' })
  assert.deepEqual(
    [group, geofence, command].map(({ status }) => status),
    [201, 201, 201],
  )
  const route = day().filter((_, index) => index % 10 === 0)
  await received(api, two, [{ ...route[0]!, 'alarm.event': true, 'alarm.type': 'sos' }, ...route.slice(1)])
  const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
  await computeTrips(acting)
  await computeVisits(acting)
  const report = await client.ask('POST', '/saved-reports', { name: 'Weekly', kind: 'trips', by: 'unit', tz: 'UTC' })
  assert.equal(report.status, 201, report.text)
  const { body } = await client.ask('GET', '/export')
  assert.deepEqual(body.saved_reports, [report.body])
  assert.deepEqual(body.invoices, (await client.ask('GET', '/invoices')).body)
  assert.deepEqual(Object.keys(body), [
    'exported_at',
    'account',
    'user',
    'people',
    'plans',
    'service_apps',
    'company',
    'sessions',
    'visits',
    'bills',
    'invoices',
    'subscriptions',
    'subscription_orders',
    'groups',
    'geofences',
    'shares',
    'services',
    'sensors',
    'sensor_templates',
    'drivers',
    'driver_assignments',
    'driver_shifts',
    'logbooks',
    'vehicles',
    'vehicle_documents',
    'vehicle_fields',
    'labels',
    'buildings',
    'notification_rules',
    'notification_channels',
    'saved_reports',
    'floor_plans',
    'unit_photos',
    'vehicle_document_files',
    'notifications',
    'units',
  ])
  assert.deepEqual(
    body.units.map((unit: { id: number; messages: object[] }) => [unit.id, unit.messages.length]).sort(),
    [
      [one.id, 500],
      [two.id, route.length],
    ].sort(),
  )
  const exported = body.units.find(({ id }: { id: number }) => id === one.id)
  assert.equal(exported.messages[0].timestamp, 1_772_000_499)
  assert.equal(exported.telemetry['ain.1'].value, 499)
  assert.equal(exported.counters.mileage.value, 1200)
  assert.deepEqual(exported.commands, [command.body])
  const driven = body.units.find(({ id }: { id: number }) => id === two.id)
  const span = `from=${routeStart}&to=${routeStart + 86_400}&unit_ids=${two.id}`
  const [trips, visits] = [
    await client.ask('GET', `/trips?${span}`),
    await client.ask('GET', `/geofence-visits?${span}`),
  ]
  const events = await client.ask('GET', `/events?${span}`)
  assert.ok(trips.body.length > 2 && visits.body.length > 0 && events.body.length > 1)
  assert.deepEqual([driven.trips, driven.geofence_visits], [trips.body, visits.body])
  assert.deepEqual(driven.events, events.body.toReversed())
  assert.deepEqual([body.groups, body.geofences], [[group.body], [geofence.body]])
  assert.equal(body.user.email, client.email)
  assert.deepEqual([body.shares.length, body.shares[0].title], [1, 'Delivery'])
  assert.deepEqual([body.services[0].name, body.services[0].history[0].note], ['Oil', 'Filter too'])
})

test('everything that a client or a dealer in a support session does is in the audit log, under its name', async () => {
  const client = await aClient(api, provider)
  await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
  const key = await serviceKey(provider, client.user.id, consumerApp)
  await askAs(api, key)('GET', '/units')
  await client.ask('PATCH', '/me', { lang: 'de' })
  await client.ask('DELETE', '/sessions/current')
  const rows = await api.ctx.db
    .selectFrom('audit')
    .selectAll()
    .where('dealerId', '=', provider.dealer)
    .orderBy('id')
    .execute()
  const of = (kind: string, id: string) => rows.filter((row) => row.actorKind === kind && row.actorId === id)
  assert.deepEqual(
    of('client', client.user.id).map(({ action }) => action),
    [
      'activation.register',
      'accounts.claim',
      'users.claim',
      'sessions.open',
      'accounts.open-service-mode',
      'users.change',
      'sessions.end',
    ],
  )
  const entered = rows.find((row) => row.action === 'users.enter' && row.subjectId === client.user.id)
  const tokenId = (entered?.after as { tokenId: number } | undefined)?.tokenId
  assert.deepEqual(
    of('visitor', `service-token:${tokenId}`).map(({ action, subjectId }) => [action, subjectId]),
    [['visits.look', 'GET /client/units']],
  )
})
