/** A new master key for a database whose key was lost or leaked. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { sql } from 'kysely'
import { modulesOf } from '#billing/plans/modules.ts'
import { secretLabel } from '#identity/two-factor/actions.ts'
import { codeAt, stepOf } from '#identity/two-factor/totp.ts'
import { fleetApp } from '#kernel/applications.ts'
import { listBelongings } from '#kernel/db/belongings.ts'
import { connect } from '#kernel/db/connect.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { listMails, postMail } from '#kernel/mail/outbox.ts'
import { createVault, masterKeyFile, readVault } from '#kernel/vault.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { runCommand } from '#testing/cli.ts'
import { askAs, goodPassword, logIn } from '#testing/people/client.ts'
import { aPerson } from '#testing/people/staff.ts'
import { createSeededDatabase } from '#testing/setup.ts'
import { findByIdent } from '#tracking/units/actions.ts'
import { passwordLabel } from '#tracking/units/unit.ts'
import { commands } from '../cli/commands.ts'
import { checkKey } from '../installation.ts'
import { listSealed, replaceKey } from './replace.ts'
import { sealed } from './sealed.ts'

const api = await openApi()
const { ctx } = api
const { db } = ctx

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})
function aFolder(key?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-key-'))
  folders.push(folder)
  mkdirSync(join(folder, 'keys'), { mode: 0o700 })
  if (key !== undefined) writeFileSync(masterKeyFile(folder), key, { mode: 0o600 })
  return folder
}
const filesIn = (folder: string) => readdirSync(join(folder, 'keys')).sort()

const unlisted = async (list: typeof sealed) =>
  (
    await rowsOf<{ table: string; column: string }>(db)`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = current_schema() and data_type = 'bytea' and column_name ~ '(^|_)sealed$' order by 1, 2`
  ).filter(({ table, column }) => !list.some((one) => one.table === table && one.columns.includes(column)))

suite('the list of what is sealed', () => {
  test('has every sealed column of the database', async () => {
    assert.deepEqual(await unlisted(sealed), [])
  })

  test('is found incomplete if a column is left out', async () => {
    assert.deepEqual(await unlisted(sealed.filter(({ table }) => table !== 'push_keys')), [
      { table: 'push_keys', column: 'private_sealed' },
    ])
    // Each column is in one entry, or in entries that divide its rows.
    for (const { table, columns, only } of sealed) {
      const others = sealed.filter((one) => one.table === table && one.columns.some((name) => columns.includes(name)))
      assert.ok(others.length === 1 || only !== undefined, `${table} is there twice.`)
    }
  })
})

test('what is cleared with a secret is in no table whose rows the bin keeps: there, only the secret is cleared', async () => {
  const kept = ['units', ...(await listBelongings(db, 'units', 1)).map(({ table }) => table)]
  const held = sealed.filter(({ table }) => kept.includes(table))
  assert.deepEqual(
    held.map(({ table, also, only }) => [table, also, only]),
    [
      ['units', undefined, undefined],
      ['notification_actions', undefined, undefined],
    ],
  )
})

suite('npx waymark key replace', () => {
  async function anInstallation(key?: string) {
    const database = await createSeededDatabase()
    const { db: own, close } = connect(database.url, 2, { name: 'test' })
    const vault = createVault(Buffer.alloc(32, 7))
    await own.insertInto('installation').values({ vaultFingerprint: vault.fingerprint }).execute()
    const body = vault.seal('Hello', 'mails.body:1')
    const mail = { to: 'a@example.com', subject: 'Hello', bodySealed: body, at: new Date(), state: 'waiting' }
    await own
      .insertInto('mails')
      .values({ ...mail, key: '1', nextTryAt: new Date() })
      .execute()
    await own
      .insertInto('settings')
      .values({ name: 'WAYMARK_SMTP_URL', value: null, sealed: vault.seal('x', 'y'), updatedAt: new Date() })
      .execute()
    const folder = aFolder(key)
    const waymark = (line: string) =>
      runCommand(line, commands, { WAYMARK_DATA: folder, WAYMARK_DATABASE_URL: database.url, WAYMARK_HTTP_PORT: '1' })
    return {
      ...{ db: own, folder, waymark, url: database.url },
      async end() {
        await close()
        await database.drop()
      },
    }
  }

  const everything = async (own: Db) => [
    await own.selectFrom('installation').selectAll().execute(),
    await own.selectFrom('mails').selectAll().execute(),
    await own.selectFrom('settings').selectAll().execute(),
    await own.selectFrom('audit').selectAll().execute(),
  ]

  const cases: [situation: string, key: string | undefined, says: RegExp][] = [
    ['is missing', undefined, /^There is no key at .*master\.key\. If you have a copy of it/],
    ['is another one', '09'.repeat(32), /is not the key of this database\. If you have a copy/],
    ['is no key at all', 'abc', /is not the key of this database\. If you have a copy/],
    ['has leaked', '07'.repeat(32), /is the key of this database, and works\. Replace it only if it has leaked/],
  ]
  for (const [situation, key, says] of cases) {
    test(`says what it would do, and does it with --yes, if the key ${situation}`, async () => {
      const it = await anInstallation(key)
      const before = [await everything(it.db), filesIn(it.folder)]
      const asked = await it.waymark('key replace')
      assert.deepEqual([asked.code, asked.err], [1, ''])
      assert.match(asked.out, says)
      assert.match(asked.out, /\n {2}1 secret setting\. Enter them again under Settings in the operator console\.\n/)
      assert.match(asked.out, /\n {2}1 email that was not sent\. /)
      assert.match(asked.out, /copy the database: with pg_dump.*\nThen run: npx waymark key replace --yes\n$/)
      assert.deepEqual([await everything(it.db), filesIn(it.folder)], before)

      const done = await it.waymark('key replace --yes')
      assert.deepEqual([done.code, done.err], [0, ''])
      const vault = readVault(masterKeyFile(it.folder))
      assert.equal(statSync(masterKeyFile(it.folder)).mode & 0o777, 0o600)
      const [installation, mails, settings, audit] = await everything(it.db)
      assert.deepEqual(installation, [{ isOnly: true, vaultFingerprint: vault.fingerprint }])
      assert.deepEqual([mails, settings], [[], []])
      assert.equal((audit as { action: string }[])[0]?.action, 'installation.replace-key')
      const old = filesIn(it.folder).filter((name) => name !== 'master.key')
      if (key === undefined) assert.deepEqual(old, [])
      else {
        assert.match(old.join(), /^master\.key\.old-2[-\dT.]+Z$/)
        assert.equal(readFileSync(join(it.folder, 'keys', old[0] as string), 'utf8'), key)
        assert.ok(done.out.includes(old[0] as string))
      }
      // As a start does.
      await checkKey({ ...ctx, db: it.db, vault })
      const again = JSON.parse((await it.waymark('key replace --json')).out)
      assert.deepEqual([again.done, again.present_key, again.deleted], [false, 'own', []])
      await it.end()
    })
  }

  test('is refused while a node runs, and then changes nothing', async () => {
    const it = await anInstallation()
    const node = connect(it.url, 1)
    await sql`select 1`.execute(node.db)
    const before = [await everything(it.db), filesIn(it.folder)]
    const { code, out, err } = await it.waymark('key replace --yes')
    assert.deepEqual([code, out, err], [1, '', 'A node is running on this database. Stop all nodes first.\n'])
    assert.deepEqual([await everything(it.db), filesIn(it.folder)], before)
    await node.close()
    await it.end()
  })

  test('leaves files and rows as they are if the database fails', async () => {
    const it = await anInstallation('07'.repeat(32))
    await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''no''; end'`.execute(
      it.db,
    )
    await sql`create trigger fail before delete on mails for each row execute function fail()`.execute(it.db)
    const before = [await everything(it.db), filesIn(it.folder)]
    assert.equal((await it.waymark('key replace --yes')).code, 1)
    assert.deepEqual([await everything(it.db), filesIn(it.folder)], before)
    await it.end()
  })
})

test('a start that had to make a key does not take away the one that was put there meanwhile', async () => {
  const folder = aFolder('05'.repeat(32))
  await db
    .insertInto('installation')
    .values({ vaultFingerprint: 'other' })
    .onConflict((oc) => oc.doNothing())
    .execute()
  const vault = { ...createVault(Buffer.alloc(32, 6)), madeKeyFile: masterKeyFile(folder) }
  await assert.rejects(checkKey({ ...ctx, vault }), /npx waymark key replace/)
  assert.deepEqual(filesIn(folder), ['master.key'])
  writeFileSync(masterKeyFile(folder), '06'.repeat(32))
  await assert.rejects(checkKey({ ...ctx, vault }), /npx waymark key replace/)
  assert.deepEqual(filesIn(folder), [])
})

test('after the key is replaced everything works again, and nobody gets in who did not before', async () => {
  const dealer = await api.dealer('partner')
  const modules = modulesOf(fleetApp).map(({ name }) => name)
  const plan = await aPlan(dealer, { managed_plan_id: '019a0000-0000-7000-8000-000000000104', modules })
  const account = await anActivatedAccount(api, dealer, plan.id)
  const set = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, set)
  const client = askAs(api, await logIn(api, account.user.name))
  const [unit, open, deleted] = [
    await aUnit(dealer, account.id),
    await aUnit(dealer, account.id),
    await aUnit(dealer, account.id),
  ]
  for (const { id } of [unit, deleted]) {
    assert.equal((await dealer.ask('PATCH', `/units/${id}`, { password: 'not-guessed' })).status, 200)
  }
  await dealer.ask('PATCH', `/units/${open.id}`, { password: '' })
  assert.equal((await dealer.ask('DELETE', `/units/${deleted.id}`)).status, 200)
  assert.ok((await dealer.ask('PUT', `/console/units/${unit.id}/tokens/locator`, {})).status < 300)
  const until = Math.floor(ctx.clock.now().getTime() / 1000) + 3600
  const share = () => client('POST', '/shares', { units: [unit.id], until })
  assert.equal((await share()).status, 201)
  const webhookOf = async () => (await dealer.ask('POST', '/webhooks', { url: 'https://hook.example/x' })).body.data
  const webhook = await webhookOf()
  const saveKey = () =>
    dealer.ask('POST', '/billing/secret-key', { app_id: fleetApp, secretKey: api.stripe.account('live') })
  assert.equal((await saveKey()).status, 201)
  const readKey = () => dealer.ask('GET', `/billing/secret-key?app_id=${fleetApp}`)
  const person = await aPerson(api, dealer.dealer, 'owner')
  const begun = await person.ask('POST', '/console/totp')
  assert.equal(begun.status, 200, begun.text)
  const factor = await db.selectFrom('secondFactors').select('secretSealed').executeTakeFirstOrThrow()
  const secret = Buffer.from(ctx.vault.open(factor.secretSealed, secretLabel(person.id)), 'base64')
  const code = () => codeAt(secret, stepOf(ctx.clock.now()))
  const confirmed = await person.ask('PUT', '/console/totp', { code: code() })
  const recoveryCodes = confirmed.body.recovery_codes as string[]
  ctx.clock.advance(60)
  const enter = (given: string) =>
    api.ask('POST', '/console/sessions', { login: person.email, password: goodPassword, code: given })
  await postMail(ctx, { to: 'sent@example.com', subject: 'Sent', text: 'Text', key: 'sent' })
  await db.updateTable('mails').set({ state: 'sent' }).where('key', '=', 'sent').execute()
  const digest = Buffer.alloc(32)
  const kept = { dealerId: dealer.dealer, method: 'POST', path: '/x', digest, status: 200, createdAt: new Date() }
  await db
    .insertInto('idempotencyKeys')
    .values([
      { ...kept, key: 'sealed', body: ctx.vault.seal('{}', 'x').toString('base64') },
      { ...kept, key: 'plain', body: '{"id":1}' },
    ])
    .execute()

  const charge = randomUUID()
  // Without its invoice, which has nothing to do with the key.
  await sql`alter table collection_charges drop constraint collection_charges_invoice_id_fkey`.execute(db)
  const chargeIds = { id: charge, dealerId: dealer.dealer, accountId: account.id, invoiceId: charge, paymentId: charge }
  const card = { amount: 100, currency: 'EUR', processor: 'stripe', livemode: true, brand: 'visa', last4: '4242' }
  const due = { status: 'open', createdAt: new Date(), nextLookAt: new Date(), tokenSealed: ctx.vault.seal('{}', 'x') }
  await db
    .insertInto('collectionCharges')
    .values({ ...chargeIds, ...card, ...due })
    .execute()

  const units = () => dealer.ask('GET', '/units')
  const answers = async () =>
    (await Promise.all([units(), dealer.ask('GET', `/units/${unit.id}`), client('GET', '/shares'), readKey()])).map(
      ({ status }) => status,
    )
  assert.deepEqual(await answers(), [200, 200, 200, 200])

  const folder = aFolder()
  // A server with a key of its own, as if nothing had checked it.
  const held = ctx as { vault: typeof ctx.vault }
  const before = held.vault
  held.vault = createVault(Buffer.alloc(32, 9), { memoryCost: 8, timeCost: 1 })
  assert.deepEqual(await answers(), [500, 500, 500, 500])
  held.vault = before
  assert.equal((await enter('000000')).status, 401)

  const listed = new Map((await listSealed(db)).map(({ what, count }) => [what, count]))
  assert.equal(listed.get('tracker passwords'), 3, 'Also that of the deleted unit, and the removed one.')
  assert.equal(listed.get('stored answer with a secret'), 1)
  const { forgotten } = await replaceKey(db, folder)
  assert.deepEqual(new Map(forgotten.map(({ what, count }) => [what, count])), listed)
  const vault = readVault(masterKeyFile(folder))
  held.vault = vault

  assert.deepEqual(await answers(), [200, 200, 200, 200])
  assert.equal((await readKey()).body.data.cardpay_partner.secret_key, null)
  assert.equal((await saveKey()).status, 201)
  assert.equal((await share()).status, 201)
  assert.equal((await client('GET', '/shares')).body.length, 1)
  assert.ok((await webhookOf()).secret)

  // The password of the tracker is one that nobody knows; a removed one stays removed.
  const passwordOf = async ({ ident, id }: { ident: string; id: number }) =>
    vault.open((await findByIdent(ctx, ident))?.passwordSealed as Buffer, passwordLabel(id))
  assert.match(await passwordOf(unit), /^[0-9a-f]{32}$/)
  assert.equal(await passwordOf(open), '')
  assert.equal((await dealer.ask('POST', `/console/deleted-units/${deleted.id}/restore`)).status, 200)
  assert.match(await passwordOf(deleted), /^[0-9a-f]{32}$/)
  assert.notEqual(await passwordOf(deleted), await passwordOf(unit))
  assert.equal((await dealer.ask('PATCH', `/units/${unit.id}`, { password: 'another one' })).status, 200)
  assert.equal(await passwordOf(unit), 'another one')

  // Events are signed with a secret of the new key, so one new secret is enough.
  const rows = await db.selectFrom('webhooks').selectAll().where('id', '=', webhook.id).executeTakeFirstOrThrow()
  assert.match(vault.open(rows.secretSealed, `webhooks.secret:${webhook.id}`), /^whsec_/)
  const rotated = await dealer.ask('POST', `/webhooks/${webhook.id}/rotate-secret`)
  assert.ok(rotated.status < 300, rotated.text)

  assert.deepEqual(
    (await listMails(ctx)).filter(({ to }) => to === 'sent@example.com').map(({ text, state }) => [text, state]),
    [['', 'sent']],
  )
  assert.deepEqual(await db.selectFrom('idempotencyKeys').select('key').where('path', '=', '/x').execute(), [
    { key: 'plain' },
  ])

  const ended = await db.selectFrom('collectionCharges').selectAll().where('id', '=', charge).executeTakeFirst()
  assert.deepEqual([ended?.status, ended?.tokenSealed, ended?.nextLookAt], ['failed', null, null])

  // Passwords are hashed with the key too: a new one is set by link. The recovery code works, codes of the app do not.
  assert.equal((await enter(recoveryCodes[0] as string)).status, 401)
  const passwordHash = await vault.hashSecret(goodPassword)
  await db.updateTable('staff').set({ passwordHash }).where('id', '=', person.id).execute()
  assertRefused(await enter(code()), 401, 'INVALID_CREDENTIALS')
  const entered = await enter(recoveryCodes[0] as string)
  assert.equal(entered.status, 201, entered.text)
  const again = (method: string, path: string, body?: unknown) =>
    api.ask(method, path, body, { authorization: `Bearer ${entered.body.token}` })
  assert.equal((await again('DELETE', '/console/totp', { password: goodPassword })).status, 204)
  assert.equal((await again('POST', '/console/totp')).status, 200)
})
