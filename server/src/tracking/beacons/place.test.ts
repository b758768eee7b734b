import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { randomFrom } from '#entry/simulation/random.ts'
import type { Hearing } from './hearing.ts'
import { hear, hearingsMax, latestOf, nothingHeard, placeOf, windowSeconds } from './place.ts'

const points = [
  { latitude: 54.1, longitude: 25.1 },
  { latitude: 54.2, longitude: 25.2 },
  { latitude: 54.3, longitude: 25.3 },
]
const heardBy = (gateway: number, ts: number, rssi: number, change: Partial<Hearing> = {}): Hearing => ({
  gateway,
  ts,
  rssi,
  point: points[gateway],
  readings: {},
  ...change,
})
const all = new Set([0, 1, 2])
const placeAfter = (heard: readonly Hearing[], gateways = all) => placeOf(hear(nothingHeard, heard), gateways)

suite('the gateway that has a tag', () => {
  const cases: readonly [what: string, heard: readonly Hearing[], gateway: number][] = [
    ['is the only one that hears it', [heardBy(1, 100, -90)], 1],
    ['stays when another hears it a little louder', [heardBy(0, 100, -70), heardBy(1, 110, -65)], 0],
    ['changes when another hears it clearly louder', [heardBy(0, 100, -70), heardBy(1, 110, -64)], 1],
    ['stays when another hears it weaker', [heardBy(0, 100, -70), heardBy(1, 110, -90)], 0],
    ['changes when it has not heard it for two minutes', [heardBy(0, 100, -50), heardBy(1, 221, -95)], 1],
    ['stays while it hears it now and then', [heardBy(0, 100, -50), heardBy(0, 200, -60), heardBy(1, 221, -65)], 0],
    [
      'is compared by what it heard last, not by its best',
      [heardBy(0, 100, -50), heardBy(0, 130, -80), heardBy(1, 140, -70)],
      1,
    ],
    ['changes to one that says no figure only when it is silent', [heardBy(0, 100, -95), heardBy(1, 110, -128)], 0],
  ]
  for (const [what, heard, gateway] of cases) {
    test(what, () => assert.equal(placeAfter(heard)?.hearing.gateway, gateway))
  }

  test('is one that is there', () => {
    const heard = [heardBy(0, 100, -50), heardBy(1, 110, -80)]
    assert.equal(placeAfter(heard, new Set([1]))?.hearing.gateway, 1)
    assert.equal(placeAfter(heard, new Set())?.hearing, undefined)
  })
})

test('a gateway that does not know where it is leaves the tag where it was last known to be', () => {
  const place = placeAfter([heardBy(0, 100, -70), heardBy(1, 400, -60, { point: undefined })])
  assert.equal(place?.hearing.gateway, 1)
  assert.deepEqual([place?.point, place?.pointTs, place?.heardAt], [points[0], 100, 400])
})

test('what follows for the latest values: the place, who hears it, how well and when', () => {
  const memory = hear(nothingHeard, [
    heardBy(0, 100, -70, { readings: { 'sensor.temperature': 4 } }),
    heardBy(1, 105, -75, { readings: { 'sensor.temperature': 5 } }),
  ])
  assert.deepEqual(latestOf(placeOf(memory, all)!, memory.readings), {
    'sensor.temperature': { ts: 105, value: 5 },
    'gateway.id': { ts: 100, value: 0 },
    'ble.rssi': { ts: 100, value: -70 },
    'position.latitude': { ts: 100, value: 54.1 },
    'position.longitude': { ts: 100, value: 25.1 },
    position: { ts: 100, value: points[0] },
    'heard.timestamp': { ts: 105, value: 105 },
  })
})

const words = (heard: readonly Hearing[], size: number): string => {
  let memory = nothingHeard
  for (let at = 0; at < heard.length; at += size) memory = hear(memory, heard.slice(at, at + size))
  const place = placeOf(memory, all)
  return JSON.stringify([place, place && latestOf(place, memory.readings)])
}

test('in whatever order hearings come, and however often, a tag ends in the same place', () => {
  for (let seed = 0; seed < 400; seed++) {
    const random = randomFrom(`shuffled ${seed}`)
    const whole = (most: number) => Math.floor(random() * most)
    const spread = seed % 4 === 0 ? windowSeconds * 3 : 240
    const heard = Array.from({ length: 1 + whole(seed % 50 === 0 ? hearingsMax * 2 : 40) }, () =>
      heardBy(whole(3), 1_000 + whole(spread), -50 - whole(45), {
        ...(whole(3) === 0 && { point: undefined }),
        ...(whole(2) === 0 && { readings: { 'battery.level': whole(100) } }),
      }),
    )
    const once = words(heard, heard.length)
    for (let turn = 0; turn < 5; turn++) {
      const twice = [...heard, ...heard.filter(() => whole(3) === 0)]
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
