import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { recordLastBackup } from '#kernel/backup/last.ts'
import { type Config, parseConfig } from '#kernel/config/config.ts'
import type { Context } from '#kernel/context.ts'
import { connect, type Database } from '#kernel/db/connect.ts'
import { masterKeyFile, openVault } from '#kernel/vault.ts'
import { isDistributed } from '#testing/cluster.ts'
import { startMailServer } from '#testing/fakes/mail-server.ts'
import type { TestDatabase } from '#testing/postgres.ts'
import { createSeededDatabase } from '#testing/setup.ts'
import { databaseChecks } from '../../doctor/database.ts'
import { examineInstallation } from './doctor.ts'

let database: TestDatabase
let doctor: Database
let config: Config
/** The part of them that the doctor uses. */
const pages = mkdtempSync(join(tmpdir(), 'waymark-pages-'))
const pageFiles = ['index', 'docs', 'dealers', 'pay', 'portal', 'share', 'installer', 'client', 'console'].map((name) =>
  join(pages, `${name}.html`),
)
for (const file of pageFiles) writeFileSync(file, '')
for (const name of ['client', 'console']) writeFileSync(join(pages, `${name}-worker.js`), '')
after(() => rmSync(pages, { recursive: true }))

const settings = (change: Record<string, string> = {}) =>
  parseConfig({
    WAYMARK_DATA: config?.dataFolder,
    WAYMARK_DATABASE_URL: database.url,
    WAYMARK_HTTP_PORT: '1',
    ...change,
  })

before(async () => {
  database = await createSeededDatabase()
  // Named like a command, so that no check takes it for a server.
  doctor = connect(database.url, 1, { name: 'waymark-cli' })
})
after(async () => {
  await doctor.close()
  await database.drop()
})
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-doctor-'))
  config = parseConfig({ WAYMARK_DATA: folder, WAYMARK_DATABASE_URL: database.url, WAYMARK_HTTP_PORT: '1' })
  openVault(folder)
})
afterEach(() => rmSync(config.dataFolder, { recursive: true }))

/** The sentence of each check that is not ok. */
async function troubles(change?: Record<string, string>): Promise<Record<string, string>> {
  const findings = await examineInstallation({ config: settings(change) }, pages)
  return Object.fromEntries(findings.filter(({ ok }) => !ok).map(({ check, says }) => [check, says]))
}

const run = (statement: string) => sql.raw(statement).execute(doctor.db)

test('a server that waits because its clocks disagree is found', async () => {
  await run(`update clock set doubt = 'One clock says so.', doubted_at = clock_timestamp()`)
  assert.match((await troubles()).clock ?? '', /that end or delete something are paused. One clock says so./)
  await run('update clock set doubt = null, doubted_at = null')
})

test('a healthy installation has no problems', async () => {
  const findings = await examineInstallation({ config }, pages)
  assert.deepEqual(
    findings.map(({ check, ok }) => [check, ok]),
    [
      'settings',
      'data folder',
      'key',
      'disk space',
      'last backup',
      'pages',
      'card payments',
      'database',
      'migrations',
      'clock',
      'secrets',
      'unit counters',
      'device models',
      'server',
      'jobs',
      'projections',
      'chunks',
      'quarantine',
      ...(isDistributed ? ['cluster'] : []),
      'guessing',
    ].map((name) => [name, true]),
  )
})

test('what is written to the data folder reaches the disk, and nothing of the test stays', async () => {
  const before = readdirSync(config.dataFolder).toSorted()
  const findings = await examineInstallation({ config }, pages)
  assert.match(findings.find(({ check }) => check === 'data folder')?.says ?? '', /reaches the disk/)
  assert.deepEqual(readdirSync(config.dataFolder).toSorted(), before)
})

test('pages that are not built are reported', async () => {
  rmSync(pageFiles[0]!)
  assert.match((await troubles()).pages ?? '', /not built.*run npm run build/)
  writeFileSync(pageFiles[0]!, '')
  assert.deepEqual(await troubles(), {})
})

test('wrong settings are a finding', async () => {
  const findings = await examineInstallation({
    get config() {
      return parseConfig({ WAYMARK_CLOK: 'test' })
    },
  })
  assert.deepEqual(
    findings.map(({ check, ok }) => [check, ok]),
    [['settings', false]],
  )
  assert.match(findings[0]?.says ?? '', /WAYMARK_CLOK is not a setting/)
})

test('a key that is missing, open to others or invalid is reported, and none is created', async () => {
  const file = masterKeyFile(config.dataFolder)
  chmodSync(file, 0o640)
  assert.match((await troubles()).key ?? '', /Other users have access to .*master\.key\. Run: chmod 600/)
  writeFileSync(file, 'nonsense')
  chmodSync(file, 0o600)
  assert.match((await troubles()).key ?? '', /does not hold a Waymark key/)
  rmSync(file)
  assert.match((await troubles()).key ?? '', /There is no key at/)
  assert.match((await troubles()).key ?? '', /There is no key at/)
})

test('a missing data folder is reported', async () => {
  const found = await troubles({ WAYMARK_DATA: join(config.dataFolder, 'none'), WAYMARK_DATABASE_URL: '' })
  assert.match(found['data folder'] ?? '', /There is no folder/)
})

test('quarantined frames are reported with number, age and reason', async () => {
  await run(`insert into quarantine (unit_id, at, reason, frame) values
    (1, '2026-03-01 12:00Z', 'value out of range', ''), (2, '2026-03-02 12:00Z', 'value out of range', '')`)
  const found = await troubles()
  await run('delete from quarantine')
  assert.match(
    found.quarantine ?? '',
    /^2 acknowledged frames .* 2026-03-01T12:00:00\.000Z \(value out of range\).* quarantine list/,
  )
})

test('a database that does not answer is reported', async () => {
  const found = await troubles({ WAYMARK_DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })
  assert.match(found.database ?? '', /is not responding/)
})

test('a database with a locale that knows no capitals but those of ASCII is reported', async () => {
  const name = `${new URL(database.url).pathname.slice(1)}_c`
  await run(`create database ${name} template template0 encoding 'UTF8' locale 'C'`)
  const other = connect(Object.assign(new URL(database.url), { pathname: `/${name}` }).href, 1, { name: 'waymark-cli' })
  try {
    const check = databaseChecks.find((one) => one.name === 'database')!
    const verdict = await check.run({ db: other.db } as Context)
    assert.deepEqual(
      [verdict?.ok, verdict?.says.split('.')[0]],
      [
        false,
        "With this database's locale, usernames that differ only in the case of a letter such as Ä count as two users",
      ],
    )
  } finally {
    await other.close()
    await run(`drop database ${name}`)
  }
})

test('an old backup, or none in an old installation, is reported', async () => {
  const old = new Date(Date.now() - 8 * 86_400_000)
  utimesSync(masterKeyFile(config.dataFolder), old, old)
  assert.match((await troubles())['last backup'] ?? '', /There is no backup yet\. Make one: npx waymark backup/)
  await recordLastBackup(config, { file: '/backups/x', at: old.toISOString() })
  assert.match((await troubles())['last backup'] ?? '', /made 8 days ago: \/backups\/x\. Make another/)
  await recordLastBackup(config, { file: '/backups/x', at: new Date(Date.now() + 30 * 86_400_000).toISOString() })
  assert.match((await troubles())['last backup'] ?? '', /dated in the future: \/backups\/x\. Check the clock/)
  await recordLastBackup(config, { file: '/backups/x', at: new Date().toISOString() })
  assert.deepEqual(await troubles(), {})
})

test('inconsistent counters, models and secrets are reported', async () => {
  const dealer = 1
  const app = '5f9bc7a2-0000-4000-8000-000000000000'
  await run(`insert into dealers values (${dealer}, 'x', now())`)
  await run(`insert into accounts (id, dealer_id, title, description, reg_apps, added_at, created_at, updated_at)
    values (5, ${dealer}, '', '', '{}', now(), now(), now())`)
  await run(`insert into units (id, dealer_id, account_id, app_id, name, ident, description, hw_id, password_sealed, created_at, updated_at)
    values (6, ${dealer}, 5, '${app}', '', 'i', '', 999999, '\\x${'00'.repeat(40)}', now(), now())`)
  const found = await troubles()
  assert.match(found['unit counters'] ?? '', /Wrong quota counters: 1 \(account 5: counter 0, units 1\)/)
  assert.match(found['device models'] ?? '', /999999/)
  assert.match(found.secrets ?? '', /does not decrypt stored secrets/)

  const sealed = openVault(config.dataFolder).seal('secret', 'units.password:6').toString('hex')
  await run(`update units set hw_id = 101, password_sealed = '\\x${sealed}'`)
  await run(`insert into unit_usage values (5, '${app}', 1)`)
  assert.deepEqual(await troubles(), {})
  await run(`delete from dealers where id = ${dealer}`)
})

test('missing or unknown migrations are reported', async () => {
  await run(`insert into migrations values ('9999-later.sql', '')`)
  assert.match((await troubles()).migrations ?? '', /newer Waymark \(9999-later\.sql\)/)
  await run(`delete from migrations where name = '9999-later.sql'`)
  await run(`update migrations set name = 'x' || name where name like '0001%'`)
  await run(`delete from migrations where name like 'x%' returning digest`)
  assert.match((await troubles()).migrations ?? '', /Not run yet: 0001-dealers\.sql/)
  await run(`insert into migrations values ('0001-dealers.sql', '')`)
})

test('a server that is not ready, and its overdue jobs, are reported', async (t) => {
  let status = 503
  let body = ''
  const http = createServer((_, reply) => reply.writeHead(status).end(body))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  t.after(() => http.close())
  const here = { WAYMARK_HTTP_PORT: String((http.address() as AddressInfo).port) }
  assert.match((await troubles(here)).server ?? '', /answers 503: it is not ready\. Its log says why/)
  body = JSON.stringify({ status: 'not ready', reason: 'The database is read-only.' })
  assert.match((await troubles(here)).server ?? '', /it is not ready\. The database is read-only\.$/)
  status = 200
  assert.deepEqual(await troubles(here), {})

  await run(`insert into dealers values (1, 'x', now())`)
  await run(`insert into accounts (id, dealer_id, title, description, reg_apps, ack, type, blocked_at, added_at, created_at, updated_at)
    values (5, 1, '', '', '{}', now(), 10, now() - interval '2 minutes', now(), now(), now())`)
  assert.deepEqual(await troubles(), {}, 'a server that is stopped cannot be late')
  const server = connect(database.url, 1)
  await sql`select 1`.execute(server.db)
  assert.match((await troubles()).jobs ?? '', /Overdue: accounts\.block-due/)
  await server.close()
  await run('delete from dealers where id = 1')
})

test('failing jobs, units that wait to be computed and chunks that wait to be merged are reported for a running server', async () => {
  await run(`insert into job_troubles values ('messages.drop-frames', 3, '57014', now(), now())`)
  await run(`insert into dealers values (1, 'x', now())`)
  await run(`insert into accounts (id, dealer_id, title, description, reg_apps, ack, type, added_at, created_at, updated_at)
    values (5, 1, '', '', '{}', now(), 10, now(), now(), now())`)
  await run(`insert into units (id, dealer_id, account_id, app_id, name, ident, description, hw_id, created_at, updated_at)
    select n, 1, 5, gen_random_uuid(), '', n::text, '', 101, now(), now() from generate_series(1, 2) as n`)
  await run(`insert into followed_units (follower, unit_id, dirty_from, dirty_to, dirty_since)
    values ('trips', 1, 0, 1, now() - interval '9 minutes'), ('trips', 2, 0, 1, now() - interval '6 minutes'),
      ('geofences', 1, 0, 1, now())`)
  await run(`insert into telemetry (unit_id, parameters, t_max, last_active, stored_count, stored_bytes, small_chunks)
    values (1, '{}', 0, now(), 0, 0, 5000), (2, '{}', 0, now(), 0, 0, 70)`)
  const only = ({ jobs, projections, chunks }: Record<string, string>) => ({ jobs, projections, chunks })
  assert.deepEqual(only(await troubles()), { jobs: undefined, projections: undefined, chunks: undefined })
  const server = connect(database.url, 1)
  await sql`select 1`.execute(server.db)
  const found = await troubles()
  assert.match(found.jobs ?? '', /Failing: messages\.drop-frames \(3 times since .*, 57014\)/)
  assert.match(found.projections ?? '', /Behind: trips of 2 units for 9 min\. /)
  assert.match(found.chunks ?? '', /chunks of messages of 2 units are waiting to be merged, up to 5000 per unit/)
  await server.close()
  for (const table of ['job_troubles', 'telemetry', 'units', 'accounts']) await run(`delete from ${table}`)
  await run('delete from dealers where id = 1')
})

test('a working mail server is ok; one that refuses us is reported without its password, and so are lost emails', async () => {
  const server = await startMailServer({ user: 'user', password: 'right' })
  try {
    assert.deepEqual(await troubles({ WAYMARK_SMTP_URL: server.url }), await troubles())
    const { mail = '' } = await troubles({ WAYMARK_SMTP_URL: server.url.replace('right', 'hunter2') })
    assert.match(mail, /rejected the sign-in: 535/)
    assert.doesNotMatch(mail, /hunter2/)
    await run(`insert into mails ("to", subject, text, at, state) values ('a@example.com', 'S', 'T', now(), 'failed')`)
    assert.match((await troubles({ WAYMARK_SMTP_URL: server.url })).mail ?? '', /^1 email could not be delivered/)
  } finally {
    await run('delete from mails')
    await server.close()
  }
})

test('it says which processor takes card payments, and why', async () => {
  const says = async (change: Record<string, string> = {}) =>
    (await examineInstallation({ config: settings(change) }, pages)).find(({ check }) => check === 'card payments')
      ?.says ?? ''
  assert.match(await says(), /^Stripe handles card payments for dealers .*No one else .*test cards are refused/)
  assert.match(
    await says({ WAYMARK_STRIPE_KEY: 'sk_live_1' }),
    /^Stripe handles card payments for the platform .*No one else/,
  )
  assert.match(await says({ WAYMARK_CARD_SANDBOX: 'on' }), /test cards work because of WAYMARK_CARD_SANDBOX/)
  assert.match(await says({ WAYMARK_CLOCK: 'test' }), /test cards work because of the test clock/)
  assert.match(await says({ WAYMARK_DEMO: 'on' }), /test cards work because of the demo/)
  writeFileSync(join(config.dataFolder, 'demo.json'), '[]')
  assert.match(await says(), /test cards work because of the demo/)
  assert.match(await says({ WAYMARK_DEMO: 'off' }), /test cards are refused/)
})
