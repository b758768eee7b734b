/** One tracker and two nodes, each with its gateway and its own database connections. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { decoderByName } from '@waymark/devices'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { openApi } from '#testing/api.ts'
import { aCommandPlan, aManagedAccount, aUnit } from '#testing/builders.ts'
import { ownersOf, takeForDead } from '#testing/checks/owners.ts'
import { acceptedCount, dataFrame, loginFrame } from '#testing/people/teltonika.ts'
import { openLine } from '#testing/people/tracker.ts'
import { freePorts } from '#testing/ports.ts'
import { until } from '#testing/until.ts'
import { startGateway } from './gateway.ts'

const teltonikaOffset = 27
const api = await openApi({ WAYMARK_GATEWAY_PORT: String(await freePorts()) })
const dealer = await api.dealer()
const account = await aManagedAccount(dealer, (await aCommandPlan(dealer)).id)
const [first, second] = [await startNode(), await startNode()]
let imei = 356307042470000

/** Where trackers of this node connect. */
async function startNode(): Promise<number> {
  const gatewayPort = await freePorts()
  const notifications = listen(api.databaseUrl)
  await until('the line to the database', notifications.isListening)
  const gateway = await startGateway({ ...api.ctx, config: { ...api.ctx.config, gatewayPort } }, notifications)
  after(async () => {
    await gateway.close()
    await notifications.close()
  })
  return gatewayPort + teltonikaOffset
}

const aTracker = () => aUnit(dealer, account.id, { ident: String(++imei), hw_id: 101 })

async function connectTo(port: number, ident: string) {
  const line = await openLine(port)
  line.send(loginFrame(ident))
  assert.equal(await line.receive(1), '01')
  return line
}

const commandBytes = (text: string) =>
  Buffer.from(decoderByName('teltonika')!.encode!({ kind: 'text', text }, { link: 'tcp' })!).toString('hex')

test('a tracker that connects to another node loses its old connection, and its commands are sent by the new one', async () => {
  const unit = await aTracker()
  const old = await connectTo(first, unit.ident)
  await until('the claim of the first node', async () => {
    return (await ownersOf(api.ctx.db, unit.id)).length > 0
  })
  const fresh = await connectTo(second, unit.ident)
  await old.closed()
  assert.equal(old.rest(), '')
  const answer = await dealer.ask('POST', `/units/${unit.id}/commands`, { type: 'text', text: 'getver', confirm: true })
  assert.equal(answer.status, 200, answer.text)
  const expected = commandBytes('getver')
  assert.equal(await fresh.receive(expected.length / 2), expected)
  fresh.socket.destroy()
})

test('a node that counted as dead leaves its trackers, and gets their commands when they are back', async () => {
  const [silent, busy] = [await aTracker(), await aTracker()]
  const lines = [await connectTo(first, silent.ident), await connectTo(first, busy.ident)] as const
  const node = await until('the claim', async () => (await ownersOf(api.ctx.db, silent.id))[0])
  await until('the other claim', async () => (await ownersOf(api.ctx.db, busy.id)).length > 0)
  await takeForDead(api.ctx.db, node)
  lines[1].send(dataFrame([{ at: Math.floor(Date.now() / 1000) - 5 }]))
  await Promise.all(lines.map((line) => line.closed()))
  const fresh = await connectTo(first, silent.ident)
  const answer = await dealer.ask('POST', `/units/${silent.id}/commands`, {
    type: 'text',
    text: 'getver',
    confirm: true,
  })
  assert.equal(answer.status, 200, answer.text)
  const expected = commandBytes('getver')
  assert.equal(await fresh.receive(expected.length / 2), expected)
  fresh.socket.destroy()
})

test('records that are repeated from node to node are acknowledged everywhere and stored once', async () => {
  const unit = await aTracker()
  const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
  const packets = [[now - 60], [now - 60, now - 30], [now - 30], [now - 60, now - 20]]
  for (const [turn, times] of packets.entries()) {
    const line = await connectTo(turn % 2 === 0 ? first : second, unit.ident)
    line.send(dataFrame(times.map((at) => ({ at }))))
    assert.equal(await line.receive(4), acceptedCount(times.length))
  }
  const { body } = await dealer.ask('GET', `/units/${unit.id}/messages`)
  const stored = body.data.map(({ timestamp }: { timestamp: number }) => timestamp - now)
  assert.deepEqual(
    stored.toSorted((a: number, b: number) => a - b),
    [-60, -30, -20],
  )
})
