import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message, Value } from '@waymark/devices'
import { beaconsIn, detectionOf, hasBeacons } from './detection.ts'

const now = 1_790_000_000
const said: Message = {
  timestamp: now - 5,
  'position.latitude': 54.7,
  'position.longitude': 25.3,
  'position.speed': 40,
  'ble.beacons': [{ id: 'D1:46:99:81:1D:F7', rssi: -70, 'battery.level': 90, temperature: -4.5, humidity: 60 }],
}
const only = (message: Message, anchor?: { latitude: number; longitude: number }) =>
  beaconsIn(message, 7, anchor, now)[0]!

test('a tag gets a message with the gateway, the signal, the position and its readings', () => {
  const { id, message } = only(said)
  assert.equal(id, 'd14699811df7')
  assert.deepEqual(message, {
    timestamp: now - 5,
    'gateway.id': 7,
    'ble.rssi': -70,
    'position.latitude': 54.7,
    'position.longitude': 25.3,
    'battery.level': 90,
    'sensor.temperature': -4.5,
    'sensor.humidity': 60,
  })
})

test('a stored detection reads back as the same detection', () => {
  const { detection, message } = only(said)
  assert.deepEqual(detectionOf({ ...message, ident: 'x', 'server.timestamp': now }), detection)
  assert.equal(detectionOf({ timestamp: now, 'din.1': true, 'server.timestamp': now }), undefined)
})

test('an anchor is at its fixed position, and a gateway without a position has none', () => {
  assert.deepEqual(only(said, { latitude: 1, longitude: 2 }).detection.point, { latitude: 1, longitude: 2 })
  const { 'position.latitude': _, ...lost } = said
  assert.equal(only(lost).detection.point, undefined)
  assert.equal('position.longitude' in only(lost).message, false)
})

test('a tag that is reported twice counts once, with its stronger signal', () => {
  const twice = { ...said, 'ble.beacons': [-80, -60, -70].map((rssi) => ({ id: 'aa', rssi })) }
  const detected = beaconsIn(twice, 7, undefined, now)
  assert.deepEqual(
    detected.map(({ detection }) => detection.rssi),
    [-60],
  )
})

test('an invalid tag is ignored, and an impossible signal counts as none', () => {
  const odd = [{ rssi: -50 }, { id: 5, rssi: -50 }, { id: 'a'.repeat(65) }, { id: '' }, { id: 'bb', rssi: 1e9 }]
  const detected = beaconsIn({ ...said, 'ble.beacons': odd as Value }, 7, undefined, now)
  assert.deepEqual(
    detected.map(({ id, message }) => [id, message['ble.rssi']]),
    [['bb', undefined]],
  )
  assert.equal(hasBeacons({ 'ble.beacons': 'text' }), false)
  assert.deepEqual(beaconsIn({ 'ble.beacons': 'text' }, 7, undefined, now), [])
})

test('a clock that runs ahead counts for five minutes, and one that was never set not at all', () => {
  assert.equal(only({ ...said, timestamp: now + 3600 }).detection.ts, now + 300)
  assert.equal(only({ ...said, timestamp: 5 }).detection.ts, now)
})
