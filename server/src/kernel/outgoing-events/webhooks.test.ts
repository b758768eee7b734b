/** Webhooks as a dealer sets them up. delivery.test.ts covers how events reach them. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, openApi } from '#testing/api.ts'
import { aManagedAccount } from '#testing/builders.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { assertError } from '#testing/checks/every-answer.ts'
import { dialectNames } from '../api/dialects.ts'
import { countEvents } from './actions.ts'

const api = await openApi()
const url = 'https://hook.example/waymark'
const dataOf = ({ body }: Answer) => body.data ?? body

suite('a webhook', () => {
  for (const dialect of dialectNames) {
    test(`in ${dialect} is created, read, changed and deleted`, async () => {
      const dealer = await api.dealer(dialect)
      const made = await dealer.ask('POST', '/webhooks', { url })
      assert.equal(made.status, dialect === 'partner' ? 201 : 200)
      assert.equal(dialect === 'partner', 'data' in made.body)
      const { secret, ...webhook } = dataOf(made)
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
      assert.deepEqual(webhook, {
        id: webhook.id,
        url,
        description: '',
        types: null,
        enabled: true,
        disabled_reason: null,
        previous_secret_until: null,
        created_at: now,
        updated_at: now,
      })
      assert.deepEqual(dataOf(await dealer.ask('GET', `/webhooks/${webhook.id}`)), webhook)
      assert.deepEqual(dataOf(await dealer.ask('GET', '/webhooks')), [webhook])
      const change = { url: `${url}/2`, description: 'Ours', types: ['bill.paid', 'bill.paid'], enabled: false }
      const changed = dataOf(await dealer.ask('PATCH', `/webhooks/${webhook.id}`, change))
      assert.deepEqual(changed, { ...webhook, ...change, types: ['bill.paid'] })
      assert.deepEqual(dataOf(await dealer.ask('PATCH', `/webhooks/${webhook.id}`, {})), changed)
      assert.equal(dataOf(await dealer.ask('DELETE', `/webhooks/${webhook.id}`)), webhook.id)
      assertError(await dealer.ask('GET', `/webhooks/${webhook.id}`), 404, 'NOT_FOUND')
    })
  }

  test('belongs to the dealer, whichever dialect made it', async () => {
    const provider = await api.dealer('provider')
    const partner = await api.tokenOf(provider.dealer, 'partner')
    const { id } = dataOf(await provider.ask('POST', '/webhooks', { url }))
    assert.equal(dataOf(await partner.ask('GET', `/webhooks/${id}`)).id, id)
  })

  test('is one of twenty at most, even with concurrent requests', async () => {
    const dealer = await api.dealer()
    const answers = await Promise.all(Array.from({ length: 24 }, () => dealer.ask('POST', '/webhooks', { url })))
    assert.equal(answers.filter(({ status }) => status === 200).length, 20)
    assertError(answers.find(({ status }) => status !== 200) as Answer, 409, 'CONFLICT')
    assert.equal((await dealer.ask('GET', '/webhooks')).body.length, 20)
  })
})

suite('an address that may not be called is refused', () => {
  const wrong = [
    'http://hook.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://hook.example:22/',
    'https://me:secret@hook.example/',
    'https://hook.example/#a',
    'ftp://hook.example/',
    'hook.example',
    'x',
  ]
  for (const one of wrong) {
    test(one, async () => {
      const dealer = await api.dealer()
      const { id } = dataOf(await dealer.ask('POST', '/webhooks', { url }))
      const before = await digestOf(api.ctx.db)
      for (const [method, path] of [
        ['POST', '/webhooks'],
        ['PATCH', `/webhooks/${id}`],
      ] as const) {
        const answer = await dealer.ask(method, path, { url: one })
        assertError(answer, 400, 'FAILED_VALIDATION')
        assert.equal(answer.body.errors[0].field, 'url')
      }
      assert.equal(await digestOf(api.ctx.db), before)
    })
  }

  test('unless the operator has allowed the network', async () => {
    const open = await openApi({ WAYMARK_OUTBOUND_ALLOW: '127.0.0.0/8' })
    const dealer = await open.dealer()
    assert.equal((await dealer.ask('POST', '/webhooks', { url: 'http://127.0.0.1:9999/hook' })).status, 200)
    assertError(await dealer.ask('POST', '/webhooks', { url: 'http://10.0.0.1/' }), 400, 'FAILED_VALIDATION')
  })
})

suite('other wrong bodies', () => {
  const wrong: readonly [what: string, body: object, code: string, field: string][] = [
    ['no address', {}, 'INVALID_PAYLOAD', 'url'],
    ['an unknown type', { url, types: ['unit.gone'] }, 'FAILED_VALIDATION', 'types'],
    ['no types at all', { url, types: [] }, 'FAILED_VALIDATION', 'types'],
    ['a secret of its own', { url, secret: 'whsec_AAAA' }, 'INVALID_PAYLOAD', 'secret'],
    ['a switch that is none', { url, enabled: 'yes' }, 'INVALID_PAYLOAD', 'enabled'],
    ['a long description', { url, description: 'x'.repeat(101) }, 'FAILED_VALIDATION', 'description'],
  ]
  for (const [what, body, code, field] of wrong) {
    test(what, async () => {
      const answer = await (await api.dealer()).ask('POST', '/webhooks', body)
      assertError(answer, 400, code)
      assert.equal(answer.body.errors[0].field, field)
    })
  }
})

suite('the secret', () => {
  /** Every row of every table as text, to look for what should not be there. */
  async function dump(): Promise<string> {
    const tables = await api.ctx.db.introspection.getTables()
    const texts = await Promise.all(
      tables.map(({ name }) =>
        sql<{ text: string }>`select coalesce(string_agg(t::text, ' '), '') as text from ${sql.table(name)} t`.execute(
          api.ctx.db,
        ),
      ),
    )
    return texts.map(({ rows }) => rows[0]?.text).join('\n')
  }

  test('is returned to the same request again, is nowhere in the database, and opens in its own row only', async () => {
    const dealer = await api.dealer()
    const key = { 'idempotency-key': 'make-one' }
    const [first, second] = [
      await dealer.ask('POST', '/webhooks', { url }, key),
      await dealer.ask('POST', '/webhooks', { url }, key),
    ]
    assert.equal(second.headers['idempotent-replayed'], 'true')
    assert.deepEqual(second.body, first.body)
    const { id, secret } = first.body
    const rotation = { 'idempotency-key': 'rotate-once' }
    const rotated = await dealer.ask('POST', `/webhooks/${id}/rotate-secret`, undefined, rotation)
    const again = await dealer.ask('POST', `/webhooks/${id}/rotate-secret`, undefined, rotation)
    assert.deepEqual(again.body, rotated.body)
    assert.equal((await dealer.ask('GET', '/webhooks')).body.length, 1)
    const text = await dump()
    for (const one of [secret, rotated.body.secret]) {
      const bytes = Buffer.from(one.slice(6), 'base64')
      for (const form of [one, one.slice(6), bytes.toString('hex')]) assert.ok(!text.includes(form))
    }
    const { secretSealed } = await api.ctx.db
      .selectFrom('webhooks')
      .select('secretSealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.throws(() => api.ctx.vault.open(secretSealed, 'webhooks.secret:another'))
  })

  test('of a rotation is new, and the old one has three more days', async () => {
    const dealer = await api.dealer()
    const made = (await dealer.ask('POST', '/webhooks', { url })).body
    const rotated = (await dealer.ask('POST', `/webhooks/${made.id}/rotate-secret`)).body
    assert.notEqual(rotated.secret, made.secret)
    const until = Math.floor(api.ctx.clock.now().getTime() / 1000) + 72 * 3600
    assert.equal(rotated.previous_secret_until, until)
  })
})

suite('what needs an enabled webhook', () => {
  for (const [what, path, body] of [
    ['a test', 'test', undefined],
    ['a replay', 'replay', { after: 0 }],
  ] as const) {
    test(what, async () => {
      const dealer = await api.dealer()
      const { id } = (await dealer.ask('POST', '/webhooks', { url, enabled: false })).body
      assertError(await dealer.ask('POST', `/webhooks/${id}/${path}`, body), 409, 'CONFLICT')
    })
  }
})

test('a replay is from an event or from a time, and says how many events there are', async () => {
  const dealer = await api.dealer()
  const { id } = (await dealer.ask('POST', '/webhooks', { url, types: ['account.created'] })).body
  const path = `/webhooks/${id}/replay`
  for (let n = 0; n < 3; n++) {
    await aManagedAccount(dealer)
    api.ctx.clock.advance(60)
  }
  await countEvents(api.ctx, dealer.dealer)
  const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
  assert.deepEqual((await dealer.ask('POST', path, { after: 0 })).body, { events: 3 })
  assert.deepEqual((await dealer.ask('POST', path, { after: 2 })).body, { events: 1 })
  assert.deepEqual((await dealer.ask('POST', path, { since: now - 120 })).body, { events: 2 })
  assert.deepEqual((await dealer.ask('POST', path, { since: now })).body, { events: 0 })
  assertError(await dealer.ask('POST', path, {}), 400, 'FAILED_VALIDATION')
  assertError(await dealer.ask('POST', path, { after: 0, since: now }), 400, 'FAILED_VALIDATION')
  assertError(await dealer.ask('POST', path, { since: now * 1000 }), 400, 'FAILED_VALIDATION')
})

test('a test is an event of its own, for this webhook alone', async () => {
  const dealer = await api.dealer()
  const { id } = (await dealer.ask('POST', '/webhooks', { url, types: ['bill.paid'] })).body
  await dealer.ask('POST', '/webhooks', { url })
  const event = (await dealer.ask('POST', `/webhooks/${id}/test`)).body
  assert.deepEqual([event.type, event.account_id, event.data], ['webhook.test', null, { webhook_id: id }])
  const lanes = await api.ctx.db
    .selectFrom('webhookLanes')
    .innerJoin('webhooks', 'webhooks.id', 'webhookLanes.webhookId')
    .select(['webhookId', 'accountId', 'head'])
    .where('dealerId', '=', dealer.dealer)
    .execute()
  assert.deepEqual(lanes, [{ webhookId: id, accountId: 0, head: event.id }])
})
