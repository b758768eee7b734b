/**
 * Home-made devices over HTTP and MQTT, and LoRaWAN network servers: from the first message to what the dealer reads.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { after, suite, test } from 'node:test'
import { connect, type IClientOptions, type MqttClient } from 'mqtt'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aPlan, aUnit, fresh } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { freePorts } from '#testing/ports.ts'
import { type RunningGateway, startGateway } from './gateway.ts'

let gateway: RunningGateway | undefined
const api = await openApi(
  {
    WAYMARK_GATEWAY_PORT: String(await freePorts()),
    WAYMARK_GATEWAY_UNKNOWN_PER_MINUTE: '1000',
    WAYMARK_GATEWAY_UNIT_RATE: '1000',
    WAYMARK_GATEWAY_UNIT_BURST: '1000',
  },
  undefined,
  () => gateway?.intake,
)
const notifications = listen(api.databaseUrl)
const [dealer, outsider] = [await api.dealer(), await api.dealer()]
const plan = await aPlan(dealer, { quotas: { unit: 50, geofence: 1, unit_storage: 10240 } })
const account = await aManagedAccount(dealer, plan.id)
const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
const password = 'not-guessed'
const early = await api.ask('POST', '/intake/x', { a: 1 }, { authorization: 'Bearer x' })
gateway = await startGateway(api.ctx, notifications)
const running = gateway
const mqttPort = api.ctx.config.gatewayPort + 183
after(async () => {
  await running.close()
  await notifications.close()
})

async function aDevice(hwId: number, ident = fresh('device')) {
  const unit = await aUnit(dealer, account.id, { hw_id: hwId, ident })
  await dealer.ask('PATCH', `/units/${unit.id}`, { password })
  return unit
}
const aToken = async (of = dealer) => (await of.ask('POST', '/intake-tokens', { name: 'test' })).body
const messagesOf = async (id: number) => (await dealer.ask('GET', `/units/${id}/messages`)).body.data
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' })
const post = (ident: string, body: unknown, headers: Record<string, string> = bearer(password)) =>
  api.ask(
    'POST',
    `/intake/${ident}`,
    typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    headers,
  )
const inLobby = async (ident: string) => (await dealer.ask('GET', `/lobby?ident=${ident}`)).body

suite('a device that posts JSON', () => {
  test('is answered after the commit, and its dealer reads what it sent', async () => {
    const unit = await aDevice(9102)
    const answer = await post(unit.ident, { timestamp: now - 5, lat: 54.7, lng: 25.3, speed: 47, mode: 'eco' })
    assert.deepEqual([answer.status, answer.body], [200, { accepted: 1 }])
    const [message] = await messagesOf(unit.id)
    assert.deepEqual(
      [message.timestamp, message['position.latitude'], message['position.speed'], message['custom.mode']],
      [now - 5, 54.7, 47, 'eco'],
    )
    assert.deepEqual([message.ident, message['device.id'], message['protocol.id']], [unit.ident, unit.id, 42])
    assert.match(message.peer, /^127\.0\.0\.1:\d+$/)
    const telemetry = (await dealer.ask('GET', `/units/${unit.id}/telemetry`)).body.data
    assert.deepEqual(telemetry['custom.mode'], { ts: now - 5, value: 'eco' })
  })

  test('sends many at once, and again, and no second message is stored', async () => {
    const unit = await aDevice(9102)
    const body = Array.from({ length: 500 }, (_, at) => ({ timestamp: now - 1000 + at, at }))
    for (let turn = 0; turn < 2; turn++) assert.deepEqual((await post(unit.ident, body)).body, { accepted: 500 })
    assert.equal((await dealer.ask('GET', `/units/${unit.id}/messages?count=10000`)).body.data.length, 500)
  })

  test('presents its password or a token of its dealer, in any of three ways', async () => {
    const unit = await aDevice(9102)
    const { token } = await aToken()
    const basic = Buffer.from(`${unit.ident}:${password}`).toString('base64')
    const ways: Record<string, string>[] = [
      bearer(token),
      { authorization: `Basic ${basic}` },
      { 'x-device-token': password },
    ]
    for (const headers of ways) {
      assert.equal((await post(unit.ident, { timestamp: now, a: 1 }, headers)).status, 200)
    }
  })

  test('is refused without a secret, with a wrong one, and with another dealer’s, all with the same answer', async () => {
    const unit = await aDevice(9102)
    const bare = await aUnit(dealer, account.id, { hw_id: 9102 })
    const foreign = (await aToken(outsider)).token
    assertRefused(await post(unit.ident, { a: 1 }, {}), 401, 'INVALID_TOKEN')
    const refused = [
      await post(unit.ident, { a: 1 }, bearer('wrong')),
      await post(unit.ident, { a: 1 }, bearer(foreign)),
      await post(bare.ident, { a: 1 }, bearer(password)),
      await post(fresh('nobody'), { a: 1 }),
      await post('x'.repeat(100), { a: 1 }),
    ]
    for (const answer of refused) {
      assertRefused(answer, 401, 'INVALID_TOKEN')
      assert.equal(answer.body.errors[0].message, refused[0]?.body.errors[0].message)
    }
    assert.deepEqual(await messagesOf(unit.id), [])
  })

  test('gets ten attempts an hour from one network, whether the unit exists or not', async () => {
    const unit = await aDevice(9102)
    for (const ident of [unit.ident, fresh('nobody')]) {
      // The same wrong password again comes from a misconfigured device, and does not count.
      for (const guess of [...Array<number>(15).fill(0), 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
        assertRefused(await post(ident, { a: 1 }, bearer(`guess-${guess}`)), 401, 'INVALID_TOKEN')
      }
      const refused = await post(ident, { a: 1 }, bearer(password))
      assertRefused(refused, 429, 'REQUESTS_EXCEEDED')
      assert.equal(refused.headers['retry-after'], '3600')
    }
    assert.deepEqual(await messagesOf(unit.id), [])
    const other = await aDevice(9102)
    assert.equal((await post(other.ident, { timestamp: now, a: 1 })).status, 200)
    api.ctx.clock.advance(3600)
    assert.equal((await post(unit.ident, { timestamp: now, a: 1 })).status, 200)
  })

  test('has a password of at least eight characters, as over MQTT; others have what their makers allow', async () => {
    for (const [hwId, short] of [
      [9101, 400],
      [9102, 400],
      [9103, 200],
    ] as const) {
      const unit = await aUnit(dealer, account.id, { hw_id: hwId, ident: fresh('device') })
      assert.equal((await dealer.ask('PATCH', `/units/${unit.id}`, { password: '1234567' })).status, short)
      assert.equal((await dealer.ask('PATCH', `/units/${unit.id}`, { password: '12345678' })).status, 200)
      assert.equal((await dealer.ask('PATCH', `/units/${unit.id}`, { password: '' })).status, 200)
    }
    const unit = await aUnit(dealer, account.id, { hw_id: 9103, ident: fresh('device') })
    const change = { hw_id: 9102, password: '1234567' }
    assertRefused(await dealer.ask('PATCH', `/units/${unit.id}`, change), 400, 'FAILED_VALIDATION password')
  })

  test('with an ident that no text can hold is unknown', async () => {
    assertRefused(await post('a%00b', { timestamp: now, lat: 54.7, lng: 25.3 }), 401, 'INVALID_TOKEN')
  })

  test('that is not registered is listed as unclaimed, with what it sent', async () => {
    const ident = fresh('unknown')
    await post(ident, { timestamp: now, temperature: 21 })
    const [entry] = await inLobby(ident)
    assert.deepEqual([entry.protocol, entry.preview], ['httpjson', [{ timestamp: now, 'sensor.temperature': 21 }]])
    const claimed = await dealer.ask('POST', `/lobby/${entry.id}/claim`, {
      ...{ account_id: account.id, app_id: account.reg_apps[0], name: 'Home-made', hw_id: 9102 },
    })
    assert.equal(claimed.status, 201, claimed.text)
  })

  test('that is registered as another kind of device is refused', async () => {
    const unit = await aDevice(9101)
    assertRefused(await post(unit.ident, { a: 1 }), 401, 'INVALID_TOKEN')
  })

  test('is asked to wait when it sends too much, and nothing of that is stored', async () => {
    const unit = await aDevice(9102)
    const many = (from: number) => Array.from({ length: 900 }, (_, at) => ({ timestamp: from + at, a: 1 }))
    assert.equal((await post(unit.ident, many(now - 10_000))).status, 200)
    assert.equal((await post(unit.ident, many(now - 5_000))).status, 200)
    const over = await post(unit.ident, { timestamp: now, a: 1 })
    assertRefused(over, 429, 'REQUESTS_EXCEEDED')
    assert.match(String(over.headers['retry-after']), /^[1-9]\d*$/)
  })

  for (const [what, body, status, code] of [
    ['nothing but blanks', '  ', 400, 'INVALID_PAYLOAD'],
    ['a shape that nobody knows', '{"hello":{"world":[1]}}', 400, 'INVALID_PAYLOAD'],
    ['no JSON', '{"a":', 400, 'INVALID_PAYLOAD'],
    ['no UTF-8', Buffer.from('{"a":"\xff"}', 'latin1'), 400, 'INVALID_PAYLOAD'],
    ['a number', '7', 400, 'INVALID_PAYLOAD'],
    ['an empty object', '{}', 400, 'INVALID_PAYLOAD'],
    ['a message without a value', '[{"lat":1,"lon":2},{"b":null}]', 400, 'INVALID_PAYLOAD'],
    ['deep nesting', '['.repeat(50_000), 400, 'INVALID_PAYLOAD'],
    ['too much', `"${'a'.repeat(1024 * 1024)}"`, 413, 'PAYLOAD_TOO_LARGE'],
  ] as const) {
    test(`is refused with ${what}, in the one error body`, async () => {
      const unit = await aDevice(9102)
      assertRefused(await post(unit.ident, body), status, code)
      assert.deepEqual(await messagesOf(unit.id), [])
    })
  }

  test('gets its address from its channel', async () => {
    const unit = await aDevice(9102)
    const { configuration, port } = (await dealer.ask('GET', `/units/${unit.id}/channel`)).body.data
    assert.deepEqual([configuration.url, port], [`http://127.0.0.1:8080/intake/${unit.ident}`, '8080'])
  })

  test('gets no answer while the gateway is starting, and only POST works', async () => {
    assertRefused(early, 503, 'SERVICE_UNAVAILABLE')
    assertRefused(await api.ask('GET', '/intake/x'), 405, 'METHOD_NOT_ALLOWED')
  })
})

suite('a network server of LoRaWAN', () => {
  const uplink = (devEui: string, change: object = {}) => ({
    deviceInfo: { devEui },
    ...{ time: new Date((now - 9) * 1000).toISOString(), fCnt: 4, fPort: 2, data: 'AQI=', object: { temperature: 3 } },
    rxInfo: [{ gatewayId: 'roof', rssi: -70, snr: 4 }],
    ...change,
  })
  let eui = 0x0102_0304_0000
  const anEui = () => (++eui).toString(16).padStart(16, '0')
  const push = (path: string, body: unknown, secret: string) =>
    api.ask('POST', `/intake/lorawan/${path}`, JSON.stringify(body), bearer(secret))

  test('delivers what its devices sent, with the token of its dealer, once', async () => {
    const { token } = await aToken()
    for (const ident of [anEui(), anEui().toUpperCase()]) {
      const unit = await aDevice(9103, ident)
      for (let turn = 0; turn < 2; turn++) {
        const answer = await push('chirpstack?event=up', uplink(ident.toLowerCase()), token)
        assert.deepEqual([answer.status, answer.body], [200, { accepted: 1 }])
      }
      const [message, ...more] = await messagesOf(unit.id)
      assert.deepEqual(
        [message.timestamp, message['sensor.temperature'], message['custom.lorawan.rssi'], more.length],
        [now - 9, 3, -70, 0],
      )
    }
    const unit = await aDevice(9103, anEui())
    const things = {
      end_device_ids: { dev_eui: unit.ident.toUpperCase() },
      uplink_message: {
        f_port: 1,
        frm_payload: 'AQ==',
        decoded_payload: { lat: 1, lon: 2 },
        received_at: '2026-01-01T00:00:00Z',
      },
    }
    assert.equal((await push('thethingsstack', things, token)).status, 200)
    assert.equal((await messagesOf(unit.id))[0]['position.latitude'], 1)
  })

  test('is refused for units of another dealer, without a token, and with a unit’s password', async () => {
    const unit = await aDevice(9103, anEui())
    const foreign = (await aToken(outsider)).token
    assertRefused(await push('chirpstack?event=up', uplink(unit.ident), foreign), 404, 'NOT_FOUND')
    assertRefused(await push('chirpstack?event=up', uplink(unit.ident), password), 401, 'INVALID_TOKEN')
    assertRefused(await api.ask('POST', '/intake/lorawan/chirpstack', '{}'), 401, 'INVALID_TOKEN')
    const { token, id } = await aToken()
    await dealer.ask('DELETE', `/intake-tokens/${id}`)
    assertRefused(await push('chirpstack?event=up', uplink(unit.ident), token), 401, 'INVALID_TOKEN')
    assert.deepEqual(await messagesOf(unit.id), [])
  })

  test('reports unregistered devices, which are listed as unclaimed', async () => {
    const [{ token }, ident] = [await aToken(), anEui()]
    assertRefused(await push('chirpstack?event=up', uplink(ident), token), 404, 'NOT_FOUND')
    assert.equal((await inLobby(ident))[0].protocol, 'lorawan')
  })

  test('may report joins, and is refused for an unknown event or server', async () => {
    const { token } = await aToken()
    assert.deepEqual((await push('chirpstack?event=join', uplink(anEui()), token)).body, { accepted: 0 })
    assertRefused(await push('chirpstack?event=up', { a: 1 }, token), 400, 'INVALID_PAYLOAD')
    assertRefused(await push('chirpstack?event=up', [], token), 400, 'INVALID_PAYLOAD')
    assertRefused(await push('another', {}, token), 404, 'NOT_FOUND')
  })
})

suite('a device that uses MQTT', () => {
  const open = async (username: string, secret: string, more: IClientOptions = {}): Promise<MqttClient> => {
    const client = connect({
      ...{ host: '127.0.0.1', port: mqttPort, protocol: 'mqtt', username, password: secret, protocolVersion: 4 },
      ...{ reconnectPeriod: 0, connectTimeout: 5_000 },
      ...more,
    })
    await new Promise((resolve, reject) => client.once('connect', resolve).once('error', reject))
    return client
  }
  const publish = (client: MqttClient, topic: string, body: unknown, qos: 0 | 1 | 2 = 1) =>
    client.publishAsync(topic, typeof body === 'string' ? body : JSON.stringify(body), { qos })
  const closed = (client: MqttClient) => new Promise((resolve) => client.once('close', () => resolve(undefined)))

  for (const qos of [1, 2] as const) {
    test(`is acknowledged after the commit (QoS ${qos}), and its dealer reads what it sent`, async () => {
      const unit = await aDevice(9101)
      const client = await open(unit.ident, password)
      await publish(client, 'messages', { timestamp: now - 3, lat: 54.7, lng: 25.3 }, qos)
      await publish(
        client,
        `${unit.ident}/messages`,
        [
          { timestamp: now - 2, a: 1 },
          { timestamp: now - 1, a: 2 },
        ],
        qos,
      )
      const messages = await messagesOf(unit.id)
      assert.deepEqual(
        messages.map((message: { timestamp: number }) => message.timestamp),
        [now - 3, now - 2, now - 1],
      )
      assert.deepEqual([messages[0].ident, messages[0]['protocol.id']], [unit.ident, 41])
      await client.endAsync()
    })
  }

  test('may use MQTT 3.1 as well, and log in with a token of its dealer', async () => {
    const unit = await aDevice(9101)
    const client = await open(unit.ident, (await aToken()).token, {
      ...{ protocolVersion: 3, protocolId: 'MQIsdp', clientId: 'old' },
    })
    await publish(client, 'messages', { timestamp: now, a: 1 })
    assert.equal((await messagesOf(unit.id)).length, 1)
    await client.endAsync()
  })

  test('is refused with a wrong password or ident, and listed as unclaimed', async () => {
    const unit = await aDevice(9101)
    const ident = fresh('unknown')
    for (const [name, secret] of [
      [unit.ident, 'wrong'],
      [unit.ident, ''],
      [ident, password],
    ] as const) {
      await assert.rejects(open(name, secret), /Bad username or password/i)
    }
    assert.equal((await inLobby(ident))[0].protocol, 'mqtt')
    assert.deepEqual(await inLobby(unit.ident), [], 'a wrong password makes no unit unknown')
  })

  test('gets ten attempts an hour from one network; then the right password is refused too', async () => {
    const unit = await aDevice(9101)
    for (let time = 0; time < 10; time++) {
      await assert.rejects(open(unit.ident, `guess-${time}`), /Bad username or password/i)
    }
    await assert.rejects(open(unit.ident, password), /Bad username or password/i)
    api.ctx.clock.advance(3600)
    await (await open(unit.ident, password)).endAsync()
  })

  test('is refused in MQTT 5, by its proper code', async () => {
    const unit = await aDevice(9101)
    await assert.rejects(
      open(unit.ident, password, { protocolVersion: 5 }),
      /Unacceptable protocol version|Unsupported/i,
    )
  })

  for (const [what, topic, body] of [
    ['another topic', 'else', { a: 1 }],
    ['another device’s topic', 'somebody/messages', { a: 1 }],
    ['no JSON', 'messages', '{"a":'],
    ['nothing that can be used', 'messages', {}],
  ] as const) {
    test(`is disconnected when it publishes ${what}, and nothing is acknowledged`, async () => {
      const unit = await aDevice(9101)
      const client = await open(unit.ident, password)
      let isAcknowledged = false
      client.on('error', () => {})
      const end = closed(client)
      publish(client, topic, body).then(
        () => {
          isAcknowledged = true
        },
        () => {},
      )
      await end
      assert.equal(isAcknowledged, false)
      assert.deepEqual(await messagesOf(unit.id), [])
      await client.endAsync(true)
    })
  }

  test('receives nothing of others: no subscription is granted', async () => {
    const unit = await aDevice(9101)
    const client = await open(unit.ident, password)
    await assert.rejects(client.subscribeAsync('#'))
    await client.endAsync()
  })

  test('has one connection: the newer one stays', async () => {
    const unit = await aDevice(9101)
    const first = await open(unit.ident, password)
    const gone = closed(first)
    const second = await open(unit.ident, password)
    await gone
    await publish(second, 'messages', { timestamp: now, a: 1 })
    assert.equal((await messagesOf(unit.id)).length, 1)
    await second.endAsync()
  })

  test('is checked again when its unit has changed', async () => {
    const unit = await aDevice(9101)
    const client = await open(unit.ident, password)
    client.on('error', () => {})
    const end = closed(client)
    await dealer.ask('DELETE', `/units/${unit.id}`)
    // The change arrives over another connection: until then what it sends is not accepted.
    const again = setInterval(() => publish(client, 'messages', { timestamp: now, a: 1 }).catch(() => {}), 20)
    await end
    clearInterval(again)
    await client.endAsync(true)
  })

  test('that announces more than a packet may have is cut off at once', async () => {
    const socket = connectTcp(mqttPort, '127.0.0.1')
    socket.on('error', () => {})
    // CONNECT with a length of 200 MiB, which never arrive.
    socket.write(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x64]))
    await once(socket, 'close')
  })

  test('gets its topic from its channel', async () => {
    const unit = await aDevice(9101)
    const { configuration, port } = (await dealer.ask('GET', `/units/${unit.id}/channel`)).body.data
    assert.deepEqual([configuration.topic, port], [`${unit.ident}/messages`, String(mqttPort)])
  })
})

test('an intake token is shown once, and opens nothing of the API', async () => {
  const { token, id } = await aToken()
  assert.match(token, /^wi_[\w-]{43}$/)
  const listed = (await dealer.ask('GET', `/intake-tokens?ids=${id}`)).body
  assert.deepEqual(Object.keys(listed[0]).sort(), ['created_at', 'id', 'name'])
  assertRefused(await api.ask('GET', '/provider/units', undefined, { 'x-accesstoken': token }), 401, 'INVALID_TOKEN')
  const stored = await api.ctx.db.selectFrom('intakeTokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  assert.ok(!JSON.stringify(stored).includes(token))
})
