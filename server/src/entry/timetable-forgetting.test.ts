import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { ActorContext } from '#kernel/context.ts'
import { rowsPerPiece } from '#kernel/db/pieces.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aUnit } from '#testing/builders.ts'
import { isDistributed } from '#testing/cluster.ts'
import { jobs } from './timetable.ts'

const api = await openApi()
const { db } = api.ctx
const dealer = await api.dealer()
const account = await aManagedAccount(dealer)
const rows = 2 * rowsPerPiece + 1

/** Records how many rows each statement deletes. */
async function watch(table: string): Promise<() => Promise<number>> {
  await sql`create table if not exists gone (name text, rows bigint)`.execute(db)
  await sql`
    create or replace function note_gone() returns trigger language plpgsql as $$
      begin insert into gone select tg_table_name, count(*) from gone_rows; return null; end $$`.execute(db)
  await sql`
    create trigger watched after delete on ${sql.table(table)} referencing old table as gone_rows
    for each statement execute function note_gone()`.execute(db)
  return async () =>
    Number(
      (await sql<{ most: number }>`select max(rows) as most from gone where name = ${table}`.execute(db)).rows[0]!.most,
    )
}

/** As the runner does: a run that left something behind is followed by another. */
async function runToTheEnd(name: string): Promise<void> {
  const one = jobs.find((job) => job.name === name)!
  const acting: ActorContext = { ...api.ctx, actor: { kind: 'job', id: name, address: null, requestId: null } }
  do await one.run(acting)
  while (one.hasMore?.())
}

const countOf = async (table: string): Promise<number> =>
  Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]!.n)

// On a cluster workers delete, and no trigger there can record it here.
const onOne = { skip: isDistributed }

test(
  'frames that are too old are deleted in pieces, however many there are and of however many units',
  onOne,
  async () => {
    const most = await watch('frame_chunks')
    const now = api.ctx.clock.now()
    await sql`
    insert into frame_chunks (unit_id, received0, received1, data)
    select 1 + n % 1500, at, at, '\\x00' from generate_series(1, ${rows}::integer) as n,
      lateral (select ${now}::timestamptz - interval '8 days' - n * interval '1 second' as at) as one`.execute(db)
    await sql`
    insert into frame_chunks (unit_id, received0, received1, data)
    select n, ${now}::timestamptz - interval '6 days', ${now}::timestamptz - interval '6 days', '\\x00'
    from generate_series(1, 1600) as n`.execute(db)
    await runToTheEnd('messages.drop-frames')
    assert.equal(await countOf('frame_chunks'), 1600)
    assert.ok((await most()) <= rowsPerPiece)
  },
)

test('messages that a unit no longer keeps are deleted in pieces, by age and by number', onOne, async () => {
  const most = await watch('message_chunks')
  const { id } = await aUnit(dealer, account.id)
  const now = api.ctx.clock.now().getTime() / 1000
  await sql`
    insert into message_chunks (unit_id, t0, t1, count, bytes, is_packed, data)
    select ${id}::bigint, t, t, 1, 20, false, convert_to('{"timestamp":' || t || '}', 'UTF8')
    from generate_series(1, 3000) as n, lateral (select floor(${now}::float8 - n * 10) as t) as one`.execute(db)
  await sql`
    insert into telemetry (unit_id, parameters, t_max, last_active, stored_count, stored_bytes, small_chunks)
    values (${id}::bigint, '{}', ${now}::float8, ${api.ctx.clock.now()}, 3000, 60000, 3000)`.execute(db)
  await db.updateTable('units').set({ messagesTtl: 10_000, messagesRotate: 10 }).where('id', '=', id).execute()
  for (let turns = 0; turns < 100 && (await countOf('message_chunks')) > 10; turns++) await runToTheEnd('messages.trim')
  assert.equal(await countOf('message_chunks'), 10)
  const { storedCount } = await db
    .selectFrom('telemetry')
    .select('storedCount')
    .where('unitId', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(storedCount, 10)
  assert.ok((await most()) <= 500)
})

test('old counted attempts, flushes and events are deleted in pieces', async () => {
  const now = api.ctx.clock.now()
  await sql`
    insert into tries (bucket, count, since) select 'try ' || n, 1, ${now}::timestamptz - interval '30 days'
    from generate_series(1, ${rows}::integer) as n`.execute(db)
  const counted = await countOf('events')
  await sql`
    insert into events (dealer_id, number, type, at, data)
    select ${dealer.dealer}, 1000 + n, 'test', ${now}::timestamptz - interval '400 days', '{}'
    from generate_series(1, ${rows}::integer) as n`.execute(db)
  const [tries, events] = [await watch('tries'), await watch('events')]
  await runToTheEnd('tries.forget')
  assert.equal(await countOf('tries'), 0)
  assert.ok((await tries()) <= rowsPerPiece)
  await runToTheEnd('events.forget')
  assert.ok((await countOf('events')) <= counted)
  assert.ok((await events()) <= rowsPerPiece)
})

test('what a deleted unit’s sensors measured is deleted in pieces, after the unit', async () => {
  const most = await watch('sensor_quarters')
  const { id } = await aUnit(dealer, account.id)
  const sensor = '019a0000-0000-7000-8000-0000000000aa'
  await sql`
    insert into unit_sensors (id, unit_id, name, kind, measure, formula, pairs, outside, smoothing, smoothing_count, decimals,
      created_at, updated_at)
    values (${sensor}, ${id}, 'Tank', 'fuel', 'l', 'ain.1', '[]', 'clamp', 'none', 1, 0, now(), now())`.execute(db)
  await sql`
    insert into sensor_quarters (sensor_id, t, count, sum, min, max, last, last_at)
    select ${sensor}, n * 900, 1, 1, 1, 1, 1, n * 900 from generate_series(1, ${rows}::integer) as n`.execute(db)
  assert.equal((await dealer.ask('DELETE', `/units/${id}`)).status, 200)
  assert.equal(await countOf('sensor_quarters'), rows)
  await runToTheEnd('sensors.forget-removed')
  assert.deepEqual([await countOf('sensor_quarters'), await countOf('removed_sensors')], [0, 0])
  assert.ok((await most()) <= rowsPerPiece)
})
