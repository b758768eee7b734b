import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { changeUser } from '#identity/users/actions.ts'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { type Answer, openApi } from '#testing/api.ts'
import { aManagedAccount, anUnclaimedAccount, aPlan, aTagsPlan, fresh, newUser } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { behind } from '#testing/faults/behind.ts'
import {
  aClient,
  activate,
  clientIdOf,
  goodPassword,
  logIn,
  mailTo,
  registrationOf,
  tokenIn,
} from '#testing/people/client.ts'

const api = await openApi({ WAYMARK_LOGIN_URL: 'https://login.example.com', WAYMARK_TRUST_PROXY: '127.0.0.1' })
const provider = await api.dealer('provider')
const partner = await api.dealer('partner')
const account = await anUnclaimedAccount(provider)
const active = await anUnclaimedAccount(provider)
await activate(api, active)

const register = (body: object, headers: Record<string, string> = {}) =>
  api.ask('POST', '/client/registration', body, headers)
const confirm = (token: string) => api.ask('POST', '/client/registration/confirm', { token })
const accountRow = (id: number) =>
  api.ctx.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const userRow = (id: string) =>
  api.ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const mailsTo = async (to: string) => (await listMails(api.ctx)).filter((mail) => mail.to === to)

/** Each test uses another address, so that failures in one do not count against the next. */
let places = 0
const elsewhere = () => {
  places += 1
  return `10.1.${places >> 8}.${places & 255}`
}

test('the email is in the language of the page, unless the dealer has set another', async () => {
  const subject = async (set: string | undefined, lang: string) => {
    const account = await anUnclaimedAccount(provider)
    if (set) await provider.ask('PATCH', `/users/${account.user.id}`, { lang: set })
    const registration = registrationOf(account, { lang })
    assert.equal((await register(registration)).status, 202)
    return (await mailTo(api, registration.email))?.subject
  }
  const [english, german] = ['Confirm your email address', 'Bestätigen Sie Ihre E-Mail-Adresse']
  assert.deepEqual(
    [
      await subject(undefined, 'de'),
      await subject(undefined, 'lt'),
      await subject('de-CH', 'en'),
      await subject('en', 'de'),
    ],
    [german, english, german, english],
  )
})

suite('a client activates its account through the link, in every application', () => {
  const table = [
    ['consumer_app', () => anUnclaimedAccount(provider, [consumerApp]), consumerApp],
    ['pet_app', () => anUnclaimedAccount(partner, [petApp]), petApp],
    ['consumer_app of two', () => anUnclaimedAccount(partner, [consumerApp, petApp]), consumerApp],
    ['pet_app of two', () => anUnclaimedAccount(partner, [consumerApp, petApp]), petApp],
    ['fleet_app', () => aManagedAccount(provider), fleetApp],
    ['fleet_app of a partner', () => aManagedAccount(partner), fleetApp],
    ['tags_app', async () => aManagedAccount(provider, (await aTagsPlan(provider)).id, tagsApp), tagsApp],
  ] as const
  for (const [name, make, app] of table) {
    test(name, async () => {
      const account = await make()
      const registration = registrationOf(account, { client_id: clientIdOf(app) })
      const asked = await register(registration)
      assert.deepEqual([asked.status, asked.body], [202, { email: registration.email }])
      assert.equal((await accountRow(account.id)).ack, null)
      const mail = await mailTo(api, registration.email)
      assert.match(mail?.text ?? '', /https:\/\/login\.example\.com\/registration\/confirm\?token=[\w-]{43}\n/)
      const confirmed = await confirm(tokenIn(mail))
      const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
      assert.deepEqual([confirmed.status, confirmed.body], [200, { account_id: account.id, ack: now }])
      const user = await userRow(account.user.id)
      assert.deepEqual([user.email, user.enabled, user.loginKeyHash], [registration.email, true, null])
      assert.ok(await logIn(api, registration.email))
    })
  }
})

test('a link whose key the dealer replaces at the same moment activates nothing', async () => {
  const account = await anUnclaimedAccount(provider)
  const registration = registrationOf(account)
  const late = await behind(
    api.ctx.db,
    (db) => {
      const actor = { kind: 'token', id: 'test', address: null, requestId: null } as const
      const call = { ...api.ctx, db, dealer: provider.dealer, apps: [consumerApp], actor, validate: () => {} } as const
      return changeUser(call, account.user.id, { loginKey: 'another-key' })
    },
    () => register(registration),
  )
  assertRefused(late, 400, 'FAILED_VALIDATION')
  assert.deepEqual(await mailsTo(registration.email), [])
  const renewed = { ...registration, login_key: 'another-key' }
  assert.equal((await register(renewed)).status, 202)
  assert.equal((await confirm(tokenIn(await mailTo(api, registration.email)))).status, 200)
})

test('with a plan that has a period the first payment is due one period later', async () => {
  const plan = await aPlan(provider)
  const lifecycle = { payment_period: 1, payment_notify_offset: 3, block_offset: 5 }
  await provider.ask('PATCH', `/client-plans/${plan.id}/payment-lifecycle`, lifecycle)
  const account = await aManagedAccount(provider, plan.id)
  await activate(api, account)
  const due = new Date(api.ctx.clock.now())
  due.setUTCMonth(due.getUTCMonth() + 1)
  assert.deepEqual((await accountRow(account.id)).paymentExpectedAt, due)
})

test('a promised subscription begins with activation and lasts a month', async () => {
  const account = await anUnclaimedAccount(provider)
  const now = api.ctx.clock.now()
  const id = uuidv7(now)
  await api.ctx.db
    .insertInto('subscriptions')
    .values({
      id,
      accountId: account.id,
      appId: consumerApp,
      plan: 'basic',
      type: 'space',
      active: false,
      expiresAt: now,
      orderId: id,
      autoRenew: false,
      createdAt: now,
    })
    .execute()
  const before = (await provider.ask('GET', `/accounts/${account.id}`)).body
  assert.deepEqual([before.is_premium, before.subscriptions], [false, {}])
  const client = await aClient(api, provider, account)
  const after = (await provider.ask('GET', `/accounts/${account.id}`)).body
  assert.deepEqual([after.is_premium, after.subscriptions], [true, { [consumerApp]: id }])
  assert.equal((await client.ask('GET', '/me')).body.plan.name, 'basic')
  const [subscription] = (await provider.ask('GET', `/accounts/${account.id}/subscriptions`)).body
  const until = new Date(now)
  until.setUTCMonth(until.getUTCMonth() + 1)
  assert.deepEqual([subscription.type, subscription.expiry], ['space', until.getTime() / 1000])
})

suite('any wrong part of the link gets the same answer', () => {
  const table: [what: string, body: object][] = [
    ['an unknown login', registrationOf(account, { login: fresh('nobody') })],
    ['a wrong key', registrationOf(account, { login_key: 'wrong-key' })],
    ['an empty key', registrationOf(account, { login_key: '' })],
    ['the key in capitals', registrationOf(account, { login_key: 'SECRET-KEY' })],
    ['another application', registrationOf(account, { client_id: clientIdOf(fleetApp) })],
    ['an unknown application', registrationOf(account, { client_id: '00010000000000009999' })],
    ['an empty application', registrationOf(account, { client_id: '' })],
    ['an account that is active', registrationOf(active)],
    ['a key for an account that is active', registrationOf(active, { login_key: 'x'.repeat(50) })],
  ]
  const answers: Answer[] = []
  for (const [what, body] of table) {
    test(what, async () => {
      const answer = await register(body, { 'x-request-id': 'same' })
      assertRefused(answer, 400, 'FAILED_VALIDATION')
      answers.push(answer)
      assert.equal(answer.text, answers[0]?.text)
      assert.deepEqual(Object.keys(answer.headers).sort(), Object.keys(answers[0]?.headers ?? {}).sort())
    })
  }
  test('and nothing is sent', async () => {
    for (const [, body] of table) assert.equal(await mailTo(api, (body as { email: string }).email), undefined)
  })
})

suite('an invalid address or password is refused before the link is checked', () => {
  const wrong: [change: Record<string, unknown>, ...problems: string[]][] = [
    [{ email: 'nobody' }, 'FAILED_VALIDATION email'],
    [{ email: 'two@example.com, three@example.com' }, 'FAILED_VALIDATION email'],
    [{ email: 'a@b.c\nBcc: d@e.f' }, 'FAILED_VALIDATION email'],
    [{ email: `${'a'.repeat(250)}@example.com` }, 'FAILED_VALIDATION email'],
    [{ password: '1234567' }, 'FAILED_VALIDATION password'],
    [{ password: 'x'.repeat(129) }, 'FAILED_VALIDATION password'],
    [{ email: 'nobody', password: 'short' }, 'FAILED_VALIDATION email', 'FAILED_VALIDATION password'],
    [{ email: 7 }, 'INVALID_PAYLOAD email'],
    [{ extra: true }, 'INVALID_PAYLOAD extra'],
    [{ login_key: undefined }, 'INVALID_PAYLOAD login_key'],
  ]
  for (const [change, ...problems] of wrong) {
    test(JSON.stringify(change).slice(0, 60), async () => {
      assertRefused(await register(registrationOf(account, change)), 400, ...problems)
    })
  }
  // The contract says 8 to 128 characters and no more (docs/decisions/0028).
  for (const password of ['x'.repeat(128), '        8', 'päßwörter', '12345678']) {
    test(`${password.slice(0, 12)} is a password`, async () => {
      const own = await anUnclaimedAccount(provider)
      assert.equal((await register(registrationOf(own, { password }))).status, 202)
    })
  }
})

suite('the link in the email', () => {
  const stale = (answer: Answer) => assertRefused(answer, 400, 'FAILED_VALIDATION')

  test('works once', async () => {
    const account = await anUnclaimedAccount(provider)
    const registration = registrationOf(account)
    await register(registration)
    const token = tokenIn(await mailTo(api, registration.email))
    assert.equal((await confirm(token)).status, 200)
    const { ack } = await accountRow(account.id)
    api.ctx.clock.advance(5)
    stale(await confirm(token))
    assert.deepEqual((await accountRow(account.id)).ack, ack)
  })

  test('followed ten times at once works once', async () => {
    const account = await anUnclaimedAccount(provider)
    const registration = registrationOf(account)
    await register(registration)
    const token = tokenIn(await mailTo(api, registration.email))
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(400)])
  })

  test('expires after a day, and not a second before', async () => {
    for (const [seconds, status] of [
      [86_399, 200],
      [86_400, 400],
    ] as const) {
      const account = await anUnclaimedAccount(provider)
      const registration = registrationOf(account)
      await register(registration)
      const token = tokenIn(await mailTo(api, registration.email))
      api.ctx.clock.advance(seconds)
      assert.equal((await confirm(token)).status, status)
    }
  })

  test('is replaced by a newer one, whose address and password count', async () => {
    const account = await anUnclaimedAccount(provider)
    const first = registrationOf(account)
    const second = registrationOf(account, { password: 'another quiet harbour' })
    await register(first)
    await register(second)
    stale(await confirm(tokenIn(await mailTo(api, first.email))))
    assert.equal((await confirm(tokenIn(await mailTo(api, second.email)))).status, 200)
    assert.ok(await logIn(api, second.email, 'another quiet harbour'))
    const old = await api.ask('POST', '/client/sessions', { login: first.email, password: goodPassword })
    assertRefused(old, 401, 'INVALID_CREDENTIALS')
  })

  test('goes to both of two accounts with one address, and the first to confirm gets it', async () => {
    const email = `${fresh('both')}@example.com`
    const tokenOf = async () => {
      await register(registrationOf(await anUnclaimedAccount(provider), { email }))
      return tokenIn(await mailTo(api, email))
    }
    const [one, other] = [await tokenOf(), await tokenOf()]
    assert.equal((await confirm(one)).status, 200)
    stale(await confirm(other))
  })

  test('requested twice in a minute comes once, with the password chosen last', async () => {
    const account = await anUnclaimedAccount(provider)
    const registration = registrationOf(account)
    await register(registration)
    const again = await register({ ...registration, password: 'the second quiet harbour' })
    assert.equal(again.status, 202)
    assert.equal((await mailsTo(registration.email)).length, 1)
    assert.equal((await confirm(tokenIn(await mailTo(api, registration.email)))).status, 200)
    assert.ok(await logIn(api, registration.email, 'the second quiet harbour'))
  })

  test('is sent at most five times a day to one address', async () => {
    const account = await anUnclaimedAccount(provider)
    const registration = registrationOf(account)
    for (let time = 0; time < 8; time++) {
      assert.equal((await register(registration)).status, 202)
      api.ctx.clock.advance(61)
    }
    assert.equal((await mailsTo(registration.email)).length, 5)
    assert.equal((await confirm(tokenIn(await mailTo(api, registration.email)))).status, 200)
  })

  test('stops working when the dealer sets a new key', async () => {
    const account = await anUnclaimedAccount(provider)
    const registration = registrationOf(account)
    await register(registration)
    const changed = await provider.ask('PATCH', `/users/${account.user.id}`, { login_key: 'brand-new-key' })
    assert.equal(changed.status, 200)
    stale(await confirm(tokenIn(await mailTo(api, registration.email))))
    assertRefused(await register(registration), 400, 'FAILED_VALIDATION')
    assert.equal((await accountRow(account.id)).ack, null)
    api.ctx.clock.advance(61)
    assert.equal((await register({ ...registration, login_key: 'brand-new-key' })).status, 202)
    assert.equal((await confirm(tokenIn(await mailTo(api, registration.email)))).status, 200)
  })

  test('still works when the dealer changes anything else about the user', async () => {
    const account = await anUnclaimedAccount(provider)
    const registration = registrationOf(account)
    await register(registration)
    await provider.ask('PATCH', `/users/${account.user.id}`, { description: 'Pays by invoice' })
    assert.equal((await confirm(tokenIn(await mailTo(api, registration.email)))).status, 200)
  })

  test('is deleted with the account', async () => {
    const account = await anUnclaimedAccount(provider)
    const registration = registrationOf(account)
    await register(registration)
    assert.equal((await provider.ask('DELETE', `/accounts/${account.id}`)).status, 200)
    stale(await confirm(tokenIn(await mailTo(api, registration.email))))
  })

  test('is refused once the dealer has activated the account', async () => {
    const account = await aManagedAccount(provider)
    const registration = registrationOf(account)
    await register(registration)
    await provider.ask('PUT', `/accounts/${account.id}/activate`)
    const { ack } = await accountRow(account.id)
    stale(await confirm(tokenIn(await mailTo(api, registration.email))))
    assert.deepEqual([(await accountRow(account.id)).ack, (await userRow(account.user.id)).email], [ack, null])
  })

  test('is refused if it is forged', async () => {
    stale(await confirm('x'.repeat(43)))
    stale(await confirm('%00'))
    assertRefused(await confirm(''), 400, 'FAILED_VALIDATION token')
    const client = await aClient(api, provider)
    api.ctx.clock.advance(61)
    const other = `${fresh('other')}@example.com`
    await client.ask('PUT', '/me/email', { email: other, password: goodPassword })
    stale(await confirm(tokenIn(await mailTo(api, other))))
  })
})

suite('an email address belongs to one account', () => {
  test('registering with a taken one gets the same answer, and its owner is notified once an hour', async () => {
    const owner = await aClient(api, provider)
    const free = await register(registrationOf(await anUnclaimedAccount(provider)), { 'x-request-id': 'same' })
    const account = await anUnclaimedAccount(provider)
    const body = registrationOf(account, { email: owner.email.toUpperCase() })
    const taken = await register(body, { 'x-request-id': 'same' })
    assert.deepEqual([taken.status, Object.keys(taken.body)], [free.status, Object.keys(free.body)])
    assert.deepEqual(Object.keys(taken.headers).sort(), Object.keys(free.headers).sort())
    await register(body)
    const mails = (await mailsTo(owner.email)).slice(1)
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['You already have an account'],
    )
    assert.doesNotMatch(mails[0]?.text ?? '', /token=/)
    assert.equal(await mailTo(api, body.email), undefined)
    assert.equal((await accountRow(account.id)).ack, null)
    api.ctx.clock.advance(3600)
    await register(body)
    assert.equal((await mailsTo(owner.email)).length, 3)
  })

  test('of two pending registrations with the same address the first to confirm gets it', async () => {
    const email = `${fresh('shared')}@example.com`
    const [one, two] = [await anUnclaimedAccount(provider), await anUnclaimedAccount(partner)]
    await register(registrationOf(one, { email }))
    const first = tokenIn(await mailTo(api, email))
    api.ctx.clock.advance(61)
    await register(registrationOf(two, { email }))
    const second = tokenIn(await mailTo(api, email))
    const answers = await Promise.all([confirm(first), confirm(second)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
    const rows = [await userRow(one.user.id), await userRow(two.user.id)]
    assert.equal(rows.filter((row) => row.email === email && row.enabled).length, 1)
    assert.equal(rows.filter((row) => row.email === null && !row.enabled).length, 1)
    const acks = [(await accountRow(one.id)).ack, (await accountRow(two.id)).ack]
    assert.equal(acks.filter((ack) => ack === null).length, 1)
  })
})

suite('guessing the key', () => {
  const guess = (account: { reg_apps: string[]; user: { name: string } }, login_key: string, address: string) =>
    register(registrationOf(account, { login_key }), { 'x-forwarded-for': address })

  test('ten wrong attempts lock a link for an hour, even for the correct key', async () => {
    const account = await anUnclaimedAccount(provider)
    for (let time = 0; time < 10; time++)
      assertRefused(await guess(account, `wrong-${time}`, elsewhere()), 400, 'FAILED_VALIDATION')
    const closed = await guess(account, 'secret-key', elsewhere())
    assertRefused(closed, 400, 'FAILED_VALIDATION')
    api.ctx.clock.advance(3599)
    assertRefused(await guess(account, 'secret-key', elsewhere()), 400, 'FAILED_VALIDATION')
    api.ctx.clock.advance(1)
    assert.equal((await guess(account, 'secret-key', elsewhere())).status, 202)
  })

  test('a correct key after nine wrong ones clears them', async () => {
    const account = await anUnclaimedAccount(provider)
    for (let round = 0; round < 3; round++) {
      for (let time = 0; time < 9; time++) await guess(account, `wrong-${time}`, elsewhere())
      assert.equal((await guess(account, 'secret-key', elsewhere())).status, 202)
    }
  })

  test('one address has twenty attempts an hour, whatever its targets', async () => {
    const address = elsewhere()
    for (let time = 0; time < 20; time++) {
      assertRefused(
        await guess({ reg_apps: [consumerApp], user: newUser() }, 'wrong', address),
        400,
        'FAILED_VALIDATION',
      )
    }
    const refused = await guess({ reg_apps: [consumerApp], user: newUser() }, 'wrong', address)
    assertRefused(refused, 429, 'REQUESTS_EXCEEDED')
    assert.equal(refused.headers['retry-after'], '3600')
    const account = await anUnclaimedAccount(provider)
    assert.equal((await guess(account, 'secret-key', elsewhere())).status, 202)
  })

  test('of a hundred simultaneous attempts ten are checked', async () => {
    const account = await anUnclaimedAccount(provider)
    const wrong = await Promise.all(Array.from({ length: 100 }, (_, at) => guess(account, `wrong-${at}`, elsewhere())))
    assert.ok(wrong.every(({ status }) => status === 400))
    const bucket = await api.ctx.db
      .selectFrom('tries')
      .selectAll()
      .where('bucket', 'like', 'login key:target:%')
      .execute()
    assert.equal(Math.max(...bucket.map(({ count }) => count)), 10)
    assertRefused(await guess(account, 'secret-key', elsewhere()), 400, 'FAILED_VALIDATION')
  })

  test('an unknown login is locked in the same way', async () => {
    const account = { reg_apps: [consumerApp], user: newUser() }
    const texts = new Set<string>()
    for (let time = 0; time < 12; time++) {
      const body = registrationOf(account, { login_key: `wrong-${time}` })
      texts.add((await register(body, { 'x-request-id': 'same' })).text)
    }
    assert.equal(texts.size, 1)
  })
})
