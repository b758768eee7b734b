import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openApi } from '#testing/api.ts'
import {
  arrayOf,
  beginRow,
  beginRows,
  bytes,
  endRows,
  putBigint,
  putBoolean,
  putBytes,
  putDouble,
  putInteger,
  putJsonb,
  putTime,
  written,
} from './binary.ts'
import { runPipelined } from './pipeline.ts'

const { db } = (await openApi()).ctx
await sql`create table goods (id bigint, number integer, part float8, is_good boolean, at timestamptz, words text)`.execute(
  db,
)
await sql`create table tickets (id bigint primary key, label jsonb, check (id > 0))`.execute(db)
const copy = 'copy goods from stdin (format binary)'
const label = 'insert into tickets select * from unnest($1::bigint[], $2::jsonb[])'

interface Good {
  readonly id: number
  readonly number: number
  readonly part: number
  readonly isGood: boolean
  readonly at: Date
  readonly words: string
}

/** Into a buffer that is too small for each of them in turn, wherever it happens to end. */
function rowsOf(goods: readonly Good[], size: number): Buffer {
  const rows = bytes(size)
  beginRows(rows)
  for (const good of goods) {
    beginRow(rows, 6)
    putBigint(rows, good.id)
    putInteger(rows, good.number)
    putDouble(rows, good.part)
    putBoolean(rows, good.isGood)
    putTime(rows, good.at.getTime() / 1000)
    putBytes(rows, good.words)
  }
  endRows(rows)
  return written(rows)
}

const good = (index: number): Good => ({
  id: (index % 2 === 0 ? 1 : -1) * (900_000_000_000 + index * 4_294_967_291),
  number: index * 31_337 - 1_000_000,
  part: Math.sin(index) * 1e9,
  isGood: index % 3 === 0,
  at: new Date(Date.UTC(1995 + index, 1, 3, 4, 5, 6, index)),
  words: 'Äπ𝄞 "word" '.repeat(index % 7),
})
const goods = Array.from({ length: 60 }, (_, index) => good(index))

test('rows are read back as they were written, however often the buffer had to grow', async () => {
  for (let size = 1; size < 200; size++) assert.deepEqual(rowsOf(goods, size), rowsOf(goods, 1_000_000))
  await runPipelined(db, [{ copy, rows: [rowsOf(goods, 1)] }])
  const { rows } = await sql<Good>`select * from goods`.execute(db)
  assert.deepEqual(rows, goods)
  await sql`truncate goods`.execute(db)
})

test('arrays are sent in the same transaction', async () => {
  const labels = goods.slice(1).map(({ words }, index) => ({ id: index + 1, label: { words, index } }))
  const ids = arrayOf(
    'bigint',
    labels.map(({ id }) => id),
    putBigint,
  )
  const texts = arrayOf(
    'jsonb',
    labels.map((one) => JSON.stringify(one.label)),
    putJsonb,
  )
  const none = [arrayOf('bigint', [], putBigint), arrayOf('jsonb', [], putJsonb)]
  await runPipelined(db, [
    { copy, rows: [rowsOf(goods, 64)] },
    { text: label, values: [ids, texts] },
    { text: label, values: none },
  ])
  assert.deepEqual((await sql`select * from tickets order by id`.execute(db)).rows, labels)
  await sql`truncate goods, tickets`.execute(db)
})

const broken: readonly [what: string, steps: Parameters<typeof runPipelined>[1]][] = [
  [
    'a later statement is refused',
    [
      { copy, rows: [rowsOf(goods, 64)] },
      { text: 'insert into tickets values ($1, $2)', values: ['-1', '{}'] },
    ],
  ],
  [
    'the rows are refused',
    [
      { text: 'insert into tickets values ($1, $2)', values: ['1', '{}'] },
      { copy, rows: [rowsOf(goods, 64).subarray(0, 500)] },
    ],
  ],
  [
    'there is no such table',
    [
      { text: 'insert into tickets values ($1, $2)', values: ['1', '{}'] },
      { copy: 'copy nowhere from stdin (format binary)', rows: [rowsOf(goods, 64)] },
      { copy, rows: [rowsOf(goods, 64)] },
    ],
  ],
]
for (const [what, steps] of broken) {
  test(`when ${what} nothing is written, and the connections serve the next`, async () => {
    await assert.rejects(runPipelined(db, steps), (error: { code?: string }) => /^[0-9A-Z]{5}$/.test(error.code ?? ''))
    for (let turn = 0; turn < 12; turn++) {
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from goods) + (select count(*) from tickets) as count`.execute(db)
      assert.equal(rows[0]!.count, 0)
    }
  })
}
