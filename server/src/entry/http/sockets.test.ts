/** What only shows on a real socket: bytes that are not HTTP, partial requests, smuggling, callers that disconnect. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { fresh } from '#testing/builders.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { aClient, type Client } from '#testing/people/client.ts'
import { aPersonOf } from '#testing/people/people.ts'
import { aPerson } from '#testing/people/staff.ts'
import { until } from '#testing/until.ts'
import { aWorld, type World } from '#testing/world.ts'
import { bodyBytesMax } from './body.ts'

const api = await openApi()
let world: World
let port: number
const open = new Set<Socket>()

before(async () => {
  world = await aWorld(api, await api.dealer('provider'))
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  port = (api.app.server.address() as AddressInfo).port
})
after(() => {
  for (const socket of open) socket.destroy()
})

async function dial(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  open.add(socket)
  // These tests provoke a server that disconnects while we still send.
  socket.on('error', () => {}).on('close', () => open.delete(socket))
  await once(socket, 'connect')
  return socket
}

/** Sends bytes and reads everything until the server disconnects. */
async function say(bytes: string | Buffer): Promise<string> {
  const socket = await dial()
  let heard = ''
  socket.setEncoding('latin1').on('data', (text) => {
    heard += text
  })
  const closed = once(socket, 'close')
  socket.write(bytes)
  await closed
  return heard
}

const head = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', `X-AccessToken: ${world.caller.token}`, ...headers, '', ''].join('\r\n')
const bye = 'Connection: close'
const company = (...headers: string[]) => head('GET', '/provider/company', ...headers)
const rename = (...headers: string[]) =>
  head('PATCH', '/provider/company', 'Content-Type: application/json', ...headers)

const aToken = () => ({
  ...{ name: 'Another', dialect: 'provider', level: 'full' },
  expires_at: seconds(api.ctx.clock.now()) + 3600,
})
const aGuest = () => ({ email: `${fresh('guest')}@example.com`, role: 'owner' })
/** A client whose plan is for several people. */
async function aFamily(): Promise<Client> {
  const client = await aClient(api, world.caller)
  const end = new Date(api.ctx.clock.now().getTime() + 86_400_000)
  await giveSubscription(api.ctx, client.account.id, 'premium', end)
  return client
}
const anOwner = () => aPerson(api, world.caller.dealer, 'owner')

const statusesIn = (heard: string): number[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

async function assertAlive(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/provider/company`, {
    headers: { 'x-accesstoken': world.caller.token },
  })
  assert.equal(answer.status, 200)
  await answer.arrayBuffer()
  assert.deepEqual(api.failures, [])
}

/** A complete 400 answer, and then the end. */
function assertUnreadable(heard: string): void {
  assert.deepEqual(statusesIn(heard), [400], heard)
  const [headers = '', body = ''] = heard.split('\r\n\r\n')
  const { errors, request_id } = JSON.parse(body)
  assert.deepEqual(errors, [{ code: 'INVALID_PAYLOAD', message: 'The request could not be parsed.' }])
  assert.match(headers, new RegExp(`^x-request-id: ${request_id}$`, 'im'))
  assert.match(headers, /^x-content-type-options: nosniff$/im)
  assert.match(headers, /^connection: close$/im)
}

suite('bytes that are not a request get an answer, and the connection is closed', () => {
  const garbage: Readonly<Record<string, string | Buffer>> = {
    words: 'hello there\r\n\r\n',
    'a TLS greeting': Buffer.from('16030100a5010000a10303', 'hex'),
    NULs: Buffer.alloc(100),
    'a method without a path': 'GET\r\n\r\n',
    'a version that does not exist': 'GET / HTTP/9.9\r\n\r\n',
    'an unknown method': 'FROB / HTTP/1.1\r\nHost: x\r\n\r\n',
    'a header without a colon': 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n',
    'a space before the colon': 'GET / HTTP/1.1\r\nHost : x\r\n\r\n',
    'a NUL in a header': 'GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n',
    'a bare carriage return': 'GET / HTTP/1.1\r\nHost: x\r\nA: b\rX: y\r\n\r\n',
    'a path with a space': 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n',
    'a head of 20 KiB': `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
    'a path of 20 KiB': `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    '5,000 headers': `GET / HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(5_000)}\r\n`,
  }
  for (const [what, bytes] of Object.entries(garbage)) {
    test(what, async () => {
      assertUnreadable(await say(bytes))
      await assertAlive()
    })
  }
})

suite('an ambiguous request is refused', () => {
  const hidden = 'DELETE /provider/company HTTP/1.1\r\nHost: x\r\n\r\n'
  const bodies: Readonly<Record<string, (body: string) => string>> = {
    'a length and chunks': (body) => `${rename('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${body}`,
    'two lengths': (body) => `${rename('Content-Length: 2', 'Content-Length: 60')}{}${body}`,
    'a length that is no number': (body) => `${rename('Content-Length: 2x')}{}${body}`,
    'a length below nothing': (body) => `${rename('Content-Length: -1')}${body}`,
    'a length with a sign': (body) => `${rename('Content-Length: +2')}{}${body}`,
    'a length beyond all numbers': (body) => `${rename(`Content-Length: ${'9'.repeat(30)}`)}${body}`,
    'chunks under another name': (body) => `${rename('Transfer-Encoding: xchunked')}0\r\n\r\n${body}`,
    'chunks that are not last': (body) => `${rename('Transfer-Encoding: chunked, identity')}0\r\n\r\n${body}`,
    'chunks with a space': (body) => `${rename('Transfer-Encoding : chunked')}0\r\n\r\n${body}`,
    'a chunk of nonsense length': (body) => `${rename('Transfer-Encoding: chunked')}zz\r\n${body}`,
    'a chunk of endless length': (body) => `${rename('Transfer-Encoding: chunked')}${'f'.repeat(20)}\r\n${body}`,
  }
  for (const [what, bytesOf] of Object.entries(bodies)) {
    test(what, async () => {
      const before = await digestOf(api.ctx.db)
      const heard = await say(bytesOf(hidden))
      assert.deepEqual(statusesIn(heard), [400], heard)
      assert.equal(await digestOf(api.ctx.db), before)
      await assertAlive()
    })
  }
})

test('two requests in one packet are answered in order', async () => {
  const heard = await say(`${company()}${head('GET', '/provider/nothing', bye)}`)
  assert.deepEqual(statusesIn(heard), [200, 404])
})

test('garbage after a valid request closes the connection at once', async () => {
  const heard = await say(`${company()}\0\0nonsense\r\n\r\n`)
  assert.equal(statusesIn(heard).at(-1), 400)
  await assertAlive()
})

suite('requests that are unusual but clear', () => {
  const token = () => `X-AccessToken: ${world.caller.token}\r\n`
  const get = (target: string, version = '1.1', host = 'Host: x\r\n') =>
    `GET ${target} HTTP/${version}\r\n${host}${token()}Connection: close\r\n\r\n`
  const unusual: Readonly<Record<string, [bytes: () => string, statuses: number[]]>> = {
    'without Host': [() => get('/provider/company', '1.1', ''), [400]],
    'without Host, as in HTTP 1.0': [() => get('/provider/company', '1.0', ''), [200]],
    'with the whole address': [() => get('http://evil.example/provider/company'), [200]],
    'with dots in the path': [() => get('/provider/../healthz'), [404]],
    'with two slashes': [() => get('//provider/company'), [404]],
    'with a semicolon': [() => get('/provider/company;x=1'), [404]],
    'with a fragment': [() => get('/provider/company#x'), [400]],
    'for the server as a whole': [() => 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', [404]],
    'with an unknown expectation': [() => `${rename('Expect: wonders', 'Content-Length: 2', bye)}{}`, [200]],
    'with a body where none belongs': [() => `${company('Content-Length: 5')}hello${get('/nothing')}`, [200, 404]],
    'with a trailer that looks like a token': [
      () => `${rename('Transfer-Encoding: chunked', bye)}2\r\n{}\r\n0\r\nX-AccessToken: x\r\n\r\n`,
      [200],
    ],
  }
  for (const [what, [bytes, statuses]] of Object.entries(unusual)) {
    test(what, async () => {
      const heard = await say(bytes())
      assert.deepEqual(statusesIn(heard), statuses, heard)
      assert.equal([...heard.matchAll(/^x-request-id: /gim)].length, statuses.length)
      if (statuses[0] === 400) assert.match(heard, /"errors":\[\{"code":"INVALID_/)
    })
  }
})

test('a token given twice is not a token', async () => {
  const heard = await say(company(`X-AccessToken: ${world.caller.token}`, bye))
  assert.deepEqual(statusesIn(heard), [401])
})

test('of two content types the first counts, and the body is validated', async () => {
  const body = '{"nonsense":1}'
  const heard = await say(`${rename('Content-Type: text/plain', `Content-Length: ${body.length}`, bye)}${body}`)
  assert.deepEqual(statusesIn(heard), [400])
  assert.match(heard, /nonsense is not known here/)
})

test('a caller that asks first whether it may send is told to continue', async () => {
  const socket = await dial()
  socket.setEncoding('latin1').write(rename('Content-Length: 14', 'Expect: 100-continue', bye))
  const [first] = await once(socket, 'data')
  assert.match(first, /^HTTP\/1\.1 100/)
  const closed = once(socket, 'close')
  let heard = ''
  socket.on('data', (text) => {
    heard += text
  })
  socket.write('{"name":"Any"}')
  await closed
  assert.deepEqual(statusesIn(heard), [200])
})

test('a body announced as too large is refused before it arrives, one that grows is cut off', async () => {
  const announced = await say(rename(`Content-Length: ${bodyBytesMax + 1}`, bye))
  assert.deepEqual(statusesIn(announced), [413])
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const grown = await say(`${rename('Transfer-Encoding: chunked', bye)}${chunk.repeat(17)}0\r\n\r\n`)
  assert.deepEqual(statusesIn(grown), [413])
  await assertAlive()
})

test('a body of tiny chunks that never ends takes little more memory than its bytes', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heapBytes = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  for (const path of ['/client/sessions', '/nothing']) {
    const accepted = once(api.app.server, 'connection')
    const socket = await dial()
    const [held] = (await accepted) as [Socket]
    const before = heapBytes()
    socket.write(head('POST', path, 'Content-Type: application/json', 'Transfer-Encoding: chunked'))
    const chunks = '1\r\nx\r\n'.repeat(10_000)
    for (let time = 0; time < 50; time++) if (!socket.write(chunks)) await once(socket, 'drain')
    await until('the end of what was sent', () => held.bytesRead >= 50 * chunks.length)
    const taken = heapBytes() - before
    assert.ok(taken < 20 * 1024 ** 2, `${path} holds ${taken} bytes`)
    socket.destroy()
  }
  await assertAlive()
})

suite('access that ends while a body is held back is gone when the body comes', () => {
  interface Held {
    readonly path: string
    readonly token: string
    readonly body: object
    readonly end: () => Promise<{ status: number }>
    readonly status?: number
  }
  const holders: Readonly<Record<string, () => Promise<Held>>> = {
    'of a revoked token': async () => {
      const { id, access_token: token } = (await world.caller.ask('POST', '/tokens', aToken())).body
      const body = { email: `${fresh('new')}@example.com`, name: 'New', role: 'manager' }
      return { path: '/provider/staff', token, body, end: () => world.caller.ask('DELETE', `/tokens/${id}`) }
    },
    'of a person who is disabled': async () => {
      const [owner, gone] = [await anOwner(), await anOwner()]
      const end = () => owner.ask('PATCH', `/provider/staff/${gone.id}`, { enabled: false })
      return { path: '/provider/tokens', token: gone.token, body: aToken(), end }
    },
    'of a person who is disabled, in the console': async () => {
      const [owner, gone] = [await anOwner(), await anOwner()]
      const end = () => owner.ask('PATCH', `/provider/staff/${gone.id}`, { enabled: false })
      return { path: '/console/totp', token: gone.token, body: {}, end }
    },
    'of an operator who signs out': async () => {
      const { token, ask } = await aPerson(api, null, 'operator')
      const body = { name: 'North Tracking', dialect: 'provider' }
      return { path: '/operator/dealers', token, body, end: () => ask('DELETE', '/console/sessions/current') }
    },
    'of a client who signs out': async () => {
      const { token, ask } = await aFamily()
      const end = () => ask('DELETE', '/sessions/current')
      return { path: '/client/people/invitations', token, body: aGuest(), end }
    },
    'of a client who is an owner no more': async () => {
      const client = await aFamily()
      const { id, token } = await aPersonOf(api, client.ask, 'owner')
      const end = () => client.ask('PATCH', `/people/${id}`, { role: 'read_only' })
      return { path: '/client/people/invitations', token, body: aGuest(), end, status: 403 }
    },
  }
  for (const [whose, hold] of Object.entries(holders)) {
    test(whose, async () => {
      const { path, token, body, end, status = 401 } = await hold()
      const socket = await dial()
      let heard = ''
      socket.setEncoding('latin1').on('data', (text) => {
        heard += text
      })
      const closed = once(socket, 'close')
      const bytes = JSON.stringify(body)
      const headers = ['Content-Type: application/json', `Content-Length: ${bytes.length}`, bye]
      const lines = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, ...headers, '', '']
      const begun = once(api.app.server, 'request')
      socket.write(lines.join('\r\n') + bytes.slice(0, 1))
      await begun
      await wait(100)
      assert.ok((await end()).status < 300)
      await wait(1000)
      socket.write(bytes.slice(1))
      await closed
      assert.deepEqual(statusesIn(heard), [status], heard)
    })
  }
})

test('callers that stop halfway delay nobody else', async () => {
  const halves = [company().slice(0, 40), rename('Content-Length: 100'), `${rename('Content-Length: 100')}{"name"`, '']
  const slow = await Promise.all(Array.from({ length: 200 }, () => dial()))
  for (const [index, socket] of slow.entries()) socket.write(halves[index % halves.length] as string)
  const before = await digestOf(api.ctx.db)
  for (let round = 0; round < 50; round++) await assertAlive()
  for (const socket of slow) socket.destroy()
  await assertAlive()
  assert.equal(await digestOf(api.ctx.db), before)
})

test('a caller that is too slow is disconnected', () => {
  const { server } = api.app
  assert.deepEqual([server.headersTimeout, server.requestTimeout, server.timeout], [10_000, 30_000, 60_000])
})

test('callers that leave a long list early hold no database connection', async () => {
  await sql`
    insert into units (id, dealer_id, account_id, app_id, name, ident, description, hw_id, created_at, updated_at)
    select 5000000 + n, dealer_id, account_id, app_id, 'Many', 'many-' || n, '', hw_id, created_at, updated_at
    from units, generate_series(1, 2500) as n where id = ${world.unit}`.execute(api.ctx.db)
  const sockets = await Promise.all(Array.from({ length: 20 }, () => dial()))
  await Promise.all(
    sockets.map(async (socket) => {
      socket.write(head('GET', '/provider/units'))
      await once(socket, 'data')
      socket.destroy()
    }),
  )
  for (let round = 0; round < 20; round++) await assertAlive()
  const whole = await world.caller.ask('GET', '/units')
  assert.ok(whole.body.length > 2_500)
})
