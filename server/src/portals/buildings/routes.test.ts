import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { pictureBytesMax } from '#kernel/api/picture.ts'
import { tagsApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { aSensor, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aJpeg, aWebp } from '#testing/files/pictures.ts'
import { aPng, aTagsClient, pngChunk } from '#testing/people/tags.ts'
import { buildingsMax, floorsMax } from './building.ts'

const api = await openApi()
const dealer = await api.dealer()
const one = await aTagsClient(api, dealer)
const other = await aTagsClient(api, dealer)
let counter = 0
const aFloor = async ({ ask }: Pick<typeof one, 'ask'> = one) => {
  const building = (await ask('POST', '/buildings', { name: `Building ${++counter}` })).body
  return (await ask('POST', `/buildings/${building.id}/floors`, { name: 'Ground floor' })).body
}
const shown = (floor: { id: string }, headers: Record<string, string> = {}, token = one.token) =>
  api.app.inject({
    url: `/client/floors/${floor.id}/plan`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })

const floor = await aFloor()
const path = `/floors/${floor.id}/plan`
await one.send(path, aPng())

test('a building has floors, top floor first, each with name and level', async () => {
  const one = await aTagsClient(api, dealer)
  const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
  const times = { created_at: now, updated_at: now }
  const made = await one.ask('POST', '/buildings', { name: 'Hall 2', address: '4 Harbour Road' })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body
  assert.deepEqual(made.body, { id, name: 'Hall 2', address: '4 Harbour Road', floors: [], ...times })
  const ground = (await one.ask('POST', `/buildings/${id}/floors`, { name: 'Ground floor' })).body
  const cellar = (await one.ask('POST', `/buildings/${id}/floors`, { name: 'Cellar', level: -1 })).body
  const empty = { building_id: id, plan: null, gateways: [], ...times }
  assert.deepEqual(ground, { id: ground.id, name: 'Ground floor', level: 0, ...empty })
  const first = (await one.ask('PATCH', `/floors/${cellar.id}`, { name: 'First floor', level: 1 })).body
  assert.deepEqual(first, { ...cellar, name: 'First floor', level: 1 })
  assert.deepEqual((await one.ask('GET', `/floors/${first.id}`)).body, first)
  const renamed = (await one.ask('PATCH', `/buildings/${id}`, { name: 'Hall 3' })).body
  assert.deepEqual(renamed, { ...made.body, name: 'Hall 3', floors: [first, ground] })
  assert.deepEqual((await one.ask('GET', `/buildings/${id}`)).body, renamed)
  assert.deepEqual((await one.ask('GET', '/buildings')).body, [renamed])
  assertRefused(await one.ask('POST', `/buildings/${id}/floors`, { name: 'FIRST FLOOR' }), 409, 'CONFLICT name')
  assertRefused(await one.ask('POST', '/buildings', { name: 'hall 3' }), 409, 'CONFLICT name')
  assert.equal((await one.ask('DELETE', `/floors/${first.id}`)).status, 204)
  assert.equal((await one.ask('DELETE', `/buildings/${id}`)).status, 204)
  assertRefused(await one.ask('GET', `/floors/${ground.id}`), 404, 'NOT_FOUND')
})

test('a plan is shown only to its own account, with its real type, and nothing in it runs', async () => {
  const floor = await aFloor()
  const set = await one.send(`/floors/${floor.id}/plan`, aPng())
  assert.equal(set.status, 200, set.text)
  const { version } = set.body.plan
  assert.deepEqual(set.body.plan, { type: 'image/png', width: 320, height: 200, version })
  const answer = await shown(floor)
  assert.equal(answer.statusCode, 200)
  assert.deepEqual(answer.rawPayload, aPng())
  const { headers } = answer
  assert.equal(headers['content-type'], 'image/png')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'; sandbox")
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  assert.equal(headers['cache-control'], 'private, no-cache')
  const again = await shown(floor, { 'if-none-match': headers.etag as string })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
  for (const token of [other.token, 'wc_nobody']) {
    assert.equal((await shown(floor, { 'if-none-match': headers.etag as string }, token)).statusCode < 400, false)
  }
  assertRefused(await other.ask('GET', `/floors/${floor.id}/plan`), 404, 'NOT_FOUND')
  // The content decides the type, whatever the sender calls it.
  const changed = await one.send(`/floors/${floor.id}/plan`, aWebp, 'image/jpeg')
  assert.equal(changed.body.plan.type, 'image/webp')
  assert.notEqual(changed.body.plan.version, version)
  assert.equal((await one.ask('DELETE', `/floors/${floor.id}/plan`)).status, 204)
  assertRefused(await one.ask('GET', `/floors/${floor.id}/plan`), 404, 'NOT_FOUND')
  assert.equal((await one.ask('GET', `/floors/${floor.id}`)).body.plan, null)
})

suite('a bad upload is refused, and what was there stays', () => {
  const filled = (bytes: number) =>
    aPng(64, 64, [pngChunk('tEXt', Buffer.alloc(bytes - aPng(64, 64).length - 12, 0x61))])
  const cases: Record<string, [Buffer, string, number, string]> = {
    'nothing at all': [Buffer.alloc(0), 'image/png', 400, 'FAILED_VALIDATION body'],
    'an SVG': [Buffer.from('<svg/>'), 'image/svg+xml', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    'an SVG that is called a PNG': [Buffer.from('<svg/>'), 'image/png', 400, 'FAILED_VALIDATION body'],
    'a page': [Buffer.from('<html>'), 'text/html', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    'a form': [Buffer.from('a=b'), 'application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    'the wrong first bytes': [Buffer.concat([Buffer.from('x'), aPng()]), 'image/png', 400, 'FAILED_VALIDATION body'],
    'half a picture': [aJpeg.subarray(0, 500), 'image/jpeg', 400, 'FAILED_VALIDATION body'],
    'a huge one': [aPng(100_000, 100_000), 'image/png', 400, 'FAILED_VALIDATION body'],
    'a byte too many': [filled(pictureBytesMax + 1), 'image/png', 413, 'PAYLOAD_TOO_LARGE'],
  }
  for (const [name, [bytes, type, status, problem]] of Object.entries(cases)) {
    test(name, async () => {
      assertRefused(await one.send(path, bytes, type), status, problem)
      assert.deepEqual((await shown(floor)).rawPayload, aPng())
    })
  }
  test('a plan of the maximum size is accepted', async () => {
    assert.equal((await one.send(path, filled(pictureBytesMax))).status, 200)
    assert.deepEqual((await shown(floor)).rawPayload, aPng(64, 64))
  })
})

test('a gateway has one place, and only gateways have one', async () => {
  const floor = await aFloor()
  const upstairs = (await one.ask('POST', `/buildings/${floor.building_id}/floors`, { name: 'Upstairs', level: 1 }))
    .body
  const { id } = await aUnit(dealer, one.account, { app_id: tagsApp, name: 'North' })
  const spot = { floor_id: floor.id, x: 0.25, y: 0.5, room: ' Packing ' }
  assert.equal((await one.ask('PUT', `/gateways/${id}/spot`, spot)).status, 204)
  const gatewaysOf = async (of: { id: string }) => (await one.ask('GET', `/floors/${of.id}`)).body.gateways
  assert.deepEqual(await gatewaysOf(floor), [{ unit_id: id, x: 0.25, y: 0.5, room: 'Packing' }])
  const { place } = (await one.ask('GET', `/gateways?ids=${id}`)).body[0]
  assert.deepEqual([place.gateway, place.floor.name, place.room], ['North', 'Ground floor', 'Packing'])
  await one.ask('PUT', `/gateways/${id}/spot`, { floor_id: upstairs.id, x: 1, y: 0 })
  assert.deepEqual([await gatewaysOf(floor), (await gatewaysOf(upstairs)).length], [[], 1])
  for (const [field, value] of [
    ['x', -0.01],
    ['y', 1.01],
    ['room', 'x'.repeat(51)],
  ] as const) {
    const answer = await one.ask('PUT', `/gateways/${id}/spot`, { ...spot, [field]: value })
    assertRefused(answer, 400, `FAILED_VALIDATION ${field}`)
  }
  const sensor = await aSensor(dealer, one.account)
  assertRefused(await one.ask('PUT', `/gateways/${sensor.id}/spot`, spot), 409, 'CONFLICT')
  const foreign = await aUnit(dealer, other.account, { app_id: tagsApp })
  for (const unit of [foreign.id, 999_999_999_999]) {
    assertRefused(await one.ask('PUT', `/gateways/${unit}/spot`, spot), 404, 'NOT_FOUND')
    assertRefused(await one.ask('DELETE', `/gateways/${unit}/spot`), 404, 'NOT_FOUND')
  }
  const theirs = await aFloor(other)
  assertRefused(await one.ask('PUT', `/gateways/${id}/spot`, { ...spot, floor_id: theirs.id }), 404, 'NOT_FOUND')
  assert.equal((await one.ask('DELETE', `/gateways/${id}/spot`)).status, 204)
  assertRefused(await one.ask('DELETE', `/gateways/${id}/spot`), 404, 'NOT_FOUND')
  assert.deepEqual(await gatewaysOf(upstairs), [])
})

test('a foreign building or floor looks like a missing one', async () => {
  const floor = await aFloor(other)
  const rows = [
    ['GET', `/buildings/${floor.building_id}`],
    ['PATCH', `/buildings/${floor.building_id}`, { name: 'x' }],
    ['DELETE', `/buildings/${floor.building_id}`],
    ['POST', `/buildings/${floor.building_id}/floors`, { name: 'x' }],
    ['GET', `/floors/${floor.id}`],
    ['PATCH', `/floors/${floor.id}`, { name: 'x' }],
    ['DELETE', `/floors/${floor.id}`],
    ['DELETE', `/floors/${floor.id}/plan`],
    ['GET', `/floors/${floor.id}/assets`],
  ] as const
  for (const [method, path, body] of rows) assertRefused(await one.ask(method, path, body), 404, 'NOT_FOUND')
  assertRefused(await one.send(`/floors/${floor.id}/plan`, aPng()), 404, 'NOT_FOUND')
  assert.equal((await other.ask('GET', `/floors/${floor.id}`)).status, 200)
})

test('limits apply, even to simultaneous requests', async () => {
  const { ask } = await aTagsClient(api, dealer)
  const made = await Promise.all(
    Array.from({ length: buildingsMax + 3 }, (_, index) => ask('POST', '/buildings', { name: `B${index}` })),
  )
  const buildings = made.filter(({ status }) => status === 201)
  assert.equal(buildings.length, buildingsMax)
  assertRefused(made.find(({ status }) => status !== 201)!, 409, 'CONFLICT')
  const add = (index: number) =>
    ask('POST', `/buildings/${buildings[index % buildingsMax]!.body.id}/floors`, { name: `F${index}` })
  for (let index = 0; index < floorsMax - 3; index++) assert.equal((await add(index)).status, 201)
  const last = await Promise.all(Array.from({ length: 6 }, (_, index) => add(floorsMax + index)))
  assert.equal(last.filter(({ status }) => status === 201).length, 3)
  assertRefused(last.find(({ status }) => status !== 201)!, 409, 'CONFLICT')
})

test('all plans together have a limit; a plan that replaces another does not count twice', async () => {
  const client = await aTagsClient(api, dealer)
  const floors = await Promise.all(Array.from({ length: 23 }, () => aFloor(client)))
  // Content that is not stripped: a palette of noise would be, so the noise is in the pixels.
  const large = aPng(64, 64, [pngChunk('IDAT', Buffer.alloc(pictureBytesMax - 400, 7))])
  for (const floor of floors.slice(0, 21)) {
    assert.equal((await client.send(`/floors/${floor.id}/plan`, large)).status, 200)
  }
  const [first, last] = [floors[0]!, floors[21]!]
  assertRefused(await client.send(`/floors/${last.id}/plan`, large), 409, 'CONFLICT')
  assert.equal((await client.send(`/floors/${first.id}/plan`, large)).status, 200)
  assert.equal((await client.send(`/floors/${last.id}/plan`, aPng())).status, 200)
})

test('all of it is in the export', async () => {
  const client = await aTagsClient(api, dealer)
  const floor = await aFloor(client)
  await client.send(`/floors/${floor.id}/plan`, aPng())
  const label = (await client.ask('POST', '/labels', { name: 'Rented' })).body
  const { labels, buildings, floor_plans } = (await client.ask('GET', '/export')).body
  assert.deepEqual(labels, [label])
  assert.deepEqual(buildings, (await client.ask('GET', '/buildings')).body)
  assert.deepEqual(floor_plans, [{ floor_id: floor.id, type: 'image/png', data: aPng().toString('base64') }])
})

test('everything is deleted with the account', async () => {
  const client = await aTagsClient(api, dealer)
  const floor = await aFloor(client)
  await client.send(`/floors/${floor.id}/plan`, aPng())
  const { id } = await aUnit(dealer, client.account, { app_id: tagsApp })
  await client.ask('PUT', `/gateways/${id}/spot`, { floor_id: floor.id, x: 0, y: 0 })
  await client.ask('POST', '/labels', { name: 'Rented', unit_ids: [id] })
  assert.equal((await dealer.ask('DELETE', `/accounts/${client.account}`)).status, 200)
  for (const [table, column] of [
    ['buildings', 'accountId'],
    ['labels', 'accountId'],
    ['gatewaySpots', 'unitId'],
    ['labelUnits', 'unitId'],
    ['floorPlans', 'floorId'],
  ] as const) {
    const of = column === 'unitId' ? id : column === 'floorId' ? floor.id : client.account
    const rows = await api.ctx.db
      .selectFrom(table)
      .selectAll()
      .where(column as never, '=', of as never)
      .execute()
    assert.deepEqual(rows, [], table)
  }
})
