/** Phone applications, sending as their manuals describe: over HTTP, on the port of OsmAnd, and by MQTT. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { connect, type MqttClient } from 'mqtt'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aPlan, aUnit, fresh } from '#testing/builders.ts'
import { freePorts } from '#testing/ports.ts'
import { type RunningGateway, startGateway } from '../gateway.ts'

let gateway: RunningGateway | undefined
const api = await openApi({ WAYMARK_GATEWAY_PORT: String(await freePorts()) }, undefined, () => gateway?.intake)
const notifications = listen(api.databaseUrl)
const dealer = await api.dealer()
const plan = await aPlan(dealer, { quotas: { unit: 50, geofence: 1, unit_storage: 10240 } })
const account = await aManagedAccount(dealer, plan.id)
gateway = await startGateway(api.ctx, notifications)
const running = gateway
const site = await api.app.listen({ host: '127.0.0.1', port: 0 })
const phonePort = api.ctx.config.gatewayPort + 55
const mqttPort = api.ctx.config.gatewayPort + 183
after(async () => {
  await running.close()
  await notifications.close()
})

const models = { http: 9102, mqtt: 9101, osmand: 4701, gpslogger: 4801, traccar: 5001 }
const password = 'not-guessed'
async function aPhone(model: keyof typeof models) {
  const unit = await aUnit(dealer, account.id, { hw_id: models[model], ident: fresh('phone') })
  if (model === 'http' || model === 'mqtt') await dealer.ask('PATCH', `/units/${unit.id}`, { password })
  return unit as { id: number; ident: string }
}
type Stored = Readonly<Record<string, unknown>>
const messagesOf = async (id: number): Promise<readonly Stored[]> =>
  (await dealer.ask('GET', `/units/${id}/messages`)).body.data
const picked = (message: Stored | undefined, like: Stored) =>
  Object.fromEntries(Object.keys(like).map((key) => [key, message?.[key]]))

/** An hour ago: dating it on arrival would show. */
const at = Math.floor(api.ctx.clock.now().getTime() / 1000) - 3600
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const form = 'application/x-www-form-urlencoded'

interface Sent {
  readonly what: string
  readonly method?: 'GET'
  readonly query?: string
  readonly type?: string
  readonly body?: string
  readonly answer: unknown
  readonly stored: readonly Stored[]
}

const place = { timestamp: at, 'position.latitude': 54.687157, 'position.longitude': 25.2798 }
const full = { ...place, 'position.speed': 45, 'position.direction': 90, 'position.altitude': 112 }
const point = (seconds: number) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [25.2798, 54.687157] },
  properties: {
    ...{ timestamp: iso(seconds), altitude: 112, speed: 12.5, horizontal_accuracy: 8, vertical_accuracy: 4 },
    ...{ motion: ['driving'], battery_state: 'unplugged', battery_level: 0.87, device_id: '', wifi: '' },
  },
})
const gpsLogger =
  `lat=54.687157&lon=25.2798&sat=9&desc=&alt=112.0&acc=8.0&dir=90.0&prov=gps&spd=12.5&timestamp=${at}` +
  `&time=${iso(at)}&batt=87.0&aid=b7e2f1&ser=R58M&act=IN_VEHICLE`

/** What each sends, and the answer it requires, if any. */
const sent: readonly Sent[] = [
  {
    what: 'OwnTracks',
    body: JSON.stringify({
      ...{ _type: 'location', tst: at, lat: 54.687157, lon: 25.2798, vel: 45, cog: 90, alt: 112, acc: 8, batt: 87 },
      ...{ bs: 1, conn: 'm', t: 'u', tid: 'JP', vac: 4 },
    }),
    answer: [],
    stored: [{ ...full, 'position.accuracy': 8, 'battery.level': 87, 'battery.charging.status': false }],
  },
  {
    what: 'OwnTracks at the border of a region',
    body: JSON.stringify({
      ...{ _type: 'transition', tst: at, lat: 54.687157, lon: 25.2798, acc: 8, event: 'leave', desc: 'Depot' },
      ...{ wtst: at - 90_000, t: 'c', tid: 'JP' },
    }),
    answer: [],
    stored: [{ ...place, 'custom.geofence': 'Depot', 'alarm.type': 'geofence_exit' }],
  },
  { what: 'OwnTracks before it goes', body: JSON.stringify({ _type: 'lwt', tst: at }), answer: [], stored: [] },
  { what: 'OwnTracks with nothing', body: '', answer: [], stored: [] },
  {
    what: 'Overland with a batch of two',
    body: JSON.stringify({ locations: [point(at), point(at + 1)] }),
    answer: { result: 'ok' },
    stored: [at, at + 1].map((timestamp) => ({
      ...{ ...place, timestamp, 'position.speed': 45, 'position.altitude': 112, 'position.accuracy': 8 },
      ...{ 'battery.level': 87, 'battery.charging.status': false, 'custom.motion': 'driving' },
    })),
  },
  {
    what: 'Traccar Client 9',
    body: JSON.stringify({
      location: {
        timestamp: iso(at),
        coords: { latitude: 54.687157, longitude: 25.2798, accuracy: 8, speed: 12.5, heading: 90, altitude: 112 },
        ...{ is_moving: true, odometer: 1_234_567, event: 'motionchange', battery: { level: 0.87, is_charging: true } },
        ...{ activity: { type: 'in_vehicle' }, extras: {} },
      },
    }),
    answer: undefined,
    stored: [{ ...full, 'movement.status': true, 'vehicle.mileage': 1234.567, 'battery.level': 87 }],
  },
  {
    what: 'GPSLogger by an address',
    ...{ method: 'GET', query: gpsLogger },
    answer: undefined,
    stored: [
      { ...full, 'position.accuracy': 8, 'position.satellites': 9, 'battery.level': 87, 'custom.aid': 'b7e2f1' },
    ],
  },
  {
    what: 'GPSLogger by a form',
    ...{ type: form, body: gpsLogger },
    answer: undefined,
    stored: [{ ...full, 'position.accuracy': 8, 'position.satellites': 9, 'battery.level': 87, 'custom.ser': 'R58M' }],
  },
  {
    what: 'GPSLogger by a body of JSON',
    body: `{"lat":54.687157,"lon":25.2798,"time":"${iso(at)}","spd":"12.5","alt":112.0,"dir":90.0,"batt":87.0}`,
    answer: undefined,
    stored: [{ ...full, 'battery.level': 87 }],
  },
  {
    what: 'a feature of GeoJSON',
    body: JSON.stringify(point(at)),
    answer: undefined,
    stored: [{ ...place, 'position.speed': 45, 'position.accuracy': 8 }],
  },
]

const opening = ({ method, body, type = 'application/json' }: Sent) => ({
  method: method ?? 'POST',
  ...(body !== undefined && { body }),
  headers: { 'content-type': type },
})

for (const [where, model, address] of [
  ['at /intake', 'http', (ident: string, query = '') => `${site}/intake/${ident}${query && `?${query}`}`],
  [
    'on the port of OsmAnd',
    'gpslogger',
    (ident: string, query = '') => `http://127.0.0.1:${phonePort}/?id=${ident}&${query}`,
  ],
] as const) {
  suite(where, () => {
    for (const one of sent) {
      test(`${one.what} is stored with its own time and values, once, and answered as it expects`, async () => {
        const unit = await aPhone(model)
        const { headers, ...request } = opening(one)
        for (let turn = 0; turn < 2; turn++) {
          const answer = await fetch(address(unit.ident, one.query), {
            ...request,
            headers: { ...headers, authorization: `Basic ${Buffer.from(`x:${password}`).toString('base64')}` },
          })
          const text = await answer.text()
          assert.equal(answer.status, 200, text)
          if (one.answer !== undefined) assert.deepEqual(JSON.parse(text), one.answer)
        }
        const stored = await messagesOf(unit.id)
        assert.deepEqual(
          stored.map((message, index) => picked(message, one.stored[index] ?? {})),
          one.stored,
        )
      })
    }

    for (const [what, body, sentence] of [
      ['what OwnTracks has encrypted', { _type: 'encrypted', data: 'NnDJ' }, /remove the encryption key/],
      ['an unknown shape', { points: [{ x: 1 }] }, /no time, no position and no parameter/],
    ] as const) {
      test(`${what} is refused with a sentence, and nothing of it is stored`, async () => {
        const unit = await aPhone(model)
        const headers = { authorization: `Bearer ${password}` }
        const answer = await fetch(address(unit.ident), { method: 'POST', headers, body: JSON.stringify(body) })
        assert.equal(answer.status, 400)
        assert.match(await answer.text(), sentence)
        assert.deepEqual(await messagesOf(unit.id), [])
      })
    }
  })
}

suite('the speed of a form', () => {
  const query = `lat=54.687157&lon=25.2798&timestamp=${at}`
  for (const [what, model, said, expected] of [
    ['OsmAnd, in metres per second', 'osmand', 'hdop=1.0&altitude=112.0&speed=12.5&bearing=90.0', 45],
    ['GPSLogger, in metres per second', 'gpslogger', 'speed=12.5&bearing=90&accuracy=8&batt=87', 45],
    [
      'Traccar Client up to 8, in knots',
      'traccar',
      'speed=25&bearing=90.0&altitude=112.0&accuracy=8.0&batt=87.0',
      46.3,
    ],
    ['a sender that names its unit', 'traccar', 'speed=45&speed_unit=km/h', 45],
  ] as const) {
    test(`of ${what}, is stored in km/h`, async () => {
      const unit = await aPhone(model)
      const answer = await fetch(`http://127.0.0.1:${phonePort}/?id=${unit.ident}&${query}&${said}`)
      assert.equal(answer.status, 200)
      assert.deepEqual(
        (await messagesOf(unit.id)).map((message) => [message.timestamp, message['position.speed']]),
        [[at, expected]],
      )
    })
  }
})

test('a batch of two hundred points is accepted on the port of OsmAnd', async () => {
  const unit = await aPhone('traccar')
  const note = 'x'.repeat(200)
  const body = JSON.stringify({
    locations: Array.from({ length: 200 }, (_, index) => ({ ...point(at + index), note })),
  })
  assert.ok(body.length > 100_000)
  const answer = await fetch(`http://127.0.0.1:${phonePort}/?id=${unit.ident}`, { method: 'POST', body })
  assert.deepEqual(await answer.json(), { result: 'ok' })
  const stored = (await dealer.ask('GET', `/units/${unit.id}/messages?count=1000`)).body.data
  assert.equal(stored.length, 200)
})

suite('OwnTracks by MQTT', () => {
  const open = async (username: string): Promise<MqttClient> => {
    const client = connect({
      ...{ host: '127.0.0.1', port: mqttPort, protocol: 'mqtt', username, password, protocolVersion: 4 },
      ...{ reconnectPeriod: 0, connectTimeout: 30_000 },
      will: { topic: `owntracks/${username}/phone`, payload: Buffer.from('{"_type":"lwt"}'), qos: 1, retain: false },
    })
    await new Promise((resolve, reject) => client.once('connect', resolve).once('error', reject))
    return client
  }

  test('subscribes and publishes as usual, keeps its connection, and receives nothing of others', async () => {
    const [jane, john] = [await aPhone('mqtt'), await aPhone('mqtt')]
    const [hers, his] = [await open(jane.ident), await open(john.ident)]
    const heard: string[] = []
    let closes = 0
    for (const client of [hers, his]) {
      client.on('message', (topic) => heard.push(topic))
      client.on('close', () => {
        closes += 1
      })
    }
    const granted = await hers.subscribeAsync(
      ['owntracks/+/+', 'owntracks/+/+/event', `owntracks/${jane.ident}/phone/cmd`].map((topic) => topic),
      { qos: 1 },
    )
    assert.deepEqual(
      granted.map(({ qos }) => qos),
      [1, 1, 1],
    )
    const publish = (client: MqttClient, topic: string, body: object | string) =>
      client.publishAsync(topic, typeof body === 'string' ? body : JSON.stringify(body), { qos: 1, retain: true })
    const location = { _type: 'location', lat: 54.687157, lon: 25.2798, vel: 45, acc: 8, batt: 87 }
    await publish(his, `owntracks/${john.ident}/phone`, { ...location, tst: at })
    await publish(hers, `owntracks/${jane.ident}/phone`, { ...location, tst: at })
    await publish(hers, `owntracks/${jane.ident}/phone/event`, {
      ...{ _type: 'transition', lat: 54.687157, lon: 25.2798, tst: at + 1, event: 'enter', desc: 'Depot' },
    })
    await publish(hers, `owntracks/${jane.ident}/phone/status`, { _type: 'status', iOS: { version: '18.5' } })
    await publish(hers, `owntracks/${jane.ident}/phone/waypoints`, { _type: 'waypoints', waypoints: [] })
    await publish(hers, `owntracks/${jane.ident}/phone`, '')
    const stored = await messagesOf(jane.id)
    assert.deepEqual(
      stored.map((message) => [message.timestamp, message['position.speed'], message['alarm.type']]),
      [
        [at, 45, undefined],
        [at + 1, undefined, 'geofence_enter'],
      ],
    )
    assert.deepEqual((await messagesOf(john.id)).length, 1)
    assert.deepEqual([heard, closes], [[], 0])
    await Promise.all([hers.endAsync(), his.endAsync()])
  })
})
