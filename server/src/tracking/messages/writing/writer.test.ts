import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { Pressure } from '#kernel/runtime/pressure.ts'
import { openApi } from '#testing/api.ts'
import { soon, until } from '#testing/until.ts'
import { readMessages, readTelemetry } from '../actions.ts'
import { framesOf } from '../chunk.ts'
import { partOf } from '../live/position-updates.ts'
import { StoreUnavailable } from './delivery.ts'
import { startWriter } from './writer.ts'

const { ctx, databaseUrl } = await openApi()
let lastUnit = 1000

function tracker() {
  const id = ++lastUnit
  const unit = { id, ident: `ident-${id}`, name: 'Van', deviceTypeId: 101, protocolId: 1 }
  const delivery = (...times: number[]) => ({
    unit,
    messages: times.map((timestamp) => ({ timestamp, 'position.latitude': timestamp % 90, 'position.longitude': 1 })),
    frame: Buffer.from(times.join()),
    peer: '192.0.2.1:1',
  })
  return { id, delivery }
}
const base = Math.floor(ctx.clock.now().getTime() / 1000) - 10_000
const timesOf = async (unitId: number) =>
  (JSON.parse((await readMessages(ctx, unitId, 10_000, false)).toString()) as { timestamp: number }[]).map(
    (message) => message.timestamp - base,
  )

test('a delivery is stored when its promise resolves', async () => {
  const writer = startWriter(ctx)
  const { id, delivery } = tracker()
  await writer.append(delivery(base + 1, base + 2))
  assert.deepEqual(await timesOf(id), [1, 2])
  assert.equal((await readTelemetry(ctx, id))['position.latitude']?.ts, base + 2)
  await writer.close()
})

test('a record that is sent again adds no second message, in any order and by any writer', async () => {
  const { id, delivery } = tracker()
  const first = startWriter(ctx)
  await Promise.all([first.append(delivery(base + 5, base + 6)), first.append(delivery(base + 5, base + 6))])
  await first.append(delivery(base + 6, base + 7))
  await first.append(delivery(base + 1, base + 5))
  await first.close()
  const second = startWriter(ctx)
  await second.append(delivery(base + 7, base + 1, base + 8))
  await second.append(delivery(base + 2))
  await second.append(delivery(base + 2, base + 6))
  await second.close()
  assert.deepEqual(await timesOf(id), [1, 2, 5, 6, 7, 8])
})

test('many connections share commits and each is answered', async () => {
  const writer = startWriter(ctx)
  const trackers = Array.from({ length: 300 }, tracker)
  await Promise.all(
    trackers.flatMap(({ delivery }) =>
      Array.from({ length: 5 }, (_, packet) => writer.append(delivery(base + packet))),
    ),
  )
  await writer.close()
  for (const { id } of trackers.filter((_, index) => index % 50 === 0)) {
    assert.deepEqual(await timesOf(id), [0, 1, 2, 3, 4])
    assert.equal((await readTelemetry(ctx, id)).position?.ts, base + 4)
  }
})

test('a burst delays work that can wait, and a single message does not', async () => {
  const pressure = new Pressure()
  const writer = startWriter({ ...ctx, pressure })
  await writer.append(tracker().delivery(base + 1))
  assert.ok(!pressure.isHigh())
  // More than fits into one flush of either queue, so many wait when the first is done.
  const times = Array.from({ length: 1_000 }, (_, second) => base + second)
  await Promise.all(Array.from({ length: 44 }, tracker).map(({ delivery }) => writer.append(delivery(...times))))
  assert.ok(pressure.isHigh())
  await writer.close()
})

test('a tracker that disconnects while its frame waits affects nobody', async () => {
  const writer = startWriter(ctx)
  const [leaving, other, third] = [tracker(), tracker(), tracker()]
  assert.equal(leaving.id % 2, third.id % 2, 'both go by the same partition')
  await writer.append(leaving.delivery(base + 1))
  const sent = Promise.all([leaving, other, third].map(({ delivery }) => writer.append(delivery(base + 2))))
  // The flush has begun, and reads what is stored of the third tracker.
  await new Promise(setImmediate)
  writer.release(leaving.id)
  await sent
  await writer.append(leaving.delivery(base + 2, base + 3))
  await writer.close()
  assert.deepEqual(await timesOf(leaving.id), [1, 2, 3])
  assert.deepEqual(await timesOf(third.id), [2])
})

test('after closing nothing is accepted', async () => {
  const writer = startWriter(ctx)
  await writer.close()
  await assert.rejects(writer.append(tracker().delivery(base + 1)), StoreUnavailable)
})

test('a record with a wrong clock is stored once, however often it is sent and by any writer', async () => {
  const { id, delivery } = tracker()
  const record = (said: number, speed: number) => ({
    ...delivery(said),
    messages: [{ timestamp: said, 'position.speed': speed }],
  })
  const future = base + 40 * 86_400
  const first = startWriter(ctx)
  await first.append(record(future, 1))
  await Promise.all([first.append(record(future, 1)), first.append(record(future + 1, 1))])
  await first.close()
  const second = startWriter(ctx)
  await second.append(record(future + 1, 1))
  await second.append(record(future, 2))
  await second.append(record(future, 1))
  await second.close()
  const stored = JSON.parse((await readMessages(ctx, id, 100, false)).toString())
  assert.deepEqual(
    stored
      .map((message: Record<string, number>) => [message['custom.device_timestamp'], message['position.speed']].join())
      .sort(),
    [`${future},1`, `${future},2`, `${future + 1},1`],
  )
  assert.ok(stored.every((message: Record<string, number>) => message.timestamp === message['server.timestamp']))
})

test('a status without a time belongs to the moment it arrived: two equal ones are two messages', async () => {
  const writer = startWriter(ctx)
  const { id, delivery } = tracker()
  const status = { ...delivery(0), messages: [{ 'battery.level': 50 }] }
  await writer.append(status)
  await writer.append(status)
  await writer.close()
  assert.equal((await timesOf(id)).length, 2)
})

test('messages of busy units soon have their frames and latest values, even if no more arrive', async () => {
  const writer = startWriter(ctx)
  const trackers = Array.from({ length: 250 }, tracker)
  for (let at = 1; at <= 3; at++) {
    await Promise.all(trackers.map(({ delivery }) => writer.append(delivery(base + 2 * at, base + 2 * at + 1))))
  }
  const isWhole = async (unitId: number) => {
    const frames = await ctx.db.selectFrom('frameChunks').select('data').where('unitId', '=', unitId).execute()
    const said = frames.flatMap(({ data }) => framesOf(data)).map(({ bytes }) => bytes.toString())
    return said.length === 3 && (await readTelemetry(ctx, unitId)).position?.ts === base + 7
  }
  for (const { id } of trackers) await until(`all of unit ${id}`, () => isWhole(id))
  await writer.close()
  const sizes = await ctx.db
    .selectFrom('telemetry')
    .select(['storedCount', 'storedBytes'])
    .where('unitId', 'in', [trackers[0]!.id, trackers[249]!.id])
    .execute()
  const texts = (await readMessages(ctx, trackers[0]!.id, 100, false)).toString().slice(1, -1).split(',\n')
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  assert.deepEqual(
    sizes.map(({ storedCount, storedBytes }) => [storedCount, storedBytes]),
    [
      [6, bytes],
      [6, bytes],
    ],
  )
})

test('a listener receives what was stored, flush by flush', async () => {
  const notifications = listen(databaseUrl)
  const { id, delivery } = tracker()
  const heard: [number, number][] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  notifications.on('positions', (payload) => {
    if (payload === '') return
    const { sequence, items } = partOf(payload)
    for (const { unitId, timestamp } of items) if (unitId === id) heard.push([sequence, timestamp - base])
    if (heard.length === 3) resolve()
  })
  await until('listening', () => notifications.isListening())
  const writer = startWriter(ctx)
  await writer.append(delivery(base + 1))
  await writer.append(delivery(base + 1, base + 2, base + 3))
  await soon('The third message', promise)
  assert.deepEqual(heard, [
    [1, 1],
    [2, 2],
    [2, 3],
  ])
  await writer.close()
  await notifications.close()
})
