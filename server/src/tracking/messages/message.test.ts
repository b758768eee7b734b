import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deviceTime, fromText, type Latest, newerValues, saidPart, storer, type Telemetry } from './message.ts'

const origin = {
  ident: '356307042441013',
  unitId: 7,
  unitName: 'Van "1"',
  deviceTypeId: 101,
  protocolId: 1,
  peer: '192.0.2.1:4000',
  serverTime: 1_790_000_000.5,
}
const store = storer(origin)

test('a stored message has what the tracker sent and what the platform knows', () => {
  const { text, timestamp } = store({ timestamp: 1_789_999_999, 'position.latitude': 54.5 })
  assert.equal(timestamp, 1_789_999_999)
  assert.deepEqual(JSON.parse(text), {
    ident: '356307042441013',
    timestamp: 1_789_999_999,
    'position.latitude': 54.5,
    'server.timestamp': 1_790_000_000.5,
    peer: '192.0.2.1:4000',
    'channel.id': 1,
    'device.id': 7,
    'device.name': 'Van "1"',
    'device.type.id': 101,
    'protocol.id': 1,
  })
})

test('the same values with another time of arrival are the same message', () => {
  const message = { timestamp: 1_789_999_000, 'custom.text': 'a,"server.timestamp":1' }
  const again = storer({ ...origin, serverTime: 1_790_000_777, peer: '192.0.2.9:1' })
  assert.equal(saidPart(store(message).text), saidPart(again(message).text))
  assert.notEqual(saidPart(store(message).text), saidPart(store({ ...message, 'din.1': true }).text))
})

test('a record sent again from memory is the same record', () => {
  const live = store({ timestamp: 1_789_999_000, 'din.1': true })
  const again = store({ timestamp: 1_789_999_000, 'message.buffered.status': true, 'din.1': true })
  assert.equal(saidPart(live.text), saidPart(again.text))
})

const clocks: readonly [what: string, given: number | undefined, expected: number][] = [
  ['a plausible time is kept', 1_789_000_000, 1_789_000_000],
  ['half a day ahead is kept', 1_790_043_000, 1_790_043_000],
  ['two days ahead is dated on arrival', 1_790_200_000, 1_790_000_000.5],
  ['before 1990 is dated on arrival', 1000, 1_790_000_000.5],
  ['no time at all is dated on arrival', undefined, 1_790_000_000.5],
]
for (const [what, given, expected] of clocks) {
  test(what, () => {
    assert.equal(deviceTime(given === undefined ? {} : { timestamp: given }, origin.serverTime), expected)
  })
}

test('a stored text can be read back', () => {
  const stored = store({ timestamp: 1_789_999_999, 'din.1': true })
  const { timestamp, values, serverTime } = fromText(stored.text)
  assert.deepEqual(
    { timestamp, values, serverTime },
    {
      timestamp: 1_789_999_999,
      values: { timestamp: 1_789_999_999, 'din.1': true },
      serverTime: 1_790_000_000.5,
    },
  )
})

test('the latest values do not depend on the order or the repetition of messages', () => {
  const message = fc.record(
    {
      timestamp: fc.integer({ min: 1_789_999_990, max: 1_790_000_000 }),
      'position.latitude': fc.integer({ min: 0, max: 3 }),
      'position.longitude': fc.integer({ min: 0, max: 3 }),
      'din.1': fc.boolean(),
    },
    { requiredKeys: ['timestamp'] },
  )
  const fold = (batches: readonly (readonly object[])[]): Telemetry => {
    const known: Record<string, Latest> = {}
    for (const batch of batches) {
      const stored = batch.map((one) => store(one as Record<string, number>))
      Object.assign(known, newerValues(known, stored, origin.serverTime))
    }
    return known
  }
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat()), (messages, random) => {
      const shuffled = [...messages, ...messages]
        .map((one) => [random.next().value as number, one] as const)
        .toSorted((a, b) => a[0] - b[0])
        .map(([, one]) => one)
      assert.deepEqual(fold(shuffled.map((one) => [one])), fold([messages]))
    }),
    { numRuns: 500 },
  )
})

test('a clock that runs ahead rules for five minutes, not until the day it claims', () => {
  const ahead = newerValues({}, [store({ timestamp: 1_790_040_000, 'din.1': true })], origin.serverTime)
  assert.equal(ahead['din.1']?.ts, 1_790_000_300.5)
})
