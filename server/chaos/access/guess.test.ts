import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { guessAll } from './guess.ts'

// The whole check is `npm run chaos -- guess`; here a thousand guesses show that it would notice something. Whether
// logins differ in time needs a quiet machine, and is not checked here.
test('of a thousand guesses from as many addresses ten per target are checked', async () => {
  const api = await openApi({ WAYMARK_TRUST_PROXY: '127.0.0.1' })
  const verdict = await guessAll(api, { guesses: 1000, seed: 1, say: () => {} })
  assert.equal(verdict.succeeded, 0)
  assert.equal(verdict.per_target_max, 10)
  assert.equal(verdict.distinct_answers, 2)
  // Forty targets with ten each, and guesses at unknown logins.
  assert.ok((verdict.judged as number) <= 40 * 10 + 300, JSON.stringify(verdict))
})
