import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { supportModes, supportTokenSeconds } from '../sessions/session.ts'
import { repeatProblems } from './user.ts'

suite('a password must be repeated exactly', () => {
  const table: [password: string, repeated: string, isSame: boolean][] = [
    ['correct horse', 'correct horse', true],
    ['correct horse', 'Correct horse', false],
    ['correct horse', 'correct horse ', false],
    ['correct horse', '', false],
    // They look the same, but have one character or two.
    ['caf\u00e9 table', 'cafe\u0301 table', false],
  ]
  for (const [password, repeated, isSame] of table) {
    test(`${JSON.stringify(password)} and ${JSON.stringify(repeated)}`, () => {
      const problems = repeatProblems(password, repeated).map(({ code, field }) => `${code} ${field}`)
      assert.deepEqual(problems, isSame ? [] : ['FAILED_VALIDATION repeat_password'])
    })
  }
})

test('a support token is for an hour, as the service or as the user', () => {
  assert.equal(supportTokenSeconds, 3600)
  assert.deepEqual(supportModes, ['service', 'service_as_user'])
})
