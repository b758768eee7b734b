import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMeters } from '#kernel/runtime/meters.ts'
import { openGateway } from '#testing/people/gateway.ts'
import { acceptedCount, dataFrame, loginFrame } from '#testing/people/teltonika.ts'
import { openLine } from '#testing/people/tracker.ts'
import { StoreUnavailable, type Writer } from '../messages/writing/delivery.ts'
import { monitorWriter } from './store-health.ts'

let shortage: string | undefined
const disk = { shortage: () => shortage, close: () => {} }
const { api, dealer, teltonikaPort, now, aTracker, gateway } = await openGateway({}, undefined, { disk })

const metric = async (pattern: RegExp) => pattern.exec((await api.ask('GET', '/metrics')).text)?.[1]

test('while the disk is nearly full a tracker gets a negative acknowledgement, and keeps its data', async () => {
  const unit = await aTracker()
  const line = await openLine(teltonikaPort)
  line.send(loginFrame(unit.ident))
  assert.equal(await line.receive(1), '01')
  shortage = 'The disk of the database is nearly full.'
  line.send(dataFrame([{ at: now - 2 }, { at: now - 1 }]))
  assert.equal(await line.receive(4), acceptedCount(0))
  assert.equal(gateway().trouble(), shortage)
  assert.equal(
    await metric(/^waymark_messages_refused_total\{protocol="teltonika",reason="unavailable"\} (\d+)$/m),
    '2',
  )

  shortage = undefined
  line.send(dataFrame([{ at: now - 2 }, { at: now - 1 }]))
  assert.equal(await line.receive(4), acceptedCount(2))
  assert.equal(gateway().trouble(), undefined)
  assert.equal((await dealer.ask('GET', `/units/${unit.id}/messages`)).body.data.length, 2)
  assert.equal(await metric(/^waymark_messages_acknowledged_total\{protocol="teltonika"\} (\d+)$/m), '2')
  assert.equal(await metric(/^waymark_messages_stored_total\{protocol="teltonika"\} (\d+)$/m), '2')
  assert.equal(await metric(/^waymark_trackers_connected\{protocol="teltonika"\} (\d+)$/m), '1')
  assert.equal(await metric(/^waymark_writer_waiting_messages (\d+)$/m), '0')
  assert.match((await metric(/^waymark_writer_flush_seconds_count (\d+)$/m)) ?? '', /^[1-9]/)
  line.socket.end()
})

test('a store that was full at the last attempt is not ready until it accepts something', async () => {
  let error: unknown = new StoreUnavailable('full', { cause: { code: '53100' } })
  const writer = { append: async () => (error ? Promise.reject(error) : 0) } as unknown as Writer
  const storing = monitorWriter(writer, { meters: createMeters() }, () => undefined)
  const delivery = { unit: {} as never, messages: [], peer: '' }
  await assert.rejects(storing.append(delivery))
  assert.equal(storing.trouble(), 'The disk of the database is full.')
  error = undefined
  await storing.append(delivery)
  assert.equal(storing.trouble(), undefined)
  error = new StoreUnavailable('deadlock', { cause: { code: '40P01' } })
  await assert.rejects(storing.append(delivery))
  assert.equal(storing.trouble(), undefined, 'a transient error is no reason to take a node out')
})
