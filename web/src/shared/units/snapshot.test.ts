import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { compassPoint, type Snapshot, snapshotOf, stateOf, withPosition } from './snapshot.ts'

const now = 1_800_000_000
const here = { latitude: 54.7, longitude: 25.3, speed: 40 }
const driving: Snapshot = { position: here, positionAt: now - 5, seenAt: now - 5, ignition: true }

suite('the state of a unit in one word', () => {
  for (const [what, snapshot, state] of [
    ['fresh and fast', driving, 'moving'],
    ['standing at the lights', { ...driving, position: { ...here, speed: 0 } }, 'idling'],
    ['drifting while parked', { ...driving, position: { ...here, speed: 2 }, ignition: false }, 'parked'],
    [
      'without knowing about the engine',
      { ...driving, position: { ...here, speed: 0 }, ignition: undefined },
      'parked',
    ],
    ['fast, but an old position', { ...driving, positionAt: now - 600 }, 'idling'],
    ['not heard of for a day', { ...driving, positionAt: now - 86_400, seenAt: now - 86_400 }, 'silent'],
    ['never heard of', { seenAt: null }, 'never'],
    ['heard of, but without a position', { seenAt: now - 60 }, 'parked'],
  ] as const)
    test(`${what}: ${state}`, () => assert.equal(stateOf(snapshot, now), state))
})

test('a late position does not move a unit back', () => {
  const late = { unit_id: 1, position: { latitude: 0, longitude: 0 }, timestamp: now - 100 }
  assert.deepEqual(withPosition(driving, late, now), driving)
})

test('a new position moves it, and counts as its last report', () => {
  const position = { latitude: 54.8, longitude: 25.3, speed: 0 }
  const after = withPosition(driving, { unit_id: 1, position, timestamp: now - 1 }, now)
  assert.deepEqual(after, { position, positionAt: now - 1, seenAt: now - 1, ignition: true })
})

test('a tracker whose clock is ahead was last seen now', () => {
  assert.equal(withPosition(undefined, { unit_id: 1, position: here, timestamp: now + 600 }, now).seenAt, now)
})

test('a position without coordinates does not count', () => {
  assert.deepEqual(snapshotOf(now, { position: { ts: now, value: { speed: 3 } } }), { seenAt: now })
})

for (const [degrees, point] of [
  [0, 0],
  [22, 0],
  [23, 1],
  [350, 0],
  [181, 4],
  [-90, 6],
  [720, 0],
] as const) {
  test(`${degrees}° is point ${point} of the compass`, () => assert.equal(compassPoint(degrees), point))
}
