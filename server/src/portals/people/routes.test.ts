/** People of an account: invited, given access, limited, removed; and the log that its owners read. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { detachAccount } from '#customers/accounts/moving.ts'
import { consumerApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, anUnclaimedAccount, aUnit, fresh } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { behind } from '#testing/faults/behind.ts'
import { aClient, askAs, askFor, type Client, goodPassword, logIn, mailTo, tokenIn } from '#testing/people/client.ts'
import { accept, aPersonOf, invited } from '#testing/people/people.ts'

const api = await openApi()
const dealer = await api.dealer('provider')
const { clock } = api.ctx
const nobody = '019a0000-0000-7000-8000-0000000000ff'

/** A client with a plan for ten people. */
async function aCompany() {
  const account = await anUnclaimedAccount(dealer)
  const units: number[] = []
  for (let count = 0; count < 2; count++) units.push((await aUnit(dealer, account.id, { app_id: consumerApp })).id)
  const client = await aClient(api, dealer, account)
  await giveSubscription(api.ctx, account.id, 'premium', new Date(clock.now().getTime() + 400 * 86_400_000))
  return { ...client, units: units.sort((a, b) => a - b) as [number, number] }
}

const personIn = async (owner: Client['ask'], id: string) =>
  (await owner('GET', '/people')).body.people.find((one: { id: string }) => one.id === id)

suite('an invitation', () => {
  test('that is accepted while the account moves makes a user of its new dealer', async () => {
    const { account, ask } = await aCompany()
    const { email, token } = await invited(api, ask, 'driver')
    const joined = await behind(
      api.ctx.db,
      (db) => {
        const actor = { kind: 'token', id: 'test', address: null, requestId: null } as const
        const call = { ...api.ctx, db, dealer: dealer.dealer, apps: [consumerApp], actor, validate: () => {} } as const
        return detachAccount(call, account.id)
      },
      () => accept(api, token),
    )
    assert.equal(joined.status, 201, joined.text)
    const { rows } = await sql<{ own: number; accounts: number }>`
      select users.dealer_id as own, accounts.dealer_id as accounts
      from users join accounts on accounts.id = account_id where users.email = ${email}`.execute(api.ctx.db)
    assert.notEqual(rows[0]?.accounts, dealer.dealer)
    assert.equal(rows[0]?.own, rows[0]?.accounts)
  })

  test('comes by email, gives access with a username and a password, and works once', async () => {
    const { ask, units } = await aCompany()
    const { id, email, token } = await invited(api, ask, 'driver', { unit_ids: [units[0]] })
    const read = await api.ask('POST', '/client/people/invitations/read', { token })
    assert.deepEqual([read.status, read.body.email, read.body.role], [200, email, 'driver'])
    const waiting = (await ask('GET', '/people')).body
    assert.deepEqual(
      waiting.invitations.map((one: { id: string; unit_ids: number[] }) => [one.id, one.unit_ids]),
      [[id, [units[0]]]],
    )
    const name = fresh('driver')
    const joined = await accept(api, token, name)
    assert.deepEqual([joined.status, joined.body], [201, { email }])
    assertRefused(await accept(api, token), 400, 'FAILED_VALIDATION')
    const own = askAs(api, await logIn(api, email))
    const { user, operations } = (await own('GET', '/me')).body
    assert.deepEqual(
      [user.name, user.email, user.roles_ext, user.access_lists_ext],
      [name, email, ['driver'], { unit_ids: [units[0]], group_ids: [], geofence_ids: [] }],
    )
    assert.ok(operations.includes('client.view') && !operations.includes('client.view-bills'))
    const whole: string[] = (await ask('GET', '/me')).body.operations
    for (const name of ['client.see-all', 'client.manage-units']) {
      assert.deepEqual([name, operations.includes(name), whole.includes(name)], [name, false, true])
    }
    assert.deepEqual(
      (await own('GET', '/units')).body.map((unit: { id: number }) => unit.id),
      [units[0]],
    )
    const now = (await ask('GET', '/people')).body
    assert.deepEqual([now.people.length, now.invitations, now.limit], [2, [], 10])
  })

  test('expires after a week, can be sent again, and can be withdrawn', async () => {
    const { ask } = await aCompany()
    const first = await invited(api, ask, 'accountant')
    clock.advance(7 * 86_400)
    assertRefused(await accept(api, first.token), 400, 'FAILED_VALIDATION')
    assert.equal((await ask('POST', `/people/invitations/${first.id}/resend`)).status, 200)
    const second = tokenIn(await mailTo(api, first.email))
    assertRefused(await accept(api, first.token), 400, 'FAILED_VALIDATION')
    clock.advance(120)
    assert.equal((await ask('POST', `/people/invitations/${first.id}/resend`)).status, 200)
    const third = tokenIn(await mailTo(api, first.email))
    assertRefused(await accept(api, second), 400, 'FAILED_VALIDATION')
    assert.equal((await ask('DELETE', `/people/invitations/${first.id}`)).status, 204)
    assertRefused(await accept(api, third), 400, 'FAILED_VALIDATION')
    assertRefused(await ask('POST', `/people/invitations/${first.id}/resend`), 404, 'NOT_FOUND')
  })

  test('needs room in the plan, and invited people count', async () => {
    const { ask } = await aClient(api, dealer)
    const body = { email: `${fresh('one')}@example.com`, role: 'read_only' }
    assertRefused(await ask('POST', '/people/invitations', body), 409, 'QUOTA_EXCEEDED')
    const company = await aCompany()
    for (let count = 1; count < 10; count++) await invited(api, company.ask, 'read_only')
    assertRefused(await company.ask('POST', '/people/invitations', body), 409, 'QUOTA_EXCEEDED')
  })

  test('is refused for an address in this account, and for a name or an address in use elsewhere', async () => {
    const { ask, email } = await aCompany()
    const other = await aClient(api, dealer)
    clock.advance(120)
    const to = (address: string) => ask('POST', '/people/invitations', { email: address, role: 'driver' })
    assertRefused(await to(email.toUpperCase()), 409, 'CONFLICT email')
    assertRefused(await to('nonsense'), 400, 'FAILED_VALIDATION email')
    // Only the reader of the email learns whether the address has an account.
    assert.equal((await to(other.email)).status, 201)
    assertRefused(await to(other.email), 409, 'CONFLICT email')
    const token = tokenIn(await mailTo(api, other.email))
    assertRefused(await accept(api, token), 409, 'CONFLICT')
    const free = await invited(api, ask, 'driver')
    assertRefused(await accept(api, free.token, other.user.name.toUpperCase()), 409, 'CONFLICT username')
    assertRefused(await accept(api, free.token, 'abc'), 400, 'FAILED_VALIDATION username')
    assertRefused(await accept(api, free.token, undefined, 'password'), 400, 'FAILED_VALIDATION password')
    assert.equal((await accept(api, free.token)).status, 201)
  })

  test('lists only items of the account, and an owner has no list', async () => {
    const { ask, units } = await aCompany()
    const { units: foreign } = await aCompany()
    const invite = (lists: object, role = 'dispatcher') =>
      ask('POST', '/people/invitations', { email: `${fresh('x')}@example.com`, role, ...lists })
    assertRefused(await invite({ unit_ids: [foreign[0]] }), 404, 'NOT_FOUND')
    assertRefused(await invite({ group_ids: [nobody] }), 404, 'NOT_FOUND')
    assertRefused(await invite({ geofence_ids: [nobody] }), 404, 'NOT_FOUND')
    assertRefused(await invite({ unit_ids: [units[0]] }, 'owner'), 400, 'FAILED_VALIDATION role')
  })
})

suite('a person', () => {
  test('sees what the list allows, by units and by groups, and nothing once its items are deleted', async () => {
    const { ask, units } = await aCompany()
    const group = (await ask('POST', '/groups', { name: 'Vans', unit_ids: [units[1]] })).body
    const person = await aPersonOf(api, ask, 'dispatcher')
    const seen = async () => (await person.ask('GET', '/units')).body.map((unit: { id: number }) => unit.id)
    assert.deepEqual(await seen(), units)
    await ask('PATCH', `/people/${person.id}`, { unit_ids: [units[0]] })
    assert.deepEqual(await seen(), [units[0]])
    await ask('PATCH', `/people/${person.id}`, { group_ids: [group.id] })
    assert.deepEqual(await seen(), units)
    await ask('PATCH', `/people/${person.id}`, { unit_ids: [] })
    assert.deepEqual(await seen(), [units[1]])
    await ask('DELETE', `/groups/${group.id}`)
    assert.deepEqual(await seen(), [])
    const changed = await ask('PATCH', `/people/${person.id}`, { role: 'read_only' })
    assert.equal(changed.body.limited_to_units, true)
    assert.deepEqual(await seen(), [])
    await ask('PATCH', `/people/${person.id}`, { unit_ids: [], group_ids: [] })
    assert.deepEqual(await seen(), units)
    await ask('PATCH', `/people/${person.id}`, { role: 'driver' })
    assert.deepEqual(await seen(), [])
  })

  test('sees only the geofences on the list, and no visits to others', async () => {
    const { ask } = await aCompany()
    const shape = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
    const [one, other] = [
      (await ask('POST', '/geofences', { name: 'One', shape })).body,
      (await ask('POST', '/geofences', { name: 'Other', shape })).body,
    ]
    const person = await aPersonOf(api, ask, 'dispatcher', { geofence_ids: [one.id] })
    assert.deepEqual(
      (await person.ask('GET', '/geofences')).body.map(({ id }: { id: string }) => id),
      [one.id],
    )
    assertRefused(await person.ask('GET', `/geofences/${other.id}`), 404, 'NOT_FOUND')
    assertRefused(await person.ask('GET', `/geofences/${other.id}/inside`), 404, 'NOT_FOUND')
    assertRefused(await person.ask('POST', '/geofences', { name: 'Third', shape }), 403, 'FORBIDDEN')
    assert.equal((await person.ask('GET', '/me')).body.usage.geofence, 1)
  })

  test('has a language, units of measure, notifications and sessions of its own', async () => {
    const { ask } = await aCompany()
    const person = await aPersonOf(api, ask, 'read_only')
    const usual = {
      ...{ lang: null, measure: 'metric', volume: 'litres', temperature: 'celsius' },
      ...{ clock: 'locale', date_order: 'locale', week_start: 'locale', zone: null },
      notify_config: { in_app: true, mail: true },
    }
    const wish = {
      ...{ lang: 'de', measure: 'imperial', volume: 'us_gallons', temperature: 'fahrenheit' },
      ...{ clock: '12h', date_order: 'mdy', week_start: 'sunday', zone: 'America/Chicago' },
      notify_config: { in_app: false, mail: false },
    }
    const chosenBy = (user: Record<string, unknown>) =>
      Object.fromEntries(Object.keys(usual).map((key) => [key, user[key]]))
    const changed = await person.ask('PATCH', '/me', wish)
    assert.equal(changed.status, 200, changed.text)
    const { user } = (await person.ask('GET', '/me')).body
    assert.deepEqual([chosenBy(changed.body), chosenBy(user)], [wish, wish])
    assert.deepEqual(chosenBy((await ask('GET', '/me')).body.user), usual)
    assert.equal((await person.ask('GET', '/sessions')).body.length, 1)
    assertRefused(await person.ask('PATCH', '/me', { measure: 'nautical' }), 400, 'FAILED_VALIDATION measure')
    assertRefused(await person.ask('PATCH', '/me', { volume: 'barrels' }), 400, 'FAILED_VALIDATION volume')
    assertRefused(await person.ask('PATCH', '/me', { zone: 'Mars/Olympus' }), 400, 'FAILED_VALIDATION zone')
    assert.equal((await person.ask('PATCH', '/me', { zone: null })).body.zone, null)
    assert.equal((await person.ask('GET', '/me')).body.user.week_start, 'sunday')
  })

  test('is signed out with the next request once removed, and the address is free again', async () => {
    const { ask } = await aCompany()
    const person = await aPersonOf(api, ask, 'dispatcher')
    assert.equal((await ask('DELETE', `/people/${person.id}`)).status, 204)
    assertRefused(await person.ask('GET', '/me'), 401, 'INVALID_TOKEN')
    const again = await api.ask('POST', '/client/sessions', { login: person.email, password: goodPassword })
    assertRefused(again, 401, 'INVALID_CREDENTIALS')
    clock.advance(120)
    const invite = await ask('POST', '/people/invitations', { email: person.email, role: 'driver' })
    assert.equal(invite.status, 201, invite.text)
  })

  test('of another account does not exist here', async () => {
    const [one, other] = [await aCompany(), await aCompany()]
    const person = await aPersonOf(api, other.ask, 'driver')
    for (const id of [person.id, nobody]) {
      assertRefused(await one.ask('PATCH', `/people/${id}`, { role: 'owner' }), 404, 'NOT_FOUND')
      assertRefused(await one.ask('DELETE', `/people/${id}`), 404, 'NOT_FOUND')
    }
  })
})

suite('the owners', () => {
  test('are never zero', async () => {
    const { ask, user } = await aCompany()
    const person = await aPersonOf(api, ask, 'dispatcher')
    assertRefused(await ask('PATCH', `/people/${user.id}`, { role: 'driver' }), 409, 'CONFLICT')
    assertRefused(await ask('DELETE', `/people/${user.id}`), 409, 'CONFLICT')
    assertRefused(await ask('DELETE', '/people/current'), 409, 'CONFLICT')
    assert.equal((await person.ask('DELETE', '/people/current')).status, 204)
    assertRefused(await person.ask('GET', '/me'), 401, 'INVALID_TOKEN')
  })

  test('keep one if two leave at the same moment', async () => {
    const { ask, user } = await aCompany()
    const second = await aPersonOf(api, ask, 'owner')
    const answers = await Promise.all([
      ask('PATCH', `/people/${user.id}`, { role: 'read_only' }),
      second.ask('PATCH', `/people/${second.id}`, { role: 'read_only' }),
    ])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  })

  test('include the user that dealers know, whom the next one replaces', async () => {
    const { ask, user, account } = await aCompany()
    const second = await aPersonOf(api, ask, 'owner')
    await aPersonOf(api, ask, 'driver')
    const known = async () => (await dealer.ask('GET', `/users?account_ids=${account.id}`)).body
    const [first, ...others] = (await known()).data ?? (await known())
    assert.deepEqual([first.id, others.length], [user.id, 0])
    assertRefused(await dealer.ask('PATCH', `/users/${second.id}`, { lang: 'en' }), 404, 'NOT_FOUND')
    assert.equal((await second.ask('DELETE', `/people/${user.id}`)).status, 204)
    const after = (await known()).data ?? (await known())
    assert.deepEqual(
      after.map(({ id }: { id: string }) => id),
      [second.id],
    )
    assert.equal((await personIn(second.ask, second.id)).first, true)
  })
})

test('the dealer reads who is in a managed account, but not in an owned one', async () => {
  const managed = await anActivatedAccount(api, dealer)
  const owner = await askFor(api, dealer, managed.user)
  const unit = await aUnit(dealer, managed.id)
  const driver = await aPersonOf(api, owner, 'driver', { unit_ids: [unit.id] })
  const path = `/console/accounts/${managed.id}/people`
  const { body } = await dealer.ask('GET', path)
  const told = body.map((one: { name: string; role: string; first: boolean; limited_to_units: boolean }) => [
    ...[one.name, one.role, one.first, one.limited_to_units],
  ])
  assert.deepEqual(told, [
    [managed.user.name, 'owner', true, false],
    [driver.name, 'driver', false, true],
  ])
  assertRefused(await (await api.dealer('provider')).ask('GET', path), 404, 'NOT_FOUND')
  const { account } = await aCompany()
  assertRefused(await dealer.ask('GET', `/console/accounts/${account.id}/people`), 403, 'FORBIDDEN')
})

test('the owners read who did what, even by people who have left; logins of others stay private', async () => {
  const { ask, units, account } = await aCompany()
  const person = await aPersonOf(api, ask, 'dispatcher')
  await person.ask('POST', '/groups', { name: 'Vans', unit_ids: [units[0]] })
  await person.ask('PUT', '/me/password', {
    ...{ password: goodPassword, new_password: 'another quiet harbour', repeat_password: 'another quiet harbour' },
  })
  await dealer.ask('PATCH', `/accounts/${account.id}`, { title: 'New title' })
  await ask('DELETE', `/people/${person.id}`)
  const { status, body, text } = await ask('GET', '/audit?sort=-id&limit=6')
  assert.equal(status, 200, text)
  const told = body.map(
    (entry: { actor: { kind: string; name: string | null }; action: string; subject_name: string }) => [
      ...[entry.actor.kind, entry.actor.name, entry.action, entry.subject_name],
    ],
  )
  const { name } = (await ask('GET', '/me')).body.user
  assert.deepEqual(told.slice(0, 4), [
    ['person', name, 'people.remove', person.name],
    ['provider', null, 'accounts.change', 'New title'],
    ['person', person.name, 'groups.create', 'Vans'],
    ['person', person.name, 'people.join', person.name],
  ])
  const other = await aCompany()
  const foreign = (await other.ask('GET', '/audit')).text
  assert.ok(!foreign.includes(person.name) && !foreign.includes('Vans'))
})
