import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { revokeRounds } from './revoke.ts'

// The whole check is `npm run chaos -- revoke`; here each way to lose a session is tested once.
test('a session ends within a second of its cause, even on open streams', async () => {
  const verdict = await revokeRounds(await openApi(), { rounds: 7, seed: 1, say: () => {} })
  assert.ok(verdict.pass, JSON.stringify(verdict))
})
