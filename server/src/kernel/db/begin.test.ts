import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createDatabase } from '#testing/postgres.ts'
import { connect } from './connect.ts'
import { runPipelined } from './pipeline.ts'
import type { Db } from './transaction.ts'

const database = await createDatabase()
// One connection, and one to look at it from outside.
const [own, other] = [connect(database.url, 1), connect(database.url, 1)]
after(async () => {
  await own.close()
  await other.close()
  await database.drop()
})
await sql`create table marks (id integer primary key)`.execute(other.db)

/** In a transaction, though the first one of a connection begins in another way. */
async function inside<T>(work: (db: Db) => Promise<T>): Promise<T> {
  await own.db.transaction().execute((db) => sql`select 1`.execute(db))
  return own.db.transaction().execute(work)
}

const add = (db: Db, id: number) => sql`insert into marks values (${id})`.execute(db)
const marks = async () => (await sql<{ id: number }>`select id from marks order by id`.execute(other.db)).rows
const stateOf = async (pid: number) => {
  const { rows } = await sql<{ state: string }>`select state from pg_stat_activity where pid = ${pid}`.execute(other.db)
  return rows[0]?.state
}
const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own.db)).rows[0]!.pid

test('the first statement belongs to the transaction', async () => {
  for (const id of [1, 2, 3]) {
    const left = inside(async (db) => {
      assert.equal((await add(db, id)).numAffectedRows, 1n)
      assert.equal(
        await stateOf((await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid),
        'idle in transaction',
      )
      throw new Error('away')
    })
    await assert.rejects(left, { message: 'away' })
  }
  assert.deepEqual(await marks(), [])
})

test('rows of the first statement come as usual', async () => {
  for (let time = 0; time < 3; time++) {
    const { rows } = await inside((db) => sql`select ${time}::integer as the_time`.execute(db))
    assert.deepEqual(rows, [{ theTime: time }])
  }
})

test('several statements at once are in the same transaction', async () => {
  const left = inside(async (db) => {
    await Promise.all([add(db, 1), add(db, 2), sql`select 1`.execute(db), add(db, 3)])
    throw new Error('away')
  })
  await assert.rejects(left, { message: 'away' })
  assert.deepEqual(await marks(), [])
})

test('a first statement that is still on its way is rolled back too', async () => {
  const firsts = [
    (db: Db) => sql`insert into marks values (7)`.execute(db),
    (db: Db) => runPipelined(db, [{ text: 'insert into marks values ($1)', values: ['8'] }]),
    (db: Db) => add(db, 9),
  ]
  for (const first of firsts) {
    const left = inside((db) => Promise.all([first(db), Promise.reject(new Error('away'))]))
    await assert.rejects(left, { message: 'away' })
    await sql`select 1`.execute(own.db)
  }
  assert.deepEqual(await marks(), [])
})

test('a transaction that asks nothing begins nothing', async () => {
  assert.equal(await inside(async () => 'nothing'), 'nothing')
  assert.equal(await stateOf(await pid()), 'idle')
})

test('a first statement without values, and several in one round trip, belong to it too', async () => {
  const rolledBack = [
    (db: Db) => sql`insert into marks values (7)`.execute(db),
    (db: Db) => runPipelined(db, [{ text: 'insert into marks values ($1)', values: ['8'] }]),
  ]
  for (const first of rolledBack) {
    const left = inside(async (db) => {
      await first(db)
      await add(db, 9)
      throw new Error('away')
    })
    await assert.rejects(left, { message: 'away' })
  }
  assert.deepEqual(await marks(), [])
})

test('a first statement that fails is rolled back, and the connection serves the next', async () => {
  for (let time = 0; time < 3; time++) {
    await assert.rejects(
      inside((db) => sql`insert into missing values (${time})`.execute(db)),
      { code: '42P01' },
    )
    await assert.rejects(
      inside((db) => sql`select 1 / ${0}::integer`.execute(db)),
      { code: '22012' },
    )
    assert.equal(await stateOf(await pid()), 'idle')
  }
  await sql`create table missing (id integer)`.execute(other.db)
  await inside((db) => sql`insert into missing values (${1})`.execute(db))
  await inside((db) => add(db, 1))
  assert.deepEqual(await marks(), [{ id: 1 }])
})
