import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listen } from '#kernel/db/pubsub.ts'
import { createMeters } from '#kernel/meters.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { freePorts } from '#testing/ports.ts'
import { acceptedCount, dataFrame, loginFrame } from '#testing/teltonika.ts'
import { openLine } from '#testing/tracker.ts'
import { StoreUnavailable, type Writer } from '../messages/writer.ts'
import { startGateway } from './gateway.ts'
import { watchStoring } from './storing.ts'

const api = await openApi({ WAYMARK_GATEWAY_PORT: String(await freePorts()) })
const notifications = listen(api.databaseUrl)
let shortage: string | undefined
const disk = { shortage: () => shortage, close: () => {} }
const gateway = await startGateway(api.ctx, notifications, undefined, { disk })
after(async () => {
  await gateway.close()
  await notifications.close()
})
const dealer = await api.dealer()
const plan = await aPlan(dealer, { quotas: { unit: 50, geofence: 1, unit_storage: 10240 } })
const account = await aManagedAccount(dealer, plan.id)
const now = Math.floor(api.ctx.clock.now().getTime() / 1000)

const metric = async (pattern: RegExp) => pattern.exec((await api.ask('GET', '/metrics')).text)?.[1]

test('while the disk is nearly full a tracker is told that nothing was taken, and keeps it', async () => {
  const unit = await aUnit(dealer, account.id, { ident: '356307042449901' })
  const line = await openLine(api.ctx.config.gatewayPort + 27)
  line.send(loginFrame(unit.ident))
  assert.equal(await line.receive(1), '01')
  shortage = 'The disk of the database is nearly full.'
  line.send(dataFrame([{ at: now - 2 }, { at: now - 1 }]))
  assert.equal(await line.receive(4), acceptedCount(0))
  assert.equal(gateway.trouble(), shortage)
  assert.equal(await metric(/^waymark_messages_refused_total (\d+)$/m), '2')

  shortage = undefined
  line.send(dataFrame([{ at: now - 2 }, { at: now - 1 }]))
  assert.equal(await line.receive(4), acceptedCount(2))
  assert.equal(gateway.trouble(), undefined)
  assert.equal((await dealer.ask('GET', `/units/${unit.id}/messages`)).body.data.length, 2)
  assert.equal(await metric(/^waymark_messages_acknowledged_total (\d+)$/m), '2')
  assert.equal(await metric(/^waymark_messages_stored_total (\d+)$/m), '2')
  assert.equal(await metric(/^waymark_trackers_connected\{protocol="teltonika"\} (\d+)$/m), '1')
  assert.equal(await metric(/^waymark_writer_waiting_messages (\d+)$/m), '0')
  assert.match((await metric(/^waymark_writer_flush_seconds_count (\d+)$/m)) ?? '', /^[1-9]/)
  line.socket.end()
})

test('a store that was full at the last try is not ready until it takes something', async () => {
  let error: unknown = new StoreUnavailable('full', { cause: { code: '53100' } })
  const writer = { append: async () => (error ? Promise.reject(error) : undefined) } as unknown as Writer
  const storing = watchStoring(writer, { meters: createMeters() }, () => undefined)
  const delivery = { unit: {} as never, messages: [], peer: '' }
  await assert.rejects(storing.append(delivery))
  assert.equal(storing.trouble(), 'The disk of the database is full.')
  error = undefined
  await storing.append(delivery)
  assert.equal(storing.trouble(), undefined)
  error = new StoreUnavailable('deadlock', { cause: { code: '40P01' } })
  await assert.rejects(storing.append(delivery))
  assert.equal(storing.trouble(), undefined, 'what passes by itself is no reason to take a node out')
})
