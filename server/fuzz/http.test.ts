/** A few hundred bad requests for each kind of row; `npm run fuzz -- http` sends as many as you like. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../src/testing/api.ts'
import { fuzzHttp } from './http.ts'

const api = await openApi()

test('whatever is sent, the answer is a documented one, and a refusal changes nothing', async () => {
  const { requests } = await fuzzHttp(api, { cases: 30, seed: 20260301 })
  assert.ok(requests > 2_000)
  assert.deepEqual(api.failures, [])
})
