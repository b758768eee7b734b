/** The gateway's ports with TLS and on IPv6, and their limits for unidentified trackers. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { connectAsync } from 'mqtt'
import { aUnit } from '#testing/builders.ts'
import { hookCertificate } from '#testing/files/certificate.ts'
import { openGateway } from '#testing/people/gateway.ts'
import { acceptedCount, dataFrame, loginFrame } from '#testing/people/teltonika.ts'
import { type Line, openLine } from '#testing/people/tracker.ts'
import { until } from '#testing/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-tls-'))
writeFileSync(join(folder, 'cert.pem'), hookCertificate.cert)
writeFileSync(join(folder, 'key.pem'), hookCertificate.key)
const unidentifiedMax = 3

const { dealer, account, anyPort, teltonikaPort, now, aTracker } = await openGateway({
  // Both families: an IPv4 tracker comes as ::ffff:127.0.0.1.
  WAYMARK_GATEWAY_HOST: '::',
  WAYMARK_GATEWAY_TLS_CERT: join(folder, 'cert.pem'),
  WAYMARK_GATEWAY_TLS_KEY: join(folder, 'key.pem'),
  WAYMARK_GATEWAY_UNIDENTIFIED_PER_ADDRESS: String(unidentifiedMax),
})
after(() => rmSync(folder, { recursive: true }))

const overTls = (port: number, host = '127.0.0.1') =>
  openLine(port, () => connectTls({ host, port, rejectUnauthorized: false, minVersion: 'TLSv1.2' }))
const plain = (port: number, host = '127.0.0.1') => openLine(port, () => connect({ host, port }))

async function speak(line: Line, ident: string): Promise<void> {
  line.send(loginFrame(ident))
  assert.equal(await line.receive(1), '01')
  line.send(dataFrame([{ at: now - 2 }, { at: now - 1 }]))
  assert.equal(await line.receive(4), acceptedCount(2))
}

const peerOf = async (unitId: number) => (await dealer.ask('GET', `/units/${unitId}/messages`)).body.data.at(-1).peer
const untilTls = (unitId: number, expected: boolean) =>
  until(`tls ${expected}`, async () => (await dealer.ask('GET', `/units/${unitId}`)).body.tls === expected)

for (const [where, port] of [
  ['its own port', teltonikaPort],
  ['the port for any protocol', anyPort],
] as const) {
  test(`a tracker may use TLS or not on ${where}, and its unit shows which`, async () => {
    const unit = await aTracker()
    assert.equal(unit.tls, false)
    const secret = await overTls(port)
    await speak(secret, unit.ident)
    await untilTls(unit.id, true)
    secret.socket.destroy()
    const open = await plain(port)
    await speak(open, unit.ident)
    await untilTls(unit.id, false)
    open.socket.destroy()
  })

  test(`a tracker can connect over IPv6 on ${where}, with TLS and without`, async () => {
    for (const dial of [plain, overTls]) {
      const unit = await aTracker()
      const line = await dial(port, '::1')
      await speak(line, unit.ident)
      assert.match(await peerOf(unit.id), /^\[::1\]:\d+$/)
      line.socket.destroy()
    }
  })
}

test('a tracker that connects by IPv4 to a dual-stack socket has its plain address', async () => {
  const unit = await aTracker()
  const line = await plain(teltonikaPort)
  await speak(line, unit.ident)
  assert.match(await peerOf(unit.id), /^127\.0\.0\.1:\d+$/)
  line.socket.destroy()
})

const greetings: readonly [what: string, bytes: string][] = [
  ['says nothing', ''],
  ['begins a TLS greeting and stops', '160301'],
  ['is in the middle of a TLS greeting', '16030100c8010000c40303'],
]
for (const [what, bytes] of greetings) {
  test(`a peer that ${what} is unidentified, and an address may have few of those`, async () => {
    const unidentified = await Promise.all(Array.from({ length: unidentifiedMax }, () => plain(teltonikaPort)))
    for (const line of unidentified) line.send(Buffer.from(bytes, 'hex'))
    const tooMany = await plain(teltonikaPort)
    await tooMany.closed()
    for (const line of unidentified) line.socket.destroy()
    // When they have left there is room again.
    await until('room for a tracker', async () => {
      const line = await plain(teltonikaPort)
      line.send(loginFrame((await aTracker()).ident))
      const answer = await line.receive(1).catch(() => undefined)
      line.socket.destroy()
      return answer === '01'
    })
  })
}

test('trackers that have identified themselves in TLS are not counted', async () => {
  const lines: Line[] = []
  for (let count = 0; count <= unidentifiedMax; count++) {
    const line = await overTls(teltonikaPort)
    await speak(line, (await aTracker()).ident)
    lines.push(line)
  }
  for (const line of lines) line.socket.destroy()
})

test('non-TLS bytes after a TLS greeting end the connection', async () => {
  const line = await plain(teltonikaPort)
  line.send(Buffer.from('160301000548656c6c6f', 'hex'))
  await line.closed()
})

test('a device may use MQTT with or without TLS on the same port, and its unit shows which', async () => {
  const unit = await aUnit(dealer, account.id, { hw_id: 9101, ident: 'home-made-tls' })
  await dealer.ask('PATCH', `/units/${unit.id}`, { password: 'not-guessed' })
  for (const [scheme, isTls] of [
    ['mqtts', true],
    ['mqtt', false],
  ] as const) {
    const device = await connectAsync(`${scheme}://127.0.0.1:${anyPort + 183}`, {
      ...{ username: unit.ident, password: 'not-guessed', rejectUnauthorized: false, reconnectPeriod: 0 },
    })
    await device.publishAsync('messages', JSON.stringify({ timestamp: now, scheme }), { qos: 1 })
    await device.endAsync()
    const stored = (await dealer.ask('GET', `/units/${unit.id}/messages`)).body.data
    assert.ok(stored.some((message: Record<string, unknown>) => message['custom.scheme'] === scheme))
    // Recorded in the background, not before its answer.
    await untilTls(unit.id, isTls)
  }
})
