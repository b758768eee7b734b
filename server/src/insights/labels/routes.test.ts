import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagsApp } from '#kernel/applications.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { type Answer, openApi } from '#testing/api.ts'
import { anAsset, aSensor, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { behind } from '#testing/faults/behind.ts'
import { aTagsClient } from '#testing/people/tags.ts'
import { labelsMax } from './label.ts'

const api = await openApi()
const dealer = await api.dealer()
const one = await aTagsClient(api, dealer)
const other = await aTagsClient(api, dealer)

const thingsOf = async (account: number) => [
  (await aUnit(dealer, account, { app_id: tagsApp })).id,
  (await aSensor(dealer, account)).id,
  (await anAsset(dealer, account)).id,
]
const things = await thingsOf(one.account)
const foreign = await thingsOf(other.account)

test('a label is created, put on a gateway, a sensor and an asset, changed, and deleted; they stay', async () => {
  const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
  const made = await one.ask('POST', '/labels', { name: 'Rented', unit_ids: things })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body
  const unit_ids = things.toSorted((a, b) => a - b)
  const label = { id, name: 'Rented', colour: '#0f766e', unit_ids, created_at: now, updated_at: now }
  assert.deepEqual(made.body, label)
  const changed = await one.ask('PATCH', `/labels/${id}`, { colour: '#AB0000', unit_ids: [things[2]] })
  assert.deepEqual(changed.body, { ...label, colour: '#ab0000', unit_ids: [things[2]] })
  assert.deepEqual((await one.ask('GET', '/labels')).body, [changed.body])
  assert.deepEqual((await one.ask('GET', `/labels/${id}`)).body, changed.body)
  const found = async (query: string) =>
    (await one.ask('GET', `/assets?${query}`)).body.map((thing: { id: number }) => thing.id)
  assert.deepEqual(await found(`label_id=${id}`), [things[2]])
  assert.equal((await one.ask('DELETE', `/labels/${id}`)).status, 204)
  assert.deepEqual(await found(`label_id=${id}`), [])
  assert.deepEqual(await found(''), [things[2]])
})

test('an item gets exactly the given labels', async () => {
  const ids: string[] = []
  for (const name of ['Fragile', 'Tools', 'Hot']) ids.push((await one.ask('POST', '/labels', { name })).body.id)
  const labelsOf = async () => (await one.ask('GET', `/tags/${things[1]}`)).body.label_ids
  assert.equal((await one.ask('PUT', `/units/${things[1]}/labels`, { label_ids: ids.slice(0, 2) })).status, 204)
  assert.deepEqual(await labelsOf(), ids.slice(0, 2).sort())
  await one.ask('PUT', `/units/${things[1]}/labels`, { label_ids: [ids[2]] })
  assert.deepEqual(await labelsOf(), [ids[2]])
  await one.ask('PUT', `/units/${things[1]}/labels`, { label_ids: [] })
  assert.deepEqual(await labelsOf(), [])
  // Two at once: those of the second, not a mixture.
  const both = ids.slice(0, 2).map((labelId) => ({ labelId, unitId: things[1]! }))
  await behind(
    api.ctx.db,
    async (db) => {
      await lockAccount(db, one.account)
      await db.insertInto('labelUnits').values(both).execute()
    },
    () => one.ask('PUT', `/units/${things[1]}/labels`, { label_ids: [ids[1]] }),
  )
  assert.deepEqual(await labelsOf(), [ids[1]])
})

test('a name is unique regardless of case; another client may have the same', async () => {
  assert.equal((await one.ask('POST', '/labels', { name: 'North' })).status, 201)
  assertRefused(await one.ask('POST', '/labels', { name: 'NORTH' }), 409, 'CONFLICT name')
  assert.equal((await other.ask('POST', '/labels', { name: 'North' })).status, 201)
})

test('a foreign unit or label and a missing one get the same answer', async () => {
  const { id } = (await other.ask('POST', '/labels', { name: 'Theirs', unit_ids: foreign })).body
  for (const unit of [foreign[0]!, 999_999_999_999]) {
    assertRefused(await one.ask('POST', '/labels', { name: 'East', unit_ids: [unit] }), 404, 'NOT_FOUND')
    assertRefused(await one.ask('PUT', `/units/${unit}/labels`, { label_ids: [] }), 404, 'NOT_FOUND')
  }
  assertRefused(await one.ask('PUT', `/units/${things[0]}/labels`, { label_ids: [id] }), 404, 'NOT_FOUND')
  for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
    assertRefused(await one.ask(method, `/labels/${id}`, body), 404, 'NOT_FOUND')
  }
  assert.deepEqual((await other.ask('GET', `/labels/${id}`)).body.unit_ids.length, 3)
  assert.deepEqual((await one.ask('GET', `/assets?label_id=${id}`)).body, [])
})

test('a label has a text and a colour', async () => {
  for (const name of ['', ' ', 'x'.repeat(51)]) {
    assertRefused(await one.ask('POST', '/labels', { name }), 400, 'FAILED_VALIDATION name')
  }
  for (const colour of ['red', '#12', '#12345g', 'url(#x)']) {
    assertRefused(await one.ask('POST', '/labels', { name: 'West', colour }), 400, 'FAILED_VALIDATION colour')
  }
})

test('there can be a hundred, even with concurrent requests', async () => {
  const { ask } = await aTagsClient(api, dealer)
  const answers: Answer[] = []
  // Fifteen at a time: on a busy machine a hundred would wait for the database too long.
  while (answers.length < labelsMax + 5) {
    const names = Array.from({ length: 15 }, (_, index) => `Label ${answers.length + index}`)
    answers.push(...(await Promise.all(names.map((name) => ask('POST', '/labels', { name })))))
  }
  assert.equal(answers.filter(({ status }) => status === 201).length, labelsMax)
  assertRefused(answers.find(({ status }) => status !== 201)!, 409, 'CONFLICT')
})
