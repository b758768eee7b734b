import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCursor, type SentState, type Sighting, stateOf, writeCursor } from './share.ts'

const now = 1_790_000_000
const position = { latitude: 50, longitude: 14, speed: 48 }
const seen = (change: Partial<Sighting>): Sighting => ({
  shareId: '019a8f0e-7c11-7d20-9b3a-4f2e6d8c1c01',
  place: 1,
  unitId: 7,
  name: 'Van',
  position,
  address: null,
  timestamp: now - 10,
  ignition: null,
  lastActive: new Date((now - 10) * 1000),
  ...change,
})

test('a unit is moving while it reports so, stopped when it is slow or has not reported for long, and then silent', () => {
  assert.equal(stateOf(seen({}), now), 'moving')
  assert.equal(stateOf(seen({ position: { ...position, speed: 2 } }), now), 'parked')
  assert.equal(stateOf(seen({ position: { ...position, speed: 2 }, ignition: true }), now), 'idling')
  assert.equal(stateOf(seen({}), now + 300), 'parked')
  assert.equal(stateOf(seen({}), now + 6 * 3600 + 1), 'silent')
  assert.equal(stateOf(seen({ position: null, timestamp: null, lastActive: null }), now), 'never')
})

test('a cursor restores what was sent', () => {
  const sent = new Map<number, SentState>([
    [1, { timestamp: 1_790_000_000.25, state: 'moving' }],
    [12, { timestamp: null, state: 'never' }],
  ])
  assert.deepEqual(readCursor(writeCursor(sent)), sent)
})

test('an invalid cursor restores nothing', () => {
  for (const text of ['', '1', '1:2:9', '1:-5:0', '1:1e9:0', 'x'.repeat(10_000), '1:2:0,?', '1:2:0;2:3:1']) {
    assert.deepEqual(readCursor(text), new Map(), text)
  }
})
