/** Two dealers act at random against a model; `npm run fuzz -- model` runs as many sequences as you like. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { runModel } from './model/run.ts'

const api = await openApi()

test('whatever two dealers do, every answer follows the rules', async () => {
  const { steps, statuses } = await runModel(api, { runs: 50, seed: 20260301 })
  assert.ok(steps > 2_000)
  for (const status of [200, 201, 400, 401, 403, 404, 409]) assert.ok((statuses.get(status) ?? 0) > 10, String(status))
  assert.deepEqual(api.failures, [])
})
