import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { liveOnStatements } from './statements.ts'

const api = await openApi()

test('payments by bank are proposed for their intended invoices, and none is matched wrongly by automation', async () => {
  const result = await liveOnStatements(api, { lines: 240, seed: 20_261_117, say: () => {} })
  assert.deepEqual(result.violations, [])
  assert.ok(result.automatic > 50 && Object.keys(result.byKind).length === 11, JSON.stringify(result))
})
