import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { randomFrom } from '#entry/simulation/random.ts'
import type { Detection } from './detection.ts'
import { addDetections, detectionsMax, latestOf, locate, noDetections, windowSeconds } from './location.ts'

const points = [
  { latitude: 54.1, longitude: 25.1 },
  { latitude: 54.2, longitude: 25.2 },
  { latitude: 54.3, longitude: 25.3 },
]
const detectedBy = (gateway: number, ts: number, rssi: number, change: Partial<Detection> = {}): Detection => ({
  gateway,
  ts,
  rssi,
  point: points[gateway],
  readings: {},
  ...change,
})
const all = new Set([0, 1, 2])
const locationAfter = (detected: readonly Detection[], gateways = all) =>
  locate(addDetections(noDetections, detected), gateways)

suite('the gateway that has a tag', () => {
  const cases: readonly [what: string, detected: readonly Detection[], gateway: number][] = [
    ['is the only one that detects it', [detectedBy(1, 100, -90)], 1],
    ['stays when another has a slightly stronger signal', [detectedBy(0, 100, -70), detectedBy(1, 110, -65)], 0],
    ['changes when another has a clearly stronger signal', [detectedBy(0, 100, -70), detectedBy(1, 110, -64)], 1],
    ['stays when another has a weaker signal', [detectedBy(0, 100, -70), detectedBy(1, 110, -90)], 0],
    ['changes when it has not detected it for two minutes', [detectedBy(0, 100, -50), detectedBy(1, 221, -95)], 1],
    [
      'stays while it detects it now and then',
      [detectedBy(0, 100, -50), detectedBy(0, 200, -60), detectedBy(1, 221, -65)],
      0,
    ],
    [
      'is compared by its last signal, not by its best',
      [detectedBy(0, 100, -50), detectedBy(0, 130, -80), detectedBy(1, 140, -70)],
      1,
    ],
    [
      'changes to one without a signal strength only when it is silent',
      [detectedBy(0, 100, -95), detectedBy(1, 110, -128)],
      0,
    ],
  ]
  for (const [what, detected, gateway] of cases) {
    test(what, () => assert.equal(locationAfter(detected)?.detection.gateway, gateway))
  }

  test('is an existing one', () => {
    const detected = [detectedBy(0, 100, -50), detectedBy(1, 110, -80)]
    assert.equal(locationAfter(detected, new Set([1]))?.detection.gateway, 1)
    assert.equal(locationAfter(detected, new Set())?.detection, undefined)
  })
})

test('a gateway without a position leaves the tag at its last known position', () => {
  const location = locationAfter([detectedBy(0, 100, -70), detectedBy(1, 400, -60, { point: undefined })])
  assert.equal(location?.detection.gateway, 1)
  assert.deepEqual([location?.point, location?.pointTs, location?.detectedAt], [points[0], 100, 400])
})

test('the latest values have the position, the gateway, the signal and the time', () => {
  const history = addDetections(noDetections, [
    detectedBy(0, 100, -70, { readings: { 'sensor.temperature': 4 } }),
    detectedBy(1, 105, -75, { readings: { 'sensor.temperature': 5 } }),
  ])
  assert.deepEqual(latestOf(locate(history, all)!, history.readings), {
    'sensor.temperature': { ts: 105, value: 5 },
    'gateway.id': { ts: 100, value: 0 },
    'ble.rssi': { ts: 100, value: -70 },
    'position.latitude': { ts: 100, value: 54.1 },
    'position.longitude': { ts: 100, value: 25.1 },
    position: { ts: 100, value: points[0] },
    'heard.timestamp': { ts: 105, value: 105 },
  })
})

const words = (detected: readonly Detection[], size: number): string => {
  let history = noDetections
  for (let at = 0; at < detected.length; at += size) history = addDetections(history, detected.slice(at, at + size))
  const location = locate(history, all)
  return JSON.stringify([location, location && latestOf(location, history.readings)])
}

test('the order and repetition of detections make no difference', () => {
  for (let seed = 0; seed < 400; seed++) {
    const random = randomFrom(`shuffled ${seed}`)
    const whole = (most: number) => Math.floor(random() * most)
    const spread = seed % 4 === 0 ? windowSeconds * 3 : 240
    const detected = Array.from({ length: 1 + whole(seed % 50 === 0 ? detectionsMax * 2 : 40) }, () =>
      detectedBy(whole(3), 1_000 + whole(spread), -50 - whole(45), {
        ...(whole(3) === 0 && { point: undefined }),
        ...(whole(2) === 0 && { readings: { 'battery.level': whole(100) } }),
      }),
    )
    const once = words(detected, detected.length)
    for (let turn = 0; turn < 5; turn++) {
      const twice = [...detected, ...detected.filter(() => whole(3) === 0)]
      const shuffled = twice.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at)
      assert.equal(
        words(
          shuffled.map(({ one }) => one),
          1 + whole(4),
        ),
        once,
        `seed ${seed}`,
      )
    }
  }
})
