import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { separator } from '#tracking/messages/message.ts'
import { valuesIn } from './parameter.ts'

const found = (texts: string, name: string): [number, number][] => {
  const all: [number, number][] = []
  valuesIn(Buffer.from(texts), name, (timestamp, value) => all.push([timestamp, value]))
  return all
}

suite('a value is found in the text of a message without parsing it', () => {
  for (const [text, name, expected] of [
    ['{"a.b":1.5,"timestamp":7}', 'a.b', 1.5],
    ['{"timestamp":7,"a.b":-3e-2}', 'a.b', -0.03],
    ['{"a":true,"b":false,"timestamp":7}', 'a', 1],
    ['{"timestamp":7,"a":true,"b":false}', 'b', 0],
    ['{"timestamp":7,"a":"12"}', 'a', undefined],
    ['{"timestamp":7,"a":null}', 'a', undefined],
    ['{"timestamp":7,"xa":1}', 'a', undefined],
    ['{"timestamp":7,"text":"\\"a\\":5","a":6}', 'a', 6],
    ['{"timestamp":7,"list":[{"a":1}],"a":2}', 'a', 2],
    ['{"timestamp":7,"list":[{"a":1}]}', 'a', undefined],
    ['{"timestamp":7,"list":[1,2],"a":4}', 'a', 4],
    ['{"list":[{"timestamp":1}],"timestamp":7,"a":4}', 'a', 4],
  ] as const) {
    test(`${name} of ${text}`, () => assert.deepEqual(found(text, name), expected === undefined ? [] : [[7, expected]]))
  }
})

test('in several messages the same values are found as by parsing each, whatever else they contain', () => {
  const name = fc.constantFrom('a', 'b.c', 'Öl', 'x"y', 'y')
  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.string({ unit: 'binary' }),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const message = fc.record({
    before: fc.dictionary(name, value),
    timestamp: fc.nat(),
    after: fc.dictionary(name, value),
  })
  fc.assert(
    fc.property(fc.array(message), name, (messages, wanted) => {
      const texts = messages.map(({ before, timestamp, after }) =>
        JSON.stringify({ ident: 'é', ...before, timestamp, ...after }),
      )
      const expected = texts.flatMap((text) => {
        const { timestamp, [wanted]: value } = JSON.parse(text) as Record<string, unknown>
        return typeof value === 'number' || typeof value === 'boolean' ? [[timestamp, Number(value)]] : []
      })
      assert.deepEqual(found(texts.join(separator), wanted), expected)
    }),
  )
})
