/** An upgrade as an operator runs it, killed at its migrations, and back. Long form: `npm run chaos -- upgrade-killed`. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { commands } from '#entry/cli/commands.ts'
import { verifyBackup } from '#kernel/backup/read.ts'
import { writeBackup } from '#kernel/backup/write.ts'
import { migrate } from '#kernel/db/migrations/migrate.ts'
import { listMigrations } from '#kernel/db/migrations/migrations.ts'
import { openVault } from '#kernel/vault.ts'
import { runCommand } from '#testing/cli.ts'
import { endHalted, haltAt, release, untilHalted } from '#testing/faults/halted-migration.ts'
import { createDatabase, type TestDatabase } from '#testing/postgres.ts'

const known = listMigrations()
const last = known.slice(-3)
const older = known.slice(0, -3)
const folder = mkdtempSync(join(tmpdir(), 'waymark-upgrade-'))
const { fingerprint, backupSecret } = openVault(folder)

let database: TestDatabase
let client: pg.Client
let environment: Record<string, string>

before(async () => {
  database = await createDatabase('template1')
  await migrate(database.url, { known: older })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('insert into installation (vault_fingerprint) values ($1)', [fingerprint])
  await addMessages(1000, 250)
  environment = { WAYMARK_DATA: folder, WAYMARK_DATABASE_URL: database.url, WAYMARK_HTTP_PORT: '1' }
})
after(async () => {
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const addMessages = (unitId: number, chunks: number) =>
  client.query(
    `insert into message_chunks (unit_id, t0, t1, count, bytes, is_packed, data)
     select $1 + number % 5, number, number + 1, 4, 100, false, decode(md5(number::text), 'hex')
     from generate_series(1, $2::int) as number`,
    [unitId, chunks],
  )

const waymark = (line: string) => runCommand(line, commands, environment)

/** The program as its own process. */
function start() {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/entry/cli/main.ts'), 'upgrade'], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
    stdio: 'ignore',
  })
  return { child, over: once(child, 'exit') }
}

/** Of every table, as a backup reads it. */
async function fingerprints(): Promise<Record<string, string>> {
  const file = join(folder, `fingerprints-${performance.now()}.backup`)
  const { closing } = await writeBackup(database.url, file, { at: new Date().toISOString(), fingerprint })
  rmSync(file)
  return Object.fromEntries(closing.tables.map(({ name, digest }) => [name, digest]))
}

const namesDone = async () =>
  (await client.query('select name from migrations order by name')).rows.map(({ name }) => name)
const recordOf = () => JSON.parse(readFileSync(join(folder, 'upgrade.json'), 'utf8'))
const write = (record: object) => writeFileSync(join(folder, 'upgrade.json'), JSON.stringify(record))

test('other commands name this one, a dry run changes nothing, and there is nothing to go back from yet', async () => {
  assert.match((await waymark('dealer list')).err, /older Waymark. Upgrade it: npx waymark upgrade/)
  const dry = await waymark('upgrade --dry-run --json')
  assert.deepEqual([dry.code, JSON.parse(dry.out).migrations], [0, last.map(({ name }) => name)])
  assert.deepEqual(
    await namesDone(),
    older.map(({ name }) => name),
  )
  assert.match((await waymark('upgrade --back')).err, /no upgrade here to go back from/)
  assert.equal((await waymark('upgrade --yes')).code, 2)
})

test('killed at every migration it loses nothing, continues, and goes back to exactly the former rows', async () => {
  const rows = await fingerprints()
  let backup: string | undefined
  for (const [index, { name }] of last.entries()) {
    await haltAt(database.url, name)
    const { child, over } = start()
    await untilHalted(database.url)
    child.kill('SIGKILL')
    await over
    await endHalted(database.url)
    assert.deepEqual(
      (await namesDone()).slice(older.length),
      last.slice(0, index).map((one) => one.name),
    )
    const record = recordOf()
    assert.equal(record.state, 'saved')
    // Once a migration has run, only the first backup has the former state.
    if (index > 1) assert.equal(record.backup, backup)
    backup = record.backup
    assert.equal((await fingerprints()).message_chunks, rows.message_chunks)
  }
  await release(database.url)
  const upgraded = JSON.parse((await waymark('upgrade --json')).out)
  assert.deepEqual([upgraded.done, upgraded.backup, upgraded.migrations], [true, backup, [last.at(-1)!.name]])
  assert.equal(upgraded.checks.find((one: { check: string }) => one.check === 'migrations').ok, true)
  assert.equal(recordOf().state, 'done')
  assert.equal((await fingerprints()).message_chunks, rows.message_chunks)

  await addMessages(1003, 7)
  const asked = await waymark('upgrade --back')
  assert.equal(asked.code, 1)
  assert.match(asked.out, /28 messages of 5 units; trackers do not send them again/)
  assert.match(asked.out, /the previous version can use the database as it is now/)
  assert.match(asked.out, /--back --yes/)
  assert.equal((await namesDone()).length, known.length)

  const back = await waymark('upgrade --back --yes --json')
  assert.deepEqual([back.code, back.err], [0, ''])
  const { kept, losses } = JSON.parse(back.out)
  assert.equal(losses.messages, 28)
  assert.deepEqual(
    await namesDone(),
    older.map(({ name }) => name),
  )
  assert.deepEqual(await fingerprints(), rows)
  // What was undone is still in a file.
  assert.equal((await verifyBackup(kept, backupSecret)).migrations.length, known.length)
  assert.match((await waymark('upgrade --back --yes')).err, /already as it was before the upgrade/)
})

test('killed while it saves, it saves again and leaves no partial file; then it completes', async () => {
  await client.query('begin; lock table message_chunks in access exclusive mode')
  const { child, over } = start()
  const isUnfinished = () => readdirSync(join(folder, 'backups')).some((name) => name.endsWith('.tmp'))
  for (const end = Date.now() + 60_000; !isUnfinished() && Date.now() < end; )
    await new Promise((r) => setTimeout(r, 20))
  child.kill('SIGKILL')
  await over
  await client.query('rollback')
  assert.equal(recordOf().state, 'saving')
  assert.equal(isUnfinished(), true)
  const { code, out } = await waymark('upgrade')
  assert.equal(code, 0, out)
  assert.match(out, /with 3 migrations/)
  assert.equal(isUnfinished(), false)
  assert.ok(existsSync(recordOf().backup))
  assert.match((await waymark('upgrade')).out, /The database fits Waymark/)
})

test('a finished upgrade without a record does not lend its backup to the next one', async () => {
  assert.equal((await waymark('upgrade --back --yes')).code, 0)
  const names = older.map(({ name }) => name)
  const over = { ...recordOf(), state: 'saved', before: names.slice(0, -1), migrations: names.slice(-1) }
  write(over)
  assert.equal((await waymark('upgrade')).code, 0)
  const { state, backup, before } = recordOf()
  assert.deepEqual([state, before], ['done', names])
  assert.notEqual(backup, over.backup)
})

test('an upgrade that has only saved has nothing to go back from', async () => {
  const done = recordOf()
  write({ ...done, state: 'saved', before: known.map(({ name }) => name), migrations: [] })
  assert.match((await waymark('upgrade --back --yes')).err, /has not changed the database yet/)
  write(done)
})

test('it does not go back while a server runs, nor past migrations that a start has run', async () => {
  const server = new pg.Client({ connectionString: database.url, application_name: 'waymark' })
  await server.connect()
  assert.match((await waymark('upgrade --back --yes')).err, /Stop it, then run this command again/)
  await server.end()
  await client.query("insert into migrations (name, digest) values ('9999-later.sql', '')")
  assert.match((await waymark('upgrade --back')).err, /migrated again since the last upgrade \(9999-later\.sql\)/)
  assert.match((await waymark('upgrade')).err, /belongs to a newer Waymark/)
})
