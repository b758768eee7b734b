import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasWrongCheckDigit } from './imei.ts'

for (const [ident, protocol, isWrong] of [
  ['352093081452251', 'teltonika', false],
  ['352093081452250', 'teltonika', true],
  ['352093081452215', 'teltonika', true],
  ['352093000000000', 'gl200', true],
  ['352093081452250', 'osmand', false],
  ['352093081452250', 'gt06', false],
  ['35209308145225', 'teltonika', false],
  ['35209308145225x', 'teltonika', false],
] as const) {
  test(`${ident} is ${isWrong ? 'no' : 'a good'} ident for ${protocol}`, () =>
    assert.equal(hasWrongCheckDigit(ident, protocol), isWrong))
}
