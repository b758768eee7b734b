import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { behind } from '#testing/faults/behind.ts'
import { goodPassword, mailTo } from '#testing/people/client.ts'
import { aPerson, secretIn, signIn } from '#testing/people/staff.ts'
import { codeAt, stepOf } from '../two-factor/totp.ts'
import { sendResets } from './credentials.ts'

const api = await openApi({ WAYMARK_TRUST_PROXY: '127.0.0.1' })
const { dealer } = await api.dealer('provider')
const another = 'a loud green mountain'

const tryLogin = (login: string, password: string, code?: string) =>
  api.ask('POST', '/console/sessions', { login, password, ...(code !== undefined && { code }) })
const mailsTo = (to: string) => api.ctx.db.selectFrom('mails').selectAll().where('to', '=', to).execute()
const runJob = () =>
  sendResets({ ...api.ctx, actor: { kind: 'job', id: 'staff.send-resets', address: null, requestId: null } })
const askReset = (email: string) => api.ask('POST', '/console/reset', { email })
const confirmReset = (token: string, password = another) =>
  api.ask('POST', '/console/reset/confirm', { token, password })

suite('one’s own password', () => {
  test('can be changed; other sessions end, this one continues, and an email reports it', async () => {
    const person = await aPerson(api, dealer, 'support')
    const other = await signIn(api, person.email)
    const answer = await person.ask('PUT', '/console/password', { current: goodPassword, password: another })
    assert.deepEqual(answer.body, { result: true })
    assertRefused(await other.ask('GET', '/console/me'), 401, 'INVALID_TOKEN')
    assert.equal((await person.ask('GET', '/console/me')).status, 200)
    assertRefused(await tryLogin(person.email, goodPassword), 401, 'INVALID_CREDENTIALS')
    assert.equal((await tryLogin(person.email, another)).status, 201)
    assert.equal((await mailTo(api, person.email))?.subject, 'Your console password was changed')
  })

  test('is not changed by someone who knew only the one that was just replaced', async () => {
    const person = await aPerson(api, dealer, 'support')
    const passwordHash = await api.ctx.vault.hashSecret(another)
    const late = await behind(
      api.ctx.db,
      (db) => db.updateTable('staff').set({ passwordHash }).where('id', '=', person.id).execute(),
      () => person.ask('PUT', '/console/password', { current: goodPassword, password: 'a stranger’s own harbour' }),
    )
    assertRefused(late, 400, 'FAILED_VALIDATION current')
    assert.equal((await tryLogin(person.email, another)).status, 201)
  })

  const wrong: [body: object, problem: string][] = [
    [{ current: 'something else', password: another }, 'FAILED_VALIDATION current'],
    [{ current: goodPassword, password: 'short' }, 'FAILED_VALIDATION password'],
    [{ current: goodPassword, password: 'iloveyou1' }, 'FAILED_VALIDATION password'],
    [{ password: another }, 'INVALID_PAYLOAD current'],
  ]
  for (const [body, problem] of wrong) {
    test(`is not changed with ${JSON.stringify(body)}`, async () => {
      const person = await aPerson(api, dealer, 'support')
      assertRefused(await person.ask('PUT', '/console/password', body), 400, problem)
      assert.equal((await tryLogin(person.email, goodPassword)).status, 201)
    })
  }

  test('cannot be guessed inside a session either', async () => {
    const person = await aPerson(api, dealer, 'support')
    const change = (current: string) => person.ask('PUT', '/console/password', { current, password: another })
    for (let time = 0; time < 10; time++) await change(`guess-${time}`)
    assertRefused(await change(goodPassword), 400, 'FAILED_VALIDATION current')
    assertRefused(await tryLogin(person.email, goodPassword), 401, 'INVALID_CREDENTIALS')
  })
})

suite('a forgotten password', () => {
  test('is reset with the link in an email; all sessions end, and a locked login is open again', async () => {
    const person = await aPerson(api, dealer, 'support')
    for (let time = 0; time < 10; time++) await tryLogin(person.email, `guess-${time}`)
    assert.deepEqual((await askReset(person.email)).body, { email: person.email })
    await runJob()
    const mail = await mailTo(api, person.email)
    assert.match(mail?.text ?? '', /\/console#reset=[\w-]{43}\n/)
    assert.deepEqual((await confirmReset(secretIn(mail))).body, { result: true })
    assertRefused(await person.ask('GET', '/console/me'), 401, 'INVALID_TOKEN')
    assert.equal((await tryLogin(person.email, another)).status, 201)
    assertRefused(await confirmReset(secretIn(mail)), 400, 'FAILED_VALIDATION')
  })

  test('gets the same answer for an unknown address, and no email goes to someone who cannot sign in', async () => {
    const nobody = await askReset('nobody-at-all@example.com')
    assert.deepEqual([nobody.status, nobody.body], [202, { email: 'nobody-at-all@example.com' }])
    const owner = await aPerson(api, dealer, 'owner')
    const [disabled, invited] = [await aPerson(api, dealer, 'support'), 'comes-later@example.com']
    await owner.ask('PATCH', `/provider/staff/${disabled.id}`, { enabled: false })
    await owner.ask('POST', '/provider/staff', { email: invited, role: 'support' })
    api.ctx.clock.advance(61)
    for (const email of [disabled.email, invited]) assert.equal((await askReset(email)).status, 202)
    await runJob()
    const written = await Promise.all(['nobody-at-all@example.com', disabled.email, invited].map(mailsTo))
    assert.deepEqual(
      written.map((mails) => mails.length),
      [0, 0, 1],
    )
  })

  test('cannot be reset with a day-old link or the link of a client’s reset', async () => {
    const person = await aPerson(api, dealer, 'support')
    await askReset(person.email)
    await runJob()
    const secret = secretIn(await mailTo(api, person.email))
    const client = { token: secret, new_password: another, repeat_password: another }
    assertRefused(await api.ask('POST', '/client/password-resets/confirm', client), 400, 'FAILED_VALIDATION')
    const invitation = { token: secret, password: another }
    assertRefused(await api.ask('POST', '/console/invitations/accept', invitation), 400, 'FAILED_VALIDATION')
    api.ctx.clock.advance(86_400)
    assertRefused(await confirmReset(secret), 400, 'FAILED_VALIDATION')
  })
})

function bytesOf(text: string): Buffer {
  const bits = [...text]
    .map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

test('two-factor authentication is set up, confirmed, required at every sign-in, and removed with the password', async () => {
  const person = await aPerson(api, dealer, 'owner')
  const { secret, uri } = (await person.ask('POST', '/console/totp')).body
  assert.match(
    uri,
    new RegExp(`^otpauth://totp/127\\.0\\.0\\.1:${encodeURIComponent(person.email)}\\?secret=${secret}`),
  )
  const code = () => codeAt(bytesOf(secret), stepOf(api.ctx.clock.now()))
  assertRefused(await person.ask('PUT', '/console/totp', { code: '000000' }), 400, 'FAILED_VALIDATION code')
  // Not confirmed yet: the password alone is enough.
  assert.equal((await tryLogin(person.email, goodPassword)).status, 201)
  const { recovery_codes: recovery } = (await person.ask('PUT', '/console/totp', { code: code() })).body
  assert.equal(recovery.length, 10)
  assert.equal((await person.ask('GET', '/console/me')).body.two_factor, true)
  assertRefused(await tryLogin(person.email, goodPassword), 401, 'SECOND_FACTOR_REQUIRED code')
  assertRefused(await tryLogin(person.email, goodPassword, code()), 401, 'INVALID_CREDENTIALS')
  api.ctx.clock.advance(30)
  assert.equal((await tryLogin(person.email, goodPassword, code())).status, 201)
  assert.equal((await tryLogin(person.email, goodPassword, recovery[0])).status, 201)
  assertRefused(await tryLogin(person.email, goodPassword, recovery[0]), 401, 'INVALID_CREDENTIALS')
  assertRefused(await person.ask('POST', '/console/totp'), 409, 'CONFLICT')
  assertRefused(await person.ask('DELETE', '/console/totp', { password: 'wrong' }), 400, 'FAILED_VALIDATION password')
  assert.equal((await person.ask('DELETE', '/console/totp', { password: goodPassword })).status, 204)
  assert.equal((await tryLogin(person.email, goodPassword)).status, 201)
})

for (const [who, of] of [
  ['a dealer’s team', dealer],
  ['the platform’s own team', null],
] as const) {
  test(`codes of ${who} cannot be guessed with sign-ins without a code in between`, async () => {
    const person = await aPerson(api, of, of === null ? 'operator' : 'owner')
    const { secret } = (await person.ask('POST', '/console/totp')).body
    const code = () => codeAt(bytesOf(secret), stepOf(api.ctx.clock.now()))
    assert.equal((await person.ask('PUT', '/console/totp', { code: code() })).status, 200)
    api.ctx.clock.advance(30)
    for (let round = 0; round < 3; round++) {
      for (let time = 0; time < 8; time++) await tryLogin(person.email, goodPassword, String(100_000 + time))
      await tryLogin(person.email, goodPassword)
    }
    assertRefused(await tryLogin(person.email, goodPassword, code()), 401, 'INVALID_CREDENTIALS')
    api.ctx.clock.advance(3600)
    assert.equal((await tryLogin(person.email, goodPassword, code())).status, 201)
  })
}
