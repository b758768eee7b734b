/** A client adds, changes and deletes the units of its own account. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { protocolByName } from '@waymark/devices'
import { consumerApp, fleetApp, petApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, anUnclaimedAccount, aUnit, fresh } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aClient, askAs, type Client, goodPassword, logIn, serviceKey } from '#testing/people/client.ts'
import { recordUnknownDevice } from '../unclaimed-devices/actions.ts'

const api = await openApi()
const dealer = await api.dealer('partner')

const newUnit = (change: object = {}) => ({
  name: 'Bike',
  ident: fresh('ident'),
  hw_id: 101,
  app_id: consumerApp,
  ...change,
})
const add = async (client: Client, change: object = {}) => {
  const answer = await client.ask('POST', '/units', newUnit(change))
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
/** The dealer does not see these: what a client does inside its own account is private. */
const actorsOf = async (action: string, subject: number) =>
  (
    await api.ctx.db
      .selectFrom('audit')
      .select('actorKind')
      .where('action', '=', action)
      .where('subjectId', '=', String(subject))
      .execute()
  ).map(({ actorKind }) => actorKind)

test('a client adds a unit, renames it, changes model and password, and deletes it', async () => {
  const client = await aClient(api, dealer)
  const unit = await add(client, { description: 'Blue' })
  assert.deepEqual([unit.account_id, unit.hw_id, unit.tokens, unit.ready], [client.account.id, 101, {}, null])
  const change = { name: 'Cargo bike', hw_id: 301, password: '123456' }
  const changed = await client.ask('PATCH', `/units/${unit.id}`, change)
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual([changed.body.name, changed.body.hw_id, changed.body.description], ['Cargo bike', 301, 'Blue'])
  assert.equal(changed.text.includes('123456'), false)
  assert.equal((await client.ask('DELETE', `/units/${unit.id}`)).status, 204)
  assertRefused(await client.ask('GET', `/units/${unit.id}`), 404, 'NOT_FOUND')
  assert.equal((await add(client, { ident: unit.ident })).ident, unit.ident)
  for (const action of ['units.create', 'units.change', 'units.remove']) {
    assert.deepEqual(await actorsOf(action, unit.id), ['client'], action)
  }
})

test('an account with both applications must name one', async () => {
  const client = await aClient(api, dealer, await anUnclaimedAccount(dealer, [consumerApp, petApp]))
  assert.equal((await add(client, { app_id: petApp, hw_id: 1107 })).app_id, petApp)
  for (const app_id of [fleetApp, 'x']) {
    assertRefused(await client.ask('POST', '/units', newUnit({ app_id })), 400, 'FAILED_VALIDATION app_id')
  }
})

test('the subscription’s quota holds, and deleting a unit makes room', async () => {
  const client = await aClient(api, dealer)
  const { unit: most } = (await client.ask('GET', '/me')).body.plan.quotas
  const units: { id: number }[] = []
  for (let at = 0; at < most; at++) units.push(await add(client))
  assertRefused(await client.ask('POST', '/units', newUnit()), 409, 'QUOTA_EXCEEDED')
  await client.ask('DELETE', `/units/${units[0]?.id}`)
  await add(client)
})

test('wrong values change nothing and name their field', async () => {
  const client = await aClient(api, dealer)
  const unit = await add(client)
  const cases: [change: object, problem: string][] = [
    [{ ident: 'with space' }, 'FAILED_VALIDATION ident'],
    [{ hw_id: 424242 }, 'FAILED_VALIDATION hw_id'],
    [{ hw_id: 9001 }, 'FAILED_VALIDATION hw_id'],
    [{ name: '' }, 'FAILED_VALIDATION name'],
  ]
  for (const [change, problem] of cases) {
    assertRefused(await client.ask('POST', '/units', newUnit(change)), 400, problem)
    assertRefused(await client.ask('PATCH', `/units/${unit.id}`, change), 400, problem)
  }
  assert.deepEqual((await client.ask('GET', '/units')).body, [unit])
})

test('idents of others cannot be searched, and a client does not use up its dealer’s attempts', async () => {
  const [owner, client] = [await aClient(api, dealer), await aClient(api, dealer)]
  const { ident } = await add(owner)
  for (let at = 0; at < 10; at++) {
    assertRefused(await client.ask('POST', '/units', newUnit({ ident })), 409, 'CONFLICT ident')
  }
  assertRefused(await client.ask('POST', '/units', newUnit({ ident })), 429, 'REQUESTS_EXCEEDED')
  await add(client)
  const other = await aClient(api, dealer)
  assertRefused(await other.ask('POST', '/units', newUnit({ ident })), 409, 'CONFLICT ident')
})

suite('nobody else may do this', () => {
  test('the client of a managed account asks its dealer', async () => {
    const managed = await anActivatedAccount(api, dealer)
    const unit = await aUnit(dealer, managed.id)
    await dealer.ask('PUT', `/users/${managed.user.id}/password`, {
      new_password: goodPassword,
      repeat_password: goodPassword,
    })
    const ask = askAs(api, await logIn(api, managed.user.name))
    assertRefused(await ask('POST', '/units', newUnit({ app_id: fleetApp })), 403, 'FORBIDDEN')
    assertRefused(await ask('PATCH', `/units/${unit.id}`, { name: 'Mine' }), 403, 'FORBIDDEN')
    assertRefused(await ask('DELETE', `/units/${unit.id}`), 403, 'FORBIDDEN')
    assertRefused(await ask('GET', `/unclaimed-devices?ident=${unit.ident}`), 403, 'FORBIDDEN')
  })

  test('nor does a dealer with support access, nor another client of the dealer', async () => {
    const client = await aClient(api, dealer)
    const unit = await add(client)
    await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
    const visitor = askAs(api, await serviceKey(dealer, client.user.id, consumerApp))
    assert.equal((await visitor('GET', `/units/${unit.id}`)).status, 200)
    assertRefused(await visitor('PATCH', `/units/${unit.id}`, { name: 'Mine' }), 403, 'FORBIDDEN')
    assertRefused(await visitor('DELETE', `/units/${unit.id}`), 403, 'FORBIDDEN')
    const other = await aClient(api, dealer)
    assertRefused(await other.ask('PATCH', `/units/${unit.id}`, { name: 'Mine' }), 404, 'NOT_FOUND')
    assertRefused(await other.ask('DELETE', `/units/${unit.id}`), 404, 'NOT_FOUND')
    assert.deepEqual((await client.ask('GET', `/units/${unit.id}`)).body, unit)
  })
})

suite('a device next to its owner', () => {
  const connects = (ident: string, protocol = 'teltonika') =>
    recordUnknownDevice(api.ctx, {
      ident,
      protocol: protocolByName(protocol),
      address: '192.0.2.9:4000',
      frame: Buffer.from('frame'),
      preview: [{ timestamp: 1, 'position.latitude': 50 }],
    } as never)
  const look = (client: Client, ident: string) => client.ask('GET', `/unclaimed-devices?ident=${ident}`)

  test('is found by its whole ident while it is connected, and added', async () => {
    const client = await aClient(api, dealer)
    const ident = fresh('near')
    assert.deepEqual((await look(client, ident)).body, [])
    await connects(ident)
    const [found] = (await look(client, ident)).body
    const last_seen = Math.floor(api.ctx.clock.now().getTime() / 1000)
    assert.deepEqual(found, { id: found.id, ident, protocol: 'teltonika', last_seen })
    assert.deepEqual((await look(client, ident.slice(0, -1))).body, [])
    const body = { name: 'Van', hw_id: 301, app_id: consumerApp }
    const claim = (hw_id: number) => client.ask('POST', `/unclaimed-devices/${found.id}/claim`, { ...body, hw_id })
    assertRefused(await claim(301), 400, 'FAILED_VALIDATION hw_id')
    assert.equal((await claim(101)).body.ident, ident)
    assertRefused(await claim(101), 404, 'NOT_FOUND')
  })

  test('is not found ten minutes after it was switched off', async () => {
    const client = await aClient(api, dealer)
    const ident = fresh('near')
    await connects(ident)
    const [found] = (await look(client, ident)).body
    api.ctx.clock.advance(601)
    assert.deepEqual((await look(client, ident)).body, [])
    const body = { name: 'Van', hw_id: 101, app_id: consumerApp }
    assertRefused(await client.ask('POST', `/unclaimed-devices/${found.id}/claim`, body), 409, 'CONFLICT')
  })

  test('is not found by another client, not even with another protocol', async () => {
    const [owner, client] = [await aClient(api, dealer), await aClient(api, dealer)]
    const { ident } = await add(owner)
    await connects(ident, 'gt06')
    assert.deepEqual((await look(client, ident)).body, [])
    assert.equal((await look(owner, ident)).body.length, 1)
  })

  test('cannot be searched for by trying: twenty attempts an hour', async () => {
    const client = await aClient(api, dealer)
    for (let at = 0; at < 20; at++) assert.equal((await look(client, fresh('guess'))).status, 200)
    assertRefused(await look(client, fresh('guess')), 429, 'REQUESTS_EXCEEDED')
  })
})

test('the models to choose from are those that connect, with their protocol', async () => {
  const client = await aClient(api, dealer)
  const models = (await client.ask('GET', '/models')).body
  assert.ok(models.length > 100)
  assert.deepEqual(
    models.find(({ id }: { id: number }) => id === 9001),
    undefined,
  )
  assert.deepEqual(Object.keys(models[0]), ['id', 'title', 'manufacturer', 'protocol'])
})
