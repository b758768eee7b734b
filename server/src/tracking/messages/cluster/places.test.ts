import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { connect } from '#kernel/db/connect.ts'
import { silentLog } from '#kernel/runtime/log.ts'
import { isDistributed } from '#testing/cluster.ts'
import { openLine } from '#testing/faults/line.ts'
import { createDatabase } from '#testing/postgres.ts'
import { until } from '#testing/until.ts'
import { openPlaces } from './places.ts'

/** One PostgreSQL with the tables in which Citus lists its workers. Its one worker is itself, at two addresses. */
async function openCluster(t: TestContext) {
  const database = await createDatabase()
  const coordinator = connect(database.url, 2)
  const { db } = coordinator
  const url = new URL(database.url)
  const folder = url.searchParams.get('host')
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432))
  const to = folder?.startsWith('/') ? `${folder}/.s.PGSQL.${port}` : port
  const lines = [await openLine(to), await openLine(to)] as const
  t.after(async () => {
    await coordinator.close()
    for (const line of lines) await line.close()
    await database.drop()
  })
  for (const statement of [
    'drop view unit_heard',
    'create table unit_heard (unit_id bigint)',
    'create table pg_dist_shard (shardid integer, logicalrelid regclass, shardminvalue text)',
    "insert into pg_dist_shard values (1, 'message_chunks', '-2147483648')",
    'create table pg_dist_placement (shardid integer, groupid integer)',
    'insert into pg_dist_placement values (1, 1)',
    'insert into message_parts (key, hash_from) values (1, -2147483648)',
    `create table pg_dist_node (groupid integer, nodename text, nodeport integer, isactive boolean, metadatasynced boolean,
       noderole text, shouldhaveshards boolean)`,
    `insert into pg_dist_node values (1, '127.0.0.1', ${lines[0].port}, true, true, 'primary', true)`,
  ]) {
    await sql.raw(statement).execute(db)
  }
  const places = await openPlaces({ db, log: silentLog })
  return { db, database, lines, places, place: places.all[0]! }
}

const skip = isDistributed

test('a worker with a new address is left at once, and one that is not active is not used', {
  skip,
}, async (t) => {
  const { db, lines, places, place } = await openCluster(t)
  const [former, later] = lines
  await sql`select 1`.execute(await place.reach())
  assert.deepEqual([former.open() > 0, later.open()], [true, 0])
  await sql`update pg_dist_node set nodeport = ${later.port}`.execute(db)
  await places.look()
  await sql`select 1`.execute(await place.reach())
  await until('the end of the old connections', () => former.open() === 0)
  assert.equal(later.open() > 0, true)
  await sql`update pg_dist_node set isactive = false`.execute(db)
  await places.look()
  assert.equal(await place.reach(), db)
  await until('the end of all connections', () => later.open() === 0)
  await sql`update pg_dist_node set isactive = true`.execute(db)
  await places.look()
  assert.notEqual(await place.reach(), db)
})

test('before an avoided worker is used again, its address is read again', { skip }, async (t) => {
  const { db, lines, place } = await openCluster(t)
  const [former, later] = lines
  assert.notEqual(await place.reach(), db)
  place.avoid(new Error('It is away.'))
  assert.equal(await place.reach(), db)
  await sql`update pg_dist_node set nodeport = ${later.port}`.execute(db)
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + 31_000)
  await sql`select 1`.execute(await place.reach())
  await until('the end of the old connections', () => former.open() === 0)
  assert.equal(later.open() > 0, true)
})

test('a worker that is read-only is not written to', { skip }, async (t) => {
  const { db, database, place } = await openCluster(t)
  const name = new URL(database.url).pathname.slice(1)
  await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(db)
  assert.equal(await place.reach(), db)
})
