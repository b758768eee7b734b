import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createDatabase } from '#testing/postgres.ts'
import { connect } from './connect.ts'
import { statement } from './statement.ts'

const database = await createDatabase()
const { db, close } = connect(database.url, 1)
after(async () => {
  await close()
  await database.drop()
})

const findDealer = statement((db, { id, other }: { id: number; other: number }) =>
  db.selectFrom('dealers').select(['id', 'createdAt']).where('id', 'in', [id, other]).orderBy('id'),
)

test('a statement is built once and takes new values each time, even inside a transaction', async () => {
  for (const id of [1, 2, 3])
    await db
      .insertInto('dealers')
      .values({ id, name: `Dealer ${id}`, createdAt: new Date(0) })
      .execute()
  for (const [id, other] of [
    [1, 2],
    [2, 3],
    [3, 1],
    [2, 2],
  ] as const) {
    const ids = (await findDealer(db, { id, other })).map((row) => row.id)
    assert.deepEqual(ids, [...new Set([id, other])].sort())
  }
  await db.transaction().execute(async (inside) => {
    await inside
      .insertInto('dealers')
      .values({ id: 4, name: 'Dealer 4', createdAt: new Date(0) })
      .execute()
    assert.equal((await findDealer(inside, { id: 4, other: 5 })).length, 1)
  })
})

test('rows have camelCase names, once and when the statement is prepared', async () => {
  for (let time = 0; time < 3; time++) {
    const { rows } =
      await sql`select ${time}::integer as the_time, null as no_value, '{"a_b": 1}'::jsonb as a_map`.execute(db)
    assert.deepEqual(rows, [{ theTime: time, noValue: null, aMap: { a_b: 1 } }])
  }
})

test('a repeated query is prepared, a single one is not', async () => {
  const prepared = async () =>
    (await sql<{ statement: string }>`select statement from pg_prepared_statements where ${true}`.execute(db)).rows.map(
      (row) => row.statement,
    )
  await sql`select ${1}::integer as asked_once`.execute(db)
  for (let time = 0; time < 2; time++) await sql`select ${1}::integer as asked_twice`.execute(db)
  const texts = (await prepared()).join('\n')
  assert.ok(!texts.includes('asked_once'))
  assert.ok(texts.includes('asked_twice'))
})

test('a statement whose table was changed is prepared again', async () => {
  const read = () => sql`select clock.* from clock where ${true}`.execute(db)
  await read()
  await read()
  await sql`alter table clock add column extra integer`.execute(db)
  assert.deepEqual(Object.keys((await read()).rows[0] as object).at(-1), 'extra')
  assert.deepEqual(Object.keys((await read()).rows[0] as object).at(-1), 'extra')
})

test('a value that is needed several times is sent once for each type', async () => {
  const compare = statement((_, { at, name }: { at: Date; name: string }) => {
    const day = sql`(${at}::timestamptz)::date`
    return sql<{ day: string; isSame: boolean; names: string[] }>`
      select ${day} as day, ${day} = ${at}::date as is_same, array[${name}::text, ${'other'}, ${name}::text] as names`
  })
  for (const name of ['a', 'b', 'c']) {
    const [row] = await compare(db, { at: new Date('2026-03-01T12:00:00Z'), name })
    assert.deepEqual(row, { day: '2026-03-01', isSame: true, names: [name, 'other', name] })
  }
  const { rows } = await sql`
    select parameter_types::text[] as types from pg_prepared_statements where statement like '%is_same, array%'`.execute(
    db,
  )
  assert.deepEqual(rows, [{ types: ['timestamp with time zone', 'date', 'text', 'text'] }])
})
