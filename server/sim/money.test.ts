import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { liveOnMoney } from './money.ts'

const api = await openApi()

test('four months of twenty clients are charged as a count day by day, whatever changes and breaks', async () => {
  const result = await liveOnMoney(api, {
    ...{ accounts: 20, dealers: 2, days: 120, changes: 120, kills: 3 },
    seed: 20_261_117,
    say: () => {},
  })
  assert.deepEqual(result.violations, [])
  // Months without events would prove nothing.
  assert.ok(
    result.periods > 20 && result.invoices > 20 && result.creditNotes > 0 && result.broken > 15,
    JSON.stringify(result),
  )
})
