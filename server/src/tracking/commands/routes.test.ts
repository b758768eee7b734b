import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { consumerApp } from '#kernel/applications.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aCommandPlan, anActivatedAccount, anOwnedAccount, aPlan, aUnit, setServiceMode } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { askAs, goodPassword, logIn, serviceKey } from '#testing/people/client.ts'
import { type CommandKind, isDangerous, kindsFor, queuedMax } from './command.ts'

const api = await openApi()
const now = () => Math.floor(api.ctx.clock.now().getTime() / 1000)

const aWorld = async (dialect: 'provider' | 'partner' = 'provider') => {
  const dealer = await api.dealer(dialect)
  const account = await anActivatedAccount(api, dealer, (await aCommandPlan(dealer)).id)
  const unit = await aUnit(dealer, account.id)
  return { dealer, account, unit: unit.id as number }
}
const { dealer, account, unit } = await aWorld()
const path = (of = unit) => `/units/${of}/commands`
const give = (body: object, of = unit, caller: Caller = dealer) => caller.ask('POST', path(of), body)
const anotherUnit = async (change: object = {}) => (await aUnit(dealer, account.id, change)).id as number

const queued = (body: object, id: string) => ({
  id,
  unit_id: unit,
  type: 'position',
  params: {},
  text: null,
  state: 'queued',
  client_ref: null,
  queued_at: now(),
  expires_at: now() + 3600,
  sent_at: null,
  acknowledged_at: null,
  failed_at: null,
  expired_at: null,
  cancelled_at: null,
  answer: null,
  failure: null,
  failure_code: null,
  ...body,
})

test('a command is returned in full, in the envelope of each dialect, with 200', async () => {
  const plain = await give({ type: 'position' })
  assert.equal(plain.status, 200, plain.text)
  assert.deepEqual(plain.body, queued({}, plain.body.id))
  const rich = await give({ type: 'interval', params: { seconds: 30 }, expires_in: 60, client_ref: 'order 7' })
  assert.deepEqual(
    rich.body,
    queued({ type: 'interval', params: { seconds: 30 }, client_ref: 'order 7', expires_at: now() + 60 }, rich.body.id),
  )
  assert.deepEqual((await dealer.ask('GET', `${path()}/${rich.body.id}`)).body, rich.body)
  const partner = await aWorld('partner')
  const wrapped = await give({ type: 'position' }, partner.unit, partner.dealer)
  assert.equal(wrapped.status, 200)
  assert.deepEqual(wrapped.body, { data: queued({ unit_id: partner.unit }, wrapped.body.data.id) })
})

test('a list is narrowed by state and read in pages', async () => {
  const of = await anotherUnit()
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    ids.push((await give({ type: 'position' }, of)).body.id)
    api.ctx.clock.advance(1)
  }
  await dealer.ask('DELETE', `${path(of)}/${ids[1]}`)
  const list = async (query: string) => (await dealer.ask('GET', `${path(of)}${query}`)).body
  const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)
  assert.deepEqual(idsOf(await list('')), ids)
  assert.deepEqual(idsOf(await list('?sort=-created_at')), ids.toReversed())
  assert.deepEqual(idsOf(await list('?state=queued')), [ids[0], ids[2]])
  assert.deepEqual(idsOf(await list('?state=cancelled')), [ids[1]])
  assert.deepEqual(idsOf(await list(`?ids=${ids[2]}`)), [ids[2]])
  const first = await dealer.ask('GET', `${path(of)}?limit=2`)
  const next = await list(`?limit=2&cursor=${first.headers['x-next-cursor']}`)
  assert.deepEqual([...idsOf(first.body), ...idsOf(next)], ids)
  assertRefused(await dealer.ask('GET', `${path(of)}?state=lost`), 400, 'INVALID_QUERY state')
})

test('the available commands follow from the protocol, and dangerous ones are marked', async () => {
  const takes = async (hw_id: number) =>
    (await dealer.ask('GET', `${path(await anotherUnit({ hw_id }))}/available`)).body.map(
      ({ type, dangerous, answered }: { type: string; dangerous: boolean; answered: boolean }) =>
        `${type}${dangerous ? '!' : ''}${answered ? '' : '?'}`,
    )
  const all = ['position', 'interval', 'reboot!', 'engine.stop!', 'engine.resume', 'server!', 'text!']
  assert.deepEqual(await takes(101), all)
  // Coban confirms what it did with the engine, and nothing else; OsmAnd only sends.
  assert.deepEqual(await takes(1001), ['position?', 'interval?', 'engine.stop!', 'engine.resume', 'text!?'])
  assert.deepEqual(await takes(4901), [])
})

suite('a dangerous command must be confirmed', () => {
  const bodies: Readonly<Record<CommandKind, object>> = {
    position: {},
    interval: { params: { seconds: 60 } },
    reboot: {},
    'engine.stop': {},
    'engine.resume': {},
    server: { params: { host: 'track.example.com', port: 5027 } },
    text: { text: 'getinfo' },
  }
  for (const kind of kindsFor(101)) {
    test(kind, async () => {
      const of = await anotherUnit()
      for (const confirm of [undefined, false]) {
        const answer = await give({ type: kind, ...bodies[kind], ...(confirm === false && { confirm }) }, of)
        assert.equal(answer.status, isDangerous(kind) ? 409 : 200, answer.text)
        if (isDangerous(kind)) assert.match(answer.body.errors[0].message, /send it again with confirm: true/)
      }
      assert.equal((await give({ type: kind, ...bodies[kind], confirm: true }, of)).status, 200)
    })
  }
})

suite('a senseless command is refused, and nothing is stored', () => {
  const rows: readonly [what: string, body: object, code: string, field: string, hw?: number][] = [
    ['no type', {}, 'INVALID_PAYLOAD', 'type'],
    ['a type that nobody knows', { type: 'self.destruct' }, 'FAILED_VALIDATION', 'type'],
    ['a type that this tracker does not take', { type: 'reboot', confirm: true }, 'FAILED_VALIDATION', 'type', 1001],
    ['any type for one that takes none', { type: 'position' }, 'FAILED_VALIDATION', 'type', 4901],
    ['an interval without seconds', { type: 'interval' }, 'FAILED_VALIDATION', 'params.seconds'],
    ['no seconds at all', { type: 'interval', params: { seconds: 0 } }, 'FAILED_VALIDATION', 'params.seconds'],
    ['seconds in words', { type: 'interval', params: { seconds: '30' } }, 'INVALID_PAYLOAD', 'params.seconds'],
    ['a server without a port', { type: 'server', params: { host: 'a.example' } }, 'FAILED_VALIDATION', 'params.port'],
    [
      'a host that is more than a host',
      { type: 'server', params: { host: 'a.example,1;x', port: 1 }, confirm: true },
      'FAILED_VALIDATION',
      'params.host',
    ],
    ['a text without words', { type: 'text', confirm: true }, 'FAILED_VALIDATION', 'text'],
    ['a text of two lines', { type: 'text', text: 'a\r\nb', confirm: true }, 'FAILED_VALIDATION', 'text'],
    ['words with a command that has its own', { type: 'position', text: 'x' }, 'FAILED_VALIDATION', 'text'],
    ['seconds with a position', { type: 'position', params: { seconds: 1 } }, 'FAILED_VALIDATION', 'params.seconds'],
    ['an unknown parameter', { type: 'position', params: { colour: 1 } }, 'INVALID_PAYLOAD', 'params.colour'],
    ['an expiry in the past', { type: 'position', expires_in: 0 }, 'FAILED_VALIDATION', 'expires_in'],
    ['an expiry beyond a month', { type: 'position', expires_in: 2_592_001 }, 'FAILED_VALIDATION', 'expires_in'],
    [
      'a reference that is too long',
      { type: 'position', client_ref: 'x'.repeat(101) },
      'FAILED_VALIDATION',
      'client_ref',
    ],
    ['a field that nobody knows', { type: 'position', when: 'now' }, 'INVALID_PAYLOAD', 'when'],
  ]
  for (const [what, body, code, field, hw_id] of rows) {
    test(what, async () => {
      const of = await anotherUnit(hw_id ? { hw_id } : {})
      const answer = await give(body, of)
      assertRefused(answer, 400, `${code} ${field}`)
      assert.deepEqual((await dealer.ask('GET', path(of))).body, [])
    })
  }
})

test('only a queued command can be cancelled, and only once', async () => {
  const { id } = (await give({ type: 'position' })).body
  const cancelled = await dealer.ask('DELETE', `${path()}/${id}`)
  assert.equal(cancelled.status, 200)
  assert.deepEqual([cancelled.body.state, cancelled.body.cancelled_at], ['cancelled', now()])
  const again = await dealer.ask('DELETE', `${path()}/${id}`)
  assertRefused(again, 409, 'CONFLICT')
  assert.match(again.body.errors[0].message, /this one is cancelled/)
})

test('the number of commands waiting for one tracker is limited', async () => {
  const of = await anotherUnit()
  for (let count = 0; count < queuedMax; count++) assert.equal((await give({ type: 'position' }, of)).status, 200)
  assertRefused(await give({ type: 'position' }, of), 409, 'CONFLICT')
})

test('with an Idempotency-Key a command is created once', async () => {
  const of = await anotherUnit()
  const key = { 'idempotency-key': 'only-once' }
  const send = () => dealer.ask('POST', path(of), { type: 'position' }, key)
  const [first, second] = [await send(), await send()]
  assert.deepEqual(second.body, first.body)
  assert.equal(second.headers['idempotent-replayed'], 'true')
  assert.equal((await dealer.ask('GET', path(of))).body.length, 1)
  const other = await dealer.ask('POST', path(of), { type: 'engine.resume' }, key)
  assertRefused(other, 422, 'IDEMPOTENCY_MISMATCH')
})

test('a command of another dealer or of another unit is not found', async () => {
  const outsider = await aWorld()
  const { id } = (await give({ type: 'position' })).body
  for (const [caller, of] of [
    [outsider.dealer, unit],
    [outsider.dealer, outsider.unit],
    [dealer, await anotherUnit()],
  ] as const) {
    for (const method of ['GET', 'DELETE']) {
      assertRefused(await caller.ask(method, `${path(of)}/${id}`), 404, 'NOT_FOUND')
    }
  }
  assertRefused(await give({ type: 'position' }, unit, outsider.dealer), 404, 'NOT_FOUND')
  assertRefused(await outsider.dealer.ask('GET', path()), 404, 'NOT_FOUND')
})

test('without the module no command is created; earlier ones can be read and cancelled', async () => {
  const { dealer, account, unit } = await aWorld()
  const { id } = (await give({ type: 'position' }, unit, dealer)).body
  const without = (await aPlan(dealer)).id
  const change = { tariff_plan_id: without, app_id: account.reg_apps[0] }
  assert.equal((await dealer.ask('PUT', `/accounts/${account.id}/client-plan`, change)).status, 200)
  // Before its values are validated: it may not be sent at all.
  for (const body of [{ type: 'position' }, { type: 'interval' }]) {
    const refused = await give(body, unit, dealer)
    assertRefused(refused, 403, 'FORBIDDEN')
    assert.match(refused.body.errors[0].message, /module command/)
  }
  assert.equal((await dealer.ask('GET', `${path(unit)}/${id}`)).status, 200)
  assert.equal((await dealer.ask('DELETE', `${path(unit)}/${id}`)).status, 200)
})

test("a dealer cannot command an owner's vehicle; with support access it sees the commands", async () => {
  const owned = await anOwnedAccount(api, dealer)
  const of = await aUnit(dealer, owned.id, { app_id: consumerApp })
  assertRefused(await give({ type: 'position' }, of.id), 403, 'FORBIDDEN')
  assertRefused(await dealer.ask('GET', path(of.id)), 403, 'FORBIDDEN')
  await setServiceMode(api, owned.id, [consumerApp])
  assert.equal((await dealer.ask('GET', path(of.id))).status, 200)
  assertRefused(await give({ type: 'position' }, of.id), 403, 'FORBIDDEN')
})

test('the commands of a deleted unit are deleted', async () => {
  const of = await anotherUnit()
  await give({ type: 'position' }, of)
  assert.equal((await dealer.ask('DELETE', `/units/${of}`)).status, 200)
  const { count } = await api.ctx.db
    .selectFrom('commands')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('unitId', '=', of)
    .executeTakeFirstOrThrow()
  assert.equal(count, 0)
})

suite("inside the client's application", () => {
  const inside = async () => {
    const world = await aWorld()
    const password = { new_password: goodPassword, repeat_password: goodPassword }
    await world.dealer.ask('PUT', `/users/${world.account.user.id}/password`, password)
    const ask = askAs(api, await logIn(api, world.account.user.name))
    return { ...world, ask }
  }

  test('a client creates, reads and cancels commands, in the same shapes', async () => {
    const { dealer, unit, ask } = await inside()
    assert.deepEqual((await ask('GET', `${path(unit)}/available`)).body[0], {
      type: 'position',
      dangerous: false,
      answered: true,
    })
    const given = await ask('POST', path(unit), { type: 'position', client_ref: 'mine' })
    assert.equal(given.status, 201, given.text)
    assert.deepEqual(given.body, queued({ unit_id: unit, client_ref: 'mine' }, given.body.id))
    assertRefused(await ask('POST', path(unit), { type: 'engine.stop' }), 409, 'CONFLICT confirm')
    assert.deepEqual((await ask('GET', path(unit))).body, [given.body])
    assert.deepEqual((await dealer.ask('GET', path(unit))).body, [given.body])
    assert.equal((await ask('DELETE', `${path(unit)}/${given.body.id}`)).body.state, 'cancelled')
  })

  test('not for a unit of another account', async () => {
    const { dealer, ask } = await inside()
    const other = await anActivatedAccount(api, dealer, (await aCommandPlan(dealer)).id)
    const foreign = await aUnit(dealer, other.id)
    const missing = await ask('GET', path(999_999_999_999), undefined, { 'x-request-id': 'same' })
    for (const id of [foreign.id, unit]) {
      const answer = await ask('GET', path(id), undefined, { 'x-request-id': 'same' })
      assert.equal(answer.text, missing.text)
      assertRefused(await ask('POST', path(id), { type: 'position' }), 404, 'NOT_FOUND')
    }
  })

  test('without the module everything is refused', async () => {
    const { dealer, account, unit, ask } = await inside()
    const change = { tariff_plan_id: (await aPlan(dealer)).id, app_id: account.reg_apps[0] }
    await dealer.ask('PUT', `/accounts/${account.id}/client-plan`, change)
    for (const [method, url] of [
      ['GET', `${path(unit)}/available`],
      ['POST', path(unit)],
      ['GET', path(unit)],
    ] as const) {
      assertRefused(await ask(method, url, method === 'POST' ? { type: 'position' } : undefined), 403, 'FORBIDDEN')
    }
  })

  test('a dealer in a support session of a managed account may too, in either dialect', async () => {
    const { dealer, account, unit } = await inside()
    for (const type of ['service', 'service_as_user']) {
      const ask = askAs(api, await serviceKey(dealer, account.user.id, account.reg_apps[0], type))
      assert.equal((await ask('POST', path(unit), { type: 'position' })).status, 201)
      assert.equal((await ask('GET', path(unit))).status, 200)
    }
  })
})
