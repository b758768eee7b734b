/** Automatic backups as operators see them: scheduled, read back, pruned, test-restored, and reported on failure. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { sql } from 'kysely'
import { checkBackup } from '#kernel/backup/restore.ts'
import { automaticName } from '#kernel/backup/retention.ts'
import type { ActorContext } from '#kernel/context.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { openApi } from '#testing/api.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { s3Key, startS3 } from '#testing/fakes/s3-server.ts'
import { aPerson } from '#testing/people/staff.ts'
import { until } from '#testing/until.ts'
import { changeSettings } from '../operator/settings/settings-actions.ts'
import { listKnown, makeDueBackup, nextDue, nextPruning, pruneBackups, readState, startBackup } from './actions.ts'
import { nextBackup, nextRestoreTest, type RestoreReport } from './backup.ts'
import { readPlan } from './plan.ts'
import { listRestoreTests, nextTest, runDueTest } from './restore-test.ts'
import { backupToWire } from './wire.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-backups-'))
after(() => rmSync(folder, { recursive: true }))
const server = await startS3()
after(() => server.close())
const api = await openApi({ WAYMARK_DATA: folder })
const operator = await aPerson(api, null, 'operator')
const { clock, db } = api.ctx
const acting: ActorContext = {
  ...api.ctx,
  actor: { kind: 'job', id: 'backups.make', address: null, requestId: null },
}
const dayMs = 86_400_000
const toS3 = {
  WAYMARK_BACKUP_TIME: '03:15',
  WAYMARK_BACKUP_TO: 's3://backups/north',
  WAYMARK_BACKUP_S3_URL: server.url,
  WAYMARK_BACKUP_S3_REGION: s3Key.region,
  WAYMARK_BACKUP_S3_KEY_ID: s3Key.keyId,
  WAYMARK_BACKUP_S3_SECRET: s3Key.secret,
}
const set = (values: Record<string, string | null>) =>
  changeSettings(
    acting,
    Object.entries(values).map(([name, value]) => ({ name, value })),
  )
// Without a session, which would not outlive the months that pass here.
const listed = async () => (await listKnown(api.ctx)).map(backupToWire)
const at = (text: string) => clock.set(new Date(text))
const stored = () => [...server.objects.keys()].toSorted()
const clean = async () => {
  server.fault = () => undefined
  server.objects.clear()
  server.uploads.clear()
  await sql`truncate backups, restore_tests, mails`.execute(db)
}

suite('when the next is due', () => {
  const time = { hour: 3, minute: 15 }
  const now = new Date('2026-03-10T12:00:00Z')
  const run = (state: 'done' | 'failed' | 'running' | 'stopped', started: string, finished = started) => ({
    state,
    startedAt: new Date(started),
    finishedAt: new Date(finished),
  })
  for (const [title, runs, due] of [
    ['the first is made at once', [], '2026-03-10T03:15:00Z'],
    ['one of yesterday does not count', [run('done', '2026-03-09T03:15:00Z')], '2026-03-10T03:15:00Z'],
    ['one of today does', [run('done', '2026-03-10T04:00:00Z')], '2026-03-11T03:15:00Z'],
    ['one dated in the future does not', [run('done', '2027-03-10T04:00:00Z')], '2026-03-10T03:15:00Z'],
    ['one a little ahead of the clock does', [run('done', '2026-03-10T12:05:00Z')], '2026-03-11T03:15:00Z'],
    ['one that runs counts even so', [run('running', '2027-03-10T04:00:00Z')], undefined],
    ['none while one is running', [run('running', '2026-03-09T23:00:00Z')], undefined],
    ['one that was stopped is made again at once', [run('stopped', '2026-03-10T03:15:00Z')], '2026-03-10T03:15:00Z'],
    ['after a failure, in five minutes', [run('failed', '2026-03-10T03:15:00Z')], '2026-03-10T03:20:00Z'],
    [
      'after many, in two hours',
      Array.from({ length: 9 }, () => run('failed', '2026-03-10T11:00:00Z')),
      '2026-03-10T13:00:00Z',
    ],
  ] as const) {
    test(title, () => assert.deepEqual(nextBackup(time, now, runs), due && new Date(due)))
  }

  test('a test restore follows the first backup, and then at its interval', () => {
    const newest = { verifiedAt: now, startedAt: now }
    assert.equal(nextRestoreTest(undefined, newest, undefined), undefined)
    assert.equal(nextRestoreTest(7, undefined, undefined), undefined)
    assert.deepEqual(nextRestoreTest(7, newest, undefined), now)
    assert.deepEqual(nextRestoreTest(7, newest, run('done', '2026-03-10T03:15:00Z')), new Date('2026-03-17T03:15:00Z'))
    assert.deepEqual(
      nextRestoreTest(7, newest, run('failed', '2026-03-10T03:15:00Z')),
      new Date('2026-03-11T03:15:00Z'),
    )
    assert.equal(nextRestoreTest(7, newest, run('running', '2026-03-10T03:15:00Z')), undefined)
  })
})

suite('automatic backups in S3-compatible storage', () => {
  test('are off until a time is set, and settings can be tried before', async () => {
    assert.equal(await makeDueBackup(acting), 0)
    assert.deepEqual(
      [await nextDue(acting), await nextPruning(acting), await nextTest(acting)],
      [undefined, undefined, undefined],
    )
    const tried = async (values: Record<string, string>) => {
      const settings = Object.entries(values).map(([name, value]) => ({ name, value }))
      return (await operator.ask('POST', '/operator/settings/test', { page: 'backups', settings })).body
    }
    const good = await tried(toS3)
    assert.deepEqual(
      [good.works, good.says],
      [true, 's3://backups/north works: a small file was written, read and deleted.'],
    )
    const wrong = await tried({ ...toS3, WAYMARK_BACKUP_S3_SECRET: 'wrong' })
    assert.equal(wrong.works, false)
    assert.match(wrong.says, /SignatureDoesNotMatch.*Check the secret key/)
    assert.doesNotMatch(JSON.stringify(wrong), /a\/secret/)
    assert.match(
      (await tried({ WAYMARK_BACKUP_TO: '/nowhere/at/all' })).says,
      /folder \/nowhere\/at\/all does not exist\. Create it/,
    )
    assertRefused(
      await operator.ask('PATCH', '/operator/settings', {
        settings: [{ name: 'WAYMARK_BACKUP_TO', value: 's3://backups' }],
      }),
      400,
      'FAILED_VALIDATION WAYMARK_BACKUP_TO',
    )
    assert.equal(server.objects.size, 0)
    server.forged.length = 0
  })

  test('are made once a day, encrypted, read back and listed', async () => {
    await set(toS3)
    at('2026-03-10T12:00:00Z')
    assert.equal(await makeDueBackup(acting), 1)
    assert.equal(await makeDueBackup(acting), 0, 'one a day')
    const name = automaticName(clock.now(), api.ctx.vault.fingerprint)
    assert.deepEqual(stored(), [`north/${name}`])
    const [shown] = await listed()
    assert.deepEqual(
      [shown?.name, shown?.state, shown?.automatic, shown?.encrypted, shown?.place],
      [name, 'done', true, true, 's3://backups/north'],
    )
    assert.ok(Number(shown?.rows) > 0 && shown?.verifiedAt !== null)
    const { body } = server.objects.get(`north/${name}`) as { body: Buffer }
    assert.ok(body.subarray(0, 19).equals(Buffer.from('waymark-encrypted-1')))
    assert.ok(!body.includes('operator'))
    assert.deepEqual(server.forged, [])
    const plan = await readPlan(api.ctx)
    assert.deepEqual([plan.time, plan.nextAt], ['03:15', new Date('2026-03-11T03:15:00Z')])
    // The key of the installation is enough to read it.
    const file = join(folder, 'copy.backup')
    writeFileSync(file, body)
    await checkBackup(file, api.ctx.vault.fingerprint, '', [api.ctx.vault.backupSecret])
    await assert.rejects(checkBackup(file, api.ctx.vault.fingerprint, ''), /is encrypted/)
    rmSync(file)
  })

  test('are kept by days, weeks and months, and deleted only after a newer one was read back', async () => {
    await clean()
    await set({ WAYMARK_BACKUP_KEEP_DAILY: '2', WAYMARK_BACKUP_KEEP_WEEKLY: '1', WAYMARK_BACKUP_KEEP_MONTHLY: '0' })
    const old = ['2026-02-20', '2026-03-08', '2026-03-09'].map((day) =>
      automaticName(new Date(`${day}T03:15:00Z`), api.ctx.vault.fingerprint),
    )
    const foreign = [automaticName(new Date('2026-01-01T03:15:00Z'), 'ffffffff00'), 'waymark-notes.txt']
    for (const name of [...old, ...foreign])
      server.objects.set(`north/${name}`, { body: Buffer.from('x'), at: new Date() })
    at('2026-03-10T03:15:00Z')
    // What is read back differs from what was sent.
    server.fault = ({ method, key }) => {
      const object = method === 'GET' ? server.objects.get(key) : undefined
      if (object) object.body[1000]! ^= 1
      return undefined
    }
    await makeDueBackup(acting)
    assert.match(String((await listed())[0]?.failure), /is damaged/)
    assert.equal(await pruneBackups(acting), 0, 'nothing is deleted after a backup that failed')
    assert.ok(old.every((name) => server.objects.has(`north/${name}`)))
    server.fault = () => undefined
    at('2026-03-10T03:25:00Z')
    assert.equal(await makeDueBackup(acting), 1)
    assert.ok(await nextPruning(acting))
    await pruneBackups(acting)
    const fresh = automaticName(clock.now(), api.ctx.vault.fingerprint)
    assert.deepEqual(stored(), [...foreign, old[2], fresh].map((name) => `north/${name}`).toSorted())
    assert.equal(await nextPruning(acting), undefined)
    assert.ok(
      (await listed()).some(({ name }) => name === old[2]),
      'what was found is listed',
    )
    const audit = await db.selectFrom('audit').select('after').where('action', '=', 'backups.prune').execute()
    assert.equal(audit.length, 1)
    await set({ WAYMARK_BACKUP_KEEP_DAILY: null, WAYMARK_BACKUP_KEEP_WEEKLY: null, WAYMARK_BACKUP_KEEP_MONTHLY: null })
  })

  test('that fail are reported by email once a day, and tried again', async () => {
    await clean()
    at('2026-03-20T03:15:00Z')
    server.fault = () => 'denied'
    await makeDueBackup(acting)
    assert.deepEqual(await nextDue(acting), new Date('2026-03-20T03:20:00Z'))
    at('2026-03-20T03:20:00Z')
    await makeDueBackup(acting)
    const mails = await listMails(api.ctx)
    assert.deepEqual(
      mails.map(({ to }) => to),
      [operator.email],
    )
    assert.match(mails[0]?.subject ?? '', /A backup of Waymark failed/)
    assert.match(mails[0]?.text ?? '', /AccessDenied[\s\S]*\/operator#\/backups/)
    assert.equal((await readState(api.ctx)).last?.state, 'failed')
    server.fault = () => undefined
    at('2026-03-20T03:30:00Z')
    await makeDueBackup(acting)
    assert.equal((await readState(api.ctx)).last?.state, 'done')
    assert.deepEqual([server.uploads.size, server.objects.size], [0, 1])
  })

  test('are made by one node only, and the leftovers of a killed node are removed', async () => {
    await clean()
    at('2026-04-01T03:15:00Z')
    const nodes = await Promise.allSettled([makeDueBackup(acting), makeDueBackup(acting), makeDueBackup(acting)])
    assert.ok(nodes.some(({ status }) => status === 'fulfilled'))
    assert.equal(server.objects.size, 1)

    // Killed halfway: a row that says it is running, and half an upload.
    at('2026-04-02T03:15:00Z')
    const half = automaticName(clock.now(), api.ctx.vault.fingerprint)
    server.uploads.set('half', { key: `north/${half}`, parts: new Map([[1, Buffer.from('half')]]) })
    const started = { name: half, place: 's3://backups/north', isAutomatic: true, isEncrypted: true }
    await db
      .insertInto('backups')
      .values({ ...started, state: 'running', startedAt: clock.now(), aliveAt: sql<Date>`clock_timestamp()` })
      .execute()
    at('2026-04-02T03:16:00Z')
    assert.equal(await makeDueBackup(acting), 0, 'it may still be running')
    await assert.rejects(startBackup(acting), /A backup is running\. Wait/)
    await sql`update backups set alive_at = clock_timestamp() - interval '3 minutes' where name = ${half}`.execute(db)
    assert.equal(await makeDueBackup(acting), 1)
    assert.equal(server.uploads.size, 0)
    assert.ok(!server.objects.has(`north/${half}`))
    assert.equal(
      (await listed()).find(({ name }) => name === half)?.failure,
      'The server stopped before it was finished.',
    )
    assert.deepEqual((await listMails(api.ctx)).length, 0, 'a restart is no failure')
  })

  test('a server that was paused while another took over stops its work', async () => {
    await clean()
    at('2026-04-03T03:15:00Z')
    server.fault = ({ method, query }) => (method === 'PUT' && query.has('partNumber') ? 'stall' : undefined)
    const making = makeDueBackup(acting)
    await until('the upload', async () => server.uploads.size === 1)
    await sql`update backups set state = 'stopped' where state = 'running'`.execute(db)
    await until('the end', async () => server.uploads.size === 0)
    await making
    assert.equal(server.objects.size, 0)
    assert.equal((await listMails(api.ctx)).length, 0)
  })

  test('that were made while the clock was wrong delay nothing, and use up no days of the others', async () => {
    await clean()
    await set({ WAYMARK_BACKUP_KEEP_DAILY: '2', WAYMARK_BACKUP_KEEP_WEEKLY: '0', WAYMARK_BACKUP_KEEP_MONTHLY: '0' })
    const nameAt = (text: string) => automaticName(new Date(text), api.ctx.vault.fingerprint)
    const put = (name: string) => server.objects.set(`north/${name}`, { body: Buffer.from('x'), at: new Date() })
    at('2027-04-10T03:15:00Z')
    await makeDueBackup(acting)
    const ahead = nameAt('2027-04-10T03:15:00Z')
    const named = ['2027-05-01T03:15:00Z', '2027-05-02T03:15:00Z'].map(nameAt)
    const old = ['2026-04-07T03:15:00Z', '2026-04-08T03:15:00Z', '2026-04-09T03:15:00Z'].map(nameAt)
    for (const name of [...named, ...old]) put(name)

    at('2026-04-10T12:00:00Z')
    const before = await readState(api.ctx)
    assert.deepEqual([before.verified, before.lastAt, before.last], [undefined, undefined, undefined])
    assert.equal(before.future?.name, ahead)
    assert.equal(await nextTest(acting), undefined)
    assert.equal(await makeDueBackup(acting), 1)
    const fresh = nameAt('2026-04-10T12:00:00Z')
    assert.equal((await readState(api.ctx)).verified?.name, fresh)
    assert.equal(await pruneBackups(acting), 2)
    assert.deepEqual(
      stored(),
      [old[2], fresh, ahead, ...named].map((name) => `north/${name}`),
    )
    // What was found in the place now has a row.
    assert.deepEqual(await nextDue(acting), new Date('2026-04-11T03:15:00Z'))
    at('2026-04-11T03:15:00Z')
    assert.equal(await makeDueBackup(acting), 1)
    assert.equal(await pruneBackups(acting), 1)
    assert.deepEqual((await readState(api.ctx)).lastAt, clock.now())

    for (const name of [ahead, ...named]) server.objects.delete(`north/${name}`)
    at('2026-04-12T03:15:00Z')
    await makeDueBackup(acting)
    await pruneBackups(acting)
    assert.equal((await readState(api.ctx)).future, undefined, 'deleted ones are forgotten')
    await set({ WAYMARK_BACKUP_KEEP_DAILY: null, WAYMARK_BACKUP_KEEP_WEEKLY: null, WAYMARK_BACKUP_KEEP_MONTHLY: null })
  })

  test('a restored backup, whose own row says that it is running, is kept', async () => {
    await clean()
    at('2026-04-04T03:15:00Z')
    await makeDueBackup(acting)
    const [restored = ''] = stored()
    await sql`update backups set state = 'running', finished_at = null, verified_at = null, bytes = 0,
      alive_at = clock_timestamp() - interval '3 minutes'`.execute(db)
    at('2026-04-05T03:15:00Z')
    await makeDueBackup(acting)
    assert.equal(await pruneBackups(acting), 0)
    assert.ok(server.objects.has(restored))
    const shown = (await listed()).find(({ name }) => restored.endsWith(name))
    assert.deepEqual(
      [shown?.state, shown?.failure, shown?.bytes],
      ['done', null, server.objects.get(restored)?.body.length],
    )
  })

  test('are not pruned if someone deleted the newest one', async () => {
    await clean()
    at('2026-04-05T03:15:00Z')
    await makeDueBackup(acting)
    const old = automaticName(new Date('2020-01-01T03:15:00Z'), api.ctx.vault.fingerprint)
    server.objects.clear()
    server.objects.set(`north/${old}`, { body: Buffer.from('x'), at: new Date() })
    await assert.rejects(pruneBackups(acting), /is gone\. Find out who deletes backups/)
    assert.deepEqual(stored(), [`north/${old}`])
    assert.equal(await pruneBackups(acting), 0)
  })
})

suite('automatic backups in a folder', () => {
  const place = join(folder, 'disk')

  test('need an existing folder, and leave no partial file', async () => {
    await clean()
    at('2026-05-01T03:15:00Z')
    await set({ WAYMARK_BACKUP_TO: place })
    await makeDueBackup(acting)
    assert.match(String((await listed())[0]?.failure), /The folder .*disk does not exist\. Create it, mount its disk/)
    assert.ok(!existsSync(place))
    mkdirSync(place)
    const half = `${automaticName(clock.now(), api.ctx.vault.fingerprint)}.tmp`
    writeFileSync(join(place, half), 'half')
    writeFileSync(join(place, 'waymark-2026-05-01T03-15-00Z.backup.tmp'), 'of a command')
    at('2026-05-01T03:20:00Z')
    await makeDueBackup(acting)
    const made = automaticName(clock.now(), api.ctx.vault.fingerprint)
    assert.deepEqual(readdirSync(place).toSorted(), ['waymark-2026-05-01T03-15-00Z.backup.tmp', made])
    await pruneBackups(acting)
    assert.equal(readFileSync(join(place, made)).subarray(0, 7).toString(), 'waymark')
  })
})

suite('a test restore', () => {
  test('restores the newest backup into a separate database, and reports its contents', async () => {
    await clean()
    await set(toS3)
    at('2026-06-01T03:15:00Z')
    await makeDueBackup(acting)
    assert.ok(await nextTest(acting))
    assert.equal(await runDueTest(acting), 1)
    const [tested] = await listRestoreTests(api.ctx)
    assert.equal(tested?.state, 'done', JSON.stringify(tested))
    const [backup] = await listed()
    const report = tested?.report as RestoreReport
    assert.equal(report.rows, backup?.rows)
    assert.equal(report.checksums, report.tables)
    assert.ok(report.migrations > 70 && report.newMigrations === 0, JSON.stringify(report))
    assert.ok(!existsSync(join(folder, 'restore-test')), 'the copy is deleted')
    assert.equal(await runDueTest(acting), 0)
    assert.deepEqual(await nextTest(acting), new Date(clock.now().getTime() + 7 * dayMs))
    await sql`update restore_tests set started_at = started_at + interval '1 year'`.execute(db)
    assert.deepEqual([await nextTest(acting), (await readState(api.ctx)).tested], [clock.now(), undefined])
    await sql`update restore_tests set started_at = started_at - interval '1 year'`.execute(db)
  })

  test('of a damaged backup fails, is reported by email, and leaves nothing behind', async () => {
    const [key = ''] = stored()
    const { body } = server.objects.get(key) as { body: Buffer }
    const rotten = Buffer.from(body)
    rotten[rotten.length - 100]! ^= 1
    server.objects.set(key, { body: rotten, at: new Date() })
    at('2026-06-08T03:15:00Z')
    assert.equal(await runDueTest(acting), 1)
    const [tested] = await listRestoreTests(api.ctx)
    assert.equal(tested?.state, 'failed')
    assert.match(tested?.failure ?? '', /is damaged and was not used/)
    const [mail] = await listMails(api.ctx)
    assert.match(`${mail?.subject} ${mail?.text}`, /could not be restored[\s\S]*is damaged/)
    assert.ok(!existsSync(join(folder, 'restore-test')))
  })
})
