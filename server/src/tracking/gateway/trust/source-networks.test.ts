/** Units whose trackers may connect from some networks only, over real sockets. Each network here is a part of 127.0.0.0/8. */
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { test } from 'node:test'
import { protocolByName } from '@waymark/devices'
import { connect as connectMqtt } from 'mqtt'
import { consumerApp } from '#kernel/applications.ts'
import { anUnclaimedAccount, aUnit, fresh } from '#testing/builders.ts'
import { openGateway } from '#testing/people/gateway.ts'
import { dataFrame, loginFrame } from '#testing/people/teltonika.ts'
import { openLine, sendDatagram } from '#testing/people/tracker.ts'
import { until } from '#testing/until.ts'

const { api, notifications, dealer, account, anyPort, teltonikaPort, anIdent, aTracker } = await openGateway({
  WAYMARK_GATEWAY_UNKNOWN_PER_MINUTE: '1000',
})
const queclinkPort = anyPort + protocolByName('gl200').port
const queclinkModel = 208

async function allow(path: string, networks: readonly string[]): Promise<void> {
  const answer = await dealer.ask('PUT', `${path}/source-networks`, { networks })
  assert.deepEqual([answer.status, answer.body], [200, { networks }], answer.text)
  assert.deepEqual((await dealer.ask('GET', `${path}/source-networks`)).body, { networks })
  // The gateway has received the change, so that the next step meets it.
  await notifications.catchUp()
}

const lineFrom = (localAddress: string) =>
  openLine(teltonikaPort, () => connect({ host: '127.0.0.1', port: teltonikaPort, localAddress }))

async function loginFrom(address: string, ident: string) {
  const line = await lineFrom(address)
  line.send(loginFrame(ident))
  return { line, answer: await line.receive(1) }
}

async function loginAnswer(address: string, ident: string): Promise<string> {
  const { line, answer } = await loginFrom(address, ident)
  line.socket.destroy()
  return answer
}

function queclinkReport(ident: string): Buffer {
  const time = api.ctx.clock.now().toISOString().replace(/\D/g, '').slice(0, 14)
  const text = `+RESP:GTFRI,250504,${ident},,,00,1,1,1,43.5,90,112.4,25.279800,54.687157,${time},0246,0001,1A2B,0C3D4E,00,${time},0001$`
  return Buffer.from(text, 'latin1')
}

const refusalOf = (unitId: number) =>
  until('The log of connections', async () => {
    const entries = (await dealer.ask('GET', `/units/${unitId}/connections`)).body
    return entries.find(({ event }: { event: string }) => event === 'refused') as { reason: string; peer: string }
  })

test('a tracker from an allowed network is served, and one from another network gets the answer of an unknown ident', async () => {
  const unit = await aTracker()
  await allow(`/units/${unit.id}`, ['127.0.21.0/24', '2001:db8::/48'])
  assert.equal(await loginAnswer('127.0.21.7', unit.ident), '01')
  assert.equal(await loginAnswer('127.0.22.7', unit.ident), await loginAnswer('127.0.22.7', '356307042489999'))
  const { reason, peer } = await refusalOf(unit.id)
  assert.deepEqual([reason, peer], ['its address is outside the source networks of the unit', '127.0.22.7'])
  await allow(`/units/${unit.id}`, [])
  assert.equal(await loginAnswer('127.0.22.7', unit.ident), '01')
})

test('a datagram from another network is neither answered nor stored', async () => {
  const unit = await aTracker(queclinkModel)
  await allow(`/units/${unit.id}`, ['127.0.23.0/24'])
  const other = createSocket('udp4')
  const answers: Buffer[] = []
  other.on('message', (bytes) => answers.push(bytes))
  await new Promise<void>((bound) => other.bind({ address: '127.0.24.1', port: 0 }, bound))
  other.send(queclinkReport(unit.ident), queclinkPort, '127.0.0.1')
  assert.equal((await refusalOf(unit.id)).peer, '127.0.24.1')
  other.close()
  assert.deepEqual(answers, [])
  assert.deepEqual((await dealer.ask('GET', `/units/${unit.id}/messages`)).body.data, [])
  const answer = await sendDatagram(queclinkPort, queclinkReport(unit.ident), 30_000, '127.0.23.1')
  assert.equal(Buffer.from(answer ?? '', 'hex').toString('latin1'), '+SACK:0001$')
})

test("the unit's own list takes precedence over its dealer's, which does not apply to a client's own units", async () => {
  const [own, other] = [await aTracker(), await aTracker()]
  const owned = await anUnclaimedAccount(dealer)
  const clients = await aUnit(dealer, owned.id, { ident: anIdent(), hw_id: 101, app_id: consumerApp })
  await allow('/company', ['127.0.25.0/24'])
  try {
    await allow(`/units/${own.id}`, ['127.0.26.1'])
    const answers = async (ident: string) => [
      await loginAnswer('127.0.25.1', ident),
      await loginAnswer('127.0.26.1', ident),
    ]
    assert.deepEqual(await answers(own.ident), ['00', '01'])
    assert.deepEqual(await answers(other.ident), ['01', '00'])
    assert.deepEqual(await answers(clients.ident), ['01', '00'])
    await api.ctx.db.updateTable('accounts').set({ ack: api.ctx.clock.now() }).where('id', '=', owned.id).execute()
    const refused = await dealer.ask('PUT', `/units/${clients.id}/source-networks`, { networks: ['127.0.25.0/24'] })
    assert.equal(refused.status, 403, refused.text)
    // Activating an account is not announced, and a gateway caches a unit for a few seconds.
    await allow('/company', ['127.0.25.0/24'])
    assert.deepEqual(await answers(clients.ident), ['01', '01'])
  } finally {
    await allow('/company', [])
  }
})

test('a change closes a live connection from another network, and keeps one from an allowed network', async () => {
  const [unit, neighbour] = [await aTracker(), await aTracker()]
  const { line: outside } = await loginFrom('127.0.27.1', unit.ident)
  const { line: inside } = await loginFrom('127.0.28.1', neighbour.ident)
  await allow(`/units/${unit.id}`, ['127.0.28.0/24'])
  await allow(`/units/${neighbour.id}`, ['127.0.28.0/24'])
  await outside.closed()
  inside.send(dataFrame([{ at: api.ctx.clock.now().getTime() / 1000 - 60 }]))
  assert.equal(await inside.receive(4), '00000001')
  // The same by the dealer's list, for a unit without one of its own.
  const third = await aTracker()
  const { line } = await loginFrom('127.0.27.1', third.ident)
  await allow('/company', ['127.0.28.0/24'])
  await line.closed()
  await allow('/company', [])
  inside.socket.destroy()
})

test('devices that send JSON over HTTP and MQTT are refused from another network even with the right password', async () => {
  const password = 'not-guessed'
  const aDevice = async (hwId: number) => {
    const unit = await aUnit(dealer, account.id, { hw_id: hwId, ident: fresh('device') })
    assert.equal((await dealer.ask('PATCH', `/units/${unit.id}`, { password })).status, 200)
    return unit
  }
  const [http, mqtt] = [await aDevice(9102), await aDevice(9101)]
  const post = async (ident: string) =>
    (await api.ask('POST', `/intake/${ident}`, { speed: 1 }, { authorization: `Bearer ${password}` })).status
  const login = async (username: string) => {
    const url = `mqtt://127.0.0.1:${api.ctx.config.gatewayPort + protocolByName('mqtt').port}`
    const client = connectMqtt(url, { username, password, reconnectPeriod: 0, connectTimeout: 30_000 })
    const isIn = await new Promise<boolean>((resolve) => {
      client
        .on('connect', () => resolve(true))
        .on('error', () => resolve(false))
        .on('close', () => resolve(false))
    })
    await client.endAsync(true)
    return isIn
  }
  assert.deepEqual([await post(http.ident), await login(mqtt.ident)], [200, true])
  for (const { id } of [http, mqtt]) await allow(`/units/${id}`, ['127.0.29.0/24'])
  assert.deepEqual([await post(http.ident), await login(mqtt.ident)], [await post('device-of-nobody'), false])
  for (const { id } of [http, mqtt]) await allow(`/units/${id}`, ['127.0.0.1/32'])
  assert.deepEqual([await post(http.ident), await login(mqtt.ident)], [200, true])
})

test('an invalid network is refused with a sentence that names it', async () => {
  const unit = await aTracker()
  for (const path of [`/units/${unit.id}`, '/company']) {
    for (const wrong of [
      '127.0.0.0/33',
      '2001:db8::/129',
      '300.0.0.0/8',
      '10.0.0.0/8/8',
      '10.0.0.0/',
      'fe80::1%lo/64',
      'x',
      '',
    ]) {
      const { status, body } = await dealer.ask('PUT', `${path}/source-networks`, { networks: ['10.0.0.0/8', wrong] })
      assert.deepEqual([status, body.errors[0].code, body.errors[0].field], [400, 'FAILED_VALIDATION', 'networks'])
      assert.ok(body.errors[0].message.startsWith(`"${wrong}" in networks is not a network.`), body.errors[0].message)
    }
    const many = Array.from({ length: 21 }, (_, at) => `10.0.${at}.0/24`)
    assert.equal((await dealer.ask('PUT', `${path}/source-networks`, { networks: many })).status, 400)
    assert.deepEqual((await dealer.ask('GET', `${path}/source-networks`)).body, { networks: [] })
  }
})
