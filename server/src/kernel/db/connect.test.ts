import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import { explain } from '#entry/cli/commands/explain.ts'
import { createDatabase } from '#testing/postgres.ts'
import { connect, isUnavailable } from './connect.ts'

test('every connection has its deadlines', async (t) => {
  const database = await createDatabase()
  const { db, close } = connect(database.url, 1)
  t.after(async () => {
    await close()
    await database.drop()
  })
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
    order by name`.execute(db)
  assert.deepEqual(
    rows.map(({ name, setting }) => [name, setting]),
    [
      ['idle_in_transaction_session_timeout', '30000'],
      ['lock_timeout', '2000'],
      ['statement_timeout', '10000'],
    ],
  )
})

test('values are the same whatever was set for the database', async (t) => {
  const database = await createDatabase()
  const name = new URL(database.url).pathname.slice(1)
  const [before, after] = [connect(database.url, 1), connect(database.url, 1)]
  t.after(async () => {
    await Promise.all([before.close(), after.close()])
    await database.drop()
  })
  for (const setting of ["datestyle = 'SQL, DMY'", 'extra_float_digits = 0']) {
    await sql.raw(`alter database ${name} set ${setting}`).execute(before.db)
  }
  // As text first, then in binary.
  for (let time = 0; time < 4; time++) {
    const { rows } = await sql`
      select '2026-03-01 12:00:00.5+00'::timestamptz as at, date '2026-03-01' as day, 0.1::float8 + ${0.2}::float8 as sum`.execute(
      after.db,
    )
    assert.deepEqual(rows, [{ at: new Date('2026-03-01T12:00:00.5Z'), day: '2026-03-01', sum: 0.1 + 0.2 }])
  }
})

test('the first message to the database contains nothing that a pooler refuses', async (t) => {
  let firstMessage = ''
  // A pooler's answer to a startup parameter it does not know.
  const refusal = Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: extra\0\0', 'latin1')
  const pooler = createServer((socket) => {
    socket.once('data', (bytes) => {
      firstMessage = bytes.toString('latin1')
      const head = Buffer.alloc(5)
      head.write('E')
      head.writeInt32BE(refusal.length + 4, 1)
      socket.end(Buffer.concat([head, refusal]))
    })
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  t.after(() => pooler.close())
  const { port } = pooler.address() as { port: number }
  const { db, close } = connect(`postgres://waymark@127.0.0.1:${port}/waymark?sslmode=disable`, 1)
  const error = await sql`select 1`.execute(db).then(
    () => assert.fail('it was let in'),
    (thrown) => thrown,
  )
  await close()
  const names = firstMessage
    .slice(8)
    .split('\0')
    .filter((_, at) => at % 2 === 0)
    .filter(Boolean)
  assert.deepEqual(names.toSorted(), ['application_name', 'client_encoding', 'database', 'user'])
  assert.equal(
    explain(error).sentence,
    'The database is not responding (08P01: unsupported startup parameter: extra). Is it running?',
  )
})

test('a read-only database counts as unavailable, and the sentence says what to do', async (t) => {
  const database = await createDatabase()
  const name = new URL(database.url).pathname.slice(1)
  const owner = connect(database.url, 1)
  await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(owner.db)
  await owner.close()
  const { db, close } = connect(database.url, 1)
  t.after(async () => {
    await close()
    await database.drop()
  })
  const error = await sql`create table x ()`.execute(db).then(
    () => assert.fail('it was written'),
    (thrown) => thrown,
  )
  assert.equal(error.code, '25006')
  assert.ok(isUnavailable(error))
  assert.match(explain(error).sentence, /read-only/)
})

const troubles: readonly [code: string, isAway: boolean, says: RegExp][] = [
  ['53100', true, /is not responding \(53100: no\)/],
  ['57P04', true, /is not responding \(57P04: no\)/],
  ['58030', true, /is not responding \(58030: no\)/],
  ['EMFILE', true, /Out of file descriptors.*LimitNOFILE/],
  ['ENOTFOUND', true, /is not responding \(ENOTFOUND\)/],
  ['42501', false, /^The database reports error 42501: no$/],
  ['XX001', false, /damaged \(no\)\. Restore a backup/],
  ['EIO', false, /disk has I\/O errors/],
  ['EROFS', false, /mounted read-only/],
  ['ENOSPC', false, /disk is full/],
]
for (const [code, isAway, says] of troubles) {
  test(`${code} is explained in one sentence, without a stack`, () => {
    const error = Object.assign(new Error('no'), { code, ...(/^\w\w\d/.test(code) && { severity: 'ERROR' }) })
    assert.equal(isUnavailable(error), isAway)
    assert.match(explain(error).sentence, says)
    assert.doesNotMatch(explain(error).sentence, /\n/)
  })
}
