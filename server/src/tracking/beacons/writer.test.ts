/** Tags that gateways detect, over real connections into a real database. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { sql } from 'kysely'
import { randomFrom } from '#entry/simulation/random.ts'
import { tagsApp } from '#kernel/applications.ts'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { countEvents } from '#kernel/outgoing-events/actions.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aManagedAccount, anAsset, aPlan, aSensor, aUnit, tagsPlanId } from '#testing/builders.ts'
import { untilCarried } from '#testing/checks/owners.ts'
import { unsoundness } from '#testing/checks/sound.ts'
import { acceptedCount, type Heard, hearingFrame, loginFrame, tagOf } from '#testing/people/teltonika.ts'
import { openLine } from '#testing/people/tracker.ts'
import { freePorts } from '#testing/ports.ts'
import { until } from '#testing/until.ts'
import { startGateway } from '../gateway/gateway.ts'
import { startWriter } from '../messages/writing/writer.ts'
import { startBeaconWriter } from './writer.ts'

const api = await openApi({ WAYMARK_GATEWAY_PORT: String(await freePorts()) })
const port = api.ctx.config.gatewayPort + 27
const notifications = listen(api.databaseUrl)
const gateway = await startGateway(api.ctx, notifications)
after(async () => {
  await gateway.close()
  await notifications.close()
})
const dealer = await api.dealer()
const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
let imei = 356307042450000
let minor = 0

const aTagsAccount = async (quotas: object = {}, owner: Caller = dealer) => {
  const plan = await aPlan(owner, {
    managed_plan_id: tagsPlanId,
    app_id: tagsApp,
    quotas: { sensor: 20, gateway: 10, asset: 20, geofence: 1, unit_storage: 10240, ...quotas },
    modules: ['geofence'],
  })
  return (await aManagedAccount(owner, plan.id, tagsApp)).id as number
}
const aGateway = (account: number, owner: Caller = dealer) =>
  aUnit(owner, account, { ident: String(++imei), app_id: tagsApp, name: 'Reader' })
const aTag = (rssi = -70): Heard => ({ uuid: '00112233445566778899aabbccddeeff', major: 1, minor: ++minor, rssi })

/** Sends it over its own connection, and waits for the answer. */
async function say(unit: { ident: string }, ...records: Parameters<typeof hearingFrame>[0]): Promise<void> {
  const line = await openLine(port)
  line.send(loginFrame(unit.ident))
  assert.equal(await line.receive(1), '01')
  line.send(hearingFrame(records))
  assert.equal(await line.receive(4), acceptedCount(records.length))
  line.socket.destroy()
}
const unitsOf = async (account: number, owner: Caller = dealer) =>
  (await owner.ask('GET', `/units?account_ids=${account}`)).body as {
    id: number
    ident: string
    type: string
    [key: string]: unknown
  }[]
const sensorOf = async (account: number, tag: Heard, owner: Caller = dealer) =>
  (await unitsOf(account, owner)).find(({ ident, type }) => type === 'sensor' && ident === tagOf(tag))
const telemetryOf = async (id: number) => (await dealer.ask('GET', `/units/${id}/telemetry`)).body.data
const messagesOf = async (id: number) => (await dealer.ask('GET', `/units/${id}/messages`)).body.data
const gatewayOf = async (id: number): Promise<unknown> => (await telemetryOf(id))['gateway.id']?.value

/** Earlier announcements have been received by then, because notifications come in the order of their commits. */
async function newsArrive(account: number): Promise<void> {
  const arrived = new Promise<void>((resolve) => {
    notifications.on('tags', (payload) => payload === String(account) && resolve())
  })
  await sql`select pg_notify('tags', ${String(account)})`.execute(api.ctx.db)
  await arrived
}

test('a tag that a gateway detects becomes a sensor with its messages, and is where the gateway is', async () => {
  const account = await aTagsAccount()
  const reader = await aGateway(account)
  const tag = { ...aTag(), millivolts: 2950 }
  await say(reader, { at: now - 10, latitude: 54.5, longitude: 25.5, heard: [tag] })
  await untilCarried(api.ctx.db)
  const sensor = (await sensorOf(account, tag))!
  const { name, technology, gw_type, hw_id, device_type_id, protocol_id, message_params, last_active } = sensor
  assert.deepEqual(
    { name, technology, gw_type, hw_id, device_type_id, protocol_id, last_active },
    {
      ...{ name: tagOf(tag), technology: 'mobile', gw_type: null, hw_id: 9001, device_type_id: 9001, protocol_id: 40 },
      last_active: now,
    },
  )
  assert.deepEqual(message_params, [
    'battery.voltage',
    'ble.rssi',
    'gateway.id',
    'position.latitude',
    'position.longitude',
  ])
  const [message] = await messagesOf(sensor.id)
  assert.equal(message.ident, tagOf(tag))
  assert.equal(message.timestamp, now - 10)
  assert.equal(message['gateway.id'], reader.id)
  assert.equal(message['protocol.id'], 40)
  assert.deepEqual((await telemetryOf(sensor.id)).position, {
    ts: now - 10,
    value: { latitude: 54.5, longitude: 25.5 },
  })
  assert.deepEqual((await telemetryOf(sensor.id))['battery.voltage'], { ts: now - 10, value: 2.95 })
  assert.equal((await messagesOf(reader.id))[0]['ble.beacons'][0].id, tagOf(tag))
})

test('an asset is where its sensor’s signal is strongest', async () => {
  const account = await aTagsAccount()
  const [gate, hall] = [await aGateway(account), await aGateway(account)]
  const tag = aTag()
  const sensor = await aSensor(dealer, account, { ident: tagOf(tag).toUpperCase() })
  const asset = await anAsset(dealer, account, { device_link: sensor.id, category: 'equipment' })
  const at = (unit: object) =>
    unit === gate ? { latitude: 54.1, longitude: 25.1 } : { latitude: 54.2, longitude: 25.2 }
  const steps = [
    [gate, -90, -70, gate],
    [hall, -80, -66, gate],
    [hall, -70, -60, hall],
    [gate, -60, -61, hall],
  ] as const
  for (const [by, ago, rssi, ends] of steps) {
    await say(by, { at: now + ago, ...at(by), heard: [{ ...tag, rssi }] })
    for (const { id } of [sensor, asset]) {
      const telemetry = await telemetryOf(id)
      assert.equal(telemetry['gateway.id'].value, ends.id)
      assert.deepEqual(telemetry.position.value, at(ends))
      assert.equal(telemetry['heard.timestamp'].value, now + ago)
    }
  }
  assert.equal((await messagesOf(sensor.id)).length, 4)
  assert.deepEqual(
    (await messagesOf(asset.id)).map((message: Record<string, unknown>) => message['gateway.id']),
    [gate.id, hall.id],
  )
  assert.equal((await dealer.ask('GET', `/units/${asset.id}`)).body.last_active, now)
})

test('a repeated frame adds no second message for any of them', async () => {
  const account = await aTagsAccount()
  const reader = await aGateway(account)
  const tag = aTag()
  const asset = await anAsset(dealer, account, {
    device_link: (await aSensor(dealer, account, { ident: tagOf(tag) })).id,
  })
  for (let time = 0; time < 3; time++) {
    await say(reader, { at: now - 20, heard: [tag] }, { at: now - 10, heard: [tag] })
  }
  const sensor = (await sensorOf(account, tag))!
  for (const [id, count] of [
    [reader.id, 2],
    [sensor.id, 2],
    [asset.id, 1],
  ]) {
    assert.equal((await messagesOf(id as number)).length, count)
  }
})

test('an anchor is where its dealer says, whatever its receiver reports', async () => {
  const account = await aTagsAccount()
  const reader = await aGateway(account)
  const place = { latitude: 54.9, longitude: 23.9 }
  const anchor = (await dealer.ask('PUT', `/units/${reader.id}/place`, place)).body
  assert.deepEqual([anchor.gw_type, anchor.technology], ['anchor', 'mesh'])
  assert.deepEqual((await dealer.ask('GET', `/units/${reader.id}/place`)).body, place)
  const tag = aTag()
  await say(reader, { at: now - 10, latitude: 10, longitude: 10, heard: [tag] })
  const sensor = (await sensorOf(account, tag))!
  assert.equal(sensor.technology, 'mesh')
  assert.deepEqual((await telemetryOf(sensor.id)).position.value, place)
  const mobile = (await dealer.ask('PUT', `/units/${reader.id}/place`, { latitude: null, longitude: null })).body
  assert.deepEqual([mobile.gw_type, mobile.technology], [null, 'mobile'])
})

suite('the quota of sensors', () => {
  const quotaEvents = async (account: number) => {
    await countEvents(api.ctx, dealer.dealer)
    const { body } = await dealer.ask('GET', `/events?account_ids=${account}&types=quota.near,quota.exceeded`)
    return body.map(({ type, data }: { type: string; data: object }) => [type, data])
  }
  const told = (account: number, type: string, used: number, limit: number) => [
    type,
    { account_id: account, app_id: tagsApp, quota: 'sensor', used, limit },
  ]

  test('has no room for a tag too many: the gateway is answered, and the dealer gets an event', async () => {
    const account = await aTagsAccount({ sensor: 2 })
    const reader = await aGateway(account)
    const heard = [aTag(), aTag(), aTag()]
    await say(reader, { at: now - 10, heard })
    await say(reader, { at: now - 5, heard })
    assert.equal((await unitsOf(account)).filter(({ type }) => type === 'sensor').length, 2)
    assert.deepEqual(await quotaEvents(account), [told(account, 'quota.exceeded', 2, 2)])
    assert.equal((await messagesOf(reader.id)).length, 2)
  })

  test('that is none causes an event too, once', async () => {
    const account = await aTagsAccount({ sensor: 0 })
    const reader = await aGateway(account)
    await say(reader, { at: now - 10, heard: [aTag()] })
    await say(reader, { at: now - 5, heard: [aTag()] })
    assert.deepEqual(await quotaEvents(account), [told(account, 'quota.exceeded', 0, 0)])
  })

  test('causes an event when it is nearly used', async () => {
    const account = await aTagsAccount({ sensor: 5 })
    await say(await aGateway(account), { at: now - 10, heard: [aTag(), aTag(), aTag(), aTag()] })
    assert.deepEqual(await quotaEvents(account), [told(account, 'quota.near', 4, 5)])
  })
})

test('a tag is known to the account whose gateway detects it, and to no other', async () => {
  const outsider = await api.dealer()
  const [own, other, foreign] = [await aTagsAccount(), await aTagsAccount(), await aTagsAccount({}, outsider)]
  const tag = aTag()
  await say(await aGateway(own), { at: now - 10, heard: [tag] })
  assert.ok(await sensorOf(own, tag))
  for (const account of [other, foreign]) assert.equal(await sensorOf(account, tag), undefined)
  assert.equal(await sensorOf(foreign, tag, outsider), undefined)
  await say(await aGateway(foreign, outsider), { at: now - 8, latitude: 1, longitude: 1, heard: [tag] })
  const [mine, theirs] = [(await sensorOf(own, tag))!, (await sensorOf(foreign, tag, outsider))!]
  assert.notEqual(mine.id, theirs.id)
  assert.equal((await telemetryOf(mine.id)).position.value.latitude, 54.6)
  assert.equal((await dealer.ask('GET', `/units/${theirs.id}`)).status, 404)
})

test('a unit of another application detects no tags', async () => {
  const account = (await aManagedAccount(dealer)).id
  const van = await aUnit(dealer, account, { ident: String(++imei) })
  const tag = aTag()
  await say(van, { at: now - 10, heard: [tag] })
  assert.deepEqual(await sensorOf(account, tag), undefined)
  assert.equal((await messagesOf(van.id))[0]['ble.beacons'].length, 1)
})

suite('what is deleted', () => {
  test('a sensor leaves its assets where they were, without a link, and is not created again when it is detected', async () => {
    const account = await aTagsAccount()
    const reader = await aGateway(account)
    const tag = aTag()
    const sensor = await aSensor(dealer, account, { ident: tagOf(tag) })
    const asset = await anAsset(dealer, account, { device_link: sensor.id })
    await say(reader, { at: now - 30, heard: [tag] })
    assert.equal((await dealer.ask('DELETE', `/units/${sensor.id}`)).status, 200)
    const left = (await dealer.ask('GET', `/units/${asset.id}`)).body
    assert.equal(left.device_link, null)
    assert.equal((await telemetryOf(asset.id)).position.value.latitude, 54.6)
    await newsArrive(account)
    await say(reader, { at: now - 20, heard: [tag] })
    assert.equal(await sensorOf(account, tag), undefined)
    const again = await aSensor(dealer, account, { ident: tagOf(tag) })
    assert.deepEqual(await messagesOf(again.id), [])
  })

  test('an asset is no longer among the devices of its sensor', async () => {
    const account = await aTagsAccount()
    const sensor = await aSensor(dealer, account)
    const [one, two] = [await anAsset(dealer, account), await anAsset(dealer, account)]
    for (const { id } of [one, two]) await dealer.ask('PUT', `/units/${id}/link`, { device_link: sensor.id })
    const linked = async () => (await dealer.ask('GET', `/units/${sensor.id}`)).body.linked_devices
    assert.deepEqual(
      await linked(),
      [one.id, two.id].sort((a, b) => a - b),
    )
    await dealer.ask('DELETE', `/units/${one.id}`)
    assert.deepEqual(await linked(), [two.id])
  })

  test('a gateway has no tags any more', async () => {
    const account = await aTagsAccount()
    const [gate, hall] = [await aGateway(account), await aGateway(account)]
    const tag = aTag()
    await say(gate, { at: now - 30, heard: [{ ...tag, rssi: -40 }] })
    const sensor = (await sensorOf(account, tag))!
    assert.equal(await gatewayOf(sensor.id), gate.id)
    await dealer.ask('DELETE', `/units/${gate.id}`)
    assert.equal(await gatewayOf(sensor.id), undefined)
    await newsArrive(account)
    await say(hall, { at: now - 20, heard: [{ ...tag, rssi: -90 }] })
    assert.equal(await gatewayOf(sensor.id), hall.id)
  })

  test('a gateway does not keep others from reporting what they detected before', async () => {
    const account = await aTagsAccount()
    const [gate, hall] = [await aGateway(account), await aGateway(account)]
    const tag = aTag()
    await say(gate, { at: now - 30, heard: [tag] })
    const sensor = (await sensorOf(account, tag))!
    await dealer.ask('DELETE', `/units/${gate.id}`)
    await newsArrive(account)
    // Too long before the last detection to say where the tag is.
    await say(hall, { at: now - 3000, heard: [tag] })
    assert.equal((await messagesOf(sensor.id)).length, 2)
    assert.equal(await gatewayOf(sensor.id), undefined)
  })

  test('leaves correct counters behind', async () => assert.deepEqual(await unsoundness(api.ctx.db), []))
})

test('the gateway is answered after the tags it detects are stored, not before', async () => {
  const account = await aTagsAccount()
  const reader = await aGateway(account)
  const tag = aTag()
  const sensor = await aSensor(dealer, account, { ident: tagOf(tag) })
  const line = await openLine(port)
  line.send(loginFrame(reader.ident))
  assert.equal(await line.receive(1), '01')
  await api.ctx.db.transaction().execute(async (held) => {
    await sql`select from units where id = ${sensor.id} for update`.execute(held)
    line.send(hearingFrame([{ at: now - 10, heard: [tag] }]))
    // Its own message is stored, and the sensor's write waits for the locked row.
    await until('the wait for the held row', async () => {
      const { rows } = await sql<{ waits: boolean }>`
        select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%message_params%') as waits
      `.execute(api.ctx.db)
      return rows[0]?.waits && (await messagesOf(reader.id)).length === 1
    })
    assert.equal(line.rest(), '')
  })
  assert.equal(await line.receive(4), acceptedCount(1))
  assert.equal((await messagesOf(sensor.id)).length, 1)
  line.socket.destroy()
})

test('in any order and repetition of reports, and across restarts, each asset ends in one location', async () => {
  const account = await aTagsAccount()
  const readers = [await aGateway(account), await aGateway(account), await aGateway(account)]
  const home = { dealer: dealer.dealer, account }
  const said = Array.from({ length: 24 }, (_, index) => {
    const random = randomFrom(`said ${index}`)
    const by = index % readers.length
    return {
      by,
      message: {
        timestamp: now - 240 + index * 10,
        ...(random() < 0.8 && { 'position.latitude': 54 + by / 10, 'position.longitude': 25 + by / 10 }),
      },
      rssi: -50 - Math.floor(random() * 40),
    }
  })
  const ends = new Map<string, number>()
  for (let turn = 0; turn < 6; turn++) {
    const tag = aTag()
    const sensor = await aSensor(dealer, account, { ident: tagOf(tag) })
    const asset = await anAsset(dealer, account, { device_link: sensor.id })
    const random = randomFrom(`turn ${turn}`)
    const twice = turn === 0 ? said : [...said, ...said.filter(() => random() < 0.4)]
    const order =
      turn === 0
        ? twice
        : twice
            .map((one) => ({ one, at: random() }))
            .sort((a, b) => a.at - b.at)
            .map(({ one }) => one)
    for (let from = 0; from < order.length; from += 9) {
      const writer = startBeaconWriter(api.ctx, startWriter(api.ctx), notifications)
      await Promise.all(
        order.slice(from, from + 9).map(({ by, message, rssi }) => {
          const { id, ident } = readers[by]!
          const unit = { id, ident, name: 'Reader', deviceTypeId: 101, protocolId: 1, beaconOwner: home }
          const beacons = [{ id: tagOf(tag), rssi, 'battery.level': -rssi }]
          const messages = [{ ...message, 'ble.beacons': beacons }]
          return writer.append({ unit, messages, frame: Buffer.from('frame'), peer: '192.0.2.1:1' })
        }),
      )
      await writer.close()
    }
    const telemetry = await telemetryOf(asset.id)
    assert.deepEqual(telemetry, await telemetryOf(sensor.id))
    assert.equal((await messagesOf(sensor.id)).length, said.length)
    const words = JSON.stringify(Object.entries(telemetry).sort())
    ends.set(words, (ends.get(words) ?? 0) + 1)
  }
  assert.deepEqual([...ends.values()], [6], [...ends.keys()].join('\n'))
})
