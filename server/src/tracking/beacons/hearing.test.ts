import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message, Value } from '@waymark/devices'
import { hearingOf, hearsTags, tagsIn } from './hearing.ts'

const now = 1_790_000_000
const said: Message = {
  timestamp: now - 5,
  'position.latitude': 54.7,
  'position.longitude': 25.3,
  'position.speed': 40,
  'ble.beacons': [{ id: 'D1:46:99:81:1D:F7', rssi: -70, 'battery.level': 90, temperature: -4.5, humidity: 60 }],
}
const only = (message: Message, anchor?: { latitude: number; longitude: number }) => tagsIn(message, 7, anchor, now)[0]!

test('a tag gets a message with who heard it, how well, where, and what it measured', () => {
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

test('what was stored of a hearing is the hearing', () => {
  const { hearing, message } = only(said)
  assert.deepEqual(hearingOf({ ...message, ident: 'x', 'server.timestamp': now }), hearing)
  assert.equal(hearingOf({ timestamp: now, 'din.1': true, 'server.timestamp': now }), undefined)
})

test('an anchor is where it was put, and a gateway without a place says none', () => {
  assert.deepEqual(only(said, { latitude: 1, longitude: 2 }).hearing.point, { latitude: 1, longitude: 2 })
  const { 'position.latitude': _, ...lost } = said
  assert.equal(only(lost).hearing.point, undefined)
  assert.equal('position.longitude' in only(lost).message, false)
})

test('a tag that is said twice is heard once, as well as it was heard better', () => {
  const twice = { ...said, 'ble.beacons': [-80, -60, -70].map((rssi) => ({ id: 'aa', rssi })) }
  const heard = tagsIn(twice, 7, undefined, now)
  assert.deepEqual(
    heard.map(({ hearing }) => hearing.rssi),
    [-60],
  )
})

test('what is no tag is passed over, and a signal that cannot be counts as none', () => {
  const odd = [{ rssi: -50 }, { id: 5, rssi: -50 }, { id: 'a'.repeat(65) }, { id: '' }, { id: 'bb', rssi: 1e9 }]
  const heard = tagsIn({ ...said, 'ble.beacons': odd as Value }, 7, undefined, now)
  assert.deepEqual(
    heard.map(({ id, message }) => [id, message['ble.rssi']]),
    [['bb', undefined]],
  )
  assert.equal(hearsTags({ 'ble.beacons': 'text' }), false)
  assert.deepEqual(tagsIn({ 'ble.beacons': 'text' }, 7, undefined, now), [])
})

test('a clock that runs ahead rules for five minutes, and one that was never set not at all', () => {
  assert.equal(only({ ...said, timestamp: now + 3600 }).hearing.ts, now + 300)
  assert.equal(only({ ...said, timestamp: 5 }).hearing.ts, now)
})
