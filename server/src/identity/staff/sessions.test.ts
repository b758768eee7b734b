import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { consoleRoutes, publicConsoleRoutes } from '#entry/http/scopes/console.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { behind } from '#testing/faults/behind.ts'
import { aClient, goodPassword } from '#testing/people/client.ts'
import { aPerson, askAsPerson, signIn } from '#testing/people/staff.ts'

const api = await openApi({ WAYMARK_TRUST_PROXY: '127.0.0.1' })
const dealer = await api.dealer('provider')
const own = 'http://127.0.0.1:8080'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const tryLogin = (login: string, password = goodPassword, headers: Record<string, string> = {}) =>
  api.ask('POST', '/console/sessions', { login, password }, headers)

suite('signing in', () => {
  test('returns a token, a cookie and the person', async () => {
    const person = await aPerson(api, dealer.dealer, 'owner')
    const answer = await tryLogin(` ${person.email.toUpperCase()} `)
    assert.equal(answer.status, 201, answer.text)
    const { token, ...rest } = answer.body
    const now = api.ctx.clock.now().getTime()
    assert.deepEqual(rest, { expire: now + 12 * 3_600_000, kind: 'dealer', person_id: person.id })
    assert.match(token, /^wp_[\w-]{43}$/)
    assert.equal(
      answer.headers['set-cookie'],
      `waymark_console=${token}; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax`,
    )
    const me = await askAsPerson(api, token)('GET', '/console/me')
    const { session, rights, ...known } = me.body
    assert.deepEqual(known, {
      kind: 'dealer',
      person: {
        ...{ id: person.id, name: 'A owner', email: person.email, lang: null, role: 'owner' },
        ...{ clock: 'locale', date_order: 'locale', week_start: 'locale', zone: null },
      },
      two_factor: false,
      dealer: {
        id: dealer.dealer,
        name: 'Dealer provider',
        dialect: 'provider',
        verified: true,
        agreement: true,
        company_approved: true,
      },
    })
    assert.match(session.id, uuid)
    assert.equal(session.expires_at, Math.floor(now / 1000) + 12 * 3600)
    assert.ok(['read', 'manage', 'team', 'tokens', 'keys'].every((right) => rights.includes(right)))
  })

  test('is the same for an operator, who has no dealer and no rights in any', async () => {
    const person = await aPerson(api, null, 'operator')
    for (const path of ['/console/me', '/operator/me']) {
      const { body } = await person.ask('GET', path)
      assert.deepEqual([body.kind, body.dealer, body.rights, body.person.role], ['operator', null, [], 'operator'])
    }
  })

  test('staff of a dealer or of the platform choose their language, and get emails in it', async () => {
    for (const person of [await aPerson(api, dealer.dealer, 'support'), await aPerson(api, null, 'operator')]) {
      assertRefused(await person.ask('PATCH', '/console/me', { lang: 'x' }), 400, 'FAILED_VALIDATION lang')
      const changed = await person.ask('PATCH', '/console/me', { lang: 'de' })
      assert.deepEqual([changed.status, changed.body.person.lang], [200, 'de'], changed.text)
      assert.equal((await person.ask('GET', '/console/me')).body.person.lang, 'de')
      await person.ask('PUT', '/console/password', { current: goodPassword, password: 'ein leiser blauer Hafen' })
      const mail = (await listMails(api.ctx)).findLast(({ to }) => to === person.email)
      assert.equal(mail?.subject, 'Ihr Passwort für die Konsole wurde geändert')
    }
  })

  test('staff of a dealer or of the platform choose the format of dates and times', async () => {
    const usual = { clock: 'locale', date_order: 'locale', week_start: 'locale', zone: null }
    const chosen = { clock: '12h', date_order: 'ymd', week_start: 'saturday', zone: 'Asia/Dubai' }
    const chosenBy = (person: Record<string, unknown>) =>
      Object.fromEntries(Object.keys(usual).map((key) => [key, person[key]]))
    for (const person of [await aPerson(api, dealer.dealer, 'support'), await aPerson(api, null, 'operator')]) {
      assert.deepEqual(chosenBy((await person.ask('GET', '/console/me')).body.person), usual)
      assertRefused(await person.ask('PATCH', '/console/me', { zone: 'Mars/Olympus' }), 400, 'FAILED_VALIDATION zone')
      const changed = await person.ask('PATCH', '/console/me', chosen)
      assert.deepEqual([changed.status, chosenBy(changed.body.person)], [200, chosen], changed.text)
      await person.ask('PATCH', '/console/me', { clock: '24h' })
      const read = (await person.ask('GET', '/console/me')).body.person
      assert.deepEqual([chosenBy(read), read.lang], [{ ...chosen, clock: '24h' }, null])
    }
  })

  test('an invitation is in the language of the person who invites', async () => {
    const owner = await aPerson(api, dealer.dealer, 'owner')
    await owner.ask('PATCH', '/console/me', { lang: 'de' })
    const email = 'neu@example.com'
    assert.equal((await owner.ask('POST', '/provider/staff', { email, role: 'support' })).status, 201)
    const mail = (await listMails(api.ctx)).findLast(({ to }) => to === email)
    assert.equal(mail?.subject, 'Sie sind in das Team von Dealer provider eingeladen')
  })

  test('is refused in the same words for a wrong password and an unknown address', async () => {
    const { email } = await aPerson(api, dealer.dealer, 'support')
    const wrong = await tryLogin(email, 'something else')
    const nobody = await tryLogin('nobody@example.com')
    assertRefused(wrong, 401, 'INVALID_CREDENTIALS')
    assert.deepEqual(wrong.body.errors, nobody.body.errors)
    assert.equal(nobody.status, 401)
  })

  test('is refused with a password that changes at the same moment', async () => {
    const { id, email } = await aPerson(api, dealer.dealer, 'owner')
    const passwordHash = await api.ctx.vault.hashSecret('a loud green mountain')
    const late = await behind(
      api.ctx.db,
      (db) => db.updateTable('staff').set({ passwordHash }).where('id', '=', id).execute(),
      () => tryLogin(email),
    )
    assertRefused(late, 401, 'INVALID_CREDENTIALS')
    assert.equal((await tryLogin(email, 'a loud green mountain')).status, 201)
  })

  test('is refused for someone who is disabled at the same moment', async () => {
    const owner = await aPerson(api, dealer.dealer, 'owner')
    const { id, email } = await aPerson(api, dealer.dealer, 'support')
    const late = await behind(
      api.ctx.db,
      (db) => db.updateTable('staff').set({ disabledAt: api.ctx.clock.now() }).where('id', '=', id).execute(),
      () => tryLogin(email),
    )
    assertRefused(late, 401, 'INVALID_CREDENTIALS')
    await owner.ask('PATCH', `/provider/staff/${id}`, { enabled: true })
    assert.equal((await tryLogin(email)).status, 201)
  })

  test('is locked for an hour after ten wrong attempts, for staff only', async () => {
    const { email } = await aPerson(api, dealer.dealer, 'support')
    for (let time = 0; time < 10; time++) await tryLogin(email, `guess-${time}`)
    assertRefused(await tryLogin(email), 401, 'INVALID_CREDENTIALS')
    api.ctx.clock.advance(3600)
    assert.equal((await tryLogin(email)).status, 201)
  })

  test('is refused before the invitation is accepted', async () => {
    const owner = await aPerson(api, dealer.dealer, 'owner')
    const email = 'invited-only@example.com'
    await owner.ask('POST', '/provider/staff', { email, role: 'support' })
    assertRefused(await tryLogin(email, ''), 401, 'INVALID_CREDENTIALS')
  })

  test('is refused with a client’s login', async () => {
    const client = await aClient(api, dealer)
    assertRefused(await tryLogin(client.email), 401, 'INVALID_CREDENTIALS')
    assertRefused(
      await api.ask('GET', '/console/me', undefined, { authorization: `Bearer ${client.token}` }),
      401,
      'INVALID_TOKEN',
    )
  })
})

suite('a session', () => {
  test('lives twelve hours from its last use, and a week in all', async () => {
    const idle = await aPerson(api, dealer.dealer, 'manager')
    api.ctx.clock.advance(12 * 3600)
    assertRefused(await idle.ask('GET', '/console/me'), 401, 'TOKEN_EXPIRED')
    const busy = await aPerson(api, dealer.dealer, 'manager')
    for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
      api.ctx.clock.advance(11 * 3600)
      assert.equal((await busy.ask('GET', '/console/me')).status, 200, `after ${hours + 11} hours`)
    }
    api.ctx.clock.advance(11 * 3600)
    assertRefused(await busy.ask('GET', '/provider/company'), 401, 'TOKEN_EXPIRED')
  })

  test('is listed and can be ended, and signing out removes the cookie', async () => {
    const person = await aPerson(api, dealer.dealer, 'manager')
    const other = await signIn(api, person.email)
    const { body } = await person.ask('GET', '/console/sessions')
    assert.equal(body.length, 2)
    const [current, rest] = [
      body.find((one: { current: boolean }) => one.current),
      body.find((one: { current: boolean }) => !one.current),
    ]
    assert.equal((await person.ask('DELETE', `/console/sessions/${rest.id}`)).status, 204)
    assertRefused(await other.ask('GET', '/console/me'), 401, 'INVALID_TOKEN')
    const outsider = await aPerson(api, dealer.dealer, 'owner')
    assertRefused(await outsider.ask('DELETE', `/console/sessions/${current.id}`), 404, 'NOT_FOUND')
    const left = await person.ask('DELETE', '/console/sessions/current')
    assert.equal(left.status, 204)
    assert.match(left.headers['set-cookie'] ?? '', /^waymark_console=; Path=\/; Max-Age=0;/)
    assertRefused(await person.ask('GET', '/console/me'), 401, 'INVALID_TOKEN')
  })

  test('works in both dialects of its own dealer, and without one answers in the dealer’s', async () => {
    const partner = await api.dealer('partner')
    const person = await aPerson(api, partner.dealer, 'owner')
    assert.ok(Array.isArray((await person.ask('GET', '/provider/units')).body))
    assert.ok(Array.isArray((await person.ask('GET', '/partner/units')).body.data))
    const billing = '/billing/plans/b901da51-ce00-4af2-b978-8d0fca8ae1ea'
    assert.deepEqual((await person.ask('GET', billing)).body, (await partner.ask('GET', billing)).body)
    assert.equal(
      (await person.ask('GET', '/client/hardware/types')).status,
      (await partner.ask('GET', '/client/hardware/types')).status,
    )
  })

  test('gives no access to another dealer, a client’s application or the operator’s console', async () => {
    const account = await anActivatedAccount(api, dealer)
    const outsider = await aPerson(api, (await api.dealer('provider')).dealer, 'owner')
    assertRefused(await outsider.ask('GET', `/provider/accounts/${account.id}`), 404, 'NOT_FOUND')
    assertRefused(await outsider.ask('GET', '/client/me'), 401, 'INVALID_TOKEN')
    assertRefused(await outsider.ask('GET', '/operator/me'), 403, 'FORBIDDEN')
    const operator = await aPerson(api, null, 'operator')
    assertRefused(await operator.ask('GET', '/provider/accounts'), 403, 'FORBIDDEN')
    assertRefused(await operator.ask('GET', '/client/me'), 401, 'INVALID_TOKEN')
    assertRefused(
      await api.ask('GET', '/operator/me', undefined, { 'x-accesstoken': dealer.token }),
      401,
      'INVALID_TOKEN',
    )
    assertRefused(
      await api.ask('GET', '/console/me', undefined, { 'x-accesstoken': dealer.token }),
      401,
      'INVALID_TOKEN',
    )
  })

  test('names the person in the audit log', async () => {
    const person = await aPerson(api, dealer.dealer, 'manager')
    const account = await anActivatedAccount(api, dealer)
    assert.equal((await person.ask('PATCH', `/provider/accounts/${account.id}`, { title: 'By hand' })).status, 200)
    const row = await api.ctx.db
      .selectFrom('audit')
      .select(['actorKind', 'actorId', 'dealerId'])
      .where('subjectId', '=', String(account.id))
      .orderBy('id', 'desc')
      .executeTakeFirst()
    assert.deepEqual(row, { actorKind: 'staff', actorId: person.id, dealerId: dealer.dealer })
  })
})

suite('the cookie', () => {
  const matrix: [headers: Record<string, string>, isTaken: boolean][] = [
    [{ 'x-waymark': '1', origin: own }, true],
    [{ 'x-waymark': '1', 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: own }, false],
    [{ 'x-waymark': '1' }, false],
    [{ 'x-waymark': '1', origin: 'https://evil.example.com' }, false],
    [{ 'x-waymark': '1', origin: own, 'sec-fetch-site': 'cross-site' }, false],
    [{ 'x-waymark': '1', origin: own, 'sec-fetch-site': 'same-site' }, false],
    [{ 'x-waymark': '1', 'sec-fetch-site': 'none' }, false],
  ]
  for (const [headers, isTaken] of matrix) {
    test(`changes ${isTaken ? 'something' : 'nothing'} with ${JSON.stringify(headers)}`, async () => {
      const person = await aPerson(api, dealer.dealer, 'manager')
      const account = await anActivatedAccount(api, dealer)
      const sent = { cookie: `waymark_console=${person.token}`, ...headers }
      const patch = await api.ask('PATCH', `/provider/accounts/${account.id}`, { title: 'By a page' }, sent)
      // A GET that changes something counts as a change.
      const path = `/provider/users/${account.user.id}/appToken/b901da51-ce00-4af2-b978-8d0fca8ae1ea`
      const enter = await api.ask('GET', path, undefined, sent)
      assert.deepEqual([patch.status, enter.status], isTaken ? [200, 200] : [403, 403], patch.text + enter.text)
      const out = await api.ask('DELETE', '/console/sessions/current', undefined, sent)
      assert.equal(out.status, isTaken ? 204 : 403)
    })
  }

  test('may read from anywhere, and a header takes precedence', async () => {
    const person = await aPerson(api, dealer.dealer, 'manager')
    const cookie = `waymark_console=${person.token}`
    assert.equal((await api.ask('GET', '/provider/accounts', undefined, { cookie })).status, 200)
    assertRefused(
      await api.ask('GET', '/provider/accounts', undefined, { cookie, 'x-accesstoken': '' }),
      401,
      'INVALID_TOKEN',
    )
    assertRefused(await api.ask('GET', '/client/me', undefined, { cookie }), 401, 'INVALID_TOKEN')
  })

  test('is removed when its session has ended', async () => {
    for (const path of ['/console/me', '/provider/accounts', '/operator/me']) {
      const answer = await api.ask('GET', path, undefined, { cookie: `waymark_console=wp_${'x'.repeat(43)}` })
      assertRefused(answer, 401, 'INVALID_TOKEN')
      assert.match(answer.headers['set-cookie'] ?? '', /^waymark_console=; Path=\/; Max-Age=0;/)
    }
  })
})

suite('every route of the console', () => {
  const urlOf = (path: string) => `/console${path.replace(':id', '019a8f0e-7c11-7d20-9b3a-4f2e6d8c1a05')}`

  test('refuses callers without a session, whatever else they send', async () => {
    const client = await aClient(api, dealer)
    for (const { method, path } of consoleRoutes) {
      for (const headers of [
        {},
        { 'x-accesstoken': dealer.token },
        { authorization: `Bearer ${dealer.token}` },
        { authorization: `Bearer ${client.token}` },
        { cookie: `waymark_session=${client.token}` },
        { cookie: `waymark_console=${client.token}` },
      ] as Record<string, string>[]) {
        assertRefused(await api.ask(method, urlOf(path), undefined, headers), 401, 'INVALID_TOKEN')
      }
    }
  })

  test('refuses a foreign page that uses the cookie to change something', async () => {
    const person = await aPerson(api, dealer.dealer, 'owner')
    const headers = { cookie: `waymark_console=${person.token}`, origin: 'https://evil.example.com', 'x-waymark': '1' }
    for (const { method, path } of consoleRoutes.filter((row) => row.method !== 'GET')) {
      assertRefused(await api.ask(method, urlOf(path), undefined, headers), 403, 'FORBIDDEN')
    }
    assert.equal((await person.ask('GET', '/console/me')).status, 200)
  })

  test('that is public requires a body', async () => {
    for (const { method, path } of publicConsoleRoutes) {
      assertRefused(await api.ask(method, urlOf(path)), 400, 'INVALID_PAYLOAD')
    }
  })

  test('accepts only its own methods', async () => {
    const answer = await api.ask('PATCH', '/console/sessions')
    assertRefused(answer, 405, 'METHOD_NOT_ALLOWED')
    assert.equal(answer.headers.allow, 'POST, GET, HEAD')
    assertRefused(await api.ask('GET', '/console/nothing'), 404, 'ROUTE_NOT_FOUND')
  })
})
