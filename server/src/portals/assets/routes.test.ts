/** Gateways, sensors and assets as their client sees them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagsApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anAsset, aPlan, aSensor, aUnit, tagsPlanId } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aPng, aTagsClient, hear, type TagsClient, tagsQuotas } from '#testing/people/tags.ts'

const api = await openApi()
const dealer = await api.dealer()
const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
const aGateway = ({ account }: TagsClient, name: string) => aUnit(dealer, account, { app_id: tagsApp, name })

interface Named {
  readonly id: number
  readonly name: string
}
const namesOf = async ({ ask }: TagsClient, path: string) => {
  const answer = await ask('GET', path)
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as Named[]).map(({ name }) => name).sort()
}

test('an asset is on the floor of the gateway that detects its sensor best, and moves with it', async () => {
  const client = await aTagsClient(api, dealer)
  const { ask } = client
  const [north, south] = [await aGateway(client, 'North'), await aGateway(client, 'South')]
  const building = (await ask('POST', '/buildings', { name: 'Hall 2' })).body
  const floor = (await ask('POST', `/buildings/${building.id}/floors`, { name: 'Floor 1', level: 1 })).body
  await ask('PUT', `/gateways/${north.id}/spot`, { floor_id: floor.id, x: 0.1, y: 0.2, room: 'Packing' })
  await hear(api, dealer, north, { at: now - 60, tags: { aa01: -60, aa02: -70 }, position: [54.5, 25.5] })
  const sensor = (await ask('GET', '/sensors?q=aa01')).body[0]
  const made = await ask('POST', '/assets', { name: 'Jack', category: 'equipment', sensor_id: sensor.id })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body
  const place = {
    gateway_id: north.id,
    gateway: 'North',
    heard_at: now - 60,
    rssi: -60,
    position: { latitude: 54.5, longitude: 25.5 },
    floor: { id: floor.id, name: 'Floor 1' },
    building: { id: building.id, name: 'Hall 2' },
    room: 'Packing',
  }
  const asset = { id, type: 'asset', name: 'Jack', ident: `asset-${id}`, description: '', category: 'equipment' }
  const links = { label_ids: [], sensor_id: sensor.id, asset_ids: [], battery: null, photo: null }
  assert.deepEqual(made.body, { ...asset, ...links, place })
  assert.deepEqual((await ask('GET', `/tags/${sensor.id}`)).body.asset_ids, [id])
  const on = (await ask('GET', `/floors/${floor.id}/assets`)).body
  assert.deepEqual(on, { categories: [{ category: 'equipment', count: 1 }], assets: [made.body] })
  assert.deepEqual(await namesOf(client, `/assets?floor_id=${floor.id}`), ['Jack'])
  await hear(api, dealer, south, { at: now, tags: { aa01: -40 } })
  const moved = (await ask('GET', `/tags/${id}`)).body.place
  assert.deepEqual([moved.gateway, moved.heard_at, moved.floor, moved.room], ['South', now, null, ''])
  assert.deepEqual(await namesOf(client, `/assets?gateway_id=${south.id}`), ['Jack'])
  assert.deepEqual((await ask('GET', `/floors/${floor.id}/assets`)).body, { categories: [], assets: [] })
})

test('a client names its assets, gives them a category and another sensor, and deletes them', async () => {
  const client = await aTagsClient(api, dealer)
  const { ask } = client
  const [one, two] = [await aSensor(dealer, client.account), await aSensor(dealer, client.account)]
  const { id } = (await ask('POST', '/assets', { name: 'Jack', sensor_id: one.id })).body
  const changed = await ask('PATCH', `/assets/${id}`, { name: 'Lift', category: 'tools', sensor_id: two.id })
  assert.deepEqual([changed.body.name, changed.body.category, changed.body.sensor_id], ['Lift', 'tools', two.id])
  assert.deepEqual((await ask('GET', `/tags/${one.id}`)).body.asset_ids, [])
  const bare = (await ask('PATCH', `/assets/${id}`, { category: null, sensor_id: null })).body
  assert.deepEqual([bare.category, bare.sensor_id], [null, null])
  const links = await api.ctx.db
    .selectFrom('assetLinks')
    .select(['sensorId', 'until'])
    .where('assetId', '=', id)
    .execute()
  assert.deepEqual(
    links.map(({ until }) => until !== null),
    links.map(() => true),
  )
  assert.equal((await ask('DELETE', `/assets/${id}`)).status, 204)
  assertRefused(await ask('GET', `/tags/${id}`), 404, 'NOT_FOUND')
  assert.equal((await ask('GET', `/tags/${two.id}`)).status, 200)
})

test('an asset has a photo, which another account does not see, and which is deleted with it', async () => {
  const [client, other] = [await aTagsClient(api, dealer), await aTagsClient(api, dealer)]
  const { id } = (await client.ask('POST', '/assets', { name: 'Jack' })).body
  const sent = await client.send(`/units/${id}/photo`, aPng(64, 48))
  assert.equal(sent.status, 200, sent.text)
  const { photo } = (await client.ask('GET', `/tags/${id}`)).body
  assert.deepEqual([photo.type, photo.width, photo.height, photo.version.length > 0], ['image/png', 64, 48, true])
  assert.deepEqual((await client.ask('GET', '/assets')).body[0].photo, photo)
  assert.equal((await client.ask('GET', `/units/${id}/photo`)).status, 200)
  assertRefused(await other.ask('GET', `/units/${id}/photo`), 404, 'NOT_FOUND')
  assert.equal((await client.ask('DELETE', `/assets/${id}`)).status, 204)
  assert.deepEqual(await api.ctx.db.selectFrom('unitPhotos').select('unitId').where('unitId', '=', id).execute(), [])
})

test('the quota of assets applies, even to simultaneous requests', async () => {
  const client = await aTagsClient(api, dealer, [], { asset: 3 })
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => client.ask('POST', '/assets', { name: `Asset ${index}` })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 3)
  assertRefused(answers.find(({ status }) => status !== 201)!, 409, 'QUOTA_EXCEEDED')
})

test('items are found by kind, text, category and label', async () => {
  const client = await aTagsClient(api, dealer)
  const { ask, account } = client
  await aGateway(client, 'Gate')
  await aSensor(dealer, account, { name: 'Tag 1', ident: 'beef01' })
  for (const [name, category] of [
    ['Jack', 'equipment'],
    ['Guard', 'person'],
    ['Crate', null],
  ]) {
    await anAsset(dealer, account, { name, category })
  }
  const { body: assets } = await ask('GET', '/assets?sort=name')
  assert.deepEqual(
    assets.map(({ name }: Named) => name),
    ['Crate', 'Guard', 'Jack'],
  )
  const { id } = (await ask('POST', '/labels', { name: 'Rented', unit_ids: [assets[0].id, assets[2].id] })).body
  assert.deepEqual(await namesOf(client, '/gateways'), ['Gate'])
  assert.deepEqual(await namesOf(client, '/sensors?q=BEEF'), ['Tag 1'])
  assert.deepEqual(await namesOf(client, '/assets?q=%25'), [])
  assert.deepEqual(await namesOf(client, '/assets?category=person'), ['Guard'])
  assert.deepEqual(await namesOf(client, `/assets?label_id=${id}`), ['Crate', 'Jack'])
  assert.deepEqual((await ask('GET', '/asset-categories')).body, [
    { category: 'equipment', count: 1 },
    { category: 'person', count: 1 },
    { category: null, count: 1 },
  ])
  const page = await ask('GET', '/assets?limit=2')
  const rest = await ask('GET', `/assets?limit=2&cursor=${page.headers['x-next-cursor']}`)
  assert.deepEqual([page.body.length, rest.body.length], [2, 1])
})

test('only the account’s own items; a foreign item looks like a missing one', async () => {
  const [one, other] = [await aTagsClient(api, dealer), await aTagsClient(api, dealer)]
  const foreign = await anAsset(dealer, other.account)
  const sensor = await aSensor(dealer, other.account)
  const own = await anAsset(dealer, one.account)
  for (const id of [foreign.id, 999_999_999_999]) {
    assertRefused(await one.ask('GET', `/tags/${id}`), 404, 'NOT_FOUND')
    assertRefused(await one.ask('PATCH', `/assets/${id}`, { name: 'Mine' }), 404, 'NOT_FOUND')
    assertRefused(await one.ask('DELETE', `/assets/${id}`), 404, 'NOT_FOUND')
  }
  const linked = await one.ask('PATCH', `/assets/${own.id}`, { sensor_id: sensor.id })
  assertRefused(linked, 400, 'FAILED_VALIDATION sensor_id')
  const gateway = await aGateway(one, 'Gate')
  assertRefused(await one.ask('PATCH', `/assets/${gateway.id}`, { name: 'Mine' }), 409, 'CONFLICT')
  assertRefused(await one.ask('DELETE', `/assets/${gateway.id}`), 409, 'CONFLICT')
  assert.deepEqual(await namesOf(one, '/assets'), ['Pallet jack'])
  assert.equal((await other.ask('GET', `/tags/${foreign.id}`)).body.name, 'Pallet jack')
})

test('without the module for buildings nothing is on a floor', async () => {
  const client = await aTagsClient(api, dealer)
  const gateway = await aGateway(client, 'North')
  const building = (await client.ask('POST', '/buildings', { name: 'Hall 2' })).body
  const floor = (await client.ask('POST', `/buildings/${building.id}/floors`, { name: 'Floor 1' })).body
  await client.ask('PUT', `/gateways/${gateway.id}/spot`, { floor_id: floor.id, x: 0.1, y: 0.2 })
  const plan = await aPlan(dealer, { managed_plan_id: tagsPlanId, app_id: tagsApp, modules: [], quotas: tagsQuotas })
  const changed = await dealer.ask('PUT', `/accounts/${client.account}/client-plan`, {
    ...{ tariff_plan_id: plan.id, app_id: tagsApp },
  })
  assert.equal(changed.status, 200, changed.text)
  const { place } = (await client.ask('GET', `/tags/${gateway.id}`)).body
  assert.deepEqual([place.gateway, place.floor, place.building], ['North', null, null])
})

test('everyone sees where gateways are, so none has a logbook', async () => {
  const client = await aTagsClient(api, dealer)
  const { id } = await aGateway(client, 'Van')
  const settings = { on: true, tz: 'UTC', other_kind: 'private' }
  const answer = await client.ask('PUT', `/units/${id}/logbook`, settings)
  assertRefused(answer, 409, 'CONFLICT')
  assert.match(answer.text, /Units of this application have no logbook\. Choose another unit\./)
})
