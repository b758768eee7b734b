import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createDatabase, type TestDatabase } from '#testing/postgres.ts'
import { createSeededDatabase } from '#testing/setup.ts'
import { connect } from '../db/connect.ts'
import { listMigrations } from '../db/migrations/migrations.ts'
import { sealBytes, sealOf } from './format.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { listSequences, openClient } from './schema.ts'
import { type Backup, writeBackup } from './write.ts'

const fingerprint = 'aabbccdd00112233'
const about = { at: '2026-03-01T12:00:00.000Z', fingerprint }

let folder: string
let original: TestDatabase
let backup: Backup
const databases: TestDatabase[] = []

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createDatabase('template1')
  databases.push(database)
  return database
}

async function run(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = await openClient(url)
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

let files = 0
const fileName = () => join(folder, `${++files}.backup`)

async function restore(url: string, file: string, isReplacing = false) {
  const opening = await checkBackup(file, fingerprint, 'keys/master.key')
  return restoreBackup(url, file, opening, { isReplacing })
}

/** The file with other text inside and a matching seal. */
async function rewritten(change: (text: string) => string): Promise<string> {
  const bytes = await readFile(backup.file)
  const packed = gzipSync(change(gunzipSync(bytes.subarray(0, -sealBytes)).toString()))
  const file = fileName()
  await writeFile(file, Buffer.concat([packed, sealOf(createHash('sha256').update(packed).digest('hex'))]))
  return file
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-backup-'))
  original = await createSeededDatabase()
  databases.push(original)
  // Everything that COPY has to escape, and every type of column in the schema.
  const odd = String.raw`E'tab\t line\n return\r back\\slash \\. \\N quote''" end é 漢 \U0001F69A'`
  await run(
    original.url,
    `insert into dealers values (900719925474099, ${odd}, '2026-01-31 23:59:59.123456+00')`,
    `insert into companies values (900719925474099, ${odd}, null, 54.68719999999999, -0.1, 'LT',
       jsonb_build_object('phones', jsonb_build_array(${odd}), 'empty', '{}'::jsonb), true, null, now(), 'infinity')`,
    `insert into access_tokens values (gen_random_uuid(), 900719925474099, '\\x00ff0a5c2e0a', '', 'partner', 'read', false, now(), now())`,
    `insert into accounts (id, dealer_id, title, description, reg_apps, added_at, created_at, updated_at)
       values (1, 900719925474099, '', ${odd}, '{}', now(), now(), now()),
              (2, 900719925474099, ${odd}, '\\.', array[gen_random_uuid(), gen_random_uuid()], now(), now(), now())`,
    `insert into units (id, dealer_id, account_id, app_id, name, ident, description, hw_id, password_sealed, linked_devices, created_at, updated_at)
       values (1, 900719925474099, 1, gen_random_uuid(), 'a', 'a', '', 101, '\\x', '{1,2,-3}', now(), now()),
              (2, 900719925474099, 2, gen_random_uuid(), 'b', 'b', '', 101, null, '{}', now(), now())`,
    // Equal rows, and a row that is larger than every buffer on its way.
    `insert into message_chunks (unit_id, t0, t1, count, bytes, is_packed, data)
      select 1, 1.1, 1.1, 1, 9, false, 'same' from generate_series(1, 3)`,
    `insert into message_chunks (unit_id, t0, t1, count, bytes, is_packed, data)
      values (2, '-Infinity', 'NaN', 1, 600000, false, decode(repeat('00ff0a5c', 150000), 'hex'))`,
    `insert into message_chunks (unit_id, t0, t1, count, bytes, is_packed, data)
      select 2, i / 7.0, i / 3.0, i, 32, true, decode(md5(i::text), 'hex') from generate_series(1, 4000) i`,
    `insert into mails ("to", subject, text, at) select 'a@b.c', ${odd}, '', now() from generate_series(1, 5)`,
    'delete from mails where id > 3',
    `update clock set advance_seconds = 0.1`,
  )
  backup = await writeBackup(original.url, fileName(), about)
})

after(async () => {
  for (const database of databases) await database.drop()
  await rm(folder, { recursive: true })
})

test('a restored database holds exactly what was backed up', async () => {
  const copy = await emptyDatabase()
  const restored = await restore(copy.url, backup.file)
  const again = await writeBackup(copy.url, fileName(), about)
  assert.deepEqual(again.closing, backup.closing)
  assert.deepEqual(again.opening, backup.opening)
  assert.deepEqual(restored.migrations, [])
  assert.equal(backup.closing.tables.find(({ name }) => name === 'message_chunks')?.rows, 4004)
  // The digests are our own; a few values are also checked by PostgreSQL. On a cluster, unit_heard is a table.
  for (const question of [
    'select * from dealers',
    'select * from units order by id',
    'select md5(string_agg(data, chr(10)::bytea order by unit_id, t1, seq)) from message_chunks',
    `select conname, convalidated, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      and conrelid is distinct from to_regclass('unit_heard') order by 1, 3`,
    `select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'unit_heard' order by 1`,
  ]) {
    assert.deepEqual(await run(copy.url, question), await run(original.url, question))
  }
})

test('numbering continues after a restore where it was, even past rows that were deleted', async () => {
  const copy = await emptyDatabase()
  await restore(copy.url, backup.file)
  const [mail] = await run(
    copy.url,
    `insert into mails ("to", subject, text, at) values ('', '', '', now()) returning id`,
  )
  assert.equal(Number(mail?.id), 6)
  const [audit] = await run(
    copy.url,
    `insert into audit (at, actor_kind, actor_id, action, subject_id) values (now(), 'job', '', '', '') returning id`,
  )
  assert.equal(Number(audit?.id), 1)
})

test('a backup shows one moment, while others write', async () => {
  const busy = await createSeededDatabase()
  databases.push(busy)
  let isDone = false
  let written = 0
  // Each dealer has its company in the same transaction, so no backup may hold one without the other.
  const writing = (async () => {
    for (; !isDone; written++) {
      const id = written + 1
      await run(
        busy.url,
        'begin',
        `insert into dealers values (${id}, '', now())`,
        `insert into companies values (${id}, '', null, null, null, null, '{}', true, null, now(), now())`,
        `insert into mails ("to", subject, text, at) values ('', '', '', now())`,
        'commit',
      )
    }
  })()
  const counts: number[] = []
  for (let round = 0; round < 5; round++) {
    const { closing } = await writeBackup(busy.url, fileName(), about)
    const rows = (table: string) => closing.tables.find(({ name }) => name === table)?.rows as number
    assert.equal(rows('dealers'), rows('companies'))
    const sequence = closing.sequences.find(({ name }) => name === 'mails_id_seq')
    assert.ok(Number(sequence?.last) >= rows('mails'))
    counts.push(rows('dealers'))
  }
  isDone = true
  await writing
  assert.ok(written > 5 && counts.at(-1)! > counts[0]!, 'the writer has written meanwhile')
})

test('a file that is damaged anywhere is refused', async () => {
  const bytes = await readFile(backup.file)
  const file = fileName()
  const places = new Set([
    ...Array(12).keys(),
    ...Array.from({ length: sealBytes + 12 }, (_, i) => bytes.length - 1 - i),
  ])
  for (let i = 0; i < 300; i++) places.add(Math.floor((i / 300) * bytes.length))
  for (const place of places) {
    const spoilt = Buffer.from(bytes)
    spoilt[place]! ^= 1 << (place % 8)
    await writeFile(file, spoilt)
    await assert.rejects(checkBackup(file, fingerprint, ''), /is damaged|is not a backup/, `byte ${place}`)
  }
  for (const length of [0, 1, 10, sealBytes, bytes.length >> 1, bytes.length - 1]) {
    await writeFile(file, bytes.subarray(0, length))
    await assert.rejects(checkBackup(file, fingerprint, ''), /is damaged|is not a backup/, `${length} bytes`)
  }
  await writeFile(file, Buffer.concat([bytes, Buffer.from('x')]))
  await assert.rejects(checkBackup(file, fingerprint, ''), /is damaged/)
  await assert.rejects(checkBackup(join(folder, 'none'), fingerprint, ''), /There is no file/)
})

test('a file whose contents are inconsistent changes nothing', async () => {
  const copy = await emptyDatabase()
  const wrongs: [string, (text: string) => string][] = [
    ['a row is changed', (text) => text.replace('a@b.c', 'a@b.d')],
    ['a row is missing', (text) => text.replace(/\n1\t1\.1\t[^\n]+/, '')],
    ['a table is missing', (text) => text.replace(/\{"table":"mails"[\s\S]*?\n\\\.\n[^\n]+\n/, '')],
    ['a row that PostgreSQL refuses', (text) => text.replace(/\n1\t1\.1\t/, '\none\t1.1\t')],
  ]
  for (const [what, change] of wrongs) {
    const file = await rewritten(change)
    await assert.rejects(restore(copy.url, file), /is damaged|The database is unchanged/, what)
  }
  assert.deepEqual(await run(copy.url, `select from pg_class where relnamespace = 'public'::regnamespace`), [])
  // The same steps without a change are accepted, so the change was the reason for the refusal.
  await restore(copy.url, await rewritten((text) => text))
})

test('a backup made with another key is refused before anything is touched', async () => {
  await assert.rejects(checkBackup(backup.file, '0011223344556677', 'data/keys/master.key'), {
    message: new RegExp(`made with the key ${fingerprint}, and data/keys/master.key is the key 0011223344556677`),
  })
})

test('a backup of a newer Waymark is refused', async () => {
  const newer = (text: string) =>
    text.replace('"migrations":[', '"migrations":[{"name":"9999-later.sql","digest":"0"},')
  await assert.rejects(restore('', await rewritten(newer)), /made by a newer Waymark \(it has 9999-later\.sql\)/)
  const format = (text: string) => text.replace('"format":1', '"format":2')
  await assert.rejects(restore('', await rewritten(format)), /made by a newer Waymark/)
  const other = (text: string) => text.replace(/("name":"0001-dealers.sql","digest":")../, '$1zz')
  await assert.rejects(
    restore('', await rewritten(other)),
    /different Waymark: its migration 0001-dealers\.sql is not the same/,
  )
  await assert.rejects(restore('', await rewritten(() => '{"other":"thing"}\n')), /is not a backup of Waymark/)
})

test('a backup of an older Waymark is brought up to date', async () => {
  const old = await createDatabase('template1')
  databases.push(old)
  const [first, second] = listMigrations()
  await run(old.url, 'create table migrations (name text primary key, digest text not null)')
  for (const { name, digest, sql } of [first!, second!]) {
    await run(old.url, sql, `insert into migrations values ('${name}', '${digest}')`)
  }
  await run(old.url, `insert into dealers values (7, 'Old', now())`)
  const { file } = await writeBackup(old.url, fileName(), about)
  const copy = await emptyDatabase()
  const { migrations } = await restore(copy.url, file)
  assert.deepEqual(
    migrations,
    listMigrations()
      .slice(2)
      .map(({ name }) => name),
  )
  assert.deepEqual(await run(copy.url, 'select name from dealers'), [{ name: 'Old' }])
  assert.equal((await run(copy.url, 'select from clock')).length, 1)
})

test('a database with contents is erased only on request', async () => {
  const copy = await createSeededDatabase()
  databases.push(copy)
  await run(
    copy.url,
    `insert into dealers values (8, 'Mine', now())`,
    "create type mood as enum ('ok')",
    `create function mine() returns mood language sql return 'ok'::mood`,
    'create view old_mails as select * from mails',
  )
  await assert.rejects(restore(copy.url, backup.file), /is not empty.*add --replace/)
  assert.equal((await run(copy.url, 'select from dealers where id = 8')).length, 1)
  await restore(copy.url, backup.file, true)
  assert.deepEqual(await run(copy.url, 'select id from dealers'), await run(original.url, 'select id from dealers'))
  assert.deepEqual(await run(copy.url, `select from pg_type where typname = 'mood'`), [])
})

test('tables that are not ours are never erased', async () => {
  const foreign = await emptyDatabase()
  await run(foreign.url, 'create table precious (id int)')
  await assert.rejects(restore(foreign.url, backup.file, true), /tables that are not Waymark’s/)
  await assert.rejects(writeBackup(foreign.url, fileName(), about), /no tables of Waymark/)
})

test('nothing is restored under a running server', async () => {
  const copy = await emptyDatabase()
  const server = connect(copy.url, 1)
  const connection = await server.pool.connect()
  await assert.rejects(restore(copy.url, backup.file), /Waymark is running on this database/)
  connection.release()
  await server.close()
})

test('a backup overwrites nothing and leaves nothing unfinished', async () => {
  await assert.rejects(writeBackup(original.url, backup.file, about), /already exists/)
  await assert.rejects(writeBackup(original.url, join(folder, 'none/x.backup'), about), /does not exist/)
  const file = fileName()
  await writeFile(`${file}.tmp`, 'of somebody else')
  await assert.rejects(writeBackup(original.url, file, about), /another backup is being written/)
  assert.equal(await readFile(`${file}.tmp`, 'utf8'), 'of somebody else')
  await rm(`${file}.tmp`)

  const stop = new AbortController()
  const stopped = fileName()
  const options = { signal: stop.signal, onProgress: () => stop.abort(new Error('Stopped.')) }
  await assert.rejects(writeBackup(original.url, stopped, about, options), /Stopped/)
  assert.ok(!(await readdir(folder)).some((name) => name === basename(stopped) || name.endsWith('.tmp')))
  assert.equal((await stat(backup.file)).mode & 0o777, 0o600)
})

test('a restore that is stopped leaves the database as it was', async () => {
  const copy = await emptyDatabase()
  const stop = new AbortController()
  const opening = await checkBackup(backup.file, fingerprint, '')
  const options = { signal: stop.signal, onProgress: () => stop.abort(new Error('Stopped.')), isReplacing: false }
  await assert.rejects(restoreBackup(copy.url, backup.file, opening, options), /Stopped/)
  const client = await openClient(copy.url)
  assert.deepEqual(await listSequences(client), [])
  await client.end()
})
