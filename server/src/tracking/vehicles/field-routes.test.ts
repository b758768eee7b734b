import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { consumerApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, anUnclaimedAccount, aUnit, newUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aClient, askFor } from '#testing/people/client.ts'
import { aPersonOf } from '#testing/people/people.ts'
import { fieldsMax } from './own-field.ts'

const api = await openApi()

async function aDealer() {
  const dealer = await api.dealer()
  const plan = await aFleetPlan(dealer)
  return {
    dealer,
    define: async (body: object) => (await dealer.ask('POST', '/console/vehicle-fields', body)).body,
    async aFleet() {
      const account = await anActivatedAccount(api, dealer, plan.id)
      const ask = await askFor(api, dealer, account.user)
      return {
        ...{ ask, account: account.id, unit: (await aUnit(dealer, account.id)).id as number },
        more: async () => (await aUnit(dealer, account.id)).id as number,
        define: async (body: object) => (await ask('POST', '/vehicle-fields', body)).body,
      }
    },
  }
}
const { dealer, define, aFleet } = await aDealer()
const fleet = await aFleet()

suite('own fields', () => {
  test('of the dealer exist for all of its clients, and of a client for itself', async () => {
    const { aFleet, define } = await aDealer()
    const [one, other] = [await aFleet(), await aFleet()]
    const centre = await define({ name: 'Cost centre', type: 'text' })
    const colour = await one.define({ name: 'Colour', type: 'choice', choices: ['Red', 'Blue'] })
    assert.deepEqual((await one.ask('GET', '/vehicle-fields')).body, [centre, colour])
    assert.deepEqual((await other.ask('GET', '/vehicle-fields')).body, [centre])
    assert.deepEqual([centre.owner, colour.owner, colour.choices], ['provider', 'client', ['Red', 'Blue']])
    assertRefused(await other.ask('GET', `/vehicle-fields/${colour.id}`), 404, 'NOT_FOUND')
    assertRefused(await one.ask('PATCH', `/vehicle-fields/${centre.id}`, { name: 'Mine' }), 409, 'CONFLICT')
    assertRefused(await one.ask('DELETE', `/vehicle-fields/${centre.id}`), 409, 'CONFLICT')
  })

  test('have values of their type, for one or several vehicles, and null removes them', async () => {
    const { ask, unit, more, define } = await aFleet()
    const second = await more()
    const ids: Record<string, string> = {}
    for (const type of ['text', 'number', 'date', 'yes_no']) ids[type] = (await define({ name: type, type })).id
    ids.choice = (await define({ name: 'choice', type: 'choice', choices: ['North', 'South'] })).id
    const given = { choice: 'South', date: '2028-02-29', number: 12.5, text: ' Berlin ', yes_no: false }
    const fields = Object.entries(given).map(([type, value]) => ({ field_id: ids[type], value }))
    const kept = fields.map((one) => (one.value === ' Berlin ' ? { ...one, value: 'Berlin' } : one))
    const saved = await ask('PATCH', `/units/${unit}/vehicle`, { fields })
    assert.deepEqual(saved.body.fields, kept, saved.text)
    const bulk = { unit_ids: [unit, second], fields: [{ field_id: ids.text, value: null }, fields[2]] }
    assert.deepEqual(
      (await ask('PATCH', '/vehicles', bulk)).body.map((one: { fields: object[] }) => one.fields.length).sort(),
      [1, 4],
    )
    const values = (await ask('GET', '/vehicle-fields')).body.filter((one: { owner: string }) => one.owner === 'client')
    assert.deepEqual(
      values.map((one: { name: string; values: number }) => [one.name, one.values]),
      [
        ['choice', 1],
        ['date', 1],
        ['number', 2],
        ['text', 0],
        ['yes_no', 1],
      ],
    )
    assert.equal((await ask('DELETE', `/vehicle-fields/${ids.number}`)).status, 204)
    assert.equal((await ask('GET', `/units/${unit}/vehicle`)).body.fields.length, 3)
    const { vehicle_fields: exported } = (await ask('GET', '/export')).body
    assert.ok(exported.some((one: { id: string }) => one.id === ids.choice))
  })

  for (const [type, value] of [
    ['text', 5],
    ['text', '  '],
    ['text', 'x'.repeat(201)],
    ['number', '5'],
    ['number', 1e13],
    ['date', '2027-02-29'],
    ['yes_no', 'yes'],
    ['choice', 'West'],
  ] as const) {
    test(`${type} is not ${JSON.stringify(value).slice(0, 20)}`, async () => {
      const { ask, unit, define } = await aFleet()
      const { id } = await define({ name: type, type, ...(type === 'choice' && { choices: ['North'] }) })
      const answer = await ask('PATCH', `/units/${unit}/vehicle`, { make: 'Ford', fields: [{ field_id: id, value }] })
      assertRefused(answer, 400, 'FAILED_VALIDATION fields.0.value')
      assert.equal((await ask('GET', `/units/${unit}/vehicle`)).body.make, null)
    })
  }

  test('of another client are unknown', async () => {
    const other = await aFleet()
    const { id } = await other.define({ name: 'Colour', type: 'text' })
    const answer = await fleet.ask('PATCH', `/units/${fleet.unit}/vehicle`, {
      fields: [{ field_id: id, value: 'Red' }],
    })
    assertRefused(answer, 404, 'NOT_FOUND')
    const foreign = await aDealer()
    const theirs = await foreign.define({ name: 'Colour', type: 'text' })
    const stolen = await dealer.ask('DELETE', `/console/vehicle-fields/${theirs.id}`)
    assertRefused(stolen, 404, 'NOT_FOUND')
  })

  test('cannot be changed by a person who sees only some of the vehicles', async () => {
    const { ask, unit, more, define } = await aFleet()
    const { id } = await define({ name: 'Depot', type: 'text' })
    const fields = [{ field_id: id, value: 'North' }]
    await ask('PATCH', '/vehicles', { unit_ids: [unit, await more()], fields })
    const dispatcher = await aPersonOf(api, ask, 'dispatcher', { unit_ids: [unit] })
    for (const [method, path, body] of [
      ['POST', '/vehicle-fields', { name: 'Mine', type: 'text' }],
      ['PATCH', `/vehicle-fields/${id}`, { name: 'Mine' }],
      ['DELETE', `/vehicle-fields/${id}`],
    ] as const) {
      assertRefused(await dispatcher.ask(method, path, body), 403, 'FORBIDDEN')
    }
    assert.equal((await ask('GET', `/vehicle-fields/${id}`)).body.values, 2)
    assert.equal((await dispatcher.ask('PATCH', `/units/${unit}/vehicle`, { fields })).status, 200)
  })

  test('have one value per request, even in a row of an import', async () => {
    const { ask, unit, account, define: defineOwn } = await aFleet()
    const twice = (id: string) => ['A', 'B'].map((value) => ({ field_id: id, value }))
    const own = await defineOwn({ name: 'Depot', type: 'text' })
    const answer = await ask('PATCH', `/units/${unit}/vehicle`, { fields: twice(own.id) })
    assertRefused(answer, 400, 'FAILED_VALIDATION fields.1.field_id')
    assert.deepEqual((await ask('GET', `/units/${unit}/vehicle`)).body.fields, [])
    const { id } = await define({ name: 'Twice', type: 'text' })
    const { rows } = (await dealer.ask('POST', '/units/import', { rows: [newUnit(account, { fields: twice(id) })] }))
      .body
    assert.deepEqual([rows[0].ok, rows[0].errors[0].field], [false, 'fields.1.field_id'])
  })

  test('of a former dealer or client of the unit are not shown', async () => {
    const { unit, ask, define: defineOwn } = await aFleet()
    const other = await aDealer()
    const foreign = [
      await other.define({ name: 'Theirs', type: 'text' }),
      await (await other.aFleet()).define({ name: 'Of another client', type: 'text' }),
    ]
    for (const { id } of foreign) {
      await api.ctx.db.insertInto('ownFieldValues').values({ unitId: unit, fieldId: id, value: 'Left' }).execute()
    }
    const own = await defineOwn({ name: 'Ours', type: 'text' })
    const fields = [{ field_id: own.id, value: 'Red' }]
    const shown = await ask('PATCH', `/units/${unit}/vehicle`, { plate: 'B WM 3', fields })
    assert.deepEqual(shown.body.fields, fields)
    assert.deepEqual((await dealer.ask('GET', `/console/vehicles?ids=${unit}`)).body[0].fields, [])
  })

  test('have unique names, and a maximum number', async () => {
    const { define: defineForAll, aFleet } = await aDealer()
    const { ask } = await aFleet()
    await defineForAll({ name: 'Cost centre', type: 'text' })
    const twice = { name: 'cost CENTRE', type: 'number' }
    assertRefused(await ask('POST', '/vehicle-fields', twice), 409, 'CONFLICT name')
    const answers = await Promise.all(
      Array.from({ length: fieldsMax + 3 }, (_, at) => ask('POST', '/vehicle-fields', { name: `${at}`, type: 'text' })),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, fieldsMax)
    for (const answer of answers.filter(({ status }) => status !== 201)) assertRefused(answer, 409, 'CONFLICT')
  })

  test('keep a choice that a vehicle has', async () => {
    const { ask, unit, define } = await aFleet()
    const { id } = await define({ name: 'Depot', type: 'choice', choices: ['North', 'South'] })
    await ask('PATCH', `/units/${unit}/vehicle`, { fields: [{ field_id: id, value: 'South' }] })
    const path = `/vehicle-fields/${id}`
    assertRefused(await ask('PATCH', path, { choices: ['North'] }), 409, 'CONFLICT choices')
    assert.deepEqual((await ask('PATCH', path, { choices: ['South', 'West'] })).body.choices, ['South', 'West'])
    assertRefused(await ask('PATCH', path, { choices: [] }), 400, 'FAILED_VALIDATION choices')
    assertRefused(await ask('POST', '/vehicle-fields', { name: 'A', type: 'choice' }), 400, 'FAILED_VALIDATION choices')
    const text = { name: 'A', type: 'text', choices: ['B'] }
    assertRefused(await ask('POST', '/vehicle-fields', text), 400, 'FAILED_VALIDATION choices')
  })
})

suite('the dealer', () => {
  test('sets values of its fields when it imports units, and reads them together with plate and make', async () => {
    const { account, ask } = await aFleet()
    const paid = await define({ name: 'Leased', type: 'yes_no' })
    const secret = (await ask('POST', '/vehicle-fields', { name: 'Note', type: 'text' })).body
    const row = newUnit(account, { fields: [{ field_id: paid.id, value: true }] })
    const wrong = [
      newUnit(account, { fields: [{ field_id: paid.id, value: 'perhaps' }] }),
      newUnit(account, { fields: [{ field_id: secret.id, value: 'Mine' }] }),
    ]
    const { rows } = (await dealer.ask('POST', '/units/import', { rows: [row, ...wrong] })).body
    assert.deepEqual(
      rows.map((one: { ok: boolean; errors?: { field: string }[] }) => one.errors?.[0]?.field ?? one.ok),
      [true, 'fields.0.value', 'fields.0.field_id'],
    )
    const id = rows[0].id as number
    await ask('PATCH', `/units/${id}/vehicle`, {
      ...{ plate: 'B WM 1', make: 'Ford' },
      fields: [{ field_id: secret.id, value: 'For us alone' }],
    })
    const fields = [{ field_id: paid.id, value: true }]
    assert.deepEqual((await dealer.ask('GET', `/console/vehicles?ids=${id}`)).body, [
      { unit_id: id, plate: 'B WM 1', make: 'Ford', model: null, fields },
    ])
    const otherDealer = await api.dealer()
    assert.deepEqual((await otherDealer.ask('GET', `/console/vehicles?ids=${id}`)).body, [])
  })

  test('sees vehicles of accounts that belong to their client only with support access, and loses its fields with the account', async () => {
    const account = await anUnclaimedAccount(dealer)
    const unit = (await aUnit(dealer, account.id, { app_id: consumerApp })).id as number
    const client = await aClient(api, dealer, account)
    const depot = await define({ name: 'Depot', type: 'text' })
    const own = (await client.ask('POST', '/vehicle-fields', { name: 'Colour', type: 'text' })).body
    const fields = [
      { field_id: depot.id, value: 'North' },
      { field_id: own.id, value: 'Red' },
    ]
    await client.ask('PATCH', `/units/${unit}/vehicle`, { plate: 'B WM 2', fields })
    const seen = async () => (await dealer.ask('GET', `/console/vehicles?ids=${unit}`)).body.length
    assert.equal(await seen(), 0)
    await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
    assert.equal(await seen(), 1)
    assert.equal((await dealer.ask('POST', `/accounts/${account.id}/detach`)).status < 300, true)
    assert.equal(await seen(), 0)
    assert.deepEqual((await client.ask('GET', `/units/${unit}/vehicle`)).body.fields, [fields[1]])
  })
})
