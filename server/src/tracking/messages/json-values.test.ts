import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Value } from '@waymark/devices'
import fc from 'fast-check'
import { bytes, written } from '#kernel/db/binary.ts'
import { putRow } from './json-values.ts'

function textOf(values: readonly Value[]): string {
  const into = bytes(1)
  putRow(into, values)
  return written(into).toString()
}

const limits = [0, -0, 1e-7, 1e-6, 0.0000015, 0.1 + 0.2, 1e8 - 1e-7, 1e8 + 0.5, 2 ** 31, 2 ** 53, 1e21, 5e-324]
const decimal = fc
  .tuple(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), fc.nat({ max: 8 }))
  .map(([digits, places]) => digits / 10 ** places)

test('a row is written as JSON.stringify writes it', () => {
  const odd = [Number.NaN, Number.POSITIVE_INFINITY, undefined as unknown as Value]
  const row = [...limits, ...limits.map((one) => -one), ...odd, true, false, 'Ä"\n', [{ mcc: 262, name: '' }]]
  for (const values of [[], row]) assert.equal(textOf(values), JSON.stringify(values))
  const value = fc.oneof(decimal, fc.double({ noNaN: true }), fc.integer(), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(fc.array(value), (values) => assert.equal(textOf(values), JSON.stringify(values))),
    { numRuns: 2_000 },
  )
})
