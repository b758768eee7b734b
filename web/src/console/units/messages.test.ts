import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsOf, parametersOf } from './messages.ts'

test('the parameters of messages are all that any of them has, once each', () =>
  assert.deepEqual(
    parametersOf([
      { timestamp: 1, 'din.2': 1 },
      { 'din.10': 0, 'din.2': 0, ain: 4 },
    ]),
    ['ain', 'din.2', 'din.10'],
  ))

test('the usual columns are those that the tracker tells, at most five', () => {
  const all = [
    'battery.level',
    'din.1',
    'gsm.signal.level',
    'position.latitude',
    'position.longitude',
    'position.satellites',
    'position.speed',
  ]
  assert.deepEqual(columnsOf(null, all), [
    'position.latitude',
    'position.longitude',
    'position.speed',
    'position.satellites',
    'battery.level',
  ])
})

test('a tracker that tells nothing usual shows what there is', () =>
  assert.deepEqual(columnsOf(null, ['custom.a', 'custom.b']), ['custom.a', 'custom.b']))

test('an address says which, even those that no message has at the moment', () =>
  assert.deepEqual(columnsOf('ain,din.1', ['ain']), ['ain', 'din.1']))
