import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsOf, parametersOf } from './messages.ts'

test('the parameters are those of all messages, once each', () =>
  assert.deepEqual(
    parametersOf([
      { timestamp: 1, 'din.2': 1 },
      { 'din.10': 0, 'din.2': 0, ain: 4 },
    ]),
    ['ain', 'din.2', 'din.10'],
  ))

test('the default columns are those that the tracker sends, at most five', () => {
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

test('a tracker without any of the usual parameters shows what there is', () =>
  assert.deepEqual(columnsOf(null, ['custom.a', 'custom.b']), ['custom.a', 'custom.b']))

test('an address selects columns, even those that no message has at the moment', () =>
  assert.deepEqual(columnsOf('ain,din.1', ['ain']), ['ain', 'din.1']))
