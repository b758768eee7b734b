/** Conditions over time: when they are met, when they end, and what is noise. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Road } from '#kernel/geo/addresses.ts'
import { borderOf } from '../../geofences/geofence.ts'
import type { Watched } from '../rule.ts'
import { compare } from './comparing.ts'
import type { Condition, Part } from './condition.ts'
import { openOf, startState, step } from './condition-windows.ts'
import type { Schedule } from './hours.ts'
import { samplesOf } from './sample.ts'

/** A Monday, 08:00 UTC. */
const start = 1_772_438_400
const metre = 1 / 111_195

const message = (seconds: number, values: object) => ({
  timestamp: start + seconds,
  text: JSON.stringify({ timestamp: start + seconds, ...values }),
})
const speeds = (...pairs: readonly [seconds: number, kmh: number][]) =>
  pairs.map(([seconds, kmh]) => message(seconds, { 'position.speed': kmh }))

const tooFast: Condition = {
  ...{ type: 'parameter', parameter: 'position.speed', comparison: 'above' },
  ...{ value: 90, low: null, high: null, seconds: 30 },
}

function held(
  messages: readonly { timestamp: number; text: string }[],
  condition: Condition,
  { schedule = null, since = 0 }: { schedule?: Schedule | null; since?: number } = {},
) {
  const rule: Watched = { id: 'rule', condition, schedule, zone: 'UTC', since }
  const state = startState()
  const spans: ReturnType<typeof openOf> = []
  for (const sample of samplesOf(messages)) step(state, sample, [rule], (one) => spans.push(one))
  return [...spans, ...openOf(state)].map(({ t0, t1, sureAt, detail }) => [
    t0 - start,
    t1 === null ? null : t1 - start,
    sureAt - start,
    detail.later,
  ])
}

suite('several conditions', () => {
  const above = (value: number): Part => ({
    ...{ type: 'parameter', parameter: 'position.speed', comparison: 'above' },
    ...{ value, low: null, high: null, seconds: 0 },
  })
  const on: Part = { ...above(0), parameter: 'engine.ignition.status', comparison: 'is', value: true } as Part
  const inside: Part = { type: 'place', side: 'inside', geofenceIds: [] }
  const outside: Part = { ...inside, side: 'outside' }
  const school = borderOf({ type: 'circle', center: { lat: 50, lon: 10 }, radius: 200 })
  const metresEast = (metres: number) => ({
    'position.latitude': 50,
    'position.longitude': 10 + metres * metre * 1.5557,
  })

  const heldTogether = (
    match: 'all' | 'any',
    parts: readonly Part[],
    messages: readonly { timestamp: number; text: string }[],
    places = [{ id: 'school', border: school }],
  ) => {
    const condition: Condition = { type: 'combined', match, parts, seconds: 0 }
    const of = { zone: 'UTC', schedule: null, since: 0 }
    const watched = parts.map((part, index) => ({ ...of, id: `rule/${index}`, condition: part, places }))
    const rule: Watched = { ...of, id: 'rule', condition, parts: watched }
    const state = startState()
    const spans: ReturnType<typeof openOf> = []
    for (const sample of samplesOf(messages)) step(state, sample, [rule], (one) => spans.push(one))
    return [...spans, ...openOf(state)].map(({ t0, t1, detail: { values, geofenceId } }) => [
      ...[t0 - start, t1 === null ? null : t1 - start, values, geofenceId],
    ])
  }

  test('hold together though they are in different messages', () => {
    const messages = [
      message(0, { 'engine.ignition.status': true }),
      message(10, { 'position.speed': 70 }),
      message(100, { 'engine.ignition.status': false }),
      message(200, { 'position.speed': 70 }),
    ]
    assert.deepEqual(heldTogether('all', [above(60), on], messages), [[10, 100, [70, true], undefined]])
  })

  test('of which one was not reported for half an hour are not known to hold', () => {
    const messages = [message(0, { 'engine.ignition.status': true }), message(1900, { 'position.speed': 70 })]
    assert.deepEqual(heldTogether('all', [above(60), on], messages), [])
    assert.deepEqual(heldTogether('any', [above(60), on], messages).length, 2)
  })

  test('of which any is enough end when none holds', () => {
    const messages = [
      message(0, { 'position.speed': 70, 'engine.ignition.status': false }),
      message(60, { 'position.speed': 10, 'engine.ignition.status': true }),
      message(120, { 'position.speed': 10, 'engine.ignition.status': false }),
      message(300, { 'position.speed': 10, 'engine.ignition.status': false }),
    ]
    assert.deepEqual(heldTogether('any', [above(60), on], messages), [[0, 120, [70, false], undefined]])
  })

  test('in a geofence name it, and a step over its border is noise', () => {
    const drive = ([seconds, metres, kmh]: readonly [number, number, number]) =>
      message(seconds, { ...metresEast(metres), 'position.speed': kmh })
    const messages = (
      [
        [0, 900, 70],
        [30, 150, 70],
        [60, 215, 70],
        [90, 150, 70],
        [120, 400, 70],
        [200, 900, 70],
      ] as const
    ).map(drive)
    assert.deepEqual(heldTogether('all', [above(60), inside], messages), [[30, 120, [70, null], 'school']])
    assert.deepEqual(
      heldTogether('all', [above(60), outside], messages),
      [
        [0, 30, [70, null], undefined],
        [120, null, [70, null], undefined],
      ].slice(0, 2),
    )
  })

  test('in deleted geofences never hold, neither inside nor outside', () => {
    const messages = [message(0, { ...metresEast(0), 'position.speed': 70 })]
    for (const side of [inside, outside]) assert.deepEqual(heldTogether('all', [above(60), side], messages, []), [])
  })

  test('a single distant position does not count', () => {
    const messages = [
      message(0, { ...metresEast(50_000), 'position.speed': 70 }),
      message(10, { ...metresEast(0), 'position.speed': 70 }),
      message(20, { ...metresEast(50_200), 'position.speed': 70 }),
    ]
    assert.deepEqual(heldTogether('all', [above(60), inside], messages), [])
  })
})

suite('speeding', () => {
  const posted: Road = { kind: 'secondary', limit: 50, usual: 70 }
  const unposted: Road = { kind: 'motorway', usual: 120 }
  const onRoad = (condition: Condition, ...points: readonly [seconds: number, kmh: number, road?: Road][]) => {
    const rule: Watched = { id: 'rule', condition, schedule: null, zone: 'UTC', since: 0 }
    const state = startState()
    for (const [seconds, kmh, road] of points) {
      const text = JSON.stringify({ 'position.speed': kmh, 'position.latitude': 50, 'position.longitude': 10 })
      const t = start + seconds
      step(state, { t, texts: [{ timestamp: t, text }], ...(road && { road }) }, [rule], () => {})
    }
    return openOf(state).map(({ detail }) => detail)
  }
  const speeding: Condition = { type: 'speeding', over: 10, seconds: 20, usual: false }

  test('is reported with the limit of the road, once it has lasted long enough', () => {
    const told = [{ first: 62, later: 65, limit: 50, isUsual: false }]
    assert.deepEqual(onRoad(speeding, [0, 62, posted], [10, 70, posted], [20, 65, posted]), told)
    assert.deepEqual(onRoad(speeding, [0, 62, posted], [10, 70, posted]), [])
    assert.deepEqual(onRoad(speeding, [0, 60, posted], [20, 60, posted]), [])
  })

  test('needs a road with a posted limit, unless the usual speed counts too', () => {
    assert.deepEqual(onRoad(speeding, [0, 90], [20, 90]), [])
    assert.deepEqual(onRoad(speeding, [0, 140, unposted], [20, 140, unposted]), [])
    const told = [{ first: 140, later: 141, limit: 120, isUsual: true }]
    assert.deepEqual(onRoad({ ...speeding, usual: true }, [0, 140, unposted], [20, 141, unposted]), told)
    assert.deepEqual(onRoad({ ...speeding, usual: true }, [0, 65, posted], [20, 65]), [])
  })
})

suite('a parameter', () => {
  test('counts once it was over its limit for long enough, from the first message on', () => {
    assert.deepEqual(held(speeds([0, 80], [10, 95], [20, 99], [40, 97], [60, 96]), tooFast), [[10, null, 40, 97]])
    assert.deepEqual(held(speeds([0, 80], [10, 95], [30, 99]), tooFast), [])
    assert.deepEqual(held(speeds([10, 95], [30, 85], [35, 99], [60, 99]), tooFast), [])
  })

  test('at its limit is not over it, and a single value is enough if no duration is required', () => {
    assert.deepEqual(held(speeds([0, 90], [60, 90]), tooFast), [])
    assert.deepEqual(held(speeds([0, 90.1]), { ...tooFast, seconds: 0 }), [[0, null, 0, 90.1]])
  })

  test('does not flap: a moment back under the limit, or just below it, does not end it', () => {
    const wandering = Array.from({ length: 60 }, (_, index) => [40 + index * 10, 90 + 3 * Math.sin(index)] as const)
    assert.equal(held(speeds([0, 95], ...wandering.map(([t, v]) => [t, v] as [number, number])), tooFast).length, 1)
    assert.deepEqual(held(speeds([0, 95], [30, 95], [40, 60], [90, 60], [95, 95], [200, 95]), tooFast), [
      [0, null, 30, 95],
    ])
    // Just below: no end, but no beginning either.
    assert.deepEqual(held(speeds([0, 95], [30, 95], [60, 89], [600, 89]), tooFast), [[0, null, 30, 95]])
    assert.deepEqual(held(speeds([0, 89], [60, 89]), tooFast), [])
  })

  test('ends a minute after it fell well below its limit', () => {
    const spans = held(speeds([0, 95], [30, 95], [50, 60], [110, 60], [200, 95], [240, 95]), tooFast)
    assert.deepEqual(spans, [
      [0, 50, 30, 95],
      [200, null, 240, 95],
    ])
  })

  test('starts over after a long silence, and ends with the last message', () => {
    assert.deepEqual(held(speeds([0, 95], [4_000, 95], [4_010, 95]), tooFast), [])
    assert.deepEqual(held(speeds([0, 95], [40, 95], [4_000, 95], [4_040, 95]), tooFast), [
      [0, 40, 40, 95],
      [4_000, null, 4_040, 95],
    ])
  })

  test('ignores messages without it, or with another type', () => {
    const other = [message(15, { 'battery.level': 4 }), message(20, { 'position.speed': 'fast' })]
    assert.deepEqual(held([...speeds([0, 95]), other[0]!, ...speeds([30, 95])], tooFast), [[0, null, 30, 95]])
    assert.deepEqual(held([...speeds([0, 95]), other[1]!, ...speeds([30, 95])], tooFast), [])
  })

  test('counts within the hours of its rule only', () => {
    const ignition: Condition = {
      ...{ type: 'parameter', parameter: 'engine.ignition.status', comparison: 'is', value: true },
      ...{ low: null, high: null, seconds: 300 },
    }
    const outside: Schedule = { days: [1, 2, 3, 4, 5], from: '06:00', to: '09:00', isOutside: true }
    const on = Array.from({ length: 100 }, (_, index) => message(index * 60, { 'engine.ignition.status': true }))
    // From nine o'clock on the working hours are over.
    assert.deepEqual(held(on, ignition, { schedule: outside }), [[3_600, null, 3_900, true]])
    assert.deepEqual(held(on, ignition, { schedule: { ...outside, isOutside: false } }), [[0, 3_600, 300, true]])
  })

  test('does not count before its rule was set up', () => {
    assert.deepEqual(held(speeds([0, 95], [30, 95], [60, 95], [90, 95]), tooFast, { since: start + 45 }), [
      [60, null, 90, 95],
    ])
  })
})

suite('a comparison', () => {
  const band = { low: 2, high: 8, value: null }
  const one = { value: 20, low: null, high: null }
  for (const [comparison, limit, value, verdict] of [
    ['below', one, 19.9, 'yes'],
    ['below', one, 20, 'between'],
    ['below', one, 20.4, 'between'],
    ['below', one, 20.5, 'no'],
    ['outside', band, 1.9, 'yes'],
    ['outside', band, 8.1, 'yes'],
    ['outside', band, 8, 'between'],
    ['outside', band, 7.9, 'between'],
    ['outside', band, 5, 'no'],
    ['within', band, 2, 'yes'],
    ['within', band, 8, 'yes'],
    ['within', band, 8.1, 'between'],
    ['within', band, 9, 'no'],
    ['is', one, 20, 'yes'],
    ['is', one, 21, 'no'],
    ['is', { ...one, value: 'open' }, 'open', 'yes'],
    ['is', { ...one, value: true }, false, 'no'],
    ['below', one, true, 'no'],
  ] as const) {
    test(`${comparison}: ${value} is ${verdict}`, () => {
      const condition = { type: 'parameter', parameter: 'x', seconds: 0, comparison, ...limit } as const
      assert.equal(compare(condition, value), verdict)
    })
  }
})

suite('standing', () => {
  const fix = (seconds: number, metres: number, more: object = {}) =>
    message(seconds, { 'position.latitude': 50 + metres * metre, 'position.longitude': 10, ...more })
  const idle: Condition = { type: 'idle', minutes: 5 }
  const parked: Condition = { type: 'parked', minutes: 60 }
  const on = { 'engine.ignition.status': true }
  const off = { 'engine.ignition.status': false }

  test('with the ignition on is idling, since it stood and the ignition was on', () => {
    const way = [fix(0, 0, on), fix(60, 900, on), fix(120, 1_000, on), fix(300, 1_020, on), fix(480, 990, on)]
    assert.deepEqual(held(way, idle), [[60, null, 480, null]])
    const started = [fix(0, 0, off), fix(600, 5, off), fix(660, 5, on), fix(960, 5, on)]
    assert.deepEqual(held(started, idle), [[660, null, 960, null]])
    assert.deepEqual(held([fix(0, 0, off), fix(600, 0, off)], idle), [])
  })

  test('ends when it drives off, and one outlier is not a drive', () => {
    const wild = [fix(0, 0, off), fix(1_800, 5_000, off), fix(3_600, 3, off)]
    assert.deepEqual(held(wild, parked), [[0, null, 3_600, null]])
    const left = [
      fix(0, 0, off),
      fix(3_600, 0, off),
      fix(3_700, 5, on),
      fix(3_760, 900, { ...on, 'position.speed': 50 }),
    ]
    assert.deepEqual(held(left, parked), [[0, 3_700, 3_600, null]])
  })

  test('is assumed for a tracker that slept, and for one that does not report its ignition', () => {
    assert.deepEqual(held([fix(0, 0), fix(36_000, 10)], parked), [[0, null, 36_000, null]])
    assert.deepEqual(held([fix(0, 0), fix(36_000, 9_000), fix(36_060, 9_500)], parked), [])
  })
})
