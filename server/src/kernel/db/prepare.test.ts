import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { createDatabase } from '#testing/postgres.ts'
import { until } from '#testing/until.ts'
import { connect } from './connect.ts'
import { PreparingClient } from './prepare.ts'
import { firstRow, rowsOf } from './rows.ts'
import type { DB } from './tables.ts'

const database = await createDatabase()
const [own, other] = [connect(database.url, 1), connect(database.url, 1)]
after(async () => {
  await own.close()
  await other.close()
  await database.drop()
})
await sql`create table marks (id integer)`.execute(other.db)

/** Keeps whoever asks for the lock waiting meanwhile. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  await sql`select pg_advisory_lock(1)`.execute(other.db)
  await work().finally(() => sql`select pg_advisory_unlock(1)`.execute(other.db))
}
const waiting = async () =>
  (await rowsOf<{ pid: number }>(other.db)`select pid from pg_locks where locktype = 'advisory' and not granted`)[0]
    ?.pid

test('a connection that is ended under a statement is not given to the next one', async () => {
  for (const lock of [sql`select pg_advisory_lock(1)`, sql`select pg_advisory_lock(${1}::integer)`]) {
    await whileLocked(async () => {
      const failed = assert.rejects(lock.execute(own.db), { code: '57P01' })
      const next = firstRow(own.db)`select ${1}::integer as one`
      const pid = await until('it waits', waiting)
      await sql`select pg_terminate_backend(${pid}::integer)`.execute(other.db)
      await failed
      assert.deepEqual(await next, { one: 1 })
    })
  }
})

test('a value that cannot be read does not hide that the connection was ended', async () => {
  await whileLocked(async () => {
    const failed = assert.rejects(
      firstRow(
        own.db,
      )`select case n when 2 then length(pg_advisory_lock(1)::text) else 9007199254740993 end as id, ${1}::integer
        from generate_series(1, 2) n`,
      { code: '57P01' },
    )
    const next = firstRow(own.db)`select ${1}::integer as one`
    const pid = await until('it waits', waiting)
    await sql`select pg_terminate_backend(${pid}::integer)`.execute(other.db)
    await failed
    assert.deepEqual(await next, { one: 1 })
  })
})

test('a connection that has lost its statements is replaced', async (t) => {
  const { db, close } = connect(database.url, 1)
  t.after(close)
  const read = () => firstRow(db)`select ${2}::integer as two`
  for (let time = 0; time < 3; time++) await read()
  await sql`deallocate all`.execute(db)
  await assert.rejects(read(), { code: '26000' })
  assert.deepEqual(await read(), { two: 2 })
})

test('the pool of connections takes statements with values as it does in pg', async () => {
  for (let time = 0; time < 3; time++) {
    const { rows } = await own.pool.query('select $1::integer as one, $2::text as two', [1, 'two'])
    assert.deepEqual(rows, [{ one: 1, two: 'two' }])
  }
})

test('what follows a transaction whose beginning was answered too late is stored', async () => {
  const pool = new pg.Pool({
    ...{ connectionString: database.url, max: 1, query_timeout: 2_000 },
    Client: class extends PreparingClient {
      constructor(options: pg.ClientConfig = {}) {
        super(options, { perTransaction: ['select pg_advisory_xact_lock(1)'] })
      }
    },
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  await whileLocked(async () => {
    const late = db.transaction().execute((one) => sql`select 1`.execute(one))
    await assert.rejects(late, { message: 'Query read timeout' })
  })
  await sql`insert into marks values (${1})`.execute(db)
  assert.deepEqual(await rowsOf(other.db)`select id from marks`, [{ id: 1 }])
  await db.destroy()
})
