/** Some bad requests for every route; `npm run fuzz -- http` sends as many as you like. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fuzzHttp, startFuzzApi } from './http.ts'

const api = await startFuzzApi()
after(() => api.close())

test('any request gets a documented answer, and a refusal changes nothing', async () => {
  const { rows, requests, statuses } = await fuzzHttp(api, { requests: 6_000, seed: 20260301 })
  assert.ok(rows > 300 && requests >= 6_000, `${rows} rows, ${requests} requests`)
  for (const status of [200, 400, 404]) assert.ok((statuses[status] ?? 0) > 0, String(status))
  assert.deepEqual(api.failures, [])
})
