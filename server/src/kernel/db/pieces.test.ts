import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createDatabase } from '#testing/postgres.ts'
import { connect } from './connect.ts'
import { removeInPieces, removeSome, rowsPerPiece } from './pieces.ts'

const database = await createDatabase()
const { db, close } = connect(database.url, 2)
after(async () => {
  await close()
  await database.drop()
})

const fill = (rows: number) =>
  sql`insert into tries (bucket, count, since) select 'try ' || n, 1, now() - interval '1 day'
    from generate_series(1, ${rows}::integer) as n`.execute(db)
const left = async () => Number((await sql<{ n: number }>`select count(*) as n from tries`.execute(db)).rows[0]!.n)

test('everything old is deleted, in pieces, and the rest stays', async () => {
  await fill(2 * rowsPerPiece + 10)
  await sql`insert into tries (bucket, count, since) values ('fresh', 1, now())`.execute(db)
  const pieces: number[] = []
  for (let isDone = false; !isDone; ) {
    const turn = await removeInPieces(async (most) => {
      const removed = await removeSome(db, 'tries', sql`since < now() - interval '1 hour'`, most)
      assert.ok(removed <= most)
      pieces.push(removed)
      return removed
    })
    isDone = turn.isDone
  }
  assert.ok(pieces.every((rows) => rows <= rowsPerPiece))
  assert.equal(
    pieces.reduce((sum, rows) => sum + rows),
    2 * rowsPerPiece + 10,
  )
  assert.equal(await left(), 1)
})

test('a piece that hits the deadline of a statement is followed by a smaller one', async () => {
  await sql`truncate tries`.execute(db)
  await fill(100)
  /** A disk on which more than fifty rows take for ever. */
  const slowly = (most: number) =>
    db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 2000`.execute(trx)
      const removed = await removeSome(trx, 'tries', sql`true`, most)
      if (most > 50) await sql`select pg_sleep(60)`.execute(trx)
      return removed
    })
  let removed = 0
  for (let isDone = false; !isDone; ) {
    const turn = await removeInPieces((most) => slowly(most))
    removed += turn.removed
    isDone = turn.isDone
  }
  assert.equal(removed, 100)
})
