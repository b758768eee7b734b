import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consumerApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anUnclaimedAccount, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aClient } from '#testing/people/client.ts'

const api = await openApi()
const dealer = await api.dealer('provider')

async function aClientWithUnits() {
  const account = await anUnclaimedAccount(dealer)
  const units: number[] = []
  for (let count = 0; count < 3; count++) units.push((await aUnit(dealer, account.id, { app_id: consumerApp })).id)
  const client = await aClient(api, dealer, account)
  return { ask: client.ask, units: units.sort((a, b) => a - b) }
}
const one = await aClientWithUnits()
const other = await aClientWithUnits()

test('a group is created, renamed, filled and dissolved, and its units stay', async () => {
  const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
  const made = await one.ask('POST', '/groups', { name: 'Vans', unit_ids: one.units.slice(0, 2) })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body
  assert.deepEqual(made.body, { id, name: 'Vans', unit_ids: one.units.slice(0, 2), created_at: now, updated_at: now })
  const changed = await one.ask('PATCH', `/groups/${id}`, { unit_ids: [one.units[2]] })
  assert.deepEqual([changed.body.name, changed.body.unit_ids], ['Vans', [one.units[2]]])
  assert.equal((await one.ask('PATCH', `/groups/${id}`, { name: 'Lorries' })).body.name, 'Lorries')
  assert.deepEqual((await one.ask('GET', '/groups')).body, [(await one.ask('GET', `/groups/${id}`)).body])
  assert.equal((await one.ask('DELETE', `/groups/${id}`)).status, 204)
  assert.deepEqual((await one.ask('GET', '/groups')).body, [])
  assert.equal((await one.ask('GET', '/units')).body.length, 3)
  const actions = await api.ctx.db
    .selectFrom('audit')
    .select('action')
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['groups.create', 'groups.change', 'groups.change', 'groups.remove'],
  )
})

test('a name is unique regardless of case; another client may have the same', async () => {
  assert.equal((await one.ask('POST', '/groups', { name: 'North' })).status, 201)
  assertRefused(await one.ask('POST', '/groups', { name: 'NORTH' }), 409, 'CONFLICT name')
  assert.equal((await other.ask('POST', '/groups', { name: 'North' })).status, 201)
})

test('a foreign unit or group and a missing one get the same answer', async () => {
  const { id } = (await other.ask('POST', '/groups', { name: 'South', unit_ids: other.units })).body
  for (const unit of [other.units[0], 999_999_999_999]) {
    assertRefused(await one.ask('POST', '/groups', { name: 'East', unit_ids: [unit] }), 404, 'NOT_FOUND')
  }
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    assertRefused(
      await one.ask(method, `/groups/${id}`, method === 'PATCH' ? { name: 'x' } : undefined),
      404,
      'NOT_FOUND',
    )
  }
  assert.equal((await other.ask('GET', `/groups/${id}`)).body.unit_ids.length, 3)
})

test('a name must not be empty', async () => {
  for (const name of ['', ' ', 'x'.repeat(101)])
    assertRefused(await one.ask('POST', '/groups', { name }), 400, 'FAILED_VALIDATION name')
  assertRefused(await one.ask('POST', '/groups', { name: 'West', more: 1 }), 400, 'INVALID_PAYLOAD more')
  assertRefused(await one.ask('POST', '/groups', {}), 400, 'INVALID_PAYLOAD name')
})

test('a deleted unit leaves its groups', async () => {
  const account = await anUnclaimedAccount(dealer)
  const unit = await aUnit(dealer, account.id, { app_id: consumerApp })
  const { ask } = await aClient(api, dealer, account)
  const { id } = (await ask('POST', '/groups', { name: 'One', unit_ids: [unit.id] })).body
  await api.ctx.db.deleteFrom('units').where('id', '=', unit.id).execute()
  assert.deepEqual((await ask('GET', `/groups/${id}`)).body.unit_ids, [])
})
