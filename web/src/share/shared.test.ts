import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventsIn, measureIn, type SharedUnit, withNews } from './shared.ts'

const unit = (change: Partial<SharedUnit> = {}): SharedUnit => ({
  id: 1,
  name: 'Van',
  state: 'moving',
  position: { latitude: 50, longitude: 14 },
  address: null,
  timestamp: 100,
  arrival: null,
  trail: [[100, 50, 14]],
  ...change,
})

test('a trail continues with missed positions and the current one, each once', () => {
  const other = unit({ id: 2 })
  const news = unit({
    position: { latitude: 53, longitude: 14 },
    timestamp: 130,
    trail: [
      [100, 50, 14],
      [110, 51, 14],
      [130, 53, 14],
    ],
  })
  const [one, same] = withNews([unit(), other], [news]) as [SharedUnit, SharedUnit]
  assert.deepEqual(
    one.trail.map(([time]) => time),
    [100, 110, 130],
  )
  assert.equal(one.timestamp, 130)
  assert.equal(same, other)
})

test('a change of state without a position leaves the trail as it is', () => {
  const [one] = withNews([unit()], [unit({ state: 'parked', trail: [] })]) as [SharedUnit]
  assert.deepEqual([one.state, one.trail], ['parked', [[100, 50, 14]]])
})

test('a unit whose place is hidden now has no trail to it either', () => {
  const [one] = withNews([unit()], [unit({ position: null, timestamp: null, trail: [] })]) as [SharedUnit]
  assert.deepEqual([one.position, one.trail], [null, []])
})

test('events are complete even if they arrive in pieces', () => {
  const text = ': hello\n\nid: 1:2:0\nevent: units\ndata: [{"a": 1}]\n\nevent: end\ndata: {}\n\nevent: ga'
  const found = eventsIn(text)
  assert.deepEqual(found.events, [
    { event: 'units', id: '1:2:0', data: '[{"a": 1}]' },
    { event: 'end', id: undefined, data: '{}' },
  ])
  assert.equal(found.rest, 'event: ga')
})

test('distances and speeds are in miles where the browser’s language is that of a country that uses them', () => {
  const measures = ['en-US', 'en-US@posix', 'en-GB', 'my-Mymr-MM', 'en-AU', 'en', 'de-DE', ''].map(measureIn)
  assert.deepEqual(measures, [...Array(4).fill('imperial'), ...Array(4).fill('metric')])
})
