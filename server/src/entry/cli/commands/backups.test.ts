/** Automatic backups on the command line, and the doctor's findings about them. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openApi } from '#testing/api.ts'
import { runCommand } from '#testing/cli.ts'
import { s3Key, startS3 } from '#testing/fakes/s3-server.ts'
import { createDatabase } from '#testing/postgres.ts'
import { commands } from '../commands.ts'

const api = await openApi()
const storage = await startS3()
const folder = mkdtempSync(join(tmpdir(), 'waymark-backups-cli-'))
mkdirSync(join(folder, 'keys'), { mode: 0o700 })
writeFileSync(join(folder, 'keys/master.key'), '07'.repeat(32), { mode: 0o600 })
after(async () => {
  await storage.close()
  rmSync(folder, { recursive: true })
})

const toStorage = {
  WAYMARK_BACKUP_TO: 's3://backups/north',
  WAYMARK_BACKUP_S3_URL: storage.url,
  WAYMARK_BACKUP_S3_REGION: s3Key.region,
  WAYMARK_BACKUP_S3_KEY_ID: s3Key.keyId,
  WAYMARK_BACKUP_S3_SECRET: s3Key.secret,
}
const here = { WAYMARK_DATA: folder, WAYMARK_DATABASE_URL: api.databaseUrl, ...toStorage }

const waymark = (line: string, environment: Record<string, string> = { ...here, WAYMARK_BACKUP_TIME: '03:15' }) =>
  runCommand(line, commands, environment)
const doctor = async () =>
  (JSON.parse((await waymark('doctor --json')).out) as { check: string; ok: boolean; says: string }[]).find(
    ({ check }) => check === 'backups',
  )

test('without a time there are none, and a sentence says how to enable them', async () => {
  const { code, err } = await waymark('backups run', here)
  assert.equal(code, 1)
  assert.match(err, /Set WAYMARK_BACKUP_TIME, or run: npx waymark backup/)
  assert.match((await waymark('backups list', here)).out, /There are no automatic backups yet/)
  assert.deepEqual((await doctor())?.ok, false)
  assert.match((await doctor())?.says ?? '', /There is no automatic backup yet/)
})

test('one is made, listed, tested, and copied to a machine that has only the key', async () => {
  const made = await waymark('backups run')
  assert.equal(made.code, 0, made.err)
  const [listed, ...more] = JSON.parse((await waymark('backups list --json')).out)
  assert.deepEqual([more.length, listed.place], [0, 's3://backups/north'])
  assert.match(made.out, new RegExp(`Made ${listed.name} in s3://backups/north, and read it back`))
  assert.match((await doctor())?.says ?? '', /0 h old, in s3:.*No test restore has run yet/)

  const tested = await waymark('backups test --json')
  assert.equal(tested.code, 0, tested.err)
  const report = JSON.parse(tested.out)
  assert.ok(report.rows > 0 && report.checksums === report.tables)
  assert.match((await doctor())?.says ?? '', /The last test restore was 0 h ago/)
  assert.equal((await doctor())?.ok, true)

  const away = join(folder, 'away')
  mkdirSync(join(away, 'keys'), { recursive: true, mode: 0o700 })
  writeFileSync(join(away, 'keys/master.key'), readFileSync(join(folder, 'keys/master.key')), { mode: 0o600 })
  const file = join(away, 'copy.backup')
  const fetched = await waymark(`backups fetch ${listed.name} ${file}`, { WAYMARK_DATA: away, ...toStorage })
  assert.equal(fetched.code, 0, fetched.err)
  assert.equal(readFileSync(file).length, listed.bytes)
  // Another key cannot read it.
  writeFileSync(join(away, 'keys/master.key'), '08'.repeat(32), { mode: 0o600 })
  const { err } = await waymark(`restore ${file}`, { WAYMARK_DATA: away, ...toStorage })
  assert.match(err, /was encrypted with a different passphrase or a different master\.key/)
  const missing = await waymark('backups fetch waymark-none.backup', { WAYMARK_DATA: away, ...toStorage })
  assert.match(missing.err, /NoSuchKey/)
  assert.ok(!existsSync('waymark-none.backup') && !existsSync('waymark-none.backup.tmp'))
})

test('a restored copy makes no automatic backups until they are enabled again', async () => {
  await waymark('settings set WAYMARK_BACKUP_TIME 04:30', here)
  const file = join(folder, 'original.backup')
  assert.equal((await waymark(`backup ${file}`, here)).code, 0)
  await waymark('settings set WAYMARK_BACKUP_TIME', here)
  const database = await createDatabase('template1')
  after(() => database.drop())
  const copy = { ...here, WAYMARK_DATABASE_URL: database.url }
  const restored = await waymark(`restore ${file}`, copy)
  assert.equal(restored.code, 0, restored.err)
  assert.match(restored.out, /Automatic backups are off now.*npx waymark settings set WAYMARK_BACKUP_TIME 04:30\n/)
  const timeOf = async () =>
    JSON.parse((await waymark('settings list --json', copy)).out).find(
      ({ name }: { name: string }) => name === 'WAYMARK_BACKUP_TIME',
    )
  assert.deepEqual(await timeOf(), { name: 'WAYMARK_BACKUP_TIME', source: 'default', value: '' })
  assert.match((await waymark('backups run', copy)).err, /Automatic backups are off/)
  await waymark('settings set WAYMARK_BACKUP_TIME 04:30', copy)
  assert.equal((await timeOf()).value, '04:30')
  const warned = await waymark(`restore ${file} --replace --json`, { ...copy, WAYMARK_BACKUP_TIME: '03:15' })
  const { on, turned_off: turnedOff, says } = JSON.parse(warned.out).automatic_backups
  assert.deepEqual([on, turnedOff], [true, '04:30'])
  assert.match(says, /^Warning: WAYMARK_BACKUP_TIME is set .* in s3:\/\/backups\/north and deletes old ones there/)
})

test('an old or failed one needs attention', async () => {
  await sql`update backups set started_at = now() - interval '3 days'`.execute(api.ctx.db)
  assert.match((await doctor())?.says ?? '', /is 3 days old.*To create one: npx waymark backups run/)
  await sql`update backups set started_at = now() + interval '300 days'`.execute(api.ctx.db)
  const ahead = await doctor()
  assert.equal(ahead?.ok, false)
  assert.match(
    ahead?.says ?? '',
    /^waymark-.*\.backup in s3:.* is dated in the future and does not count\. Check the clock/,
  )
  await sql`update backups set started_at = now() - interval '3 days'`.execute(api.ctx.db)
  storage.fault = () => 'denied'
  const { code, err } = await waymark('backups run')
  storage.fault = () => undefined
  assert.equal(code, 1)
  assert.match(err, /AccessDenied.*Allow the key to/)
  assert.match(
    (await doctor())?.says ?? '',
    /The last automatic backup failed: The storage refused the request \(AccessDenied\)/,
  )
})
