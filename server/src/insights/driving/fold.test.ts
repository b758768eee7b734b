import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openSpans, type Point, pointsIn, startState, step } from './fold.ts'
import { type DrivingSpan, limits } from './span.ts'

type Values = Readonly<Record<string, unknown>>
const textOf = (values: Values) => ({ timestamp: values.timestamp as number, text: JSON.stringify(values) })

const fast = { kind: 'residential', limit: 50, usual: 40, name: 'Harbour Street' }

function spansOf(messages: readonly Values[], beacons: readonly string[] = [], road?: typeof fast): DrivingSpan[] {
  const state = startState()
  const spans: DrivingSpan[] = []
  const points = pointsIn(messages.map(textOf)).map(
    (point): Point => (road && point.place ? { ...point, road } : point),
  )
  for (const point of points) step(state, point, new Set(beacons), (span) => spans.push(span))
  return [...spans, ...openSpans(state)]
}

const keysOf = (...all: Parameters<typeof spansOf>) =>
  spansOf(...all).flatMap(({ kind, code, t0, t1, settled }) => (kind === 'key' ? [[code, t0, t1, settled]] : []))

const on = (timestamp: number, more: Values = {}) => ({ timestamp, 'engine.ignition.status': true, ...more })
const off = (timestamp: number, more: Values = {}) => ({ timestamp, 'engine.ignition.status': false, ...more })
const key = (code: string) => ({ 'ibutton.code': code })

suite('a key', () => {
  const cases: Record<string, [readonly Values[], readonly unknown[]]> = {
    'that was shown once counts until the ignition goes off': [
      [off(100, key('1A')), on(110), on(200), off(300), on(400)],
      [['1A', 100, 300, 300]],
    ],
    'counts until another is shown': [
      [on(100, key('1A')), on(200, key('2B'))],
      [
        ['1A', 100, 200, 200],
        ['2B', 200, 200 + limits.keySeconds, null],
      ],
    ],
    'that is still there when the ignition goes off goes on': [
      [on(100, key('1A')), off(200, key('1A')), on(300)],
      [['1A', 100, 200 + limits.keySeconds, null]],
    ],
    'is believed for so long and no longer': [
      [{ timestamp: 100, 'driver.id': '007' }, { timestamp: 100 + limits.keySeconds + 1 }],
      [['7', 100, 100 + limits.keySeconds, 101 + limits.keySeconds]],
    ],
    'of zeros is none': [[{ timestamp: 100, 'driver.id': '0000000000' }], []],
    'of two in one moment is the same, whatever the order': [
      [on(100, key('2B')), on(100, key('1A')), off(150)],
      [['1A', 100, 150, 150]],
    ],
  }
  for (const [name, [messages, keys]] of Object.entries(cases)) {
    test(name, () => {
      assert.deepEqual(keysOf(messages), keys)
      assert.deepEqual(keysOf(messages.toReversed()), keys)
    })
  }
  test('can be a beacon, the nearest of those that are keys', () => {
    const around = [
      { id: 'aa', rssi: -40 },
      { id: 'bb', rssi: -70 },
      { id: 'cc', rssi: -60 },
    ]
    assert.deepEqual(keysOf([on(100, { 'ble.beacons': around }), off(200)], ['BB', 'CC']), [['CC', 100, 200, 200]])
    assert.deepEqual(keysOf([on(100, { 'ble.beacons': around })]), [])
  })
})

test('a harsh manoeuvre that is reported again right after counts once', () => {
  const braking = {
    'harsh.braking.event': true,
    'position.latitude': 50,
    'position.longitude': 10,
    'position.speed': 62,
  }
  const times = [100, 103, 107, 120]
  const found = spansOf(times.map((timestamp) => ({ timestamp, ...braking })))
  assert.deepEqual(
    found.map(({ kind, t0, lat, kmh }) => [kind, t0, lat, kmh]),
    [
      ['harsh_braking', 100, 50, 62],
      ['harsh_braking', 120, 50, 62],
    ],
  )
})

test('a stretch of speeding has the speed, the limit and the street of its worst moment', () => {
  const at = (timestamp: number, speed: number) => ({
    ...{ timestamp, 'position.latitude': 50, 'position.longitude': 10, 'position.speed': speed },
  })
  const found = spansOf([at(100, 50), at(110, 60), at(120, 71), at(130, 64), at(140, 40)], [], fast)
  assert.deepEqual(
    found.map(({ kind, t0, t1, kmh, limitKmh, isPosted, street, settled }) => [
      ...[kind, t0, t1, kmh, limitKmh, isPosted, street, settled],
    ]),
    [['speeding', 110, 130, 71, 50, true, 'Harbour Street', 140]],
  )
})
