import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readReport } from '../http/phones.ts'
import { ProtocolError } from '../protocol.ts'
import { jsonMessagesMax, readMessages } from './json.ts'

describe('a home-made device sends JSON with', () => {
  for (const [what, said, expected] of [
    [
      'our own names',
      {
        timestamp: 1_772_000_000.5,
        'position.latitude': 54.7,
        'position.longitude': 25.3,
        'engine.ignition.status': true,
      },
      {
        timestamp: 1_772_000_000.5,
        'engine.ignition.status': true,
        'position.latitude': 54.7,
        'position.longitude': 25.3,
      },
    ],
    [
      'short names',
      { ts: 1_772_000_000, lat: 54.7, lng: 25.3, speed: 47, heading: 180, temperature: 21.5 },
      {
        ...{ timestamp: 1_772_000_000, 'position.speed': 47, 'position.direction': 180, 'sensor.temperature': 21.5 },
        ...{ 'position.latitude': 54.7, 'position.longitude': 25.3 },
      },
    ],
    [
      'objects within objects',
      { gps: { lat: 1, lon: 2 }, battery: { voltage: 3.7 }, tank: { north: { level: 12 } } },
      { 'battery.voltage': 3.7, 'custom.tank.north.level': 12, 'position.latitude': 1, 'position.longitude': 2 },
    ],
    [
      'lists, counted from 1',
      { din: [1], cells: [3.1, 3.2] },
      { 'din.1': true, 'custom.cells.1': 3.1, 'custom.cells.2': 3.2 },
    ],
    ['times in milliseconds', { time: 1_772_000_000_500, a: 1 }, { timestamp: 1_772_000_000.5, 'custom.a': 1 }],
    ['times as digits in a text', { time: '1772000000', a: 1 }, { timestamp: 1_772_000_000, 'custom.a': 1 }],
    ['times as text', { time: '2026-02-25T06:13:20Z', a: 1 }, { timestamp: 1_772_000_000, 'custom.a': 1 }],
    ['bits as numbers', { ignition: 1, 'din.1': 0 }, { 'engine.ignition.status': true, 'din.1': false }],
    ['words of its own', { 'custom.mode': 'eco', Größe: 3 }, { 'custom.mode': 'eco', 'custom.gruf6udfe': 3 }],
    ['what only the platform says', { ident: 'x', peer: 'y', 'device.id': 1, 'custom.a': 1 }, { 'custom.a': 1 }],
    ['what cannot be', { lat: 200, lng: 3, 'battery.level': 400, custom: { a: 1 } }, { 'custom.a': 1 }],
    [
      'names that mean something to JavaScript',
      JSON.parse('{"__proto__":1,"constructor":2,"custom.a":1}'),
      { 'custom.a': 1 },
    ],
  ] as const) {
    test(what, () => assert.deepEqual(readMessages(said), [expected]))
  }

  test('many messages at once', () => {
    assert.deepEqual(readMessages([{ ts: 1_772_000_000, a: 1 }, { 'ain.1': 2 }]), [
      { timestamp: 1_772_000_000, 'custom.a': 1 },
      { 'ain.1': 2 },
    ])
    assert.deepEqual(readMessages([]), [])
  })

  const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)
  for (const [what, said] of [
    ['no object', 7],
    ['nothing', null],
    ['a list of lists', [[1]]],
    ['an empty object', {}],
    ['nothing that can be used', { lat: 'north' }],
    ['too deep an object', deep],
    ['nothing that we know', { hello: 'world', more: { of: [1, 2] } }],
    ['too many at once', Array.from({ length: jsonMessagesMax + 1 }, () => ({ a: 1 }))],
  ] as const) {
    test(`and is rejected with ${what}`, () => assert.throws(() => readMessages(said), ProtocolError))
  }

  test('and learns which of many messages is wrong', () => {
    assert.throws(
      () => readMessages([{ lat: 1, lng: 2 }, { b: null }]),
      /^ProtocolError: message 2 of 2: there is no value/,
    )
  })

  test('any JSON becomes messages or a refusal', () => {
    let state = 7
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return (state >>> 8) % below
    }
    const names = [
      'lat',
      'lng',
      'gps_accuracy',
      '_type',
      'type',
      'locations',
      'location',
      'properties',
      'geometry',
      'coordinates',
      'coords',
      'timestamp',
      'position',
      'custom.',
      '',
      '.',
      'ain.1',
      'a'.repeat(300),
      '\ud800',
      'é',
      'x.y',
    ]
    const leaves = [
      'Feature',
      'Point',
      'location',
      'encrypted',
      0,
      -0,
      1e308,
      -1,
      true,
      null,
      '',
      'x',
      '\u0000',
      'a'.repeat(5000),
      '2026-99-99T99:99:99Z',
      1e12,
    ]
    const value = (depth: number): unknown => {
      const kind = random(depth > 9 ? 1 : 4)
      if (kind < 2) return leaves[random(leaves.length)]
      if (kind === 2) return Array.from({ length: random(5) }, () => value(depth + 1))
      return Object.fromEntries(
        Array.from({ length: random(6) }, () => [names[random(names.length)], value(depth + 1)]),
      )
    }
    let taken = 0
    for (let turn = 0; turn < 20_000; turn++) {
      try {
        for (const message of readReport(value(0)).messages) {
          taken += 1
          assert.ok(Object.keys(message).length > 0)
          JSON.stringify(message)
        }
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error
      }
    }
    assert.ok(taken > 300, String(taken))
  })
})
