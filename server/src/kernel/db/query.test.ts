import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createDatabase } from '#testing/postgres.ts'
import { connect } from './connect.ts'
import { firstRow, rowsOf } from './rows.ts'
import { type Db, inTransaction } from './transaction.ts'

const database = await createDatabase()
// One connection, so that each statement meets what the one before left.
const { db, close } = connect(database.url, 1)
after(async () => {
  await close()
  await database.drop()
})

/** From the second time on it has a name, and from the third on its columns are known. */
const times = [1, 2, 3, 4]

test('rows are the same whether their columns were described or are known', async () => {
  for (const time of times) {
    const row = await firstRow(db)`
      select ${time}::integer as the_number, ${'ü"\\'}::text as "a""text", null::bigint as nothing, '{1,2,NULL}'::bigint[] as ids,
        ${new Date(time)}::timestamptz as at, '2026-03-01'::date as day, ${'{"b": 1}'}::jsonb as data`
    assert.deepEqual(row, {
      ...{ theNumber: time, 'a"text': 'ü"\\', nothing: null, ids: [1, 2, null] },
      ...{ at: new Date(time), day: '2026-03-01', data: { b: 1 } },
    })
  }
})

/** As PostgreSQL reads it, with microseconds. */
const timeText = fc
  .tuple(
    fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
    fc.integer({ min: 0, max: 999 }),
  )
  .map(([time, micros]) => time.toISOString().replace('Z', `${String(micros).padStart(3, '0')}+00`))
const specialTimes = ['infinity', '-infinity', '0044-03-15 12:00:00.5+00 BC', '12026-03-01 12:00:00.999999+00']

const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { freq: 8 })
const anyRow = fc.record({
  small: orNull(fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 })),
  whole: orNull(fc.integer()),
  big: orNull(fc.maxSafeInteger()),
  real: orNull(fc.double()),
  is: orNull(fc.boolean()),
  at: orNull(fc.oneof({ weight: 9, arbitrary: timeText }, { weight: 1, arbitrary: fc.constantFrom(...specialTimes) })),
  text: orNull(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))),
  json: orNull(fc.oneof(fc.constantFrom('[]', '{}', '""', '42'), fc.json({ stringUnit: 'grapheme-ascii' }))),
  ids: orNull(fc.array(fc.maxSafeInteger())),
})
type AnyRow = typeof anyRow extends fc.Arbitrary<infer T> ? T : never

test('a row is the same from text and from binary', async () => {
  let asked = 0
  const read = ({ small, whole, big, real, is, at, text, json, ids }: AnyRow, note: string) => firstRow(db)`
    select ${small}::smallint as small, ${whole}::integer as whole, ${big}::bigint as big, ${real}::float8 as real,
      ${is}::boolean as is_so, ${at}::timestamptz as at, ${text}::text as text, ${json}::jsonb as data,
      ${json}::json as plain, ${ids}::bigint[] as ids ${sql.raw(note)}`
  await fc.assert(
    fc.asyncProperty(anyRow, async (row) => {
      // A text that is new each time stays without a name, and its rows are text.
      const asText = await read(row, `-- ${asked++}`)
      assert.deepEqual(await read(row, ''), asText)
    }),
    { numRuns: 100 },
  )
})

test('a statement without columns, and how many rows it changed', async () => {
  await sql`create table counters (id integer primary key)`.execute(db)
  for (const time of times) {
    const { rows, numAffectedRows } =
      await sql`insert into counters select generate_series(${time * 10}::integer, ${time * 10 + 2})`.execute(db)
    assert.deepEqual([rows, numAffectedRows], [[], 3n])
  }
})

test('columns that change are described again', async () => {
  await sql`create table wide (a integer)`.execute(db)
  await sql`insert into wide values (1)`.execute(db)
  const read = () => firstRow(db)`select * from wide where ${1} = 1`
  for (const _ of times) assert.deepEqual(await read(), { a: 1 })
  await sql`alter table wide add column b text default 'x'`.execute(db)
  for (const _ of times) assert.deepEqual(await read(), { a: 1, b: 'x' })
})

test('columns that change under a transaction are described again', async () => {
  await sql`create table tall (a integer)`.execute(db)
  await sql`insert into tall values (1)`.execute(db)
  const read = (within: Db) => firstRow(within)`select * from tall where ${1} = 1`
  const works: readonly ((within: Db) => Promise<unknown>)[] = [
    read,
    async (within) => {
      await sql`insert into tall (a) values (${2})`.execute(within)
      return read(within)
    },
    async (within) => (await Promise.all([read(within), read(within)]))[1],
  ]
  const columns = ['a']
  for (const [at, work] of works.entries()) {
    const undone = async () => {
      let row: unknown
      const failed = inTransaction({ db }, async ({ db: within }) => {
        row = await work(within)
        throw new Error('undo')
      })
      await assert.rejects(failed, /undo/)
      return row
    }
    for (const _ of times) assert.deepEqual(Object.keys((await undone()) as object), columns)
    await sql.raw(`alter table tall add column b${at} integer`).execute(db)
    columns.push(`b${at}`)
    for (const _ of times) assert.deepEqual(Object.keys((await undone()) as object), columns)
  }
  assert.deepEqual((await rowsOf(db)`select a from tall`).length, 1)
})

test('a value that cannot be read or sent fails its statement only', async () => {
  const endless: { self?: unknown } = {}
  endless.self = endless
  for (const _ of times) {
    const unsafe = firstRow(db)`select 9007199254740993::bigint as id, ${1}::integer as one from generate_series(1, 3)`
    await assert.rejects(unsafe, /too large for a number/)
    await assert.rejects(firstRow(db)`select ${endless}::jsonb`, /circular/)
    assert.deepEqual(await firstRow(db)`select ${7}::integer as one`, { one: 7 })
  }
})

test('an error names the statement and not the socket', async () => {
  for (const _ of times) {
    const error = await firstRow(db)`select 1 / ${0}::integer`.then(
      () => assert.fail(),
      (thrown: Error) => thrown,
    )
    assert.match(error.stack ?? '', /query\.test\.ts/)
  }
})

test('a value that cannot be sent leaves its transaction as it is', async () => {
  await sql`create table steps (id integer primary key)`.execute(db)
  const endless: { self?: unknown } = {}
  endless.self = endless
  const undone = async (work: (within: Db) => Promise<unknown>) => {
    const failed = inTransaction({ db }, async ({ db: within }) => {
      await work(within)
      throw new Error('undo')
    })
    await assert.rejects(failed, /undo/)
    assert.deepEqual(await rowsOf(db)`select id from steps`, [])
  }
  const bad = (within: Db) => firstRow(within)`select ${endless}::jsonb`
  for (const id of times) {
    const add = (within: Db) => sql`insert into steps values (${id})`.execute(within)
    await undone(async (within) => {
      await assert.rejects(bad(within), /circular/)
      await add(within)
    })
    await undone((within) => Promise.allSettled([bad(within), add(within)]))
  }
})

test('a statement that waits for rows to copy fails alone', async () => {
  await sql`create table marks (id integer)`.execute(db)
  await assert.rejects(sql`copy marks from stdin`.execute(db), { code: '57014' })
  assert.deepEqual(await firstRow(db)`select ${1}::integer as one`, { one: 1 })
})
