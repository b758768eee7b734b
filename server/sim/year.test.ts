import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { liveThrough } from './world.ts'

const api = await openApi()

test('two months of forty accounts match a second implementation of the rules, whatever is done and cut off', async () => {
  const result = await liveThrough(api, { accounts: 40, days: 60, seed: 20_261_115, say: () => {} })
  assert.deepEqual(result.violations, [])
  // A year without events would prove nothing.
  assert.ok(result.acts > 80 && result.crashes > 20 && result.notices > 3 && result.blocks > 2, JSON.stringify(result))
})
