/** Who may call what under /client: every row with every kind of caller, cookies, and foreign pages. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { modulesOf } from '#billing/plans/modules.ts'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { type Answer, openApi } from '#testing/api.ts'
import { anActivatedAccount, anUnclaimedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aClient, askAs, askFor, type Client, goodPassword, serviceKey } from '#testing/people/client.ts'
import { aPng } from '#testing/people/tags.ts'
import { clientRoutes, publicClientRoutes } from './client.ts'

const api = await openApi()
const dealer = await api.dealer('provider')

interface World {
  readonly client: Client
  readonly unit: number
  readonly managed: { readonly id: number; readonly user: { readonly id: string; readonly name: string } }
  readonly managedUnit: number
}
let world: World
before(async () => {
  const account = await anUnclaimedAccount(dealer)
  const unit = await aUnit(dealer, account.id, { app_id: consumerApp })
  const client = await aClient(api, dealer, account)
  await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
  await giveSubscription(api.ctx, account.id, 'premium', new Date(api.ctx.clock.now().getTime() + 1000 * 86_400_000))
  const managed = await anActivatedAccount(api, dealer, (await aPlan(dealer, everything)).id)
  const managedUnit = await aUnit(dealer, managed.id)
  world = { client, unit: unit.id, managed, managedUnit: managedUnit.id }
})

/** A plan with all modules: modules.test.ts covers missing ones. */
const everything = {
  managed_plan_id: '019a0000-0000-7000-8000-000000000104',
  modules: modulesOf(fleetApp).map(({ name }) => name),
}

const nobody = '019a0000-0000-7000-8000-0000000000ff'
/** A well-formed request for each row. Bodies are such that the client's own session survives them. */
const bodies: Readonly<Record<string, object>> = {
  'POST /assets': { name: 'Pallet jack' },
  'PATCH /assets/:id': { name: 'Pallet jack' },
  'POST /buildings': { name: 'Hall 2' },
  'PATCH /buildings/:id': { name: 'Hall 2' },
  'POST /buildings/:id/floors': { name: 'Ground floor' },
  'PATCH /floors/:id': { name: 'Ground floor' },
  'PUT /gateways/:id/spot': { floor_id: nobody, x: 0.5, y: 0.5 },
  'POST /labels': { name: 'Rented' },
  'PATCH /labels/:id': { name: 'Rented' },
  'PUT /units/:id/labels': { label_ids: [] },
  'POST /drivers': { name: 'J. Driver' },
  'PATCH /drivers/:id': { name: 'J. Driver' },
  'POST /drivers/:id/keys': { kind: 'ibutton', code: '1A2B' },
  'PATCH /driver-keys/:id': { to: null },
  'POST /driver-assignments': { driver_id: nobody, unit_id: 1 },
  'PATCH /driver-assignments/:id': { to: null },
  'POST /driver-shifts': {
    ...{ driver_id: nobody, unit_id: 1, weekdays: [1], start: '06:00', end: '14:00', tz: 'UTC' },
  },
  'PATCH /driver-shifts/:id': { to: null },
  'PUT /units/:id/logbook': { on: true, tz: 'UTC', other_kind: 'business' },
  'PUT /units/:id/logbook/entries': { trip_ids: [nobody], kind: 'private' },
  'POST /units/:id/logbook/closed-months': { month: '2026-02' },
  'POST /geofences': {
    name: 'Depot',
    shape: { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 200 },
  },
  'PATCH /geofences/:id': { name: 'Depot' },
  'PUT /events/acknowledged': { event_ids: [nobody] },
  'PUT /units/:id/extra-data': { extra_data: [] },
  'POST /units': { name: 'Bike', ident: '356307042441013', hw_id: 0, app_id: consumerApp },
  'PATCH /units/:id': {},
  'POST /unclaimed-devices/:id/claim': { name: 'Bike', hw_id: 0, app_id: consumerApp },
  'PUT /units/:id/retention': { messages_ttl: 86_400, messages_rotate: 0 },
  'PUT /units/:id/tokens/locator': {},
  'PUT /units/:id/tokens/toolbox': {},
  'PUT /notifications/acknowledged': { until: 1_772_000_000 },
  'POST /notification-rules': { name: 'Quiet', condition: { type: 'silence', minutes: 60 } },
  'POST /notification-rules/preview': { condition: { type: 'silence', minutes: 60 } },
  'PATCH /notification-rules/:id': { name: 'Quiet' },
  'POST /notification-channels': { kind: 'mail', name: 'Office', address: 'office@example.com' },
  'PATCH /notification-channels/:id': { name: 'Office' },
  'PUT /notification-channels/:id/confirmed': { code: '123456' },
  'POST /saved-reports': { name: 'Trips', kind: 'trips' },
  'PATCH /saved-reports/:id': { name: 'Trips' },
  'POST /units/:id/sensors': { name: 'Speed', formula: 'position.speed' },
  'POST /units/:id/sensors/preview': {
    name: 'Speed',
    formula: 'position.speed',
    from: 1_772_000_000,
    to: 1_772_086_400,
  },
  'PATCH /unit-sensors/:id': { name: 'Speed' },
  'PUT /unit-sensors/:id/calibration': { csv: '0,0\n1,1\n' },
  'POST /unit-sensors/:id/copies': { unit_ids: [1] },
  'POST /sensor-templates': { name: 'Speed', formula: 'position.speed' },
  'PATCH /sensor-templates/:id': { name: 'Speed' },
  'POST /sensor-templates/:id/copies': { unit_ids: [1] },
  'PATCH /vehicles': { unit_ids: [1] },
  'PATCH /units/:id/vehicle': { plate: 'B WM 1207' },
  'PUT /units/:id/photo': aPng(),
  'POST /units/:id/documents': { name: 'Insurance' },
  'PATCH /vehicle-documents/:id': { name: 'Insurance' },
  'PUT /vehicle-documents/:id/file': aPng(),
  'POST /vehicle-fields': { name: 'Cost centre', type: 'text' },
  'PATCH /vehicle-fields/:id': { name: 'Cost centre' },
  'POST /groups': { name: 'Vans' },
  'PATCH /groups/:id': { name: 'Vans' },
  'POST /people/invitations': { email: 'x@example.com', role: 'driver' },
  'PATCH /people/:id': { role: 'driver' },
  'PATCH /me': { lang: 'en' },
  'PUT /subscriptions/:id/auto-renew': { auto_renew: true },
  'POST /subscription-orders': { app_id: consumerApp, plan: 'premium' },
  'PUT /service-mode/:app_id': { enabled: true },
  'PUT /me/password': { password: 'not this one', new_password: 'a third harbour', repeat_password: 'a third harbour' },
  'DELETE /me': { password: 'not this one' },
  'PUT /me/email': { email: 'x@example.com', password: 'not this one' },
  'PUT /me/totp': { code: '123456' },
  'DELETE /me/totp': { password: 'not this one' },
}
const rows = [...clientRoutes, { method: 'GET', path: '/live', operation: 'client.view' }] as const
const keyOf = (row: { method: string; path: string }) => `${row.method} ${row.path}`
const urlOf = (path: string, unit: number, app: string) =>
  path
    .replace('/units/:id', `/units/${unit}`)
    .replace('/sessions/:id', `/sessions/${nobody}`)
    .replace('/invitations/:id', `/invitations/${nobody}`)
    .replace(
      /^\/(unclaimed-devices|groups|drivers|driver-\w+|vehicle-\w+|people|people\/invitations|invoices|trips|geofences|events|subscriptions|subscription-orders|saved-reports|report-runs|unit-sensors|sensor-templates|notifications|notification-\w+)\/:id/,
      `/$1/${nobody}`,
    )
    .replace(':app_id', app)
    .replace(/unclaimed-devices$/, 'unclaimed-devices?ident=356307042441013')
    .replace(
      /(timeline|track|trips|statistics|scores?|geofence-visits|dwell-report|stays|values)$/,
      '$1?from=1772000000&to=1772086400',
    )
    .replace('track?', 'track?format=gpx&')
    .replace(/changes$/, 'changes?month=2026-02')
    .replace(/report$/, 'report?kind=trips&from=1772000000&to=1772086400')
    .replace(/explanation$/, 'explanation?unit_id=1&at=1772000000')

const send = (
  row: { method: string; path: string },
  headers: Record<string, string>,
  unit = world.unit,
  app: string = consumerApp,
  // Later rows need the unit of this world.
  target = keyOf(row) === 'DELETE /units/:id' ? 999_999_999_999 : unit,
) => api.ask(row.method, `/client${urlOf(row.path, target, app)}`, bodies[keyOf(row)], headers)

test('every row is in the access table', () => {
  for (const row of clientRoutes) assert.ok(row.operation, keyOf(row))
})

suite('every row refuses callers without a session', () => {
  for (const row of rows) {
    test(keyOf(row), async () => {
      const callers: [name: string, headers: Record<string, string>][] = [
        ['nobody', {}],
        ['a dealer', { 'x-accesstoken': dealer.token }],
        ['a dealer as Bearer', { authorization: `Bearer ${dealer.token}` }],
        ['a made-up session', { authorization: `Bearer wc_${'a'.repeat(43)}` }],
        ['a made-up key', { authorization: `Bearer ${'a'.repeat(43)}` }],
        ['nonsense', { authorization: 'Bearer x' }],
        ['a session in the dealer’s header', { 'x-accesstoken': world.client.token }],
        ['a session as a user name', { authorization: `Basic ${Buffer.from(world.client.token).toString('base64')}` }],
        [
          'a cookie with a wrong header',
          { cookie: `waymark_session=${world.client.token}`, authorization: 'Bearer x' },
        ],
        ['a cookie of another name', { cookie: `session=${world.client.token}` }],
      ]
      for (const [name, headers] of callers) {
        const answer = await send(row, headers)
        assert.equal(answer.status, 401, `${name}: ${answer.text}`)
        assertRefused(answer, 401, 'INVALID_TOKEN')
      }
    })
  }
})

suite('a client’s session opens nothing of the dealer’s', () => {
  for (const path of ['/provider/accounts', '/partner/units', '/billing/managed-plans/x', '/client/hardware/devices']) {
    test(path, async () => {
      for (const headers of [
        { authorization: `Bearer ${world.client.token}` },
        { 'x-accesstoken': world.client.token },
        { cookie: `waymark_session=${world.client.token}` },
      ]) {
        assertRefused(
          await api.ask('GET', path, undefined, headers as unknown as Record<string, string>),
          401,
          'INVALID_TOKEN',
        )
      }
    })
  }
})

test('the device catalogue is still available to dealers, under /client', async () => {
  assert.equal((await dealer.ask('GET', '/client/hardware/devices')).status, 200)
})

suite('what a dealer in a support session may do', () => {
  const only = new Set([
    'client.manage-self',
    'client.manage-account',
    'client.manage-people',
    'client.set-service-mode',
    'client.buy',
    'client.collect',
    'client.manage-units',
    'client.erase',
  ])
  // Rows of a module are tested with their feature, because they need a plan that has it.
  for (const row of rows.filter(
    ({ path, method, ...row }) =>
      !('module' in row) && path !== '/live' && keyOf({ path, method }) !== 'DELETE /sessions/current',
  )) {
    test(keyOf(row), async () => {
      const { client, managed, unit, managedUnit } = world
      const cases = [
        [
          'service',
          client.user.id,
          consumerApp,
          unit,
          ['client.read-messages', 'client.share'].includes(row.operation ?? '') || only.has(row.operation ?? '')
            ? 403
            : 200,
        ],
        ['service', managed.user.id, fleetApp, managedUnit, only.has(row.operation ?? '') ? 403 : 200],
        [
          'service_as_user',
          managed.user.id,
          fleetApp,
          managedUnit,
          only.has(row.operation ?? '') || row.operation === 'client.view-hidden' ? 403 : 200,
        ],
      ] as const
      for (const [type, user, app, of, status] of cases) {
        const key = await serviceKey(dealer, user, app, type)
        const answer = await send(row, { authorization: `Bearer ${key}` }, of, app)
        assert.equal(answer.status === 403, status === 403, `${type}: ${answer.text}`)
        assert.ok(answer.status < 500, answer.text)
      }
      const own = await send(row, { authorization: `Bearer ${client.token}` })
      assert.equal(own.status === 403, row.operation === 'client.view-hidden', own.text)
    })
  }

  test('service_as_user sees exactly what the client sees, service also what is hidden', async () => {
    const managed = await anActivatedAccount(api, dealer)
    const ask = await askFor(api, dealer, managed.user)
    const own = (await ask('GET', '/me')).body
    const asUser = (
      await askAs(api, await serviceKey(dealer, managed.user.id, fleetApp, 'service_as_user'))('GET', '/me')
    ).body
    const service = (await askAs(api, await serviceKey(dealer, managed.user.id, fleetApp))('GET', '/me')).body
    assert.deepEqual({ ...asUser, session: null }, { ...own, session: null })
    const { hidden, ...seen } = service
    assert.deepEqual({ ...seen, session: null }, { ...own, session: null })
    assert.ok(hidden.modules.includes('sharing') && !hidden.modules.includes('geofence'))
  })
})

suite('a foreign unit and a missing one get the same answer', () => {
  for (const row of clientRoutes.filter((one) => one.path.startsWith('/units/:id') && !one.module)) {
    const { method, path } = row
    test(keyOf(row), async () => {
      const key = await serviceKey(dealer, world.managed.user.id, fleetApp)
      const ask = askAs(api, path.endsWith('channel') ? key : world.client.token)
      const foreign = path.endsWith('channel') ? world.unit : world.managedUnit
      const answers: Answer[] = []
      for (const id of [foreign, 999_999_999_999, 0, -1, '1e3', 'x', '01', 2 ** 53, '%00']) {
        const url = path.replace(':id', String(id))
        answers.push(await ask(method, url, bodies[keyOf(row)], { 'x-request-id': 'same' }))
      }
      for (const answer of answers) {
        assertRefused(answer, 404, 'NOT_FOUND')
        assert.equal(answer.text, answers[0]?.text)
      }
    })
  }

  test('and so do a foreign session and a missing one', async () => {
    const other = await aClient(api, dealer)
    const [session] = (await other.ask('GET', '/sessions')).body
    const foreign = await world.client.ask('DELETE', `/sessions/${session.id}`, undefined, { 'x-request-id': 'same' })
    const missing = await world.client.ask('DELETE', `/sessions/${nobody}`, undefined, { 'x-request-id': 'same' })
    assertRefused(foreign, 404, 'NOT_FOUND')
    assert.equal(foreign.text, missing.text)
    assert.equal((await other.ask('GET', '/me')).status, 200)
  })
})

test('the caller’s own sessions are listed and ended one by one', async () => {
  const client = await aClient(api, dealer)
  const answer = await api.ask(
    'POST',
    '/client/sessions',
    { login: client.email, password: goodPassword },
    { 'user-agent': 'Test/1.0' },
  )
  const list = (await client.ask('GET', '/sessions')).body
  assert.equal(list.length, 2)
  const other = list.find(({ current }: { current: boolean }) => !current)
  const now = api.ctx.clock.now().getTime() / 1000
  assert.deepEqual(other, {
    id: other.id,
    created_at: now,
    last_used_at: now,
    expires_at: now + 30 * 86_400,
    address: '127.0.0.1',
    agent: 'Test/1.0',
    current: false,
  })
  assert.equal((await client.ask('DELETE', `/sessions/${other.id}`)).status, 204)
  assertRefused(await askAs(api, answer.body.token)('GET', '/me'), 401, 'INVALID_TOKEN')
  assert.equal((await client.ask('GET', '/me')).status, 200)
})

suite('a cookie', () => {
  const cookie = () => ({ cookie: `other=1; waymark_session=${world.client.token}` })
  const change = (headers: Record<string, string>) =>
    api.ask('PATCH', '/client/me', { lang: 'en' }, { ...cookie(), ...headers })

  test('opens read-only rows', async () => {
    assert.equal((await api.ask('GET', '/client/me', undefined, cookie())).status, 200)
    assert.equal((await api.ask('HEAD', '/client/me', undefined, cookie())).status, 200)
  })

  const own = 'http://127.0.0.1:8080'
  const matrix: [headers: Record<string, string>, status: number][] = [
    [{}, 403],
    [{ 'x-waymark': '1' }, 403],
    [{ origin: own }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 403],
    [{ 'x-waymark': '1', origin: own }, 200],
    [{ 'x-waymark': '1', 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'x-waymark': '1', 'sec-fetch-site': 'same-origin', origin: own }, 200],
    [{ 'x-waymark': '1', origin: 'http://fleet.example.com', host: 'fleet.example.com' }, 200],
    [{ 'x-waymark': '1', origin: 'https://fleet.example.com', host: 'fleet.example.com' }, 403],
    [
      {
        'x-waymark': '1',
        origin: 'https://fleet.example.com',
        host: 'fleet.example.com',
        'sec-fetch-site': 'same-origin',
      },
      200,
    ],
    [{ 'x-waymark': 'yes', origin: own }, 403],
    [{ 'x-waymark': '1', origin: 'https://evil.example.com' }, 403],
    [{ 'x-waymark': '1', origin: 'null' }, 403],
    [{ 'x-waymark': '1', origin: 'not a url' }, 403],
    [{ 'x-waymark': '1', origin: own, 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'x-waymark': '1', origin: own, 'sec-fetch-site': 'same-site' }, 403],
    [{ 'x-waymark': '1', 'sec-fetch-site': 'none' }, 403],
    [{ 'x-waymark': '1', 'sec-fetch-site': 'same-origin', origin: 'https://evil.example.com' }, 403],
  ]
  for (const [headers, status] of matrix) {
    test(`changes ${status === 200 ? 'something' : 'nothing'} with ${JSON.stringify(headers)}`, async () => {
      const answer = await change(headers)
      assert.equal(answer.status, status, answer.text)
    })
  }

  test('is checked on every row that changes something', async () => {
    for (const row of clientRoutes.filter(({ method }) => method !== 'GET')) {
      assertRefused(
        await send(row, { ...cookie(), origin: 'https://evil.example.com', 'x-waymark': '1' }),
        403,
        'FORBIDDEN',
      )
    }
    assert.equal((await world.client.ask('GET', '/me')).status, 200)
  })

  test('is not required of a program with a header', async () => {
    assert.equal(
      (await world.client.ask('PATCH', '/me', { lang: 'en' }, { origin: 'https://evil.example.com' })).status,
      200,
    )
  })

  test('of a session that has ended is removed', async () => {
    const answer = await api.ask('GET', '/client/me', undefined, { cookie: `waymark_session=wc_${'x'.repeat(43)}` })
    assertRefused(answer, 401, 'INVALID_TOKEN')
    assert.match(answer.headers['set-cookie'] ?? '', /^waymark_session=; Path=\/; Max-Age=0;/)
  })

  test('of a support session has its own name and takes precedence', async () => {
    const key = await serviceKey(dealer, world.client.user.id, consumerApp)
    const entered = await api.ask('POST', '/client/sessions/service', { key })
    const until = Math.floor(api.ctx.clock.now().getTime() / 1000) + 3600
    assert.equal(entered.status, 201)
    assert.deepEqual(entered.body, {
      token: key,
      expire: until * 1000,
      user_id: world.client.user.id,
      account_id: world.client.account.id,
      apps: [consumerApp],
      service: { dealer: 'Dealer provider', prefix: 'service', app_id: consumerApp, until },
    })
    assert.match(
      entered.headers['set-cookie'] ?? '',
      /^waymark_service=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    )
    const both = { cookie: `waymark_session=${world.client.token}; waymark_service=${key}` }
    assert.equal((await api.ask('GET', '/client/me', undefined, both)).body.session.kind, 'service')
    const left = await api.ask('DELETE', '/client/sessions/current', undefined, {
      ...both,
      origin: own,
      'x-waymark': '1',
    })
    assert.equal(left.status, 204)
    assert.match(left.headers['set-cookie'] ?? '', /^waymark_service=; /)
    assert.equal((await api.ask('POST', '/client/sessions/service', { key })).status, 401)
    assert.equal((await world.client.ask('GET', '/me')).status, 200)
  })

  test('is not created for an invalid key', async () => {
    for (const key of ['', 'x', 'a'.repeat(43), world.client.token, dealer.token]) {
      assertRefused(await api.ask('POST', '/client/sessions/service', { key }), 401, 'INVALID_TOKEN')
    }
    const key = await serviceKey(dealer, world.client.user.id, consumerApp)
    api.ctx.clock.advance(3600)
    assertRefused(await api.ask('POST', '/client/sessions/service', { key }), 401, 'TOKEN_EXPIRED')
  })
})

test('behind a trusted proxy the scheme of the page is the forwarded one', async () => {
  const behind = await openApi({ WAYMARK_TRUST_PROXY: '127.0.0.1' })
  const client = await aClient(behind, await behind.dealer('provider'))
  for (const [scheme, status] of [
    ['https', 200],
    ['http', 403],
  ] as const) {
    const page = { 'x-waymark': '1', origin: `${scheme}://fleet.example.com`, host: 'fleet.example.com' }
    const sent = { ...page, cookie: `waymark_session=${client.token}`, 'x-forwarded-proto': 'https' }
    assert.equal((await behind.ask('PATCH', '/client/me', { lang: 'en' }, sent)).status, status)
  }
})

test('over TLS cookies are bound to the host and to TLS', async () => {
  const secure = await openApi({ WAYMARK_PUBLIC_URL: 'https://fleet.example.com' })
  const client = await aClient(secure, await secure.dealer('provider'))
  const answer = await secure.ask('POST', '/client/sessions', { login: client.email, password: goodPassword })
  const { token } = answer.body
  assert.equal(
    answer.headers['set-cookie'],
    `__Host-waymark_session=${token}; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure`,
  )
  const asked = (cookie: string) => secure.ask('GET', '/client/me', undefined, { cookie })
  assert.equal((await asked(`__Host-waymark_session=${token}`)).status, 200)
  assert.equal((await asked(`waymark_session=${token}`)).status, 401)
})

test('a path accepts the methods of its public and other rows together', async () => {
  const answer = await api.ask('PATCH', '/client/sessions')
  assertRefused(answer, 405, 'METHOD_NOT_ALLOWED')
  assert.equal(answer.headers.allow, 'POST, GET, HEAD')
  assertRefused(await api.ask('GET', '/client/nothing'), 404, 'ROUTE_NOT_FOUND')
})

test('an invalid body is refused, on every public row that takes one', async () => {
  for (const row of publicClientRoutes.filter(({ body }) => body)) {
    assertRefused(await api.ask(row.method, `/client${row.path}`), 400, 'INVALID_PAYLOAD')
    const odd = await api.app.inject({
      method: row.method,
      url: `/client${row.path}`,
      headers: { 'content-type': 'text/plain' },
      payload: '{}',
    })
    assert.equal(odd.statusCode, 415)
  }
})

test('a session lasts thirty days from its last use, and half a year in total', async () => {
  const client = await aClient(api, dealer)
  for (let days = 0; days < 180 - 29; days += 29) {
    api.ctx.clock.advance(29 * 86_400)
    assert.equal((await client.ask('GET', '/me')).status, 200, String(days))
  }
  api.ctx.clock.advance(29 * 86_400)
  assertRefused(await client.ask('GET', '/me'), 401, 'TOKEN_EXPIRED')
  const idle = await aClient(api, dealer)
  api.ctx.clock.advance(30 * 86_400)
  assertRefused(await idle.ask('GET', '/me'), 401, 'TOKEN_EXPIRED')
})
