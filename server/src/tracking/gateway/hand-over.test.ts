/** A node that is asked to stop closes its connections in batches, and serves those that are left. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { openGateway } from '#testing/people/gateway.ts'
import { acceptedCount, dataFrame, loginFrame } from '#testing/people/teltonika.ts'
import { openLine } from '#testing/people/tracker.ts'
import { soon } from '#testing/until.ts'
import { mqttPortOf } from './listeners/mqtt.ts'

const { api, aTracker, gateway, teltonikaPort, now } = await openGateway()

async function aConnectedTracker() {
  const line = await openLine(teltonikaPort)
  line.send(loginFrame((await aTracker()).ident))
  assert.equal(await line.receive(1), '01')
  return line
}

test('connections are closed in batches; those that stay are served, new ones are refused', async () => {
  const first = await aConnectedTracker()
  const others = await Promise.all(Array.from({ length: 50 }, () => openLine(teltonikaPort)))
  const last = await aConnectedTracker()
  const hurry = new AbortController()
  const handingOver = gateway().handOver(3_600_000, hurry.signal)
  await first.closed()
  last.send(dataFrame([{ at: now - 30 }, { at: now - 20 }]))
  assert.equal(await last.receive(4), acceptedCount(2))
  for (const port of [teltonikaPort, mqttPortOf(api.ctx.config)]) {
    await assert.rejects(soon('the refusal', once(connect(port, '127.0.0.1'), 'connect')), { code: 'ECONNREFUSED' })
  }
  hurry.abort()
  await soon('the end of the hand-over', handingOver)
  for (const { socket } of [last, ...others]) socket.destroy()
})
