/** Every command on a real database, as an operator uses it while the server runs. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { sql } from 'kysely'
import { countMonth } from '#billing/invoices/actions.ts'
import { monthOf } from '#billing/invoices/invoice.ts'
import { petApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import { openClient } from '#kernel/backup/schema.ts'
import { parseConfig } from '#kernel/config/config.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { openApi } from '#testing/api.ts'
import { aCommandPlan, aManagedAccount, anActivatedAccount, anUnclaimedAccount, aUnit } from '#testing/builders.ts'
import { isDistributed } from '#testing/cluster.ts'
import { dataFrame } from '#testing/people/teltonika.ts'
import { createDatabase } from '#testing/postgres.ts'
import { until } from '#testing/until.ts'
import { commands } from './commands.ts'
import { run } from './run.ts'

const api = await openApi()
const folder = mkdtempSync(join(tmpdir(), 'waymark-cli-'))
after(() => rmSync(folder, { recursive: true }))

before(() => {
  mkdirSync(join(folder, 'keys'), { mode: 0o700 })
  writeFileSync(join(folder, 'keys/master.key'), '07'.repeat(32), { mode: 0o600 })
})

async function waymark(line: string, settings: Record<string, string> = {}, input = '') {
  const environment = {
    WAYMARK_DATA: folder,
    WAYMARK_DATABASE_URL: api.databaseUrl,
    WAYMARK_CLOCK: 'test',
    WAYMARK_HTTP_PORT: '1',
    ...settings,
  }
  let [out, err] = ['', '']
  const code = await run(line.split(' '), commands, {
    signal: new AbortController().signal,
    config: () => parseConfig(environment),
    write: (text) => {
      out += text
    },
    complain: (text) => {
      err += text
    },
    input: async () => input,
    report: () => {},
  })
  return { code, out, err }
}

/** The answer of a command that succeeds. */
async function answer(line: string, settings?: Record<string, string>) {
  const { code, out, err } = await waymark(`${line} --json`, settings)
  assert.equal(code, 0, err)
  assert.equal(err, '')
  return JSON.parse(out)
}

async function refused(line: string, sentence: RegExp, settings?: Record<string, string>, exitCode = 1): Promise<void> {
  const { code, out, err } = await waymark(line, settings)
  assert.match(err, sentence)
  assert.deepEqual({ code, out }, { code: exitCode, out: '' })
}

const ask = (token: string, path: string) => api.ask('GET', path, undefined, { 'x-accesstoken': token })

test('a dealer is created with a token that opens its dialect', async () => {
  const dealer = await answer('dealer create --name Acme --dialect partner')
  assert.deepEqual(Object.keys(dealer), ['dealer_id', 'access_token'])
  assert.equal(typeof dealer.dealer_id, 'number')
  const company = await ask(dealer.access_token, '/partner/company')
  assert.deepEqual([company.status, company.body.data.name, company.body.data.approved], [200, 'Acme', false])
  assert.equal((await ask(dealer.access_token, '/provider/company')).status, 403)

  const listed = (await answer('dealer list')).find((one: { dealer_id: number }) => one.dealer_id === dealer.dealer_id)
  assert.deepEqual(
    { ...listed, created_at: 0 },
    {
      dealer_id: dealer.dealer_id,
      name: 'Acme',
      approved: false,
      verified: false,
      review_waiting: false,
      created_at: 0,
    },
  )
  assert.match((await waymark('dealer list')).out, /^DEALER ID +NAME/)
})

test('a suspended dealer is locked out at once, and admitted again when it is resumed', async () => {
  const dealer = await answer('dealer create --name Paused --dialect provider')
  assert.equal((await ask(dealer.access_token, '/provider/company')).status, 200)
  assert.deepEqual(await answer(`dealer suspend ${dealer.dealer_id}`), {
    dealer_id: dealer.dealer_id,
    suspended: true,
  })
  // The server learns of it with the commit.
  await until('the suspension', async () => (await ask(dealer.access_token, '/provider/company')).status !== 200)
  assert.equal((await ask(dealer.access_token, '/provider/company')).status, 403)
  await answer(`dealer resume ${dealer.dealer_id}`)
  await until('the resumption', async () => (await ask(dealer.access_token, '/provider/company')).status !== 403)
  assert.equal((await ask(dealer.access_token, '/provider/company')).status, 200)
  await refused('dealer suspend 7', /^This dealer does not exist\.\n$/)
})

test('a provider plan is archived and restored', async () => {
  const [plan] = await answer('plan list')
  assert.equal((await answer(`plan set ${plan.id} --status archived`)).status, 'archived')
  assert.equal((await answer('plan list')).find(({ id }: { id: string }) => id === plan.id).status, 'archived')
  await answer(`plan set ${plan.id} --status ${plan.status}`)
  await refused('plan set 019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30 --status new', /^This provider plan does not exist\.\n$/)
})

test('a failed email is tried again, if there is a mail server', async () => {
  await postMail(api.ctx, { to: 'lost@example.com', subject: 'Lost', text: 'Hello', key: 'lost' })
  await api.ctx.db.updateTable('mails').set({ state: 'failed', failure: 'Full.' }).where('key', '=', 'lost').execute()
  const { id, state, failure } = (await answer('mail list')).find(({ to }: { to: string }) => to === 'lost@example.com')
  assert.deepEqual([state, failure], ['failed', 'Full.'])
  await refused(`mail retry ${id}`, /^No mail server is set up/)
  const smtp = { WAYMARK_SMTP_URL: 'smtp://127.0.0.1:9' }
  assert.deepEqual(await answer(`mail retry ${id}`, smtp), { id, to: 'lost@example.com', state: 'waiting' })
  await refused(`mail retry ${id}`, /^Only a failed email/, smtp)
  await api.ctx.db.deleteFrom('mails').where('key', '=', 'lost').execute()
})

test('a verified dealer may do everything at once; another after verification', async () => {
  const one = await answer('dealer create --name Ready --dialect provider --verified')
  const [info, card] = [
    await ask(one.access_token, '/provider/company/payment-info'),
    await ask(one.access_token, '/provider/company'),
  ]
  assert.deepEqual([info.body.verified, info.body.agreement, card.body.data.approved], [true, true, true])

  const two = await answer('dealer create --name Later --dialect provider')
  assert.deepEqual(await answer(`dealer verify ${two.dealer_id}`), {
    dealer_id: two.dealer_id,
    verified: true,
    agreement: true,
  })
  const later = await ask(two.access_token, '/provider/company/payment-info')
  assert.deepEqual([later.body.verified, later.body.agreement], [true, true])
  await refused('dealer verify 7', /^This dealer does not exist\.\n$/)
})

test('the operator sees what would change in a company profile, and approves or rejects it', async () => {
  const { dealer, ask: change } = await api.dealer('provider')
  const card = async () => (await answer('company list')).find((one: { dealer_id: number }) => one.dealer_id === dealer)
  assert.equal(await card(), undefined)
  await change('PATCH', '/company', { name: 'New name', marketing_info: { phones: ['+370 1'], shown: false } })
  assert.deepEqual((await card()).changes, [
    { field: 'name', before: 'Dealer provider', after: 'New name' },
    { field: 'marketing_info.phones', before: [], after: ['+370 1'] },
  ])
  const { out } = await waymark('company list')
  assert.ok(out.includes(`${dealer}  Dealer provider\n  name: "Dealer provider" → "New name"\n`), out)
  assert.deepEqual(await answer(`company reject ${dealer}`), {
    dealer_id: dealer,
    name: 'Dealer provider',
    approved: true,
  })
  assert.equal(await card(), undefined)
  await refused(`company reject ${dealer}`, /No change of this company profile is waiting/)

  await change('PATCH', '/company', { name: 'Newer name' })
  assert.deepEqual(await answer(`company approve ${dealer}`), { dealer_id: dealer, name: 'Newer name', approved: true })
  const seen = await change('GET', '/company')
  assert.deepEqual([seen.body.data.name, seen.body.data.approved], ['Newer name', true])
  await refused('company approve 7', /This dealer does not exist/)
})

test('a profile that was never approved waits too', async () => {
  const { dealer_id } = await answer('dealer create --name Fresh --dialect provider')
  const card = (await answer('company list')).find((one: { dealer_id: number }) => one.dealer_id === dealer_id)
  assert.deepEqual([card.approved, card.changes], [false, []])
  assert.match((await waymark('company list')).out, /Fresh\n {2}A new profile/)
})

test('tokens are created, listed without their secrets, and revoked at once', async () => {
  const { dealer } = await api.dealer('provider')
  const token = await answer(
    `token create --dealer ${dealer} --dialect provider --level read --expires 30d --name Reports --secrets`,
  )
  assert.deepEqual(Object.keys(token), ['token_id', 'access_token'])
  assert.equal((await ask(token.access_token, '/provider/accounts')).status, 200)

  const { out } = await waymark(`token list --dealer ${dealer} --json`)
  const mine = JSON.parse(out).find((one: { token_id: string }) => one.token_id === token.token_id)
  assert.equal(mine.expires_at - mine.created_at, 30 * 86400)
  const { name, dialect, level, secrets, revoked_at } = mine
  assert.deepEqual(
    { name, dialect, level, secrets, revoked_at },
    {
      name: 'Reports',
      dialect: 'provider',
      level: 'read',
      secrets: true,
      revoked_at: null,
    },
  )
  assert.ok(!out.includes('wm_'))

  assert.deepEqual(await answer(`token revoke ${token.token_id}`), { token_id: token.token_id, revoked: true })
  // The server learns of it a moment after the command has ended.
  await until('the revocation', async () => (await ask(token.access_token, '/provider/accounts')).status === 401)
  const revoked = (await answer(`token list --dealer ${dealer}`)).find((one: { revoked_at: number }) => one.revoked_at)
  assert.equal(revoked.token_id, token.token_id)

  await refused('token create --dealer 7 --dialect provider', /This dealer does not exist/)
  await refused('token list --dealer 7', /This dealer does not exist/)
  await refused('token revoke 019a0000-0000-7000-8000-000000000000', /This token does not exist/)
})

test('a subscription is granted until a day', async () => {
  const dealer = await api.dealer('partner')
  const account = await anUnclaimedAccount(dealer, [petApp])
  const until = Date.parse('2031-01-31') / 1000
  const given = await answer(`subscription give --account ${account.id} --plan basic --until 2031-01-31`)
  assert.deepEqual(
    { ...given, subscription_ids: given.subscription_ids.length },
    {
      account_id: account.id,
      plan: 'basic',
      until,
      subscription_ids: 1,
    },
  )
  const rows = await api.ctx.db.selectFrom('subscriptions').selectAll().where('accountId', '=', account.id).execute()
  assert.deepEqual([rows[0]?.active, rows[0]?.plan, rows[0]?.expiresAt.getTime()], [true, 'basic', until * 1000])

  const give = (rest: string) => `subscription give --account ${account.id} ${rest}`
  await refused(give('--plan golden --until 2031-01-31'), /There is no plan golden\. Choose one of .*basic/)
  await refused(give('--plan basic --until 1000'), /must end in the future/)
  await refused(give('--plan basic --until 1893456000000'), /--until must be in seconds, not milliseconds/, {}, 2)
  await refused('subscription give --account 7 --plan basic --until 2031-01-31', /This account does not exist/)
  const fleet = await aManagedAccount(await api.dealer('provider'))
  await refused(
    `subscription give --account ${fleet.id} --plan basic --until 2031-01-31`,
    /Only accounts of consumer_app/,
  )
})

test('the mailbox is listed, newest last', async () => {
  assert.deepEqual(await answer('mail list'), [])
  assert.match((await waymark('mail list')).out, /No emails/)
  await sql`insert into mails ("to", subject, text, at) values
    ('a@example.com', 'First', ${'Hello,\nthere\u001b[2J'}, ${new Date(1_800_000_000_000)}),
    ('b@example.com', 'Second', 'Again', ${new Date(1_800_000_001_000)})`.execute(api.ctx.db)
  const mails = await answer('mail list')
  assert.deepEqual(mails[0], {
    to: 'a@example.com',
    subject: 'First',
    text: 'Hello,\nthere\u001b[2J',
    at: 1_800_000_000,
  })
  assert.equal(mails[1].subject, 'Second')
  assert.match(
    (await waymark('mail list')).out,
    /^To: {6}a@example\.com\nSubject: First\nAt: .+\n\n {2}Hello,\n {2}there \[2J\n/,
  )
})

test('invoices to dealers are listed, optionally for one dealer', async () => {
  const dealers = [await api.dealer('provider'), await api.dealer('provider')]
  const now = api.ctx.clock.now()
  for (const dealer of dealers) {
    await aUnit(dealer, (await anActivatedAccount(api, dealer)).id)
    await countMonth({ ...api.ctx, actor: operator('test') }, dealer.dealer, monthOf(now))
  }
  assert.equal((await answer('invoice list')).length, 2)
  const [invoice, ...more] = await answer(`invoice list --dealer ${dealers[0]?.dealer}`)
  const { id, number, ...rest } = invoice
  assert.equal(more.length, 0)
  assert.match(`${id} ${number}`, /^[0-9a-f-]{36} \d{4}-\d{6}$/)
  assert.deepEqual(rest, {
    dealer_id: dealers[0]?.dealer,
    month: monthOf(now).slice(0, 7),
    status: 'open',
    amount_total: 1900,
    currency: 'eur',
    created_at: Math.floor(now.getTime() / 1000),
    paid_at: null,
  })
})

test('the clock of a test installation moves, and what falls due on the way is done', async () => {
  const account = await anActivatedAccount(api, await api.dealer('provider'))
  const before = (await answer('clock advance 1s')).now
  const blockedAt = new Date((before + 86_400) * 1000)
  await api.ctx.db.updateTable('accounts').set({ blockedAt }).where('id', '=', account.id).execute()
  const isBlocked = async () =>
    (await api.ctx.db.selectFrom('accounts').select('blocked').where('id', '=', account.id).executeTakeFirst())?.blocked
  await answer('clock advance 12h')
  assert.equal(await isBlocked(), false)
  const { now } = await answer('clock advance 1d12h')
  assert.equal(await isBlocked(), true)
  assert.ok(Math.abs(now - before - 2 * 86_400) < 60)

  await refused('clock advance 1d', /uses real time.*WAYMARK_CLOCK=test/, { WAYMARK_CLOCK: 'real' })
  assert.ok(Math.abs((await answer('clock advance 1s')).now - now) < 60)
  assert.ok((await answer('clock accept')).now > 0)
})

test('the demo tokens are shown again', async () => {
  await refused('demo', /This installation has no demo/)
  const demo = [{ dealer_id: 7, dialect: 'provider', access_token: 'wm_x' }]
  writeFileSync(join(folder, 'demo.json'), JSON.stringify(demo))
  assert.deepEqual(await answer('demo'), demo)
  assert.match((await waymark('demo')).out, /DIALECT +ACCESS TOKEN\n7 +provider +wm_x\n/)
  const logins = { owner_login: 'owner@example.com', owner_password: 'a secret' }
  writeFileSync(join(folder, 'demo.json'), JSON.stringify([{ ...demo[0], ...logins }]))
  assert.match(
    (await waymark('demo')).out,
    /PAGE +WHO +LOGIN.*\n\/console +a dealer \(provider\) +owner@example.com +a secret\n/,
  )
})

suite('people', () => {
  const signIn = (login: string, password: string) => api.ask('POST', '/console/sessions', { login, password })
  const secretOf = (url: string) => /^http:\/\/127\.0\.0\.1:1\/console#invitation=([\w-]{43})$/.exec(url)?.[1] ?? ''
  const accept = (url: string) =>
    api.ask('POST', '/console/invitations/accept', { token: secretOf(url), password: 'a quiet blue harbour' })

  test('of the platform get a link, or a password from standard input', async () => {
    const linked = await answer('operator create --email olga@example.com --name Olga')
    assert.deepEqual(Object.keys(linked), ['person_id', 'email', 'url'])
    assert.deepEqual((await accept(linked.url)).body.kind, 'operator')
    const line = 'operator create --email otto@example.com --password-stdin --json'
    const { code, out } = await waymark(line, {}, 'a quiet blue harbour\n')
    assert.deepEqual([code, Object.keys(JSON.parse(out))], [0, ['person_id', 'email']])
    assert.equal((await signIn('otto@example.com', 'a quiet blue harbour')).status, 201)
    assert.match((await waymark(line, {}, 'short')).err, /must be 8 to 128 characters/)
    await refused('operator create --email OLGA@example.com', /already signs in with this address/)
    await refused('operator create --email nobody', /must be an email address/, {}, 2)
  })

  test('of a dealer are invited by email, and the operator sees the link', async () => {
    const { dealer_id: dealer } = await answer('dealer create --name Team --dialect partner')
    const invited = await answer(`staff invite --dealer ${dealer} --email anna@example.com --role owner`)
    assert.deepEqual([invited.email, invited.role], ['anna@example.com', 'owner'])
    const mail = (await answer('mail list')).find(({ to }: { to: string }) => to === 'anna@example.com')
    assert.ok(mail.text.includes(invited.url))
    assert.equal((await accept(invited.url)).body.kind, 'dealer')
    await refused('staff invite --dealer 7 --email x@example.com --role owner', /This dealer does not exist/)
    await refused(`staff invite --dealer ${dealer} --email x@example.com --role king`, /must be owner or/, {}, 2)
  })
})

test('a backup is made while the server runs and restored elsewhere', async () => {
  const saved = await answer('backup')
  assert.ok(saved.file.startsWith(join(folder, 'backups/waymark-')) && saved.rows > 0 && saved.bytes > 0)
  assert.match((await waymark(`backup ${folder}`)).out, /Saved .* rows .*\nKeep .*master\.key too/)
  await refused(`backup ${saved.file}`, /already exists/)
  await refused(`restore ${saved.file}`, /Waymark is running on this database/)
  await refused(`restore ${folder}/none`, /There is no file/)

  const database = await createDatabase('template1')
  after(() => database.drop())
  const there = { WAYMARK_DATABASE_URL: database.url }
  await refused(`restore ${saved.file}`, /made with the key .*there is no .*put the master\.key/, {
    ...there,
    WAYMARK_DATA: `${folder}/new`,
  })
  const restored = await answer(`restore ${saved.file}`, there)
  assert.deepEqual([restored.rows, restored.tables, restored.migrations], [saved.rows, saved.tables, []])
  assert.deepEqual(await answer('dealer list', there), await answer('dealer list'))
  await refused(`restore ${saved.file}`, /is not empty/, there)
  assert.match((await waymark(`restore ${saved.file} --replace`, there)).out, /^Restored .* Start the server/)
})

test('unusable input is answered with a sentence', async () => {
  await refused('dealer list', /WAYMARK_HTTP_PORT=many cannot be used/, { WAYMARK_HTTP_PORT: 'many' }, 78)
  await refused('dealer list', /There is no Waymark in .*none/, {
    WAYMARK_DATABASE_URL: '',
    WAYMARK_DATA: `${folder}/none`,
  })
  await refused('dealer list', /There is no key at .*none\/keys\/master\.key/, { WAYMARK_DATA: `${folder}/none` })
  const away = { WAYMARK_DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }
  await refused('dealer list', /The database is not responding \(ECONNREFUSED\)/, away)
  const missing = new URL(api.databaseUrl)
  missing.pathname = '/waymark_none'
  await refused('dealer list', /The database does not exist/, { WAYMARK_DATABASE_URL: missing.href })

  const empty = await createDatabase('template1')
  after(() => empty.drop())
  await refused('dealer list', /is not set up yet\. Start the server once/, {
    WAYMARK_DATABASE_URL: empty.url,
    WAYMARK_CLOCK: 'real',
  })
  const old = await createDatabase()
  after(() => old.drop())
  const settings = { WAYMARK_DATABASE_URL: old.url }
  const change = async (statement: string) => {
    const client = await openClient(old.url)
    await client.query(statement)
    await client.end()
  }
  await change(`insert into migrations values ('9999-later.sql', '')`)
  await refused('dealer list', /belongs to a newer Waymark/, settings)
  await change(`delete from migrations where name >= '0003'`)
  await refused('dealer list', /belongs to an older Waymark/, settings)
})

test('a wrong command line exits with 2, and an empty one with the list of commands', async () => {
  await refused(
    'dealer crate',
    /^There is no command dealer crate\. Did you mean dealer create\? \(See: npx waymark help\)\n$/,
    {},
    2,
  )
  await refused('dealer verify', /\(See: npx waymark help dealer verify\)/, {}, 2)
  const { code, out } = await waymark('--help')
  assert.deepEqual([code, out.includes('subscription give')], [0, true])
  let complaint = ''
  const world = {
    signal: new AbortController().signal,
    config: () => parseConfig({}),
    write: () => {},
    input: async () => '',
    report: () => {},
  }
  const complain = (text: string) => {
    complaint += text
  }
  assert.equal(await run([], commands, { ...world, complain }), 2)
  assert.match(complaint, /Usage: npx waymark COMMAND/)
})

test('the coming months of a dealer are simulated without changing anything', async () => {
  const dealer = await api.dealer('provider')
  const { id } = await anActivatedAccount(api, dealer)
  const due = Math.floor(api.ctx.clock.now().getTime() / 1000) + 5 * 86_400
  const body = { payment_expected_at: due, payment_notify_offset: 1, block_offset: 2, use_fleet_lifecycle: true }
  await dealer.ask('PATCH', `/accounts/${id}/set-payment-lifecycle`, body)
  const played = await answer(`lifecycle simulate --dealer ${dealer.dealer} --months 2`)
  assert.deepEqual(
    [played.accounts, played.totals, played.without_amount],
    [1, { notice: 1, due: 1, block: 1, unblock: 0 }, 1],
  )
  const { out } = await waymark(`lifecycle simulate --dealer ${dealer.dealer} --account ${id}`)
  assert.match(out, /Accounts: 1\. Payment reminders: 1, due: 1, blocked: 1/)
  await refused(`lifecycle simulate --dealer ${dealer.dealer} --account 1`, /This account does not exist/)
})

test('a command is sent to a tracker in the name of its dealer, and listed', async () => {
  const dealer = await api.dealer('provider')
  const account = await anActivatedAccount(api, dealer, (await aCommandPlan(dealer)).id)
  const { id } = await aUnit(dealer, account.id)
  const sent = await answer(`command send --unit ${id} --type interval --seconds 30 --ref mine --expires 5m`)
  assert.deepEqual(
    [sent.unit_id, sent.type, sent.state, sent.client_ref, sent.expires_at - sent.queued_at],
    [id, 'interval', 'queued', 'mine', 300],
  )
  await refused(`command send --unit ${id} --type engine.stop`, /confirm: true/)
  const stop = await answer(`command send --unit ${id} --type engine.stop --confirm`)
  const listed: { id: string }[] = await answer(`command list --unit ${id}`)
  assert.deepEqual(listed.map((one) => one.id).toSorted(), [sent.id, stop.id].toSorted())
  assert.deepEqual((await dealer.ask('GET', `/units/${id}/commands/${stop.id}`)).body.state, 'queued')
  await refused(`command send --unit ${id} --type interval`, /params.seconds is required/)
  await refused('command send --unit 1 --type position', /This unit does not exist/)
  const poor = await aUnit(dealer, (await anActivatedAccount(api, dealer)).id)
  await refused(`command send --unit ${poor.id} --type position`, /module command/)
})

test('messages are distributed on a cluster only', async () => {
  const status = await answer('cluster status')
  assert.equal(status.complete, isDistributed)
  if (isDistributed) {
    assert.deepEqual((await answer('cluster init')).distributed, [])
    assert.deepEqual(await answer('cluster rebalance'), { started: false })
    return
  }
  await refused('cluster init', /plain PostgreSQL without the extension Citus/)
  await refused('cluster rebalance', /plain PostgreSQL without the extension Citus/)
})

test('quarantined frames are listed, stored and discarded', async () => {
  const dealer = await api.dealer()
  const account = await aManagedAccount(dealer)
  const unit = await aUnit(dealer, account.id, { hw_id: 110 })
  const at = new Date('2026-03-01T12:00:00Z')
  const hold = (frame: Buffer) =>
    api.ctx.db.insertInto('quarantine').values({ unitId: unit.id, at, reason: 'a reason', frame }).execute()
  await hold(dataFrame([{ at: at.getTime() / 1000, speed: 43 }]))
  await hold(Buffer.from('noise'))
  const listed = await answer('quarantine list')
  assert.deepEqual(
    listed.map((held: Record<string, unknown>) => [held.unit_id, held.at, held.reason]),
    [1, 2].map(() => [unit.id, at.getTime() / 1000, 'a reason']),
  )
  assert.equal((await answer(`quarantine replay --id ${listed[0].id}`)).stored, 1)
  assert.equal((await dealer.ask('GET', `/units/${unit.id}/messages`)).body.data[0]['position.speed'], 43)
  const { code, out } = await waymark('quarantine replay --json')
  assert.deepEqual([code, JSON.parse(out).unreadable], [1, 1])
  await refused('quarantine discard', /either --id or --all/, {}, 2)
  assert.deepEqual(await answer('quarantine discard --all'), { discarded: 1 })
  assert.deepEqual(await answer('quarantine list'), [])
  await refused('quarantine discard --id 1', /This frame does not exist/)
})
