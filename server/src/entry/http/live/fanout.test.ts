/** Several nodes with NATS between them: which node receives which accounts, and whether readers get everything. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { consumerApp } from '#kernel/applications.ts'
import { openTransport } from '#kernel/db/pubsub/nats.ts'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { createMeters } from '#kernel/runtime/meters.ts'
import { openApi } from '#testing/api.ts'
import { anUnclaimedAccount, aUnit } from '#testing/builders.ts'
import { startNats } from '#testing/fakes/nats.ts'
import { aClient } from '#testing/people/client.ts'
import { positionKey, type Reader, readLive } from '#testing/people/reader.ts'
import { until } from '#testing/until.ts'
import { bucketOf, channelOf } from '#tracking/messages/live/buckets.ts'
import { partOf, payloadsOf } from '#tracking/messages/live/position-updates.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { createServer } from '../server.ts'

const api = await openApi()
const dealer = await api.dealer('partner')
const nats = await startNats()
after(() => nats.close())
const [first, other, gateway] = [await aNode(), await aNode(), await aNode()]

async function aNode() {
  const notifications = listen(
    api.databaseUrl,
    openTransport(nats.url, 'one', () => {}),
  )
  await until('the line to the database', notifications.isListening)
  const meters = createMeters()
  const options = { notifications, readiness: { isReady: true }, pagesFolder: '/nonexistent' }
  const app = await createServer({ ...api.ctx, meters }, options)
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const writer = startWriter(api.ctx, notifications)
  after(async () => {
    await app.close()
    await writer.close()
    await notifications.close()
  })
  const bucketsHeard = async () => Number(/^waymark_live_buckets (\d+)$/m.exec(await meters.text())?.[1])
  return { port, writer, notifications, bucketsHeard }
}

type Node = typeof first

/** An account with a moving unit, in a bucket that no other test uses. */
async function aFleet() {
  const account = await anUnclaimedAccount(dealer, [consumerApp])
  const { id, ident, name } = await aUnit(dealer, account.id, { app_id: consumerApp })
  const { token } = await aClient(api, dealer, account)
  const unit = { id, ident, name, deviceTypeId: 101, protocolId: 1, owner: { account: account.id } }
  const channel = channelOf(bucketOf(account.id))
  return { id, token, unit, channel }
}

type Fleet = Awaited<ReturnType<typeof aFleet>>

const startTime = 1_772_000_000
const at = (second: number) => ({
  timestamp: startTime + second,
  'position.latitude': 50 + second / 10_000,
  'position.longitude': 10,
})

const move = ({ writer }: Node, { unit }: Fleet, second: number) =>
  writer.append({ unit, messages: [at(second)], frame: Buffer.from('x'), peer: '' })

const keyOf = ({ id }: Fleet, second: number) => positionKey(id, startTime + second)
const hasHeard = (reader: Reader, fleet: Fleet, second: number) => reader.told.has(keyOf(fleet, second))

async function open({ port }: Node, fleet: Fleet): Promise<Reader> {
  const reader = readLive(port, fleet.token)
  await until('the beginning', () => reader.counts.begun + reader.counts.resumed > 0)
  return reader
}

test('a node receives the accounts that its readers look at, and no others', async () => {
  const [ours, theirs, nobodys] = [await aFleet(), await aFleet(), await aFleet()]
  const reader = await open(first, ours)
  await until('its bucket', () => nats.wanting(ours.channel) === 1)
  for (let second = 0; second < 20; second++) {
    for (const fleet of [ours, theirs, nobodys]) await move(gateway, fleet, second)
  }
  await until('the last position', () => hasHeard(reader, ours, 19))
  assert.equal(reader.told.size, 20)
  const own = nats.delivered(ours.channel)
  assert.ok(own > 0 && nats.delivered('stretches') > 0)
  assert.deepEqual([nats.delivered(theirs.channel), nats.delivered(nobodys.channel)], [0, 0])

  // A reader of another account at another node: each receives its own.
  const theirReader = await open(other, theirs)
  await until('its bucket', () => nats.wanting(theirs.channel) === 1)
  for (let second = 20; second < 40; second++) {
    for (const fleet of [theirs, nobodys]) await move(gateway, fleet, second)
  }
  await until('the last position', () => hasHeard(theirReader, theirs, 39))
  assert.ok(nats.delivered(theirs.channel) > 0)
  assert.deepEqual([nats.delivered(ours.channel), nats.delivered(nobodys.channel)], [own, 0])
  assert.deepEqual([await first.bucketsHeard(), await other.bucketsHeard(), await gateway.bucketsHeard()], [1, 1, 0])
  // The channel of all accounts is silent: no node of the previous version listens.
  assert.equal(nats.delivered('positions'), 0)
  await Promise.all([reader.stop(), theirReader.stop()])
})

test('a node leaves a bucket with the last reader in it', async () => {
  const fleet = await aFleet()
  const readers = [await open(first, fleet), await open(first, fleet), await open(other, fleet)]
  await until('both nodes', () => nats.wanting(fleet.channel) === 2)
  await readers[0]!.stop()
  await move(gateway, fleet, 1)
  await until('the position', () => hasHeard(readers[1]!, fleet, 1) && hasHeard(readers[2]!, fleet, 1))
  assert.equal(nats.wanting(fleet.channel), 2)
  await readers[1]!.stop()
  await until('the first node to leave', () => nats.wanting(fleet.channel) === 1)
  await readers[2]!.stop()
  await until('the second node to leave', () => nats.wanting(fleet.channel) === 0)
})

test('whenever a reader comes and whatever is lost between nodes, it gets every later position once', async () => {
  const fleet = await aFleet()
  let second = 0
  let isOver = false
  const moving = (async () => {
    for (; !isOver; second++) {
      await move(second % 2 === 0 ? gateway : first, fleet, second)
      await wait(3)
    }
  })()
  const doubled: string[] = []
  for (let round = 0; round < 8; round++) {
    const reader = await open(round % 2 === 0 ? first : other, fleet)
    await wait(round * 40)
    if (round === 5) nats.cut()
    const last = second
    const since = () => Math.min(...[...reader.told.keys()].map((key) => Number(key.split(' ')[1]) - startTime))
    // Two nodes store them, so they may come in another order.
    await until(`every position in round ${round}`, () => {
      for (let one = since(); one <= last; one++) if (!hasHeard(reader, fleet, one)) return false
      return reader.told.size > 0
    })
    doubled.push(...[...reader.told].flatMap(([key, times]) => (times > 1 ? [`${key} in round ${round}`] : [])))
    await reader.stop()
  }
  isOver = true
  await moving
  assert.deepEqual(doubled, [])
})

test('nodes of the previous version and of this one exchange positions', async () => {
  const fleet = await aFleet()
  const older = openTransport(nats.url, 'one', () => {})
  after(() => older.close())
  const heard: string[] = []
  older.subscribe('positions', (payload) => heard.push(payload))
  await until('its line', () => older.send([]))
  // It announces only its id.
  await sql`select pg_notify('listeners', 'older')`.execute(api.ctx.db)
  await gateway.notifications.catchUp()
  await move(gateway, fleet, 1)
  const updates = () => heard.flatMap((payload) => partOf(payload).items).filter(({ unitId }) => unitId === fleet.id)
  await until('the position at the older node', () => updates().length > 0)
  const [update] = updates()
  assert.equal(update?.timestamp, startTime + 1)

  // It announces what it stores to everyone in one channel. This time is in no stored message, so it was received and
  // not found in the log.
  const reader = await open(other, fleet)
  const silent = { ...gateway.notifications, publishRemote: () => true, publishLocal: () => {} }
  const writer = startWriter(api.ctx, silent)
  await writer.append({ unit: fleet.unit, messages: [at(3)], frame: Buffer.from('x'), peer: '' })
  await writer.close()
  const { rows } = await sql<{ lane: number; n: number }>`
    select lane, n from message_flushes order by stored_at desc limit 1`.execute(api.ctx.db)
  const { lane: partition, n: sequence } = rows[0]!
  const items = [{ ...update!, timestamp: startTime + 2 }]
  older.send(payloadsOf({ partition, sequence, items }).map((payload) => ({ channel: 'positions', payload })))
  await until('the position at the newer node', () => hasHeard(reader, fleet, 2) || hasHeard(reader, fleet, 3))
  assert.deepEqual([hasHeard(reader, fleet, 2), hasHeard(reader, fleet, 3)], [true, false])
  await reader.stop()
})
