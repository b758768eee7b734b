/** Workers that look for something to deliver at the same time. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openApi } from '#testing/api.ts'
import { type Receiver, startReceiver } from '#testing/fakes/receiver.ts'
import type { ActorContext } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { countEvents, recordEvent } from './actions.ts'
import { deliverDue } from './delivery.ts'
import * as store from './delivery-store.ts'

const api = await openApi({ WAYMARK_OUTBOUND_ALLOW: '127.0.0.0/8' })
const worker: ActorContext = {
  ...api.ctx,
  actor: { kind: 'job', id: 'events.deliver', address: null, requestId: null },
}
const receivers: Receiver[] = []
after(() => Promise.all(receivers.map((one) => one.close())))

/** A dealer with an endpoint and an event for it. */
async function somethingDue(): Promise<Receiver> {
  const { dealer, ask } = await api.dealer()
  const receiver = await startReceiver()
  receivers.push(receiver)
  await ask('POST', '/webhooks', { url: receiver.url })
  const data = { account_id: 11, unit_id: 1, last_active: 0 }
  await recordEvent(api.ctx, { dealer, account: 11, type: 'unit.silent', data })
  await countEvents(api.ctx, dealer)
  return receiver
}

test('a worker does not wait for one that claims for another endpoint', async () => {
  const two = [await somethingDue(), await somethingDue()]
  const arrived = () => two.reduce((sum, { received }) => sum + received.length, 0)
  await inTransaction(api.ctx, async ({ db, clock }) => {
    const now = clock.now()
    const claimed = await store.lockEndpoints(db, { most: 1, perEndpoint: 8, now, leaseUntil: now })
    assert.equal(claimed.length, 1)
    assert.equal(await deliverDue(worker), 1)
  })
  assert.equal(arrived(), 1)
  assert.equal(await deliverDue(worker), 1)
  assert.deepEqual(
    two.map(({ received }) => received.length),
    [1, 1],
  )
})

test('while a node of the previous version claims, nothing is claimed twice and nobody waits', async () => {
  const { received } = await somethingDue()
  await inTransaction(api.ctx, async ({ db }) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('webhook claims', 0))`.execute(db)
    assert.equal(await deliverDue(worker), 0)
  })
  assert.equal(await deliverDue(worker), 1)
  assert.equal(received.length, 1)
})
