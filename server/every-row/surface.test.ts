/** What browsers, robots and unusual programs meet: pages for people, compressed answers, odd methods, the listeners. */
import assert from 'node:assert/strict'
import { request as ask, type IncomingMessage } from 'node:http'
import { suite, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { listenInternally } from '#entry/http/scopes/internal.ts'
import { openApi, type TestApi } from '#testing/api.ts'
import { assertError } from '#testing/checks/every-answer.ts'
import { freePort } from '#testing/ports.ts'

const api = await openApi({ WAYMARK_SECURITY_CONTACT: 'https://example.com/report' })
const dealer = await api.dealer()
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

suite('a person who opens a wrong address', () => {
  for (const path of ['/nothing', '/console/nothing', '/client/nothing', '/operator/nothing', '/provider/nothing']) {
    test(`${path} shows a page with links, a program still gets JSON`, async () => {
      const shown = await api.ask('GET', path, undefined, browser)
      const told = await api.ask('GET', path)
      assert.equal(shown.status, told.status)
      assert.equal(shown.headers['content-type'], 'text/html; charset=utf-8')
      for (const way of ['href="/"', 'href="/login"', 'href="/console"'])
        assert.ok(shown.text.includes(way), shown.text)
      assert.match(shown.headers['content-security-policy'] ?? '', /^default-src 'none'; style-src 'sha256-/)
      assertError(told)
    })
  }

  test('is answered in German if that is the browser’s language', async () => {
    const { text } = await api.ask('GET', '/nothing', undefined, { ...browser, 'accept-language': 'de-DE,de;q=0.9' })
    assert.match(text, /<html lang="de">[\s\S]*Seite nicht gefunden/)
  })

  test('a program with a token gets the error body, even if its library accepts HTML', async () => {
    const headers = [
      ['x-accesstoken', dealer.token],
      ['authorization', `Bearer ${dealer.token}`],
    ] as const
    for (const [name, value] of headers) {
      assertError(
        await api.ask('GET', '/provider/accounts/1', undefined, { ...browser, [name]: value }),
        404,
        'NOT_FOUND',
      )
    }
  })

  test('another refusal gives its reason, with nothing of the request in it', async () => {
    const { status, text } = await api.ask('GET', '/client/me?<script>', undefined, browser)
    assert.equal(status, 401)
    assert.match(text, /Sign in first\./)
    assert.doesNotMatch(text, /<script/)
  })
})

suite('answers are compressed for clients that accept it', () => {
  const ask = (url: string, coding: string, headers: Record<string, string> = {}) =>
    api.app.inject({ method: 'GET', url, headers: { 'accept-encoding': coding, ...headers } })
  const plain = async (url: string) => (await api.app.inject({ method: 'GET', url })).body

  test('JSON of more than a kilobyte, by brotli before gzip', async () => {
    const url = '/openapi/provider.json'
    const whole = await plain(url)
    for (const [coding, chosen, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, GZIP;q=0.5', 'gzip', gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await ask(url, coding)
      assert.equal(headers['content-encoding'], chosen)
      assert.equal(headers.vary, 'accept-encoding')
      assert.ok(rawPayload.length < whole.length / 5)
      assert.equal(unpack(rawPayload).toString(), whole)
    }
  })

  test('a list that is streamed too', async () => {
    const token = { 'x-accesstoken': dealer.token }
    const url = '/client/hardware/devices'
    const whole = (await api.app.inject({ method: 'GET', url, headers: token })).body
    const { headers, rawPayload } = await ask(url, 'gzip', token)
    assert.equal(headers['content-encoding'], 'gzip')
    assert.equal(gunzipSync(rawPayload).toString(), whole)
  })

  test('nothing short, nothing for others, and a HEAD has no body', async () => {
    for (const [url, coding] of [
      ['/healthz', 'br'],
      ['/openapi/provider.json', 'identity'],
      ['/openapi/provider.json', 'br;q=0, gzip;q=0.0'],
      ['/openapi/provider.json', '*'],
    ] as const) {
      assert.equal((await ask(url, coding)).headers['content-encoding'], undefined, `${url} ${coding}`)
    }
    const head = await api.app.inject({
      method: 'HEAD',
      url: '/openapi/provider.json',
      headers: { 'accept-encoding': 'br' },
    })
    assert.deepEqual([head.headers['content-encoding'], head.body], [undefined, ''])
  })
})

test('a compressed body is refused and never stored as it is', async () => {
  const send = (coding: string, body: string | Buffer, url = '/company') =>
    dealer.ask('PATCH', url, body, { 'content-type': 'application/json', 'content-encoding': coding })
  for (const coding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, identity', 'nonsense']) {
    assertError(await send(coding, '{"name":"Any"}'), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assertError(await send(coding, gzipSync('{"name":"Any"}')), 415, 'UNSUPPORTED_MEDIA_TYPE')
  }
  const headers = { 'content-encoding': 'gzip', authorization: 'Bearer x' }
  assertError(await api.ask('POST', '/intake/x', gzipSync('{}'), headers), 415, 'UNSUPPORTED_MEDIA_TYPE')
  assert.equal((await send('identity', '{"name":"Any"}')).status, 200)
})

test('the files that robots, browsers and security researchers look for exist', async () => {
  const robots = await api.ask('GET', '/robots.txt')
  assert.deepEqual([robots.status, robots.text], [200, 'User-agent: *\nDisallow: /\n'])
  const icon = await api.ask('GET', '/favicon.ico')
  assert.deepEqual([icon.status, icon.headers['content-type']], [200, 'image/svg+xml'])
  const { status, text } = await api.ask('GET', '/.well-known/security.txt')
  assert.equal(status, 200)
  assert.match(text, /^Contact: https:\/\/example\.com\/report\nExpires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n/)
})

const portOf = async ({ app }: TestApi) => Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)

const answered = (port: number, method: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const asked = ask({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer))
    })
    asked.once('error', reject).end()
  })

suite('a method that no path accepts', () => {
  test('is 405 with the available ones', async () => {
    const port = await portOf(api)
    for (const method of ['QUERY', 'PROPFIND', 'SEARCH', 'PURGE', 'MKCOL']) {
      for (const path of ['/provider/accounts', '/healthz', '/client/units']) {
        const answer = await answered(port, method, path, { 'x-accesstoken': dealer.token })
        assert.equal(answer.statusCode, 405, `${method} ${path}`)
        assert.match(answer.headers.allow ?? '', /GET/)
      }
    }
  })
})

test('with their own port, metrics and operator answer there and nowhere else', async () => {
  const internalPort = await freePort()
  const other = await openApi({ WAYMARK_INTERNAL_PORT: String(internalPort) })
  const port = await portOf(other)
  const listener = await listenInternally(other.app, other.ctx.config)
  assert.ok(listener)
  try {
    const statusOf = async (at: number, path: string) => (await answered(at, 'GET', path)).statusCode
    for (const path of ['/metrics', '/operator', '/operator/me', '/%6fperator/me']) {
      assert.equal(await statusOf(port, path), 404, path)
      assert.notEqual(await statusOf(internalPort, path), 404, path)
    }
    assert.equal(await statusOf(internalPort, '/metrics'), 200)
    assert.equal(await statusOf(internalPort, '/operator/me'), 401)
    for (const at of [port, internalPort]) assert.equal(await statusOf(at, '/healthz'), 200)
  } finally {
    await listener.close()
  }
})

test('without it they answer on the public port', async () => {
  assert.equal(await listenInternally(api.app, api.ctx.config), undefined)
  assert.equal((await api.ask('GET', '/metrics')).status, 200)
})
