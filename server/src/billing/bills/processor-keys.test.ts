import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createToken, yearSeconds } from '#identity/dealers/actions.ts'
import { dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aBill, anActivatedAccount, anApprovedDealer, fresh } from '#testing/builders.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'
import { nextRetirement, retireKeys } from './processor-keys.ts'

const api = await openApi()
const { ctx } = api
const { db, clock } = ctx
const acting = { ...ctx, actor: { kind: 'job', id: 'bills.retire-keys', address: null, requestId: null } } as const
const query = `/billing/secret-key?app_id=${fleetApp}`

const save = (dealer: Caller, secretKey: unknown, headers = {}, app_id = fleetApp) =>
  dealer.ask('POST', '/billing/secret-key', { app_id, secretKey }, headers)

async function withSecrets(dealer: Caller): Promise<Caller> {
  const { accessToken } = await createToken(ctx, {
    dealer: dealer.dealer,
    dialect: dealer.dialect,
    level: 'full',
    name: 'Secrets',
    mayReadSecrets: true,
    ttlSeconds: yearSeconds,
  })
  return {
    ...dealer,
    token: accessToken,
    ask: (method, url, body, headers) => api.ask(method, url, body, { 'x-accesstoken': accessToken, ...headers }),
  }
}

for (const dialect of dialectNames) {
  suite(`the key in the ${dialect} dialect`, () => {
    test('is empty before it is saved, and masked after, except for a token with the right', async () => {
      const dealer = await api.dealer(dialect)
      const none = payloadIn(dialect, await dealer.ask('GET', query))
      const nothing = { secret_key: null, webhook_id: null, webhook_secret: null }
      assert.deepEqual(none, { id: dealer.dealer, cardpay_partner: nothing })
      const key = api.stripe.account('live')
      const saved = payloadIn(dialect, await save(dealer, key), dialect === 'partner' ? 201 : 200)
      assert.equal(saved.id, dealer.dealer)
      assert.equal(saved.cardpay_partner.secret_key, `****${key.slice(-4)}`)
      assert.match(saved.cardpay_partner.webhook_secret, /^\*{4}[0-9a-f]{4}$/)
      assert.match(saved.cardpay_partner.webhook_id, /^we_/)
      assert.deepEqual(payloadIn(dialect, await dealer.ask('GET', query)), saved)
      const whole = payloadIn(dialect, await (await withSecrets(dealer)).ask('GET', query))
      assert.equal(whole.cardpay_partner.secret_key, key)
      assert.match(whole.cardpay_partner.webhook_secret, /^whsec_/)
    })

    test('is refused if it is unusable', async () => {
      const dealer = await api.dealer(dialect)
      const before = api.stripe.requests.length
      assertRefused(await save(dealer, api.stripe.account('test')), 400, 'FAILED_VALIDATION secretKey')
      assertRefused(await save(dealer, 'pk_live_0123456789abcdef'), 400, 'FAILED_VALIDATION secretKey')
      assertRefused(await save(dealer, ''), 400, 'FAILED_VALIDATION secretKey')
      assertRefused(await save(dealer, 5), 400, 'INVALID_PAYLOAD secretKey')
      const good = api.stripe.account('live')
      assertRefused(await save(dealer, good, {}, consumerApp), 400, 'FAILED_VALIDATION app_id')
      assert.equal(api.stripe.requests.length, before, 'The processor was asked.')
      assertRefused(await save(dealer, `sk_live_${'0'.repeat(24)}`), 400, 'FAILED_VALIDATION secretKey')
      assertRefused(await dealer.ask('GET', `/billing/secret-key?app_id=${consumerApp}`), 400, 'INVALID_QUERY app_id')
      assertRefused(await save(await anApprovedDealer(api, dialect), good), 403, 'FORBIDDEN')
      api.stripe.misbehave((_request, response) => void response.destroy())
      const away = await save(dealer, good)
      api.stripe.misbehave(undefined)
      assertRefused(away, 503, 'SERVICE_UNAVAILABLE')
      assert.deepEqual(payloadIn(dialect, await dealer.ask('GET', query)).cardpay_partner.secret_key, null)
    })
  })
}

test('is saved once with an Idempotency-Key, and never stored in plain text', async () => {
  const dealer = await withSecrets(await api.dealer('partner'))
  const key = api.stripe.account('live')
  const headers = { 'idempotency-key': fresh('key') }
  const first = await save(dealer, key, headers)
  assert.equal(first.body.data.cardpay_partner.secret_key, key)
  const second = await save(dealer, key, headers)
  assert.deepEqual([second.text, second.headers['idempotent-replayed']], [first.text, 'true'])
  assertRefused(await save(dealer, api.stripe.account('live'), headers), 422, 'IDEMPOTENCY_MISMATCH')
  for (const table of ['idempotencyKeys', 'audit', 'processorKeys'] as const) {
    const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute())
    assert.ok(!rows.includes(key) && !rows.includes(first.body.data.cardpay_partner.webhook_secret), table)
  }
})

test('the secret of one dealer does not open in the row of another', async () => {
  const [one, other] = [await api.dealer('provider'), await api.dealer('provider')]
  for (const dealer of [one, other]) await save(dealer, api.stripe.account('live'))
  const { secretKeySealed } = await db
    .selectFrom('processorKeys')
    .select('secretKeySealed')
    .where('dealerId', '=', one.dealer)
    .executeTakeFirstOrThrow()
  await db.updateTable('processorKeys').set({ secretKeySealed }).where('dealerId', '=', other.dealer).execute()
  assert.equal((await other.ask('GET', query)).status, 500)
})

test('a key is replaced without a gap: bills of the old one can be paid for 72 hours', async () => {
  const dealer = await api.dealer('provider')
  const { id: account } = await anActivatedAccount(api, dealer)
  await save(dealer, api.stripe.account('live'))
  const old = await aBill(dealer, account)
  await save(dealer, api.stripe.account('live'))
  const young = await aBill(dealer, account)
  clock.advance(3600)
  for (const { id } of [old, young]) await api.stripe.pay(id)
  const list = await dealer.ask(
    'GET',
    `/billing/cardpay-payments?app_id=${fleetApp}&from=${old.created}&to=${old.created}`,
  )
  for (const { id } of [old, young]) assert.equal(list.body[id].status, 'complete')
  const count = async () =>
    (await db.selectFrom('processorKeys').select('id').where('dealerId', '=', dealer.dealer).execute()).length
  clock.advance(71 * 3600 - 1)
  await retireKeys(acting)
  assert.equal(await count(), 2)
  clock.advance(1)
  assert.deepEqual(await nextRetirement(ctx), clock.now())
  await retireKeys(acting)
  assert.equal(await count(), 1)
  assert.ok(
    api.stripe.requests.some(({ method, path }) => method === 'DELETE' && path.startsWith('/v1/webhook_endpoints/')),
  )
})

test('the same key again changes nothing', async () => {
  const dealer = await api.dealer('provider')
  const key = api.stripe.account('live')
  const first = await save(dealer, key)
  const before = api.stripe.requests.length
  assert.equal((await save(dealer, key)).text, first.text)
  assert.equal(api.stripe.requests.length, before)
})
