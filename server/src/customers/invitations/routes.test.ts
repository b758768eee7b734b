/** A dealer invites the owner of an account; the owner accepts or declines; the dealer detaches the account again. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, petApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { seconds } from '#kernel/time/clock.ts'
import { keepStandings } from '#portals/dashboard/standings.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { anActivatedAccount, anApprovedDealer, anUnclaimedAccount, aUnit, fresh } from '#testing/builders.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'
import { aClient, type Client, logIn, mailTo, serviceKey } from '#testing/people/client.ts'
import { expireInvitations, sendInvitations } from './actions.ts'

const api = await openApi()
const { clock, db } = api.ctx
const acting: ActorContext = { ...api.ctx, actor: operator('test') }

const invite = (dealer: Caller, email: string, app: string = consumerApp) =>
  dealer.ask('POST', '/invitations', { email, app_id: app })
const invited = async (dealer: Caller, email: string) =>
  payloadIn(dealer.dialect, await invite(dealer, email), dealer.dialect === 'provider' ? 200 : 201)
const read = async (dealer: Caller, path: string) => payloadIn(dealer.dialect, await dealer.ask('GET', path))
const received = async (client: Client) => (await client.ask('GET', '/invitations')).body
const accept = (client: Client, id: string) => client.ask('POST', `/invitations/${id}/accept`)

async function aClientWithUnit(dealer: Caller) {
  const account = await anUnclaimedAccount(dealer)
  const unit = await aUnit(dealer, account.id, { app_id: consumerApp })
  return { client: await aClient(api, dealer, account), unit }
}

for (const dialect of dialectNames) {
  suite(`an invitation in ${dialect}`, () => {
    test('brings the account with its units when its owner accepts', async () => {
      const [before, dealer] = [await api.dealer(dialect), await api.dealer(dialect)]
      const { client, unit } = await aClientWithUnit(before)
      const { id } = client.account
      await before.ask('PATCH', `/accounts/${id}`, { title: 'Difficult client', description: 'Pays late' })
      await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
      const key = await serviceKey(before, client.user.id, consumerApp)
      const invitation = await invited(dealer, client.email.toUpperCase())
      assert.equal(invitation.status, 'open')
      assert.ok((await sendInvitations(acting)) >= 1)
      assert.match((await mailTo(api, client.email))?.text ?? '', /would like to manage your account/)
      assert.deepEqual(
        (await received(client)).map((one: { id: string; app_id: string }) => [one.id, one.app_id]),
        [[invitation.id, consumerApp]],
      )
      assert.equal((await accept(client, invitation.id)).status, 200)
      const account = await read(dealer, `/accounts/${id}`)
      assert.deepEqual(
        [
          account.pid,
          account.is_attached,
          account.attached_at,
          account.service_apps,
          account.title,
          account.description,
        ],
        [dealer.dealer, true, seconds(clock.now()), [], String(id), ''],
      )
      assert.equal(
        (await read(dealer, '/units')).some((one: { id: number }) => one.id === unit.id),
        true,
      )
      assert.equal(await read(dealer, '/accounts/count?is_attached=true'), 1)
      assert.deepEqual((await read(dealer, `/invitations?ids=${invitation.id}`))[0].status, 'accepted')
      // The previous dealer no longer sees it, and its support session has ended.
      assertRefused(await before.ask('GET', `/accounts/${id}`), 404, 'NOT_FOUND')
      assertRefused(await before.ask('GET', `/units/${unit.id}`), 404, 'NOT_FOUND')
      const visit = await api.ask('GET', '/client/me', undefined, { authorization: `Bearer ${key}` })
      assert.equal(visit.status, 401)
      assert.equal((await client.ask('GET', '/me')).status, 200)
      assert.deepEqual(await received(client), [])
      assertRefused(await accept(client, invitation.id), 404, 'NOT_FOUND')
      // The counts of the previous dealer follow within seconds.
      await keepStandings(acting)
      assert.deepEqual(await rowsLeftBehind(id, before.dealer), [])
    })

    test('gets the same answer whether or not the account exists', async () => {
      const dealer = await api.dealer(dialect)
      const { client } = await aClientWithUnit(await api.dealer(dialect))
      const own = await aClientWithUnit(dealer)
      const managed = await anActivatedAccount(api, await api.dealer(dialect))
      for (const email of [
        client.email,
        own.client.email,
        `${fresh('nobody')}@example.com`,
        `m${managed.id}@example.com`,
      ]) {
        const { id, email: sent, created_at, expires_at, ...rest } = await invited(dealer, email)
        assert.equal(sent, email)
        assert.deepEqual(rest, { app_id: consumerApp, status: 'open' })
        assert.deepEqual([created_at, expires_at], [seconds(clock.now()), seconds(clock.now()) + 14 * 86_400])
        assert.match(id, /^[0-9a-f-]{36}$/)
      }
      await sendInvitations(acting)
      assert.deepEqual(await received(own.client), [])
      assert.doesNotMatch((await mailTo(api, own.client.email))?.text ?? '', /manage your account/)
    })

    test('needs an approved company profile', async () => {
      assertRefused(await invite(await api.dealer(dialect, false), 'a@example.com'), 403, 'FORBIDDEN')
      await invited(await anApprovedDealer(api, dialect), 'a@example.com')
    })

    test('needs an address and an owned application', async () => {
      const dealer = await api.dealer(dialect)
      assertRefused(await invite(dealer, 'nobody'), 400, 'FAILED_VALIDATION email')
      assertRefused(await invite(dealer, 'a@example.com', fleetApp), 400, 'FAILED_VALIDATION app_id')
      const pet = await invite(dealer, 'a@example.com', petApp)
      if (dialect === 'provider') assertRefused(pet, 400, 'FAILED_VALIDATION app_id')
      else assert.equal(pet.status, 201)
    })

    test('exists once per address, and can be deleted', async () => {
      const dealer = await api.dealer(dialect)
      const { client } = await aClientWithUnit(await api.dealer(dialect))
      const { id } = await invited(dealer, client.email)
      assertRefused(await invite(dealer, client.email.toUpperCase()), 409, 'CONFLICT email')
      assert.equal(payloadIn(dialect, await dealer.ask('DELETE', `/invitations/${id}`)), id)
      assertRefused(await accept(client, id), 404, 'NOT_FOUND')
      await invited(dealer, client.email)
    })

    test('does not reveal that it was declined', async () => {
      const dealer = await api.dealer(dialect)
      const { client } = await aClientWithUnit(await api.dealer(dialect))
      const before = await invited(dealer, client.email)
      assert.equal((await client.ask('POST', `/invitations/${before.id}/decline`)).status, 200)
      assert.deepEqual((await read(dealer, `/invitations?ids=${before.id}`))[0], before)
      assert.deepEqual(await received(client), [])
      assertRefused(await accept(client, before.id), 404, 'NOT_FOUND')
    })

    test('ends after two weeks', async () => {
      const dealer = await api.dealer(dialect)
      const { client } = await aClientWithUnit(await api.dealer(dialect))
      const { id } = await invited(dealer, client.email)
      clock.advance(14 * 86_400)
      const back = { ...client, ask: await freshSession(client) }
      assertRefused(await accept(back, id), 404, 'NOT_FOUND')
      await expireInvitations(acting)
      assert.equal((await read(dealer, `/invitations?ids=${id}`))[0].status, 'expired')
    })

    test('of someone else cannot be used', async () => {
      const dealer = await api.dealer(dialect)
      const [{ client }, { client: other }] = [
        await aClientWithUnit(await api.dealer(dialect)),
        await aClientWithUnit(await api.dealer(dialect)),
      ]
      const { id } = await invited(dealer, client.email)
      for (const act of ['accept', 'decline']) {
        assertRefused(await other.ask('POST', `/invitations/${id}/${act}`), 404, 'NOT_FOUND')
      }
    })
  })

  suite(`detaching an account in ${dialect}`, () => {
    test('leaves it to its client, without a dealer, and another can invite it', async () => {
      const [before, dealer] = [await api.dealer(dialect), await api.dealer(dialect)]
      const { client } = await aClientWithUnit(before)
      const { id } = client.account
      assert.equal(payloadIn(dialect, await before.ask('POST', `/accounts/${id}/detach`)), id)
      assertRefused(await before.ask('GET', `/accounts/${id}`), 404, 'NOT_FOUND')
      assertRefused(await before.ask('POST', `/accounts/${id}/detach`), 404, 'NOT_FOUND')
      const me = (await client.ask('GET', '/me')).body
      assert.deepEqual([me.account.is_attached, me.account.attached_at], [false, null])
      assert.equal((await client.ask('GET', '/units')).body.length, 1)
      // The counts of the previous dealer follow within seconds.
      await keepStandings(acting)
      assert.deepEqual(await rowsLeftBehind(id, before.dealer), [])
      const invitation = await invited(dealer, client.email)
      assert.equal((await accept(client, invitation.id)).status, 200)
      assert.equal((await read(dealer, `/accounts/${id}`)).is_attached, true)
    })

    test('is only for owned accounts', async () => {
      const dealer = await api.dealer(dialect)
      for (const { id } of [await anUnclaimedAccount(dealer), await anActivatedAccount(api, dealer)]) {
        assertRefused(await dealer.ask('POST', `/accounts/${id}/detach`), 403, 'FORBIDDEN')
      }
    })
  })
}

async function freshSession(client: Client): Promise<Client['ask']> {
  const token = await logIn(api, client.email)
  return (method, path, body) => api.ask(method, `/client${path}`, body, { authorization: `Bearer ${token}` })
}

/** Tables that keep history under the dealer of that time. */
const history = ['audit', 'events', 'service_tokens', 'mails', 'purchases', 'idempotency_keys']

/** Every table with an account or a unit and a dealer: nothing that moved may stay with the previous dealer. */
async function rowsLeftBehind(account: number, dealer: number): Promise<string[]> {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.table_name as name, c.column_name as column from information_schema.columns c
    join information_schema.columns d on d.table_name = c.table_name and d.column_name = 'dealer_id'
    where c.table_schema = 'public' and c.column_name in ('account_id', 'unit_id')`.execute(db)
  const left: string[] = []
  for (const { name, column } of rows.filter((row) => !history.includes(row.name))) {
    const own =
      column === 'unit_id' ? sql`select id from units where account_id = ${account}` : sql`select ${account}::bigint`
    const found = await sql`
      select from ${sql.table(name)} where dealer_id = ${dealer} and ${sql.ref(column)} in (${own})`.execute(db)
    if (found.rows.length > 0) left.push(name)
  }
  return left
}

test('moving an account to another dealer sends events to both', async () => {
  const [before, dealer] = [await api.dealer('provider'), await api.dealer('provider')]
  const { client } = await aClientWithUnit(before)
  const { id } = await invited(dealer, client.email)
  await accept(client, id)
  const sent = await db
    .selectFrom('events')
    .select(['dealerId', 'type'])
    .where('accountId', '=', client.account.id)
    .where('type', 'in', ['account.attached', 'account.detached'])
    .orderBy('type')
    .execute()
  assert.deepEqual(sent, [
    { dealerId: dealer.dealer, type: 'account.attached' },
    { dealerId: before.dealer, type: 'account.detached' },
  ])
})
