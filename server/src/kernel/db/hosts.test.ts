import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { createDatabase } from '#testing/postgres.ts'
import { connect, isUnavailable } from './connect.ts'
import { hostUrls } from './hosts.ts'
import { listen } from './pubsub/pubsub.ts'

const urls: readonly [what: string, url: string, expected: readonly string[]][] = [
  ['one host stays as it is', 'postgres://u:p@a:5432/x?sslmode=require', ['postgres://u:p@a:5432/x?sslmode=require']],
  ['several hosts', 'postgres://u:p@a:5432,b/x?a=1', ['postgres://u:p@a:5432/x?a=1', 'postgres://u:p@b/x?a=1']],
  ['hosts without a user', 'postgresql://a,b', ['postgresql://a', 'postgresql://b']],
  [
    'hosts and ports as options',
    'postgres:///x?host=a,b&port=1,2',
    ['postgres:///x?host=a&port=1', 'postgres:///x?host=b&port=2'],
  ],
  ['one port for all', 'postgres:///x?host=a,b&port=1', ['postgres:///x?host=a&port=1', 'postgres:///x?host=b&port=1']],
]
for (const [what, url, expected] of urls) {
  test(`in a database URL: ${what}`, () => assert.deepEqual(hostUrls(url), expected))
}

/** The test database, preceded by hosts at which nothing listens. */
async function openBehind(t: TestContext, connectionsMax: number) {
  const database = await createDatabase()
  const url = withHost(database.url, (host) => `127.0.0.1,${host}`)
  const { db, close } = connect(url, connectionsMax)
  t.after(async () => {
    await close()
    await database.drop()
  })
  return { database, url, db }
}

function withHost(text: string, change: (host: string) => string): string {
  const url = new URL(text)
  const host = url.searchParams.get('host') ?? `${url.hostname}`
  url.searchParams.set('host', change(host))
  if (!url.searchParams.has('port') && url.port) url.searchParams.set('port', `1,${url.port}`)
  return url.href
}

test('a host that does not answer is skipped, by the pool and by the connection that listens', async (t) => {
  const { db, url } = await openBehind(t, 2)
  await Promise.all([sql`create table x ()`.execute(db), sql`select 1`.execute(db)])
  const news = listen(url)
  t.after(() => news.close())
  const heard = new Promise((resolve) => news.on('shares', (payload) => payload === 'seven' && resolve(payload)))
  while (!news.isListening()) await new Promise((resolve) => setTimeout(resolve, 10))
  await sql`select pg_notify('shares', 'seven')`.execute(db)
  assert.equal(await heard, 'seven')
})

test('among several hosts, a read-only one is not used', async (t) => {
  const { db, database } = await openBehind(t, 1)
  const name = new URL(database.url).pathname.slice(1)
  const owner = connect(database.url, 1)
  t.after(() => owner.close())
  await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(owner.db)
  const error = await sql`select 1`.execute(db).catch((thrown) => thrown)
  assert.ok(isUnavailable(error), error)
  await sql.raw(`alter database ${name} reset default_transaction_read_only`).execute(owner.db)
  assert.equal((await sql`select 1 as one`.execute(db)).rows.length, 1)
})

test('a connection to a primary that has become a standby is closed', async (t) => {
  const database = await createDatabase()
  const { db, close } = connect(database.url, 1)
  t.after(async () => {
    await close()
    await database.drop()
  })
  await sql`set default_transaction_read_only = on`.execute(db)
  const error = await sql`create table x ()`.execute(db).catch((thrown) => thrown)
  assert.equal(error.code, '25006')
  await sql`create table x ()`.execute(db)
})

test('through a pooler that shares sessions, none keeps any state, and transactions have their deadlines', async (t) => {
  const database = await createDatabase()
  const { db, close } = connect(database.url, 1, { isPooled: true })
  t.after(async () => {
    await close()
    await database.drop()
  })
  const deadline = sql<{ setting: string }>`
    select setting from pg_settings where name = ${'statement_timeout'}`
  for (let time = 0; time < 3; time++) {
    const inside = await db.transaction().execute((one) => deadline.execute(one))
    assert.equal(inside.rows[0]?.setting, '10000')
  }
  const outside = await deadline.execute(db)
  assert.equal(outside.rows[0]?.setting, '0')
  const named = await sql`select name from pg_prepared_statements`.execute(db)
  assert.deepEqual(named.rows, [])
})
