/** Invalid queries and headers: each is a 4xx or ignored. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { type Answer, openApi } from '#testing/api.ts'
import { newUser } from '#testing/builders.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { assertError, assertHeaders } from '#testing/checks/every-answer.ts'
import { type Row, rows, urlOf } from '#testing/checks/rows.ts'
import { type Shape, typesOf } from '#testing/checks/slots.ts'
import { keptSamples } from '#testing/recipes.ts'
import { aWorld, type World } from '#testing/world.ts'

const api = await openApi()
const worlds = {} as Record<DialectName, World>
before(async () => {
  for (const dialect of dialectNames) worlds[dialect] = await aWorld(api, await api.dealer(dialect))
})

const unused = keptSamples()

type Send = (queryString: string, headers?: Record<string, string>) => Promise<Answer>

/** For each row: a way to append any query string to a valid request; afterwards nothing may have changed. */
function forEachRow(list: readonly Row[], work: (send: Send, row: Row) => Promise<void>): void {
  for (const row of list) {
    test(row.name, async () => {
      const { caller } = worlds[row.dialect]
      const [sample] = await unused(row, worlds[row.dialect])
      const url = urlOf(row, sample)
      const before = await digestOf(api.ctx.db)
      const send: Send = (queryString, headers = {}) =>
        api.ask(row.route.method, `${url}${url.includes('?') ? '&' : '?'}${queryString}`, sample.body, {
          'x-accesstoken': caller.token,
          ...headers,
        })
      await work(send, row)
      assert.equal(await digestOf(api.ctx.db), before)
    })
  }
}

suite('a query string that makes no sense is refused', () => {
  const nonsense = [
    ...['%', '%zz', '%00', '%00=1', 'a%00b=1', 'a=%00', 'x=%', '=x', '==', 'a[b]=1', 'a[]=1', '%F0%28%8C%28=1'],
    ...['%ED%A0%80=1', '__proto__[x]=1', 'constructor.prototype=1', '%5f%5fproto%5f%5f=1', 'x;y=1', '\u00e9=1'],
    ...['a'.repeat(8_000), Array.from({ length: 200 }, (_, index) => `k${index}`).join('&')],
  ]
  forEachRow(rows, async (send) => {
    for (const queryString of nonsense) assertError(await send(queryString), 400, 'INVALID_QUERY')
  })
})

test('ten thousand parameters are refused briefly', async () => {
  const query = Array.from({ length: 10_000 }, (_, index) => `k${index}=1`).join('&')
  for (const path of ['/company', '/accounts']) {
    const answer = await worlds.provider.caller.ask('GET', `${path}?${query}`)
    assertError(answer, 400, 'INVALID_QUERY')
    assert.ok(answer.text.length < 64 * 1024)
  }
})

const badTexts = ['%00', 'a%00', '%00true']
const badEncodings = ['%', '%4', '%zz', '%ED%A0%80', '%F0%28%8C%28', '%C0%80', '%FF', '%E2%82']
const badNumbers = ['', 'x', '1.5', '-1', '0', '1e3', 'NaN', 'Infinity', '0x10', '%201', '1%20', '+1', '١']
const badBooleans = ['', '1', '0', 'yes', 'True', 'TRUE', 'null', 'true%20', '+false']

suite('a parameter with a broken value is refused by name', () => {
  forEachRow(
    rows.filter(({ route }) => route.query),
    async (send, row) => {
      for (const [name, shape] of Object.entries(row.route.query?.properties as Record<string, Shape>)) {
        const types = typesOf(shape)
        const bad = types.includes('boolean') ? badBooleans : types.includes('integer') ? badNumbers : badTexts
        for (const value of bad.filter((one) => one !== '0' || shape.minimum !== 0)) {
          const answer = await send(`${name}=${value}`)
          assertError(answer, 400)
          assert.ok(['INVALID_QUERY', 'FAILED_VALIDATION'].includes(answer.body.errors[0].code), answer.text)
          assert.equal(answer.body.errors[0].field, name, `${name}=${value}: ${answer.text}`)
        }
        for (const value of [...badEncodings, `true&${name}=true`]) {
          assertError(await send(`${name}=${value}`), 400, 'INVALID_QUERY')
        }
      }
    },
  )
})

suite('a list refuses a cursor, sort or field that it did not offer', () => {
  const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const uuid = '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30'
  const ids = [1, uuid, 0, -1, 1.5, 2 ** 53, 1e300, '', 'x', null, true, [], {}, `${uuid}'`, 'x\0', '\ud800']
  const values = [...ids, '2026-01-01T00:00:00.000Z', 'now', 'infinity', '99999-01-01', "'; drop table units; --"]
  forEachRow(
    rows.filter(({ reply }) => reply.isList),
    async (send, row) => {
      const fields = Object.keys((row.reply.shape as { properties?: object }).properties ?? {})
      const cursors = ['', 'x', '%25', 'bnVsbA', forged(), forged('id'), forged('id', 1), forged('nothing', 1, 1)]
      for (const cursor of [...cursors, 'A'.repeat(4_000)]) {
        assertError(await send(`cursor=${cursor}`), 400, 'INVALID_QUERY')
      }
      const offered: string[] = []
      for (const sort of fields) {
        const answer = await send(`sort=${sort}&limit=1`)
        if (answer.status === 200) offered.push(sort)
        else assertError(answer, 400, 'INVALID_QUERY')
      }
      assert.ok(offered.includes('id'))
      // The contents of a cursor are checked before dialects matter.
      for (const sort of row.dialect === 'provider' ? offered : []) {
        const pairs = values.flatMap((value) => [uuid, 1].map((id) => [value, id]))
        for (const [value, id] of [...pairs, ...ids.flatMap((id) => ['x', 1].map((value) => [value, id]))]) {
          const answer = await send(`sort=${sort}&cursor=${forged(sort, value, id)}`)
          // One that could have been ours is accepted like ours.
          if (answer.status !== 200) assertError(answer, 400, 'INVALID_QUERY')
        }
      }
      for (const sort of ['', '-', '--id', '+id', 'ID', 'id,title', 'id desc', 'id;', '(select 1)', 'constructor']) {
        assertError(await send(`sort=${encodeURIComponent(sort)}`), 400, 'INVALID_QUERY')
      }
      for (const name of ['', ',', 'id,', 'ID', 'id,nothing', '*', '__proto__', 'dealer_id', 'login_key_hash']) {
        assertError(await send(`fields=${name}`), 400, 'INVALID_QUERY')
      }
      for (const limit of ['0', '1001', '-1', '1.5', '9007199254740993', '1e1', 'all']) {
        assertError(await send(`limit=${limit}`), 400, 'INVALID_QUERY')
      }
      for (const list of [',', '1,', ',1', '1,,2', 'x', '1;2', '[1]', '1.5', '0', '-1', '9007199254740993', '%00']) {
        assertError(await send(`ids=${list}`), 400, 'INVALID_QUERY')
      }
    },
  )
})

test('a search term matches only literally', async () => {
  const { caller } = worlds.provider
  const found = async (q: string) => {
    const answer = await caller.ask('GET', `/accounts?q=${encodeURIComponent(q)}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  for (const q of ['%', '_', '\\', '%%', "'", '"', '--', '\\%', '(', '[a-z]', '{{7*7}}', '\u202e', '😀']) {
    assert.deepEqual(await found(q), [], q)
  }
  // A capital I with a dot is an i in any case, and finds what an i finds.
  assert.deepEqual(await found('\u0130'), await found('i'))
  assert.ok((await found('i')).length > 0)
})

suite('a request id of the caller is kept if it is harmless and replaced if it is not', () => {
  const ask = (id: string) => worlds.provider.caller.ask('GET', '/company', undefined, { 'x-request-id': id })
  for (const id of ['1', 'a.b-c_d', 'x'.repeat(64)]) {
    test(`kept: ${id}`, async () => assert.equal((await ask(id)).headers['x-request-id'], id))
  }
  for (const id of ['', ' ', 'x'.repeat(65), 'a b', 'a,b', '<script>', 'é', '../x', '{"a":1}']) {
    test(`replaced: ${id}`, async () => {
      const answer = await ask(id)
      assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/)
      assertHeaders(answer)
    })
  }
})

suite('odd headers change nothing', () => {
  const odd: readonly Record<string, string>[] = [
    { accept: 'text/html' },
    { accept: 'nonsense;;;' },
    { 'accept-encoding': 'identity;q=0, *;q=0' },
    { 'if-none-match': '*' },
    { 'if-modified-since': 'yesterday' },
    { range: 'bytes=0-0' },
    { origin: 'https://evil.example' },
    { cookie: '__proto__=1; a=b; ;;=' },
    { host: 'evil.example' },
    { host: '' },
    { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-original-url': '/healthz' },
    { __proto__: 'x' },
    { 'accept-version': '9.9.9' },
  ]
  for (const headers of odd) {
    test(JSON.stringify(headers), async () => {
      const { caller, account } = worlds.provider
      const answer = await caller.ask('GET', `/accounts/${account}`, undefined, headers)
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.body.id, account)
      assert.equal(answer.headers['access-control-allow-origin'], undefined)
      assertHeaders(answer)
    })
  }
})

suite('an Idempotency-Key is 1 to 255 characters', () => {
  const post = (key: string) =>
    worlds.provider.caller.ask('POST', '/accounts', { reg_apps: [], user: newUser() }, { 'idempotency-key': key })
  test('an empty or endless one is refused', async () => {
    for (const key of ['', 'x'.repeat(256), 'x'.repeat(5_000)]) assertError(await post(key), 400, 'INVALID_PAYLOAD')
  })
  test('any other is accepted unchanged', async () => {
    for (const key of ['x', 'x'.repeat(255), 'é', "'; --", '__proto__', '{}']) {
      assertError(await post(key), 400, 'FAILED_VALIDATION')
    }
  })
})

test('an address cannot hide behind a header from the audit log', async () => {
  const { caller, user } = worlds.provider
  await caller.ask('PATCH', `/users/${user}`, { lang: 'en' }, { 'x-forwarded-for': '203.0.113.7' })
  const entry = await api.ctx.db.selectFrom('audit').select('address').orderBy('id', 'desc').executeTakeFirstOrThrow()
  assert.equal(entry.address, '127.0.0.1')
})
