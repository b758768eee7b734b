import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type Caller, openApi } from '#testing/api.ts'
import {
  aManagedAccount,
  anActivatedAccount,
  anOwnedAccount,
  anUnclaimedAccount,
  aPlan,
  aTagsPlan,
  aUnit,
  fresh,
  newUnit,
  received,
} from '#testing/builders.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'

const api = await openApi()
const now = () => seconds(api.ctx.clock.now())
const roomy = {
  managed_plan_id: '019a0000-0000-7000-8000-000000000104',
  quotas: { unit: 1000, geofence: 5, unit_storage: 10240 },
}
async function anOpenDealer(dialect: DialectName) {
  const dealer = await api.dealer(dialect)
  return { dealer, account: await aManagedAccount(dealer, (await aPlan(dealer, roomy)).id) }
}
const open: Record<DialectName, { dealer: Caller; account: { id: number } }> = {
  provider: await anOpenDealer('provider'),
  partner: await anOpenDealer('partner'),
}

/** A new unit as its dialect shows it. Model 101 uses the first protocol, whose number is in its channel. */
const shown = (dialect: DialectName, id: number, body: ReturnType<typeof newUnit>, change: object = {}) => ({
  id,
  cid: body.account_id,
  account_id: body.account_id,
  name: body.name,
  ident: body.ident,
  description: '',
  hw_id: 101,
  device_type_id: 101,
  protocol_id: 1,
  channel_id: 1,
  tls: false,
  last_active: null,
  messages_ttl: 31_536_000,
  messages_rotate: 0,
  extra_data: [],
  tokens: {},
  created_at: now(),
  updated_at: now(),
  app_id: body.app_id,
  b_type: null,
  completed: null,
  ready: null,
  ...(dialect === 'provider' && {
    type: null,
    gw_type: null,
    technology: null,
    device_link: null,
    linked_devices: [],
    message_params: [],
    category: null,
  }),
  ...change,
})

for (const dialect of dialectNames) {
  const { dealer, account } = open[dialect]
  const create = (change: object = {}) => dealer.ask('POST', '/units', newUnit(account.id, change))
  const change = (id: number, body: object) => dealer.ask('PATCH', `/units/${id}`, body)

  suite(`a new unit in ${dialect}`, () => {
    test('has every field of its dialect, wherever it is read', async () => {
      const own = await api.dealer(dialect)
      const { id } = await aManagedAccount(own)
      const body = newUnit(id)
      const unit = payloadIn(dialect, await own.ask('POST', '/units', body), 201)
      assert.ok(Number.isSafeInteger(unit.id) && unit.id > 0)
      assert.deepEqual(unit, shown(dialect, unit.id, body))
      assert.deepEqual(payloadIn(dialect, await own.ask('GET', `/units/${unit.id}`)), unit)
      assert.deepEqual(payloadIn(dialect, await own.ask('GET', '/units')), [unit])
    })

    test('keeps its description, and its ident without the white space around it', async () => {
      const ident = fresh('Ident')
      const unit = payloadIn(dialect, await create({ description: 'Red', ident: `  ${ident}\n` }), 201)
      assert.deepEqual([unit.description, unit.ident], ['Red', ident])
    })

    const wrong: [what: string, change: object, ...problems: string[]][] = [
      ['an empty name', { name: '' }, 'FAILED_VALIDATION name'],
      ['a name of 101 characters', { name: 'x'.repeat(101) }, 'FAILED_VALIDATION name'],
      ['a description of 101 characters', { description: 'x'.repeat(101) }, 'FAILED_VALIDATION description'],
      ['an empty ident', { ident: '' }, 'FAILED_VALIDATION ident'],
      ['an ident of white space', { ident: ' \t ' }, 'FAILED_VALIDATION ident'],
      ['an ident of two words', { ident: 'two words' }, 'FAILED_VALIDATION ident'],
      ['an ident of 65 characters', { ident: 'x'.repeat(65) }, 'FAILED_VALIDATION ident'],
      ['a model nobody knows', { hw_id: 1 }, 'FAILED_VALIDATION hw_id'],
      ['half a model', { hw_id: 101.5 }, 'FAILED_VALIDATION hw_id'],
      ['an application the account has not', { app_id: consumerApp }, 'FAILED_VALIDATION app_id'],
      [
        'an application of the other dialect',
        { app_id: dialect === 'provider' ? petApp : tagsApp },
        'FAILED_VALIDATION app_id',
      ],
      ['an application nobody knows', { app_id: 'nonsense' }, 'FAILED_VALIDATION app_id'],
      [
        'everything wrong at once',
        { name: '', ident: '', hw_id: 0, app_id: 'x', description: 'x'.repeat(101) },
        ...['name', 'ident', 'hw_id', 'app_id', 'description'].map((field) => `FAILED_VALIDATION ${field}`),
      ],
      ['no name', { name: undefined }, 'INVALID_PAYLOAD name'],
      ['no ident', { ident: undefined }, 'INVALID_PAYLOAD ident'],
      ['no model', { hw_id: undefined }, 'INVALID_PAYLOAD hw_id'],
      ['no application', { app_id: undefined }, 'INVALID_PAYLOAD app_id'],
      ['no account', { account_id: undefined }, 'INVALID_PAYLOAD account_id'],
      ['a model as text', { hw_id: '101' }, 'INVALID_PAYLOAD hw_id'],
      ['an account as text', { account_id: String(account.id) }, 'INVALID_PAYLOAD account_id'],
      ['an ident as number', { ident: 864123050000010 }, 'INVALID_PAYLOAD ident'],
      ['a description that is null', { description: null }, 'INVALID_PAYLOAD description'],
      ['a type, which is not for the caller to choose', { type: 'sensor' }, 'INVALID_PAYLOAD type'],
      ['a password, which is set later', { password: 'x' }, 'INVALID_PAYLOAD password'],
    ]
    for (const [what, body, ...problems] of wrong) {
      test(`is refused with ${what}`, async () => assertRefused(await create(body), 400, ...problems))
    }

    for (const [what, body] of [
      ['a name of 1 character', { name: 'x' }],
      ['a name of 100 characters', { name: 'x'.repeat(100) }],
      ['a description of 100 characters', { description: 'x'.repeat(100) }],
      ['an ident of 64 characters', { ident: fresh('i').padEnd(64, 'x') }],
    ] as const) {
      test(`is accepted with ${what}`, async () => assert.equal((await create(body)).status, 201))
    }

    test('cannot have the ident of another unit, of any dealer; another spelling is another ident', async () => {
      const outsider = await anOpenDealer('provider')
      const { ident } = await aUnit(outsider.dealer, outsider.account.id, { ident: fresh('Taken') })
      assertRefused(await create({ ident }), 409, 'CONFLICT ident')
      assertRefused(await create({ ident: ` ${ident} ` }), 409, 'CONFLICT ident')
      assert.equal((await create({ ident: ident.toUpperCase() })).status, 201)
    })

    test('of ten that race for one ident one wins', async () => {
      const ident = fresh('race')
      const answers = await Promise.all(Array.from({ length: 10 }, () => create({ ident })))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)])
    })

    test('may be in any account of the dealer, even in one that belongs to its client', async () => {
      for (const { id } of [await anUnclaimedAccount(dealer), await anOwnedAccount(api, dealer)]) {
        const body = newUnit(id, { app_id: consumerApp })
        const unit = payloadIn(dialect, await dealer.ask('POST', '/units', body), 201)
        assert.deepEqual(unit, shown(dialect, unit.id, body))
      }
    })

    test('in a missing account is not found', async () => {
      for (const account_id of [1, 0, -5, 1e20]) {
        assertRefused(await create({ account_id }), 404, 'NOT_FOUND')
      }
    })
  })

  suite(`a unit changes in ${dialect}`, () => {
    test('in every field, alone and together', async () => {
      const body = newUnit(account.id)
      const { id } = payloadIn(dialect, await dealer.ask('POST', '/units', body), 201)
      let expected: object = shown(dialect, id, body)
      const steps: [step: { password?: string; [field: string]: unknown }, follows: object][] = [
        [{ name: 'Van 2' }, {}],
        [{ description: 'Blue' }, {}],
        [{ ident: fresh('other') }, {}],
        [{ hw_id: 201 }, { device_type_id: 201, protocol_id: 3, channel_id: 3 }],
        [
          { name: 'Van 3', description: '', ident: fresh('third'), hw_id: 101, password: 'secret' },
          { device_type_id: 101, protocol_id: 1, channel_id: 1 },
        ],
      ]
      for (const [step, follows] of steps) {
        api.ctx.clock.advance(10)
        const { password: _, ...kept } = step
        expected = { ...expected, ...kept, ...follows, updated_at: now() }
        assert.deepEqual(payloadIn(dialect, await change(id, step)), expected)
        assert.deepEqual(payloadIn(dialect, await dealer.ask('GET', `/units/${id}`)), expected)
      }
      api.ctx.clock.advance(10)
      assert.deepEqual(payloadIn(dialect, await change(id, {})), expected)
    })

    test('its password is stored encrypted and shown nowhere', async () => {
      const { id } = await aUnit(dealer, account.id)
      const answer = await change(id, { password: 'open sesame' })
      assert.ok(!answer.text.includes('sesame'))
      const row = await api.ctx.db
        .selectFrom('units')
        .select('passwordSealed')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.ok(row.passwordSealed && !row.passwordSealed.includes('sesame'))
      assert.equal(api.ctx.vault.open(row.passwordSealed, `units.password:${id}`), 'open sesame')
    })

    test('not to a taken ident, but to its own at any time', async () => {
      const [one, other] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
      assertRefused(await change(other.id, { ident: one.ident, name: 'New' }), 409, 'CONFLICT ident')
      assert.deepEqual(payloadIn(dialect, await dealer.ask('GET', `/units/${other.id}`)), other)
      assert.equal(payloadIn(dialect, await change(one.id, { ident: ` ${one.ident}` })).ident, one.ident)
    })

    const wrong: [body: object, ...problems: string[]][] = [
      [{ name: '' }, 'FAILED_VALIDATION name'],
      [{ name: 'x'.repeat(101) }, 'FAILED_VALIDATION name'],
      [{ description: 'x'.repeat(101) }, 'FAILED_VALIDATION description'],
      [{ ident: 'a b' }, 'FAILED_VALIDATION ident'],
      [{ ident: '' }, 'FAILED_VALIDATION ident'],
      [{ hw_id: 1 }, 'FAILED_VALIDATION hw_id'],
      [{ hw_id: 1, ident: '' }, 'FAILED_VALIDATION hw_id', 'FAILED_VALIDATION ident'],
      [{ hw_id: '101' }, 'INVALID_PAYLOAD hw_id'],
      [{ name: null }, 'INVALID_PAYLOAD name'],
      [{ password: 5 }, 'INVALID_PAYLOAD password'],
      [{ app_id: fleetApp }, 'INVALID_PAYLOAD app_id'],
      [{ account_id: 5 }, 'INVALID_PAYLOAD account_id'],
      [{ last_active: 5 }, 'INVALID_PAYLOAD last_active'],
    ]
    for (const [body, ...problems] of wrong) {
      test(`but not with ${JSON.stringify(body).slice(0, 60)}`, async () => {
        const { id } = await aUnit(dealer, account.id)
        assertRefused(await change(id, body), 400, ...problems)
      })
    }
  })

  test(`deleting a unit returns its id as a number, and its ident is free again: ${dialect}`, async () => {
    const unit = await aUnit(dealer, account.id)
    assert.equal(payloadIn(dialect, await dealer.ask('DELETE', `/units/${unit.id}`)), unit.id)
    assertRefused(await dealer.ask('GET', `/units/${unit.id}`), 404, 'NOT_FOUND')
    assertRefused(await dealer.ask('DELETE', `/units/${unit.id}`), 404, 'NOT_FOUND')
    assert.equal((await create({ ident: unit.ident })).status, 201)
  })

  test(`the time of the last data is in whole seconds: ${dialect}`, async () => {
    const unit = await aUnit(dealer, account.id)
    api.ctx.clock.advance(5.7)
    await received(api, unit, [{ timestamp: now() - 3600, 'din.1': true }])
    const seen = payloadIn(dialect, await dealer.ask('GET', `/units/${unit.id}`))
    assert.deepEqual(seen, { ...unit, last_active: now() })
    assert.deepEqual(payloadIn(dialect, await dealer.ask('GET', `/units?ids=${unit.id}`)), [seen])
    assert.equal(payloadIn(dialect, await change(unit.id, { name: 'Van 9' })).last_active, now())
  })
}

test('in tags_app a dealer creates gateways', async () => {
  const { dealer } = open.provider
  const account = await aManagedAccount(dealer, (await aTagsPlan(dealer)).id, tagsApp)
  const body = newUnit(account.id, { app_id: tagsApp })
  const unit = payloadIn('provider', await dealer.ask('POST', '/units', body), 201)
  assert.deepEqual(unit, shown('provider', unit.id, body, { type: 'gateway', technology: 'mobile' }))
})

test('units of pet_app exist only in the partner dialect, those of tags_app only in the provider’s', async () => {
  const { dealer: partner } = open.partner
  const provider = await api.tokenOf(partner.dealer, 'provider')
  const pets = await anUnclaimedAccount(partner, [petApp])
  const tags = await anActivatedAccount(api, provider, (await aTagsPlan(provider)).id, tagsApp)
  const dog = await aUnit(partner, pets.id, { app_id: petApp })
  const reader = await aUnit(provider, tags.id, { app_id: tagsApp })
  for (const [caller, id] of [[provider, dog.id] as const, [partner, reader.id] as const]) {
    for (const path of ['', '/channel', '/telemetry', '/messages']) {
      assertRefused(await caller.ask('GET', `/units/${id}${path}`), 404, 'NOT_FOUND')
    }
    assertRefused(await caller.ask('PATCH', `/units/${id}`, { name: 'x' }), 404, 'NOT_FOUND')
    assertRefused(await caller.ask('DELETE', `/units/${id}`), 404, 'NOT_FOUND')
    assert.deepEqual(payloadIn(caller.dialect, await caller.ask('GET', `/units?ids=${id}`)), [])
  }
})
