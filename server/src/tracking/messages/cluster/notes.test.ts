import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { connect } from '#kernel/db/connect.ts'
import { runPipelined } from '#kernel/db/pipeline.ts'
import { silentLog } from '#kernel/runtime/log.ts'
import { allSlices } from '#kernel/slices/leases.ts'
import { isDistributed } from '#testing/cluster.ts'
import { createDatabase } from '#testing/postgres.ts'
import { until } from '#testing/until.ts'
import { sweepOrphans } from '../upkeep/upkeep.ts'
import { isStoredAfterAll } from '../writing/fault.ts'
import { carryLeft, startCarrier } from './notes.ts'
import { type Note, noteStep } from './notes-store.ts'

const [van, bus] = [701, 702]
let number = 0

/** One PostgreSQL with the tables of a coordinator and of its workers. */
async function openCluster(t: TestContext) {
  const database = await createDatabase()
  const { db, close } = connect(database.url, 2)
  t.after(async () => {
    await close()
    await database.drop()
  })
  for (const statement of [
    'drop view unit_heard',
    'create table unit_heard (unit_id bigint primary key, last_active timestamptz not null)',
    'create table pg_dist_shard (shardid integer, logicalrelid regclass, shardminvalue text)',
    "insert into pg_dist_shard values (1, 'message_chunks', '-2147483648')",
    'create table pg_dist_placement (shardid integer, groupid integer)',
    'insert into pg_dist_placement values (1, 1)',
    'insert into message_parts (key, hash_from) values (1, -2147483648)',
    `insert into pg_dist_shard values (2, 'frame_chunks', '-2147483648'), (3, 'telemetry', '-2147483648')`,
    'insert into pg_dist_placement values (2, 1), (3, 1)',
    `create table pg_dist_node (groupid integer, nodename text, nodeport integer, isactive boolean, metadatasynced boolean,
       noderole text, shouldhaveshards boolean)`,
    `insert into pg_dist_node values (1, '127.0.0.1', 1, false, true, 'primary', true)`,
    `create function shard_name(place regclass, id integer) returns text language sql as 'select place::text'`,
    `create function master_run_on_worker(names text[], ports integer[], commands text[], parallel boolean)
      returns table (success boolean, result text) language plpgsql as $$ declare command text; begin
        success := true;
        foreach command in array commands loop execute command into result; return next; end loop; end $$`,
  ])
    await sql.raw(statement).execute(db)
  const ctx = { db, log: silentLog }
  const place = { parts: [1], reach: async () => db, avoid: () => {} }
  const heard = async () => {
    const { rows } = await sql<{ unitId: number; at: number }>`
      select unit_id, extract(epoch from last_active)::float8 as at from unit_heard order by 1`.execute(db)
    return rows.map(({ unitId, at }) => [unitId, at])
  }
  const notes = async () => (await db.selectFrom('flushNotes').select('note').execute()).length
  /** As a flush does. */
  async function flush(carrier: ReturnType<typeof startCarrier>, unitId: number, lastActive: number, isKept = false) {
    const note: Note = {
      part: 1,
      partition: 1,
      number: ++number,
      sequence: undefined,
      flushed: [],
      changed: [],
      heard: [{ unitId, lastActive }],
    }
    await runPipelined(db, [noteStep(note)])
    await new Promise<void>((carried) => carrier.add(note, place, carried, isKept))
    return note
  }
  return { ctx, db, heard, notes, flush }
}

const skip = isDistributed

test('the time of a unit’s last report is written at once, and again at the latest when its carrier ends', {
  skip,
}, async (t) => {
  const { ctx, heard, notes, flush } = await openCluster(t)
  const carrier = startCarrier(ctx)
  await flush(carrier, van, 1000)
  assert.deepEqual(await heard(), [[van, 1000]])
  await until('the end of its note', async () => (await notes()) === 0)
  await flush(carrier, van, 1001)
  await flush(carrier, bus, 1001)
  assert.deepEqual(await heard(), [
    [van, 1000],
    [bus, 1001],
  ])
  await until('the end of the other note', async () => (await notes()) === 1)
  await carrier.close()
  assert.deepEqual(await heard(), [
    [van, 1001],
    [bus, 1001],
  ])
  assert.equal(await notes(), 0)
})

test('what a killed node had not written is in its notes, and another node writes it', { skip }, async (t) => {
  const { ctx, heard, notes, flush } = await openCluster(t)
  const killed = startCarrier(ctx)
  await flush(killed, van, 1000)
  await flush(killed, van, 1001)
  assert.deepEqual(await heard(), [[van, 1000]])
  await carryLeft(ctx, 0)
  assert.deepEqual([await heard(), await notes()], [[[van, 1001]], 0])
  await killed.close()
})

test('a unit that was deleted meanwhile does not come back', { skip }, async (t) => {
  const { ctx, db, heard, flush } = await openCluster(t)
  const carrier = startCarrier(ctx)
  await flush(carrier, van, 1000)
  await flush(carrier, van, 1001)
  await sql`delete from unit_heard`.execute(db)
  await carrier.close()
  assert.deepEqual(await heard(), [])
})

test('a unit that was deleted for good after its node died does not stay in the list of times', { skip }, async (t) => {
  const { ctx, db, heard, flush } = await openCluster(t)
  const killed = startCarrier(ctx)
  await flush(killed, van, 1000)
  await flush(killed, van, 1001)
  await sql`delete from unit_heard`.execute(db)
  await carryLeft(ctx, 0)
  assert.deepEqual(await heard(), [[van, 1001]])
  await sweepOrphans({ ...ctx, slices: allSlices } as Parameters<typeof sweepOrphans>[0])
  assert.deepEqual(await heard(), [])
  await killed.close()
})

test('the note of a flush that was sent again is in the way of the first one for a while', { skip }, async (t) => {
  const { ctx, db, notes, flush } = await openCluster(t)
  const carrier = startCarrier(ctx)
  const kept = await flush(carrier, van, 1_700_000_000, true)
  await flush(carrier, van, 1_700_000_001)
  await carrier.close()
  assert.equal(await notes(), 1)
  await assert.rejects(runPipelined(db, [noteStep(kept)]), isStoredAfterAll)
  assert.equal(await carryLeft(ctx, 0), 1)
  assert.equal(await notes(), 0)
})
