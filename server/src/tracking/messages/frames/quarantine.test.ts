/** A quarantined frame is stored later, exactly once, or stays until a person decides otherwise. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '@waymark/devices'
import { sql } from 'kysely'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aUnit } from '#testing/builders.ts'
import { isDistributed } from '#testing/cluster.ts'
import { dataFrame } from '#testing/people/teltonika.ts'
import { until } from '#testing/until.ts'
import { emptyBin } from '../../bin/actions.ts'
import { readMessages, readTelemetry } from '../actions.ts'
import { messageJobs } from '../jobs.ts'
import { startWriter } from '../writing/writer.ts'
import { countQuarantined, discardQuarantined, putIntoQuarantine, replayAll, replayOne } from './quarantine.ts'

const api = await openApi()
const { ctx } = api
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const dealer = await api.dealer()
const base = seconds(ctx.clock.now()) - 10_000

async function tracker() {
  const account = await aManagedAccount(dealer)
  const made = await aUnit(dealer, account.id, { hw_id: 110 })
  const unit = { id: made.id, ident: made.ident, name: made.name, deviceTypeId: 110, protocolId: 1 }
  const delivery = (...messages: Message[]) => ({
    unit,
    messages,
    frame: Buffer.from(`frame of ${messages.map(({ timestamp }) => timestamp).join()}`),
    peer: '192.0.2.1:1',
  })
  /** As the writer does with what the database refuses. */
  const hold = (serverTime: number, ...messages: Message[]) =>
    putIntoQuarantine(
      ctx,
      { delivery: delivery(...messages), serverTime, messages },
      Object.assign(new Error('a value is unfit'), { code: '22P05' }),
    )
  return { id: made.id as number, delivery, hold }
}

const stored = async (unitId: number) =>
  (JSON.parse((await readMessages(ctx, unitId, 10_000, false)).toString()) as Message[]).map(
    (message) => [Number(message.timestamp) - base, message['position.speed']] as const,
  )
const held = (unitId: number) => ctx.db.selectFrom('quarantine').selectAll().where('unitId', '=', unitId).execute()
const run = (text: string) => sql.raw(text).execute(ctx.db)
const replayJob = () => messageJobs.find(({ name }) => name === 'messages.replay-quarantined')!.run(acting)

/** While this is in place, the latest values of a unit cannot be written. */
async function whileRefused(unitId: number, work: () => Promise<void>): Promise<void> {
  await run(`create function refuse_row() returns trigger language plpgsql as $$ begin
    if new.unit_id = ${unitId} then raise exception 'still unfit' using errcode = '22P05'; end if; return new; end $$`)
  await run('create trigger refusing before insert on telemetry for each row execute function refuse_row()')
  await work().finally(() => run('drop function refuse_row() cascade'))
}

test('a frame is replayed once: its messages are in their place, and newer values stay', async () => {
  const { id, delivery, hold } = await tracker()
  const writer = startWriter(ctx)
  await writer.append(delivery({ timestamp: base + 1, 'position.speed': 1 }))
  await hold(base + 2, { timestamp: base + 2, 'position.speed': 2, 'battery.level': 50 })
  await writer.append(delivery({ timestamp: base + 3, 'position.speed': 3 }))
  await writer.close()
  const { stored: replayed } = await replayAll(ctx)
  assert.equal(replayed, 1)
  assert.deepEqual(await stored(id), [
    [1, 1],
    [2, 2],
    [3, 3],
  ])
  const telemetry = await readTelemetry(ctx, id)
  assert.deepEqual([telemetry['position.speed']?.value, telemetry['battery.level']?.value], [3, 50])
  const { storedCount } = await ctx.db
    .selectFrom('telemetry')
    .select('storedCount')
    .where('unitId', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(storedCount, 3)
  const frames = await ctx.db.selectFrom('frameChunks').select('data').where('unitId', '=', id).execute()
  assert.ok(frames.some(({ data }) => data.includes(`frame of ${base + 2}`)))
  assert.equal((await replayAll(ctx)).stored, 0)
  assert.deepEqual(await held(id), [])
})

test('two concurrent replays store it once', async () => {
  const { id, hold } = await tracker()
  const times = [1, 2, 3, 4, 5, 6]
  for (const time of times) await hold(base + time, { timestamp: base + time, 'position.speed': time })
  const [one, other] = await Promise.all([replayAll(ctx), replayAll(ctx)])
  assert.equal(one.stored + other.stored, times.length)
  assert.deepEqual(
    (await stored(id)).map(([time]) => time),
    times,
  )
})

test('a tracker that sends a replayed record again adds no second message, even if its unit is cached', async () => {
  const { id, delivery, hold } = await tracker()
  const notifications = listen(api.databaseUrl)
  await until('listening', () => notifications.isListening())
  const writer = startWriter(ctx, notifications)
  const late = { timestamp: base + 5, 'position.speed': 5 }
  await writer.append(delivery({ timestamp: base + 1, 'position.speed': 1 }))
  await hold(base + 5, late)
  assert.equal((await replayAll(ctx)).stored, 1)
  await notifications.catchUp()
  await writer.append(delivery(late))
  await hold(base + 5, late)
  assert.equal((await replayAll(ctx)).stored, 1)
  await writer.close()
  await notifications.close()
  assert.deepEqual(await stored(id), [
    [1, 1],
    [5, 5],
  ])
})

// On a cluster it is a worker that waits for locks.
test('what the tracker sends while a frame is replayed stays the latest', { skip: isDistributed }, async () => {
  const { id, delivery, hold } = await tracker()
  const writer = startWriter(ctx)
  await writer.append(delivery({ timestamp: base + 1, 'position.speed': 1 }))
  await hold(base + 2, { timestamp: base + 2, 'position.speed': 2 })
  const waiting = async (count: number) =>
    until(`${count} waiting`, async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db)
      return rows.length === count
    })
  // First in line is the newer message, then the replay.
  let work: Promise<unknown>[] = []
  await ctx.db.transaction().execute(async (db) => {
    await sql`select from telemetry where unit_id = ${id} for update`.execute(db)
    work = [writer.append(delivery({ timestamp: base + 3, 'position.speed': 3 }))]
    await waiting(1)
    work.push(replayAll(ctx))
    await waiting(2)
  })
  await Promise.all(work)
  await writer.close()
  assert.deepEqual(await stored(id), [
    [1, 1],
    [2, 2],
    [3, 3],
  ])
  assert.equal((await readTelemetry(ctx, id))['position.speed']?.value, 3)
})

test('every version tries once automatically, and what it cannot store stays', async () => {
  const { id, hold } = await tracker()
  await hold(base + 1, { timestamp: base + 1, 'position.speed': 1 })
  await replayJob()
  assert.equal((await held(id)).length, 1, 'the version that put it there does not try')
  const upgrade = () => ctx.db.updateTable('quarantine').set({ triedBy: 'before' }).where('unitId', '=', id).execute()
  await upgrade()
  await whileRefused(id, async () => {
    assert.deepEqual(await replayAll(ctx), { stored: 0, refused: 1, unreadable: 0, gone: 0, failed: 0 })
    await replayJob()
  })
  await replayJob()
  assert.equal((await held(id)).length, 1, 'once a version')
  await upgrade()
  assert.equal(await replayJob(), 1)
  assert.deepEqual(await stored(id), [[1, 1]])
  assert.deepEqual(await held(id), [])
})

test('a frame that an earlier version quarantined without its messages is decoded', async () => {
  const { id } = await tracker()
  const at = ctx.clock.now()
  const frame = dataFrame([{ at: base + 7, speed: 43 }])
  await ctx.db.insertInto('quarantine').values({ unitId: id, at, reason: 'column gone', frame }).execute()
  assert.equal(await replayJob(), 1)
  assert.deepEqual(await stored(id), [[7, 43]])
  const noise = { unitId: id, at, reason: 'column gone', frame: Buffer.from('noise') }
  await ctx.db.insertInto('quarantine').values(noise).execute()
  assert.equal((await replayAll(ctx)).unreadable, 1)
  assert.equal((await held(id)).length, 1)
})

test('a store that fails for another reason ends no attempt, and costs no other frame', async () => {
  const [broken, healthy] = [await tracker(), await tracker()]
  await broken.hold(base + 1, { timestamp: base + 1, 'position.speed': 1 })
  await healthy.hold(base + 1, { timestamp: base + 1, 'position.speed': 1 })
  await run(`create function break_row() returns trigger language plpgsql as $$ begin
    if new.unit_id = ${broken.id} then raise exception 'damaged' using errcode = 'XX001'; end if; return new; end $$`)
  await run('create trigger breaking before insert on message_chunks for each row execute function break_row()')
  const { failed, stored: replayed } = await replayAll(ctx).finally(() => run('drop function break_row() cascade'))
  assert.deepEqual([failed, replayed], [1, 1])
  assert.equal((await held(broken.id)).length, 1)
  await replayAll(ctx)
  assert.deepEqual(await stored(broken.id), [[1, 1]])
})

test('nothing expires; only a person, with an audit row, or deleting the unit removes a frame', async () => {
  const [kept, gone] = [await tracker(), await tracker()]
  for (const { hold } of [kept, gone]) await hold(base + 1, { timestamp: base + 1 })
  ctx.clock.advance(300 * 86_400)
  for (const job of messageJobs) await job.run(acting)
  const [row] = await held(kept.id)
  assert.ok(row)
  await discardQuarantined(acting, row.id)
  assert.deepEqual(await held(kept.id), [])
  const noted = ctx.db.selectFrom('audit').select('subjectId').where('action', '=', 'messages.discard')
  assert.deepEqual(await noted.execute(), [{ subjectId: String(kept.id) }])
  assert.equal((await held(gone.id)).length, 1)
  for (const path of ['/units', '/console/deleted-units'])
    assert.equal((await dealer.ask('DELETE', `${path}/${gone.id}`)).status, 200)
  assert.deepEqual(await held(gone.id), [])
})

test('a frame of a deleted unit is stored after the unit is restored, and removed when the bin is emptied', async () => {
  const [{ id, hold }, other] = [await tracker(), await tracker()]
  await hold(base + 1, { timestamp: base + 1, 'position.speed': 1 })
  await other.hold(base + 1, { timestamp: base + 1, 'position.speed': 1 })
  const { count } = await countQuarantined(ctx)
  for (const one of [id, other.id]) assert.equal((await dealer.ask('DELETE', `/units/${one}`)).status, 200)
  assert.equal((await replayAll(ctx)).stored, 0)
  const [waiting] = await held(id)
  assert.equal(await replayOne(ctx, waiting!.id), 'gone')
  await assert.rejects(discardQuarantined(acting, waiting!.id), /does not exist/)
  assert.equal((await countQuarantined(ctx)).count, count - 2, 'nobody can do anything about them')
  assert.equal((await dealer.ask('POST', `/console/deleted-units/${id}/restore`)).status, 200)
  assert.equal((await replayAll(ctx)).stored, 1)
  assert.deepEqual(await stored(id), [[1, 1]])
  assert.equal((await held(other.id)).length, 1)
  api.ctx.clock.advance(30 * 86_400)
  await emptyBin(acting, 100)
  assert.deepEqual(await held(other.id), [])
})
