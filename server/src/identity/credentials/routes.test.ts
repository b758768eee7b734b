import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { type Answer, openApi } from '#testing/api.ts'
import { anActivatedAccount, fresh } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
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
import { codeAt, stepOf } from '../two-factor/totp.ts'
import { sendResets } from './actions.ts'

const api = await openApi({ WAYMARK_TRUST_PROXY: '127.0.0.1' })
const dealer = await api.dealer('provider')
const another = 'a loud green mountain'

const tryLogin = (login: string, password: string, more: object = {}, headers: Record<string, string> = {}) =>
  api.ask('POST', '/client/sessions', { login, password, ...more }, headers)
const mailsTo = (to: string) => api.ctx.db.selectFrom('mails').selectAll().where('to', '=', to).orderBy('id').execute()
const stale = (answer: Answer) => assertRefused(answer, 400, 'FAILED_VALIDATION')
/** Emails to one address are a minute apart. */
const aMinute = () => api.ctx.clock.advance(61)
const runJob = () =>
  sendResets({ ...api.ctx, actor: { kind: 'job', id: 'credentials.send-resets', address: null, requestId: null } })

suite('one’s own password', () => {
  const change = (client: Client, body: object) => client.ask('PUT', '/me/password', body)
  const good = { password: goodPassword, new_password: another, repeat_password: another }

  test('can be changed; other sessions end, this one continues, and an email reports it', async () => {
    const client = await aClient(api, dealer)
    const other = askAs(api, await logIn(api, client.email))
    assert.deepEqual((await change(client, good)).body, { result: true })
    assertRefused(await other('GET', '/me'), 401, 'INVALID_TOKEN')
    assert.equal((await client.ask('GET', '/me')).status, 200)
    assertRefused(await tryLogin(client.email, goodPassword), 401, 'INVALID_CREDENTIALS')
    assert.equal((await tryLogin(client.email, another)).status, 201)
    assert.equal((await mailTo(api, client.email))?.subject, 'Your password was changed')
  })

  test('cannot be the old one for a sign-in during the change', async () => {
    const client = await aClient(api, dealer)
    const passwordHash = await api.ctx.vault.hashSecret(another)
    const late = await behind(
      api.ctx.db,
      (db) => db.updateTable('users').set({ passwordHash }).where('id', '=', client.user.id).execute(),
      () => tryLogin(client.email, goodPassword),
    )
    assertRefused(late, 401, 'INVALID_CREDENTIALS')
    assert.equal((await tryLogin(client.email, another)).status, 201)
  })

  test('is not changed by someone who knew only the one that was just replaced', async () => {
    const client = await aClient(api, dealer)
    const passwordHash = await api.ctx.vault.hashSecret(another)
    const stranger = 'a stranger’s own harbour'
    const late = await behind(
      api.ctx.db,
      (db) => db.updateTable('users').set({ passwordHash }).where('id', '=', client.user.id).execute(),
      () => change(client, { password: goodPassword, new_password: stranger, repeat_password: stranger }),
    )
    assertRefused(late, 400, 'FAILED_VALIDATION password')
    assertRefused(await tryLogin(client.email, stranger), 401, 'INVALID_CREDENTIALS')
    assert.equal((await tryLogin(client.email, another)).status, 201)
  })

  test('ends support sessions when it changes', async () => {
    const client = await aClient(api, dealer)
    await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
    const support = askAs(api, await serviceKey(dealer, client.user.id, consumerApp))
    assert.equal((await support('GET', '/me')).status, 200)
    await change(client, good)
    assertRefused(await support('GET', '/me'), 401, 'INVALID_TOKEN')
  })

  test('set by the dealer of a managed account ends sessions and support sessions too', async () => {
    const account = await anActivatedAccount(api, dealer)
    const set = (password: string) =>
      dealer.ask('PUT', `/users/${account.user.id}/password`, { new_password: password, repeat_password: password })
    await set(goodPassword)
    const client = askAs(api, await logIn(api, account.user.name))
    const support = askAs(api, await serviceKey(dealer, account.user.id, fleetApp))
    assert.deepEqual([(await client('GET', '/me')).status, (await support('GET', '/me')).status], [200, 200])
    await set(another)
    assertRefused(await client('GET', '/me'), 401, 'INVALID_TOKEN')
    assertRefused(await support('GET', '/me'), 401, 'INVALID_TOKEN')
  })

  const wrong: [change: object, ...problems: string[]][] = [
    [{ password: 'something else' }, 'FAILED_VALIDATION password'],
    [{ repeat_password: 'different' }, 'FAILED_VALIDATION repeat_password'],
    [{ new_password: 'short', repeat_password: 'short' }, 'FAILED_VALIDATION new_password'],
    [{ new_password: 'iloveyou1', repeat_password: 'iloveyou1' }, 'FAILED_VALIDATION new_password'],
    [{ new_password: undefined }, 'INVALID_PAYLOAD new_password'],
  ]
  for (const [body, ...problems] of wrong) {
    test(`is not changed with ${JSON.stringify(body)}`, async () => {
      const client = await aClient(api, dealer)
      assertRefused(await change(client, { ...good, ...body }), 400, ...problems)
      assert.equal((await tryLogin(client.email, goodPassword)).status, 201)
    })
  }

  test('cannot be guessed further with another letter that the database takes for the same', async () => {
    const client = await aClient(api, dealer)
    const odd = client.email.replace('i', 'İ')
    assert.equal((await tryLogin(odd, goodPassword)).status, 201)
    for (let time = 0; time < 10; time++) await tryLogin(client.email, `guess-${time}`)
    assertRefused(await tryLogin(odd, goodPassword), 401, 'INVALID_CREDENTIALS')
  })

  test('cannot be guessed inside a session either', async () => {
    const client = await aClient(api, dealer)
    for (let time = 0; time < 10; time++) await change(client, { ...good, password: `guess-${time}` })
    assertRefused(await change(client, good), 400, 'FAILED_VALIDATION password')
    assertRefused(await tryLogin(client.email, goodPassword), 401, 'INVALID_CREDENTIALS')
    api.ctx.clock.advance(3600)
    assert.equal((await change(client, good)).status, 200)
  })
})

suite('a forgotten password', () => {
  const ask = (email: string, headers: Record<string, string> = {}) =>
    api.ask('POST', '/client/password-resets', { email }, headers)
  const confirm = (token: string, new_password = another, repeat_password = new_password) =>
    api.ask('POST', '/client/password-resets/confirm', { token, new_password, repeat_password })
  const linkTo = async (client: Client) => {
    aMinute()
    await ask(client.email)
    await runJob()
    return tokenIn(await mailTo(api, client.email))
  }

  test('is replaced through an emailed link, which works once and ends all sessions', async () => {
    const client = await aClient(api, dealer)
    const token = await linkTo(client)
    assert.match((await mailTo(api, client.email))?.text ?? '', /\/reset#token=/)
    assert.deepEqual((await confirm(token)).body, { result: true })
    assertRefused(await client.ask('GET', '/me'), 401, 'INVALID_TOKEN')
    assert.equal((await tryLogin(client.email, another)).status, 201)
    stale(await confirm(token))
    assert.equal((await mailTo(api, client.email))?.subject, 'Your password was changed')
  })

  test('is requested in the same way for an unknown address', async () => {
    const client = await aClient(api, dealer)
    aMinute()
    const nobody = `${fresh('nobody')}@example.com`
    const known = await ask(client.email, { 'x-request-id': 'same' })
    const unknown = await ask(nobody, { 'x-request-id': 'same' })
    assert.deepEqual([known.status, known.body], [202, { email: client.email }])
    assert.deepEqual([unknown.status, unknown.body], [202, { email: nobody }])
    assert.deepEqual(Object.keys(known.headers), Object.keys(unknown.headers))
    // Until the job has run, both requests have left exactly the same rows.
    const asked = await api.ctx.db.selectFrom('links').selectAll().where('hash', 'is', null).execute()
    assert.deepEqual(
      asked.map(({ userId, purpose }) => [userId, purpose]),
      [
        [null, 'password'],
        [null, 'password'],
      ],
    )
    assert.equal(await runJob(), 2)
    assert.equal((await mailsTo(nobody)).length, 0)
    assert.equal((await mailTo(api, client.email))?.subject, 'Choose a new password')
  })

  test('link expires after a day', async () => {
    const client = await aClient(api, dealer)
    const token = await linkTo(client)
    api.ctx.clock.advance(86_400)
    stale(await confirm(token))
  })

  test('link is replaced by a newer one', async () => {
    const client = await aClient(api, dealer)
    const first = await linkTo(client)
    const second = await linkTo(client)
    stale(await confirm(first))
    assert.equal((await confirm(second)).status, 200)
  })

  test('link stops working when the password changes in another way', async () => {
    const client = await aClient(api, dealer)
    const token = await linkTo(client)
    await client.ask('PUT', '/me/password', { password: goodPassword, new_password: another, repeat_password: another })
    stale(await confirm(token, 'a third quiet harbour'))
  })

  test('link stops working when the address changes', async () => {
    const client = await aClient(api, dealer)
    const token = await linkTo(client)
    const email = `${fresh('new')}@example.com`
    await client.ask('PUT', '/me/email', { email, password: goodPassword })
    assert.equal(
      (await api.ask('POST', '/client/email/confirm', { token: tokenIn(await mailTo(api, email)) })).status,
      200,
    )
    stale(await confirm(token))
  })

  test('link to the old address does not work if it is made while the address changes', async () => {
    const client = await aClient(api, dealer)
    aMinute()
    await ask(client.email)
    const email = `${fresh('new')}@example.com`
    await behind(
      api.ctx.db,
      (db) => db.updateTable('users').set({ email }).where('id', '=', client.user.id).execute(),
      runJob,
    )
    stale(await confirm(tokenIn(await mailTo(api, client.email))))
    assert.equal((await tryLogin(email, goodPassword)).status, 201)
  })

  test('also ends the link to another address that someone who knew the old one has requested', async () => {
    const client = await aClient(api, dealer)
    const requestLink = async () => {
      const email = `${fresh('stranger')}@example.com`
      assert.equal((await client.ask('PUT', '/me/email', { email, password: goodPassword })).status, 202)
      return tokenIn(await mailTo(api, email))
    }
    const before = await requestLink()
    assert.equal((await confirm(await linkTo(client))).status, 200)
    stale(await api.ask('POST', '/client/email/confirm', { token: before }))
    assert.equal((await tryLogin(client.email, another)).status, 201)
  })

  test('does not leave such a link that is requested at the same moment', async () => {
    const client = await aClient(api, dealer)
    const passwordHash = await api.ctx.vault.hashSecret(another)
    const late = await behind(
      api.ctx.db,
      (db) => db.updateTable('users').set({ passwordHash }).where('id', '=', client.user.id).execute(),
      () => client.ask('PUT', '/me/email', { email: `${fresh('stranger')}@example.com`, password: goodPassword }),
    )
    assertRefused(late, 400, 'FAILED_VALIDATION password')
  })

  test('link is not used up by an invalid password', async () => {
    const client = await aClient(api, dealer)
    const token = await linkTo(client)
    assertRefused(await confirm(token, 'password1'), 400, 'FAILED_VALIDATION new_password')
    assertRefused(await confirm(token, another, 'different'), 400, 'FAILED_VALIDATION repeat_password')
    assert.equal((await confirm(token)).status, 200)
  })

  test('does not accept a link for another purpose', async () => {
    const client = await aClient(api, dealer)
    const token = await linkTo(client)
    stale(await api.ask('POST', '/client/email/confirm', { token }))
    stale(await api.ask('POST', '/client/registration/confirm', { token }))
    assert.equal((await confirm(token)).status, 200)
  })

  test('opens a login that wrong attempts have locked', async () => {
    const client = await aClient(api, dealer)
    for (let time = 0; time < 10; time++) await tryLogin(client.email, `guess-${time}`)
    assertRefused(await tryLogin(client.email, goodPassword), 401, 'INVALID_CREDENTIALS')
    await confirm(await linkTo(client))
    assert.equal((await tryLogin(client.email, another)).status, 201)
  })

  test('can be requested at most twenty times an hour from one address', async () => {
    const from = { 'x-forwarded-for': '10.9.9.9' }
    for (let time = 0; time < 20; time++) assert.equal((await ask(`${fresh('x')}@example.com`, from)).status, 202)
    assertRefused(await ask(`${fresh('x')}@example.com`, from), 429, 'REQUESTS_EXCEEDED')
    await runJob()
  })

  test('sends at most five emails a day', async () => {
    const client = await aClient(api, dealer)
    for (let time = 0; time < 8; time++) {
      aMinute()
      await ask(client.email)
      await runJob()
    }
    assert.equal((await mailsTo(client.email)).length, 5)
  })
})

suite('one’s own email address', () => {
  const confirm = (token: string) => api.ask('POST', '/client/email/confirm', { token })

  test('changes once the new one is confirmed', async () => {
    const client = await aClient(api, dealer)
    const email = `${fresh('new')}@example.com`
    const asked = await client.ask('PUT', '/me/email', { email, password: goodPassword })
    assert.deepEqual([asked.status, asked.body], [202, { email }])
    assert.equal((await client.ask('GET', '/me')).body.user.email, client.email)
    const token = tokenIn(await mailTo(api, email))
    assert.match((await mailTo(api, email))?.text ?? '', /\/email\/confirm#token=/)
    assert.deepEqual((await confirm(token)).body, { email })
    assert.equal((await client.ask('GET', '/me')).body.user.email, email)
    stale(await confirm(token))
    assert.equal((await mailTo(api, client.email))?.subject, 'Your email address was changed')
    assert.equal((await tryLogin(email, goodPassword)).status, 201)
    assertRefused(await tryLogin(client.email, goodPassword), 401, 'INVALID_CREDENTIALS')
  })

  test('needs the password', async () => {
    const client = await aClient(api, dealer)
    const email = `${fresh('new')}@example.com`
    assertRefused(
      await client.ask('PUT', '/me/email', { email, password: 'wrong one' }),
      400,
      'FAILED_VALIDATION password',
    )
    assertRefused(
      await client.ask('PUT', '/me/email', { email: 'x@', password: goodPassword }),
      400,
      'FAILED_VALIDATION email',
    )
    assert.equal(await mailTo(api, email), undefined)
  })

  test('that is taken gets the same answer, and its owner is notified', async () => {
    const [client, owner] = [await aClient(api, dealer), await aClient(api, dealer)]
    const asked = await client.ask('PUT', '/me/email', { email: owner.email, password: goodPassword })
    assert.deepEqual([asked.status, asked.body], [202, { email: owner.email }])
    assert.equal((await mailTo(api, owner.email))?.subject, 'Your email address is already in use')
  })

  test('link expires after a day', async () => {
    const client = await aClient(api, dealer)
    const email = `${fresh('new')}@example.com`
    await client.ask('PUT', '/me/email', { email, password: goodPassword })
    api.ctx.clock.advance(86_400)
    stale(await confirm(tokenIn(await mailTo(api, email))))
  })

  test('that someone else takes first stays theirs', async () => {
    const [client, other] = [await aClient(api, dealer), await aClient(api, dealer)]
    const email = `${fresh('new')}@example.com`
    await client.ask('PUT', '/me/email', { email, password: goodPassword })
    const first = tokenIn(await mailTo(api, email))
    aMinute()
    await other.ask('PUT', '/me/email', { email, password: goodPassword })
    assert.equal((await confirm(tokenIn(await mailTo(api, email)))).status, 200)
    stale(await confirm(first))
    assert.equal((await client.ask('GET', '/me')).body.user.email, client.email)
  })
})

suite('two-factor authentication', () => {
  const secretOf = (text: string) => {
    const bits = [...text]
      .map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
      .join('')
    return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  }
  const codeNow = (secret: string, shift = 0) => codeAt(secretOf(secret), stepOf(api.ctx.clock.now()) + shift)

  async function withFactor() {
    const client = await aClient(api, dealer)
    const begun = await client.ask('POST', '/me/totp')
    assert.match(begun.body.secret, /^[A-Z2-7]{32}$/)
    const uri = new URL(begun.body.uri)
    assert.deepEqual([uri.protocol, uri.host, uri.searchParams.get('secret')], ['otpauth:', 'totp', begun.body.secret])
    const confirmed = await client.ask('PUT', '/me/totp', { code: codeNow(begun.body.secret) })
    assert.equal(confirmed.status, 200, confirmed.text)
    api.ctx.clock.advance(30)
    return { client, secret: begun.body.secret as string, codes: confirmed.body.recovery_codes as string[] }
  }

  test('is required at sign-in once it is confirmed, and not before', async () => {
    const client = await aClient(api, dealer)
    await client.ask('POST', '/me/totp')
    assert.equal((await tryLogin(client.email, goodPassword)).status, 201)
    const { client: other, secret } = await withFactor()
    assert.equal((await other.ask('GET', '/me')).body.two_factor, true)
    assertRefused(await tryLogin(other.email, goodPassword), 401, 'SECOND_FACTOR_REQUIRED code')
    assertRefused(await tryLogin(other.email, 'wrong one'), 401, 'INVALID_CREDENTIALS')
    assertRefused(await tryLogin(other.email, goodPassword, { code: '000000' }), 401, 'INVALID_CREDENTIALS')
    assert.equal((await tryLogin(other.email, goodPassword, { code: codeNow(secret) })).status, 201)
  })

  test('accepts a code once, and one step to either side of now', async () => {
    const { client, secret } = await withFactor()
    const log = (code: string) => tryLogin(client.email, goodPassword, { code })
    const code = codeNow(secret)
    assert.equal((await log(code)).status, 201)
    assertRefused(await log(code), 401, 'INVALID_CREDENTIALS')
    assert.equal((await log(codeNow(secret, 1))).status, 201)
    // Older than the last code used, although close enough in time.
    assertRefused(await log(codeNow(secret)), 401, 'INVALID_CREDENTIALS')
    api.ctx.clock.advance(90)
    assertRefused(await log(codeNow(secret, 2)), 401, 'INVALID_CREDENTIALS')
    assertRefused(await log(codeNow(secret, -2)), 401, 'INVALID_CREDENTIALS')
    assert.equal((await log(codeNow(secret, -1))).status, 201)
  })

  test('accepts each recovery code once, however it is typed', async () => {
    const { client, codes } = await withFactor()
    assert.equal(new Set(codes).size, 10)
    assert.match(codes[0] as string, /^[a-z2-7]{5}-[a-z2-7]{5}$/)
    const log = (code: string) => tryLogin(client.email, goodPassword, { code })
    assert.equal((await log((codes[0] as string).toUpperCase().replace('-', ' '))).status, 201)
    assertRefused(await log(codes[0] as string), 401, 'INVALID_CREDENTIALS')
    assert.equal((await log(codes[1] as string)).status, 201)
  })

  test('cannot be guessed: ten wrong codes lock the login', async () => {
    const { client, secret } = await withFactor()
    for (let time = 0; time < 10; time++) {
      await tryLogin(client.email, goodPassword, { code: String(100_000 + time) })
    }
    assertRefused(await tryLogin(client.email, goodPassword, { code: codeNow(secret) }), 401, 'INVALID_CREDENTIALS')
  })

  test('cannot be guessed with sign-ins without a code in between', async () => {
    const { client, secret } = await withFactor()
    const log = (code?: string) => tryLogin(client.email, goodPassword, code === undefined ? {} : { code })
    for (let round = 0; round < 3; round++) {
      for (let time = 0; time < 8; time++) await log(String(100_000 + time))
      await log()
    }
    assertRefused(await log(codeNow(secret)), 401, 'INVALID_CREDENTIALS')
    api.ctx.clock.advance(3600)
    assert.equal((await log(codeNow(secret))).status, 201)
  })

  test('stays locked by wrong codes although wrong passwords are forgotten', async () => {
    const { client, secret } = await withFactor()
    for (let time = 0; time < 10; time++) {
      await tryLogin(client.email, goodPassword, { code: String(100_000 + time) })
    }
    await api.ctx.db.deleteFrom('tries').where('bucket', 'like', 'password:%').execute()
    assertRefused(await tryLogin(client.email, goodPassword), 401, 'SECOND_FACTOR_REQUIRED code')
    assertRefused(await tryLogin(client.email, goodPassword, { code: codeNow(secret) }), 401, 'INVALID_CREDENTIALS')
  })

  test('forgets wrong codes once a session was opened', async () => {
    const { client, secret } = await withFactor()
    for (let round = 0; round < 3; round++) {
      for (let time = 0; time < 8; time++) {
        await tryLogin(client.email, goodPassword, { code: String(100_000 + time) })
      }
      api.ctx.clock.advance(60)
      assert.equal((await tryLogin(client.email, goodPassword, { code: codeNow(secret) })).status, 201)
    }
  })

  test('can be removed with the password', async () => {
    const { client } = await withFactor()
    assertRefused(await client.ask('DELETE', '/me/totp', { password: 'wrong one' }), 400, 'FAILED_VALIDATION password')
    assert.equal((await client.ask('DELETE', '/me/totp', { password: goodPassword })).status, 204)
    assert.equal((await tryLogin(client.email, goodPassword)).status, 201)
    assertRefused(await client.ask('DELETE', '/me/totp', { password: goodPassword }), 404, 'NOT_FOUND')
  })

  test('can be restarted until it is confirmed, and only a correct code confirms it', async () => {
    const client = await aClient(api, dealer)
    assertRefused(await client.ask('PUT', '/me/totp', { code: '123456' }), 404, 'NOT_FOUND')
    const first = (await client.ask('POST', '/me/totp')).body.secret
    const second = (await client.ask('POST', '/me/totp')).body.secret
    assertRefused(await client.ask('PUT', '/me/totp', { code: codeNow(first) }), 400, 'FAILED_VALIDATION code')
    assert.equal((await client.ask('PUT', '/me/totp', { code: codeNow(second) })).status, 200)
    assertRefused(await client.ask('POST', '/me/totp'), 409, 'CONFLICT')
    assertRefused(await client.ask('PUT', '/me/totp', { code: codeNow(second) }), 409, 'CONFLICT')
  })

  test('is stored sealed, and recovery codes as hashes', async () => {
    const { secret, codes } = await withFactor()
    const rows = JSON.stringify([
      await api.ctx.db.selectFrom('secondFactors').selectAll().execute(),
      await api.ctx.db.selectFrom('recoveryCodes').selectAll().execute(),
      await api.ctx.db.selectFrom('audit').selectAll().execute(),
    ])
    assert.ok(!rows.includes(secret) && !rows.includes(codes[3] as string))
  })

  test('accepts a recovery code although the key of the installation was lost', async () => {
    const { client, codes } = await withFactor()
    await api.ctx.db
      .updateTable('secondFactors')
      .set({ secretSealed: Buffer.alloc(60, 1) })
      .execute()
    assert.equal((await tryLogin(client.email, goodPassword, { code: codes[0] as string })).status, 201)
  })
})

test('existing and unknown logins get the same answer', async () => {
  const client = await aClient(api, dealer)
  const managed = await anActivatedAccount(api, dealer)
  const texts = new Set<string>()
  for (const login of [
    client.email,
    fresh('nobody'),
    `${fresh('nobody')}@example.com`,
    managed.user.name,
    client.user.name,
    '',
  ]) {
    const answer = await tryLogin(login, 'not the password', {}, { 'x-request-id': 'same' })
    assert.equal(answer.status, 401)
    texts.add(answer.text)
  }
  // A username that no longer works because its user has an email, with the correct password.
  texts.add((await tryLogin(client.user.name, goodPassword, {}, { 'x-request-id': 'same' })).text)
  assert.equal(texts.size, 1)
})

test('ten wrong passwords lock any login for an hour', async () => {
  const client = await aClient(api, dealer)
  for (const login of [client.email, `${fresh('nobody')}@example.com`]) {
    for (let time = 0; time < 10; time++) await tryLogin(login, `guess-${time}`)
    assertRefused(await tryLogin(login, goodPassword), 401, 'INVALID_CREDENTIALS')
  }
  api.ctx.clock.advance(3600)
  assert.equal((await tryLogin(client.email, goodPassword)).status, 201)
})

test('one address may send sixty wrong passwords an hour; correct ones do not count', async () => {
  const client = await aClient(api, dealer)
  const from = { 'x-forwarded-for': '10.8.8.8' }
  for (let time = 0; time < 59; time++)
    assert.equal((await tryLogin(fresh('nobody'), 'wrong one', {}, from)).status, 401)
  for (let time = 0; time < 5; time++) assert.equal((await tryLogin(client.email, goodPassword, {}, from)).status, 201)
  assert.equal((await tryLogin(fresh('nobody'), 'wrong one', {}, from)).status, 401)
  const other = await aClient(api, dealer)
  assertRefused(await tryLogin(other.email, goodPassword, {}, from), 429, 'REQUESTS_EXCEEDED')
  assert.equal((await tryLogin(other.email, goodPassword, {}, { 'x-forwarded-for': '10.8.8.9' })).status, 201)
  // Someone who has signed in from there before has their own attempts.
  assert.equal((await tryLogin(client.email, goodPassword, {}, from)).status, 201)
})

test('no secret of a client is in the audit log or in the tables around the outbox', async () => {
  const rows = JSON.stringify([
    await api.ctx.db.selectFrom('audit').selectAll().execute(),
    await api.ctx.db.selectFrom('users').select(['email', 'description']).execute(),
    await api.ctx.db.selectFrom('tries').selectAll().execute(),
  ])
  for (const secret of [goodPassword, another, 'secret-key', '$argon2']) assert.ok(!rows.includes(secret), secret)
})
