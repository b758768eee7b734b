/** Sensors, assets and anchors as a dealer and its client see them. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fleetApp, tagsApp } from '#kernel/applications.ts'
import { type Caller, openApi } from '#testing/api.ts'
import {
  aManagedAccount,
  anActivatedAccount,
  anAsset,
  aPlan,
  aSensor,
  aTagsPlan,
  aUnit,
  fresh,
  received,
  tagsPlanId,
} from '#testing/builders.ts'
import { assertRefused, payloadOf } from '#testing/checks/answers.ts'

const api = await openApi()
const dealer = await api.dealer()
const now = () => Math.floor(api.ctx.clock.now().getTime() / 1000)
const aTagsAccount = async (owner: Caller = dealer) =>
  (await anActivatedAccount(api, owner, (await aTagsPlan(owner)).id, tagsApp)).id as number
const account = await aTagsAccount()
const sensor = await aSensor(dealer, account)
const asset = await anAsset(dealer, account)
const gateway = await aUnit(dealer, account, { app_id: tagsApp })
const elsewhere = await aSensor(dealer, await aTagsAccount())
const outsider = await api.dealer()
const foreign = await aSensor(outsider, await aTagsAccount(outsider))
const fleet = (await aManagedAccount(dealer)).id

const shown = (unit: { id: number; ident: string }, change: object) => ({
  id: unit.id,
  cid: account,
  account_id: account,
  ident: unit.ident,
  description: '',
  tls: false,
  last_active: null,
  messages_ttl: 31536000,
  messages_rotate: 0,
  extra_data: [],
  tokens: {},
  created_at: now(),
  updated_at: now(),
  app_id: tagsApp,
  b_type: null,
  completed: null,
  ready: null,
  protocol_id: 40,
  channel_id: 40,
  gw_type: null,
  technology: 'mobile',
  device_link: null,
  linked_devices: [],
  message_params: [],
  category: null,
  ...change,
})

test('a sensor is registered under one spelling of its ident', async () => {
  const body = { account_id: account, name: 'Tag 17', ident: 'D1:46:99:81:1D:F7', description: 'Keys' }
  const sensor = payloadOf(await dealer.ask('POST', '/units/sensors', body), 201, 'bare')
  assert.deepEqual(
    sensor,
    shown(sensor, {
      ...{
        name: 'Tag 17',
        ident: 'd14699811df7',
        description: 'Keys',
        type: 'sensor',
        hw_id: 9001,
        device_type_id: 9001,
      },
    }),
  )
  assert.deepEqual((await dealer.ask('GET', `/units/${sensor.id}`)).body, sensor)
  assertRefused(
    await dealer.ask('POST', '/units/sensors', { ...body, ident: 'd1-46-99-81-1d-f7' }),
    409,
    'CONFLICT ident',
  )
  const elsewhere = await aSensor(dealer, await aTagsAccount(), { ident: 'd14699811df7' })
  assert.notEqual(elsewhere.id, sensor.id)
})

test('an asset has a category and is linked to a sensor, which knows it', async () => {
  const sensor = await aSensor(dealer, account)
  const body = { account_id: account, name: 'Forklift', category: 'equipment', device_link: sensor.id }
  const asset = payloadOf(await dealer.ask('POST', '/units/assets', body), 201, 'bare')
  assert.deepEqual(
    asset,
    shown(asset, {
      ...{ name: 'Forklift', type: 'asset', hw_id: 9002, device_type_id: 9002, ident: `asset-${asset.id}` },
      ...{ category: 'equipment', device_link: sensor.id },
    }),
  )
  assert.deepEqual((await dealer.ask('GET', `/units/${sensor.id}`)).body.linked_devices, [asset.id])
  const other = await aSensor(dealer, account)
  const relinked = payloadOf(await dealer.ask('PUT', `/units/${asset.id}/link`, { device_link: other.id }), 200, 'bare')
  assert.equal(relinked.device_link, other.id)
  assert.deepEqual((await dealer.ask('GET', `/units/${sensor.id}`)).body.linked_devices, [])
  assert.deepEqual((await dealer.ask('GET', `/units/${other.id}`)).body.linked_devices, [asset.id])
  const loose = payloadOf(await dealer.ask('PUT', `/units/${asset.id}/link`, { device_link: null }), 200, 'bare')
  assert.equal(loose.device_link, null)
  assert.deepEqual((await dealer.ask('GET', `/units/${other.id}`)).body.linked_devices, [])
  const person = payloadOf(await dealer.ask('PUT', `/units/${asset.id}/category`, { category: 'person' }), 200, 'bare')
  assert.equal(person.category, 'person')
})

test('an asset is where its sensor is from the moment of the link, and stays there without it', async () => {
  const sensor = await aSensor(dealer, account)
  await received(api, sensor, [{ timestamp: now() - 60, 'position.latitude': 54.7, 'position.longitude': 25.3 }])
  const asset = await anAsset(dealer, account, { device_link: sensor.id })
  const place = async () => (await dealer.ask('GET', `/units/${asset.id}/telemetry`)).body.data.position
  assert.deepEqual(await place(), { ts: now() - 60, value: { latitude: 54.7, longitude: 25.3 } })
  await dealer.ask('PUT', `/units/${asset.id}/link`, { device_link: null })
  assert.deepEqual((await place()).value, { latitude: 54.7, longitude: 25.3 })
})

suite('what is refused', () => {
  const newSensor = (change: object) => ({ account_id: account, name: 'Tag', ident: fresh('tag'), ...change })
  const newAsset = (change: object) => ({ account_id: account, name: 'Jack', ...change })

  const cases: readonly [what: string, string, string, object, number, ...string[]][] = [
    [
      'a sensor without an ident',
      'POST',
      '/units/sensors',
      newSensor({ ident: ' : ' }),
      400,
      'FAILED_VALIDATION ident',
    ],
    [
      'a sensor of fleet_app',
      'POST',
      '/units/sensors',
      newSensor({ account_id: fleet }),
      400,
      'FAILED_VALIDATION account_id',
    ],
    ['a sensor of nobody', 'POST', '/units/sensors', newSensor({ account_id: 1 }), 404, 'NOT_FOUND'],
    ['hardware of a sensor', 'POST', '/units/sensors', newSensor({ hw_id: 9001 }), 400, 'INVALID_PAYLOAD hw_id'],
    [
      'a kind of a new unit',
      'POST',
      '/units',
      { ...newSensor({ type: 'sensor' }), hw_id: 101, app_id: tagsApp },
      400,
      'INVALID_PAYLOAD type',
    ],
    [
      'a tag as what connects',
      'POST',
      '/units',
      { ...newSensor({}), hw_id: 9001, app_id: tagsApp },
      400,
      'FAILED_VALIDATION hw_id',
    ],
    [
      'a link to an asset',
      'POST',
      '/units/assets',
      newAsset({ device_link: asset.id }),
      400,
      'FAILED_VALIDATION device_link',
    ],
    [
      'a link to a gateway',
      'POST',
      '/units/assets',
      newAsset({ device_link: gateway.id }),
      400,
      'FAILED_VALIDATION device_link',
    ],
    [
      'a link into another account',
      'POST',
      '/units/assets',
      newAsset({ device_link: elsewhere.id }),
      400,
      'FAILED_VALIDATION device_link',
    ],
    [
      'a link to a foreign sensor',
      'PUT',
      `/units/${asset.id}/link`,
      { device_link: foreign.id },
      400,
      'FAILED_VALIDATION device_link',
    ],
    [
      'a link to nothing there is',
      'PUT',
      `/units/${asset.id}/link`,
      { device_link: 1 },
      400,
      'FAILED_VALIDATION device_link',
    ],
    ['a link of a sensor', 'PUT', `/units/${sensor.id}/link`, { device_link: sensor.id }, 409, 'CONFLICT'],
    ['a link of a foreign unit', 'PUT', `/units/${foreign.id}/link`, { device_link: null }, 404, 'NOT_FOUND'],
    ['a category of a gateway', 'PUT', `/units/${gateway.id}/category`, { category: 'person' }, 409, 'CONFLICT'],
    [
      'a category without a letter',
      'PUT',
      `/units/${asset.id}/category`,
      { category: '' },
      400,
      'FAILED_VALIDATION category',
    ],
    ['a place of an asset', 'PUT', `/units/${asset.id}/place`, { latitude: 1, longitude: 1 }, 409, 'CONFLICT'],
    [
      'a place off the map',
      'PUT',
      `/units/${gateway.id}/place`,
      { latitude: 91, longitude: 1 },
      400,
      'FAILED_VALIDATION latitude',
    ],
    ['other hardware of an asset', 'PATCH', `/units/${asset.id}`, { hw_id: 101 }, 400, 'FAILED_VALIDATION hw_id'],
    [
      'an ident that another sensor has',
      'PATCH',
      `/units/${sensor.id}`,
      { ident: 'd14699811DF7' },
      409,
      'CONFLICT ident',
    ],
  ]
  for (const [what, method, path, body, status, ...problems] of cases) {
    test(what, async () => assertRefused(await dealer.ask(method, path, body), status, ...problems))
  }

  test('a channel of a unit that never connects', async () => {
    for (const { id } of [sensor, asset])
      assertRefused(await dealer.ask('GET', `/units/${id}/channel`), 409, 'CONFLICT')
  })

  test('tags in the partner dialect', async () => {
    const partner = await api.tokenOf(dealer.dealer, 'partner')
    assertRefused(await partner.ask('POST', '/units/sensors', newSensor({})), 405, 'METHOD_NOT_ALLOWED')
    assertRefused(await partner.ask('GET', `/units/${sensor.id}`), 404, 'NOT_FOUND')
  })
})

test('each kind has a quota of its own, and the client sees what is used', async () => {
  const plan = await aPlan(dealer, {
    managed_plan_id: tagsPlanId,
    app_id: tagsApp,
    quotas: { sensor: 1, gateway: 1, asset: 2, geofence: 0, unit_storage: 10240 },
    modules: [],
  })
  const { id } = await anActivatedAccount(api, dealer, plan.id, tagsApp)
  const create = {
    sensor: () => dealer.ask('POST', '/units/sensors', { account_id: id, name: 'Tag', ident: fresh('tag') }),
    asset: () => dealer.ask('POST', '/units/assets', { account_id: id, name: 'Jack' }),
    gateway: () =>
      dealer.ask('POST', '/units', {
        account_id: id,
        name: 'Reader',
        ident: fresh('ident'),
        hw_id: 101,
        app_id: tagsApp,
      }),
  }
  const first = (await create.sensor()).body
  for (const kind of ['asset', 'asset', 'gateway'] as const) assert.equal((await create[kind]()).status, 201)
  for (const again of Object.values(create)) assertRefused(await again(), 409, 'QUOTA_EXCEEDED')
  const limits = (await dealer.ask('GET', `/accounts/${id}/limits?app_id=${tagsApp}`)).body
  assert.deepEqual([limits.unit, limits.sensor, limits.gateway, limits.asset], [1, 1, 1, 2])
  assert.deepEqual((await dealer.ask('GET', `/units/count?app_id=${tagsApp}&account_ids=${id}`)).body.data, {
    all: 4,
    active: 0,
  })
  await dealer.ask('DELETE', `/units/${first.id}`)
  assert.equal((await create.sensor()).status, 201)
  const user = (await dealer.ask('GET', `/users?account_ids=${id}`)).body[0].id
  const { key } = (await dealer.ask('PUT', `/users/${user}/appToken/${tagsApp}`)).body
  const asClient = (path: string) => api.ask('GET', `/client${path}`, undefined, { authorization: `Bearer ${key}` })
  assert.deepEqual((await asClient('/me')).body.usage, {
    ...{ sensor: 1, gateway: 1, asset: 2, geofence: 0, unit_storage: 0 },
  })
  const own = (await asClient('/units')).body
  assert.deepEqual(own, (await dealer.ask('GET', `/units?account_ids=${id}`)).body)
  assert.deepEqual(own.map(({ type }: { type: string }) => type).sort(), ['asset', 'asset', 'gateway', 'sensor'])
})

test('an account of fleet_app has none of this', async () => {
  const van = await aUnit(dealer, (await aManagedAccount(dealer)).id, { app_id: fleetApp })
  assert.deepEqual([van.type, van.technology, van.linked_devices, van.message_params], [null, null, [], []])
})
