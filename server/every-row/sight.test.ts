/**
 * A person with an access list, and a unit of the same account that is not on it: every row under /client and the live
 * stream refuse it or leave it out. The owner's answers show that there was something to leave out.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { protocolByName } from '@waymark/devices'
import { modulesOf } from '#billing/plans/modules.ts'
import { clientRoutes } from '#entry/http/scopes/client.ts'
import { findSession } from '#identity/sessions/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { appsOf, type Session } from '#identity/sessions/session.ts'
import { computeVisits } from '#insights/geofences/compute.ts'
import { computeTrips } from '#insights/trips/compute.ts'
import { consumerApp, fleetApp, tagsApp } from '#kernel/applications.ts'
import { uuidv7 } from '#kernel/ids.ts'
import type { CookieCall } from '#portals/client-app/routes.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aSensor, aUnit, fresh, received } from '#testing/builders.ts'
import { aClient, askAs, type Client, goodPassword, logIn } from '#testing/people/client.ts'
import { aPersonOf } from '#testing/people/people.ts'
import { aPng, aTagsClient } from '#testing/people/tags.ts'
import { day, routeStart } from '#testing/routes.ts'
import { soon } from '#testing/until.ts'
import { recordUnknownDevice } from '#tracking/unclaimed-devices/actions.ts'

const api = await openApi()
const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
const dealer = await api.dealer('provider')
const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const hidden = 'Hidden van'

interface Fixture {
  readonly owner: Client['ask']
  readonly limited: Client['ask']
  readonly token: string
  readonly person: string
  /** Ids of the unit that is not on the list, by the word in the path. */
  readonly ids: Readonly<Record<string, string | number>>
  readonly seen: number
  readonly unseen: { readonly id: number; readonly ident: string; readonly name: string }
}
let fleet: Fixture
let tags: Fixture

const made = async (asked: ReturnType<Client['ask']>) => {
  const answer = await asked
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const circle = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
const span = `from=${routeStart}&to=${routeStart + 86_400}`

async function aFleet(): Promise<Fixture> {
  const plan = await aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    quotas: { unit: 10, geofence: 5, unit_storage: 204800 },
    modules: modulesOf(fleetApp).map(({ name }) => name),
  })
  const account = await anActivatedAccount(api, dealer, plan.id)
  const password = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, password)
  const owner = askAs(api, await logIn(api, account.user.name))
  const seen = await aUnit(dealer, account.id, { hw_id: 101 })
  const unseen = await aUnit(dealer, account.id, { hw_id: 101, name: hidden })
  const unit_ids = [unseen.id]
  const geofence = await made(owner('POST', '/geofences', { name: 'Yard', shape: circle, since: routeStart }))
  const condition = { type: 'geofence', crossings: ['enter', 'leave'], geofence_ids: [geofence.id] }
  const rule = await made(owner('POST', '/notification-rules', { name: 'Yard rule', condition, unit_ids }))
  const told = day().filter((_, index) => index % 10 === 0)
  await received(api, seen, told)
  await received(api, unseen, told)
  await computeTrips(acting)
  await computeVisits(acting)
  const now = api.ctx.clock.now()
  const notification = {
    ...{ id: uuidv7(now), accountId: account.id, unitId: unseen.id, ruleId: rule.id, ruleName: rule.name },
    ...{ kind: 'enter', eventKey: 'one', t: routeStart, shownAt: routeStart, telling: 'event', createdAt: now },
    facts: JSON.stringify({ condition: null, unitName: hidden }),
  }
  await api.ctx.db.insertInto('notifications').values(notification).execute()
  const ids: Record<string, string | number> = {
    units: unseen.id,
    geofences: geofence.id,
    'notification-rules': rule.id,
    groups: (await made(owner('POST', '/groups', { name: 'Hidden group', unit_ids }))).id,
    services: (await made(owner('POST', `/units/${unseen.id}/services`, { name: 'Oil', every_days: 30 }))).id,
    shares: (
      await made(owner('POST', '/shares', { units: unit_ids, until: api.ctx.clock.now().getTime() / 1000 + 3600 }))
    ).id,
    'unit-sensors': (
      await made(owner('POST', `/units/${unseen.id}/sensors`, { name: hidden, formula: 'position.speed' }))
    ).id,
    trips: (await made(owner('GET', `/trips?unit_ids=${unseen.id}&${span}`)))[0].id,
    events: (await made(owner('GET', `/events?unit_ids=${unseen.id}`)))[0].id,
    notifications: notification.id,
    'saved-reports': (await made(owner('POST', '/saved-reports', { name: hidden, kind: 'trips', unit_ids }))).id,
    // None was created yet.
    'report-runs': '019a0000-0000-7000-8000-0000000000ff',
  }
  ids['vehicle-documents'] = (await made(owner('POST', `/units/${unseen.id}/documents`, { name: hidden }))).id
  await made(owner('PUT', `/units/${unseen.id}/logbook`, { on: true, tz: 'UTC', other_kind: 'business' }))
  const driver = await made(owner('POST', '/drivers', { name: 'J. Driver' }))
  const both = { driver_id: driver.id, unit_id: unseen.id, from: routeStart }
  ids.drivers = driver.id
  ids['driver-assignments'] = (await made(owner('POST', '/driver-assignments', both))).id
  const week = { weekdays: [1], start: '06:00', end: '14:00', tz: 'UTC' }
  ids['driver-shifts'] = (await made(owner('POST', '/driver-shifts', { ...both, ...week }))).id
  const person = await aPersonOf(api, owner, 'dispatcher', { unit_ids: [seen.id] })
  return { owner, limited: person.ask, token: person.token, person: person.id, ids, seen: seen.id, unseen }
}

async function aWarehouse(): Promise<Fixture> {
  const client = await aTagsClient(
    api,
    dealer,
    modulesOf(tagsApp).map(({ name }) => name),
  )
  const seen = await aUnit(dealer, client.account, { app_id: tagsApp })
  const gateway = await aUnit(dealer, client.account, { app_id: tagsApp, name: hidden })
  const sensor = await aSensor(dealer, client.account, { name: hidden })
  const owner = askAs(api, await logIn(api, client.login))
  const asset = await made(owner('POST', '/assets', { name: hidden, category: 'Hidden things' }))
  const building = await made(owner('POST', '/buildings', { name: 'Hall' }))
  const floor = await made(owner('POST', `/buildings/${building.id}/floors`, { name: 'Ground' }))
  await made(owner('PUT', `/gateways/${gateway.id}/spot`, { floor_id: floor.id, x: 0.5, y: 0.5 }))
  const label = await made(owner('POST', '/labels', { name: 'Rented', unit_ids: [gateway.id] }))
  const ids = {
    ...{ units: gateway.id, gateways: gateway.id, tags: sensor.id, assets: asset.id },
    ...{ buildings: building.id, floors: floor.id, labels: label.id },
  }
  const person = await aPersonOf(api, owner, 'dispatcher', { unit_ids: [seen.id] })
  return { owner, limited: person.ask, token: person.token, person: person.id, ids, seen: seen.id, unseen: gateway }
}

before(async () => {
  fleet = await aFleet()
  tags = await aWarehouse()
})

const fleetModules = modulesOf(fleetApp).map(({ name }) => name)
const isOfTags = ({ module, path }: { module?: string; path: string }) =>
  (module !== undefined && !fleetModules.includes(module)) || path.startsWith('/assets')
const fixtureOf = (row: { module?: string; path: string }) => (isOfTags(row) ? tags : fleet)

/** Valid bodies for rows with an id: a refusal is because of the unit. */
const bodies: Readonly<Record<string, () => object>> = {
  'PATCH /driver-assignments/:id': () => ({ to: null }),
  'PATCH /driver-shifts/:id': () => ({ to: null }),
  'PUT /units/:id/logbook': () => ({ on: true, tz: 'UTC', other_kind: 'business' }),
  'PUT /units/:id/logbook/entries': () => ({ trip_ids: [fleet.ids.trips], kind: 'private' }),
  'POST /units/:id/logbook/closed-months': () => ({ month: '2026-02' }),
  'PATCH /groups/:id': () => ({ name: 'Renamed' }),
  'PATCH /geofences/:id': () => ({ name: 'Renamed' }),
  'PATCH /notification-rules/:id': () => ({ name: 'Renamed' }),
  'PATCH /shares/:id': () => ({ title: 'Renamed' }),
  'PATCH /saved-reports/:id': () => ({ name: 'Renamed' }),
  'POST /units/:id/sensors': () => ({ name: 'Speed', formula: 'position.speed' }),
  'POST /units/:id/sensors/preview': () => ({
    ...{ name: 'Speed', formula: 'position.speed', from: routeStart, to: routeStart + 3600 },
  }),
  'PATCH /unit-sensors/:id': () => ({ name: 'Renamed' }),
  'PUT /unit-sensors/:id/calibration': () => ({ csv: '0,0\n1,1\n' }),
  'POST /unit-sensors/:id/copies': () => ({ unit_ids: [fleet.seen] }),
  'PATCH /units/:id/vehicle': () => ({ plate: 'B WM 1207' }),
  'PUT /units/:id/photo': () => aPng(),
  'POST /units/:id/documents': () => ({ name: 'Insurance' }),
  'PATCH /vehicle-documents/:id': () => ({ name: 'Renamed' }),
  'PUT /vehicle-documents/:id/file': () => aPng(),
  'PATCH /services/:id': () => ({ name: 'Renamed' }),
  'POST /services/:id/done': () => ({ done_at: routeStart }),
  'POST /units/:id/services': () => ({ name: 'Tyres', every_days: 30 }),
  'POST /units/:id/commands': () => ({ type: 'position' }),
  'PATCH /units/:id/counters': () => ({ mileage: 5 }),
  'PUT /units/:id/extra-data': () => ({ extra_data: [] }),
  'PUT /units/:id/labels': () => ({ label_ids: [] }),
  'PATCH /labels/:id': () => ({ name: 'Renamed' }),
  'PATCH /assets/:id': () => ({ name: 'Renamed' }),
  'PUT /gateways/:id/spot': () => ({ floor_id: tags.ids.floors, x: 0.1, y: 0.1 }),
}

/**
 * Their ids belong to no unit, nor to something that concerns only some units: a person, a channel, a floor, a session.
 */
const ofNoUnit =
  /^\/(people|sessions|invoices|service-mode|invitations|subscriptions|subscription-orders|notification-channels|buildings|floors|drivers|driver-keys|sensor-templates|vehicle-fields)\//
/** A place that is for all units, and a label, can be read by everyone; their units are left out. */
const readByAll = /^(GET \/(geofences|labels|notification-rules)|PATCH \/labels)\/:id/

const queryOf = (path: string) =>
  /(timeline|track|trips|days|statistics|scores?|fuel|speeding|road-trips|geofence-visits|dwell-report|stays|values)$/.test(
    path,
  )
    ? `?${span}${path.endsWith('track') ? '&format=gpx' : ''}`
    : path.endsWith('/changes')
      ? '?month=2026-02'
      : path.endsWith('/parameter')
        ? `?name=position.speed&${span}`
        : path.endsWith('/report')
          ? `?kind=trips&${span}`
          : path.endsWith('/explanation')
            ? `?unit_id=${fleet.seen}&at=${routeStart}`
            : ''

const isIn = (text: string, { unseen }: Fixture) =>
  text.includes(hidden) || text.includes('Hidden things') || new RegExp(`\\b${unseen.id}\\b`).test(text)

const ofOwners = 'client.manage-units'

suite('by its id', () => {
  for (const row of clientRoutes) {
    const { method, path } = row
    const word = /^\/([\w-]+)\/:id/.exec(path)?.[1]
    if (!word || ofNoUnit.test(path) || row.operation === 'client.view-hidden' || row.operation === ofOwners) continue
    const key = `${method} ${path}`
    test(key, async () => {
      const of = fixtureOf(row)
      const id = of.ids[word]
      assert.ok(id, `There is no ${word} outside the list.`)
      const url = `${path.replace(':id', String(id)).replace(':command_id', '019a0000-0000-7000-8000-0000000000ff')}${queryOf(path)}`
      const answer = await of.limited(
        method,
        url,
        method === 'GET' || method === 'DELETE' ? undefined : (bodies[key]?.() ?? {}),
      )
      if (readByAll.test(key)) {
        assert.equal(answer.status, 200, answer.text)
        assert.ok(!isIn(answer.text, of), answer.text)
      } else assert.ok(answer.status === 404 || answer.status === 403, `${answer.status} ${answer.text}`)
    })
  }
})

/**
 * Owners have no list, which the database enforces, so no request gets here with one. Asked of the rows themselves:
 * they would obey it if others got these rows one day.
 */
suite('in rows of owners', () => {
  const newUnit = { name: 'Bike', hw_id: 101, app_id: consumerApp }
  const wishes: Readonly<Record<string, object>> = {
    'POST /units': { ...newUnit, ident: fresh('ident') },
    'PATCH /units/:id': { name: 'Renamed' },
    'DELETE /units/:id': {},
    'PUT /units/:id/retention': { messages_ttl: 86_400, messages_rotate: 0 },
    'POST /unclaimed-devices/:id/claim': newUnit,
  }
  let account: number
  let call: CookieCall & ClientCall
  let ids: Readonly<Record<string, string | number>>
  before(async () => {
    const client = await aClient(api, dealer)
    const units = (await made(client.ask('POST', '/units', { ...newUnit, ident: fresh('ident') }))).id
    const device = { ident: fresh('near'), protocol: protocolByName('teltonika'), address: '192.0.2.9:4000' }
    await recordUnknownDevice(api.ctx, { ...device, frame: Buffer.from('frame'), preview: [] })
    const [near] = await made(client.ask('GET', `/unclaimed-devices?ident=${device.ident}`))
    ids = { units, 'unclaimed-devices': near.id }
    account = client.account.id
    const session = (await findSession(api.ctx, client.token)) as Session
    call = {
      ...{ ...acting, session, account, dealer: session.dealerId, user: session.userId, apps: appsOf(session) },
      ...{ sight: { unitIds: [], groupIds: [], geofenceIds: null }, validate: () => {} },
      ...{ agent: null, device: null, setCookie: () => {} },
    }
  })

  for (const row of clientRoutes.filter(({ operation }) => operation === ofOwners)) {
    const key = `${row.method} ${row.path}`
    // It finds a device without a unit.
    if (key === 'GET /unclaimed-devices') continue
    test(key, async () => {
      const id = ids[row.path.split('/')[1] as string]
      const asked = row.handle(call, { params: { id }, query: {}, body: wishes[key] } as never)
      await assert.rejects(asked, { code: row.method === 'POST' ? 'FORBIDDEN' : 'NOT_FOUND' })
    })
  }

  test('nothing was changed', async () => {
    const units = await api.ctx.db.selectFrom('units').select('name').where('accountId', '=', account).execute()
    assert.deepEqual(units, [{ name: 'Bike' }])
  })
})

/** Lists in which the owner finds the unit, and the limited person must not. */
const listed = new Set(
  [
    ...['/units', '/groups', '/notification-rules', '/notifications', '/events'],
    ...['/logbooks', '/driver-assignments', '/driver-shifts', '/current-drivers', '/drivers/:id/trips'],
    ...[
      '/vehicles',
      '/vehicle-documents',
      '/geofence-visits',
      '/maintenance',
      '/shares',
      '/standing',
      '/addresses',
      '/days',
      '/trips',
      '/statistics',
    ],
    ...[
      '/gateways',
      '/sensors',
      '/assets',
      '/asset-categories',
      '/labels',
      '/buildings',
      '/floors/:id',
      '/buildings/:id',
    ],
  ].map((path) => `GET ${path}`),
)

suite('in lists', () => {
  for (const row of clientRoutes) {
    const { method, path } = row
    const isOne = path.includes(':id') && !ofNoUnit.test(path)
    if (method !== 'GET' || isOne || path.includes(':app_id') || path === '/export') continue
    const key = `${method} ${path}`
    test(key, async () => {
      const of = fixtureOf(row)
      const word = /^\/([\w-]+)\/:id/.exec(path)?.[1] ?? ''
      const url = `${path.replace(':id', String(of.ids[word]))}${queryOf(path)}`
      const whole = await of.owner('GET', url)
      const part = await of.limited('GET', url)
      if (listed.has(key)) assert.ok(isIn(whole.text, of), `The owner does not find it: ${whole.text}`)
      assert.ok(!isIn(part.text, of), part.text)
      if (part.status !== 403) assert.equal(part.status, whole.status, part.text)
    })
  }

  test('counts include only what is visible', async () => {
    const count = async ({ owner, limited }: Fixture, quota: string) => [
      (await owner('GET', '/me')).body.usage[quota],
      (await limited('GET', '/me')).body.usage[quota],
    ]
    assert.deepEqual(await count(fleet, 'unit'), [2, 1])
    assert.deepEqual(await count(tags, 'gateway'), [2, 1])
    assert.equal((await fleet.limited('GET', '/notifications/unread')).body.count, 0)
    assert.ok((await fleet.owner('GET', '/notifications/unread')).body.count > 0)
  })
})

suite('in what a limited person would create', () => {
  const refused: readonly (readonly [method: string, path: string, body: () => object])[] = [
    ['POST', '/groups', () => ({ name: 'All', unit_ids: [fleet.unseen.id] })],
    ['POST', '/shares', () => ({ units: [fleet.unseen.id], until: api.ctx.clock.now().getTime() / 1000 + 60 })],
    ['POST', '/notification-rules', () => ({ name: 'All', condition: { type: 'silence', minutes: 60 } })],
    ['POST', '/geofences', () => ({ name: 'All', shape: circle })],
    ['POST', '/assets', () => ({ name: 'New' })],
    [
      'POST',
      '/notification-rules',
      () => ({ name: 'Group', condition: { type: 'silence', minutes: 60 }, group_ids: [fleet.ids.groups] }),
    ],
  ]
  for (const [method, path, body] of refused) {
    test(`${method} ${path} ${body.toString().slice(6, 60)}`, async () => {
      const answer = await fixtureOf({ path }).limited(method, path, body())
      assert.ok(answer.status === 404 || answer.status === 403, answer.text)
    })
  }

  test('but own units can be grouped, watched and shared', async () => {
    const unit_ids = [fleet.seen]
    await made(fleet.limited('POST', '/groups', { name: 'Mine', unit_ids }))
    await made(fleet.limited('POST', '/geofences', { name: 'Mine', shape: circle, unit_ids }))
    await made(
      fleet.limited('POST', '/notification-rules', {
        ...{ name: 'Mine', condition: { type: 'silence', minutes: 60 }, unit_ids },
      }),
    )
    const until = api.ctx.clock.now().getTime() / 1000 + 60
    await made(fleet.limited('POST', '/shares', { units: unit_ids, until }))
  })
})

/** The text of a stream until its first event. */
async function listen(token: string) {
  const stopping = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${address}/client/live`, { headers, signal: stopping.signal })
  let text = ''
  let tell = () => {}
  const reading = (async () => {
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(piece).toString()
      tell()
    }
  })().catch(() => {})
  const until = (pattern: RegExp) =>
    soon(
      String(pattern),
      new Promise<string>((resolve) => {
        tell = () => pattern.test(text) && resolve(text)
        tell()
      }),
    )
  return { until, done: () => soon('The end of the stream', reading), close: () => stopping.abort() }
}

suite('in the live stream', () => {
  test('it is absent, and a changed list counts at once; a removed person is disconnected', async () => {
    const { owner, token, person, seen, unseen } = fleet
    const stream = await listen(token)
    const begun = await stream.until(/event: begun/)
    assert.match(begun, new RegExp(`"unit_id":${seen}\\b`))
    assert.ok(!isIn(begun, fleet), begun)
    const late = day(1).slice(0, 2)
    await received(api, unseen, late)
    await received(api, { id: seen, ident: 'x', name: 'x' }, late)
    const moved = await stream.until(/event: positions/)
    assert.ok(!isIn(moved, fleet), moved)
    await made(owner('PATCH', `/people/${person}`, { unit_ids: [unseen.id] }))
    const restarted = await stream.until(/event: reset[\s\S]*event: snapshot/)
    assert.match(restarted.slice(restarted.indexOf('event: reset')), new RegExp(`"unit_id":${unseen.id}\\b`))
    assert.equal((await owner('DELETE', `/people/${person}`)).status, 204)
    await stream.until(/event: end/)
    await stream.done()
  })
})
