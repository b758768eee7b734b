/** No address that a dealer enters leads into the operator's network, and no answer can hold us up. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { hookCertificate } from '#testing/files/certificate.ts'
import { createOutbound, isPublic, type OutboundOptions } from './outbound.ts'

/** Listens where no call is allowed: a call that arrives here was misled. */
let visits = 0
const canary = createServer((socket) => {
  visits += 1
  socket.destroy()
})
const servers: Server[] = [canary]
before(async () => {
  canary.listen(0, '127.0.0.1')
  await once(canary, 'listening')
})
after(() => {
  for (const server of servers) server.close()
})

const portOf = (server: Server) => (server.address() as AddressInfo).port
const post = (url: string, options: Partial<OutboundOptions> = {}) =>
  createOutbound({ allowed: [], ...options }).post(url, { 'x-a': 'b' }, '{}')

const closed = 'It leads to an address outside the public internet.'

const loopbacks = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1', '0x7f.0.0.1'],
  ...['017700000001', '0177.0.0.1', '0177.0.0.01', '0x7F.0X0.0.1', '127.0.0.1.', '%31%32%37.0.0.1', '１２７.0.0.1'],
  ...['127。0。0。1', '0', '0.0.0.0', '0x0', '00', '[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]'],
  ...['[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]'],
  ...[
    '[64:ff9b:1::127.0.0.1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[::ffff:0:127.0.0.1]',
    '0x7f.0x0.0x0.0x1',
    '127.0.1.1',
  ],
]
const privates = [
  ...['10.0.0.1', '10.255.255.255', '012.0.0.1', '167772161', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  ...['192.168.1', '0xc0a80001', '3232235521', '169.254.169.254', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376'],
  ...['169.254.0.1', '100.64.0.1', '100.127.255.255', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.19.255.255'],
  ...['198.51.100.7', '203.0.113.7', '192.88.99.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ...[
    '4294967295',
    '172.20.10.2',
    '10.1',
    '0xa.1',
    '[::ffff:192.168.0.1]',
    '[fe80::a00:27ff:fe4e:66a1]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    '[::ffff:10.0.0.1]',
  ],
  ...['[::ffff:a9fe:a9fe]', '[2001:db8::1]', '[3fff::1]', '[100::1]', '[2001:10::1]', '[5f00::1]', '[::ffff:8.8.8.8]'],
]

suite('an address that is not on the internet is refused in every spelling', () => {
  for (const host of [...loopbacks, ...privates]) {
    test(host, async () => {
      const outbound = createOutbound({ allowed: [] })
      assert.equal(outbound.problemOf(`https://${host}/hook`), closed)
      assert.deepEqual(await outbound.post(`https://${host}:8443/hook`, {}, ''), { failure: closed })
    })
  }

  test(`${loopbacks.length + privates.length} spellings led nowhere`, () => {
    assert.ok(loopbacks.length + privates.length >= 80)
    assert.equal(visits, 0)
  })
})

suite('addresses of the internet are not refused', () => {
  for (const address of ['1.1.1.1', '8.8.8.8', '100.63.0.1', '172.32.0.1', '2606:4700::1111', '2001:4860:4860::8888']) {
    test(address, () => {
      assert.ok(isPublic(address))
      const host = address.includes(':') ? `[${address}]` : address
      assert.equal(createOutbound({ allowed: [] }).problemOf(`https://${host}/`), undefined)
    })
  }
})

suite('anything but a plain https address is refused by its text', () => {
  const told: readonly [url: string, sentence: RegExp][] = [
    ['', /begins with https/],
    ['hook.example', /begins with https/],
    ['ftp://hook.example/', /begins with https/],
    ['file:///etc/passwd', /begins with https/],
    ['gopher://hook.example/', /begins with https/],
    ['javascript:alert(1)', /begins with https/],
    ['http://hook.example/', /begin with https/],
    ['https://', /begins with https/],
    ['https://[::1', /begins with https/],
    ['https://[fe80::1%25eth0]/', /begins with https/],
    ['https://me@hook.example/', /username or password/],
    ['https://me:secret@hook.example/', /username or password/],
    ['https://hook.example@127.0.0.1/', /username or password/],
    ['https://hook.example/#part', /fragment/],
    ...[22, 25, 80, 6379, 5432, 8080, 65535].map((port): [string, RegExp] => [`https://hook.example:${port}/`, /443/]),
  ]
  for (const [url, sentence] of told) {
    test(url || 'nothing', async () => {
      const outbound = createOutbound({ allowed: [] })
      assert.match(outbound.problemOf(url) ?? 'it was taken', sentence)
      assert.match(((await outbound.post(url, {}, '')) as { failure: string }).failure, sentence)
    })
  }
})

suite('a name is checked by all its addresses', () => {
  const resolving = (...addresses: string[]) => ({ resolve: async () => addresses })
  const wrong: readonly [what: string, ...addresses: string[]][] = [
    ['one of loopback', '127.0.0.1'],
    ['one of loopback, as IPv6', '::1'],
    ['a mapped one', '::ffff:127.0.0.1'],
    ['a link-local one with a zone', 'fe80::1%eth0'],
    ['the metadata of a cloud', '169.254.169.254'],
    ['a public one and a private one', '1.1.1.1', '10.0.0.1'],
    ['a private one and a public one', 'fd00::1', '2606:4700::1111'],
    ['something that is no address', 'localhost'],
  ]
  for (const [what, ...addresses] of wrong) {
    test(what, async () => {
      assert.deepEqual(await post('https://hook.example/', resolving(...addresses)), { failure: closed })
      assert.equal(visits, 0)
    })
  }

  test('a name without an address', async () => {
    assert.deepEqual(await post('https://hook.example/', resolving()), {
      failure: 'The name has no address. Check its spelling and its DNS records.',
    })
  })

  test('an unknown name', async () => {
    const resolve = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    assert.deepEqual(await post('https://hook.example/', { resolve }), { failure: 'The name cannot be resolved.' })
  })

  test('a name whose servers never answer', async () => {
    const resolve = () => new Promise<never>(() => {})
    const answer = await post('https://hook.example/', { resolve, timeoutMs: 20 })
    assert.deepEqual(answer, { failure: 'The request timed out.' })
  })

  test('localhost is resolved as any other name', async () => {
    assert.deepEqual(await post('https://localhost/'), { failure: closed })
    assert.equal(visits, 0)
  })
})

/** A server on loopback that the operator allows. */
async function listening<T extends Server>(server: T): Promise<T> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

suite('with networks that the operator allows', () => {
  const allowed = ['127.0.0.0/8']

  test('they may be called without TLS and on any port, others still not', async () => {
    const server = await listening(http.createServer((_, answer) => answer.writeHead(204).end()))
    assert.deepEqual(await post(`http://127.0.0.1:${portOf(server)}/`, { allowed }), { status: 204 })
    assert.deepEqual(await post('https://10.0.0.1/', { allowed }), { failure: closed })
    const elsewhere = { allowed, resolve: async () => ['1.1.1.1'] }
    assert.match(JSON.stringify(await post('http://hook.example/', elsewhere)), /must begin with https/)
    assert.match(JSON.stringify(await post('https://hook.example:22/', elsewhere)), /must begin with https/)
  })

  test('a name is resolved once, and the connection goes to the checked address', async () => {
    const server = await listening(http.createServer((_, answer) => answer.end()))
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['10.0.0.1']]
    let asked = 0
    const resolve = async () => answers[asked++] ?? []
    assert.deepEqual(await post(`http://rebind.example:${portOf(server)}/`, { allowed, resolve }), { status: 200 })
    assert.equal(asked, 1)
    assert.deepEqual(await post('http://rebind.example/', { allowed, resolve }), { failure: closed })
  })

  test('over TLS the certificate must be for the name, not for the address', async () => {
    const names: (string | false)[] = []
    const server = await listening(
      https.createServer(hookCertificate, (request, answer) => {
        names.push((request.socket as unknown as { servername: string | false }).servername)
        answer.end()
      }),
    )
    const resolve = async () => ['127.0.0.1']
    const options = { allowed, resolve, ca: hookCertificate.cert }
    assert.deepEqual(await post(`https://hook.example:${portOf(server)}/`, options), { status: 200 })
    assert.deepEqual(names, ['hook.example'])
    assert.match(JSON.stringify(await post(`https://other.example:${portOf(server)}/`, options)), /certificate/)
    assert.match(JSON.stringify(await post(`https://hook.example:${portOf(server)}/`, { allowed, resolve })), /certif/)
    assert.equal(names.length, 1)
  })

  test('a redirect counts as an answer, and is not followed', async () => {
    const target = `http://127.0.0.1:${portOf(canary)}/`
    const server = await listening(http.createServer((_, answer) => answer.writeHead(307, { location: target }).end()))
    assert.deepEqual(await post(`http://127.0.0.1:${portOf(server)}/`, { allowed }), { status: 307 })
    assert.equal(visits, 0)
  })
})

suite('a misbehaving receiver costs no more than the deadline', () => {
  /** Sends these bytes on each connection, and then nothing. */
  const speaking = (text: string, isEnding = false) =>
    listening(
      createServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => (isEnding ? socket.end(text) : socket.write(text)))
      }),
    )
  const allowed = ['127.0.0.0/8']
  const head = 'HTTP/1.1 200 OK\r\n'
  const late = { failure: 'The request timed out.' }
  const cases: readonly [what: string, text: string, isEnding: boolean, expected: object | RegExp][] = [
    ['nothing at all', '', false, late],
    ['half a head', 'HTTP/1.1 200 OK\r\nX-A: ', false, late],
    ['a head and no body', `${head}Content-Length: 10\r\n\r\n`, false, { status: 200 }],
    ['a shorter body than it says', `${head}Content-Length: 10\r\n\r\nabc`, true, { status: 200 }],
    ['chunks without an end', `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n`, false, { status: 200 }],
    ['something that is not HTTP', 'SSH-2.0-OpenSSH_9\r\n', false, /broke/],
    [
      'an upgrade',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      false,
      /closed|time/,
    ],
    ['an endless head', `${head}${'X-A: b\r\n'.repeat(40_000)}\r\n`, false, /broke/],
    ['a close', '', true, /broke|closed/],
  ]
  for (const [what, text, isEnding, expected] of cases) {
    test(what, async () => {
      const server = await speaking(text, isEnding)
      // A busy machine needs a while to read a head.
      const timeoutMs = expected === late ? 300 : 2_000
      const answer = await post(`http://127.0.0.1:${portOf(server)}/`, { allowed, timeoutMs })
      if (expected instanceof RegExp) assert.match((answer as { failure: string }).failure, expected)
      else assert.deepEqual(answer, expected)
    })
  }

  test('a long answer is cut off', async () => {
    let written = 0
    const server = await listening(
      http.createServer((_, answer) => {
        const flood = () => {
          while (!answer.destroyed && answer.write(Buffer.alloc(16_384))) written += 16_384
        }
        answer.on('drain', flood).on('error', () => {})
        flood()
      }),
    )
    assert.deepEqual(await post(`http://127.0.0.1:${portOf(server)}/`, { allowed }), { status: 200 })
    assert.ok(written < 16 * 1024 * 1024, String(written))
  })

  test('nothing listens', async () => {
    const server = await listening(createServer())
    const port = portOf(server)
    server.close()
    await once(server, 'close')
    assert.deepEqual(await post(`http://127.0.0.1:${port}/`, { allowed }), { failure: 'The connection was refused.' })
  })
})
