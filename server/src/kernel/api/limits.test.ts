import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { assertError, assertHeaders } from '#testing/checks/every-answer.ts'
import { rateLimiter } from './limits.ts'

suite('a bucket', () => {
  const at = (perMinute: number) => {
    let now = 0
    const allow = rateLimiter(perMinute, () => now)
    return {
      allow,
      wait: (ms: number) => {
        now += ms
      },
    }
  }

  test('allows a minute’s worth at once, then one for every drop', () => {
    const { allow, wait } = at(60)
    for (let index = 0; index < 60; index++) assert.equal(allow('a').isAllowed, true)
    assert.deepEqual(allow('a'), { isAllowed: false, limit: 60, remaining: 0, resetSeconds: 1 })
    wait(1_000)
    assert.equal(allow('a').isAllowed, true)
    assert.equal(allow('a').isAllowed, false)
  })

  test('never holds more than a minute’s worth, however long it was unused', () => {
    const { allow, wait } = at(3)
    wait(3_600_000)
    assert.deepEqual(
      Array.from({ length: 5 }, () => allow('a').isAllowed),
      [true, true, true, false, false],
    )
  })

  test('says how many are left and when it is full again', () => {
    const { allow } = at(60)
    assert.deepEqual(allow('a'), { isAllowed: true, limit: 60, remaining: 59, resetSeconds: 1 })
    assert.deepEqual(allow('a'), { isAllowed: true, limit: 60, remaining: 58, resetSeconds: 2 })
  })

  test('is separate for each key', () => {
    const { allow } = at(1)
    assert.equal(allow('a').isAllowed, true)
    assert.equal(allow('b').isAllowed, true)
    assert.equal(allow('a').isAllowed, false)
  })

  test('is forgotten before there are too many, the one that has rested longest first', () => {
    const { allow } = at(1)
    allow('busy')
    for (let index = 0; index < 49_999; index++) allow(`key ${index}`)
    assert.equal(allow('busy').isAllowed, false)
    for (const index of [49_999, 50_000]) allow(`key ${index}`)
    assert.equal(allow('busy').isAllowed, false)
    assert.equal(allow('key 50000').isAllowed, false)
    assert.equal(allow('key 0').isAllowed, true)
  })
})

test('a token with too many requests gets a time to retry, and others are not affected', async () => {
  const api = await openApi({ WAYMARK_RATE_LIMIT: '3' })
  const busy = await api.dealer('provider')
  const calm = await api.dealer('partner')
  for (const remaining of ['2', '1', '0']) {
    const answer = await busy.ask('GET', '/company')
    assert.equal(answer.status, 200)
    assert.equal(String(answer.headers['ratelimit-remaining']), remaining)
    assert.equal(String(answer.headers['ratelimit-limit']), '3')
  }
  for (const [method, path] of [
    ['GET', '/company'],
    ['POST', '/accounts'],
    ['DELETE', '/nothing'],
  ] as const) {
    const answer = await busy.ask(method, path)
    assertError(answer, 429, 'REQUESTS_EXCEEDED')
    assertHeaders(answer)
    assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/)
    assert.equal(answer.headers['retry-after'], answer.headers['ratelimit-reset'])
  }
  assert.equal((await calm.ask('GET', '/company')).status, 200)
})

test('the addresses of a household with IPv6 count as one', async () => {
  const { app } = await openApi({ WAYMARK_RATE_LIMIT_ADDRESS: '2' })
  const ask = async (remoteAddress: string) =>
    (await app.inject({ url: '/openapi/provider.json', remoteAddress })).statusCode
  assert.deepEqual([await ask('2001:db8::1'), await ask('2001:db8::2'), await ask('2001:db8::3')], [200, 200, 429])
  assert.deepEqual(
    [await ask('2001:db8:0:1::1'), await ask('192.0.2.1'), await ask('::ffff:192.0.2.1')],
    [200, 200, 200],
  )
  assert.equal(await ask('192.0.2.1'), 429)
})

test('an address with too many requests is refused before anything else, with or without a token', async () => {
  const api = await openApi({ WAYMARK_RATE_LIMIT_ADDRESS: '4' })
  const dealer = await api.dealer('provider')
  for (const [path, status] of [
    ['/provider/company', 401],
    ['/nothing', 404],
    ['/openapi/provider.json', 200],
    ['/provider/%zz', 404],
  ] as const) {
    assert.equal((await api.ask('GET', path)).status, status)
  }
  assertError(await dealer.ask('GET', '/company'), 429, 'REQUESTS_EXCEEDED')
  assertError(await api.ask('GET', '/provider/%zz'), 429, 'REQUESTS_EXCEEDED')
  for (const path of ['/healthz', '/readyz', '/metrics']) assert.equal((await api.ask('GET', path)).status, 200)
})
