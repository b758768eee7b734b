import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { sql } from 'kysely'
import { type Caller, openApi } from '#testing/api.ts'
import {
  aBill,
  aManagedAccount,
  anActivatedAccount,
  anAddress,
  anUnclaimedAccount,
  aPlan,
  aUnit,
  fresh,
  newBill,
  newUnit,
  newUser,
} from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { rows, urlOf } from '#testing/checks/rows.ts'
import { whileHolding } from '#testing/races.ts'
import { samplesOf } from '#testing/recipes.ts'
import { aWorld, type World } from '#testing/world.ts'
import { consumerApp, fleetApp } from '../applications.ts'
import { type DialectName, dialectNames } from './dialects.ts'
import { idempotencyJobs } from './idempotency-jobs.ts'

const api = await openApi()
const { db, clock } = api.ctx
const worlds = {} as Record<DialectName, World>

before(async () => {
  for (const dialect of dialectNames) worlds[dialect] = await aWorld(api, await api.dealer(dialect))
})

const keyed = (key: string) => ({ 'idempotency-key': key })
const newAccount = () => ({ reg_apps: [consumerApp], user: newUser() })
const countOf = async (dealer: Caller): Promise<number> => (await dealer.ask('GET', '/accounts/count')).body

suite('a repeated request with a key has one effect and the same answer, byte for byte', () => {
  for (const row of rows.filter(({ route }) => route.method === 'POST')) {
    test(row.name, async () => {
      const { caller } = worlds[row.dialect]
      const [sample] = await samplesOf(row, worlds[row.dialect])
      const headers = { 'x-accesstoken': caller.token, ...keyed(fresh('key')) }
      const first = await api.ask('POST', urlOf(row, sample), sample.body, headers)
      assert.equal(first.status, row.reply.status, first.text)
      assert.equal(first.headers['idempotent-replayed'], undefined)
      const state = await digestOf(db)
      clock.advance(3600)
      const second = await api.ask('POST', urlOf(row, sample), sample.body, headers)
      assert.deepEqual([second.status, second.text], [first.status, first.text])
      assert.equal(second.headers['idempotent-replayed'], 'true')
      assert.equal(second.headers['content-type'], first.headers['content-type'])
      assert.equal(await digestOf(db), state)
    })
  }
})

suite('a key', () => {
  test('is for one request: with another body it is refused, and nothing happens', async () => {
    const dealer = await api.dealer('provider')
    const key = keyed(fresh('key'))
    assert.equal((await dealer.ask('POST', '/accounts', newAccount(), key)).status, 201)
    assertRefused(await dealer.ask('POST', '/accounts', newAccount(), key), 422, 'IDEMPOTENCY_MISMATCH')
    assert.equal(await countOf(dealer), 1)
  })

  test('is for one path', async () => {
    const dealer = await api.dealer('provider')
    const key = keyed(fresh('key'))
    const { id } = await aManagedAccount(dealer)
    assert.equal((await dealer.ask('POST', '/accounts', newAccount(), key)).status, 201)
    assert.equal((await dealer.ask('POST', '/units', newUnit(id), key)).status, 201)
  })

  test('is for one dealer', async () => {
    const key = keyed(fresh('key'))
    for (const dealer of [await api.dealer('provider'), await api.dealer('provider')]) {
      const answer = await dealer.ask('POST', '/accounts', newAccount(), key)
      assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [201, undefined])
    }
  })

  test('counts for every token of the dealer', async () => {
    const dealer = await api.dealer('provider')
    const other = await api.tokenOf(dealer.dealer, 'provider')
    const [key, body] = [keyed(fresh('key')), newAccount()]
    const first = await dealer.ask('POST', '/accounts', body, key)
    const second = await other.ask('POST', '/accounts', body, key)
    assert.equal(second.text, first.text)
    assert.equal(await countOf(dealer), 1)
  })

  test('counts for tokens of both dialects, and each is answered in its own envelope', async () => {
    const provider = await api.dealer('provider')
    const partner = await api.tokenOf(provider.dealer, 'partner')
    const { id } = await anActivatedAccount(api, provider)
    await anAddress(api, id)
    const bill = await aBill(provider, id)
    const send = `/billing/cardpay-payments/${bill.id}/send?app_id=${fleetApp}`
    for (const [path, body] of [['/billing/cardpay-payments', newBill(id)] as const, [send, undefined] as const]) {
      for (const [one, other] of [[provider, partner] as const, [partner, provider] as const]) {
        const key = keyed(fresh('key'))
        const first = await one.ask('POST', path, body, key)
        const again = await other.ask('POST', path, body, key)
        assert.deepEqual([again.status, again.headers['idempotent-replayed']], [first.status, 'true'])
        const [bare, wrapped] = one === provider ? [first, again] : [again, first]
        assert.deepEqual(wrapped.body, { data: bare.body })
      }
    }
  })

  test('of a refused request is free, so the request can be corrected', async () => {
    const dealer = await api.dealer('provider')
    const [key, body] = [keyed(fresh('key')), newAccount()]
    const taken = await anUnclaimedAccount(dealer, [consumerApp], body.user)
    assertRefused(await dealer.ask('POST', '/accounts', body, key), 409, 'CONFLICT user.name')
    assertRefused(await dealer.ask('POST', '/accounts', { ...body, title: 'x' }, key), 400, 'FAILED_VALIDATION title')
    await dealer.ask('DELETE', `/accounts/${taken.id}`)
    const answer = await dealer.ask('POST', '/accounts', body, key)
    assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [201, undefined])
  })

  test('is remembered for 24 hours', async () => {
    const dealer = await api.dealer('provider')
    const { id } = await aManagedAccount(dealer)
    const key = keyed(fresh('key'))
    const [body, other] = [newUnit(id), newUnit(id)]
    const first = await dealer.ask('POST', '/units', body, key)
    clock.advance(24 * 3600 - 1)
    assert.equal((await dealer.ask('POST', '/units', body, key)).text, first.text)
    assertRefused(await dealer.ask('POST', '/units', other, key), 422, 'IDEMPOTENCY_MISMATCH')
    clock.advance(1)
    assert.equal((await dealer.ask('POST', '/units', other, key)).status, 201)
    assert.equal((await dealer.ask('POST', '/units', other, key)).headers['idempotent-replayed'], 'true')
  })

  test('is deleted after that by a job, and no other is', async () => {
    const dealer = await api.dealer('provider')
    const kept = () => db.selectFrom('idempotencyKeys').select('key').where('dealerId', '=', dealer.dealer).execute()
    const job = idempotencyJobs[0]!
    const acting = { ...api.ctx, actor: { kind: 'job', id: job.name, address: null, requestId: null } } as const
    await dealer.ask('POST', '/accounts', newAccount(), keyed('old'))
    clock.advance(3600)
    await dealer.ask('POST', '/accounts', newAccount(), keyed('new'))
    clock.advance(23 * 3600)
    await job.run(acting)
    assert.deepEqual(await kept(), [{ key: 'new' }])
  })

  test('of a request that is still running refuses the second one', async () => {
    const dealer = await api.dealer('provider')
    const { id } = await aManagedAccount(dealer)
    const [key, body] = [keyed(fresh('key')), newUnit(id)]
    const lock = sql`select from accounts where id = ${id} for update`
    const answers = await whileHolding(api, lock, async ({ waiting }) => {
      const first = dealer.ask('POST', '/units', body, key)
      await waiting(1)
      const second = await dealer.ask('POST', '/units', body, key)
      assertRefused(second, 409, 'CONFLICT')
      assert.equal((await dealer.ask('GET', `/units?account_ids=${id}`)).text, '[]')
      return [first]
    })
    assert.equal(answers[0]?.status, 201)
    assert.equal((await dealer.ask('POST', '/units', body, key)).text, answers[0]?.text)
  })

  test('of a request that waits for the card processor refuses the second one too', async () => {
    const dealer = await api.dealer('provider')
    const { id } = await anActivatedAccount(api, dealer)
    await dealer.ask('POST', '/billing/secret-key', { app_id: fleetApp, secretKey: api.stripe.account('live') })
    const [key, body] = [keyed(fresh('key')), newBill(id)]
    const asked = Promise.withResolvers<() => void>()
    api.stripe.misbehave((_request, response, answer) => {
      api.stripe.misbehave(undefined)
      asked.resolve(() => void response.end(JSON.stringify(answer().body)))
    })
    const first = dealer.ask('POST', '/billing/cardpay-payments', body, key)
    const answerFirst = await asked.promise
    assertRefused(await dealer.ask('POST', '/billing/cardpay-payments', body, key), 409, 'CONFLICT')
    answerFirst()
    const { status, text } = await first
    assert.equal(status, 201, text)
    assert.equal((await dealer.ask('POST', '/billing/cardpay-payments', body, key)).text, text)
  })

  test('of a request to the card processor that died can be used again after a while', async () => {
    const dealer = await api.dealer('provider')
    const { id } = await anActivatedAccount(api, dealer)
    const [key, body] = [fresh('key'), newBill(id)]
    const first = await dealer.ask('POST', '/billing/cardpay-payments', body, keyed(key))
    // The state after a process was killed between creating the bill and storing its answer.
    const runningUntil = new Date(clock.now().getTime() + 45_000)
    await db
      .updateTable('idempotencyKeys')
      .set({ status: null, body: null, runningUntil })
      .where('key', '=', key)
      .execute()
    assertRefused(await dealer.ask('POST', '/billing/cardpay-payments', body, keyed(key)), 409, 'CONFLICT')
    clock.advance(45)
    assert.equal((await dealer.ask('POST', '/billing/cardpay-payments', body, keyed(key))).text, first.text)
  })

  test('is for one request regardless of the order of its fields, and includes its parameters', async () => {
    const dealer = await api.dealer('provider')
    const { id } = await aManagedAccount(dealer)
    const [key, body] = [keyed(fresh('key')), newUnit(id)]
    const first = await dealer.ask('POST', '/units', body, key)
    const turned = Object.fromEntries(Object.entries(body).toReversed())
    assert.equal((await dealer.ask('POST', '/units', turned, key)).text, first.text)
    const { id: account } = await anActivatedAccount(api, dealer)
    await anAddress(api, account)
    const send = `/billing/cardpay-payments/${(await aBill(dealer, account)).id}/send`
    assert.equal((await dealer.ask('POST', `${send}?app_id=${fleetApp}`, undefined, key)).status, 200)
    assert.equal((await dealer.ask('POST', `${send}?app_id=${fleetApp}`, undefined, key)).status, 200)
    assertRefused(await dealer.ask('POST', `${send}?app_id=x`, undefined, key), 400, 'INVALID_QUERY app_id')
  })

  test('whose request is sent ten times at once has one effect', async () => {
    const dealer = await api.dealer('provider')
    const [key, body] = [keyed(fresh('key')), newAccount()]
    const answers = await Promise.all(Array.from({ length: 10 }, () => dealer.ask('POST', '/accounts', body, key)))
    for (const { status, text } of answers) assert.ok(status === 201 || status === 409, text)
    assert.equal(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size, 1)
    assert.equal(await countOf(dealer), 1)
  })

  for (const [what, key, isGood] of [
    ['of 1 character', 'k', true],
    ['of 255 characters', 'k'.repeat(255), true],
    ['that is empty', '', false],
    ['of 256 characters', 'k'.repeat(256), false],
  ] as const) {
    test(`${what} is ${isGood ? 'good' : 'refused'}`, async () => {
      const dealer = await api.dealer('provider')
      const answer = await dealer.ask('POST', '/accounts', newAccount(), keyed(key))
      if (isGood) assert.equal(answer.status, 201, answer.text)
      else assertRefused(answer, 400, 'INVALID_PAYLOAD')
    })
  }

  test('outlives what it created: the answer stays the same though the unit is deleted', async () => {
    const dealer = await api.dealer('provider')
    const { id } = await aManagedAccount(dealer, (await aPlan(dealer)).id)
    const [key, body] = [keyed(fresh('key')), newUnit(id)]
    const first = await dealer.ask('POST', '/units', body, key)
    await dealer.ask('DELETE', `/units/${first.body.id}`)
    assert.equal((await dealer.ask('POST', '/units', body, key)).text, first.text)
    await aUnit(dealer, id, { ident: body.ident })
  })
})

test('a request without a key takes effect each time', async () => {
  const dealer = await api.dealer('provider')
  const body = newAccount()
  assert.equal((await dealer.ask('POST', '/accounts', body)).status, 201)
  assertRefused(await dealer.ask('POST', '/accounts', body), 409, 'CONFLICT user.name')
})
