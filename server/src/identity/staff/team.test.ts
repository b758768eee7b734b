import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, fresh } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { behind } from '#testing/faults/behind.ts'
import { askAs, goodPassword, mailTo } from '#testing/people/client.ts'
import { aPerson, askAsPerson, type StaffMember, secretIn, signIn } from '#testing/people/staff.ts'
import { until } from '#testing/until.ts'
import { suspendDealer } from '../dealers/actions.ts'
import { changePerson, createPerson } from './actions.ts'

const api = await openApi()
const aDealer = async () => {
  const dealer = await api.dealer('provider')
  return { ...dealer, owner: await aPerson(api, dealer.dealer, 'owner') }
}
const another = 'a loud green mountain'
const anAddress = () => `${fresh('anna')}@example.com`
const invite = (by: Pick<StaffMember, 'ask'>, email: string, role = 'support') =>
  by.ask('POST', '/provider/staff', { email, role, name: 'Anna' })
const accept = (token: string, password = goodPassword) =>
  api.ask('POST', '/console/invitations/accept', { token, password })

suite('an invitation', () => {
  test('comes by email, works once, and gives the chosen role', async () => {
    const { owner, dealer } = await aDealer()
    const email = anAddress()
    const invited = await invite(owner, ` ${email} `)
    assert.equal(invited.status, 201, invited.text)
    const { id, created_at, ...rest } = invited.body
    const expected = { name: 'Anna', email, role: 'support', status: 'invited', two_factor: false, last_login_at: null }
    assert.deepEqual(rest, expected)
    assert.equal(created_at, Math.floor(api.ctx.clock.now().getTime() / 1000))
    const mail = await mailTo(api, email)
    assert.equal(mail?.subject, 'You’re invited to join the team of Dealer provider')
    assert.match(mail?.text ?? '', /http:\/\/127\.0\.0\.1:8080\/console#invitation=[\w-]{43}\n/)
    const accepted = await accept(secretIn(mail))
    assert.equal(accepted.status, 201, accepted.text)
    assert.deepEqual([accepted.body.kind, accepted.body.person_id], ['dealer', id])
    assert.match(accepted.headers['set-cookie'] ?? '', /^waymark_console=wp_/)
    const me = await askAsPerson(api, accepted.body.token)('GET', '/console/me')
    assert.deepEqual([me.body.person.role, me.body.dealer.id], ['support', dealer])
    assertRefused(await accept(secretIn(mail)), 400, 'FAILED_VALIDATION')
    assert.ok((await signIn(api, email)).token)
    const [member] = (await owner.ask('GET', `/provider/staff?ids=${id}`)).body
    assert.deepEqual([member.status, member.last_login_at], ['active', created_at])
  })

  test('is replaced by a newer one, and is valid for seven days', async () => {
    const { owner } = await aDealer()
    const email = anAddress()
    await invite(owner, email)
    const old = secretIn(await mailTo(api, email))
    assertRefused(await invite(owner, email), 429, 'REQUESTS_EXCEEDED')
    api.ctx.clock.advance(61)
    assert.equal((await invite(owner, email, 'billing')).body.role, 'billing')
    assertRefused(await accept(old), 400, 'FAILED_VALIDATION')
    const fresher = secretIn(await mailTo(api, email))
    api.ctx.clock.advance(7 * 86_400)
    assertRefused(await accept(fresher), 400, 'FAILED_VALIDATION')
    assert.equal((await owner.ask('GET', '/console/me')).status, 401)
  })

  test('refuses a weak password, and stays valid for a better one', async () => {
    const { owner } = await aDealer()
    const email = anAddress()
    await invite(owner, email)
    const secret = secretIn(await mailTo(api, email))
    assertRefused(await accept(secret, 'short'), 400, 'FAILED_VALIDATION password')
    assertRefused(await accept(secret, 'iloveyou1'), 400, 'FAILED_VALIDATION password')
    assert.equal((await accept(secret)).status, 201)
  })

  test('does not work for someone who was removed or disabled meanwhile', async () => {
    const { owner } = await aDealer()
    for (const end of [
      (id: string) => owner.ask('DELETE', `/provider/staff/${id}`),
      (id: string) => owner.ask('PATCH', `/provider/staff/${id}`, { enabled: false }),
    ]) {
      const email = anAddress()
      const { id } = (await invite(owner, email)).body
      assert.equal((await end(id)).status, 200)
      assertRefused(await accept(secretIn(await mailTo(api, email))), 400, 'FAILED_VALIDATION')
    }
  })

  test('does not let anyone in who is disabled at the same moment', async () => {
    const { owner } = await aDealer()
    const email = anAddress()
    const { id } = (await invite(owner, email)).body
    const secret = secretIn(await mailTo(api, email))
    const late = await behind(
      api.ctx.db,
      (db) => db.updateTable('staff').set({ disabledAt: api.ctx.clock.now() }).where('id', '=', id).execute(),
      () => accept(secret),
    )
    assertRefused(late, 400, 'FAILED_VALIDATION')
  })

  test('that is accepted at this moment is not sent again, and the role stays', async () => {
    const { owner } = await aDealer()
    const email = anAddress()
    const { id } = (await invite(owner, email, 'owner')).body
    api.ctx.clock.advance(61)
    const passwordHash = await api.ctx.vault.hashSecret(goodPassword)
    const again = await behind(
      api.ctx.db,
      (db) => db.updateTable('staff').set({ passwordHash }).where('id', '=', id).execute(),
      () => invite(owner, email, 'read_only'),
    )
    assertRefused(again, 409, 'CONFLICT email')
    const [member] = (await owner.ask('GET', `/provider/staff?ids=${id}`)).body
    assert.deepEqual([member.status, member.role], ['active', 'owner'])
  })

  test('is refused for an address in use, in this team or another', async () => {
    const [one, other] = [await aDealer(), await aDealer()]
    assertRefused(await invite(one.owner, one.owner.email.toUpperCase()), 409, 'CONFLICT email')
    assertRefused(await invite(one.owner, other.owner.email), 409, 'CONFLICT email')
    const email = anAddress()
    await invite(other.owner, email)
    assertRefused(await invite(one.owner, email), 409, 'CONFLICT email')
    assertRefused(await invite(one.owner, 'not an address'), 400, 'FAILED_VALIDATION email')
    assertRefused(await invite(one.owner, anAddress(), 'operator'), 400, 'FAILED_VALIDATION role')
  })

  test('creates an owner only if an owner sends it, not a token', async () => {
    const dealer = await aDealer()
    assertRefused(await dealer.ask('POST', '/staff', { email: anAddress(), role: 'owner' }), 403, 'FORBIDDEN')
    const { body } = await dealer.ask('POST', '/staff', { email: anAddress(), role: 'manager' })
    assertRefused(await dealer.ask('PATCH', `/staff/${body.id}`, { role: 'owner' }), 403, 'FORBIDDEN')
    assertRefused(await dealer.ask('PATCH', `/staff/${dealer.owner.id}`, { role: 'support' }), 403, 'FORBIDDEN')
    assertRefused(await dealer.ask('DELETE', `/staff/${dealer.owner.id}`), 403, 'FORBIDDEN')
    const coming = anAddress()
    assert.equal((await invite(dealer.owner, coming, 'owner')).status, 201)
    assertRefused(await dealer.ask('POST', '/staff', { email: coming, role: 'support' }), 403, 'FORBIDDEN')
  })
})

suite('a person', () => {
  const endings: Record<string, (owner: StaffMember, id: string) => Promise<unknown>> = {
    'is disabled': (owner, id) => owner.ask('PATCH', `/provider/staff/${id}`, { enabled: false }),
    'gets another role': (owner, id) => owner.ask('PATCH', `/provider/staff/${id}`, { role: 'read_only' }),
    'is removed': (owner, id) => owner.ask('DELETE', `/provider/staff/${id}`),
  }
  for (const [what, end] of Object.entries(endings)) {
    test(`that ${what} is signed out at once, in the console and in clients’ applications`, async () => {
      const { owner, ...dealer } = await aDealer()
      const person = await aPerson(api, dealer.dealer, 'support')
      const account = await anActivatedAccount(api, dealer)
      const entered = await person.ask('PUT', `/provider/users/${account.user.id}/appToken/${fleetApp}`)
      const support = askAs(api, entered.body.key)
      assert.equal((await support('GET', '/units')).status, 200)
      await end(owner, person.id)
      assertRefused(await person.ask('GET', '/provider/units'), 401, 'INVALID_TOKEN')
      assertRefused(await person.ask('GET', '/console/me'), 401, 'INVALID_TOKEN')
      assertRefused(await support('GET', '/units'), 401, 'INVALID_TOKEN')
    })
  }

  test('that gets another role at this moment does not open a client’s application', async () => {
    const { owner, ...dealer } = await aDealer()
    const person = await aPerson(api, dealer.dealer, 'support')
    const { user } = await anActivatedAccount(api, dealer)
    const actor = { kind: 'staff', id: owner.id, address: null, requestId: null } as const
    const entered = await behind(
      api.ctx.db,
      (db) => {
        const call = { ...api.ctx, db, dealer: dealer.dealer, apps: [fleetApp], actor, validate: () => {} } as const
        return changePerson(call, person.id, { role: 'read_only' })
      },
      () => person.ask('PUT', `/provider/users/${user.id}/appToken/${fleetApp}`),
    )
    assertRefused(entered, 401, 'INVALID_TOKEN')
  })

  test('can sign in with the old password when enabled again', async () => {
    const { owner, dealer } = await aDealer()
    const person = await aPerson(api, dealer, 'support')
    const enable = (enabled: boolean) => owner.ask('PATCH', `/provider/staff/${person.id}`, { enabled })
    assert.equal((await enable(false)).body.status, 'disabled')
    const tried = await api.ask('POST', '/console/sessions', { login: person.email, password: goodPassword })
    assertRefused(tried, 401, 'INVALID_CREDENTIALS')
    assert.equal((await enable(true)).body.status, 'active')
    assertRefused(await person.ask('GET', '/console/me'), 401, 'INVALID_TOKEN')
    assert.ok((await signIn(api, person.email)).token)
  })

  test('whose name alone changes stays signed in', async () => {
    const { owner, dealer } = await aDealer()
    const person = await aPerson(api, dealer, 'support')
    const { body } = await owner.ask('PATCH', `/provider/staff/${person.id}`, { name: 'Berta' })
    assert.equal(body.name, 'Berta')
    assert.equal((await person.ask('GET', '/console/me')).body.person.name, 'Berta')
  })

  test('who has left is in the audit log by name, and the address is free', async () => {
    const { owner, ...dealer } = await aDealer()
    const person = await aPerson(api, dealer.dealer, 'manager')
    const account = await anActivatedAccount(api, dealer)
    await person.ask('PATCH', `/provider/accounts/${account.id}`, { title: 'Before leaving' })
    await owner.ask('DELETE', `/provider/staff/${person.id}`)
    const { body } = await owner.ask('GET', `/provider/audit?account_id=${account.id}&actor=${person.id}`)
    assert.deepEqual(
      body.map(({ actor, action }: { actor: object; action: string }) => ({ actor, action })),
      [{ actor: { kind: 'staff', id: person.id, name: 'A manager' }, action: 'accounts.change' }],
    )
    assert.equal((await invite(owner, person.email)).status, 201)
    assertRefused(await owner.ask('PATCH', `/provider/staff/${person.id}`, { name: 'Ghost' }), 404, 'NOT_FOUND')
  })
})

suite('the last owner', () => {
  test('cannot be removed, demoted or disabled by anyone', async () => {
    const { owner } = await aDealer()
    assertRefused(await owner.ask('DELETE', `/provider/staff/${owner.id}`), 409, 'CONFLICT')
    assertRefused(await owner.ask('PATCH', `/provider/staff/${owner.id}`, { role: 'manager' }), 409, 'CONFLICT')
    assertRefused(await owner.ask('PATCH', `/provider/staff/${owner.id}`, { enabled: false }), 409, 'CONFLICT')
    await invite(owner, anAddress(), 'owner')
    assertRefused(await owner.ask('DELETE', `/provider/staff/${owner.id}`), 409, 'CONFLICT')
  })

  test('can be removed when there is another', async () => {
    const { owner, dealer } = await aDealer()
    await aPerson(api, dealer, 'owner')
    assert.equal((await owner.ask('DELETE', `/provider/staff/${owner.id}`)).status, 200)
  })

  test('stays when two owners remove each other at the same moment', async () => {
    const { owner, dealer } = await aDealer()
    const other = await aPerson(api, dealer, 'owner')
    const answers = await Promise.all([
      owner.ask('DELETE', `/provider/staff/${other.id}`),
      other.ask('DELETE', `/provider/staff/${owner.id}`),
    ])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const left = await api.ctx.db
      .selectFrom('staff')
      .select('id')
      .where('dealerId', '=', dealer)
      .where('removedAt', 'is', null)
      .execute()
    assert.equal(left.length, 1)
  })
})

test('a suspended dealer is refused with token and session, its clients are not; all works again afterwards', async () => {
  const { owner, ...dealer } = await aDealer()
  const account = await anActivatedAccount(api, dealer)
  const set = { new_password: another, repeat_password: another }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, set)
  const logIn = () => api.ask('POST', '/client/sessions', { login: account.user.name, password: another })
  const client = askAs(api, (await logIn()).body.token)
  const support = askAs(api, (await dealer.ask('PUT', `/users/${account.user.id}/appToken/${fleetApp}`)).body.key)
  const acting = { ...api.ctx, actor: operator('test') }
  await suspendDealer(acting, dealer.dealer, true)
  // The suspension takes a moment to arrive.
  await until('the suspension', async () => (await dealer.ask('GET', '/units')).status !== 200)
  assertRefused(await dealer.ask('GET', '/units'), 403, 'FORBIDDEN')
  assertRefused(await owner.ask('GET', '/provider/units'), 403, 'FORBIDDEN')
  const tried = await api.ask('POST', '/console/sessions', { login: owner.email, password: goodPassword })
  assertRefused(tried, 403, 'FORBIDDEN')
  assertRefused(await support('GET', '/units'), 401, 'INVALID_TOKEN')
  assert.equal((await client('GET', '/units')).status, 200)
  assert.equal((await logIn()).status, 201)
  await suspendDealer(acting, dealer.dealer, false)
  await until('the end of the suspension', async () => (await dealer.ask('GET', '/units')).status !== 403)
  assert.equal((await dealer.ask('GET', '/units')).status, 200)
  assert.equal((await owner.ask('GET', '/provider/units')).status, 200)
  assert.equal((await owner.ask('GET', '/console/me')).status, 200)
})

test('an operator without a password gets a link', async () => {
  const email = anAddress()
  const made = await createPerson(api.ctx, operator('test'), { dealerId: null, role: 'operator', name: 'Olga', email })
  const secret = /#invitation=([\w-]+)$/.exec(made.url ?? '')?.[1] ?? ''
  const accepted = await accept(secret)
  assert.deepEqual([accepted.status, accepted.body.kind], [201, 'operator'])
  assert.equal((await askAsPerson(api, accepted.body.token)('GET', '/operator/me')).status, 200)
})
