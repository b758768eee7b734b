/** After an erasure no table has anything of the account: every column of every table is searched. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { detachAccount } from '#customers/accounts/moving.ts'
import { consumerApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { listMails, postMail } from '#kernel/mail/outbox.ts'
import { openApi } from '#testing/api.ts'
import { aBill, anActivatedAccount, anAddress, aUnit, fresh, received } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { tablesWith as search } from '#testing/checks/everywhere.ts'
import { behind } from '#testing/faults/behind.ts'
import {
  aClient,
  askAs,
  type Client,
  goodPassword,
  logIn,
  mailTo,
  serviceKey,
  tokenIn,
} from '#testing/people/client.ts'
import { aPersonOf, invited } from '#testing/people/people.ts'
import { aPerson } from '#testing/people/staff.ts'
import { until } from '#testing/until.ts'
import { eraseDue, eraseNow } from './actions.ts'

const api = await openApi()
const dealer = await api.dealer('provider')
const week = 7 * 86_400
const job = { ...api.ctx, actor: { kind: 'job', id: 'accounts.erase', address: null, requestId: null } } as const

const tablesWith = (words: readonly string[]) => search(api.ctx.db, words)

async function signedIn({ user }: Awaited<ReturnType<typeof anActivatedAccount>>): Promise<Client['ask']> {
  await dealer.ask('PUT', `/users/${user.id}/password`, { new_password: goodPassword, repeat_password: goodPassword })
  return askAs(api, await logIn(api, user.name))
}

/** One current, one removed and one invited person. */
async function severalPeople(owner: Client['ask']): Promise<string[]> {
  const gone = await aPersonOf(api, owner, 'dispatcher')
  assert.equal((await owner('DELETE', `/people/${gone.id}`)).status, 204)
  const { email } = await invited(api, owner, 'driver')
  return [await aPersonOf(api, owner, 'read_only'), gone].flatMap((one) => [one.id, one.name, one.email]).concat(email)
}

/** Requests are logged a moment later, in order: once the last one is, all are. */
async function requestsAreLogged(): Promise<void> {
  const path = `/accounts/${fresh('9')}`
  await dealer.ask('GET', path)
  const written = api.ctx.db.selectFrom('apiRequests').select('id').where('path', 'like', `%${path}`)
  await until('the request log', async () => (await written.execute()).length > 0)
}

async function aMeasuringSensor(unitId: number): Promise<string> {
  const { db, clock } = api.ctx
  const id = uuidv7(clock.now())
  await db
    .insertInto('unitSensors')
    .values({
      id,
      unitId,
      ...{ name: 'Supply', formula: 'power.voltage', kind: 'number', measure: 'V', pairs: '[]', outside: 'clamp' },
      ...{ smoothing: 'none', smoothingCount: 5, decimals: 1, createdAt: clock.now(), updatedAt: clock.now() },
    })
    .execute()
  const measured = { count: 1, sum: 12, min: 12, max: 12, last: 12, lastAt: 1_772_000_000 }
  await db
    .insertInto('sensorQuarters')
    .values({ sensorId: id, t: 1_772_000_000, ...measured })
    .execute()
  return id
}

/** A client who has used a bit of everything. */
async function aBusyClient(): Promise<{ client: Client; words: string[] }> {
  const client = await aClient(api, dealer)
  const words = {
    unit: fresh('Marsupilami'),
    group: fresh('Palombia'),
    ident: fresh('8675309'),
    driver: fresh('Fantasio'),
  }
  const created = await client.ask('POST', '/units', {
    ...{ name: words.unit, ident: words.ident, hw_id: 101, app_id: consumerApp },
  })
  assert.equal(created.status, 201, created.text)
  const unit = created.body
  await received(api, unit, [{ timestamp: 1_772_000_000, 'position.latitude': 50, 'position.longitude': 10 }])
  const sensor = await aMeasuringSensor(unit.id)
  await client.ask('POST', '/groups', { name: words.group, unit_ids: [unit.id] })
  const driver = await client.ask('POST', '/drivers', { name: words.driver, phone: '+32 2 5550123' })
  assert.equal(driver.status, 201, driver.text)
  await client.ask('PUT', '/me/email', { email: `${fresh('next')}@example.com`, password: goodPassword })
  await api.ask('POST', '/client/password-reset', { email: client.email })
  await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
  await askAs(api, await serviceKey(dealer, client.user.id, consumerApp))('GET', '/units')
  await dealer.ask('PATCH', `/accounts/${client.account.id}`, { title: 'Houba' }, { 'idempotency-key': fresh('key') })
  const ids = [String(client.account.id), client.user.id, sensor]
  return { client, words: [...ids, ...Object.values(words), client.email, client.user.name] }
}

const erase = (client: Client, password = goodPassword) => client.ask('DELETE', '/me', { password })

test('a week after its client’s request nothing of an account is in any table', async () => {
  const { client, words } = await aBusyClient()
  await requestsAreLogged()
  assert.ok((await tablesWith(words)).length > 8)
  const asked = await erase(client)
  const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
  assert.deepEqual([asked.status, asked.body], [202, { erase_at: now + week }])
  assert.equal((await client.ask('GET', '/me')).body.erase_at, now + week)
  const token = tokenIn(await mailTo(api, client.email))
  const waiting = (await api.ask('POST', '/client/erasure', { token })).body
  assert.deepEqual([waiting.state, waiting.due_at, waiting.erased, waiting.text], ['waiting', now + week, null, null])
  api.ctx.clock.advance(week - 1)
  assert.equal(await eraseDue(job), 0)
  api.ctx.clock.advance(1)
  assert.equal(await eraseDue(job), 1)
  assert.equal(await eraseDue(job), 0)
  assert.deepEqual(await tablesWith(words), [])
  assertRefused(await client.ask('GET', '/me'), 401, 'INVALID_TOKEN')
  const done = (await api.ask('POST', '/client/erasure', { token })).body
  assert.deepEqual([done.state, done.erased_at, done.requested_by], ['erased', now + week, 'client'])
  const { records, ...counted } = done.erased
  assert.deepEqual(counted, { people: 1, units: 1, messages: 1, bills_kept: 0 })
  assert.ok(records > 5)
  assert.match(done.text, /^Certificate of erasure .*\n.*\nErased: 1 account, 1 people, 1 units, 1 messages/)
  assertRefused(await api.ask('POST', '/client/erasure/undo', { token }), 409, 'CONFLICT')
})

suite('idents and addresses that are words, or parts of others, delete nothing else', () => {
  for (const ident of ['units.', 'create', 'active', 'example.com', '%%%%%%', '......', 'units.create']) {
    test(ident, async () => {
      const other = await aClient(api, dealer)
      const unit = { name: 'Other', ident: fresh('other-active'), hw_id: 101, app_id: consumerApp }
      assert.equal((await other.ask('POST', '/units', unit)).status, 201)
      await postMail(api.ctx, { to: 'grandmax@example.com', subject: 'Hello', text: 'Hello', key: fresh('mail') })
      const client = await aClient(api, dealer)
      const made = await client.ask('POST', '/units', { ...unit, ident })
      assert.equal(made.status, 201, made.text)
      const { db } = api.ctx
      await db.updateTable('users').set({ email: 'max@example.com' }).where('id', '=', client.user.id).execute()
      await requestsAreLogged()
      const ids = [String(client.account.id), String(made.body.id), client.user.id]
      const own = [...ids, client.email]
      const rows = async () => {
        const { rows } = await sql<{ id: string; text: string }>`
          select 'audit ' || id as id, audit::text as text from audit
          union all select 'mails ' || id, mails::text from mails
          union all select 'events ' || seq, events::text from events`.execute(db)
        return rows.filter(({ text }) => !own.some((word) => text.includes(word))).map(({ id }) => id)
      }
      const before = await rows()
      assert.ok(before.length > 10)
      await eraseNow({ ...api.ctx, actor: operator('accounts erase') }, client.account.id)
      const left = new Set(await rows())
      assert.deepEqual(
        before.filter((id) => !left.has(id)),
        [],
      )
      assert.deepEqual(await tablesWith(ids), [])
    })
  }
})

test('inviting someone of a dealer’s team does not erase what is known about them', async () => {
  const other = await api.dealer('provider')
  const person = await aPerson(api, other.dealer, 'owner')
  await postMail(api.ctx, { to: person.email, subject: 'Your invoice', text: 'Hello', key: fresh('mail') })
  const traces = async () => {
    const { rows } = await sql<{ trace: string }>`
      select action as trace from audit where audit::text like ${`%${person.email}%`}
      union all select subject from mails where "to" = ${person.email}`.execute(api.ctx.db)
    return rows.map(({ trace }) => trace)
  }
  assert.deepEqual(await traces(), ['staff.create', 'Your invoice'])
  const client = await aClient(api, dealer)
  await giveSubscription(api.ctx, client.account.id, 'premium', new Date(api.ctx.clock.now().getTime() + 1e10))
  api.ctx.clock.advance(61)
  const { status, body } = await client.ask('POST', '/people/invitations', { email: person.email, role: 'driver' })
  assert.equal(status, 201, JSON.stringify(body))
  await client.ask('DELETE', `/people/invitations/${body.id}`)
  await eraseNow({ ...api.ctx, actor: operator('accounts erase') }, client.account.id)
  assert.deepEqual((await traces()).slice(0, 2), ['staff.create', 'Your invoice'])
})

test('an account that moves at the same moment is erased at its new dealer', async () => {
  const client = await aClient(api, dealer)
  assert.equal((await erase(client)).status, 202)
  api.ctx.clock.advance(week)
  const done = await behind(
    api.ctx.db,
    (db) => {
      const apps = [consumerApp] as const
      return detachAccount({ ...job, db, dealer: dealer.dealer, apps, validate: () => {} }, client.account.id)
    },
    () => eraseDue(job),
  )
  assert.equal(done, 1)
  const { dealerId } = await api.ctx.db
    .selectFrom('audit')
    .select('dealerId')
    .where('action', '=', 'accounts.erase')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.notEqual(dealerId, dealer.dealer)
})

suite('until then it can be undone', () => {
  test('with the button, and requested again', async () => {
    const { client } = await aBusyClient()
    assert.equal((await erase(client)).status, 202)
    assertRefused(await erase(client), 409, 'CONFLICT')
    assert.equal((await client.ask('DELETE', '/me/erasure')).status, 204)
    assertRefused(await client.ask('DELETE', '/me/erasure'), 409, 'CONFLICT')
    api.ctx.clock.advance(week)
    assert.equal(await eraseDue(job), 0)
    const again = await aClient(api, dealer)
    assert.equal((await erase(again)).status, 202)
  })

  test('with the emailed link, which every owner gets, without signing in', async () => {
    const client = await aClient(api, dealer)
    await giveSubscription(api.ctx, client.account.id, 'premium', new Date(api.ctx.clock.now().getTime() + 1e10))
    const other = await aPersonOf(api, client.ask, 'owner')
    const reader = await aPersonOf(api, client.ask, 'read_only')
    await erase(client)
    const token = tokenIn(await mailTo(api, client.email))
    assert.equal(tokenIn(await mailTo(api, other.email)), token)
    const mails = await listMails(api.ctx)
    assert.ok(!mails.some(({ to, text }) => to === reader.email && text.includes(token)))
    assert.equal((await api.ask('POST', '/client/erasure/undo', { token })).status, 204)
    assertRefused(await api.ask('POST', '/client/erasure', { token }), 400, 'FAILED_VALIDATION')
    assert.equal((await client.ask('GET', '/me')).body.erase_at, null)
  })
})

test('the password is required, and the client of a managed account has to ask its dealer', async () => {
  const client = await aClient(api, dealer)
  assertRefused(await erase(client, 'not this one'), 400, 'FAILED_VALIDATION password')
  assert.equal((await client.ask('GET', '/me')).body.erase_at, null)
  const ask = await signedIn(await anActivatedAccount(api, dealer))
  assertRefused(await ask('DELETE', '/me', { password: goodPassword }), 403, 'FORBIDDEN')
})

test('the operator erases any account at once; amounts and dates of its bills stay', async () => {
  const account = await anActivatedAccount(api, dealer)
  const owner = await signedIn(account)
  const address = await anAddress(api, account.id)
  const unit = await aUnit(dealer, account.id, { name: fresh('Spirou'), ident: fresh('1357924680') })
  const bill = await aBill(dealer, account.id)
  const people = await severalPeople(owner)
  const words = [String(account.id), account.user.id, account.user.name, address, unit.name, unit.ident, ...people]
  await requestsAreLogged()
  const acting = { ...api.ctx, actor: operator('accounts erase') }
  const erasure = await eraseNow(acting, account.id)
  assert.deepEqual([erasure.askedBy, erasure.counts?.people, erasure.counts?.billsKept], ['operator', 2, 1])
  assert.deepEqual(await tablesWith(words), [])
  const kept = await api.ctx.db.selectFrom('bills').selectAll().where('sessionId', '=', bill.id).executeTakeFirst()
  assert.deepEqual([Number(kept?.amountTotal), kept?.accountId, kept?.status], [bill.amount_total, 0, 'expired'])
  await assert.rejects(eraseNow(acting, account.id), { code: 'NOT_FOUND' })
})
