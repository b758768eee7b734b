/** What changes while it is looked up, against a real database. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { protocolByName } from '@waymark/devices'
import { sql } from 'kysely'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { silentLog } from '#kernel/runtime/log.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aUnit } from '#testing/builders.ts'
import { until } from '#testing/until.ts'
import { admission } from './admission.ts'
import { lookupLimiter } from './lookup-limiter.ts'

const api = await openApi()
const notifications = listen(api.databaseUrl)
after(() => notifications.close())
await until('the line to the database', notifications.isListening)
const dealer = await api.dealer()
const account = await aManagedAccount(dealer)
const { admit } = admission(api.ctx, notifications, lookupLimiter(20, silentLog))
const admitTeltonika = (ident: string) =>
  admit(ident, protocolByName('teltonika'), undefined, { address: '192.0.2.1', isDatagram: false })

test('a unit that changes while it is looked up is admitted as outdated, and the next lookup is not', async () => {
  const unit = await aUnit(dealer, account.id, { ident: '356307042480001', hw_id: 101 })
  let isHeard = false
  notifications.on('units', () => {
    isHeard = true
  })
  // The lookup has begun and waits; the change is announced meanwhile.
  const found = await api.ctx.db.transaction().execute(async (transaction) => {
    await sql`lock table units in access exclusive mode`.execute(transaction)
    const looking = admitTeltonika(unit.ident)
    await sql`select pg_notify('units', ${String(unit.id)})`.execute(api.ctx.db)
    await until('the announcement', () => isHeard)
    return { looking }
  })
  const first = await found.looking
  assert.ok(first && first !== 'blocked')
  assert.deepEqual([first.id, first.isOutdated], [unit.id, true])
  const second = await admitTeltonika(unit.ident)
  assert.ok(second && second !== 'blocked')
  assert.deepEqual([second.id, second.isOutdated], [unit.id, undefined])
})
