/** People who sign up with a dealer's link, in the applications that the operator has opened. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { consumerApp, petApp } from '#kernel/applications.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { type Caller, openApi, type TestApi } from '#testing/api.ts'
import { fresh } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aClient, askAs, clientIdOf, goodPassword, logIn, mailTo, tokenIn } from '#testing/people/client.ts'

const api = await openApi({ WAYMARK_SIGN_UP: 'consumer_app' })
const dealer = await api.dealer('partner')

/** The parts of the dealer's link for consumer_app. */
async function linkOf(caller: Caller, of = api) {
  const answer = await caller.ask('PUT', '/sign-up-links', { enabled: true })
  assert.equal(answer.status, 200, answer.text)
  const { links } = answer.body.data ?? answer.body
  assert.deepEqual(
    links.map(({ app_id }: { app_id: string }) => app_id),
    [consumerApp],
  )
  const url = new URL(links[0].url)
  assert.ok(links[0].url.startsWith(`${of.ctx.config.loginUrl}/registration/sign-up?`))
  return { client_id: url.searchParams.get('client_id'), key: url.searchParams.get('key') }
}
const aBody = async (change: object = {}) => ({
  ...(await linkOf(dealer)),
  email: `${fresh('new')}@example.com`,
  password: goodPassword,
  ...change,
})
const signUp = (body: object, of: TestApi = api, headers: Record<string, string> = {}) =>
  of.ask('POST', '/client/sign-up', body, headers)
const confirm = (token: string) => api.ask('POST', '/client/registration/confirm', { token })
const accountsOf = async () => (await dealer.ask('GET', '/accounts')).body.data

test('an account is created when the address is confirmed, and belongs to the dealer', async () => {
  const body = await aBody({ lang: 'de' })
  const before = (await accountsOf()).length
  const offer = await api.ask('POST', '/client/sign-up/offer', { client_id: body.client_id, key: body.key })
  assert.deepEqual([offer.status, offer.body.app_id, offer.body.company.name], [200, consumerApp, 'Dealer partner'])
  const asked = await signUp(body)
  assert.deepEqual([asked.status, asked.body], [202, { email: body.email }])
  assert.equal((await accountsOf()).length, before)
  const mail = await mailTo(api, body.email)
  assert.equal(mail?.subject, 'Bestätigen Sie Ihre E-Mail-Adresse')
  const confirmed = await confirm(tokenIn(mail))
  assert.equal(confirmed.status, 200, confirmed.text)
  const account = (await accountsOf()).at(-1)
  const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
  assert.equal(account.id, confirmed.body.account_id)
  assert.deepEqual(
    [account.link_app, account.reg_apps, account.ack, account.type, account.title, account.is_attached],
    [consumerApp, [consumerApp], now, null, String(account.id), false],
  )
  const me = (await askAs(api, await logIn(api, body.email))('GET', '/me')).body
  assert.deepEqual([me.user.email, me.user.enabled, me.plan.name], [body.email, true, 'free'])
  assertRefused(await confirm(tokenIn(mail)), 400, 'FAILED_VALIDATION')
})

test('an address that has an account gets the same answer, and its owner an email', async () => {
  const owner = await aClient(api, dealer)
  const body = await aBody({ email: owner.email })
  const answer = await signUp(body)
  assert.deepEqual([answer.status, answer.body], [202, { email: owner.email }])
  assert.equal((await mailTo(api, owner.email))?.subject, 'You already have an account')
})

test('if one address is confirmed with two dealers, the second finds it taken', async () => {
  const body = await aBody()
  await signUp(body)
  const first = tokenIn(await mailTo(api, body.email))
  api.ctx.clock.advance(61)
  const other = await linkOf(await api.dealer('partner'))
  await signUp({ ...body, ...other })
  const second = tokenIn(await mailTo(api, body.email))
  assert.notEqual(first, second)
  const before = (await accountsOf()).length
  assert.equal((await confirm(second)).status, 200)
  assertRefused(await confirm(first), 400, 'FAILED_VALIDATION')
  assert.equal((await accountsOf()).length, before)
})

test('a link expires after a day and is deleted, and a newer one replaces it', async () => {
  const body = await aBody()
  await signUp(body)
  const old = tokenIn(await mailTo(api, body.email))
  api.ctx.clock.advance(61)
  await signUp(body)
  assertRefused(await confirm(old), 400, 'FAILED_VALIDATION')
  const token = tokenIn(await mailTo(api, body.email))
  api.ctx.clock.advance(86_401)
  assertRefused(await confirm(token), 400, 'FAILED_VALIDATION')
})

suite('a wrong link has one answer', () => {
  test('whatever is wrong', async () => {
    const body = await aBody()
    const stopped = await api.dealer('partner')
    const left = await linkOf(stopped)
    await stopped.ask('PUT', '/sign-up-links', { enabled: false })
    const wrong = [{ key: 'x' }, { client_id: 'x' }, { client_id: clientIdOf(petApp) }, left]
    const answers = []
    for (const change of wrong) answers.push(await signUp({ ...body, ...change }, api, { 'x-request-id': 'same' }))
    for (const answer of answers) {
      assertRefused(answer, 400, 'FAILED_VALIDATION')
      assert.equal(answer.text, answers[0]?.text)
    }
    const next = await linkOf(stopped)
    assert.notEqual(next.key, left.key)
    assert.equal(await mailTo(api, body.email), undefined)
  })

  test('and without the operator’s setting there is no link at all', async () => {
    const closed = await openApi()
    const caller = await closed.dealer('partner')
    const answer = await caller.ask('PUT', '/sign-up-links', { enabled: true })
    assert.deepEqual(answer.body.data, { offered: [], links: [] })
    const { signUpKey: key } = await closed.ctx.db
      .selectFrom('dealers')
      .select('signUpKey')
      .where('id', '=', caller.dealer)
      .executeTakeFirstOrThrow()
    const body = { client_id: clientIdOf(consumerApp), key, email: 'new@example.com', password: goodPassword }
    assertRefused(await signUp(body, closed), 400, 'FAILED_VALIDATION')
  })

  test('a dealer has no link to applications that its dialect does not know', async () => {
    const both = await openApi({ WAYMARK_SIGN_UP: 'consumer_app,pet_app' })
    const provider = await both.dealer('provider')
    const { key } = await linkOf(provider, both)
    const body = { client_id: clientIdOf(petApp), key, email: 'new@example.com', password: goodPassword }
    assertRefused(await signUp(body, both), 400, 'FAILED_VALIDATION')
  })
})

test('five requests an hour for an email address, ten from a network address', async () => {
  const proxied = await openApi({ WAYMARK_SIGN_UP: 'consumer_app', WAYMARK_TRUST_PROXY: '127.0.0.1' })
  const link = await linkOf(await proxied.dealer('partner'), proxied)
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const body = (email = `${fresh('new')}@example.com`) => ({ ...link, email, password: goodPassword })
  for (let at = 0; at < 5; at++) {
    assert.equal((await signUp(body('same@example.com'), proxied, from(`192.0.2.${at}`))).status, 202)
  }
  assertRefused(await signUp(body('same@example.com'), proxied, from('192.0.2.9')), 429, 'REQUESTS_EXCEEDED')
  assert.equal((await listMails(proxied.ctx)).length, 1)
  for (let at = 0; at < 10; at++) assert.equal((await signUp(body(), proxied, from('192.0.2.20'))).status, 202)
  assertRefused(await signUp(body(), proxied, from('192.0.2.20')), 429, 'REQUESTS_EXCEEDED')
})

test('a weak password and an invalid address are refused', async () => {
  assertRefused(await signUp(await aBody({ password: 'password' })), 400, 'FAILED_VALIDATION password')
  assertRefused(await signUp(await aBody({ email: 'nobody' })), 400, 'FAILED_VALIDATION email')
})
