import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '@waymark/devices'
import fc from 'fast-check'
import { textsOf, unpack } from './chunk.ts'
import { type Columns, headingOf, toColumnar } from './columnar.ts'
import { storer } from './message.ts'

const source = { ident: 'Ä"1', unitId: 7, unitName: 'Škoda, \n', deviceTypeId: 101, protocolId: 1, peer: '[::1]:4000' }
const names = ['position.latitude', 'din.1', 'driver.name', 'custom.x', 'gsm.cells']
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.integer(),
  fc.boolean(),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.record({ mcc: fc.integer(), name: fc.string() }), { maxLength: 2 }),
)
const message: fc.Arbitrary<Message> = fc
  .tuple(
    fc.integer({ min: 700_000_000, max: 1_790_000_000 }),
    fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value), { selector: ([name]) => name }),
  )
  .map(([timestamp, values]) => ({ timestamp, ...Object.fromEntries(values) }))
const frames = fc.array(
  fc.record({
    serverTime: fc.integer({ min: 1_790_000_000_000, max: 1_790_000_000_999 }).map((ms) => ms / 1000),
    messages: fc.array(message, { minLength: 1, maxLength: 6 }),
    peer: fc.constantFrom('192.0.2.1:1', '192.0.2.2:2'),
  }),
  { minLength: 1, maxLength: 4 },
)

test('columnar data gives back the texts that would have been stored, and knows their length', () => {
  fc.assert(
    fc.property(frames, (given) => {
      const expected = given.flatMap(({ serverTime, messages, peer }) =>
        messages.map((one) => storer({ ...source, peer, serverTime })(one).text),
      )
      const { data, bytes } = toColumnar(
        given.map(({ serverTime, messages, peer }) => ({
          heading: headingOf({ ...source, peer }),
          serverTime,
          messages,
        })),
        undefined,
        () => {},
      )
      const chunk = { isPacked: false, data }
      assert.deepEqual(textsOf(chunk), expected)
      assert.equal(unpack(chunk).toString(), expected.join(',\n'))
      assert.equal(
        bytes,
        expected.reduce((sum, one) => sum + Buffer.byteLength(one), 0),
      )
    }),
  )
})

test('of consecutive messages with the same names only the last is reported', () => {
  const heading = headingOf(source)
  const place = (timestamp: number) => ({ timestamp, 'position.latitude': 1 })
  const messages = [place(1), place(2), { timestamp: 3, 'din.1': true }, place(4), place(5)]
  const met: [number, readonly string[]][] = []
  const meet = (one: Message, { names: own }: Columns) => met.push([one.timestamp as number, own])
  toColumnar([{ heading, serverTime: 9, messages }], undefined, meet)
  assert.deepEqual(met, [
    [2, ['timestamp', 'position.latitude']],
    [3, ['timestamp', 'din.1']],
    [5, ['timestamp', 'position.latitude']],
  ])
})
