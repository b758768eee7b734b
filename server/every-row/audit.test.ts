/** The audit log over the whole route table: who did what, when, from where, and the values before and after. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from 'kysely'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { type Answer, openApi } from '#testing/api.ts'
import { aManagedAccount, anOwnedAccount, aPlan } from '#testing/builders.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { isChange, type Row, rows, type Sample, urlOf } from '#testing/checks/rows.ts'
import { samplesOf } from '#testing/recipes.ts'
import { aWorld, type World } from '#testing/world.ts'

const api = await openApi()
const { db, clock } = api.ctx
const worlds = {} as Record<DialectName, World>

before(async () => {
  for (const dialect of dialectNames) worlds[dialect] = await aWorld(api, await api.dealer(dialect))
})

/** The rows that each operation leaves. A new account is two changes: the account and its user. */
const actionsOf: Readonly<Record<string, readonly string[]>> = {
  'POST /accounts': ['users.create', 'accounts.create'],
  'POST /accounts/managed': ['users.create', 'accounts.create'],
  'POST /console/accounts/:id/invitation': ['users.change', 'profiles.set', 'accounts.invite'],
  'PATCH /accounts/:id': ['accounts.change'],
  'DELETE /accounts/:id': ['accounts.remove'],
  'POST /accounts/:id/detach': ['accounts.detach'],
  'POST /accounts/:id/subscriptions': ['invoices.make', 'subscriptions.order', 'invoices.open-payment'],
  'POST /intake-tokens': ['intake.create'],
  'DELETE /intake-tokens/:id': ['intake.remove'],
  'POST /invitations': ['invitations.create'],
  'DELETE /invitations/:id': ['invitations.remove'],
  'PUT /accounts/:id/activate': ['accounts.activate'],
  'PUT /accounts/:id/client-plan': ['accounts.change-plan'],
  'POST /accounts/:id/client-plan': ['accounts.change-plan'],
  'PATCH /accounts/:id/set-blocked': ['accounts.block'],
  'PATCH /accounts/:id/set-blocked-at': ['accounts.schedule-block'],
  'PATCH /accounts/:id/set-payment-lifecycle': ['accounts.set-lifecycle'],
  'PATCH /users/:id': ['users.change'],
  'PUT /users/:id/password': ['users.set-password'],
  'PUT /users/:id/appToken/:app_id': ['users.enter'],
  'GET /users/:id/appToken/:app_id': ['users.enter'],
  'POST /units': ['units.create'],
  'POST /units/sensors': ['units.create'],
  'POST /units/assets': ['units.create', 'units.link'],
  'PUT /units/:id/link': ['units.link'],
  'PUT /units/:id/category': ['units.set-category'],
  'PUT /units/:id/place': ['units.set-place'],
  'PUT /units/:id/source-networks': ['units.set-source-networks'],
  'PUT /console/units/:id/protocol-settings': ['units.set-protocol-settings'],
  'PUT /console/models/:hw_id/protocol-settings': ['models.set-protocol-settings'],
  'POST /console/units/:id/decoding': ['messages.decode-again'],
  'POST /units/import': ['units.create'],
  'POST /lobby/:id/claim': ['units.create'],
  'PATCH /units/:id': ['units.change'],
  'DELETE /units/:id': ['units.remove'],
  'POST /console/deleted-units/:id/restore': ['units.restore'],
  'DELETE /console/deleted-units/:id': ['units.remove-for-good'],
  'POST /console/units/:id/move': ['units.move'],
  'POST /units/:id/commands': ['commands.create'],
  'DELETE /units/:id/commands/:command_id': ['commands.cancel'],
  'POST /client-plans': ['plans.create'],
  'DELETE /client-plans/:id': ['plans.remove'],
  'PATCH /client-plans/:id/payment-lifecycle': ['plans.set-lifecycle'],
  'POST /client-plans/:id/payment-lifecycle': ['plans.set-lifecycle'],
  'POST /webhooks': ['webhooks.create'],
  'PATCH /webhooks/:id': ['webhooks.change'],
  'DELETE /webhooks/:id': ['webhooks.remove'],
  'POST /webhooks/:id/rotate-secret': ['webhooks.rotate-secret'],
  'POST /webhooks/:id/test': ['webhooks.test'],
  'POST /webhooks/:id/replay': ['webhooks.replay'],
  'POST /staff': ['staff.invite'],
  'PATCH /staff/:id': ['staff.change'],
  'DELETE /staff/:id': ['staff.remove'],
  'POST /tokens': ['tokens.create'],
  'DELETE /tokens/:id': ['tokens.revoke'],
  'PATCH /company': ['company.propose'],
  'PATCH /company/location': ['company.propose'],
  'PUT /sign-up-links': ['dealers.open-sign-up'],
  'DELETE /kept-card': ['invoices.remove-card'],
  'PUT /console/client-plans/:id/unit-limits': ['plans.set-unit-limits'],
  'PUT /console/client-plans/:id/prices': ['prices.set'],
  'DELETE /console/client-plans/:id/prices/:price_id': ['prices.remove'],
  'PUT /console/accounts/:id/prices': ['prices.agree'],
  'DELETE /console/accounts/:id/prices/:price_id': ['prices.withdraw'],
  'PUT /console/accounts/:id/profile': ['profiles.set'],
  'PUT /console/company/invoice-settings': ['company.set-invoice-settings'],
  'POST /console/client-invoices': ['client-invoices.open'],
  'PUT /console/client-invoices/:id': ['client-invoices.change'],
  'DELETE /console/client-invoices/:id': ['client-invoices.remove'],
  'POST /console/client-invoices/:id/open': ['client-invoices.open'],
  'POST /console/client-invoices/:id/credit': ['client-invoices.credit'],
  'POST /console/client-invoices/:id/payments': ['client-invoices.pay'],
  'DELETE /console/client-invoices/:id/payments/:client_payment_id': ['client-invoices.undo-payment'],
  'POST /console/client-invoices/:id/payment-link': ['client-invoices.make-link'],
  'POST /console/accounts/:id/payment-link': ['client-invoices.make-link'],
  'PUT /console/collection': ['client-invoices.set-collection'],
  'PUT /console/accounts/:id/collection': ['client-invoices.stop-collection'],
  'POST /console/accounts/:id/credit': ['client-credit.add'],
  'DELETE /console/accounts/:id/credit/:credit_id': ['client-credit.undo'],
  'PUT /console/reminders': ['reminders.set'],
  'PUT /console/accounts/:id/reminders': ['reminders.set-for-client'],
  'POST /console/bank-statements': ['bank-statements.import'],
  'DELETE /console/bank-statements/:id': ['bank-statements.remove'],
  'POST /console/bank-lines/match': ['client-invoices.pay', 'bank-lines.match'],
  'DELETE /console/bank-lines/:id/match': ['client-invoices.undo-payment', 'bank-lines.undo'],
  'PUT /console/bank-lines/:id/ignored': ['bank-lines.ignore'],
  'PUT /console/unit-terms': ['unit-terms.set'],
  'POST /console/unit-terms/renewals': ['unit-terms.renew'],
  'POST /console/vehicle-fields': ['own-fields.create'],
  'PATCH /console/vehicle-fields/:id': ['own-fields.change'],
  'DELETE /console/vehicle-fields/:id': ['own-fields.remove'],
  'PATCH /console/units/:id': ['units.change-settings'],
  'PUT /console/units/:id/tokens/locator': ['units.make-link'],
  'DELETE /console/units/:id/tokens/locator': ['units.revoke-link'],
  'PUT /console/units/:id/tokens/toolbox': ['units.make-link'],
  'DELETE /console/units/:id/tokens/toolbox': ['units.revoke-link'],
  'PATCH /payment-information': ['company.change-payment-info'],
  'PATCH /brand': ['company.change-brand'],
  'PUT /brand/domain': ['domains.set'],
  'POST /brand/domain/check': ['domains.check'],
  'DELETE /brand/domain': ['domains.remove'],
  'PUT /brand/mail-server': ['mail-server.set'],
  'POST /brand/mail-server/test': ['mail-server.test'],
  'POST /brand/mail-server/check': ['mail-server.check'],
  'POST /brand/mail-server/key': ['mail-server.change-key'],
  'DELETE /brand/mail-server': ['mail-server.remove'],
  'PUT /company/source-networks': ['company.set-source-networks'],
  'POST /billing/cardpay-payments': ['bills.issue'],
  'POST /billing/cardpay-payments/:payment_id/send': ['bills.send'],
  'POST /billing/cardpay-payments/:payment_id/expire': ['bills.expire'],
  'POST /billing/secret-key': ['bills.save-key'],
}

const send = (row: Row, sample: Sample): Promise<Answer> =>
  api.ask(row.route.method, urlOf(row, sample), sample.body, {
    'x-accesstoken': worlds[row.dialect].caller.token,
    'x-request-id': 'my-request',
  })

async function newRows<T>(work: () => Promise<T>) {
  const last = await db.selectFrom('audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const result = await work()
  const entries = await db
    .selectFrom('audit')
    .selectAll()
    .where('id', '>', last?.id ?? 0)
    .orderBy('id')
    .execute()
  return { result, entries }
}

/** Reads whose question is too long for a query string. */
const onlyRead = ['POST /lifecycle/simulate', 'POST /console/client-invoices/:id/reminders/preview']
const changes = rows.filter((row) => isChange(row) && !onlyRead.includes(row.key))

test('every operation that changes something is in the table above', () => {
  assert.deepEqual([...new Set(changes.map((row) => row.key))].toSorted(), Object.keys(actionsOf).toSorted())
})

suite('a change leaves a row: who, what, when, from where', () => {
  for (const row of changes) {
    test(row.name, async () => {
      const { caller } = worlds[row.dialect]
      const [sample] = await samplesOf(row, worlds[row.dialect])
      const { result, entries } = await newRows(() => send(row, sample))
      assert.equal(result.status, row.reply.status, result.text)
      assert.deepEqual(
        entries.map((entry) => entry.action),
        actionsOf[row.key],
      )
      const token = await db
        .selectFrom('accessTokens')
        .select('id')
        .where('dealerId', '=', caller.dealer)
        .where('dialect', '=', row.dialect)
        .where('level', '=', 'full')
        .execute()
      for (const entry of entries) {
        assert.equal(entry.dealerId, caller.dealer)
        assert.deepEqual(entry.at, clock.now())
        assert.equal(entry.actorKind, 'token')
        assert.ok(token.some(({ id }) => id === entry.actorId))
        assert.deepEqual([entry.address, entry.requestId], ['127.0.0.1', 'my-request'])
        const isNew = /\.(create|enter)$/.test(entry.action)
        const isGone = /\.remove$/.test(entry.action)
        if (isNew) assert.ok(entry.before === null && entry.after !== null)
        if (isGone) assert.ok(entry.before !== null && entry.after === null)
      }
      const answered = result.body.data ?? result.body
      const unit = answered.units?.[0] ?? answered[0]
      const made = answered.id ?? answered.rows?.[0].id ?? unit?.unit_id
      const bill = await db
        .selectFrom('bills')
        .select('id')
        .where('sessionId', '=', String(sample.params?.payment_id ?? made))
        .executeTakeFirst()
      const subjects = [sample.params?.id, sample.params?.command_id, made, caller.dealer, bill?.id].map(String)
      assert.ok(subjects.includes(entries.at(-1)?.subjectId ?? ''))
    })
  }
})

suite('a read leaves none', () => {
  for (const row of rows.filter((one) => !isChange(one))) {
    test(row.name, async () => {
      const samples = await samplesOf(row, worlds[row.dialect])
      const before = await digestOf(db)
      for (const sample of samples) {
        assert.equal((await send(row, sample)).status, row.reply.status)
      }
      assert.equal(await digestOf(db), before)
    })
  }
})

suite('a change that cannot be recorded is not made', () => {
  // Created once: after a change of its triggers, all plans for a table are made again.
  before(async () => {
    await sql`create table no_paper ()`.execute(db)
    await sql`create function refuse_audit() returns trigger language plpgsql as $$ begin
      if exists (select from no_paper) then raise 'no paper'; end if;
      return null;
    end $$`.execute(db)
    await sql`create trigger refuse_audit before insert on audit execute function refuse_audit()`.execute(db)
  })
  after(() => sql`drop function refuse_audit cascade`.execute(db))

  for (const row of changes) {
    test(row.name, async () => {
      const [sample] = await samplesOf(row, worlds[row.dialect])
      await sql`insert into no_paper default values`.execute(db)
      const before = await digestOf(db)
      const answer = await send(row, sample)
      const after = await digestOf(db)
      await sql`delete from no_paper`.execute(db)
      assert.equal(answer.status, 500)
      assert.equal(after, before)
    })
  }
})

suite('a change without effect leaves none', () => {
  for (const dialect of dialectNames) {
    test(dialect, async () => {
      const { caller, account, user, unit } = worlds[dialect]
      for (const path of [
        `/accounts/${account}`,
        `/users/${user}`,
        `/units/${unit}`,
        '/company',
        '/payment-information',
        '/brand',
      ]) {
        const { result, entries } = await newRows(() => caller.ask('PATCH', path, {}))
        assert.equal(result.status, 200, result.text)
        assert.deepEqual(entries, [])
      }
    })
  }

  test('nor does a second activation', async () => {
    const { caller, account } = worlds.provider
    const { result, entries } = await newRows(() => caller.ask('PUT', `/accounts/${account}/activate`))
    assert.equal(result.status, 200)
    assert.deepEqual(entries, [])
  })
})

test('a refused change leaves none', async () => {
  const { caller, account, user, plan } = worlds.provider
  const owned = await anOwnedAccount(api, caller)
  const inactive = await aManagedAccount(caller, plan)
  const refused: [method: string, path: string, body: object | undefined, status: number][] = [
    ['PATCH', `/accounts/${account}`, { title: 'x' }, 400],
    ['PATCH', `/accounts/${owned.id}/set-blocked`, { blocked: true }, 403],
    ['PATCH', `/accounts/${inactive.id}/set-blocked`, { blocked: true }, 409],
    ['DELETE', `/accounts/${owned.id}`, undefined, 403],
    ['DELETE', '/accounts/1', undefined, 404],
    ['PATCH', `/users/${user}`, { name: inactive.user.name }, 409],
    ['DELETE', `/client-plans/${plan}`, undefined, 409],
    ['PUT', `/users/${owned.user.id}/appToken/5a5ca87f-7cbe-4540-ab5d-77bf4bf69884`, undefined, 403],
  ]
  for (const [method, path, body, status] of refused) {
    const { result, entries } = await newRows(() => caller.ask(method, path, body))
    assert.equal(result.status, status, `${method} ${path}: ${result.text}`)
    assert.deepEqual(entries, [])
  }
})

test('before and after show what changed', async () => {
  const { caller, unit } = worlds.provider
  const account = await aManagedAccount(caller, (await aPlan(caller)).id)
  const steps: [method: string, path: string, body: object, field: string, from: unknown, to: unknown][] = [
    ['PATCH', `/accounts/${account.id}`, { title: 'New title' }, 'title', String(account.id), 'New title'],
    ['PATCH', `/users/${account.user.id}`, { lang: 'lt' }, 'lang', null, 'lt'],
    ['PATCH', `/units/${unit}`, { description: 'Green' }, 'description', '', 'Green'],
    ['PATCH', '/company', { name: 'One' }, 'name', undefined, 'One'],
    ['PATCH', '/company', { name: 'Two' }, 'name', 'One', 'Two'],
  ]
  for (const [method, path, body, field, from, to] of steps) {
    const { result, entries } = await newRows(() => caller.ask(method, path, body))
    assert.equal(result.status, 200, result.text)
    const [entry] = entries as unknown as { before: Record<string, unknown> | null; after: Record<string, unknown> }[]
    assert.ok(entry)
    // The company's first proposal has nothing before it except what the tests above have proposed.
    if (from !== undefined) assert.equal(entry.before?.[field], from)
    assert.equal(entry.after[field], to)
  }
})

test('it never contains a secret', async () => {
  const { caller, unit } = worlds.provider
  const secrets = ['a-login-key-77', 'another-key-78', 'a-password-79', 'a-unit-password-80']
  const user = { name: `user-${process.pid}-secret`, login_key: secrets[0] }
  const plan = await aPlan(caller)
  const app = plan.app_id
  const { body } = await caller.ask('POST', '/accounts/managed', {
    reg_apps: [app],
    tariff_plans: { [app]: plan.id },
    user,
  })
  await caller.ask('PATCH', `/users/${body.user.id}`, { login_key: secrets[1] })
  await caller.ask('PUT', `/users/${body.user.id}/password`, { new_password: secrets[2], repeat_password: secrets[2] })
  await caller.ask('PATCH', `/units/${unit}`, { password: secrets[3] })
  const token = await caller.ask('PUT', `/users/${body.user.id}/appToken/${app}`)
  const entries = JSON.stringify(await db.selectFrom('audit').selectAll().execute())
  for (const secret of [...secrets, token.body.key, caller.token, '$argon2id$']) assert.ok(!entries.includes(secret))
  assert.ok(entries.includes('"loginKeyChanged":true') && entries.includes('"passwordChanged":true'))
})
