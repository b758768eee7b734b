import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modulesOf } from '#billing/plans/modules.ts'
import { fleetApp } from '#kernel/applications.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { askFor } from '#testing/people/client.ts'
import { streamsPerShareMax } from './shared.ts'

const api = await openApi()

test('viewers who come back to a link at once take no more streams than it may have', async () => {
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const dealer = await api.dealer('provider')
  const plan = await aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    modules: modulesOf(fleetApp).map(({ name }) => name),
  })
  const account = await anActivatedAccount(api, dealer, plan.id)
  const unit = await aUnit(dealer, account.id)
  const now = seconds(api.ctx.clock.now())
  await received(api, unit, [{ timestamp: now, 'position.latitude': 50, 'position.longitude': 10, ident: '1' }])
  const ask = await askFor(api, dealer, account.user)
  const made = await ask('POST', '/shares', { units: [unit.id], until: now + 3600, show_trail: true })
  assert.equal(made.status, 201, made.text)
  const stop = new AbortController()
  const headers = { authorization: `Bearer ${made.body.link.split('#')[1]}`, 'last-event-id': `1:${now - 60}:0` }
  const answers = await Promise.all(
    Array.from({ length: streamsPerShareMax + 10 }, () =>
      fetch(`${address}/shared/live`, { headers, signal: stop.signal }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429).length
  stop.abort()
  assert.equal(refused, 10)
})
