import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesOf, errorCodes, isError } from './error-codes.ts'

for (const [status, codes] of [
  ['401', ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED']],
  ['5XX', ['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE']],
  ['418', []],
] as const) {
  test(`${status} is explained by ${codes.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(
      codesOf(status).map((error) => error.code),
      codes,
    )
  })
}

test('a default answer may be any refusal', () => assert.equal(codesOf('default').length, errorCodes.length))

test('success is not an error', () => {
  assert.deepEqual(['200', '201', '3XX', '404', '5XX', 'default'].map(isError), [false, false, false, true, true, true])
})
