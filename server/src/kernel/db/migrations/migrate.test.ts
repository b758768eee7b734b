/** Migrations while other nodes run: nobody queues behind them, interrupted ones resume, older versions keep working. */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import pg from 'pg'
import { createDatabase, type TestDatabase } from '#testing/postgres.ts'
import { soon, until } from '#testing/until.ts'
import { migrate } from './migrate.ts'
import { listMigrations, migrationOf } from './migrations.ts'

const released = listMigrations()
const databases: TestDatabase[] = []
const clients: pg.Client[] = []
let url = ''

beforeEach(async () => {
  const database = await createDatabase()
  databases.push(database)
  url = database.url
})
after(async () => {
  for (const client of clients) await client.end()
  for (const database of databases) await database.drop()
})

async function open(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  clients.push(client)
  await client.connect()
  return client
}

/** Starts a version that has this migration too. */
const upgrade = (sql: string, options: { patienceMs?: number; say?: (sentence: string) => void } = {}) =>
  migrate(url, { known: [...released, migrationOf('9000-trial.sql', sql)], ...options })

test('a migration that cannot lock a table lets others pass, and locks it as soon as it is free', async () => {
  const [reader, writer] = [await open(), await open()]
  await reader.query('begin; select from nodes')
  const said: string[] = []
  const migrating = upgrade('alter table nodes add column colour text', { say: (one) => said.push(one) })
  await until('the wait', () => said.length > 0)
  assert.match(said[0]!, /^The migration 9000-trial\.sql waits\. Its tables are in use\. .* process \d+ \(unnamed\)/)
  // Each would fail if it had to wait for the whole migration.
  await writer.query("set lock_timeout = '10s'")
  for (let turn = 0; turn < 20; turn++) await writer.query('insert into nodes default values')
  assert.equal((await writer.query('select from nodes')).rowCount, 20)
  await reader.query('commit')
  assert.deepEqual(await soon('the migration', migrating), ['9000-trial.sql'])
})

test('a migration that never gets its table fails, says why, and leaves nothing behind', async () => {
  const reader = await open()
  await reader.query('begin; select from nodes')
  const sql = 'create table colours (id bigint); alter table nodes add column colour text'
  await assert.rejects(
    upgrade(sql, { patienceMs: 0 }),
    /The migration 9000-trial\.sql failed: canceling statement due to lock/,
  )
  await reader.query('rollback')
  assert.deepEqual((await reader.query("select to_regclass('colours') as it")).rows, [{ it: null }])
  assert.deepEqual(await upgrade(sql), ['9000-trial.sql'])
})

test('an index is built while others write, and an interrupted build is repeated', async () => {
  const writer = await open()
  await writer.query('create table colours (name text)')
  await writer.query("insert into colours values ('red'), ('red')")
  const build = 'create unique index concurrently if not exists colours_name on colours (name)'
  const isValid = async () =>
    (await writer.query("select indisvalid as is from pg_index where indexrelid = to_regclass('colours_name')")).rows[0]
      ?.is
  await assert.rejects(upgrade(build), /could not create unique index/)
  assert.equal(await isValid(), false)
  await writer.query('delete from colours')
  await writer.query("begin; insert into colours values ('blue')")
  const migrating = upgrade(build)
  // Inside a transaction PostgreSQL would always report the same state of the others.
  const watcher = await open()
  await until('the wait of the build', async () => {
    const waiting = await watcher.query(
      "select from pg_stat_activity where datname = current_database() and query ~ 'concurrently' and wait_event_type = 'Lock'",
    )
    return waiting.rowCount === 1
  })
  await writer.query("insert into colours values ('green'); commit")
  assert.deepEqual(await soon('the build', migrating), ['9000-trial.sql'])
  assert.equal(await isValid(), true)
})

test('an older version starts after something was added, and not after something was removed', async () => {
  const said: string[] = []
  const start = () => migrate(url, { say: (sentence) => said.push(sentence) })
  await upgrade('create table colours (id bigint)')
  assert.deepEqual(await start(), [])
  assert.deepEqual(said, ['The database was migrated by a newer Waymark. Upgrade this node too.'])
  const last = released.at(-1)!.name
  const contract = (needs: string) => migrationOf('9001-trial.sql', `-- contract: unused since 1.0.0, ${needs}\nselect`)
  await migrate(url, { known: [...released, contract(last)] })
  assert.deepEqual(await start(), [])
  const client = await open()
  await client.query("update migrations set needs = '9000-trial.sql' where name = '9001-trial.sql'")
  await assert.rejects(start(), /A newer Waymark has removed what this version needs \(9001-trial\.sql\)/)
})

test('nothing is removed while a node runs that may use it', async () => {
  const client = await open()
  const sql = `-- contract: unused since 1.0.0, ${released.at(-1)!.name}\ndrop table known_places`
  await client.query("insert into nodes (knows) values ('0049-unit-owners.sql')")
  await assert.rejects(upgrade(sql, { patienceMs: 0 }), /Nodes of an older version are still running \(1\)/)
  await client.query('update nodes set knows = $1', [released.at(-1)!.name])
  assert.deepEqual(await upgrade(sql), ['9000-trial.sql'])
})

test('a database that moved to a cluster before units were counted is migrated: its triggers are where their rows are', async () => {
  const database = await createDatabase('template1')
  databases.push(database)
  url = database.url
  const client = await open()
  await migrate(url, { known: released.filter(({ name }) => name < '0096') })
  await client.query(
    'drop view unit_heard; create table unit_heard (unit_id bigint primary key, last_active timestamptz not null)',
  )
  await migrate(url)
  const { rows } = await client.query(
    "select tgname as name, tgrelid::regclass::text as on from pg_trigger where tgname like 'unit_heard%' order by 1",
  )
  assert.deepEqual(rows, [
    { name: 'unit_heard_again', on: 'unit_heard' },
    { name: 'unit_heard_first', on: 'unit_heard' },
    { name: 'unit_heard_quiet', on: 'unit_heard' },
  ])
})
