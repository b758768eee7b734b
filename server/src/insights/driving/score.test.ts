import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { factOfSpan, factsOfPart, nightSeconds, type Part, scoreOf } from './score.ts'
import { type DrivingSpan, noDetails } from './span.ts'

const at = (text: string) => Date.parse(text) / 1000
const noon = at('2026-03-02T12:00:00Z')
const trip = (more: Partial<Part> = {}): Part => ({
  ...{
    kind: 'trip',
    t0: noon,
    t1: noon + 3600,
    metres: 50_000,
    movingSeconds: 3000,
    idleSeconds: 0,
    lat0: 50,
    lon0: 10,
  },
  ...more,
})
const span = (more: Partial<DrivingSpan>): DrivingSpan => ({
  ...{ ...noDetails, kind: 'harsh_braking', t0: noon, t1: noon, settled: noon },
  ...more,
})

const cases: Record<string, [parts: readonly Part[], spans: readonly DrivingSpan[], score: number | null]> = {
  'is none without a trip': [[], [span({})], null],
  'is 100 without an event': [[trip()], [], 100],
  'loses 3 for braking, 2 for the others': [
    [trip()],
    [span({}), span({ kind: 'harsh_cornering' }), span({ kind: 'harsh_acceleration' })],
    93,
  ],
  'loses half as much on twice the distance of reference': [[trip({ metres: 200_000 })], [span({})], 98.5],
  'loses nothing for a key': [[trip()], [span({ kind: 'key', code: '1A' })], 100],
  'loses a point for 10 km/h over a limit, for a minute at least': [
    [trip()],
    [span({ kind: 'speeding', t1: noon + 20, kmh: 60, limitKmh: 50, isPosted: true })],
    99,
  ],
  'loses more the longer it lasts, and half where the limit is only usual': [
    [trip()],
    [span({ kind: 'speeding', t1: noon + 180, kmh: 90, limitKmh: 70, isPosted: false })],
    97,
  ],
  'loses ten at most for one stretch': [
    [trip()],
    [span({ kind: 'speeding', t1: noon + 3600, kmh: 130, limitKmh: 50, isPosted: true })],
    90,
  ],
  'loses a point for ten minutes of idling after the first five': [
    [trip({ idleSeconds: 300 }), trip({ kind: 'stop', metres: 0, idleSeconds: 900 })],
    [],
    99,
  ],
  'loses a point for half an hour at night': [
    [trip({ t0: at('2026-03-02T22:30:00Z'), t1: at('2026-03-02T23:30:00Z') })],
    [],
    99,
  ],
  'is never below 0': [[trip()], Array.from({ length: 50 }, (_, index) => span({ t0: noon + index })), 0],
}

suite('a score', () => {
  for (const [name, [parts, spans, score]] of Object.entries(cases)) {
    test(name, () => {
      const facts = [
        ...spans.flatMap((one) => factOfSpan(1, one) ?? []),
        ...parts.flatMap((part) => factsOfPart(1, part, 'UTC')),
      ]
      const found = scoreOf(parts, facts)
      assert.equal(found.score, score)
      const lost = found.items.reduce((sum, { points }) => sum + points, 0)
      if (score !== null && score > 0) assert.equal(Math.round((100 - lost) * 100) / 100, score)
      assert.deepEqual(scoreOf(parts.toReversed(), facts.toReversed()), found)
    })
  }
})

test('a night has six hours normally, and five when the clocks go forward', () => {
  assert.equal(nightSeconds('Europe/Berlin', at('2026-03-02T12:00:00Z'), at('2026-03-03T12:00:00Z')), 6 * 3600)
  assert.equal(nightSeconds('Europe/Berlin', at('2026-03-28T12:00:00Z'), at('2026-03-29T12:00:00Z')), 5 * 3600)
})
