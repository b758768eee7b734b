/** How often something happens: what counts as once, and when a count begins and ends. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { borderOf } from '../../geofences/geofence.ts'
import type { Watched } from '../rule.ts'
import type { Countable, RepeatedCondition } from './condition.ts'
import { adapt, openOf, startState, step } from './condition-windows.ts'
import type { Schedule } from './hours.ts'
import { samplesOf } from './sample.ts'

/** A Monday, 08:00 UTC. */
const start = 1_772_438_400

const message = (minutes: number, values: object) => ({
  timestamp: start + minutes * 60,
  text: JSON.stringify({ timestamp: start + minutes * 60, ...values }),
})
const alarmed = (name: string, ...minutes: readonly number[]) =>
  minutes.map((at) => message(at, { 'alarm.type': name }))

const watched = (of: Countable, times: number, withinMinutes: number, schedule: Schedule | null = null): Watched => {
  const condition: RepeatedCondition = { type: 'repeated', of, times, withinMinutes }
  const rule = { id: 'rule', condition, schedule, zone: 'UTC', since: 0 }
  const border = borderOf({ type: 'circle', center: { lat: 50, lon: 10 }, radius: 200 })
  const geofences = [{ id: 'yard', border, minSeconds: 0, since: 0 }]
  return { ...rule, each: { ...rule, condition: of }, geofences }
}

/** In minutes: the first and the last counted occurrence of each, and its end. */
function counted(messages: readonly { timestamp: number; text: string }[], rule: Watched) {
  const state = startState()
  const windows: ReturnType<typeof openOf> = []
  for (const sample of samplesOf(messages)) step(state, sample, [rule], (one) => windows.push(one))
  const minutes = (t: number) => (t - start) / 60
  return [...windows, ...openOf(state)].map(({ t0, t1, sureAt, detail: { hits = [] } }) => [
    ...[minutes(t0), minutes(sureAt), t1 === null ? null : minutes(t1), hits.length],
  ])
}

suite('alarms', () => {
  const braking: Countable = { type: 'alarm', alarms: ['harsh_braking'] }
  const shaking: Countable = { type: 'alarm', alarms: ['vibration'] }
  for (const [name, messages, rule, wanted] of [
    ['too few', alarmed('harsh_braking', 0, 10), watched(braking, 3, 60), []],
    ['as many as asked for', alarmed('harsh_braking', 0, 10, 60), watched(braking, 3, 60), [[0, 60, null, 3]]],
    ['too far apart', alarmed('harsh_braking', 0, 10, 61), watched(braking, 3, 60), []],
    ['of another kind', alarmed('harsh_cornering', 0, 10, 20), watched(braking, 3, 60), []],
    ['the latest of many', alarmed('harsh_braking', 0, 50, 100, 110), watched(braking, 3, 60), [[50, 110, null, 3]]],
    [
      'that go on are one, until there were fewer within the time',
      [...alarmed('harsh_braking', 0, 10, 20, 60, 70), message(90, {})],
      watched(braking, 3, 60),
      [[0, 20, 80, 3]],
    ],
    [
      'that were counted before are not counted again',
      alarmed('harsh_braking', 0, 10, 20, 70, 75, 79),
      watched(braking, 3, 60),
      [
        [0, 20, 60, 3],
        [70, 79, null, 3],
      ],
    ],
    ['that a tracker repeats while they last', alarmed('vibration', 0, 2, 4, 6), watched(shaking, 2, 60), []],
    [
      'of harsh driving, again after seconds',
      alarmed('harsh_braking', 0, 0.2),
      watched(braking, 2, 60),
      [[0, 0.2, null, 2]],
    ],
    ['of the same manoeuvre', alarmed('harsh_braking', 0, 0.05), watched(braking, 2, 60), []],
    [
      'of any kind',
      [...alarmed('sos', 0), ...alarmed('door', 1)],
      watched({ type: 'alarm', alarms: [] }, 2, 5),
      [[0, 1, null, 2]],
    ],
    [
      'outside the hours of the rule',
      alarmed('harsh_braking', 0, 65, 70),
      watched(braking, 3, 120, { days: [1], from: '09:00', to: '10:00', isOutside: false }),
      [],
    ],
  ] as const) {
    test(name, () => assert.deepEqual(counted(messages, rule), wanted))
  }
})

test('crossings are counted when they are certain, and being inside at first does not count', () => {
  const at = (minutes: number, isIn: boolean) =>
    message(minutes, { 'position.latitude': isIn ? 50 : 50.02, 'position.longitude': 10, 'position.satellites': 9 })
  const messages = [at(0, true), at(10, false), at(20, true), at(30, false), at(40, true)]
  const both: Countable = { type: 'geofence', crossings: ['enter', 'leave'], geofenceIds: [] }
  const count = (of: Countable, times: number) => counted(messages, watched(of, times, 60)).map(([, , , hits]) => hits)
  assert.deepEqual(count(both, 4), [4])
  assert.deepEqual(count(both, 5), [])
  assert.deepEqual(count({ ...both, crossings: ['enter'] }, 2), [2])
  assert.deepEqual(count({ ...both, crossings: ['leave'] }, 3), [])
})

test('a count names all messages that show it', () => {
  const at = (minutes: number, isIn: boolean) =>
    message(minutes, { 'position.latitude': isIn ? 50 : 50.02, 'position.longitude': 10, 'position.satellites': 9 })
  const shownBy = (messages: readonly { timestamp: number; text: string }[], rule: Watched) => {
    const state = startState()
    for (const sample of samplesOf(messages)) step(state, sample, [rule], () => {})
    return openOf(state)[0]?.detail.shownBy?.map((t) => (t - start) / 60)
  }
  const enter: Countable = { type: 'geofence', crossings: ['enter'], geofenceIds: [] }
  const moved = [at(0, true), at(10, false), at(20, true), at(30, false), at(40, true)]
  assert.deepEqual(shownBy(moved, watched(enter, 2, 60)), [10, 20, 30, 40])
  const low: Countable = {
    ...{ type: 'parameter', parameter: 'battery.level', comparison: 'below' },
    ...{ value: 20, low: null, high: null, seconds: 120 },
  }
  const levels = [10, 10, 10, 90, 90, 90, 10, 10, 10].map((level, minute) =>
    message(minute, { 'battery.level': level }),
  )
  assert.deepEqual(shownBy(levels, watched(low, 2, 60)), [0, 2, 6, 8])
})

test('a value counts once while it lasts, and again after it ended', () => {
  const fast: Countable = {
    ...{ type: 'parameter', parameter: 'position.speed', comparison: 'above' },
    ...{ value: 90, low: null, high: null, seconds: 60 },
  }
  const speeds = (...kmh: readonly number[]) => kmh.map((speed, minute) => message(minute, { 'position.speed': speed }))
  assert.deepEqual(counted(speeds(95, 95, 95, 95, 50, 50, 50), watched(fast, 2, 60)), [])
  assert.deepEqual(counted(speeds(95, 95, 50, 50, 50, 95, 95), watched(fast, 2, 60)), [[0, 6, null, 2]])
})

test('a changed rule counts from the beginning', () => {
  const rule = watched({ type: 'alarm', alarms: [] }, 2, 60)
  const state = startState()
  const [first, second] = samplesOf(alarmed('sos', 0, 10))
  step(state, first!, [rule], () => {})
  const changed = { ...rule, since: start + 300, each: { ...rule.each!, since: start + 300 } }
  adapt(state, [changed])
  step(state, second!, [changed], () => {})
  assert.deepEqual(openOf(state), [])
})
