import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { openApi } from '#testing/api.ts'
import { ownersOf, takeForDead } from '#testing/checks/owners.ts'
import { until } from '#testing/until.ts'
import { forgetUnit, readMessages, readTelemetry } from '../actions.ts'
import { write } from '../store.ts'
import { Ownership } from './ownership.ts'
import { addNode, listNodes, renewNode } from './ownership-store.ts'
import { startWriter } from './writer.ts'

const { ctx, databaseUrl } = await openApi()
const base = Math.floor(ctx.clock.now().getTime() / 1000) - 10_000
let lastUnit = 500

function tracker() {
  const id = ++lastUnit
  const unit = { id, ident: `ident-${id}`, name: 'Van', deviceTypeId: 101, protocolId: 1 }
  const delivery = (...times: number[]) => ({
    unit,
    messages: times.map((time) => ({ timestamp: base + time, 'position.speed': time })),
    peer: '192.0.2.1:1',
  })
  return { id, delivery }
}

const timesOf = async (unitId: number) =>
  (JSON.parse((await readMessages(ctx, unitId, 10_000, false)).toString()) as { timestamp: number }[]).map(
    ({ timestamp }) => timestamp - base,
  )
const speedOf = async (unitId: number) => (await readTelemetry(ctx, unitId))['position.speed']?.value

test('a record repeated at another node, and back, is stored once; latest values never go back', async () => {
  const { id, delivery } = tracker()
  const nodes = [startWriter(ctx), startWriter(ctx), startWriter(ctx)]
  await nodes[0]!.append(delivery(1, 2))
  await nodes[1]!.append(delivery(2, 3, 100))
  await nodes[0]!.append(delivery(2, 3, 100))
  await nodes[2]!.append(delivery(100, 101))
  await nodes[0]!.append(delivery(50))
  await nodes[1]!.append(delivery(50, 101))
  assert.deepEqual(await timesOf(id), [1, 2, 3, 50, 100, 101])
  assert.equal(await speedOf(id), 101)
  for (const node of nodes) await node.close()
})

test('units that reach all nodes at the same time are stored once each', async () => {
  const nodes = [startWriter(ctx), startWriter(ctx), startWriter(ctx)]
  const trackers = Array.from({ length: 40 }, tracker)
  for (let round = 0; round < 15; round++) {
    const sent = trackers.flatMap(({ delivery }, at) => {
      const [one, other] = [nodes[(round + at) % 3]!, nodes[(round * 2 + at + 1) % 3]!]
      return [one.append(delivery(round, round + 1)), other.append(delivery(round + 1, round))]
    })
    await Promise.all(sent)
  }
  const expected = Array.from({ length: 16 }, (_, at) => at)
  for (const { id } of trackers) {
    assert.deepEqual(await timesOf(id), expected)
    assert.equal(await speedOf(id), 15)
  }
  for (const node of nodes) await node.close()
})

test('what a node has gathered for a unit and not written is found by the node that takes the unit over', async () => {
  const [first, second] = [startWriter(ctx), startWriter(ctx)]
  const { id, delivery } = tracker()
  // So many at once that latest values are gathered.
  const crowd = Array.from({ length: 900 }, tracker)
  for (let round = 1; round <= 3; round++) {
    await Promise.all([delivery, ...crowd.map((one) => one.delivery)].map((make) => first.append(make(round))))
  }
  await second.append(delivery(2, 4))
  await first.close()
  await second.close()
  assert.deepEqual(await timesOf(id), [1, 2, 3, 4])
  assert.equal(await speedOf(id), 4)
  const row = await ctx.db
    .selectFrom('telemetry')
    .select('storedCount')
    .where('unitId', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(row.storedCount, 4)
})

test('a node learns which units it has lost, and no longer owns them', async (t) => {
  const news = listen(databaseUrl)
  t.after(() => news.close())
  await until('the line', () => news.isListening())
  const [first, second] = [new Ownership(ctx, news), new Ownership(ctx)]
  const lost: (number | undefined)[] = []
  first.onLost((units) => lost.push(...(units ?? [undefined])))
  const [one, other] = [tracker().id, tracker().id]
  await first.claim([one, other])
  await second.claim([one])
  await until('the loss', () => lost.length > 0)
  assert.deepEqual(lost, [one])
  const isFirsts = (unitId: number) => ctx.db.transaction().execute((db) => first.owns(db, unitId))
  assert.deepEqual([await isFirsts(one), await isFirsts(other)], [false, true])
  await first.claim([one])
  assert.equal(await isFirsts(one), true)
  await first.close()
  await second.close()
})

test('a node that counted as dead stores nothing from memory', async () => {
  const { id, delivery } = tracker()
  const [first, second] = [startWriter(ctx), startWriter(ctx)]
  await first.append(delivery(1))
  for (const node of await ownersOf(ctx.db, id)) await takeForDead(ctx.db, node)
  await second.append(delivery(2, 9))
  await first.append(delivery(2, 9, 5))
  assert.deepEqual(await timesOf(id), [1, 2, 5, 9])
  assert.equal(await speedOf(id), 9)
  await first.close()
  await second.close()
})

test('after an outage of the database no node counts the others as dead before they could renew', async (t) => {
  const [first, second] = [await addNode(ctx.db), await addNode(ctx.db)]
  t.after(() => ctx.db.deleteFrom('nodes').where('id', 'in', [first, second]).execute())
  const away = (minutes: number, ids: readonly number[]) =>
    sql`update nodes set seen_at = now() - make_interval(mins => ${minutes}::integer) where id = any(${[...ids]}::bigint[])`.execute(
      ctx.db,
    )
  const left = async () => (await listNodes(ctx.db)).filter((id) => id === first || id === second).sort((a, b) => a - b)
  await away(5, [first, second])
  await renewNode(ctx.db, first)
  assert.deepEqual(await left(), [first, second])
  await renewNode(ctx.db, first)
  assert.deepEqual(await left(), [first], 'the other is still away')
})

test('values that the database receives late replace no newer ones', async () => {
  const { id, delivery } = tracker()
  const writer = startWriter(ctx)
  await writer.append(delivery(1, 2))
  await writer.close()
  const late = { tMax: 1, lastActive: 1, count: 0, bytes: 0, smallChunks: 0, changed: [], frames: undefined }
  const parameters = { 'position.speed': { value: 1, ts: 1 }, 'position.altitude': { value: 7, ts: 1 } }
  await write(ctx.db, [{ unitId: id, chunk: undefined, state: { ...late, parameters } }])
  const { 'position.speed': speed, 'position.altitude': altitude } = await readTelemetry(ctx, id)
  assert.deepEqual([speed?.value, altitude?.value], [2, 7])
})

test('nothing is left of a unit that is forgotten, nor of a node that ends', async () => {
  const { id, delivery } = tracker()
  const writer = startWriter(ctx)
  await writer.append(delivery(1))
  const [node] = await ownersOf(ctx.db, id)
  await writer.close()
  await forgetUnit(ctx, id)
  const owners = await ownersOf(ctx.db, id)
  const nodes = await ctx.db.selectFrom('nodes').where('id', '=', node!).select('id').execute()
  assert.deepEqual([owners, nodes], [[], []])
})
