import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, suite, test } from 'node:test'
import { parseConfig } from '#kernel/config/config.ts'
import { release } from '#kernel/runtime/version.ts'
import { isNewer, readVersion } from './releases.ts'

let answer: { status: number; body: string } = { status: 200, body: '' }
let asked = 0
const server = createServer((_request, response) => {
  asked += 1
  response.writeHead(answer.status, { location: '/latest' }).end(answer.body)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
after(() => server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
let paths = 0
const read = (url = `${origin}/${++paths}`) => readVersion({ config: parseConfig({ WAYMARK_RELEASES_URL: url }) })
const page = 'https://code.example/waymark/releases/9.0.0'

test('nothing is requested unless the operator sets an address', async () => {
  assert.deepEqual(await readVersion({ config: parseConfig({}) }), { version: release(), check: 'off', newer: null })
  assert.equal(asked, 0)
})

test('a newer release is shown with its page, and requested once', async () => {
  answer = { status: 200, body: JSON.stringify({ tag_name: 'v9.0.0', html_url: page }) }
  const url = `${origin}/latest`
  const expected = { version: release(), check: 'done', newer: { version: '9.0.0', url: page } }
  assert.deepEqual(await read(url), expected)
  assert.deepEqual(await read(url), expected)
  assert.equal(asked, 1)
})

test('the current release or an older one is not reported', async () => {
  for (const tag_name of [release(), `v${release()}`, '0.0.9']) {
    answer = { status: 200, body: JSON.stringify({ tag_name, _links: { self: page } }) }
    assert.deepEqual(await read(), { version: release(), check: 'done', newer: null })
  }
})

suite('any other answer is a failed check', () => {
  for (const [status, body] of [
    [404, '{}'],
    [200, '<html>'],
    [200, '[]'],
    [200, 'null'],
    [302, ''],
    [200, `{"tag_name":"9.0.0","html_url":"https://code.example/","body":"${'x'.repeat(1_000_001)}"}`],
    [200, JSON.stringify({ tag_name: 'latest', html_url: page })],
    [200, JSON.stringify({ tag_name: '9.0.0-beta.1', html_url: page })],
    [200, JSON.stringify({ tag_name: '9.0.0', html_url: 'javascript:alert(1)' })],
  ] as const) {
    test(`${status} ${body.slice(0, 80)}`, async () => {
      answer = { status, body }
      assert.deepEqual(await read(), { version: release(), check: 'failed', newer: null })
    })
  }
  test('an unreachable server', async () => {
    assert.equal((await read('http://127.0.0.1:9/')).check, 'failed')
  })
})

test('versions are compared by their numbers', () => {
  assert.deepEqual(
    [isNewer('0.10.0', '0.9.9'), isNewer('1.0', '0.9.9'), isNewer('1.0', '1.0.1'), isNewer('1.0.0.1', '1.0.0')],
    [true, true, false, true],
  )
})
